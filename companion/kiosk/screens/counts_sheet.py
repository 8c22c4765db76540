"""Correcting counts: a seat's numbers with plus and minus, the resulting points beside them."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from companion.kiosk.widgets.base import Box
from companion.kiosk.widgets.buttons import TileButton
from companion.kiosk.widgets.inputs import ChoiceRow, Stepper
from companion.kiosk.widgets.layout import ScrollColumn
from companion.kiosk.widgets.sheet import Sheet
from companion.view.model import SeatView

if TYPE_CHECKING:
    from companion.kiosk.host import Host


class CountsForm(Box):
    """Whose counts, and a stepper for each of them; `changes` are those that were moved."""

    def __init__(self, host: Host) -> None:
        super().__init__(orientation="vertical", spacing_of="small")
        self._host = host
        assert host.view is not None
        self._seats: dict[str, SeatView] = {s.id: s for s in host.view.seats if s.present}
        options = [(seat.id, host.say(seat.name)) for seat in self._seats.values()]
        self.whose = ChoiceRow(options, host.view.turn.seat or options[0][0], cell_width=3.2)
        self.whose.bind(value=lambda *_: self._show())
        self.column = ScrollColumn()
        self.steppers: dict[str, Stepper] = {}
        self.add_widget(self.whose)
        self.add_widget(self.column)
        self._show()

    def _show(self) -> None:
        self.column.column.clear_widgets()
        self.steppers = {}
        seat = self._seats[self.whose.value]
        for track in seat.tracks:
            if not track.correctable:
                continue
            before = track.value
            stepper = Stepper(
                self._host.say(track.label),
                before,
                preview=partial(self._preview, before),
            )
            self.steppers[track.name] = stepper
            self.column.add_row(stepper)

    def _preview(self, before: int, value: int) -> str:
        if value == before:
            return ""
        return self._host.tr("kiosk.corrections.was", before=before, now=value)

    def changes(self) -> list[tuple[str, int]]:
        """(track, value) of every count that was moved."""
        seat = self._seats[self.whose.value]
        was = {track.name: track.value for track in seat.tracks}
        return [
            (name, int(stepper.value))
            for name, stepper in self.steppers.items()
            if int(stepper.value) != was[name]
        ]


def open_counts(host: Host) -> None:
    """The sheet with everybody's counts; each changed one becomes an entry of its own."""
    if host.app.overlays is None or host.view is None:
        return
    form = CountsForm(host)
    apply = TileButton(host.tr("kiosk.corrections.apply"), variant="primary")
    sheet = Sheet(host.tr("kiosk.corrections.counts"), form, (apply,))

    def tapped(*_: object) -> None:
        changes = form.changes()
        for track, value in changes:
            host.correct(
                "correct_count", {"track": track, "whose": form.whose.value, "value": value}
            )
        sheet.dismiss()

    apply.bind(on_tap=tapped)
    host.app.overlays.open_sheet(sheet)
