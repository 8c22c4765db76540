"""A position: the whole book of the seats it names, as data that people write and faces show.

``{"seats": {"Red": {"name": "Ada", "color": "red", "pieces": {"settlement": [{"harbor":
"ore"}, {}], "road": 5}, "tracks": {"knights": 2}, "points": 8}}, "holders":
{"largest_army": "Red"}, "turn": {"seat": "Red", "number": 7, "stage": "number"}}``

Seats go by id, name or color, in any case. Pieces are a count, or one mapping of ticked traits for
each. Of a seat that is named, whatever is not mentioned is none; seats that are not named
stay as they are. An award that is not mentioned goes by the rules. `points` pins victory
points, and a holder may be pinned: ``{"holder": "Red", "until": "released", "reason": "…"}``
(`until`, "moved" where nothing is said, and `reason` as `pin_points` and `set_holder` have them).
Modules add parts of their own (`companion.core.positions`), such as the event cards' deck.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Literal

from companion.core.context import Context
from companion.core.frozen import FrozenMap, encode, to_builtins
from companion.core.model import SeatId, Struct
from companion.core.positions import PositionPart
from companion.core.rules.awards import HOLDER, AwardSlice, Until
from companion.core.rules.base.book import BaseSlice
from companion.core.rules.base.facts import PIECE_KINDS, POINTS
from companion.core.rules.base.turn import number_awaited
from companion.core.rules.pieces import pieces_of
from companion.core.rules.table.book import TableSlice
from companion.core.rules.table.counts import writable
from companion.i18n.text import Ref, SeatRef, Text

Spot = FrozenMap[str, Any]


class Pinned(Struct, frozen=True):
    """How long the table's word on points or a holder stands, and why it was given."""

    until: Until = "moved"
    reason: str = ""


class PointsPosition(Struct, frozen=True):
    """Victory points that the table pinned."""

    vp: int
    pinned: Pinned


class HolderPosition(Struct, frozen=True):
    """Who holds an award; `pinned` None: by the rules, or until they would move it."""

    holder: SeatId | None
    pinned: Pinned | None = None


class SeatPosition(Struct, frozen=True):
    """A seat's part: the spots of its pieces by kind, in a fixed order, and its counts.

    `pieces` holds no kind without a piece, `tracks` every track that can be set. `points` None:
    as the rules count them.
    """

    name: str
    color: str
    pieces: FrozenMap[str, tuple[Spot, ...]]
    tracks: FrozenMap[str, int]
    points: PointsPosition | None = None


class TurnPosition(Struct, frozen=True):
    """Whose turn it is, the turn's number from 1, and whether its number is still to come."""

    seat: SeatId
    number: int
    stage: Literal["number", "play"]


class Position(Struct, frozen=True):
    """A book read and found without fault. `turn` None: whoever has the turn keeps it.

    `parts` are the modules' own, by key.
    """

    seats: FrozenMap[SeatId, SeatPosition]
    holders: FrozenMap[str, HolderPosition]
    turn: TurnPosition | None = None
    parts: FrozenMap[str, Struct] = FrozenMap()


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
        seats[seat.id] = SeatPosition(
            seat.name,
            seat.color,
            FrozenMap(pieces),
            FrozenMap(tracks),
            _points_now(ctx, seat.id),
        )
    holders = {award: _holder_now(ctx, award) for award in ctx.rules.awards}
    parts = {key: part.now(ctx) for key, part in parts_of(ctx).items()}
    return Position(FrozenMap(seats), FrozenMap(holders), turn_now(ctx), FrozenMap(parts))


def parts_of(ctx: Context) -> Mapping[str, PositionPart]:
    """The parts that the modules of this game add to a position, by key."""
    return {part.key: part for module in ctx.rules.modules for part in module.positions}


def _points_now(ctx: Context, seat: SeatId) -> PointsPosition | None:
    pin = ctx.slice(TableSlice).pins.get(seat)
    return None if pin is None else PointsPosition(pin.vp, Pinned(pin.until, pin.reason))


def _holder_now(ctx: Context, award: str) -> HolderPosition:
    pin = ctx.slice(AwardSlice).pins.get(award)
    pinned = None if pin is None else Pinned(pin.until, pin.reason)
    return HolderPosition(ctx.get(HOLDER, award=award), pinned)


def position_of(ctx: Context) -> dict[str, Any]:
    """The book as plain data that `read_position` reads: the same book, entered anywhere."""
    return position_data(ctx, position_now(ctx))


def position_data(ctx: Context, position: Position) -> dict[str, Any]:
    """A position as plain data, as short as it can be said."""
    seats: dict[str, Any] = {}
    for seat, part in position.seats.items():
        said: dict[str, Any] = {"color": part.color}
        if part.name:
            said["name"] = part.name
        said["pieces"] = {k: _said(of) for k, of in part.pieces.items()}
        said["tracks"] = {name: value for name, value in part.tracks.items() if value}
        if part.points is not None:
            said["points"] = _pinned_data("vp", part.points.vp, part.points.pinned)
        seats[seat] = said
    holders = {
        award: of.holder
        if of.pinned is None
        else _pinned_data("holder", of.holder, of.pinned, True)
        for award, of in position.holders.items()
    }
    data: dict[str, Any] = {"seats": seats, "holders": holders}
    if position.turn is not None:
        data["turn"] = to_builtins(position.turn)
    parts = parts_of(ctx)
    return data | {key: parts[key].data(part) for key, part in position.parts.items()}


def _pinned_data(what: str, value: Any, pinned: Pinned, in_full: bool = False) -> Any:
    """A pinned value: itself where nothing else is to be said, unless asked for in full."""
    if pinned == Pinned() and not in_full:
        return value
    said: dict[str, Any] = {what: value, "until": pinned.until}
    return said | {"reason": pinned.reason} if pinned.reason else said


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
        was = old.holders[award]
        names = _holder(was.holder), _holder(holder.holder)
        found.append(Difference(f"holders.{award}", label, None, *names))
        pins = _pin(was.pinned), _pin(holder.pinned)
        pinned = Text("difference.pinned", {"what": label})
        found.append(Difference(f"pins.{award}", pinned, None, *pins))
    turns = _turn(old.turn), _turn(new.turn)
    found.append(Difference("turn", Text("difference.turn"), None, *turns))
    found += _of_parts(before, after)
    return tuple(d for d in found if d.before != d.after)


def _of_parts(before: Context, after: Context) -> Iterable[Difference]:
    for key, part in parts_of(after).items():
        old = part.said(before)
        for name, (label, value) in part.said(after).items():
            yield Difference(f"{key}.{name}", label, None, old[name][1], value)


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
    pins = [_pin(part.points.pinned if part.points else None) for part in (old, new)]
    pinned = Text("difference.pinned", {"what": Text("difference.points")})
    found.append(Difference("pins.points", pinned, seat, *pins))
    return found


def _holder(holder: SeatId | None) -> Ref | Text:
    return Text("common.nobody") if holder is None else SeatRef(holder)


def _pin(pinned: Pinned | None) -> Text:
    return Text("difference.by_rules" if pinned is None else f"difference.until_{pinned.until}")


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
