"""Entering where a physical game stands: counts, awards, the turn; every change shown first."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from typing import TYPE_CHECKING, Any

from companion.core.context import Context
from companion.core.frozen import FrozenMap, freeze
from companion.core.kernel import decide
from companion.core.model import Accepted, Command
from companion.core.rules.table.entering import NAME, read_position
from companion.core.rules.table.position import position_of
from companion.i18n.text import Ref
from companion.kiosk.router import Screen
from companion.kiosk.screens.amend_plan import ChangeRow
from companion.kiosk.screens.position_parts import DeckPart, HolderPart, PointsPin
from companion.kiosk.screens.set_up import show_faults
from companion.kiosk.widgets.buttons import TileButton
from companion.kiosk.widgets.inputs import ChoiceRow, Stepper
from companion.kiosk.widgets.layout import RowsGrid, ScrollColumn
from companion.kiosk.widgets.scaffold import BottomBar, HeaderBar, ScreenScaffold
from companion.kiosk.widgets.seat import SeatBadge
from companion.kiosk.widgets.sheet import Sheet
from companion.kiosk.widgets.text import AutoLabel
from companion.view.differences import DifferenceView, entered
from companion.view.model import SeatView, TableView

if TYPE_CHECKING:
    from companion.kiosk.host import Host

DECK = "deck"
"""The part of a position that games with event cards have."""

ENDLESS = 99
"""The most that is asked for where the box has no limit."""


class PositionScreen(Screen):
    """Steppers for everything the book counts, filled in with what it says now."""

    def __init__(self, host: Host) -> None:
        super().__init__()
        self._host = host
        self.data: dict[str, Any] = {}
        header = HeaderBar(host.tr("kiosk.position.title"))
        header.bind(on_lead=lambda *_: host.back())
        self.column = ScrollColumn(spacing_of="gap")
        self.ready = TileButton(host.tr("kiosk.position.show"), variant="primary", size_hint_y=1)
        self.ready.style = "title"
        self.ready.bind(on_tap=lambda *_: self._review())
        self.add_widget(ScreenScaffold(header, self.column, BottomBar(self.ready)))

    def on_show(self, **_params: Any) -> None:
        view, snapshot = self._host.view, self._host.snapshot
        self.column.column.clear_widgets()
        self.ready.disabled = view is None
        if view is None or snapshot.rules is None or snapshot.state is None:
            none = AutoLabel(self._host.tr("kiosk.position.no_game"), style="lead", grow=True)
            self.column.add_row(none)
            return
        self.data = position_of(Context(snapshot.rules, snapshot.state))
        self._ask_turn(view)
        for seat in view.seats:
            if seat.present:
                self._ask_seat(seat)
        for award in snapshot.rules.awards:
            self._heading(self._host.say(Ref("award", award)))
            holders = self.data.setdefault("holders", {})
            self.column.add_row(HolderPart(self._host, view.seats, award, holders))
        if DECK in self.data:
            self._heading(self._host.tr("kiosk.position.deck"))
            size = Context(snapshot.rules, snapshot.state).setting("event_cards.pass")
            self.column.add_row(DeckPart(self._host, self.data, int(size)))
        self.column.scroll_y = 1

    # -- what is asked ----------------------------------------------------------------------------

    def _ask_turn(self, view: TableView) -> None:
        host = self._host
        players = [s for s in view.seats if s.present and s.kind == "player"]
        turn = self.data.setdefault("turn", None) or {
            "seat": players[0].id,
            "number": 1,
            "stage": "number",
        }
        self.data["turn"] = turn
        self._heading(host.tr("kiosk.position.turn"))
        whose = ChoiceRow([(s.id, host.say(s.name)) for s in players], turn["seat"], cell_width=4.4)
        whose.bind(value=lambda _, seat: turn.update(seat=seat))
        self.column.add_row(whose)
        number = Stepper(host.tr("kiosk.position.number"), turn["number"], 1, 999)
        number.bind(value=lambda _, n: turn.update(number=int(n)))
        self.column.add_row(number)
        stages = [(s, host.tr(f"kiosk.position.stage_{s}")) for s in ("number", "play")]
        stage = ChoiceRow(stages, turn["stage"], cell_width=4.2)
        stage.bind(value=lambda _, value: turn.update(stage=value))
        self.column.add_row(stage)

    def _ask_seat(self, seat: SeatView) -> None:
        """Pieces and counts of one seat, as many beside each other as the screen has room for."""
        host = self._host
        badge = SeatBadge(host.say(seat.name), seat.color, style="lead", size_hint_y=None)
        self.column.add_row(badge)
        part = self.data["seats"][seat.id]
        grid = RowsGrid(cell_width=6.5, spacing_of="gap")
        pieces, counts = part.setdefault("pieces", {}), part.setdefault("tracks", {})
        for piece in seat.pieces:
            label = host.say(piece.label)
            label = label[:1].upper() + label[1:]
            limit = ENDLESS if piece.left is None else piece.placed + piece.left
            stepper = Stepper(label, piece.placed, 0, limit)
            stepper.bind(
                value=lambda _, n, kind=piece.kind: pieces.update(
                    {kind: _spots(pieces.get(kind), n)}
                )
            )
            grid.add_widget(stepper)
        for track in seat.tracks:
            if track.correctable:
                low, high = self._bounds(track.name)
                stepper = Stepper(host.say(track.label), track.value, low, high)
                stepper.bind(value=lambda _, n, name=track.name: counts.update({name: int(n)}))
                grid.add_widget(stepper)
        if seat.kind == "player":
            PointsPin(host, seat, part, grid)
        self.column.add_row(grid)

    def _bounds(self, track: str) -> tuple[int, int]:
        rules = self._host.snapshot.rules
        assert rules is not None, "the counts are of a game"
        return rules.tracks[track].low, rules.tracks[track].high

    def _heading(self, text: str) -> None:
        self.column.add_row(AutoLabel(text, style="lead", bold=True, grow=True))

    # -- what it would change ---------------------------------------------------------------------

    def _review(self) -> None:
        host, snapshot = self._host, self._host.snapshot
        if snapshot.rules is None or snapshot.state is None or host.app.overlays is None:
            return
        position = read_position(Context(snapshot.rules, snapshot.state), self.data)
        if isinstance(position, tuple):
            show_faults(host, host.tr("kiosk.position.cannot"), position)
            return
        args = FrozenMap({"position": freeze(self.data)})
        answer = decide(snapshot.rules, snapshot.state, Command(NAME, args=args))
        if isinstance(answer, Accepted):
            self._show_changes(entered(snapshot.rules, snapshot.state, answer.state))
        else:
            host.refused(answer, None)

    def _show_changes(self, found: Sequence[DifferenceView]) -> None:
        """Every difference between the book and the entry, and the button that makes it count."""
        host = self._host
        assert host.app.overlays is not None
        column = ScrollColumn()
        for seat, changes in groupby(found, key=lambda change: change.seat):
            self._head(column, seat)
            for change in changes:
                label, before, after = map(host.say, (change.label, change.before, change.after))
                column.add_row(ChangeRow(label[:1].upper() + label[1:], before, after))
        if not found:
            column.add_row(AutoLabel(host.tr("kiosk.position.nothing"), grow=True))
        accept = TileButton(host.tr("kiosk.position.accept"), variant="primary")
        sheet = Sheet(host.tr("kiosk.position.title"), column, (accept,), share=0.72)

        def done() -> None:
            sheet.dismiss()
            host.home("table")

        accept.bind(on_tap=lambda *_: host.correct(NAME, {"position": self.data}, done))
        host.app.overlays.open_sheet(sheet)

    def _head(self, column: ScrollColumn, seat: str | None) -> None:
        """Whose the changes below are; those of the table need no heading."""
        view = self._host.view
        for shown in () if view is None else view.seats:
            if shown.id == seat:
                name = self._host.say(shown.name)
                column.add_row(SeatBadge(name, shown.color, style="lead", size_hint_y=None))


def _spots(before: Any, wanted: float) -> list[dict[str, Any]]:
    """So many spots: those known keep their traits, new ones have none yet."""
    known = [{} for _ in range(before)] if isinstance(before, int) else list(before or ())
    count = int(wanted)
    return (known + [{} for _ in range(count)])[:count]
