"""Scenario files and the composition of new games."""
