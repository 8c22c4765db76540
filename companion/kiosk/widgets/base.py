"""What all widgets share: drawing on demand, following the theme, being touched."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

from kivy.clock import Clock
from kivy.input.motionevent import MotionEvent
from kivy.properties import BooleanProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.floatlayout import FloatLayout
from kivy.uix.widget import Widget

from companion.kiosk.art import render
from companion.kiosk.theme import theme


class Themed:
    """Mixin for widgets and layouts: `restyle` runs now and whenever theme or sizes change."""

    def follow_theme(self) -> None:
        """Restyle now, and again whenever the theme changes."""
        theme.follow(self)
        self.restyle()

    def on_theme(self) -> None:
        """The theme changed."""
        self.restyle()

    def restyle(self) -> None:
        """Set what depends on the theme: sizes, paddings, colors."""


class Drawn(Themed, Widget):
    """A widget that draws itself in `draw`, at most once a frame and only after a change."""

    def __init__(self, **kwargs: Any) -> None:
        # Timeout -1: before this frame is drawn, so that a change shows at once.
        self._redraw = Clock.create_trigger(self._draw_now, -1)
        super().__init__(**kwargs)
        self.bind(pos=self.redraw, size=self.redraw)
        self.follow_theme()

    def redraw(self, *_: object) -> None:
        """Ask for `draw` before the next frame."""
        self._redraw()

    def on_theme(self) -> None:
        self.restyle()
        self._redraw()

    def _draw_now(self, *_: object) -> None:
        self.canvas.before.clear()
        if self.width < 1 or self.height < 1:
            return
        with self.canvas.before:
            self.draw()

    def draw(self) -> None:
        """Draw into the open canvas, within `pos` and `size`."""

    def draw_bar(self) -> None:
        """Fill the whole widget."""
        render.bar(self.x, self.y, self.width, self.height)

    def draw_box(self, radius: float) -> None:
        """Fill the whole widget, with round corners."""
        render.box(self.x, self.y, self.width, self.height, radius)

    def draw_frame(self, radius: float, line: float) -> None:
        """Draw the widget's outline, `line` pixels wide, inside it."""
        render.frame(self.x, self.y, self.width, self.height, radius, line)


class Box(Themed, BoxLayout):
    """A box layout whose spacing and padding are named: none, small, gap, large."""

    def __init__(self, spacing_of: str = "gap", padding_of: str = "none", **kwargs: Any) -> None:
        self.spacing_of, self.padding_of = spacing_of, padding_of
        super().__init__(**kwargs)
        self.follow_theme()

    def restyle(self) -> None:
        self.spacing = gap(self.spacing_of)
        self.padding = gap(self.padding_of)


class Panel(Themed, FloatLayout):
    """A float layout that follows the theme."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.follow_theme()


def gap(name: str) -> float:
    """A distance by name, in pixels: none, hair, small, gap, large."""
    metrics = theme.metrics
    return {
        "none": 0.0,
        "hair": metrics.hairline,
        "small": metrics.gap_small,
        "gap": metrics.gap,
        "large": metrics.gap_large,
    }[name]


class Pressable:
    """Mixin: one finger down and up inside is one `on_tap`.

    A finger that leaves the widget, a disabled widget, or one whose `dead` says so, taps nothing.
    The widget must register the event `on_tap`.
    """

    pressed = BooleanProperty(False)
    now: Callable[[], float] = staticmethod(time.monotonic)
    is_target: bool = True  # a touch target: tests measure it

    def dead(self) -> bool:
        """Whether taps are ignored at this moment."""
        return False

    def on_tap(self) -> None:
        """Event: the widget was tapped."""

    def on_touch_down(self, touch: MotionEvent) -> bool:
        if touch.is_mouse_scrolling or self.disabled or not self.collide_point(*touch.pos):  # type: ignore[attr-defined]
            return bool(super().on_touch_down(touch))  # type: ignore[misc]
        if self.dead():
            return True  # swallowed: it must not reach what lies below
        touch.grab(self)
        self.pressed = True
        return True

    def on_touch_move(self, touch: MotionEvent) -> bool:
        if touch.grab_current is not self:
            return bool(super().on_touch_move(touch))  # type: ignore[misc]
        self.pressed = self.collide_point(*touch.pos)
        return True

    def on_touch_up(self, touch: MotionEvent) -> bool:
        if touch.grab_current is not self:
            return bool(super().on_touch_up(touch))  # type: ignore[misc]
        touch.ungrab(self)
        was_pressed, self.pressed = self.pressed, False
        inside = self.collide_point(*touch.pos)
        if was_pressed and inside and not self.disabled and not self.dead():
            self.dispatch("on_tap")
        return True
