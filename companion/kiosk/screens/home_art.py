"""What lies on the home screen while no game does: a small island, drawn by ourselves."""

from __future__ import annotations

from collections.abc import Iterator
from math import cos, pi, sin, sqrt
from typing import Any

from kivy.graphics import Color

from companion.kiosk.art import render
from companion.kiosk.palette import mix, rgba
from companion.kiosk.theme import theme
from companion.kiosk.widgets.base import Drawn

HEXES = (
    ((0, 0), "good"),
    ((1, 0), "highlight"),
    ((0, 1), "muted"),
    ((-1, 1), "hot"),
    ((-1, 0), "good"),
    ((0, -1), "secondary"),
    ((1, -1), "highlight"),
)
"""Axial places of pointy-top hexes round the middle one, and the tone of each."""

ACROSS = 3 * sqrt(3)  # the island's width in hex sides
UPRIGHT = 5.0
CALM = 0.5
"""How much of its tone a hex keeps: the island must not shout louder than the buttons."""


class Island(Drawn):
    """Seven hexes in the tones of the theme, as large as the room allows."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.is_target = False

    def draw(self) -> None:
        side = min(self.width / (ACROSS + 1), self.height / (UPRIGHT + 1))
        for (q, r), tone in HEXES:
            x = self.center_x + side * sqrt(3) * (q + r / 2)
            y = self.center_y - side * 1.5 * r
            Color(*rgba(mix(theme.palette.table, getattr(theme.palette, tone), CALM)))
            render.polygon(list(_corners(x, y, side * 0.94)))


def _corners(x: float, y: float, side: float) -> Iterator[tuple[float, float]]:
    for at in range(6):
        turn = pi / 2 + at * pi / 3
        yield (x + side * cos(turn), y + side * sin(turn))
