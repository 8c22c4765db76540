"""Everybody at the table: points against the target, awards, counts; a tap shows all of it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from kivy.clock import Clock

from companion.kiosk.art.pieces import award_art
from companion.kiosk.widgets.fitting import NO_BREAK
from companion.kiosk.widgets.layout import KeyedColumn, ScrollColumn
from companion.kiosk.widgets.lists import ListRow
from companion.kiosk.widgets.sheet import Sheet
from companion.kiosk.widgets.text import AutoLabel
from companion.view.model import SeatView, TableView

if TYPE_CHECKING:
    from companion.kiosk.host import Host


MOST_LINES, FEWEST_LINES = 4, 2
"""Lines of awards and counts below a name: fewer where not all seats would be in sight."""


class SeatsPane(KeyedColumn[SeatView]):
    """A row for each seat, in turn order, neutral colors last."""

    def __init__(self, host: Host) -> None:
        self._level, self._lines = True, MOST_LINES
        super().__init__(lambda seat: seat.id, self._make, self._update)
        self._host = host
        self._refit = Clock.create_trigger(self._keep_in_sight, 0)
        self.bind(size=lambda *_: self._allow(MOST_LINES))
        self.column.bind(height=self._refit)

    def show_view(self, view: TableView) -> None:
        """Bring the rows up to date."""
        players = [s for s in view.seats if s.present and s.kind == "player"]
        # Where all are level, or still being set up, the word would only be noise.
        self._level = view.turn.phase == "start" or all(s.leader for s in players)
        self.show(view.seats)
        self._allow(MOST_LINES)

    def _keep_in_sight(self, *_: object) -> None:
        if self.column.height > self.height + 1 and self._lines > FEWEST_LINES:
            self._allow(self._lines - 1)

    def _allow(self, lines: int) -> None:
        self._lines = lines
        for row in self.column.children:
            row.note_lines = lines
        self._refit()

    def _make(self, seat: SeatView) -> ListRow:
        row = ListRow(note_lines=MOST_LINES)
        row.bind(on_tap=lambda *_: open_seat(self._host, seat.id))
        return row

    def _update(self, row: ListRow, seat: SeatView) -> None:
        host = self._host
        row.seat = seat.color
        row.text = host.say(seat.name)
        row.figure = "" if seat.vp is None else f"{seat.vp}/{seat.target}"
        row.badges = [award_art(award.name) for award in seat.awards]
        row.note = _note(host, seat, leads=seat.leader and not self._level)
        row.look = "chosen" if seat.on_turn else "plain"
        row.faded = not seat.present


def _note(host: Host, seat: SeatView, *, leads: bool) -> str:
    """The lead, then the counts that are not zero; awards have badges."""
    words = [host.tr("kiosk.table.leads")] if leads else []
    words += [
        f"{host.say(track.label)}{NO_BREAK}{track.value}"
        for track in seat.tracks
        if track.shown and track.value and track.name not in ("roads", "settlements", "cities")
    ]
    return " · ".join(words)


def open_seat(host: Host, seat_id: str) -> None:
    """A sheet with all that the book says about a seat."""
    view = host.view
    seat = next((s for s in view.seats if s.id == seat_id), None) if view else None
    if seat is None or host.app.overlays is None:
        return
    column = ScrollColumn()

    def line(text: str, figure: Any) -> None:
        column.add_row(ListRow(text, figure=str(figure), taps=False))

    def heading(text: str) -> None:
        column.add_row(AutoLabel(text, style="caption", tone="muted", grow=True))

    if seat.vp is not None:
        heading(host.tr("kiosk.table.points_of", vp=seat.vp, target=seat.target or 0))
        for point in seat.points:
            line(host.say(point.reason), f"{point.vp:+d}")
    heading(host.tr("kiosk.table.pieces"))
    for piece in seat.pieces:
        left = "" if piece.left is None else host.tr("kiosk.table.left", n=piece.left)
        column.add_row(
            ListRow(host.say(piece.label), figure=str(piece.placed), note=left, taps=False)
        )
    heading(host.tr("kiosk.table.counts"))
    for track in seat.tracks:
        if track.name not in ("roads", "settlements", "cities"):
            line(host.say(track.label), track.value)
    host.app.overlays.open_sheet(Sheet(host.say(seat.name), column))
