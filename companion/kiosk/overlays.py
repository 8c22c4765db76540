"""The layers over the screen: sheets, messages, the break, the dimmed night."""

from __future__ import annotations

from collections.abc import Callable
from math import dist, inf
from typing import Any

from kivy.clock import Clock
from kivy.input.motionevent import MotionEvent
from kivy.uix.widget import Widget

from companion.kiosk.theme import theme
from companion.kiosk.widgets.base import Panel, Pressable
from companion.kiosk.widgets.overlay import DimOverlay, PauseOverlay
from companion.kiosk.widgets.sheet import Banner, Sheet

ECHO_SECONDS = 0.3

NARROWEST = 10
"""Units that a screen's spot for messages must be wide to be one."""


class Overlays(Panel):
    """Holds what lies over the screens, lowest first: sheets, pause, messages, dimming.

    When a sheet opens or closes, or another screen comes, something else lies under the finger
    that did it. A second quick touch on the same spot was meant for what was there before: it
    is the first one's echo and does nothing. Where a message just went away by itself, a touch
    was meant for the message.
    """

    def __init__(self, dim_minutes: float = 0, **kwargs: Any) -> None:
        self.sheets, self.pauses, self.messages = Panel(), Panel(), Panel()
        self.dim = DimOverlay(dim_minutes)
        self._finger: tuple[float, float] | None = None  # where the last touch came down
        self._echo_at: tuple[float, float] | None = None
        self._echo_until = 0.0
        self._gone: tuple[float, float, float, float] | None = None  # a message's x, y, right, top
        self._gone_until = 0.0
        # Counted from the frame that shows what came: before it nobody can have meant it.
        self._shown = Clock.create_trigger(self._count_echo, 0)
        super().__init__(**kwargs)
        for layer in (self.sheets, self.pauses, self.messages, self.dim):
            self.add_widget(layer)
        self._follows: Widget | None = None
        self.spot: Callable[[], Widget | None] | None = None
        # After the layout of what has just come.
        self._replace = Clock.create_trigger(self._place_message, 0)
        self.messages.bind(pos=self._place_message, size=self._place_message)
        self.sheets.bind(children=lambda *_: self._replace())

    def open_sheet(self, sheet: Sheet) -> Sheet:
        """Show a modal sheet, over others that are open."""
        sheet.size_hint = (1, 1)
        sheet.bind(on_dismiss=self.mute_echo)
        self.sheets.add_widget(sheet)
        self.mute_echo()
        return sheet

    def close_sheet(self) -> bool:
        """Close the topmost sheet; False when none is open."""
        if not self.sheets.children:
            return False
        self.sheets.children[0].dismiss()
        return True

    def close_sheets(self) -> None:
        while self.close_sheet():
            pass

    def toast(
        self, text: str, action: str = "", on_action: Callable[[], None] | None = None
    ) -> Banner:
        """Say something that goes away by itself."""
        return self._message(Banner(text, "info", action, on_action))

    def error(
        self, text: str, action: str = "", on_action: Callable[[], None] | None = None
    ) -> Banner:
        """Say in red that something was refused or failed; stays until closed."""
        return self._message(Banner(text, "error", action, on_action))

    def pause(self, title: str, note: str, resume: str, on_resume: Callable[[], None]) -> None:
        """Cover the screen for a break."""
        self.resume()
        self.pauses.add_widget(PauseOverlay(title, note, resume, on_resume))

    def resume(self) -> None:
        """Take the break away."""
        self.pauses.clear_widgets()

    def mute_echo(self, *_: object) -> None:
        """What lies under the last touch has just changed: its echo must not reach it."""
        self._echo_at, self._echo_until = self._finger, inf
        self._shown()

    @property
    def waking(self) -> bool:
        """Whether a touch on the spot of the last one is still taken for its echo."""
        return self._echo_at is not None and Pressable.now() < self._echo_until

    def _count_echo(self, *_: object) -> None:
        self._echo_until = Pressable.now() + ECHO_SECONDS

    def on_touch_down(self, touch: MotionEvent) -> bool:
        if self._echoes(touch) or self._meant_for_message(touch):
            return True
        self._finger = touch.pos
        return bool(super().on_touch_down(touch))

    def _mute_gone(self, banner: Banner) -> None:
        self._gone = (banner.x, banner.y, banner.x + banner.width, banner.y + banner.height)
        self._gone_until = Pressable.now() + ECHO_SECONDS

    def _meant_for_message(self, touch: MotionEvent) -> bool:
        if self._gone is None or Pressable.now() >= self._gone_until:
            return False
        x, y, right, top = self._gone
        return bool(x <= touch.x <= right and y <= touch.y <= top)

    def _echoes(self, touch: MotionEvent) -> bool:
        if self._echo_at is None or not self.waking:
            return False
        return dist(touch.pos, self._echo_at) < theme.metrics.touch

    def _message(self, banner: Banner) -> Banner:
        # One message at a time: the newest is what the last touch did.
        for old in list(self.messages.children):
            old.dismiss()
        banner.bind(on_gone=self._mute_gone)
        banner.close.bind(on_tap=self.mute_echo)
        self.messages.add_widget(banner)
        self._place_message()
        return banner

    def on_screen(self, *_: object) -> None:
        """Another screen is shown: it lies under the last touch, and messages find their place."""
        self.mute_echo()
        self._replace()

    def _place_message(self, *_: object) -> None:
        """Over the screen's spot for messages; at the top over a sheet, whose foot is in use."""
        edge, most = theme.metrics.gap, theme.metrics.unit * 48
        spot = None if self.sheets.children or self.spot is None else self.spot()
        if self._follows is not spot:
            if self._follows is not None:
                self._follows.unbind(pos=self._replace, size=self._replace)
            if spot is not None:
                spot.bind(pos=self._replace, size=self._replace)
            self._follows = spot
        for banner in self.messages.children:
            if spot is None or spot.width < theme.metrics.unit * NARROWEST:
                banner.width = min(self.messages.width - 2 * edge, most)
                banner.x = self.messages.x + (self.messages.width - banner.width) / 2
                banner.y = self.messages.y + self.messages.height - banner.height - edge
            else:
                left, low = spot.to_window(spot.x, spot.y)
                banner.width = min(spot.width, most)
                banner.x, banner.y = left + (spot.width - banner.width) / 2, low
