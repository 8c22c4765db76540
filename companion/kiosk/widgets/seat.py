"""A seat as everybody at the table sees it: shape, color, name."""

from __future__ import annotations

from typing import Any

from kivy.graphics import Color
from kivy.properties import BooleanProperty, NumericProperty, OptionProperty, StringProperty
from kivy.uix.widget import Widget

from companion.kiosk.art import render
from companion.kiosk.palette import mix, rgba
from companion.kiosk.seats import SEAT_COLORS, seat_color
from companion.kiosk.theme import theme
from companion.kiosk.widgets.base import Drawn, Pressable
from companion.kiosk.widgets.layout import RowsGrid
from companion.kiosk.widgets.text import AutoLabel

SHAPE_SIZES = {"plain": 0.4, "soft": 0.32, "full": 0.36}
"""By the look of a badge, the shape's size as a share of its square."""


class SeatMark(Drawn):
    """The shape of a seat color alone, in a square."""

    color = StringProperty("red")
    is_target = False

    def __init__(self, color: str = "red", **kwargs: Any) -> None:
        super().__init__(color=color, **kwargs)
        self.bind(color=self.redraw)

    def draw(self) -> None:
        render.seat_shape(self.color, self.center_x, self.center_y, min(self.size) * 0.42)


class SeatBadge(Drawn):
    """Shape, name and perhaps a figure at the right. `look`: plain, soft (tinted), full (filled).

    A long name goes on in more lines. Its own height follows the text style.
    """

    name = StringProperty("")
    color = StringProperty("red")
    figure = StringProperty("")
    look = OptionProperty("soft", options=("plain", "soft", "full"))
    style = StringProperty("body")
    figure_style = StringProperty("")  # "": the name's
    active = BooleanProperty(False)

    def __init__(self, name: str = "", color: str = "red", **kwargs: Any) -> None:
        self.label = AutoLabel(bold=True, max_lines=3)
        self.figure_label = AutoLabel(bold=True, halign="right")
        super().__init__(name=name, color=color, **kwargs)
        for child in (self.label, self.figure_label):
            self.add_widget(child)
        for prop in (
            "name",
            "color",
            "figure",
            "look",
            "style",
            "figure_style",
            "active",
            "pos",
            "size",
        ):
            self.fbind(prop, self._place)
        self.restyle()

    def restyle(self) -> None:
        if self.size_hint_y is None:
            self.height = round(theme.metrics.text(self.style) * 1.9)
        self._place()

    def words_fit(self, width: float) -> bool:
        """Whether the whole name would stand in two lines of good size in a badge so wide."""
        return self.label.fits_in_two(width - self._mark() - 2 * theme.metrics.gap_small)

    def _mark(self) -> float:
        """Width of the shape's square: as the text asks, on a high chip too."""
        return min(self.height, 1.9 * theme.metrics.text(self.style))

    def _place(self, *_: object) -> None:
        self.label.text, self.label.style = self.name, self.style
        self.figure_label.text = self.figure
        self.figure_label.style = self.figure_style or self.style
        tone = seat_color(self.color).on_fill if self.look == "full" else "ink"
        self.label.tone = self.figure_label.tone = tone
        mark, edge = self._mark(), theme.metrics.gap_small
        figure = (
            min(self.width * 0.4, self.figure_label.natural_width() + edge) if self.figure else 0
        )
        self.label.pos = (self.x + mark, self.y)
        self.label.size = (max(1, self.width - mark - figure - 2 * edge), self.height)
        self.figure_label.pos = (self.x + self.width - figure - 1.5 * edge, self.y)
        self.figure_label.size = (max(1, figure), self.height)
        self.redraw()

    def draw(self) -> None:
        seat, radius = seat_color(self.color), min(theme.metrics.radius, self.height / 2)
        if self.look == "soft":
            Color(*rgba(mix(theme.palette.surface, seat.fill, 0.16 if not theme.dark else 0.24)))
            self.draw_box(radius)
            # White on white and by night black on black would have no edge.
            render.paint("line")
            self.draw_frame(radius, theme.metrics.hairline)
        elif self.look == "full":
            Color(*rgba(seat.fill))
            self.draw_box(radius)
            render.paint(seat.edge)
            self.draw_frame(radius, max(1.5, theme.metrics.hairline))
        if self.active:
            render.paint("primary")
            self.draw_frame(radius, 2.5 * theme.metrics.hairline)
        mark = self._mark()
        size = mark * SHAPE_SIZES[self.look]
        if self.look == "full":
            # The shape in the ink of the name: red on red would be no mark at all.
            flat = seat.on_fill
            middle = (self.x + mark / 2, self.y + self.height / 2)
            render.seat_shape(self.color, *middle, size * 0.85, flat=flat)
        else:
            render.seat_shape(self.color, self.x + mark / 2, self.center_y, size)


class _Swatch(Pressable, SeatMark):
    """One color of the picker."""

    __events__ = ("on_tap",)
    chosen = BooleanProperty(False)
    is_target = True

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.bind(chosen=self.redraw, disabled=self.redraw, pressed=self.redraw)

    def draw(self) -> None:
        radius = theme.metrics.radius
        render.paint("highlight" if self.chosen else "surface", 0.5 if self.pressed else 1)
        self.draw_box(radius)
        render.paint("primary" if self.chosen else "line")
        width = 2.5 if self.chosen else 1
        self.draw_frame(radius, width * theme.metrics.hairline)
        alpha = 0.22 if self.disabled else 1.0
        render.seat_shape(self.color, self.center_x, self.center_y, min(self.size) * 0.3, alpha)


class SeatColorPicker(RowsGrid):
    """The seat colors to choose from. `color` is the chosen one; `taken` cannot be chosen."""

    color = StringProperty("")
    columns_wanted = NumericProperty(4)

    def __init__(
        self, color: str = "", taken: frozenset[str] | set[str] = frozenset(), **kwargs: Any
    ) -> None:
        super().__init__(**kwargs)
        self._swatches: dict[str, _Swatch] = {}
        for name in SEAT_COLORS:
            swatch = self._swatches[name] = _Swatch(color=name)
            swatch.bind(on_tap=self._tapped)
            self.add_widget(swatch)
        self.bind(color=self._show)
        self.set_taken(taken)
        self.color = color

    def set_taken(self, taken: frozenset[str] | set[str]) -> None:
        """Make the colors of other seats unavailable."""
        for name, swatch in self._swatches.items():
            swatch.disabled = name in taken

    def _tapped(self, swatch: Widget) -> None:
        self.color = swatch.color

    def _show(self, *_: object) -> None:
        for name, swatch in self._swatches.items():
            swatch.chosen = name == self.color
