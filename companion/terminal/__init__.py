"""Faces made of text: the table in a terminal, the event deck alone, and the script."""
