"""How long the present turn takes, quietly beside the band of whose turn it is."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from kivy.clock import Clock

from companion.kiosk.theme import font_of
from companion.kiosk.widgets.text import AutoLabel, measure_text

if TYPE_CHECKING:
    from companion.kiosk.host import Host
    from companion.session.clocks import Clocks

WIDEST = "00:00"
"""What stands in full size; a turn of an hour and more is set smaller."""


class TurnClock(AutoLabel):
    """Minutes and seconds of the turn. It ticks once a second, and only while somebody can see it.

    `follow` the clocks of a snapshot; `rest` when the screen is left. In a break, before the first
    turn, after the game and while the screen is dimmed nothing is scheduled.
    """

    def __init__(self, host: Host) -> None:
        self._host = host
        self._clocks: Clocks | None = None
        self._tick: Any = None
        super().__init__(style="lead", tone="muted", halign="center", size_hint_x=None)
        if host.app.overlays is not None:
            host.app.overlays.dim.bind(dimmed=self._show)

    def restyle(self) -> None:
        super().restyle()
        self.width = measure_text(WIDEST, int(self.font_size()), font_of(self.style), False) + 2

    def follow(self, clocks: Clocks | None) -> None:
        """Show the turn of these clocks, and go with it."""
        self._clocks = clocks
        self._show()

    def rest(self) -> None:
        """Stand still until the next `follow`."""
        self._clocks = None
        self._stop()

    @property
    def ticking(self) -> bool:
        """Whether a next second is waited for."""
        return self._tick is not None

    def _stop(self) -> None:
        if self._tick is not None:
            self._tick.cancel()
            self._tick = None

    def _in_sight(self) -> bool:
        overlays = self._host.app.overlays
        dimmed = overlays is not None and overlays.dim.dimmed
        return not dimmed and self.get_root_window() is not None

    def _show(self, *_: object) -> None:
        self._stop()
        clocks, host = self._clocks, self._host
        if clocks is None:
            return
        if clocks.seat is None or clocks.book.over:
            self.text = ""
            return
        seconds = clocks.turn_seconds(host.session.mono())
        self.text = host.tr.clock(seconds)
        if clocks.running and self._in_sight():
            # To the full second: late ticks do not add up.
            self._tick = Clock.schedule_once(self._show, 1 - seconds % 1)
