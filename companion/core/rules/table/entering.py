"""Entering a position: the start in mid-game, the change of depth, a case to be tried."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Any

from msgspec.structs import replace

from companion.core.context import Context
from companion.core.events import TrackSet
from companion.core.frozen import FrozenMap, freeze
from companion.core.kernel import decide, evolve
from companion.core.model import (
    Accepted,
    Action,
    Command,
    Event,
    Param,
    Refusal,
    SeatId,
)
from companion.core.rules import awards
from companion.core.rules.awards import AwardSlice, HolderPin, HolderReleased
from companion.core.rules.base.book import Resume, TurnSet
from companion.core.rules.pieces import PieceRemoved, pieces_of, place
from companion.core.rules.table.agenda import unwound
from companion.core.rules.table.book import (
    PointsPinned,
    PointsReleased,
    PositionEntered,
    SeatRecolored,
    SeatRenamed,
    TableSlice,
)
from companion.core.rules.table.counts import computed, hold, most, writable
from companion.core.rules.table.position import (
    Difference,
    HolderPosition,
    Pinned,
    Position,
    SeatPosition,
    Spot,
    compared,
    parts_of,
    position_data,
    turn_now,
)
from companion.core.rules.table.reading import Reader
from companion.core.rules.table.seats import correction
from companion.i18n.text import Text

NAME = "enter_position"


def read_position(ctx: Context, data: Any) -> Position | tuple[Text, ...]:
    """The position that `data` says, or every fault of it: place, value, cure."""
    reader = Reader(ctx)
    position = reader.position(data)
    if not reader.faults:
        after = _applied(ctx, _book(ctx, position))
        for seat, part in position.seats.items():
            for track in writable(after, seat):
                path = f"seats.{seat}.tracks.{track.name}"
                reader.count(path, part.tracks[track.name], track.low, most(after, track, seat))
    return tuple(reader.faults) or position


def differences(ctx: Context, position: Position) -> tuple[Difference, ...]:
    """Everything in the book that entering `position` would change, awards and points too."""
    answer = decide(ctx.rules, ctx.state, _command(ctx, position))
    return compared(ctx, ctx.at(answer.state)) if isinstance(answer, Accepted) else ()


def _command(ctx: Context, position: Position) -> Command:
    return Command(NAME, args=FrozenMap({"position": freeze(position_data(ctx, position))}))


def _applied(ctx: Context, events: Iterable[Event]) -> Context:
    state = ctx.state
    for event in events:
        state = evolve(ctx.rules, state, event)
    return ctx.at(state)


def _book(ctx: Context, position: Position) -> list[Event]:
    """The events that set names, counts and pieces, in an order in which nothing gets in the way.

    Counts come first, and pieces are placed before others are taken off: so no count that
    depends on pieces is ever above what they allow.
    """
    events: list[Event] = [PositionEntered()]
    placed: list[Event] = []
    removed: list[Event] = []
    for seat, part in position.seats.items():
        events += _of_seat(ctx, seat, part)
        here, gone = _pieces(ctx, seat, part, len(placed))
        placed += here
        removed += gone
    return [*events, *placed, *removed]


def _of_seat(ctx: Context, seat: SeatId, part: SeatPosition) -> list[Event]:
    """Name, color, pinned points and counts of one seat."""
    events: list[Event] = []
    now = ctx.seat(seat)
    if part.name != now.name:
        events.append(SeatRenamed(seat, part.name, now.name))
    if part.color != now.color:
        events.append(SeatRecolored(seat, part.color))
    if seat in ctx.slice(TableSlice).pins:
        events.append(PointsReleased(seat))
    events += [
        TrackSet(track.name, seat, part.tracks[track.name])
        for track in writable(ctx, seat)
        if track.read(ctx, seat) != part.tracks[track.name]
    ]
    return events


def _pieces(
    ctx: Context, seat: SeatId, part: SeatPosition, ahead: int
) -> tuple[list[Event], list[Event]]:
    """What to place and what to take off; pieces on the same spots stay."""
    wanted: Counter[tuple[str, Spot]] = Counter(
        (kind, spot) for kind, of in part.pieces.items() for spot in of
    )
    gone: list[Event] = []
    for piece in pieces_of(ctx, seat):
        if wanted[piece.kind, piece.traits] > 0:
            wanted[piece.kind, piece.traits] -= 1
        else:
            gone.append(PieceRemoved(piece.id))
    missing = list(wanted.elements())
    here: list[Event] = [
        place(ctx, kind, seat, spot, free=True, ahead=ahead + i)
        for i, (kind, spot) in enumerate(missing)
    ]
    return here, gone


def _holders(ctx: Context, after: Context, position: Position) -> list[Event]:
    """Awards as the position has them: pinned where it says so or the judges say otherwise."""
    s = ctx.slice(AwardSlice)
    events: list[Event] = []
    for name, award in ctx.rules.awards.items():
        before, pin = s.holders.get(name), s.pins.get(name)
        said = position.holders.get(name)
        if said is None:
            if pin is not None and before not in position.seats:
                continue
            # Judged at once: pinned points are to stand over all that comes of the position.
            said = HolderPosition(award.judge(after, None if before in position.seats else before))
        holder, word = said.holder, said.pinned
        verdict = award.judge(after, holder)
        if word is None and verdict != holder:
            word = Pinned()
        wanted = None if word is None else HolderPin(word.until, verdict, word.reason)
        if wanted == pin and holder == before:
            continue
        if pin is not None:
            events.append(HolderReleased(name))
        if word is not None:
            events += hold(after, name, holder, word.until, word.reason)
        elif holder != before:
            events.append(awards.moved(ctx, name, holder))
    return events


def _points(ctx: Context, position: Position) -> list[Event]:
    """The points that the position pins, over what the rules make of all the rest of it."""
    pinned = {seat: part.points for seat, part in position.seats.items() if part.points}
    if not pinned:
        return []
    bare = {seat: replace(part, points=None) for seat, part in position.seats.items()}
    answer = decide(ctx.rules, ctx.state, _command(ctx, replace(position, seats=FrozenMap(bare))))
    after = ctx.at(answer.state) if isinstance(answer, Accepted) else ctx
    return [
        PointsPinned(seat, of.vp, of.pinned.until, computed(after, seat), of.pinned.reason)
        for seat, of in pinned.items()
    ]


def _offer(ctx: Context, seat: SeatId | None) -> Action:
    return Action("", seat, params=(_POSITION,), group="table")


def _decide(ctx: Context, command: Command) -> Iterable[Event] | Refusal:
    position = read_position(ctx, command.args["position"])
    if not isinstance(position, Position):
        return Refusal("bad_position", Text("refused.bad_position", {"faults": position}))
    events = _book(ctx, position)
    for key, part in parts_of(ctx).items():
        if key in position.parts:
            events += part.enter(ctx, position.parts[key])
    events += _holders(ctx, _applied(ctx, events), position)
    turn = position.turn
    if turn is not None and turn != turn_now(ctx):
        events += [*unwound(ctx), TurnSet(Resume(turn.seat, turn.number, turn.stage))]
    return [*events, *_points(ctx, position)]


_POSITION = Param("position", "position")

ACTIONS = (
    correction(NAME, "Set the whole book of the seats named, the awards and the turn at once.",
               _offer, _decide, _POSITION),
)  # fmt: skip
