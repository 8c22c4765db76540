"""A QR code, sharp: every square a whole number of pixels, dark on light in every theme."""

from __future__ import annotations

from typing import Any, Final

from kivy.graphics import Color
from kivy.properties import ObjectProperty

from companion.kiosk.art import render
from companion.kiosk.palette import rgba
from companion.kiosk.widgets.base import Drawn
from companion.setup.qr import QUIET

DARK: Final = "#000000"
LIGHT: Final = "#ffffff"


class QrPicture(Drawn):
    """Draws `rows` (True where dark) with the light margin that phones need."""

    rows = ObjectProperty(())

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.fbind("rows", self.redraw)

    def draw(self) -> None:
        if not self.rows:
            return
        count = len(self.rows) + 2 * QUIET
        square = max(1, int(min(self.size) // count))
        side = square * count
        left, top = round(self.center_x - side / 2), round(self.center_y + side / 2)
        Color(*rgba(LIGHT))
        render.bar(left, top - side, side, side)
        Color(*rgba(DARK))
        for at, row in enumerate(self.rows):
            y = top - (QUIET + at + 1) * square
            for begin, end in runs(row):
                render.bar(left + (QUIET + begin) * square, y, (end - begin) * square, square)


def runs(row: tuple[bool, ...]) -> list[tuple[int, int]]:
    """Where dark squares stand together: the first, and the one behind the last."""
    found: list[tuple[int, int]] = []
    for at, dark in enumerate(row):
        if dark and found and found[-1][1] == at:
            found[-1] = (found[-1][0], at + 1)
        elif dark:
            found.append((at, at + 1))
    return found
