"""Devices at the table: buttons, dice, serial boxes. Knows nothing of games."""
