"""A sheet that a double tap does not run away with."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from kivy.clock import Clock
from kivy.uix.widget import Widget

from companion.kiosk.widgets.base import Pressable
from companion.kiosk.widgets.buttons import DEAD_SECONDS
from companion.kiosk.widgets.sheet import Sheet


class CalmSheet(Sheet):
    """A sheet whose opening and closing take one tap each, also from a finger that taps twice.

    For 300 ms after it opened nothing on or beside it is tapped; for as long after it closed,
    nothing below where it was.
    """

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        self._awake = Pressable.now() + DEAD_SECONDS
        super().__init__(*args, **kwargs)

    @property
    def waking(self) -> bool:
        """Whether taps are still ignored."""
        return Pressable.now() < self._awake

    def on_touch_down(self, touch: Any) -> bool:
        return True if self.waking else super().on_touch_down(touch)

    def dismiss(self) -> None:
        layer = self.parent
        super().dismiss()
        if layer is not None:
            layer.add_widget(_Hush())


class _Hush(Widget):
    """Swallows every touch for a moment, then goes away."""

    def __init__(self) -> None:
        super().__init__(size_hint=(1, 1))
        self._goes: Callable[[], Any] = Clock.create_trigger(self.dismiss, DEAD_SECONDS)
        self._goes()

    def dismiss(self, *_: object) -> None:
        if self.parent is not None:
            self.parent.remove_widget(self)

    def on_touch_down(self, touch: Any) -> bool:
        return True
