"""A new game: who plays, where numbers come from, which variants; at most five touches."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from companion.core.names import name_key
from companion.i18n.text import Ref
from companion.journal import new_id
from companion.kiosk.router import Screen
from companion.kiosk.screens.board_words import short_code
from companion.kiosk.screens.new_game_people import ask_name, edit_player, language_name
from companion.kiosk.screens.new_game_rules import open_rules
from companion.kiosk.screens.new_game_scenarios import Scenarios, add_scenarios, read_scenarios
from companion.kiosk.screens.set_up import (
    LAST_SET_UP,
    Chosen,
    SetUp,
    begin,
    from_request,
    offered_variants,
)
from companion.kiosk.theme import theme
from companion.kiosk.widgets.base import Box
from companion.kiosk.widgets.buttons import TileButton
from companion.kiosk.widgets.inputs import ChoiceRow, ToggleChip, chip_width
from companion.kiosk.widgets.layout import RowsGrid, ScrollColumn
from companion.kiosk.widgets.lists import ListRow
from companion.kiosk.widgets.scaffold import BottomBar, HeaderBar, Panes, ScreenScaffold
from companion.kiosk.widgets.seat import SeatBadge
from companion.kiosk.widgets.text import AutoLabel

if TYPE_CHECKING:
    from companion.kiosk.host import Host

NUMBERS = ("cards", "dice", "typed")


class NewGameScreen(Screen):
    """People on the left in seat order, the game on the right, Start below."""

    def __init__(self, host: Host) -> None:
        super().__init__()
        self._host = host
        self._people: tuple[Any, ...] = ()
        self._position = False
        self._with_board = False
        self._next_game = ""
        self.chosen = SetUp(Scenarios())
        header = HeaderBar(host.tr("kiosk.new_game.title"))
        header.bind(on_lead=lambda *_: host.back())
        self.seats = ScrollColumn()
        self.game = ScrollColumn()
        self.start = TileButton(host.tr("kiosk.new_game.start"), icon="play", size_hint_y=1)
        self.start.variant, self.start.style = "primary", "title"
        self.start.bind(on_tap=lambda *_: self._start())
        self.rules = TileButton(host.tr("kiosk.new_game.rules"), icon="list", size_hint_y=1)
        self.rules.size_hint_x = 0.7
        self.rules.bind(on_tap=lambda *_: open_rules(host, self.chosen))
        panes = Panes(self.seats, self.game, shares=(1.1, 1.0))
        self.add_widget(ScreenScaffold(header, panes, BottomBar(self.rules, self.start)))

    def on_show(self, board: bool = False, **_params: Any) -> None:
        host = self._host
        self.chosen = SetUp(read_scenarios(host.session.own_scenarios))
        self._with_board = board
        self._position = False
        self._next_game = new_id()
        if not host.snapshot.journal.open:
            self._rebuild()
            return
        host.wait(host.session.people.list(), self._know)

    def _know(self, people: Any) -> None:
        self._people = tuple(people)

        def last(data: Any) -> None:
            if isinstance(data, dict):
                self.chosen = from_request(data, self._people, self.chosen.scenarios)
            if self._with_board:
                self._take_board()
            self._rebuild()

        self._host.wait(self._host.session.preferences.get(LAST_SET_UP), last)

    def _take_board(self) -> None:
        """Play on the board in the making, and its scenario."""
        draft = self._host.boards.draft
        if draft is not None and draft.stand is not None:
            self.chosen.scenario, self.chosen.board = draft.plan.scenario, self._host.boards.code()

    def _rebuild(self) -> None:
        self._show_people()
        self._show_game()
        self._show_start()

    # -- people ---------------------------------------------------------------------------------

    def _show_people(self) -> None:
        column = self.seats.column
        column.clear_widgets()
        if self.chosen.players:
            self._show_seats()
        else:
            message = "nobody" if self._people else "nobody_known"
            words = self._host.tr(f"kiosk.new_game.{message}")
            self.seats.add_row(AutoLabel(words, style="lead", grow=True))
        if not self.chosen.full():
            self._show_others()

    def _show_seats(self) -> None:
        host = self._host
        if len(self.chosen.players) > 1:
            self.seats.add_row(self._lots())
        else:
            self._caption(self.seats, "kiosk.new_game.seats")
        for number, player in enumerate(self.chosen.players, 1):
            row = ListRow(f"{number}. {player.name}", seat=player.color)
            row.note = language_name(player.language)
            if number == 1:
                row.figure = host.tr("kiosk.new_game.first")
            row.bind(on_tap=lambda _, p=player: edit_player(host, self.chosen, p, self._changed))
            self.seats.add_row(row)

    def _show_others(self) -> None:
        """Everybody known who has no seat yet, and somebody new."""
        host = self._host
        if self.chosen.players:
            self._caption(self.seats, "kiosk.new_game.people")
        grid = RowsGrid(cell_width=chip_width())
        seated = {p.person for p in self.chosen.players}
        for person in self._people:
            if person.id not in seated:
                chip = TileButton(person.name)
                chip.bind(on_tap=lambda _, p=person: self._sit(p))
                grid.add_widget(chip)
        new = TileButton(host.tr("kiosk.new_game.add"), icon="plus")
        new.variant = "secondary" if self._people else "primary"
        new.bind(on_tap=lambda *_: self._ask_name())
        grid.add_widget(new)
        self.seats.add_row(grid)

    def _sit(self, person: Any) -> None:
        color = self.chosen.free_color(person.color)
        self.chosen.players.append(Chosen(person.id, person.name, color, person.language))
        self._changed()
        if self._host.app.overlays is not None:
            # The others have moved: a second tap was meant for the one that left.
            self._host.app.overlays.mute_echo()

    def _ask_name(self) -> None:
        playing = [player.name for player in self.chosen.players]
        ask_name(self._host, self._add_person, taken=playing)

    def _add_person(self, name: str) -> None:
        """Seat whoever is called so: somebody of the list, else somebody new."""
        known = next((p for p in self._people if name_key(p.name) == name_key(name)), None)
        if known is not None:
            self._sit(known)
            return

        def added(person: Any) -> None:
            self._people = (*self._people, person)
            self._sit(person)

        color = self.chosen.free_color(None)
        self._host.wait(self._host.session.people.add(name, color=color), added)

    def _lots(self) -> Box:
        """Over the seats: leave to chance who begins, or who sits where."""
        tr = self._host.tr
        row = Box(size_hint_y=None, height=theme.metrics.touch, spacing_of="small")
        caption = AutoLabel(tr("kiosk.new_game.seats"), style="caption", tone="muted", max_lines=2)
        caption.size_hint_x = 0.75
        first = TileButton(tr("kiosk.new_game.who_begins"), icon="flag")
        anew = TileButton(tr("kiosk.new_game.shuffle"), icon="swap")
        first.bind(on_tap=lambda *_: self._draw_lots(self._let_begin))
        anew.bind(on_tap=lambda *_: self._draw_lots(self._seat_anew))
        for part in (caption, first, anew):
            row.add_widget(part)
        return row

    def _draw_lots(self, decide: Callable[[tuple[int, ...]], None]) -> None:
        count = len(self.chosen.players)

        def drawn(lots: tuple[int, ...]) -> None:
            # Somebody may have come or gone before the lots were there.
            if len(self.chosen.players) == count:
                decide(lots)
                self._changed()

        self._host.wait(self._host.session.draw_lots(count), drawn)

    def _let_begin(self, lots: tuple[int, ...]) -> None:
        self.chosen.let_begin(lots[0])
        # Said as well: the lot may fall to whoever was first already.
        name = self.chosen.players[0].name
        self._host.toast(self._host.tr("kiosk.new_game.begins_now", name=name))

    def _seat_anew(self, lots: tuple[int, ...]) -> None:
        self.chosen.reorder(lots)

    def _changed(self) -> None:
        self._show_people()
        self._show_game()
        self._show_start()

    # -- the game -------------------------------------------------------------------------------

    def _show_game(self) -> None:
        host = self._host
        self.game.column.clear_widgets()
        self._show_scenarios()
        self._show_brought()
        self._caption(self.game, "kiosk.new_game.numbers")
        options = [(n, host.tr(f"kiosk.new_game.numbers_{n}")) for n in NUMBERS]
        numbers = ChoiceRow(options, self.chosen.numbers, cell_width=chip_width(), columns_wanted=2)
        numbers.bind(value=lambda _, value: setattr(self.chosen, "numbers", value))
        self.game.add_row(numbers)
        self._caption(self.game, "kiosk.new_game.variants")
        grid = RowsGrid(cell_width=chip_width(), columns_wanted=2)
        for name in offered_variants():
            chip = ToggleChip(host.tr(f"module.{name}"), on=name in self.chosen.variants)
            chip.bind(on=lambda _, on, name=name: self._vary(name, on))
            grid.add_widget(chip)
        self.game.add_row(grid)
        self._show_board()
        self._caption(self.game, "kiosk.new_game.more")
        later = ToggleChip(host.tr("kiosk.new_game.position"), on=self._position)
        later.bind(on=lambda _, on: setattr(self, "_position", on))
        self.game.add_row(later)

    def _show_brought(self) -> None:
        """What this number of players brings along, and the colors that nobody plays."""
        host = self._host
        for name in self.chosen.by_count():
            count = len(self.chosen.players)
            words = host.tr("kiosk.new_game.brought", n=count, variant=host.tr(f"module.{name}"))
            self.game.add_row(AutoLabel(words, bold=True, grow=True))
        neutral = RowsGrid(cell_width=chip_width(), columns_wanted=2)
        for color in self.chosen.neutral_colors():
            words = host.say(Ref("color", color))
            neutral.add_widget(SeatBadge(words[:1].upper() + words[1:], color))
        if neutral.children:
            self._caption(self.game, "kiosk.new_game.neutral")
            self.game.add_row(neutral)

    def _show_scenarios(self) -> None:
        """Only where there is something to choose or to mend."""
        host, chosen = self._host, self.chosen
        scenarios = chosen.scenarios
        if len(scenarios.sound) > 1 or scenarios.faulty:
            self._caption(self.game, "kiosk.new_game.scenario")
            add_scenarios(host, scenarios, chosen.scenario, self.game, self._choose_scenario)
        file, count = chosen.file(), len(chosen.players)
        if file is not None and count > 1 and not file.players[0] <= count <= file.players[1]:
            low, high = file.players
            words = host.tr("kiosk.new_game.scenario_players", low=low, high=high)
            self.game.add_row(AutoLabel(words, tone="danger", bold=True, grow=True))

    def _show_board(self) -> None:
        """Which board is played on; a touch takes it off, or goes to where boards are made."""
        host, chosen = self._host, self.chosen
        self._caption(self.game, "kiosk.new_game.board")
        if chosen.board:
            row = ListRow(short_code(chosen.board), icon="hexes")
            row.note = host.tr("kiosk.new_game.board_off")
            row.bind(on_tap=lambda *_: self._without_board())
        else:
            row = ListRow(host.tr("kiosk.new_game.board_none"), icon="hexes")
            row.note = host.tr("kiosk.new_game.board_make")
            row.bind(on_tap=lambda *_: host.go("boards"))
        self.game.add_row(row)

    def _without_board(self) -> None:
        self.chosen.board = ""
        self._show_game()

    def _choose_scenario(self, name: str) -> None:
        if name != self.chosen.scenario:
            self.chosen.board = ""  # it is one of the other scenario
        self.chosen.scenario = name
        self._changed()

    def _vary(self, name: str, on: bool) -> None:
        if on:
            self.chosen.variants.add(name)
        else:
            self.chosen.variants.discard(name)

    def _caption(self, column: ScrollColumn, message: str) -> None:
        label = AutoLabel(self._host.tr(message), style="caption", tone="muted", grow=True)
        column.add_row(label)

    def _show_start(self) -> None:
        self.start.disabled = len(self.chosen.players) < 2

    def _start(self) -> None:
        host = self._host
        then = (lambda: host.go("position")) if self._position else None
        begin(host, self.chosen.request(), self._next_game, then)
