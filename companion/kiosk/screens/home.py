"""Home: go on with the game on the table first of all, then everything else."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from companion import __version__
from companion.kiosk.router import Screen
from companion.kiosk.screens.home_trouble import trouble_card
from companion.kiosk.screens.set_up import LAST_SET_UP, begin
from companion.kiosk.theme import theme
from companion.kiosk.widgets.base import Box
from companion.kiosk.widgets.buttons import PrimaryButton, TileButton
from companion.kiosk.widgets.layout import Card, ScrollColumn
from companion.kiosk.widgets.lists import ListRow
from companion.kiosk.widgets.scaffold import Panes, ScreenScaffold
from companion.kiosk.widgets.text import AutoLabel
from companion.view.model import TableView

if TYPE_CHECKING:
    from companion.kiosk.host import Host

ELSEWHERE = (("games", "list"), ("people", "people"), ("settings", "settings"))


class HomeScreen(Screen):
    """Resume is the big button whenever a game is open; else a new game is."""

    def __init__(self, host: Host) -> None:
        super().__init__()
        self._host = host
        self._shown: object = None
        self._last: dict[str, Any] | None = None
        self.title = AutoLabel("Islekeeper", style="turn", size_hint_y=None)
        self.about = AutoLabel(
            host.tr("kiosk.home.about", version=__version__),
            style="caption",
            tone="muted",
            max_lines=2,
            size_hint_y=None,
        )
        self.now = Box(orientation="vertical", spacing_of="small")
        self.ways = Box(orientation="vertical", spacing_of="small")
        body = Box(orientation="vertical", spacing_of="small")
        body.add_widget(self.title)
        body.add_widget(Panes(self.now, self.ways, shares=(1.35, 1.0)))
        body.add_widget(self.about)
        self.add_widget(ScreenScaffold(None, body))
        self.restyle()

    def restyle(self) -> None:
        super().restyle()
        if getattr(self, "about", None) is not None:
            self.title.height = round(theme.metrics.touch * 1.1)
            self.about.height = round(self.about.line_step() * 2)

    def on_show(self, **_params: Any) -> None:
        host = self._host

        def known(last: Any) -> None:
            if isinstance(last, dict) and last != self._last:
                self._last = last
                self._shown = None
                self.update(host.snapshot)

        if host.snapshot.journal.open:
            host.wait(host.session.preferences.get(LAST_SET_UP), known)

    def update(self, snapshot: Any) -> None:
        view = self._host.view
        key = (snapshot.game, view, snapshot.journal, snapshot.trouble, self._last)
        if key == self._shown:
            return
        self._shown = key
        self._fill_now(snapshot, view)
        self._fill_ways(snapshot, view)

    def _fill_now(self, snapshot: Any, view: TableView | None) -> None:
        host = self._host
        self.now.clear_widgets()
        trouble = trouble_card(host, snapshot)
        if trouble is not None:
            self.now.add_widget(trouble)
            return
        if view is None:
            welcome = AutoLabel(host.tr("kiosk.home.welcome"), style="lead", max_lines=4)
            welcome.valign = "top"
            self.now.add_widget(welcome)
            return
        card = Card()
        card.add_widget(self._heading(view))
        column = ScrollColumn()
        for seat in view.seats:
            if seat.present and seat.vp is not None:
                column.add_row(
                    ListRow(
                        host.say(seat.name),
                        seat=seat.color,
                        figure=f"{seat.vp}/{seat.target}",
                        look="chosen" if seat.on_turn else "plain",
                        taps=False,
                    )
                )
        card.add_widget(column)
        self.now.add_widget(card)

    def _heading(self, view: TableView) -> AutoLabel:
        host = self._host
        if view.over:
            words = host.tr("kiosk.home.over")
        elif view.turn.number:
            words = host.tr("kiosk.home.turn", n=view.turn.number)
        else:
            words = host.tr("kiosk.home.set_up")
        label = AutoLabel(words, style="lead", bold=True, size_hint_y=None, max_lines=2)
        label.height = round(label.line_step() * 1.3)
        return label

    def _fill_ways(self, snapshot: Any, view: TableView | None) -> None:
        host = self._host
        self.ways.clear_widgets()
        usable = snapshot.journal.open and not snapshot.journal.read_only
        if view is not None:
            resume = PrimaryButton(size_hint_y=1.5)
            resume.offer(host.tr("kiosk.home.resume"), "resume", "play")
            resume.bind(on_tap=lambda *_: host.home("table"))
            self.ways.add_widget(resume)
        self._tile("new_game", "plus", lambda: host.go("new_game"), usable, primary=view is None)
        if self._last is not None:
            self._tile("same_again", "redo", self._same_again, usable)
        for name, icon in ELSEWHERE:
            self._tile(name, icon, lambda name=name: host.go(name), True)

    def _tile(self, name: str, icon: str, act: Any, usable: bool, *, primary: bool = False) -> None:
        tile = TileButton(self._host.tr(f"kiosk.home.{name}"), icon=icon, style="lead")
        tile.halign = "left"
        tile.variant = "primary" if primary else "secondary"
        tile.disabled = not usable
        tile.bind(on_tap=lambda *_: act())
        tile.size_hint_y = 1
        self.ways.add_widget(tile)

    def _same_again(self) -> None:
        assert self._last is not None
        begin(self._host, self._last)
