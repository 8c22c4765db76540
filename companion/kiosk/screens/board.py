"""A board being made: large, to be touched; rolled anew, kept in part, swapped about, played on."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from kivy.clock import Clock
from msgspec.structs import replace

from companion.core.board.hexes import Edge, Hex
from companion.i18n.text import Ref
from companion.kiosk.router import Screen
from companion.kiosk.screens.board_view import PAGES
from companion.kiosk.screens.board_wishes import open_wishes
from companion.kiosk.widgets.board import BoardPicture
from companion.kiosk.widgets.buttons import TileButton
from companion.kiosk.widgets.inputs import SegmentedChoice, chip_width
from companion.kiosk.widgets.layout import RowsGrid, ScrollColumn
from companion.kiosk.widgets.scaffold import BottomBar, HeaderBar, Panes, ScreenScaffold
from companion.kiosk.widgets.text import AutoLabel
from companion.scenario.files import ScenarioRefused, load
from companion.setup.draft import Draft
from companion.setup.drawing.scene import Look, scene
from companion.setup.hands import is_hex
from companion.setup.naming import scenario_name

if TYPE_CHECKING:
    from companion.kiosk.host import Host

PATIENCE_SECONDS = 0.3
"""A roll that takes longer is told, and can be given up."""

TOUCHES = ("keep", "swap", "numbers")
"""What a touch on the board does: keep in the next rolls, swap two, swap two numbers."""


class BoardScreen(Screen):
    """The picture at the left; at the right what it keeps of the wishes, and what one can do."""

    def __init__(self, host: Host) -> None:
        super().__init__()
        self._host = host
        self._first: Hex | Edge | None = None
        self._is_late = False
        self._shown: object = None
        self._playable_ones: dict[str, bool] = {}
        self.header = HeaderBar("")
        self.header.bind(on_lead=lambda *_: host.back())
        self.picture = BoardPicture()
        self.picture.bind(on_pick=lambda _, site: self._pick(site))
        self.side = ScrollColumn()
        names = [(name, host.tr(f"kiosk.board.touch_{name}")) for name in TOUCHES]
        self.touch = SegmentedChoice(names, TOUCHES[0])
        self.touch.bind(value=lambda *_: self._let_go())
        self.undo = TileButton(icon="undo", size_hint=(0.42, 1))
        self.redo = TileButton(icon="redo", size_hint=(0.42, 1))
        self.undo.bind(on_tap=lambda *_: host.boards.change(Draft.undo))
        self.redo.bind(on_tap=lambda *_: host.boards.change(Draft.redo))
        self.play = TileButton(host.tr("kiosk.board.play"), icon="play", size_hint_y=1)
        self.play.bind(on_tap=lambda *_: self._play())
        self.roll = TileButton(icon="dice", size_hint_y=1)
        self.roll.variant, self.roll.style = "primary", "lead"
        self.roll.bind(on_tap=lambda *_: self._roll())
        bottom = BottomBar(self.undo, self.redo, self.play, self.roll)
        panes = Panes(self.picture, self.side, shares=(1.7, 1.0))
        self.add_widget(ScreenScaffold(self.header, panes, bottom))
        self._late = Clock.create_trigger(lambda *_: self._grow_late(), PATIENCE_SECONDS)

    def on_show(self, **_params: Any) -> None:
        self._let_go()
        boards = self._host.boards
        boards.changed = self._fill
        boards.look_for_the_last(self._begin)

    def _begin(self) -> None:
        boards = self._host.boards
        if boards.draft is None:
            boards.choose("base", 4)
        self._fill()

    def on_hide(self) -> None:
        boards = self._host.boards
        boards.changed = lambda: None
        self._late.cancel()
        boards.keep()

    # -- what is shown --------------------------------------------------------------------------

    def _fill(self) -> None:
        host, boards = self._host, self._host.boards
        draft = boards.draft
        if draft is None:
            return
        self._show_roll()
        if boards.busy and not self._is_late:
            return  # the old board stays until the new one is there
        name = host.say(scenario_name(draft.plan.scenario))
        self.header.title = host.tr("kiosk.board.title", scenario=name, n=draft.players)
        self._show_picture(draft)
        self._show_side(draft)
        self.undo.disabled, self.redo.disabled = not draft.can_undo, not draft.can_redo
        self.play.disabled = draft.stand is None or not self._playable(draft)

    def _show_roll(self) -> None:
        """The button that rolls; one that gives up where a roll takes long."""
        if not self._host.boards.busy:
            self._late.cancel()
            self._is_late = False
        elif not self._is_late and not self._late.is_triggered:
            self._late()
        name, icon = ("give_up", "close") if self._is_late else ("roll", "dice")
        self.roll.text, self.roll.icon = self._host.tr(f"kiosk.board.{name}"), icon

    def _grow_late(self) -> None:
        self._is_late = True
        self._fill()

    def _show_picture(self, draft: Draft) -> None:
        stand = draft.stand
        if stand is None:
            self.picture.show(None)
            self.picture.targets = ()
            return
        ringed = () if self._first is None else (self._first,)
        self.picture.targets = draft.places_to_lay()
        look = Look(ringed, stand.locked, stand.kept)
        self.picture.show(lambda small: scene(draft.plan, stand.board, replace(look, small=small)))

    def _show_side(self, draft: Draft) -> None:
        """Fill the column anew, unless it would be the same as before."""
        verdict = self._verdict(draft)
        if not draft.wanted.rules and draft.wanted.mode != "printed":
            verdict.append((self._host.tr("kiosk.board.without_rules"), "muted"))
        there = draft.stand is not None
        to_lay, wishes = draft.to_lay(), self._wishes_words(draft)
        playable = self._playable(draft)
        key = (tuple(verdict), to_lay, wishes, there, playable, self.touch.value)
        if key == self._shown:
            return
        self._shown = key
        self._fill_side(draft, verdict, there=there)

    def _fill_side(self, draft: Draft, verdict: list[tuple[str, str]], *, there: bool) -> None:
        host, column = self._host, self.side
        column.column.clear_widgets()
        for words, tone in verdict:
            column.add_row(AutoLabel(words, tone=tone, bold=tone == "danger", grow=True))
        to_lay = draft.to_lay()
        if to_lay:
            self._show_laying(to_lay, len(draft.plan.laid))
        elif there:
            if self.touch.parent is not None:
                self.touch.parent.remove_widget(self.touch)
            column.add_row(self.touch)
            hint = host.tr(f"kiosk.board.hint_{self.touch.value}")
            column.add_row(AutoLabel(hint, style="caption", tone="muted", grow=True))
        grid = RowsGrid(cell_width=chip_width(2.6), columns_wanted=2)
        self._tile(grid, self._wishes_words(draft), "settings", lambda: open_wishes(host))
        for name, icon in PAGES:
            tile = self._tile(grid, host.tr(f"kiosk.board.{name}"), icon, self._to(name))
            tile.disabled = not there
        column.add_row(grid)
        if there and not self._playable(draft):
            words = host.tr("kiosk.board.not_playable")
            column.add_row(AutoLabel(words, style="caption", tone="muted", grow=True))

    def _to(self, name: str) -> Callable[[], None]:
        return lambda: self._host.go(name)

    def _verdict(self, draft: Draft) -> list[tuple[str, str]]:
        """What is to be known of the board, with the tone it is said in."""
        host, boards = self._host, self._host.boards
        if self._is_late:
            return [(host.tr("kiosk.board.searching"), "muted")]
        faults = [(host.say(text), "danger") for text in boards.faults()]
        if faults or draft.stand is None:
            return faults
        if not draft.stand.exact:
            return [(host.tr("kiosk.board.nearly"), "muted")]
        if draft.wanted.mode == "printed":
            return [(host.tr("kiosk.board.as_printed"), "muted")]
        return [(host.tr("kiosk.board.keeps_all"), "muted")]

    def _show_laying(self, to_lay: tuple[str, ...], total: int) -> None:
        host = self._host
        kind = "any" if to_lay[0] == "generic" else to_lay[0]
        n = total - len(to_lay) + 1
        words = host.tr("kiosk.board.lay", harbor=Ref("harbor", kind), n=n, total=total)
        self.side.add_row(AutoLabel(words, bold=True, grow=True))
        rest = TileButton(host.tr("kiosk.board.lay_rest"), icon="dice", size_hint_y=None)
        rest.bind(on_tap=lambda *_: self._lay_rest())
        self.side.add_row(rest)

    def _wishes_words(self, draft: Draft) -> str:
        wishes = draft.wanted.wishes
        count = sum(getattr(wishes, name) not in {None, False} for name in wishes.__struct_fields__)
        return self._host.tr("kiosk.board.wishes", n=count)

    def _tile(self, grid: RowsGrid, text: str, icon: str, act: Callable[[], None]) -> TileButton:
        tile = TileButton(text, icon=icon)
        tile.bind(on_tap=lambda *_: act())
        grid.add_widget(tile)
        return tile

    def _playable(self, draft: Draft) -> bool:
        """Whether the app keeps the book of the board's scenario."""
        name = draft.plan.scenario
        if name not in self._playable_ones:
            try:
                found = load(name, self._host.session.own_scenarios)
            except ScenarioRefused:
                return False
            self._playable_ones[name] = bool(found.modules)
        return self._playable_ones[name]

    # -- what is done ---------------------------------------------------------------------------

    def _pick(self, site: Hex | Edge) -> None:
        host, draft = self._host, self._host.boards.draft
        if draft is None or draft.stand is None:
            return
        if self.picture.targets:
            host.boards.change(lambda draft: draft.lay(site))  # type: ignore[arg-type]
        elif self.touch.value == "keep":
            host.boards.change(lambda draft: draft.toggle(site))
        elif self._first is None or is_hex(self._first) != is_hex(site):
            self._first = site
            self._show_picture(draft)
        else:
            first, self._first = self._first, None
            only = self.touch.value == "numbers"
            host.boards.change(lambda draft: draft.swap(first, site, numbers_only=only))

    def _let_go(self) -> None:
        self._first = None
        self._fill()

    def _roll(self) -> None:
        boards = self._host.boards
        if self._is_late:
            boards.give_up()
            self._fill()
            return
        self._first = None
        boards.roll()

    def _lay_rest(self) -> None:
        host = self._host

        def lay(seed: str) -> None:
            host.boards.change(lambda draft: draft.lay_rest(seed))

        host.wait(host.session.new_seed(), lay)

    def _play(self) -> None:
        self._host.go("new_game", board=True)
