"""The layers over the screen: sheets, messages, the break, the dimmed night."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from companion.kiosk.theme import theme
from companion.kiosk.widgets.base import Panel
from companion.kiosk.widgets.overlay import DimOverlay, PauseOverlay
from companion.kiosk.widgets.sheet import Banner, Sheet


class Overlays(Panel):
    """Holds what lies over the screens, lowest first: sheets, pause, messages, dimming."""

    def __init__(self, dim_minutes: float = 0, **kwargs: Any) -> None:
        self.sheets, self.pauses, self.messages = Panel(), Panel(), Panel()
        self.dim = DimOverlay(dim_minutes)
        super().__init__(**kwargs)
        for layer in (self.sheets, self.pauses, self.messages, self.dim):
            self.add_widget(layer)
        self.messages.bind(pos=self._place_message, size=self._place_message)

    def open_sheet(self, sheet: Sheet) -> Sheet:
        """Show a modal sheet, over others that are open."""
        sheet.size_hint = (1, 1)
        self.sheets.add_widget(sheet)
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

    def _message(self, banner: Banner) -> Banner:
        # One message at a time: the newest is what the last touch did.
        for old in list(self.messages.children):
            old.dismiss()
        self.messages.add_widget(banner)
        self._place_message()
        return banner

    def _place_message(self, *_: object) -> None:
        for banner in self.messages.children:
            edge = theme.metrics.gap
            banner.width = min(self.messages.width - 2 * edge, theme.metrics.unit * 48)
            banner.x = self.messages.x + (self.messages.width - banner.width) / 2
            banner.y = self.messages.y + self.messages.height - banner.height - edge
