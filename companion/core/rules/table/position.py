"""A position: the whole book of the seats it names, as data that people write and faces show.

``{"seats": {"Red": {"name": "Ada", "color": "red", "pieces": {"settlement": [{"harbor":
"ore"}, {}], "road": 5}, "tracks": {"knights": 2}}}, "holders": {"largest_army": "Red"},
"turn": {"seat": "Red", "number": 7, "stage": "number"}}``

Seats go by id or by name in any case. Pieces are a count, or one mapping of ticked traits for
each. Of a seat that is named, whatever is not mentioned is none; seats that are not named
stay as they are. An award that is not mentioned goes by the rules.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Literal

from companion.core.context import Context
from companion.core.frozen import FrozenMap, encode, to_builtins
from companion.core.model import SeatId, Struct
from companion.core.rules.awards import HOLDER
from companion.core.rules.base.book import BaseSlice
from companion.core.rules.base.facts import PIECE_KINDS, POINTS
from companion.core.rules.base.turn import number_awaited
from companion.core.rules.pieces import pieces_of
from companion.core.rules.table.counts import writable
from companion.i18n.text import Ref, SeatRef, Text

Spot = FrozenMap[str, Any]


class SeatPosition(Struct, frozen=True):
    """A seat's part: the spots of its pieces by kind, in a fixed order, and its counts.

    `pieces` holds no kind without a piece, `tracks` every track that can be set.
    """

    name: str
    color: str
    pieces: FrozenMap[str, tuple[Spot, ...]]
    tracks: FrozenMap[str, int]


class TurnPosition(Struct, frozen=True):
    """Whose turn it is, the turn's number from 1, and whether its number is still to come."""

    seat: SeatId
    number: int
    stage: Literal["number", "play"]


class Position(Struct, frozen=True):
    """A book read and found without fault. `turn` None: whoever has the turn keeps it."""

    seats: FrozenMap[SeatId, SeatPosition]
    holders: FrozenMap[str, SeatId | None]
    turn: TurnPosition | None = None


class Difference(Struct, frozen=True):
    """One thing that a position changes.

    `what` is its place ("pieces.city", "tracks.knights", "holders.largest_army", "turn", …),
    `label` the same in words; `before` and `after` are numbers, names, references or texts;
    spots are tuples of ticked traits.
    """

    what: str
    label: Text | Ref
    seat: SeatId | None
    before: Any
    after: Any


def spots(of: Iterable[Mapping[str, Any]]) -> tuple[Spot, ...]:
    """Spots in an order that depends on nothing but themselves."""
    return tuple(sorted((FrozenMap(spot) for spot in of), key=encode))


def turn_now(ctx: Context) -> TurnPosition | None:
    """Whose turn it is and where it stands; None before the first."""
    s = ctx.slice(BaseSlice)
    if s.seat is None or ctx.frame_of("turn") is None:
        return None
    return TurnPosition(s.seat, s.turn, "number" if number_awaited(ctx) else "play")


def position_now(ctx: Context) -> Position:
    """The book as it stands, of everybody at the table."""
    seats = {}
    for seat in ctx.seats():
        kinds = dict.fromkeys(piece.kind for piece in pieces_of(ctx, seat.id))
        pieces = {k: spots(p.traits for p in pieces_of(ctx, seat.id, k)) for k in sorted(kinds)}
        tracks = {t.name: t.read(ctx, seat.id) for t in writable(ctx, seat.id)}
        seats[seat.id] = SeatPosition(seat.name, seat.color, FrozenMap(pieces), FrozenMap(tracks))
    holders = {award: ctx.get(HOLDER, award=award) for award in ctx.rules.awards}
    return Position(FrozenMap(seats), FrozenMap(holders), turn_now(ctx))


def position_of(ctx: Context) -> dict[str, Any]:
    """The book as plain data that `read_position` reads: the same book, entered anywhere."""
    return position_data(position_now(ctx))


def position_data(position: Position) -> dict[str, Any]:
    """A position as plain data, as short as it can be said."""
    seats: dict[str, Any] = {}
    for seat, part in position.seats.items():
        said: dict[str, Any] = {"color": part.color}
        if part.name:
            said["name"] = part.name
        said["pieces"] = {k: _said(of) for k, of in part.pieces.items()}
        said["tracks"] = {name: value for name, value in part.tracks.items() if value}
        seats[seat] = said
    data: dict[str, Any] = {"seats": seats, "holders": dict(position.holders)}
    if position.turn is not None:
        data["turn"] = to_builtins(position.turn)
    return data


def _said(of: tuple[Spot, ...]) -> Any:
    return to_builtins(of) if any(of) else len(of)


# -- differences -----------------------------------------------------------------------------


def compared(before: Context, after: Context) -> tuple[Difference, ...]:
    """Everything of the book that is another in `after`, seat by seat, then awards and turn."""
    old, new = position_now(before), position_now(after)
    found: list[Difference] = []
    for seat, part in new.seats.items():
        found += _of_seat(seat, old.seats[seat], part)
        vp = before.get(POINTS, seat=seat), after.get(POINTS, seat=seat)
        found.append(Difference("points", Text("difference.points"), seat, *vp))
    for award, holder in new.holders.items():
        label = Ref("award", award)
        was = _holder(old.holders[award])
        found.append(Difference(f"holders.{award}", label, None, was, _holder(holder)))
    turns = _turn(old.turn), _turn(new.turn)
    found.append(Difference("turn", Text("difference.turn"), None, *turns))
    return tuple(d for d in found if d.before != d.after)


def _of_seat(seat: SeatId, old: SeatPosition, new: SeatPosition) -> list[Difference]:
    colors = Ref("color", old.color), Ref("color", new.color)
    found = [
        Difference("name", Text("difference.name"), seat, old.name, new.name),
        Difference("color", Text("difference.color"), seat, *colors),
    ]
    for kind in dict.fromkeys((*old.pieces, *new.pieces)):
        was, now = old.pieces.get(kind, ()), new.pieces.get(kind, ())
        label = Ref("piece", kind)
        found.append(Difference(f"pieces.{kind}", label, seat, len(was), len(now)))
        if any(was) or any(now):
            spot = Text("difference.spots", {"piece": label})
            found.append(Difference(f"spots.{kind}", spot, seat, was, now))
    found += [
        Difference(f"tracks.{name}", Ref("track", name), seat, old.tracks[name], value)
        for name, value in new.tracks.items()
    ]
    return found


def _holder(holder: SeatId | None) -> Ref | Text:
    return Text("common.nobody") if holder is None else SeatRef(holder)


def _turn(turn: TurnPosition | None) -> Text:
    if turn is None:
        return Text("difference.setup")
    params: dict[str, Any] = {"seat": SeatRef(turn.seat), "n": turn.number}
    if turn.stage == "number":
        return Text("difference.before_number", params)
    return Text("difference.after_number", params)


def kinds_of(ctx: Context) -> tuple[str, ...]:
    """The kinds of pieces that a position may name."""
    return ctx.get(PIECE_KINDS)
