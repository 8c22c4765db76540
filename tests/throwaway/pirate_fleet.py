"""A fleet that moves by the lower die before each production (PI-4, PI-11)."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from companion.core.context import Context
from companion.core.frozen import FrozenMap
from companion.core.model import Action, Command, Event, Param, SeatId, Struct
from companion.core.module import ActionKind, Module, Stage, StageEdit, Track
from companion.core.rules.base.book import BaseSlice, number_of
from companion.core.rules.base.turn import production_index, turn_seat
from companion.core.rules.pieces import pieces_of
from companion.i18n.text import SeatRef, Text

PATH = 12
_replace = msgspec.structs.replace


class FleetSlice(Struct, frozen=True):
    position: int = 0
    strength: int = 0
    warships: FrozenMap[SeatId, int] = FrozenMap()


class FleetMoved(Event, frozen=True, tag="fleet.moved"):
    """The fleet went on by the lower of two faces."""

    faces: tuple[int, ...]
    position: int


class Raided(Event, frozen=True, tag="fleet.raided"):
    """`cards` lost (negative: taken) by the owner beside whom the fleet lies."""

    seat: SeatId
    cards: int


def pair(ctx: Context, number: int) -> tuple[list[Event], tuple[int, ...]]:
    """Two faces that give `number`, each ordered pair equally likely (PI-11)."""
    pairs = [(a, number - a) for a in range(1, 7) if 1 <= number - a <= 6]
    drawn = ctx.throw("fleet", 1, len(pairs))
    return [drawn], pairs[drawn.outcome[0] - 1]


def _sail(ctx: Context, visit: int) -> Iterable[Event]:
    if visit:
        return []
    made = number_of(ctx.slice(BaseSlice), production_index(ctx))
    if made is None:
        return []
    chance, faces = ([], made.faces) if made.faces else pair(ctx, made.number)
    position = (ctx.slice(FleetSlice).position + min(faces)) % PATH
    seat = turn_seat(ctx)
    return [
        *chance,
        FleetMoved(faces, position),
        ctx.ask("raid", Text("raid", {"seat": SeatRef(seat)}), (seat,)),
    ]


def _raid(ctx: Context, command: Command) -> Iterable[Event]:
    raided = []
    s = ctx.slice(FleetSlice)
    for owner in command.args["owners"]:
        ships = s.warships.get(owner, 0)
        loss = 1 + len(pieces_of(ctx, owner, "city")) if s.strength > ships else 0
        raided.append(Raided(owner, -1 if s.strength < ships else loss))
    return raided


MODULE = Module(
    id="pirate_fleet",
    role="scenario",
    slice=FleetSlice,
    events=(FleetMoved, Raided),
    folds={
        FleetMoved: lambda s, e: _replace(s, position=e.position, strength=min(e.faces)),
    },
    actions=(
        ActionKind(
            "raid",
            "Say who has buildings where the fleet lies.",
            ("raid",),
            lambda ctx, seat: Action(
                "", seat, params=(Param("owners", "seats", choices=ctx.players()),)
            ),
            _raid,
            answers=True,
        ),
    ),
    stages=(Stage("fleet.sail", _sail),),
    edits=(StageEdit("turn", "before", "turn.production", ("fleet.sail",)),),
    tracks=(
        Track(
            "warships",
            "",
            lambda ctx, seat: ctx.slice(FleetSlice).warships.get(seat, 0),
            lambda s, seat, value: _replace(s, warships=s.warships.set(seat, value)),
        ),
    ),
    requires=("base",),
)
