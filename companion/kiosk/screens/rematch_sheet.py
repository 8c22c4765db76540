"""Who begins the rematch: tables differ, so everybody is offered, with what may decide it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from companion.core.model import SeatId
from companion.i18n.text import SeatRef
from companion.kiosk.widgets.layout import ScrollColumn
from companion.kiosk.widgets.lists import ListRow
from companion.kiosk.widgets.sheet import Sheet
from companion.view import ranking

if TYPE_CHECKING:
    from companion.kiosk.host import Host


def ask_who_begins(host: Host, then: Callable[[SeatId], None]) -> None:
    """A sheet with the seats in their order; `then` gets the one that is tapped."""
    snapshot, overlays = host.snapshot, host.app.overlays
    if snapshot.rules is None or snapshot.state is None or host.view is None or overlays is None:
        return
    places = {p.seat: p for p in ranking(snapshot.rules, snapshot.state).places}
    fewest, most = (pick((p.vp for p in places.values()), default=0) for pick in (min, max))
    seats = [seat for seat in host.view.seats if seat.id in places]

    def notes(at: int, seat: SeatId) -> Iterator[str]:
        place = places[seat]
        if at < 2:
            yield host.tr("kiosk.rematch.began" if at == 0 else "kiosk.rematch.next")
        if place.winner:
            yield host.tr("kiosk.rematch.won")
        elif place.vp == fewest < most:
            yield host.tr("kiosk.rematch.fewest")

    column = ScrollColumn()
    sheet = Sheet(host.tr("kiosk.rematch.title"), column)
    for at, seat in enumerate(seats):
        row = ListRow(host.say(SeatRef(seat.id)), seat=seat.color)
        row.note = " · ".join(notes(at, seat.id))
        row.figure = host.tr("kiosk.game_over.vp", vp=places[seat.id].vp)

        def tapped(_row: ListRow, seat: SeatId = seat.id) -> None:
            sheet.dismiss()
            then(seat)

        row.bind(on_tap=tapped)
        column.add_row(row)
    overlays.open_sheet(sheet)
