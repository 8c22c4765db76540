"""Entering where a physical game stands: counts, awards, the turn; every change shown first."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from companion.core.context import Context
from companion.core.rules.table.entering import differences, read_position
from companion.core.rules.table.position import position_of
from companion.i18n.text import Ref, Text
from companion.kiosk.router import Screen
from companion.kiosk.widgets.buttons import TileButton
from companion.kiosk.widgets.inputs import ChoiceRow, Stepper
from companion.kiosk.widgets.layout import ScrollColumn
from companion.kiosk.widgets.lists import ListRow
from companion.kiosk.widgets.scaffold import BottomBar, HeaderBar, ScreenScaffold
from companion.kiosk.widgets.seat import SeatBadge
from companion.kiosk.widgets.sheet import Sheet
from companion.kiosk.widgets.text import AutoLabel
from companion.view.model import SeatView, TableView

if TYPE_CHECKING:
    from companion.kiosk.host import Host

PIECES = {"roads": "road", "settlements": "settlement", "cities": "city"}
"""Tracks that count pieces; their steppers set pieces without traits, ticked later."""

NOBODY = ""


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
        if view is None or snapshot.rules is None or snapshot.state is None:
            return
        self.data = position_of(Context(snapshot.rules, snapshot.state))
        self._ask_turn(view)
        for seat in view.seats:
            if seat.present:
                self._ask_seat(seat)
        for award in snapshot.rules.awards:
            self._ask_holder(view, award)
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
        whose = ChoiceRow([(s.id, host.say(s.name)) for s in players], turn["seat"], cell_width=3.2)
        whose.bind(value=lambda _, seat: turn.update(seat=seat))
        self.column.add_row(whose)
        stages = [(s, host.tr(f"kiosk.position.stage_{s}")) for s in ("number", "play")]
        stage = ChoiceRow(stages, turn["stage"], cell_width=4.5)
        stage.bind(value=lambda _, value: turn.update(stage=value))
        self.column.add_row(stage)

    def _ask_seat(self, seat: SeatView) -> None:
        host = self._host
        badge = SeatBadge(host.say(seat.name), seat.color, style="lead", size_hint_y=None)
        self.column.add_row(badge)
        part = self.data["seats"][seat.id]
        for track in seat.tracks:
            kind = PIECES.get(track.name)
            if kind is None and not track.correctable:
                continue
            stepper = Stepper(host.say(track.label), track.value)
            if kind is None:
                counts = part.setdefault("tracks", {})
                stepper.bind(value=lambda _, n, c=counts, t=track.name: c.update({t: int(n)}))
            else:
                pieces = part.setdefault("pieces", {})
                stepper.bind(
                    value=lambda _, n, p=pieces, k=kind: p.update({k: _spots(p.get(k), n)})
                )
            self.column.add_row(stepper)

    def _ask_holder(self, view: TableView, award: str) -> None:
        host = self._host
        self._heading(host.say(Ref("award", award)))
        holders = self.data.setdefault("holders", {})
        options = [(NOBODY, host.tr("kiosk.position.nobody"))]
        options += [(s.id, host.say(s.name)) for s in view.seats if s.present]
        row = ChoiceRow(options, holders.get(award) or NOBODY, cell_width=3.2)
        row.bind(value=lambda _, seat: holders.update({award: seat or None}))
        self.column.add_row(row)

    def _heading(self, text: str) -> None:
        self.column.add_row(AutoLabel(text, style="lead", bold=True, grow=True))

    # -- what it would change ---------------------------------------------------------------------

    def _review(self) -> None:
        host, snapshot = self._host, self._host.snapshot
        if snapshot.rules is None or snapshot.state is None or host.app.overlays is None:
            return
        ctx = Context(snapshot.rules, snapshot.state)
        position = read_position(ctx, self.data)
        if isinstance(position, tuple):
            host.app.overlays.error("\n".join(host.say(fault) for fault in position))
            return
        column = ScrollColumn()
        found = differences(ctx, position)
        for change in found:
            whose = "" if change.seat is None else f"{host.say(Ref('seat', change.seat))}: "
            words = host.tr(
                "kiosk.position.change", before=_said(change.before), after=_said(change.after)
            )
            column.add_row(ListRow(f"{whose}{host.say(change.label)}", note=words, taps=False))
        if not found:
            column.add_row(AutoLabel(host.tr("kiosk.position.nothing"), grow=True))
        accept = TileButton(host.tr("kiosk.position.accept"), variant="primary")
        sheet = Sheet(host.tr("kiosk.position.title"), column, (accept,))

        def done() -> None:
            sheet.dismiss()
            host.home("table")

        accept.bind(on_tap=lambda *_: host.correct("enter_position", {"position": self.data}, done))
        host.app.overlays.open_sheet(sheet)


def _spots(before: Any, wanted: float) -> list[dict[str, Any]]:
    """So many spots: those known keep their traits, new ones have none yet."""
    known = [{} for _ in range(before)] if isinstance(before, int) else list(before or ())
    count = int(wanted)
    return (known + [{} for _ in range(count)])[:count]


def _said(value: Any) -> Any:
    """A difference's value as a parameter of a text; spots are only counted here."""
    if isinstance(value, (Text, Ref, str, int)):
        return value
    return len(value) if isinstance(value, (tuple, list)) else str(value)
