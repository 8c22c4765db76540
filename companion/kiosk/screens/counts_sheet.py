"""Correcting counts: a seat's numbers with plus and minus, and what comes of them."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from companion.core.frozen import freeze
from companion.core.model import Command
from companion.kiosk.screens.amend_pickers import SeatRow
from companion.kiosk.screens.consequences import Consequences
from companion.kiosk.widgets.base import Box
from companion.kiosk.widgets.buttons import TileButton
from companion.kiosk.widgets.inputs import Stepper
from companion.kiosk.widgets.layout import ScrollColumn
from companion.kiosk.widgets.sheet import Sheet
from companion.view.model import SeatView

if TYPE_CHECKING:
    from companion.kiosk.host import Host

CORRECT = "correct_count"
TRACKS = "tracks."


class CountsForm(Box):
    """Whose counts, a stepper for each of them, and the points that would follow.

    `commands` are the counts that were moved, of all seats.
    """

    def __init__(self, host: Host) -> None:
        super().__init__(orientation="vertical", spacing_of="small")
        self._host = host
        assert host.view is not None
        self._seats: dict[str, SeatView] = {s.id: s for s in host.view.seats if s.present}
        self._moved: dict[tuple[str, str], int] = {}
        seats = [(seat.id, host.say(seat.name), seat.color) for seat in self._seats.values()]
        self.whose = SeatRow(seats, host.view.turn.seat or seats[0][0])
        self.whose.bind(value=lambda *_: self._show())
        self.column = ScrollColumn()
        self.steppers: dict[str, Stepper] = {}
        self.result = Consequences(host, hidden=TRACKS)
        for part in (self.whose, self.column, self.result):
            self.add_widget(part)
        self._show()

    def _show(self) -> None:
        self.column.column.clear_widgets()
        self.steppers = {}
        seat = self._seats[self.whose.value]
        for track in seat.tracks:
            if not track.correctable:
                continue
            stepper = Stepper(
                self._host.say(track.label),
                self._moved.get((seat.id, track.name), track.value),
                preview=partial(self._preview, track.value),
            )
            stepper.bind(value=partial(self._move, seat.id, track.name, track.value))
            self.steppers[track.name] = stepper
            self.column.add_row(stepper)

    def _preview(self, before: int, value: int) -> str:
        if value == before:
            return ""
        return self._host.tr("kiosk.corrections.was", before=before, now=value)

    def _move(self, seat: str, track: str, before: int, _stepper: Stepper, value: float) -> None:
        if int(value) == before:
            self._moved.pop((seat, track), None)
        else:
            self._moved[seat, track] = int(value)
        self.result.show(self.commands())

    def commands(self) -> tuple[Command, ...]:
        """An entry for every count that was moved."""
        return tuple(
            Command(CORRECT, None, freeze({"track": track, "whose": seat, "value": value}))
            for (seat, track), value in self._moved.items()
        )


def open_counts(host: Host, then: Callable[[], None]) -> None:
    """The sheet with everybody's counts; each changed one becomes an entry of its own.

    `then` runs when the last of them counted.
    """
    if host.app.overlays is None or host.view is None:
        return
    form = CountsForm(host)
    apply = TileButton(host.tr("kiosk.corrections.apply"), variant="primary")
    sheet = Sheet(host.tr("kiosk.corrections.counts"), form, (apply,))

    def tapped(*_: object) -> None:
        commands = form.commands()
        sheet.dismiss()
        for count, command in enumerate(commands, 1):
            host.correct(command.action, command.args, then if count == len(commands) else None)

    apply.bind(on_tap=tapped)
    host.app.overlays.open_sheet(sheet)
