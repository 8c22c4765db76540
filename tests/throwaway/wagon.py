"""A wagon that moves step by step until its points are used up (TB-5, TB-8)."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from companion.core.context import Context
from companion.core.frozen import FrozenMap
from companion.core.model import Action, Command, Event, Param, Refusal, SeatId, Struct
from companion.core.module import ActionKind, Module, Setting, Stage, StageEdit, Track
from companion.core.rules.base.book import TurnStarted
from companion.core.rules.base.turn import turn_seat
from companion.i18n.text import SeatRef, Text

BARBARIANS = ("b1", "b2", "b3")
POINTS = {1: 4, 2: 5, 3: 6, 4: 7, 5: 7}
DRIVES_OFF = {1: (), 2: (6,), 3: (5, 6), 4: (4, 5, 6), 5: (3, 4, 5, 6)}
START_GOLD = 5
BARE, ROAD, SURCHARGE = 2, 1, 2
GRAIN_POINTS = 2
PROMPT = "wagon"
_replace = msgspec.structs.replace


class WagonSlice(Struct, frozen=True):
    """Points left in this move; barbarians tried and driven off in this turn."""

    points: int = 0
    done: bool = True
    fed: bool = False
    tried: tuple[str, ...] = ()
    cleared: tuple[str, ...] = ()
    gold: FrozenMap[SeatId, int] = FrozenMap()
    levels: FrozenMap[SeatId, int] = FrozenMap()


class Harnessed(Event, frozen=True, tag="wagon.harnessed"):
    """The wagon's move begins with so many points."""

    points: int


class Stepped(Event, frozen=True, tag="wagon.stepped"):
    seat: SeatId
    cost: int
    toll_to: SeatId | None = None


class Fed(Event, frozen=True, tag="wagon.fed"):
    """A grain bought more points, once a turn."""


class DroveOff(Event, frozen=True, tag="wagon.drove_off"):
    barbarian: str
    face: int
    success: bool


class Halted(Event, frozen=True, tag="wagon.halted"):
    """The move is over; points left are lost."""


def gold(ctx: Context, seat: SeatId) -> int:
    return ctx.slice(WagonSlice).gold.get(seat, START_GOLD)


def level(ctx: Context, seat: SeatId) -> int:
    return int(ctx.slice(WagonSlice).levels.get(seat, ctx.setting("wagon.level")))


def ways(ctx: Context, seat: SeatId) -> dict[str, int]:
    """The steps the wagon can take and what each costs: "bare", "own", "s2", "own+b1", …"""
    s = ctx.slice(WagonSlice)
    roads = {"bare": BARE, "own": ROAD}
    if gold(ctx, seat):
        roads |= {other: ROAD for other in ctx.players() if other != seat}
    found = dict(roads)
    for road, cost in roads.items():
        for barbarian in BARBARIANS:
            found[f"{road}+{barbarian}"] = cost + SURCHARGE * (barbarian not in s.cleared)
    return {way: cost for way, cost in found.items() if cost <= s.points}


def _move(ctx: Context, visit: int) -> Iterable[Event]:
    seat, s = turn_seat(ctx), ctx.slice(WagonSlice)
    if visit == 0:
        return [Harnessed(POINTS[level(ctx, seat)])]
    if s.done or (s.points == 0 and s.fed):
        return []
    text = Text("wagon", {"seat": SeatRef(seat), "n": s.points})
    return [ctx.ask(PROMPT, text, (seat,), data={"points": s.points})]


def _offer_step(ctx: Context, seat: SeatId | None) -> Action | Refusal | None:
    assert seat is not None
    found = tuple(ways(ctx, seat))
    if not found:
        return Refusal("too_few_points", Text("wagon.no_step"))
    return Action("", seat, params=(Param("way", "choice", choices=found),))


