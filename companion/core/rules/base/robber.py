"""The seven and the robber (BG-3)."""

from __future__ import annotations

from collections.abc import Iterable

from companion.core.context import Context
from companion.core.frozen import FrozenMap
from companion.core.model import Action, Command, Event, Param, Refusal, SeatId
from companion.core.module import ActionKind, Stage
from companion.core.rules.base.book import Discarded, RobberMoved
from companion.core.rules.base.facts import DISCARD, HAND_LIMIT, ROBBER_GOALS, VICTIMS
from companion.i18n.text import SeatRef, Text

DISCARD_PROMPT = "seven.discard"
ROBBER_PROMPT = "robber.move"

SEVEN_FLOW = ("seven.discard", "robber.move")
ROBBER_FLOW = ("robber.move",)


def _limit(ctx: Context) -> int:
    return max((ctx.get(HAND_LIMIT, seat=s) for s in ctx.players()), default=7)


def discard_step(ctx: Context) -> Text:
    """What a seven asks of everybody, with a table of how many cards go back (BG-3)."""
    limit = _limit(ctx)
    table = tuple(
        Text("step.halving", {"low": held, "high": held + 1, "n": held // 2})
        for held in range(limit + 1, limit + 9, 2)
    )
    return Text("step.discard", {"limit": limit, "table": table})


def robber_step(seat: SeatId) -> Text:
    """What is asked of `seat`, who moves the robber (BG-3)."""
    return Text("step.robber", {"seat": SeatRef(seat)})


def _discard(ctx: Context, visit: int) -> Iterable[Event]:
    if visit:
        return []
    text, data = discard_step(ctx), {"limit": _limit(ctx)}
    if ctx.setting("base.record_discards"):
        return [ctx.ask(DISCARD_PROMPT, text, ctx.players(), data=data)]
    return [ctx.tell(DISCARD_PROMPT, text, data=data)]


def _move(ctx: Context, visit: int) -> Iterable[Event]:
    if visit:
        return []
    frame = ctx.frame
    assert frame is not None
    seat = frame.seat or ctx.players()[0]
    return [ctx.ask(ROBBER_PROMPT, robber_step(seat), (seat,))]


def _offer_discard(ctx: Context, seat: SeatId | None) -> Action:
    return Action(
        "",
        seat,
        params=(Param("held", "count", low=0, high=95, optional=True),),
        group="answer",
    )


def _decide_discard(ctx: Context, command: Command) -> Iterable[Event]:
    assert command.seat is not None
    held = int(command.args.get("held") or 0)
    return [Discarded(command.seat, ctx.get(DISCARD, seat=command.seat, held=held))]


def _offer_move(ctx: Context, seat: SeatId | None) -> Action | Refusal | None:
    if seat is None:
        return None
    victims = ctx.get(VICTIMS, seat=seat)
    spared = {
        other: reason
        for other in ctx.players()
        if other not in victims and (reason := ctx.forbidden(VICTIMS, other, seat=seat))
    }
    return Action(
        "",
        seat,
        params=(
            Param("victim", "seat", choices=victims, optional=True, closed=FrozenMap(spared)),
            Param("to", "choice", choices=ctx.get(ROBBER_GOALS, seat=seat), optional=True),
        ),
        group="robber",
        primary=True,
    )


def _decide_move(ctx: Context, command: Command) -> Iterable[Event]:
    assert command.seat is not None
    to = command.args.get("to") or "hex"
    victim = command.args.get("victim")
    return [RobberMoved(command.seat, victim, "home" if to == "home" else "hex")]


STAGES = (
    Stage("seven.discard", _discard, "Who holds too many cards returns half."),
    Stage("robber.move", _move, "The robber moves and may take a hidden card."),
)

ACTIONS = (
    ActionKind(
        "discard",
        "Say how many cards a seat held when the seven came; the app says how many go back.",
        (DISCARD_PROMPT,),
        _offer_discard,
        _decide_discard,
        rules=("BG-3",),
        answers=True,
        params=(Param("held", "count", low=0, high=95, optional=True),),
    ),
    ActionKind(
        "move_robber",
        "Move the robber and say who loses a hidden card (nobody is fine).",
        (ROBBER_PROMPT,),
        _offer_move,
        _decide_move,
        rules=("BG-3",),
        answers=True,
        params=(
            Param("victim", "seat", optional=True),
            Param("to", "choice", choices=("hex", "home"), optional=True),
        ),
    ),
)
