"""Asking for a value: counts, yes or no, one of a few."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from kivy.properties import (
    BooleanProperty,
    NumericProperty,
    ObjectProperty,
    OptionProperty,
    StringProperty,
)

from companion.kiosk.art import render
from companion.kiosk.art.icons import icon
from companion.kiosk.theme import theme
from companion.kiosk.widgets.base import Box, Drawn, Pressable
from companion.kiosk.widgets.buttons import IconButton, TileButton
from companion.kiosk.widgets.layout import RowsGrid
from companion.kiosk.widgets.text import AutoLabel


class Stepper(Box):
    """A caption and `- n +`. `preview(value)` says what would come of it ("makes 5")."""

    value = NumericProperty(0)
    least = NumericProperty(0)
    most = NumericProperty(99)
    preview = ObjectProperty(None, allownone=True)

    def __init__(
        self,
        caption: str = "",
        value: int = 0,
        least: int = 0,
        most: int = 99,
        preview: Callable[[int], str] | None = None,
        **kwargs: Any,
    ) -> None:
        kwargs.setdefault("size_hint_y", None)
        self.caption = AutoLabel(caption, bold=True, max_lines=2)
        self.note = AutoLabel("", style="caption", tone="muted", max_lines=2, size_hint_y=0.8)
        self.words = Box(orientation="vertical", spacing_of="none")
        self.words.add_widget(self.caption)
        self.minus = IconButton("minus", variant="secondary", name="minus")
        self.plus = IconButton("plus", variant="secondary", name="plus")
        self.figure = AutoLabel(str(value), style="title", halign="center", size_hint_x=None)
        super().__init__(value=value, least=least, most=most, preview=preview, **kwargs)
        if caption or preview:
            self.add_widget(self.words)
        for child in (self.minus, self.figure, self.plus):
            self.add_widget(child)
        self.minus.bind(on_tap=lambda *_: self._step(-1))
        self.plus.bind(on_tap=lambda *_: self._step(+1))
        for name in ("value", "least", "most", "preview"):
            self.fbind(name, self._show)
        self._show()

    def restyle(self) -> None:
        super().restyle()
        self.spacing = theme.metrics.gap_small
        words = self.caption.line_step() + (self.note.line_step() if self.preview else 0)
        self.height = round(max(theme.metrics.touch, words))
        self.figure.width = round(theme.metrics.touch * 1.05)

    def _step(self, by: int) -> None:
        self.value = max(self.least, min(self.most, self.value + by))

    def _show(self, *_: object) -> None:
        self.figure.text = str(int(self.value))
        self.minus.disabled = self.value <= self.least
        self.plus.disabled = self.value >= self.most
        note = self.preview(int(self.value)) if self.preview else ""
        self.note.text = note
        if bool(note) != (self.note.parent is not None):
            if note:
                self.words.add_widget(self.note)
            else:
                self.words.remove_widget(self.note)
            self.restyle()


class ToggleChip(Pressable, Drawn):
    """A named yes or no: a chip with a check mark when it is `on`. Tapping turns it."""

    __events__ = ("on_tap",)
    text = StringProperty("")
    on = BooleanProperty(False)
    fixed = BooleanProperty(False)  # a chip of a single choice is turned by its row, not by itself

    def __init__(self, text: str = "", on: bool = False, **kwargs: Any) -> None:
        kwargs.setdefault("size_hint_y", None)
        self.label = AutoLabel(bold=True, max_lines=2)
        super().__init__(text=text, on=on, **kwargs)
        self.add_widget(self.label)
        for name in ("text", "on", "pressed", "disabled", "pos", "size"):
            self.fbind(name, self._place)
        self._place()

    def restyle(self) -> None:
        if self.size_hint_y is None:
            self.height = round(theme.metrics.touch)

    def natural_width(self) -> float:
        """Width at which the text stands in one line."""
        return self.label.natural_width() + theme.metrics.touch * 0.75 + theme.metrics.unit

    def on_tap(self) -> None:
        if not self.fixed:
            self.on = not self.on

    def _place(self, *_: object) -> None:
        mark = self._mark_side() + theme.metrics.gap
        edge = theme.metrics.unit * 0.5
        self.label.text = self.text
        self.label.tone = "on_highlight" if self.on else "ink"
        self.label.opacity = 0.45 if self.disabled else 1.0
        self.label.pos = (self.x + edge + mark, self.y)
        self.label.size = (max(1, self.width - mark - 2 * edge), self.height)
        self.redraw()

    def _mark_side(self) -> float:
        return round(min(self.height * 0.5, theme.metrics.touch * 0.46))

    def draw(self) -> None:
        metrics, radius = theme.metrics, theme.metrics.radius
        fade = 0.5 if self.disabled else 1.0
        render.paint("highlight" if self.on else "surface", fade)
        self.draw_box(radius)
        render.paint("primary" if self.on or self.pressed else "line", fade)
        self.draw_frame(radius, (2 if self.on else 1) * metrics.hairline)
        side = self._mark_side()
        x, y = self.x + metrics.unit * 0.5, self.y + (self.height - side) / 2
        rounding = side / 2 if self.fixed else side * 0.25
        render.paint("on_highlight" if self.on else "muted", fade)
        render.frame(x, y, side, side, rounding, 2 * metrics.hairline)
        if not self.on:
            return
        if self.fixed:
            render.disc(x + side / 2, y + side / 2, side * 0.26)
        else:
            tone = theme.color("on_highlight", fade)
            render.drawing(icon("check"), x + side * 0.06, y + side * 0.08, side * 0.9, tone)


def chip_width(touches: float = 3.4) -> float:
    """A `cell_width` for chips with words: wider with the text, which would shrink otherwise."""
    return touches * max(1.0, theme.metrics.text_scale)


class ChoiceRow(RowsGrid):
    """One of a few: chips in rows. `options` are (value, text) pairs; `value` is the chosen one.

    The value stays None until something is chosen.
    """

    value = ObjectProperty(None, allownone=True)

    def __init__(
        self,
        options: Sequence[tuple[Any, str]] = (),
        value: Any = None,
        cell_width: float = 3.2,
        **kwargs: Any,
    ) -> None:
        super().__init__(cell_width=cell_width, **kwargs)
        self._chips: dict[Any, ToggleChip] = {}
        self.bind(value=self._show)
        self.set_options(options)
        self.value = value

    def set_options(self, options: Sequence[tuple[Any, str]]) -> None:
        """Offer other options; a chosen value that is still offered stays chosen."""
        if list(self._chips) == [value for value, _ in options]:
            for value, text in options:
                self._chips[value].text = text
            return
        self.clear_widgets()
        self._chips = {}
        for value, text in options:
            chip = self._chips[value] = ToggleChip(text, fixed=True)
            chip.bind(on_tap=lambda _, chosen=value: setattr(self, "value", chosen))
            self.add_widget(chip)
        if self.value not in self._chips:
            self.value = None
        self._show()

    def _show(self, *_: object) -> None:
        for value, chip in self._chips.items():
            chip.on = value == self.value


class SegmentedChoice(Box):
    """Two to four short options side by side in one bar, one always chosen."""

    value = ObjectProperty(None, allownone=True)
    look = OptionProperty("bar", options=("bar",))

    def __init__(
        self, options: Sequence[tuple[Any, str]] = (), value: Any = None, **kwargs: Any
    ) -> None:
        kwargs.setdefault("size_hint_y", None)
        super().__init__(spacing_of="hair", **kwargs)
        self._parts: dict[Any, TileButton] = {}
        for option, text in options:
            part = self._parts[option] = TileButton(text, size_hint_y=1)
            part.bind(on_tap=lambda _, chosen=option: setattr(self, "value", chosen))
            self.add_widget(part)
        self.bind(value=self._show)
        self.value = value if value is not None else next(iter(self._parts), None)
        self._show()

    def restyle(self) -> None:
        super().restyle()
        self.height = round(theme.metrics.touch)

    def _show(self, *_: object) -> None:
        for option, part in self._parts.items():
            part.variant = "chosen" if option == self.value else "secondary"
