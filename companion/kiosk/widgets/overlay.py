"""Overlays over everything: the dimmed screen, the pause."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from kivy.clock import Clock
from kivy.properties import BooleanProperty, NumericProperty, StringProperty

from companion.kiosk.art import render
from companion.kiosk.art.icons import icon
from companion.kiosk.theme import theme
from companion.kiosk.widgets.base import Drawn, Panel
from companion.kiosk.widgets.buttons import PrimaryButton
from companion.kiosk.widgets.text import AutoLabel


class DimOverlay(Drawn):
    """Darkens the screen after `minutes` without a touch; 0 never does.

    The touch that wakes it does nothing else when `swallow` is true. `wake()` lights the screen
    without a touch, for a button or dice. One timer is set per touch, nothing runs meanwhile.
    """

    minutes = NumericProperty(0)
    depth = NumericProperty(0.82)
    dimmed = BooleanProperty(False)

    def __init__(self, minutes: float = 0, swallow: bool = True, **kwargs: Any) -> None:
        self.swallow = swallow
        self._timer: Any = None
        super().__init__(minutes=minutes, **kwargs)
        self.bind(minutes=lambda *_: self.wake(), depth=self.redraw)
        self.wake()

    def wake(self) -> None:
        """Light the screen and count anew."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        if self.dimmed:
            self.dimmed = False
            self.redraw()
        if self.minutes > 0:
            self._timer = Clock.schedule_once(self._dim, self.minutes * 60)

    def _dim(self, *_: object) -> None:
        self._timer = None
        self.dimmed = True
        self.redraw()

    def on_touch_down(self, touch: Any) -> bool:
        was_dimmed = self.dimmed
        self.wake()
        if was_dimmed and self.swallow:
            touch.grab(self)  # so that its end is swallowed too
            return True
        return False

    def on_touch_move(self, touch: Any) -> bool:
        return touch.grab_current is self

    def on_touch_up(self, touch: Any) -> bool:
        if touch.grab_current is self:
            touch.ungrab(self)
            return True
        return False

    def draw(self) -> None:
        if self.dimmed:
            render.paint("#000000", self.depth)
            self.draw_bar()


class PauseOverlay(Panel):
    """A break: the clocks stand still. Only its button, which says how to go on, can be tapped."""

    is_modal_layer = True
    title = StringProperty("")

    def __init__(
        self, title: str, note: str, resume: str, on_resume: Callable[[], None], **kwargs: Any
    ) -> None:
        self.ground = _PauseGround()
        self.heading = AutoLabel(title, style="hero", halign="center")
        self.note = AutoLabel(note, style="lead", halign="center", tone="muted", max_lines=3)
        self.button = PrimaryButton(resume, meaning="resume", icon="play", size_hint_y=None)
        super().__init__(title=title, **kwargs)
        self.button.bind(on_tap=lambda *_: on_resume())
        for child in (self.ground, self.heading, self.note, self.button):
            child.size_hint = (None, None)
            self.add_widget(child)
        self.bind(pos=self._place, size=self._place)
        self._place()

    def restyle(self) -> None:
        if self.button.parent is not None:
            self._place()

    def _place(self, *_: object) -> None:
        x, y, width, height = self.x, self.y, self.width, self.height
        inner = min(width * 0.86, theme.metrics.unit * 26)
        left = x + (width - inner) / 2
        self.ground.pos, self.ground.size = self.pos, self.size
        for part, bottom, tall in (
            (self.heading, 0.46, 0.16),
            (self.note, 0.32, 0.13),
        ):
            part.pos, part.size = (left, y + height * bottom), (inner, height * tall)
        tall = theme.metrics.touch * 1.35
        self.button.pos, self.button.size = (left, y + height * 0.24 - tall / 2), (inner, tall)

    def on_touch_down(self, touch: Any) -> bool:
        super().on_touch_down(touch)
        return True


class _PauseGround(Drawn):
    """The table's color, a compass rose far away, the sign of a break."""

    def draw(self) -> None:
        render.paint("table")
        self.draw_bar()
        side = min(self.width, self.height) * 0.26
        x, y = self.x + (self.width - side) / 2, self.y + self.height * 0.78 - side / 2
        render.drawing(icon("pause"), x, y, side, theme.color("primary"))
