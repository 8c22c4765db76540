"""Parts of the form for a position: pinned points, holders of awards, the event cards that lie out.

Each keeps its part of the position's data up to date as it is tapped.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import TYPE_CHECKING, Any

from companion.core.rules.event_cards.deck import NONE, Card
from companion.core.rules.event_cards.entering import KINDS
from companion.i18n.text import Ref
from companion.kiosk.widgets.base import Box
from companion.kiosk.widgets.inputs import ChoiceRow, Stepper, ToggleChip
from companion.kiosk.widgets.layout import RowsGrid
from companion.kiosk.widgets.text import AutoLabel
from companion.view.model import SeatView

if TYPE_CHECKING:
    from companion.kiosk.host import Host

NOBODY = ""
MOST_POINTS = 99
FOR_GOOD = "released"


class Part(Box):
    """Rows one below the other, as high as they need."""

    def __init__(self) -> None:
        super().__init__(orientation="vertical", spacing_of="small", size_hint_y=None)
        self.bind(minimum_height=self.setter("height"))


class PointsPin:
    """A chip that pins a seat's points, and while it is on a stepper for how many they are.

    Both go into the seat's `grid`.
    """

    def __init__(self, host: Host, seat: SeatView, data: dict[str, Any], grid: RowsGrid) -> None:
        self._data, self._grid = data, grid
        said = data.get("points")
        now = said.get("vp") if isinstance(said, Mapping) else said
        self.chip = ToggleChip(host.tr("kiosk.position.points"), now is not None)
        self.stepper = Stepper(
            host.tr("kiosk.position.vp"), now if now is not None else seat.vp or 0, 0, MOST_POINTS
        )
        self.stepper.bind(value=lambda *_: self._said())
        self.chip.bind(on=lambda *_: self._turned())
        grid.add_widget(self.chip)
        if self.chip.on:
            grid.add_widget(self.stepper)

    def _turned(self) -> None:
        if self.chip.on:
            self._grid.add_widget(self.stepper)
            self._said()
        else:
            self._grid.remove_widget(self.stepper)
            self._data.pop("points", None)

    def _said(self) -> None:
        before, vp = self._data.get("points"), int(self.stepper.value)
        self._data["points"] = {**before, "vp": vp} if isinstance(before, Mapping) else vp


class HolderPart(Part):
    """Who holds an award, and whether it stays there whatever the rules say."""

    def __init__(
        self, host: Host, seats: tuple[SeatView, ...], award: str, holders: dict[str, Any]
    ) -> None:
        super().__init__()
        self._award, self._holders = award, holders
        said = holders.get(award)
        pin = said if isinstance(said, Mapping) else {"holder": said, "until": None}
        options = [(NOBODY, host.tr("kiosk.position.nobody"))]
        options += [(s.id, host.say(s.name)) for s in seats if s.present]
        self.row = ChoiceRow(options, pin["holder"] or NOBODY, cell_width=4.4)
        self.stays = ToggleChip(host.tr("kiosk.position.stays"), pin["until"] == FOR_GOOD)
        self.row.bind(value=lambda *_: self._said())
        self.stays.bind(on=lambda *_: self._said())
        self.add_widget(self.row)
        self.add_widget(self.stays)

    def _said(self) -> None:
        holder = self.row.value or None
        said = {"holder": holder, "until": FOR_GOOD} if self.stays.on else holder
        self._holders[self._award] = said


class DeckPart(Part):
    """Whether the deck is fresh, or which of its cards lie out: a stepper for each kind of card."""

    def __init__(self, host: Host, data: dict[str, Any], size: int) -> None:
        super().__init__()
        self._host, self._data, self._size = host, data, size
        deck = data.get("deck") or {}
        self._seen = {
            Card(card["number"], card.get("event", NONE)): card.get("count", 1)
            for card in deck.get("seen", ())
        }
        self._unseen = deck.get("unseen", 0)
        options = [(kind, host.tr(f"kiosk.position.deck_{kind}")) for kind in ("fresh", "open")]
        self.kind = ChoiceRow(options, "open" if deck else "fresh", cell_width=6.5)
        self.kind.bind(value=lambda *_: self._show())
        self.sum = AutoLabel("", tone="muted", grow=True)
        self.grid = RowsGrid(cell_width=7.6, spacing_of="gap")
        self.steppers: dict[Card | None, Stepper] = {}
        self.add_widget(self.kind)
        self._show()

    def _show(self) -> None:
        for part in (self.sum, self.grid):
            self.remove_widget(part)
        if self.kind.value == "open":
            if not self.steppers:
                self._fill()
            self.add_widget(self.sum)
            self.add_widget(self.grid)
        self._said()

    def _fill(self) -> None:
        tr, say = self._host.tr, self._host.say
        for kind, count in KINDS.items():
            name = tr("kiosk.position.card", n=kind.number, event=say(Ref("event", kind.event)))
            self._stepper(kind, name, self._seen.get(kind, 0), count)
        self._stepper(None, tr("kiosk.position.unseen"), self._unseen, self._size)

    def _stepper(self, kind: Card | None, name: str, value: int, most: int) -> None:
        stepper = self.steppers[kind] = Stepper(name, value, 0, most)
        stepper.bind(value=partial(self._moved, kind))
        self.grid.add_widget(stepper)

    def _moved(self, kind: Card | None, _stepper: Stepper, value: float) -> None:
        if kind is None:
            self._unseen = int(value)
        else:
            self._seen[kind] = int(value)
        self._said()

    def _said(self) -> None:
        drawn = sum(self._seen.values()) + self._unseen
        self.sum.text = self._host.tr("kiosk.position.drawn", n=drawn, most=self._size)
        self.sum.tone = "danger" if drawn > self._size else "muted"
        if self.kind.value == "fresh":
            self._data["deck"] = {}
            return
        seen = [
            {"number": kind.number, "event": kind.event, "count": count}
            for kind, count in self._seen.items()
            if count
        ]
        self._data["deck"] = {"seen": seen, "unseen": self._unseen}
