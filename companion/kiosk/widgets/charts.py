"""Charts: few colors, every series named by shape or text, numbers written out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from companion.kiosk.art import render
from companion.kiosk.seats import seat_color
from companion.kiosk.theme import font_of, theme
from companion.kiosk.widgets.base import Drawn
from companion.kiosk.widgets.text import AutoLabel, measure_text

MARKS = 2
"""Shapes on each line: who cannot tell the colors follows those."""


@dataclass(frozen=True, slots=True)
class Bar:
    """One bar: its name, how often it came, and how often it was to be expected."""

    name: str
    value: float
    expected: float | None = None
    hot: bool = False


@dataclass(frozen=True, slots=True)
class Line:
    """One line: a seat's color, its name, its values in order."""

    color: str
    name: str
    values: Sequence[float]


class _Chart(Drawn):
    """Keeps a pool of labels, so that a new drawing makes no new widgets."""

    def __init__(self, **kwargs: Any) -> None:
        self._labels: list[AutoLabel] = []
        self._used = 0
        super().__init__(**kwargs)

    def _begin(self) -> None:
        self._used = 0

    def _write(
        self,
        text: str,
        place: tuple[float, float, float, float],
        halign: str = "center",
        tone: str = "ink",
        style: str = "caption",
        lines: int = 1,
    ) -> None:
        """Put a text into the box `place`: x, y, width, height."""
        x, y, width, height = place
        if self._used == len(self._labels):
            self._labels.append(AutoLabel())
            self.add_widget(self._labels[-1])
        label = self._labels[self._used]
        self._used += 1
        label.style, label.tone, label.halign, label.bold = style, tone, halign, True
        label.max_lines = lines
        label.smallest = max(theme.metrics.smallest_text, 0.85 * label.font_size())
        label.text, label.pos, label.size = text, (x, y), (max(1, width), max(1, height))

    def _end(self) -> None:
        for label in self._labels[self._used :]:
            label.text = ""


def _room_for(names: Sequence[str], style: str, most: float) -> float:
    """Width in which all `names` stand in one line, at most `most`."""
    size, font = int(theme.metrics.text(style)), font_of(style)
    widest = max((measure_text(name, size, font, True) for name in names), default=0)
    return min(most, widest + theme.metrics.gap_small)


class BarChart(_Chart):
    """Upright bars, each with its value on top and a tick where it was expected."""

    def __init__(self, bars: Sequence[Bar] = (), **kwargs: Any) -> None:
        self.bars = bars
        super().__init__(**kwargs)

    def show(self, bars: Sequence[Bar]) -> None:
        self.bars = bars
        self.redraw()

    def draw(self) -> None:
        self._begin()
        if self.bars:
            self._draw_bars()
        self._end()

    def _draw_bars(self) -> None:
        metrics = theme.metrics
        text = metrics.text("caption") * 1.45
        base, ceiling = self.y + text, self.height - 2 * text
        highest = max(max(bar.value, bar.expected or 0) for bar in self.bars) or 1
        slot = self.width / len(self.bars)
        width = min(slot * 0.66, metrics.touch * 1.2)
        render.paint("line")
        render.bar(self.x, base - metrics.hairline, self.width, metrics.hairline)
        for at, bar in enumerate(self.bars):
            left = self.x + at * slot + (slot - width) / 2
            height = ceiling * bar.value / highest
            render.paint(
                "hot" if bar.hot and not theme.dark else "danger" if bar.hot else "primary"
            )
            if height >= 1:
                render.box(left, base, width, height, min(width, height) * 0.12)
            if bar.expected is not None:
                y = base + ceiling * bar.expected / highest
                render.paint("table")
                render.bar(
                    left - width * 0.2, y - 2 * metrics.hairline, width * 1.4, 4 * metrics.hairline
                )
                render.paint("ink")
                render.bar(
                    left - width * 0.2, y - metrics.hairline, width * 1.4, 2 * metrics.hairline
                )
            top = max(height, ceiling * (bar.expected or 0) / highest)
            self._write(f"{bar.value:g}", (self.x + at * slot, base + top + 3, slot, text))
            tone = "danger" if bar.hot else "muted"
            self._write(bar.name, (self.x + at * slot, self.y, slot, text * 0.92), tone=tone)


