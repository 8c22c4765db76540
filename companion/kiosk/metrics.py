"""Sizes in pixels, derived from the real size of the screen. Pure: no Kivy.

A finger is as wide on a small screen as on a big one, so touch targets come in millimetres.
Text comes in millimetres too, but never less than a share of the screen: a large screen hangs
on the wall and is read from further away.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from math import ceil, hypot

MM_PER_INCH = 25.4
TOUCH_MM = 9.0
BODY_MM = 3.5
LINES_ON_SCREEN = 31  # the short side holds at most this many body sizes
TEXT_SCALE_MIN, TEXT_SCALE_MAX = 0.85, 1.5
DIAGONAL_MIN, DIAGONAL_MAX = 3.0, 100.0

# Type scale: multiples of the body size. Capitals are 0.7 of a size high and can be read from
# 200 times their height, so `turn` (2 x 3.5 mm) is legible from a metre.
TYPE_SCALE = {
    "caption": 0.82,
    "body": 1.0,
    "lead": 1.2,
    "title": 1.45,
    "turn": 2.05,
    "hero": 3.0,
    "number": 5.6,
}
SMALLEST_TEXT_MM = 2.3


@dataclass(frozen=True)
class Metrics:
    """The measures of one window: `width` and `height` in pixels, `diagonal` in inches.

    `text_scale` (0.85 to 1.5) enlarges text, never the touch targets' minimum.
    """

    width: int
    height: int
    diagonal: float = 7.0
    text_scale: float = 1.0

    def __post_init__(self) -> None:
        if self.width <= 0 or self.height <= 0:
            raise ValueError(f"window size {self.width}x{self.height} is not positive")
        if not DIAGONAL_MIN <= self.diagonal <= DIAGONAL_MAX:
            raise ValueError(
                f"screen diagonal {self.diagonal} inches is outside "
                f"{DIAGONAL_MIN} to {DIAGONAL_MAX}"
            )
        if not TEXT_SCALE_MIN <= self.text_scale <= TEXT_SCALE_MAX:
            raise ValueError(
                f"text scale {self.text_scale} is outside {TEXT_SCALE_MIN} to {TEXT_SCALE_MAX}"
            )

    @cached_property
    def px_per_mm(self) -> float:
        return hypot(self.width, self.height) / (self.diagonal * MM_PER_INCH)

    def mm(self, length: float) -> float:
        """`length` millimetres on the glass, in pixels."""
        return length * self.px_per_mm

    @property
    def portrait(self) -> bool:
        return self.height > self.width

    @cached_property
    def unit(self) -> float:
        """The body size before the text scale: the measure of everything that is not text."""
        return max(self.mm(BODY_MM), min(self.width, self.height) / LINES_ON_SCREEN)

    @cached_property
    def touch(self) -> float:
        """Least width and height of what a finger has to hit."""
        return float(ceil(max(self.mm(TOUCH_MM), 2.1 * self.unit)))

    @property
    def gap(self) -> float:
        """The usual distance between two things."""
        return float(round(self.unit * 0.5))

    @property
    def gap_small(self) -> float:
        return float(round(self.unit * 0.25))

    @property
    def gap_large(self) -> float:
        return float(round(self.unit))

    @property
    def radius(self) -> float:
        """Corner radius of panels and buttons."""
        return float(round(self.unit * 0.55))

    @property
    def hairline(self) -> float:
        return max(1.0, round(self.unit / 18))

    @property
    def columns(self) -> int:
        """How many reading columns fit side by side (about 22 body sizes each): 1 to 3."""
        return max(1, min(3, int(self.width / (self.unit * 20))))

    def text(self, style: str) -> float:
        """Font size in pixels of a style of `TYPE_SCALE`."""
        try:
            return self.unit * TYPE_SCALE[style] * self.text_scale
        except KeyError:
            known = ", ".join(TYPE_SCALE)
            raise KeyError(f"text style {style!r} is unknown; known: {known}") from None

    @property
    def smallest_text(self) -> float:
        """The size below which no text is shrunk to make it fit."""
        return max(10.0, self.mm(SMALLEST_TEXT_MM))
