"""Tiles beside each other whose words are of one size, however long some of them are."""

from __future__ import annotations

from collections.abc import Iterable

from companion.kiosk.widgets.buttons import TileButton

LEAST = 0.72
"""Words are made no smaller than this for the sake of the others; the longest may be still."""


def even_words(tiles: Iterable[TileButton]) -> None:
    """Write all tiles in the size at which the longest words stand in their place."""
    labels = [tile.label for tile in tiles if tile.width > 1 and tile.text]
    for label in labels:
        label.scale = 1.0
    scale = 1.0
    for label in labels:
        natural = label.natural_width()
        if natural <= label.width:
            continue
        one_line = label.width / natural
        # A word is not divided, so two lines never hold quite twice as much.
        two_lines = min(label.height / (2 * label.line_step()), 1.75 * one_line, 1.0)
        fitting = max(one_line, two_lines) if label.max_lines > 1 else one_line
        scale = min(scale, max(LEAST, fitting))
    for label in labels:
        label.scale = scale
