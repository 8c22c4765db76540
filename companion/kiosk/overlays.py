"""The layers over the screen: sheets, messages, the break, the dimmed night."""

from __future__ import annotations

from collections.abc import Callable
from math import dist, inf
from typing import Any

from kivy.clock import Clock
from kivy.input.motionevent import MotionEvent

from companion.kiosk.theme import theme
from companion.kiosk.widgets.base import Panel, Pressable
from companion.kiosk.widgets.overlay import DimOverlay, PauseOverlay
from companion.kiosk.widgets.sheet import Banner, Sheet

ECHO_SECONDS = 0.3


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
        self.messages.bind(pos=self._place_message, size=self._place_message)

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

    def _place_message(self, *_: object) -> None:
        for banner in self.messages.children:
            edge = theme.metrics.gap
            banner.width = min(self.messages.width - 2 * edge, theme.metrics.unit * 48)
            banner.x = self.messages.x + (self.messages.width - banner.width) / 2
            banner.y = self.messages.y + self.messages.height - banner.height - edge
