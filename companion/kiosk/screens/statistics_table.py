"""A table of figures: a column a seat, a row for what is counted."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from companion.kiosk.art import render
from companion.kiosk.theme import theme
from companion.kiosk.widgets.base import Drawn
from companion.kiosk.widgets.text import AutoLabel

Heads = Sequence[tuple[str, str]]
"""Color and name of each seat."""
Rows = Sequence[tuple[str, Sequence[str]]]
"""A label and one figure for each seat."""


class FigureTable(Drawn):
    """Names with their shapes on top, labels at the left; its height follows its rows."""

    def __init__(self, **kwargs: Any) -> None:
        self._heads: Heads = ()
        self._rows: Rows = ()
        self._labels: list[AutoLabel] = []
        kwargs.setdefault("size_hint_y", None)
        super().__init__(**kwargs)
        self.bind(pos=self._place, size=self._place)

    def show(self, heads: Heads, rows: Rows) -> None:
        """Show these seats and figures."""
        self._heads, self._rows = heads, rows
        wanted = len(heads) + sum(1 + len(figures) for _, figures in rows)
        while len(self._labels) < wanted:
            self._labels.append(AutoLabel())
            self.add_widget(self._labels[-1])
        for label in self._labels[wanted:]:
            label.text = ""
        self.restyle()

    def restyle(self) -> None:
        self.height = round(self._head_height() + len(self._rows) * self._row_height())
        self._place()

    def _row_height(self) -> float:
        return theme.metrics.touch * 0.8

    def _head_height(self) -> float:
        return theme.metrics.touch * 1.5

    def _columns(self) -> tuple[float, float]:
        """Width of the labels' column and of each seat's."""
        seats = max(1, len(self._heads))
        # Upright there is less room for the names than for what is counted, which wraps.
        first = self.width * (0.28 if seats > (2 if theme.metrics.portrait else 3) else 0.36)
        return first, (self.width - first) / seats

    def _place(self, *_: object) -> None:
        if not self._heads or self.width < 2:
            return
        labels = iter(self._labels)
        first, wide = self._columns()
        head, row = self._head_height(), self._row_height()
        top = self.y + self.height
        gap = theme.metrics.gap_small
        for at, (_color, name) in enumerate(self._heads):
            place = (self.x + first + at * wide + gap, top - head, wide - 2 * gap, head * 0.6)
            _set(next(labels), name, place, ("center", "body"), lines=2)
        for at, (text, figures) in enumerate(self._rows):
            y = top - head - (at + 1) * row
            _set(next(labels), text, (self.x + gap, y, first - gap, row), ("left", "body"), lines=2)
            for column, figure in enumerate(figures):
                place = (self.x + first + column * wide + gap, y, wide - 2 * gap, row)
                _set(next(labels), figure, place, ("center", "lead"))
        self.redraw()

    def draw(self) -> None:
        metrics = theme.metrics
        first, wide = self._columns()
        head, row = self._head_height(), self._row_height()
        top = self.y + self.height
        for at, (color, _) in enumerate(self._heads):
            x = self.x + first + (at + 0.5) * wide
            render.seat_shape(color, x, top - head * 0.2, head * 0.16)
        for at in range(len(self._rows)):
            y = top - head - (at + 1) * row
            if at % 2 == 0:
                render.paint("surface")
                render.box(self.x, y, self.width, row, metrics.radius * 0.5)


def _set(
    label: AutoLabel,
    text: str,
    place: tuple[float, float, float, float],
    look: tuple[str, str],
    lines: int = 1,
) -> None:
    """Put `text` into the box `place`; `look` is its alignment and its style."""
    label.text, label.max_lines = text, lines
    label.halign, label.style = look
    label.bold = True
    label.pos, label.size = place[:2], (max(1, place[2]), max(1, place[3]))