class LineChart(_Chart):
    """A line a seat, in its color and with its shape on it, and a line for the target.

    Lines that would cover each other run side by side.
    """

    def __init__(self, lines: Sequence[Line] = (), target: float = 0, **kwargs: Any) -> None:
        self.lines, self.target = lines, target
        super().__init__(**kwargs)

    def show(self, lines: Sequence[Line], target: float = 0) -> None:
        self.lines, self.target = lines, target
        self.redraw()

    def draw(self) -> None:
        self._begin()
        if any(line.values for line in self.lines):
            self._draw_lines()
        self._end()

    def _draw_lines(self) -> None:
        metrics = theme.metrics
        text = metrics.text("caption") * 1.45
        names = _room_for([line.name for line in self.lines], "caption", self.width * 0.34) + text
        left, bottom = self.x + text * 1.3, self.y + text * 0.5
        width, height = self.width - text * 1.3 - names - text, self.height - text
        highest = max([self.target, 1, *(max(line.values, default=0) for line in self.lines)])
        longest = max(2, *(len(line.values) for line in self.lines))

        def place(at: int, value: float) -> tuple[float, float]:
            return left + width * at / (longest - 1), bottom + height * value / highest

        step = max(1, round(highest / max(2, int(height / (text * 1.6)))))
        for value in range(0, int(highest) + 1, step):
            y = place(0, value)[1]
            render.paint("line")
            render.bar(left, y, width, metrics.hairline)
            place_of_scale = (self.x, y - text / 2, text * 1.1, text)
            self._write(str(value), place_of_scale, "right", "muted")
        if self.target:
            render.paint("good")
            render.bar(
                left, place(0, self.target)[1] - metrics.hairline, width, 3 * metrics.hairline
            )
        ends = []
        shapes = []
        for at, line in enumerate(self.lines):
            aside = (at - (len(self.lines) - 1) / 2) * metrics.unit * 0.2
            points = [place(n, value) for n, value in enumerate(line.values)]
            points = [(x, y + aside) for x, y in points]
            if not points:
                continue
            seat = seat_color(line.color)
            if len(points) > 1:
                render.paint(seat.edge if not theme.dark else "ink", 0.9)
                render.smooth_line(points, metrics.unit * 0.34)
                render.paint(seat.fill)
                render.smooth_line(points, metrics.unit * 0.19)
            for mark in range(MARKS):
                # Each line's in another place, so that no shape covers another one's.
                share = (mark + (at + 0.5) / len(self.lines)) / MARKS
                shapes.append((line.color, *points[int(share * (len(points) - 1))]))
            ends.append((points[-1][1], points[-1][0], line))
        if longest > 2 * MARKS * len(self.lines):
            for color, x, y in shapes:
                render.seat_shape(color, x, y, text * 0.3)
        self._name_ends(ends, left + width + text, names - text * 0.2, text)

    def _name_ends(
        self, ends: list[tuple[float, float, Line]], left: float, room: float, text: float
    ) -> None:
        """Shapes where the lines end, names at the right, moved apart where they would meet."""
        y_free = self.y
        ends.sort(key=lambda end: end[0])
        for at, (y, x, line) in enumerate(ends):
            above = len(ends) - at - 1
            name_y = max(y - text / 2, y_free)
            name_y = min(name_y, self.y + self.height - text * (above + 1))
            y_free = name_y + text
            render.seat_shape(line.color, x, y, text * 0.36)
            render.seat_shape(line.color, left + text * 0.4, name_y + text / 2, text * 0.34)
            self._write(line.name, (left + text, name_y, room - text, text), "left")


class RankChart(_Chart):
    """Lying bars, one a seat, with name and a figure written out (turn times)."""

    def __init__(self, rows: Sequence[tuple[str, str, float, str]] = (), **kwargs: Any) -> None:
        self.rows = rows
        super().__init__(**kwargs)

    def show(self, rows: Sequence[tuple[str, str, float, str]]) -> None:
        """Rows of (seat color, name, value, value as a text)."""
        self.rows = rows
        self.redraw()

    def draw(self) -> None:
        self._begin()
        if self.rows:
            self._draw_rows()
        self._end()

    def _draw_rows(self) -> None:
        metrics = theme.metrics
        slot = min(self.height / len(self.rows), metrics.touch * 1.2)
        thick = slot * 0.44
        most = self.width * (0.42 if theme.metrics.portrait else 0.34)
        names = _room_for([name for _, name, _, _ in self.rows], "body", most) + slot * 0.2
        figures = metrics.unit * 4.2
        width = max(1, self.width - names - figures - slot * 0.8)
        highest = max(value for _, _, value, _ in self.rows) or 1
        for at, (color, name, value, figure) in enumerate(self.rows):
            y = self.y + self.height - (at + 1) * slot
            middle = y + slot / 2
            render.seat_shape(color, self.x + slot * 0.36, middle, slot * 0.26)
            place = (self.x + slot * 0.8, y, names - slot * 0.2, slot)
            self._write(name, place, "left", style="body", lines=2)
            left = self.x + slot * 0.8 + names
            render.paint("sunken")
            render.box(left, middle - thick / 2, width, thick, thick / 3)
            length = width * value / highest
            if length >= 1:
                render.paint(seat_color(color).fill)
                render.box(left, middle - thick / 2, length, thick, thick / 3)
                render.paint(seat_color(color).edge if not theme.dark else "muted", 0.8)
                render.frame(left, middle - thick / 2, length, thick, thick / 3, metrics.hairline)
            place = (left + width + 2, y, figures - 4, slot)
            self._write(figure, place, "right", style="body")
