"""Text that never overflows its box."""

from __future__ import annotations

from functools import lru_cache
from math import ceil
from typing import Any

from kivy.core.text import Label as CoreLabel
from kivy.graphics import Color, Rectangle
from kivy.properties import BooleanProperty, NumericProperty, OptionProperty, StringProperty

from companion.kiosk.theme import font_of, theme
from companion.kiosk.widgets.base import Drawn
from companion.kiosk.widgets.fitting import ONE_LINE_DOWN_TO, Fitted, fit, wrap

GOOD_SIZE = 0.85
"""A text that lost no more than this of its style's size still reads well."""


@lru_cache(maxsize=64)
def _ruler(font: str, bold: bool, size: int) -> CoreLabel:
    return CoreLabel(font_name=font, bold=bold, font_size=size)


@lru_cache(maxsize=4096)
def measure_text(text: str, size: float, font: str, bold: bool) -> float:
    """Width of `text` in one line, in pixels."""
    if not text:
        return 0.0
    return float(_ruler(font, bold, max(1, int(size))).get_extents(text)[0])


@lru_cache(maxsize=256)
def line_height(font: str, size: int) -> float:
    """Height of a line of this font at this size, in whole pixels as it is drawn."""
    return float(_ruler(font, False, max(1, size)).get_extents("Žy")[1])


class AutoLabel(Drawn):
    """A text in a style of the type scale and a tone of the palette, fitted to its box.

    It shrinks down to the smallest legible size, wraps to at most `max_lines`, and is shortened
    with an ellipsis at last. With `grow` the height follows the text instead (for scrolled pages).
    Set `text`, `style`, `tone` at any time.
    """

    text = StringProperty("")
    style = StringProperty("body")
    tone = StringProperty("ink")
    bold = BooleanProperty(False)
    halign = OptionProperty("left", options=("left", "center", "right"))
    valign = OptionProperty("middle", options=("top", "middle", "bottom"))
    max_lines = NumericProperty(1)
    grow = BooleanProperty(False)
    scale = NumericProperty(1.0)  # times the style's size
    smallest = NumericProperty(0.0)  # 0: the metrics' smallest text

    def __init__(self, text: str = "", **kwargs: Any) -> None:
        self._fitted = Fitted((), 0.0)
        self._texture_key: tuple[object, ...] | None = None
        self._texture: Any = None
        super().__init__(text=text, **kwargs)
        for name in ("text", "style", "tone", "bold", "halign", "valign", "max_lines", "scale"):
            self.fbind(name, self.redraw)
        for name in ("text", "style", "bold", "width", "grow", "scale"):
            self.fbind(name, self._set_grown_height)
        if self.grow:
            self.size_hint_y = None
            self._set_grown_height()

    @property
    def shortened(self) -> bool:
        """Whether the text as drawn last had to be cut."""
        return self._fitted.shortened

    @property
    def text_box(self) -> tuple[float, float, float, float]:
        """Where the text itself lies: x, y, width, height in the widget's own coordinates."""
        if self._texture is None:
            return (self.x, self.y, 0.0, 0.0)
        width, height = self._texture.size
        x = {
            "left": self.x,
            "center": self.center_x - width / 2,
            "right": self.right - width,
        }[self.halign]
        y = {"bottom": self.y, "middle": self.center_y - height / 2, "top": self.top - height}[
            self.valign
        ]
        return (round(x), round(y), width, height)

    def font_size(self) -> float:
        """The wanted font size in pixels."""
        return theme.metrics.text(self.style) * self.scale

    def natural_width(self) -> float:
        """Width of the text in one line at the wanted size."""
        return self._measure(self.text, self.font_size()) + 1

    def lines_in(self, width: float, scale: float = 1.0) -> tuple[str, ...] | None:
        """The text in lines so wide, at `scale` of the wanted size; None if a word is wider."""
        return wrap(self.text, max(1, width), scale * self.font_size(), self._measure)

    def fits_in_two(self, width: float) -> bool:
        """Whether the text stands in two lines so wide without getting much smaller."""
        lines = self.lines_in(width, GOOD_SIZE)
        return lines is not None and len(lines) <= 2

    def line_step(self) -> float:
        """Height of one line at the wanted size."""
        return line_height(font_of(self.style), int(self.font_size()))

    def restyle(self) -> None:
        self._set_grown_height()

    def _measure(self, text: str, size: float) -> float:
        return measure_text(text, int(size), font_of(self.style), self.bold)

    def _set_grown_height(self, *_: object) -> None:
        if not self.grow:
            return
        size = self.font_size()
        lines = self.lines_in(self.width) or self.text.split("\n")
        count = len(lines)
        if count == 2 and "\n" not in self.text:
            # What `fit` will set in one line needs no room for a second.
            count = 1 if self._measure(self.text, ONE_LINE_DOWN_TO * size) <= self.width else 2
        self.height = ceil(count * self.line_step()) + 2

    def draw(self) -> None:
        if not self.text:
            self._texture = self._texture_key = None
            self._fitted = Fitted((), 0.0)
            return
        self._fitted = fit(
            self.text,
            self.width,
            self.height,
            self.font_size(),
            self.smallest or theme.metrics.smallest_text,
            self._measure,
            10_000 if self.grow else int(self.max_lines),
            self.line_step() / self.font_size(),
        )
        self._make_texture()
        x, y, width, height = self.text_box
        Color(*theme.color(self.tone))
        Rectangle(texture=self._texture, pos=(x, y), size=(width, height))

    def _make_texture(self) -> None:
        """Render in white, tinted when drawn: a new theme needs no new texture."""
        fitted = self._fitted
        key = (fitted.lines, int(fitted.size), self.style, self.bold, self.halign)
        if key == self._texture_key:
            return
        core = CoreLabel(
            text="\n".join(fitted.lines),
            font_size=max(1, int(fitted.size)),
            font_name=font_of(self.style),
            bold=self.bold,
            halign=self.halign,
            line_height=1.0,
            color=(1, 1, 1, 1),
        )
        core.refresh()
        self._texture, self._texture_key = core.texture, key
