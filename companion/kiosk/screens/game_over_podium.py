"""The podium: the first three, the winner in the middle and highest."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from companion.kiosk.art import render
from companion.kiosk.art.icons import icon
from companion.kiosk.palette import mix
from companion.kiosk.seats import seat_color
from companion.kiosk.theme import theme
from companion.kiosk.widgets.base import Drawn
from companion.kiosk.widgets.text import AutoLabel

STEPS = {1: 1.0, 2: 0.7, 3: 0.48}
"""How high each place stands, against the first."""
STANDING = (1, 0, 2)
"""From left to right: the second, the first, the third of the ranking."""


@dataclass(frozen=True, slots=True)
class Stand:
    """Somebody on the podium; `place` 1 to 3, equals share one."""

    place: int
    color: str
    name: str
    figure: str
    winner: bool


class Podium(Drawn):
    """Up to three stands, each a block in the seat's color with its shape on top."""

    def __init__(self, **kwargs: Any) -> None:
        self._stands: Sequence[Stand] = ()
        self._names = [AutoLabel(halign="center", bold=True, max_lines=3) for _ in STANDING]
        self._figures = [AutoLabel(style="title", halign="center") for _ in STANDING]
        self._places = [AutoLabel(style="hero", halign="center") for _ in STANDING]
        super().__init__(**kwargs)
        for label in (*self._names, *self._figures, *self._places):
            self.add_widget(label)
        self.bind(pos=self._place, size=self._place)

    def show(self, stands: Sequence[Stand]) -> None:
        """Show the first three of `stands`, the best first."""
        self._stands = stands[: len(STANDING)]
        self._place()

    def restyle(self) -> None:
        self._place()

    def _order(self) -> list[int]:
        """Which stand comes where, from left to right."""
        return [at for at in STANDING if at < len(self._stands)]

    def _column(self, where: int) -> tuple[float, float]:
        """Left edge and width of a column."""
        count = len(self._stands)
        wide = min(self.width / max(2, count), theme.metrics.unit * 13)
        left = self.x + (self.width - wide * count) / 2
        return left + where * wide, wide

    def _block(self, stand: Stand) -> float:
        """Height of a stand's block; above it there is room for shape, name and points."""
        metrics = theme.metrics
        above = self._shape() * 2.4 + metrics.text("body") * 2.8 + metrics.text("title") * 1.4
        above += self._trophy() * 1.2
        return max(metrics.touch * 0.5, (self.height - above) * STEPS[min(3, stand.place)])

    def _shape(self) -> float:
        return min(theme.metrics.touch * 0.55, self.height * 0.07)

    def _trophy(self) -> float:
        return min(theme.metrics.touch, self.height * 0.12)

    def _place(self, *_: object) -> None:
        labels = zip(self._names, self._figures, self._places, strict=True)
        for at, (name, figure, place) in enumerate(labels):
            if at >= len(self._stands) or self.width < 2:
                name.text = figure.text = place.text = ""
                continue
            self._write(at, name, figure, place)
        self.redraw()

    def _write(self, at: int, name: AutoLabel, figure: AutoLabel, place: AutoLabel) -> None:
        stand, metrics = self._stands[at], theme.metrics
        x, wide = self._column(self._order().index(at))
        block = self._block(stand)
        gap = metrics.gap_small
        name.text, figure.text, place.text = stand.name, stand.figure, str(stand.place)
        place.tone = seat_color(stand.color).on_fill
        place.pos, place.size = (x, self.y), (wide, block)
        lines = metrics.text("title") * 1.4
        figure.pos, figure.size = (x, self.y + block), (wide, lines)
        name.pos = (x + gap, self.y + block + lines)
        name.size = (wide - 2 * gap, metrics.text("body") * 2.8)

    def draw(self) -> None:
        metrics = theme.metrics
        for where, at in enumerate(self._order()):
            stand = self._stands[at]
            x, wide = self._column(where)
            block, inset = self._block(stand), metrics.gap_small
            seat = seat_color(stand.color)
            radius = metrics.radius * 0.6
            render.paint(mix(seat.fill, "#000000", 0.3))
            render.box(x + inset, self.y, wide - 2 * inset, block, radius)
            render.paint(seat.fill)
            lip = metrics.unit * 0.2
            render.box(x + inset, self.y, wide - 2 * inset, block - lip, radius)
            render.paint(seat.edge)
            render.frame(x + inset, self.y, wide - 2 * inset, block, radius, 1.5 * metrics.hairline)
            above = self.y + block + metrics.text("title") * 1.4 + metrics.text("body") * 2.8
            middle = x + wide / 2
            render.seat_shape(stand.color, middle, above + self._shape() * 1.2, self._shape())
            if stand.winner:
                side = self._trophy()
                y = above + self._shape() * 2.4
                tone = theme.color("warning")
                render.drawing(icon("trophy"), middle - side / 2, y, side, tone)
