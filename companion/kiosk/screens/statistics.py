"""Statistics: numbers against what dice would give, players, turn times, points over time."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from kivy.uix.widget import Widget

from companion.core.history import Log
from companion.kiosk.router import Screen
from companion.kiosk.screens.statistics_pages import (
    NumbersPage,
    PlayersPage,
    PointsPage,
    StatisticsPage,
    TimesPage,
)
from companion.kiosk.widgets.base import Box
from companion.kiosk.widgets.inputs import SegmentedChoice
from companion.kiosk.widgets.scaffold import HeaderBar, ScreenScaffold
from companion.kiosk.widgets.text import AutoLabel
from companion.view import statistics

if TYPE_CHECKING:
    from companion.kiosk.host import Host

PAGES: dict[str, type[StatisticsPage]] = {
    "numbers": NumbersPage,
    "players": PlayersPage,
    "turns": TimesPage,
    "points": PointsPage,
}


class StatisticsScreen(Screen):
    """One page at a time, chosen by the bar on top; nothing is counted before a number came."""

    def __init__(self, host: Host) -> None:
        super().__init__()
        self._host = host
        self._log: Log | None = None
        self._built: dict[str, StatisticsPage] = {}
        header = HeaderBar(host.tr("common.statistics"))
        header.bind(on_lead=lambda *_: host.back())
        tabs = [(name, host.tr(f"kiosk.statistics.tab.{name}")) for name in PAGES]
        self.tabs = SegmentedChoice(tabs, "numbers")
        self.tabs.bind(value=lambda *_: self._draw())
        self.place = Box(orientation="vertical")
        body = Box(orientation="vertical")
        body.add_widget(self.tabs)
        body.add_widget(self.place)
        self.add_widget(ScreenScaffold(header, body))

    def show_tab(self, name: str) -> None:
        """Show one of `PAGES`."""
        self.tabs.value = name

    def update(self, snapshot: Any) -> None:
        if snapshot.log is self._log and self.place.children:
            return
        self._log = snapshot.log
        self._draw()

    def _draw(self) -> None:
        host, log = self._host, self._log
        if log is None:
            self._put(_nothing(host.tr("kiosk.statistics.no_game"), ""))
            return
        counted = statistics(log, show_left=host.preferences.show_left)
        if not counted.total:
            more = host.tr("kiosk.statistics.none_yet_more")
            self._put(_nothing(host.tr("kiosk.statistics.none_yet"), more))
            return
        name = self.tabs.value
        page = self._built.get(name)
        if page is None:
            page = self._built[name] = PAGES[name](host)
        page.show(counted)
        self._put(page)

    def _put(self, page: Widget) -> None:
        if self.place.children != [page]:
            self.place.clear_widgets()
            self.place.add_widget(page)


def _nothing(text: str, more: str) -> Widget:
    box = Box(orientation="vertical", spacing_of="small")
    box.add_widget(AutoLabel(text, style="title", halign="center", valign="bottom", max_lines=2))
    box.add_widget(AutoLabel(more, tone="muted", halign="center", valign="top", max_lines=3))
    return box
