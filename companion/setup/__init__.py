"""Laying out new boards: what a table may wish for, and drawing from all boards that give it."""
