"""Home: go on with the game on the table first of all, then everything else."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from companion import __version__
from companion.journal import new_id
from companion.kiosk.router import Place, Screen
from companion.kiosk.screens.game_words import (
    what_is_played,
    who_leads,
    whose_turn,
)
from companion.kiosk.screens.home_art import Island
from companion.kiosk.screens.home_trouble import read_only_card, trouble_card
from companion.kiosk.screens.moments import written_when
from companion.kiosk.screens.new_game_scenarios import read_scenarios
from companion.kiosk.screens.quit_sheet import ask_to_quit
from companion.kiosk.screens.set_up import LAST_SET_UP, SetUp, begin, begin_again, once_more
from companion.kiosk.theme import theme
from companion.kiosk.widgets.base import Box
from companion.kiosk.widgets.buttons import PrimaryButton, TileButton
from companion.kiosk.widgets.layout import Card, RowsGrid, ScrollColumn
from companion.kiosk.widgets.lists import ListRow
from companion.kiosk.widgets.scaffold import Panes, ScreenScaffold
from companion.kiosk.widgets.text import AutoLabel
from companion.view.model import TableView

if TYPE_CHECKING:
    from companion.journal import Game, Person
    from companion.kiosk.host import Host

ELSEWHERE = (
    ("boards", "hexes"),
    ("deck", "card"),
    ("games", "list"),
    ("people", "people"),
    ("settings", "settings"),
)

WITHOUT_JOURNAL = ("boards", "settings")
"""What works while the file of games cannot be opened."""


class HomeScreen(Screen):
    """Resume is the big button whenever a game is open; else a new game is."""

    def __init__(self, host: Host) -> None:
        super().__init__()
        self._host = host
        self._shown: object = None
        self._last: SetUp | None = None
        self._played = ""
        self._next_game = ""
        self.title = AutoLabel("Islekeeper", style="turn")
        self.about = AutoLabel(
            host.tr("kiosk.home.about", version=__version__),
            style="caption",
            tone="muted",
            max_lines=2,
            size_hint_y=None,
        )
        self.now = Box(orientation="vertical", spacing_of="small")
        self.primary = PrimaryButton(size_hint_y=0.3)
        self.primary.bind(on_tap=lambda *_: self._go_on())
        self.tiles = RowsGrid(size_hint_y=1, columns_wanted=2, cell_width=2.6)
        self.ways = Box(orientation="vertical", spacing_of="small")
        body = Box(orientation="vertical", spacing_of="small")
        self.heading = Box(size_hint_y=None)
        self.heading.add_widget(self.title)
        if host.app.may_quit:
            leave = TileButton(host.tr("kiosk.home.quit"), icon="close", size_hint=(0.3, 1))
            leave.bind(on_tap=lambda *_: ask_to_quit(host))
            self.heading.add_widget(leave)
        body.add_widget(self.heading)
        body.add_widget(Panes(self.now, self.ways, shares=(1.35, 1.0)))
        body.add_widget(self.about)
        self.add_widget(ScreenScaffold(None, body))
        self.restyle()

    def restyle(self) -> None:
        super().restyle()
        if getattr(self, "about", None) is not None:
            self.heading.height = round(theme.metrics.touch * 1.1)
            self.about.height = round(self.about.line_step() * 2)

    def on_show(self, **_params: Any) -> None:
        host = self._host
        self._next_game = new_id()
        if host.snapshot.journal.open:
            host.wait(host.session.preferences.get(LAST_SET_UP), self._know_last)
            if host.snapshot.game is not None:
                host.wait(host.session.games.get(host.snapshot.game), self._know_game)

    def _know_last(self, last: Any) -> None:
        host = self._host

        def know_people(people: Sequence[Person]) -> None:
            scenarios = read_scenarios(host.session.own_scenarios)
            self._last = once_more(last, people, scenarios)
            self.update(host.snapshot)

        if isinstance(last, dict):
            host.wait(host.session.people.list(), know_people)

    def _know_game(self, game: Game) -> None:
        self._played = written_when(self._host.tr, game.updated_at)
        self.update(self._host.snapshot)

    def update(self, snapshot: Any) -> None:
        view = self._host.view
        faults = (snapshot.journal, snapshot.trouble, snapshot.alarm)
        key = (snapshot.game, view, faults, self._last, self._played)
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
        elif snapshot.journal.read_only:
            self.now.add_widget(read_only_card(host))
        if view is not None:
            self.now.add_widget(self._game_card(view))
        elif trouble is None:
            if self._last is not None:
                self.now.add_widget(self._last_card(self._last))
            else:
                words = AutoLabel(host.tr("kiosk.home.welcome"), style="lead", grow=True)
                self.now.add_widget(words)
                self.now.add_widget(Island())

    def _last_card(self, last: SetUp) -> Card:
        """Those who played last, and what; one touch beside it begins the same again."""
        host = self._host
        column = ScrollColumn()
        column.add_row(AutoLabel(host.tr("kiosk.home.last"), style="title", grow=True))
        words = what_is_played(host, last.scenario, tuple(sorted(last.variants)))
        column.add_row(AutoLabel(words, style="caption", tone="muted", grow=True))
        for player in last.players:
            column.add_row(ListRow(player.name, seat=player.color, taps=False))
        card = Card()
        card.add_widget(column)
        return card

    def _game_card(self, view: TableView) -> Card:
        """The game on the table: how far, what is played, when; everybody with their points."""
        host, state = self._host, self._host.snapshot.state
        column = ScrollColumn()
        column.add_row(AutoLabel(whose_turn(host, view), style="title", grow=True))
        more = [who_leads(host, view)]
        if state is not None:
            more.append(what_is_played(host, state.setup.scenario, state.setup.variants))
        words = " · ".join(part for part in more if part)
        for line in filter(None, (words, self._played)):
            column.add_row(AutoLabel(line, style="caption", tone="muted", grow=True))
        for seat in view.seats:
            if seat.present and seat.vp is not None:
                row = ListRow(host.say(seat.name), seat=seat.color, taps=False)
                row.figure = f"{seat.vp}/{seat.target}"
                row.look = "chosen" if seat.on_turn else "plain"
                column.add_row(row)
        card = Card()
        card.add_widget(column)
        return card

    def _fill_ways(self, snapshot: Any, view: TableView | None) -> None:
        host = self._host
        self.ways.clear_widgets()
        self.tiles.clear_widgets()
        usable = snapshot.journal.open and not snapshot.journal.read_only
        self.ways.add_widget(self.primary)
        self.ways.add_widget(self.tiles)
        if view is not None:
            self.primary.disabled = False
            if view.over:
                self.primary.offer(host.tr("kiosk.table.result"), "result", "trophy")
            else:
                self.primary.offer(host.tr("kiosk.home.resume"), "resume", "play")
            self._tile("new_game", "plus", lambda: host.go("new_game"), usable)
        else:
            self.primary.disabled = not usable
            self.primary.offer(host.tr("kiosk.home.new_game"), "new_game", "plus")
        if self._last is not None or view is not None:
            self._tile("same_again", "redo", self._same_again, usable)
        for name, icon in ELSEWHERE:
            usable_here = name in WITHOUT_JOURNAL or snapshot.journal.open
            self._tile(name, icon, lambda name=name: host.go(name), usable_here)

    def _tile(self, name: str, icon: str, act: Any, usable: bool) -> None:
        tile = TileButton(self._host.tr(f"kiosk.home.{name}"), icon=icon, style="lead")
        tile.halign = "left"
        tile.disabled = not usable
        tile.bind(on_tap=lambda *_: act())
        self.tiles.add_widget(tile)

    def _go_on(self) -> None:
        """To the table or its result if a game lies on it, else to a new one."""
        view = self._host.view
        if view is not None:
            self._host.home("table")
            router = self._host.app.router
            # The table leads there by itself the first time only.
            if view.over and router is not None and router.here == Place("table"):
                self._host.go("game_over")
        else:
            self._host.go("new_game")

    def _same_again(self) -> None:
        """Those who sit here play what they play again; without a game, the last group does."""
        if self._host.view is not None:
            begin_again(self._host, self._next_game)
        elif self._last is not None:
            begin(self._host, self._last.request(), self._next_game)
