"""What the table itself writes down: who sits where, its house rules, pins, notes, pauses."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

import msgspec

from companion.core.frozen import FrozenMap
from companion.core.model import Event, Seat, SeatId, Setup, Struct
from companion.core.rules.awards import Until

_replace = msgspec.structs.replace


class PointPin(Struct, frozen=True):
    """The table's word on a seat's points: `computed` is what the rules said when it was given."""

    vp: int
    until: Until
    computed: int
    reason: str = ""


class Note(Struct, frozen=True):
    """A free remark; `seat` is whose, None the whole table's."""

    text: str
    seat: SeatId | None = None


class TableSlice(Struct, frozen=True):
    """The roster and the table's own word.

    `seats` are all seats there ever were, in turn order, those who left with `present` false,
    so an id is never given twice. `settings` were changed in the game (full names), `edition`
    None is the one the game began with. `pins` are on points, by seat.
    """

    seats: tuple[Seat, ...] = ()
    settings: FrozenMap[str, Any] = FrozenMap()
    edition: str | None = None
    pins: FrozenMap[SeatId, PointPin] = FrozenMap()
    notes: tuple[Note, ...] = ()
    paused: bool = False


class SeatRenamed(Event, frozen=True, tag="table.seat_renamed"):
    """A seat goes by another name."""

    seat: SeatId
    name: str
    before: str


class SeatRecolored(Event, frozen=True, tag="table.seat_recolored"):
    """A seat plays another color."""

    seat: SeatId
    color: str


class SeatsReordered(Event, frozen=True, tag="table.seats_reordered"):
    """The players sit in this order."""

    seats: tuple[SeatId, ...]


class LanguageChosen(Event, frozen=True, tag="table.language_chosen"):
    """A seat reads another language (None: the table's)."""

    seat: SeatId
    language: str | None


class SeatLeft(Event, frozen=True, tag="table.seat_left"):
    """A player left the table; the pieces stay."""

    seat: SeatId


class SeatReturned(Event, frozen=True, tag="table.seat_returned"):
    """A player who had left is back."""

    seat: SeatId


class SeatJoined(Event, frozen=True, tag="table.seat_joined"):
    """A player sat down at the new seat `seat`, behind `after` in turn order (None: last)."""

    seat: SeatId
    name: str
    color: str
    after: SeatId | None = None
    person: str | None = None


class PlayerReplaced(Event, frozen=True, tag="table.player_replaced"):
    """Somebody else plays a seat on."""

    seat: SeatId
    name: str
    before: str
    person: str | None = None


class SettingChanged(Event, frozen=True, tag="table.setting_changed"):
    """A house rule changed; `value` None: as the game began with it."""

    setting: str
    value: Any = None


class EditionChanged(Event, frozen=True, tag="table.edition_changed"):
    """The rules are read in another edition of the books."""

    edition: str


class PointsPinned(Event, frozen=True, tag="table.points_pinned"):
    """The table says how many points a seat has; the rules `computed` otherwise."""

    seat: SeatId
    vp: int
    until: Until
    computed: int
    reason: str = ""


class PointsReleased(Event, frozen=True, tag="table.points_released"):
    """The rules count a seat's points again."""

    seat: SeatId


class NoteAdded(Event, frozen=True, tag="table.note_added"):
    """Somebody left a remark."""

    text: str
    seat: SeatId | None = None


class Paused(Event, frozen=True, tag="table.paused"):
    """The game pauses: all clocks stand."""

    aside: ClassVar[bool] = True


class Resumed(Event, frozen=True, tag="table.resumed"):
    """The pause is over, by word or by the next move."""

    aside: ClassVar[bool] = True


class Settled(Event, frozen=True, tag="table.settled"):
    """The ask called `question` was settled at the table; nothing of it is recorded."""

    question: str
    seat: SeatId | None


class PositionEntered(Event, frozen=True, tag="table.position_entered"):
    """The book is set to a position; the events that follow say what changed."""


def initial(setup: Setup, settings: Mapping[str, Any]) -> TableSlice:
    """Everybody where they sat down."""
    return TableSlice(seats=setup.seats)


def changed(s: TableSlice, seat: SeatId, **fields: Any) -> TableSlice:
    """`s` with something of a seat changed."""
    return _replace(s, seats=tuple(_replace(x, **fields) if x.id == seat else x for x in s.seats))


def _reordered(s: TableSlice, event: SeatsReordered) -> TableSlice:
    """Those in the new order share out the places that they had together."""
    by_id = {seat.id: seat for seat in s.seats}
    queue = iter(event.seats)
    return _replace(
        s, seats=tuple(by_id[next(queue)] if x.id in event.seats else x for x in s.seats)
    )


def _joined(s: TableSlice, event: SeatJoined) -> TableSlice:
    seat = Seat(event.seat, event.name, event.color, person=event.person)
    ids = [x.id for x in s.seats]
    at = ids.index(event.after) + 1 if event.after in ids else len(ids)
    return _replace(s, seats=(*s.seats[:at], seat, *s.seats[at:]))


def _setting(s: TableSlice, event: SettingChanged) -> TableSlice:
    if event.value is None:
        return _replace(s, settings=s.settings.drop(event.setting))
    return _replace(s, settings=s.settings.set(event.setting, event.value))


def _pinned(s: TableSlice, event: PointsPinned) -> TableSlice:
    pin = PointPin(event.vp, event.until, event.computed, event.reason)
    return _replace(s, pins=s.pins.set(event.seat, pin))


FOLDS: dict[type[Event], Any] = {
    SeatRenamed: lambda s, e: changed(s, e.seat, name=e.name),
    SeatRecolored: lambda s, e: changed(s, e.seat, color=e.color),
    SeatsReordered: _reordered,
    LanguageChosen: lambda s, e: changed(s, e.seat, language=e.language),
    SeatLeft: lambda s, e: changed(s, e.seat, present=False),
    SeatReturned: lambda s, e: changed(s, e.seat, present=True),
    SeatJoined: _joined,
    PlayerReplaced: lambda s, e: changed(s, e.seat, name=e.name, person=e.person),
    SettingChanged: _setting,
    EditionChanged: lambda s, e: _replace(s, edition=e.edition),
    PointsPinned: _pinned,
    PointsReleased: lambda s, e: _replace(s, pins=s.pins.drop(e.seat)),
    NoteAdded: lambda s, e: _replace(s, notes=(*s.notes, Note(e.text, e.seat))),
    Paused: lambda s, e: _replace(s, paused=True),
    Resumed: lambda s, e: _replace(s, paused=False),
}

EVENTS: tuple[type[Event], ...] = (*FOLDS, Settled, PositionEntered)