def _step(ctx: Context, command: Command) -> Iterable[Event]:
    assert command.seat is not None
    way = str(command.args["way"])
    road = way.split("+", maxsplit=1)[0]
    toll = road if road in ctx.players() else None
    return [Stepped(command.seat, ways(ctx, command.seat).get(way, 0), toll)]


def _offer_drive(ctx: Context, seat: SeatId | None) -> Action | Refusal | None:
    assert seat is not None
    left = tuple(b for b in BARBARIANS if b not in ctx.slice(WagonSlice).tried)
    if not DRIVES_OFF[level(ctx, seat)]:
        return Refusal("level_too_low", Text("wagon.level"))
    if not left:
        return Refusal("one_try", Text("wagon.one_try"))
    return Action(
        "",
        seat,
        params=(Param("barbarian", "choice", choices=left), Param("faces", "faces", count=1)),
    )


def _drive(ctx: Context, command: Command) -> Iterable[Event]:
    assert command.seat is not None
    (face,) = command.args["faces"]
    success = face in DRIVES_OFF[level(ctx, command.seat)]
    return [DroveOff(command.args["barbarian"], face, success)]


def _offer_feed(ctx: Context, seat: SeatId | None) -> Action | Refusal:
    if ctx.slice(WagonSlice).fed:
        return Refusal("once", Text("wagon.once"))
    return Action("", seat)


def _fold_step(s: WagonSlice, event: Stepped) -> WagonSlice:
    purse = s.gold
    if event.toll_to is not None:
        purse = purse.set(event.seat, purse.get(event.seat, START_GOLD) - 1)
        purse = purse.set(event.toll_to, purse.get(event.toll_to, START_GOLD) + 1)
    return _replace(s, points=s.points - event.cost, gold=purse)


def _fold_drive(s: WagonSlice, event: DroveOff) -> WagonSlice:
    cleared = (*s.cleared, event.barbarian) if event.success else s.cleared
    return _replace(s, tried=(*s.tried, event.barbarian), cleared=cleared)


def _check(ctx: Context) -> list[str]:
    s = ctx.slice(WagonSlice)
    total = sum(s.gold.get(seat, START_GOLD) for seat in ctx.players())
    wrong = total != START_GOLD * len(ctx.players())
    return [f"gold got lost: {s.gold}"] * wrong + [f"{s.points} points"] * (s.points < 0)


MODULE = Module(
    id="wagon",
    role="scenario",
    slice=WagonSlice,
    events=(Harnessed, Stepped, Fed, DroveOff, Halted),
    folds={
        TurnStarted: lambda s, e: _replace(s, tried=(), cleared=(), fed=False, done=True),
        Harnessed: lambda s, e: _replace(s, points=e.points, done=False),
        Stepped: _fold_step,
        Fed: lambda s, e: _replace(s, points=s.points + GRAIN_POINTS, fed=True),
        DroveOff: _fold_drive,
        Halted: lambda s, e: _replace(s, points=0, done=True),
    },
    actions=(
        ActionKind("wagon_step", "", (PROMPT,), _offer_step, _step, answers=True),
        ActionKind("drive_off", "", (PROMPT,), _offer_drive, _drive, answers=True),
        ActionKind("feed_wagon", "", (PROMPT,), _offer_feed, lambda ctx, c: [Fed()], answers=True),
        ActionKind(
            "halt_wagon",
            "",
            (PROMPT,),
            lambda ctx, seat: Action("", seat),
            lambda ctx, c: [Halted()],
            answers=True,
        ),
    ),
    stages=(Stage("wagon.move", _move),),
    edits=(StageEdit("turn", "before", "turn.end", ("wagon.move",)),),
    settings=(Setting("level", "count", 1, "Level of every wagon at the start.", low=1, high=5),),
    tracks=(
        Track(
            "wagon_level",
            "",
            level,
            lambda s, seat, value: _replace(s, levels=s.levels.set(seat, value)),
            low=1,
            high=5,
        ),
    ),
    checks=(_check,),
    requires=("base",),
)
