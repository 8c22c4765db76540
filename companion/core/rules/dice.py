"""Numbers by two dice: thrown by the app, typed in, or read from a device (BG-2)."""

from __future__ import annotations

from collections.abc import Iterable

from companion.core.context import Context
from companion.core.model import Action, Command, Event, Param, Refusal, SeatId
from companion.core.module import ActionKind, Module
from companion.core.rules.base.book import NumberProduced
from companion.core.rules.base.facts import is_turn_of
from companion.core.rules.base.turn import NUMBER_PROMPT

STREAM = "dice"


def _offer_throw(ctx: Context, seat: SeatId | None) -> Action | Refusal | None:
    if not is_turn_of(ctx, seat) or ctx.state.setup.numbers != "dice":
        return None
    return Action("", seat, group="number", primary=True)


def _decide_throw(ctx: Context, command: Command) -> Iterable[Event]:
    throw = ctx.throw(STREAM)
    return [throw, NumberProduced(sum(throw.outcome), "dice", command.seat, throw.outcome)]


def _offer_faces(ctx: Context, seat: SeatId | None) -> Action | Refusal | None:
    if not is_turn_of(ctx, seat):
        return None
    return Action(
        "",
        seat,
        params=(
            Param("faces", "faces", count=2, high=6),
            Param("device", "flag", optional=True, default=False),
        ),
        group="number",
        primary=ctx.state.setup.numbers != "dice",
    )


def _decide_faces(ctx: Context, command: Command) -> Iterable[Event]:
    faces = tuple(command.args["faces"])
    source = "device" if command.args.get("device") else "typed"
    return [NumberProduced(sum(faces), source, command.seat, faces)]  # type: ignore[arg-type]


MODULE = Module(
    id="dice",
    doc="Two dice: thrown by the app, typed in, or read from a device.",
    role="numbers",
    actions=(
        ActionKind(
            "throw_dice",
            "Let the app throw two dice.",
            (NUMBER_PROMPT,),
            _offer_throw,
            _decide_throw,
            rules=("BG-2",),
            answers=True,
        ),
        ActionKind(
            "enter_faces",
            "Enter the faces of two physical dice.",
            (NUMBER_PROMPT,),
            _offer_faces,
            _decide_faces,
            rules=("BG-2",),
            answers=True,
            params=(
                Param("faces", "faces", count=2, high=6),
                Param("device", "flag", optional=True, default=False),
            ),
        ),
    ),
    requires=("base",),
    after=("base",),
)
