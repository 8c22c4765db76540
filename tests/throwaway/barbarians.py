"""Landing and battle with physical dice (BA-3, BA-8, BA-10), as flows with stage loops."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import msgspec

from companion.core.context import Context
from companion.core.events import FlowEntered
from companion.core.frozen import FrozenMap
from companion.core.kernel import enter
from companion.core.model import Action, Command, Event, Param, SeatId, Struct
from companion.core.module import ActionKind, Module, Stage, StageEdit, Track
from companion.core.rules.base.turn import PLAY_PROMPT, turn_seat
from companion.core.rules.pieces import PiecePlaced, PieceUpgraded
from companion.i18n.text import SeatRef, Text

ORDER = (5, 2, 6, 3, 8, 10, 9, 12, 11, 4)
"""The coastal hexes by number, clockwise from the castle."""

AXES = (0, 1, 2)
PATHS = (0, 1, 2, 3, 4, 5)
"""The paths of a hex; path p lies on axis p % 3."""

THROWS = 3
FULL = 3
CONSOLATION = 3
_replace = msgspec.structs.replace


class Knight(Struct, frozen=True):
    seat: SeatId
    hex: int
    path: int


class BarbarianSlice(Struct, frozen=True):
    """Barbarians by hex, the supply, and the throws of the landing or roll-off under way."""

    hexes: FrozenMap[int, int] = FrozenMap({2: 1, 12: 1})
    supply: int = 34
    landing: tuple[int, ...] = ()
    knights: tuple[Knight, ...] = ()
    rolls: FrozenMap[SeatId, tuple[int, ...]] = FrozenMap()
    prisoners: FrozenMap[SeatId, int] = FrozenMap()
    gold: FrozenMap[SeatId, int] = FrozenMap()
    freed: bool = False


class LandingBegan(Event, frozen=True, tag="barbarians.landing_began"):
    """No number of this landing is thrown yet: two may wait on the agenda, one upon the other."""


class LandingThrown(Event, frozen=True, tag="barbarians.landing_thrown"):
    """Two dice for the landing. `counts` is false for a seven or a number that was thrown."""

    faces: tuple[int, ...]
    counts: bool
    lands: bool


class KnightPlaced(Event, frozen=True, tag="barbarians.knight_placed"):
    knight: Knight


class RolledOff(Event, frozen=True, tag="barbarians.rolled_off"):
    seat: SeatId
    face: int


class Won(Event, frozen=True, tag="barbarians.won"):
    """The hex is free: who takes how many prisoners, who is paid gold instead."""

    hex: int
    prisoners: FrozenMap[SeatId, int]
    gold: tuple[SeatId, ...]


class KnightsFell(Event, frozen=True, tag="barbarians.knights_fell"):
    hex: int
    axis: int


# -- landing -----------------------------------------------------------------------------------


def _land(ctx: Context, start: bool) -> Iterable[Event]:
    if start or ctx.correcting or not ctx.slice(BarbarianSlice).supply:
        return []
    # For a neutral settlement too it is the turn's player who throws (BA-14).
    return [enter(ctx, "landing", turn_seat(ctx))]


def _landing(ctx: Context, visit: int) -> Iterable[Event]:
    s = ctx.slice(BarbarianSlice)
    left = THROWS if visit == 0 else THROWS - len(s.landing)
    if left <= 0 or not s.supply:
        return []
    began: list[Event] = [LandingBegan()] if visit == 0 else []
    return [*began, ctx.ask("landing", Text("landing", {"n": left}), (turn_seat(ctx),))]


def _thrown(ctx: Context, command: Command) -> Iterable[Event]:
    s, faces = ctx.slice(BarbarianSlice), tuple(command.args["faces"])
    number = sum(faces)
    counts = number != 7 and number not in s.landing
    return [LandingThrown(faces, counts, counts and s.hexes.get(number, 0) < FULL)]


def _fold_landing(s: BarbarianSlice, event: LandingThrown) -> BarbarianSlice:
    if not event.counts:
        return s
    number = sum(event.faces)
    s = _replace(s, landing=(*s.landing, number))
    if not event.lands:
        return s
    hexes = s.hexes.set(number, s.hexes.get(number, 0) + 1)
    return _replace(s, hexes=hexes, supply=s.supply - 1)


# -- battle ------------------------------------------------------------------------------------


def beaten(s: BarbarianSlice) -> int | None:
    """The first hex, in order, with more knights beside it than barbarians on it."""
    for number in ORDER:
        here = s.hexes.get(number, 0)
        if here and sum(1 for k in s.knights if k.hex == number) > here:
            return number
    return None


def tied(rolls: Mapping[SeatId, tuple[int, ...]], places: int) -> tuple[SeatId, ...]:
    """Who has to throw (again) before `places` winners are known; empty when they are."""
    ranked = sorted(rolls, key=lambda seat: rolls[seat], reverse=True)
    if not 0 < places < len(ranked):
        return ()
    edge = rolls[ranked[places - 1]]
    if edge != rolls[ranked[places]]:
        return ()
    return tuple(seat for seat in rolls if rolls[seat] == edge)


class Spoils(Struct, frozen=True):
    """Prisoners that are sure, and a roll-off of `rivals` for `places` more."""

    sure: FrozenMap[SeatId, int]
    rivals: tuple[SeatId, ...] = ()
    places: int = 0


def spoils(parties: Mapping[SeatId, int], barbarians: int) -> Spoils:
    """How `barbarians` are shared among `parties` (knights by seat), BA-8."""
    if len(parties) == 1:
        return Spoils(FrozenMap({next(iter(parties)): barbarians}))
    if barbarians < len(parties):
        return Spoils(FrozenMap(), tuple(parties), barbarians)
    sure = FrozenMap(dict.fromkeys(parties, 1))
    if barbarians == len(parties):
        return Spoils(sure)
    most = [s for s, n in parties.items() if n == max(parties.values())]
    if len(most) == 1:
        return Spoils(sure.set(most[0], 2))
    return Spoils(sure, tuple(most), barbarians - len(parties))


def _parties(s: BarbarianSlice, number: int) -> dict[SeatId, int]:
    found: dict[SeatId, int] = {}
    for knight in s.knights:
        if knight.hex == number:
            found[knight.seat] = found.get(knight.seat, 0) + 1
    return found


def _battles(ctx: Context, visit: int) -> Iterable[Event]:
    number = beaten(ctx.slice(BarbarianSlice))
    if number is None:
        return []
    return [enter(ctx, "battle", turn_seat(ctx), FrozenMap({"hex": number}))]


def _prisoners(ctx: Context, visit: int) -> Iterable[Event]:
    s, frame = ctx.slice(BarbarianSlice), ctx.frame
    assert frame is not None
    if s.freed:
        return []
    number = int(frame.data["hex"])
    share = spoils(_parties(s, number), s.hexes[number])
    rolls = {seat: s.rolls.get(seat, ()) for seat in share.rivals}
    again = tied(rolls, share.places)
    if again:
        return [ctx.ask("roll_off", Text("roll_off"), again)]
    ranked = sorted(rolls, key=lambda seat: rolls[seat], reverse=True)
    taken = dict(share.sure)
    for seat in ranked[: share.places]:
        taken[seat] = taken.get(seat, 0) + 1
    return [Won(number, FrozenMap(taken), tuple(sorted(ranked[share.places :])))]


def _losses(ctx: Context, visit: int) -> Iterable[Event]:
    if visit:
        return []
    seat = turn_seat(ctx)
    return [ctx.ask("loss_die", Text("loss_die", {"seat": SeatRef(seat)}), (seat,))]


def _fold_won(s: BarbarianSlice, event: Won) -> BarbarianSlice:
    prisoners, gold = s.prisoners, s.gold
    for seat, n in event.prisoners.items():
        prisoners = prisoners.set(seat, prisoners.get(seat, 0) + n)
    for seat in event.gold:
        gold = gold.set(seat, gold.get(seat, 0) + CONSOLATION)
    return _replace(s, hexes=s.hexes.set(event.hex, 0), prisoners=prisoners, gold=gold, freed=True)


def _fold_fell(s: BarbarianSlice, event: KnightsFell) -> BarbarianSlice:
    fallen = [k for k in s.knights if k.hex == event.hex and k.path % 3 == event.axis]
    gold = s.gold
    for knight in fallen:
        gold = gold.set(knight.seat, gold.get(knight.seat, 0) + CONSOLATION)
    return _replace(s, knights=tuple(k for k in s.knights if k not in fallen), gold=gold)


def _fold_flow(s: BarbarianSlice, event: FlowEntered) -> BarbarianSlice:
    if event.flow == "battle":
        return _replace(s, rolls=FrozenMap(), freed=False)
    return s


# -- actions -----------------------------------------------------------------------------------


def _offer_knight(ctx: Context, seat: SeatId | None) -> Action | None:
    taken = {(k.hex, k.path) for k in ctx.slice(BarbarianSlice).knights}
    free = tuple(f"{h}.{p}" for h in ORDER for p in PATHS if (h, p) not in taken)
    return Action("", seat, params=(Param("path", "choice", choices=free),)) if free else None


def _place_knight(ctx: Context, command: Command) -> Iterable[Event]:
    assert command.seat is not None
    number, path = str(command.args["path"]).split(".")
    return [KnightPlaced(Knight(command.seat, int(number), int(path)))]


def _roll_off(ctx: Context, command: Command) -> Iterable[Event]:
    assert command.seat is not None
    return [RolledOff(command.seat, command.args["faces"][0])]


def _fell(ctx: Context, command: Command) -> Iterable[Event]:
    frame = ctx.frame_of("battle")
    assert frame is not None
    return [KnightsFell(int(frame.data["hex"]), command.args["axis"])]


def _faces(count: int) -> Param:
    return Param("faces", "faces", count=count, high=6)


MODULE = Module(
    id="barbarians",
    role="scenario",
    slice=BarbarianSlice,
    events=(LandingBegan, LandingThrown, KnightPlaced, RolledOff, Won, KnightsFell),
    folds={
        LandingBegan: lambda s, e: _replace(s, landing=()),
        LandingThrown: _fold_landing,
        KnightPlaced: lambda s, e: _replace(s, knights=(*s.knights, e.knight)),
        RolledOff: lambda s, e: _replace(
            s, rolls=s.rolls.set(e.seat, (*s.rolls.get(e.seat, ()), e.face))
        ),
        Won: _fold_won,
        KnightsFell: _fold_fell,
        FlowEntered: _fold_flow,
    },
    reacts={
        PiecePlaced: lambda ctx, e: _land(ctx, e.start) if e.piece.kind == "settlement" else [],
        PieceUpgraded: lambda ctx, e: _land(ctx, False),
    },
    actions=(
        ActionKind(
            "enter_landing",
            "",
            ("landing",),
            lambda ctx, seat: Action("", seat, params=(_faces(2),)),
            _thrown,
            answers=True,
        ),
        ActionKind("place_knight", "", (PLAY_PROMPT,), _offer_knight, _place_knight),
        ActionKind(
            "enter_roll_off",
            "",
            ("roll_off",),
            lambda ctx, seat: Action("", seat, params=(_faces(1),)),
            _roll_off,
            answers=True,
        ),
        ActionKind(
            "enter_axis",
            "",
            ("loss_die",),
            lambda ctx, seat: Action("", seat, params=(Param("axis", "choice", choices=AXES),)),
            _fell,
            answers=True,
        ),
    ),
    flows={"landing": ("landing.throw",), "battle": ("battle.prisoners", "battle.losses")},
    stages=(
        Stage("landing.throw", _landing),
        Stage("battle.hexes", _battles),
        Stage("battle.prisoners", _prisoners),
        Stage("battle.losses", _losses),
    ),
    edits=(StageEdit("turn", "after", "turn.end", ("battle.hexes",)),),
    tracks=(
        Track(
            "prisoners",
            "Barbarians taken.",
            lambda ctx, seat: ctx.slice(BarbarianSlice).prisoners.get(seat, 0),
        ),
    ),
    requires=("base",),
)
