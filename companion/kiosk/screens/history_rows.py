"""The rows of the history: only those in sight exist, however long the game was."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from kivy.factory import Factory
from kivy.properties import AliasProperty, StringProperty
from kivy.uix.recycleboxlayout import RecycleBoxLayout
from kivy.uix.recycleview import RecycleView
from kivy.uix.recycleview.views import RecycleDataViewBehavior

from companion.kiosk.art import render
from companion.kiosk.screens.history_words import HistoryWords
from companion.kiosk.theme import theme
from companion.kiosk.widgets.base import Drawn, Themed
from companion.kiosk.widgets.fitting import ONE_LINE_DOWN_TO
from companion.kiosk.widgets.lists import ListRow
from companion.kiosk.widgets.text import AutoLabel
from companion.view.pages import LineView
from companion.view.turns import TurnLines

OnEntry = Callable[[LineView], None]


class EntryRow(RecycleDataViewBehavior, ListRow):
    """One line of the history; the list says how high it is."""

    def __init__(self, **kwargs: Any) -> None:
        self.line: LineView | None = None
        self.on_entry: OnEntry | None = None
        self._changing = False
        super().__init__(**kwargs)
        self.figure_label.style = "caption"  # the time of day matters least

    def refresh_view_attrs(self, _list: Any, _index: int, data: dict[str, Any]) -> None:
        """Show another line."""
        words: HistoryWords = data["words"]
        self.line, self.on_entry = data["line"], data["on_entry"]
        # Placed once for all of them: rows come into sight while a finger scrolls.
        self._changing = True
        for name, value in words.row(data["line"]).items():
            setattr(self, name, value)
        self._changing = False
        self._place()

    def on_tap(self) -> None:
        if self.line is not None and self.on_entry is not None:
            self.on_entry(self.line)

    def _place(self, *args: object) -> None:
        if self._changing:
            return
        super()._place(*args)
        self.figure_label.tone = "muted"
        if self.note and self.label.natural_width() * ONE_LINE_DOWN_TO <= self.label.width:
            self._close_up()

    def _close_up(self) -> None:
        """Bring the note up to a text of one line, both in the middle of the row."""
        line, note = self.label.line_step(), self.note_label.height
        room = self.height - line - note
        if room > 0:
            self.note_label.y = round(self.y + room / 2)
            self.label.y, self.label.height = self.note_label.top, round(line)

    def _fit_height(self, two_lines: bool) -> None:
        """Nothing to do: all rows of the list are equally high."""


class TurnHeading(RecycleDataViewBehavior, Drawn):
    """Whose turn the entries below belong to."""

    color = StringProperty("")

    def __init__(self, **kwargs: Any) -> None:
        self.label = AutoLabel(style="caption", tone="muted", bold=True)
        super().__init__(**kwargs)
        self.add_widget(self.label)
        self.bind(pos=self._place, size=self._place, color=self._place)

    def refresh_view_attrs(self, _list: Any, _index: int, data: dict[str, Any]) -> None:
        """Show another heading."""
        words: HistoryWords = data["words"]
        self.label.text, self.color = words.heading(data["group"])
        self.redraw()

    def restyle(self) -> None:
        self._place()

    def _place(self, *_: object) -> None:
        mark = self.height if self.color else theme.metrics.gap_small
        self.label.pos = (self.x + mark, self.y)
        self.label.size = (max(1, self.width - mark), self.height)

    def draw(self) -> None:
        if self.color:
            middle = self.height / 2
            render.seat_shape(self.color, self.x + middle, self.y + middle, self.height * 0.26)
        text = min(self.label.natural_width(), self.label.width)
        left = self.label.x + text + theme.metrics.gap
        render.paint("line")
        width = self.x + self.width - left
        if width > 0:
            render.bar(left, self.y + self.height / 2, width, theme.metrics.hairline)


# The layout finds the classes of its rows by name.
ENTRY, HEADING = "HistoryEntryRow", "HistoryTurnHeading"
Factory.register(ENTRY, cls=EntryRow)
Factory.register(HEADING, cls=TurnHeading)


LEAST_THUMB = 0.09
"""The scroll bar's thumb is at least such a share of the list: seen however long the game was."""


class HistoryList(Themed, RecycleView):
    """All lines under their turns, newest first. `show` takes a new history."""

    def __init__(self, on_entry: OnEntry, **kwargs: Any) -> None:
        kwargs.setdefault("do_scroll_x", False)
        super().__init__(**kwargs)
        self._on_entry = on_entry
        self._shown: tuple[Sequence[TurnLines], HistoryWords] | None = None
        self.scroll_type = ["content"]
        self.effect_y.friction = 0.06
        self.rows = RecycleBoxLayout(
            orientation="vertical", size_hint_y=None, default_size_hint=(1, None), key_size="size"
        )
        self.rows.bind(minimum_height=self.rows.setter("height"))
        self.add_widget(self.rows)
        self.key_viewclass = "viewclass"  # the layout keeps it, so it comes after the layout
        self.follow_theme()

    def _thumb(self) -> tuple[float, float]:
        """Where the scroll bar's thumb begins and how long it is, as shares of the list."""
        rows = self._viewport
        if rows is None or rows.height <= self.height:
            return 0.0, 1.0
        length = max(LEAST_THUMB, self.height / rows.height)
        return min(1.0, max(0.0, self.scroll_y)) * (1 - length), length

    vbar = AliasProperty(_thumb, None, bind=("scroll_y", "_viewport", "viewport_size", "height"))

    def show(self, groups: Sequence[TurnLines], words: HistoryWords) -> None:
        """Show the lines of `groups`, in this order."""
        self._shown = (groups, words)
        metrics = theme.metrics
        entry = (None, self._entry_height())
        heading = (None, round(metrics.touch * 0.62))
        data: list[dict[str, Any]] = []
        for group in groups:
            data.append({"viewclass": HEADING, "size": heading, "group": group, "words": words})
            data += [
                {
                    "viewclass": ENTRY,
                    "size": entry,
                    "line": line,
                    "words": words,
                    "on_entry": self._on_entry,
                }
                for line in group.lines
            ]
        self.data = data

    def _entry_height(self) -> int:
        """Room for what was done and a note below; in portrait what was done has two lines."""
        metrics = theme.metrics
        lines = 2 if metrics.portrait else 1
        text = metrics.text("body") * 1.4 * lines + metrics.text("caption") * 1.4
        return round(max(metrics.touch, text + metrics.gap))

    def restyle(self) -> None:
        self.bar_color = theme.color("muted", 0.8)
        self.bar_inactive_color = theme.color("muted", 0.45)
        self.bar_width = max(4, round(theme.metrics.unit * 0.22))
        self.rows.spacing = theme.metrics.gap_small
        right = self.bar_width + theme.metrics.gap_small
        self.rows.padding = (0, 0, right, 0)
        if self._shown is not None:
            self.show(*self._shown)
