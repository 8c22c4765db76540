"""Rows of lists: a mark, two lines of text, something at the right."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from kivy.properties import (
    BooleanProperty,
    ListProperty,
    NumericProperty,
    OptionProperty,
    StringProperty,
)

from companion.kiosk.art import render
from companion.kiosk.art.icons import icon
from companion.kiosk.theme import font_of, theme
from companion.kiosk.widgets.base import Drawn, Pressable
from companion.kiosk.widgets.fitting import ONE_LINE_DOWN_TO
from companion.kiosk.widgets.text import AutoLabel, measure_text

NOTE_SHARES = {1: 0.45, 2: 0.6, 3: 0.7, 4: 0.75}
"""By its lines, the share of a row's height that a note may take."""


class ListRow(Pressable, Drawn):
    """A row: seat shape or icon, `text`, `note` below it, `figure` at the right.

    `badges` are small drawings (`companion.kiosk.art.strokes.Drawing`) below the figure.
    `taps` False makes it a plain row. `faded` shows an entry that was undone: dimmed and struck
    through. `tone`: plain, chosen, or danger (a warning).
    """

    __events__ = ("on_tap",)
    text = StringProperty("")
    note = StringProperty("")
    figure = StringProperty("")
    badges = ListProperty([])
    icon = StringProperty("")
    seat = StringProperty("")
    taps = BooleanProperty(True)
    faded = BooleanProperty(False)
    look = OptionProperty("plain", options=("plain", "chosen", "danger"))
    note_lines = NumericProperty(1)

    def __init__(self, text: str = "", **kwargs: Any) -> None:
        kwargs.setdefault("size_hint_y", None)
        self.label = AutoLabel(bold=True, max_lines=2)
        self.note_label = AutoLabel(style="caption", tone="muted", max_lines=2)
        self.figure_label = AutoLabel(style="lead", bold=True, halign="right")
        self._note_rows = 1
        super().__init__(text=text, **kwargs)
        for child in (self.label, self.note_label, self.figure_label):
            self.add_widget(child)
        for name in (
            "text",
            "note",
            "note_lines",
            "figure",
            "badges",
            "icon",
            "seat",
            "taps",
            "faded",
            "look",
            "pressed",
        ):
            self.fbind(name, self._place)
        self.bind(pos=self._place, size=self._place)
        self.restyle()

    def on_touch_down(self, touch: Any) -> bool:
        return super().on_touch_down(touch) if self.taps else False

    def restyle(self) -> None:
        self._place()

    def _needs_two_lines(self, room: float) -> bool:
        return self.label.natural_width() > room * 1.1

    def _note_lines_in(self, room: float) -> int:
        """How many lines the note needs, one at least; more than it may have are cut."""
        if self.note_label.natural_width() * ONE_LINE_DOWN_TO <= room:
            return 1
        lines = self.note_label.lines_in(room)
        needed = int(self.note_lines) if lines is None else len(lines)
        return max(1, min(int(self.note_lines), needed))

    def _fit_height(self, two_lines: bool) -> None:
        """The touch height, or what the lines of text need."""
        metrics = theme.metrics
        lines = self.label.line_step() * (2 if two_lines else 1)
        lines += self.note_label.line_step() * self._note_rows if self.note else 0
        self.height = round(max(metrics.touch, lines + metrics.gap_small))

    def _place(self, *_: object) -> None:
        metrics = theme.metrics
        self.is_target = bool(self.taps)
        edge = metrics.gap
        mark = metrics.touch * 0.7 if self.icon or self.seat else 0
        left = self.x + edge + mark
        self.label.text, self.note_label.text = self.text, self.note
        self.figure_label.text = self.figure
        figure = min(self.width * 0.35, self._right_width())
        room = max(1, self.width - 2 * edge - mark - figure - (edge if figure else 0))
        two_lines = self._needs_two_lines(room)
        self._note_rows = self._note_lines_in(room)
        if self.size_hint_y is None:
            self._fit_height(two_lines)
        below = self._badge_side(figure)
        self.figure_label.pos = (self.x + self.width - edge - figure, self.y + below)
        self.figure_label.size = (max(1, figure), self.height - below)
        pad = metrics.gap_small / 2 if self.note else 0
        rows = self._note_rows
        share = NOTE_SHARES.get(rows, max(NOTE_SHARES.values()))
        note = min(self.note_label.line_step() * rows, self.height * share) if self.note else 0
        self.label.max_lines = 2
        self.label.pos = (left, self.y + pad + note)
        self.label.size = (room, max(1, self.height - note - 2 * pad))
        self.note_label.pos, self.note_label.size = (left, self.y + pad), (room, max(1, note))
        self.note_label.max_lines = rows
        tone = {"plain": "ink", "chosen": "on_highlight", "danger": "danger"}[self.look]
        self.label.tone = self.figure_label.tone = "muted" if self.faded else tone
        self.note_label.tone = "on_highlight" if self.look == "chosen" else "muted"
        self.redraw()

    def _right_width(self) -> float:
        """What stands at the right would like to be so wide."""
        figure = self.figure_label.natural_width() if self.figure else 0
        badges: float = len(self.badges) * theme.metrics.text("body") * 1.2
        return max(figure, badges)

    def _badge_side(self, room: float) -> float:
        """The side of each badge's square, where all have so much room; 0 without any."""
        if not self.badges:
            return 0
        return min(room / len(self.badges), theme.metrics.text("body") * 1.2, self.height / 2.4)

    def _draw_badges(self) -> None:
        label = self.figure_label
        side = self._badge_side(label.width)
        tone = theme.color(label.tone)
        lowest = self.y + theme.metrics.gap_small / 2
        for at, badge in enumerate(reversed(self.badges), 1):
            render.drawing(badge, label.x + label.width - at * side, lowest, side * 0.92, tone)

    def draw(self) -> None:
        metrics = theme.metrics
        middle = self.y + self.height / 2
        render.paint("highlight" if self.look == "chosen" else "surface", 0.5 if self.faded else 1)
        self.draw_box(metrics.radius * 0.7)
        if self.pressed:
            render.paint("ink", 0.1)
            self.draw_box(metrics.radius * 0.7)
        side = metrics.touch * 0.5
        if self.seat:
            alpha = 0.5 if self.faded else 1.0
            render.seat_shape(self.seat, self.x + metrics.gap + side / 2, middle, side * 0.4, alpha)
        elif self.icon:
            tone = theme.color(self.label.tone)
            render.drawing(icon(self.icon), self.x + metrics.gap, middle - side / 2, side, tone)
        self._draw_badges()
        if self.faded:
            render.paint("muted")
            for y, length in self._struck():
                render.bar(self.label.x, y, length, metrics.hairline)

    def _struck(self) -> Iterator[tuple[float, float]]:
        """Height of the middle of each line of the text, and how long it is to be struck out."""
        label = self.label
        two_lines = self._needs_two_lines(label.width)
        lines = (two_lines and label.lines_in(label.width)) or (label.text,)
        size, font = int(label.font_size()), font_of(label.style)
        for at, line in enumerate(lines):
            below = (at - (len(lines) - 1) / 2) * label.line_step()
            length = min(measure_text(line, size, font, label.bold), label.width)
            yield label.y + label.height / 2 - below, length
