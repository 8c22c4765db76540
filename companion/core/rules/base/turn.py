"""The turn: a number, what it brings, building and trading, the end (BG-2)."""

from __future__ import annotations

from collections.abc import Iterable

from companion.core.context import NEXT_FLOW, Context, FlowStart
from companion.core.frozen import FrozenMap
from companion.core.kernel import enter
from companion.core.model import Action, Command, Event, Param, Refusal, SeatId
from companion.core.module import ActionKind, Contribution, Stage
from companion.core.rules.base.book import (
    BaseSlice,
    NumberProduced,
    SevenCame,
    TurnEnded,
    TurnStarted,
)
from companion.core.rules.base.facts import PRODUCTION, is_turn_of
from companion.i18n.text import SeatRef, Text

NUMBER_PROMPT = "turn.number"
PLAY_PROMPT = "turn.play"
TURN_PROMPTS = (NUMBER_PROMPT, PLAY_PROMPT)

FLOW = ("turn.begin", "turn.number", "turn.production", "turn.play", "turn.end")


def next_seat(ctx: Context) -> SeatId | None:
    """Who comes after the present turn's seat; the first player when nobody had a turn."""
    players = ctx.players()
    if not players:
        return None
    now = ctx.slice(BaseSlice).seat
    if now is None:
        return players[0]
    order = [s.id for s in ctx.rules.all_seats(ctx) if s.kind == "player"]
    at = order.index(now) if now in order else -1
    for step in range(1, len(order) + 1):
        seat = order[(at + step) % len(order)]
        if seat in players:
            return seat
    return None


def _next_flow(ctx: Context) -> FlowStart | None:
    s = ctx.slice(BaseSlice)
    if s.resume is not None:
        stage = FrozenMap({"resume": s.resume.stage})
        return FlowStart("turn", s.resume.seat, stage)
    if s.phase == "start":
        return FlowStart("setup")
    return FlowStart("turn", next_seat(ctx))


def resumed_at_play(ctx: Context) -> bool:
    """Whether this turn was taken up in its middle, its number being past."""
    frame = ctx.frame_of("turn")
    return frame is not None and frame.data.get("resume") == "play"


def _begin(ctx: Context, visit: int) -> Iterable[Event]:
    frame = ctx.frame_of("turn")
    if visit or frame is None or frame.seat is None:
        return []
    s = ctx.slice(BaseSlice)
    turn = s.turn + 1 if s.resume is None else s.resume.turn
    return [TurnStarted(frame.seat, turn)]


def turn_seat(ctx: Context) -> SeatId:
    """The seat whose turn flow is under way."""
    frame = ctx.frame_of("turn")
    assert frame is not None
    assert frame.seat is not None
    return frame.seat


def production_index(ctx: Context) -> int:
    """Which production of this turn the present stage belongs to, 0 for the first."""
    frame = ctx.frame_of("turn")
    assert frame is not None
    return sum(1 for stage in frame.stages[: frame.index] if stage == "turn.production")


def _number(ctx: Context, visit: int) -> Iterable[Event]:
    """Ask for a number until this production has its own."""
    if len(ctx.slice(BaseSlice).numbers) > production_index(ctx) or resumed_at_play(ctx):
        return []
    seat = turn_seat(ctx)
    return [ctx.ask(NUMBER_PROMPT, Text("step.number", {"seat": SeatRef(seat)}), (seat,))]


def _production(ctx: Context, visit: int) -> Iterable[Event]:
    numbers = ctx.slice(BaseSlice).numbers
    if visit or not numbers:
        return []
    made = numbers[min(production_index(ctx), len(numbers) - 1)]
    return produce(ctx, made.number)


def produce(ctx: Context, number: int) -> Iterable[Event]:
    """What `number` brings: the steps of production, or the seven."""
    seat = turn_seat(ctx)
    if number == 7:
        return [SevenCame(seat), enter(ctx, "seven", seat)]
    return [
        ctx.tell("production", text, data={"number": number})
        for text in ctx.get(PRODUCTION, number=number)
    ]


def _play(ctx: Context, visit: int) -> Iterable[Event]:
    if visit:
        return []
    seat = turn_seat(ctx)
    return [ctx.ask(PLAY_PROMPT, Text("step.play", {"seat": SeatRef(seat)}), (seat,))]


def _end(ctx: Context, visit: int) -> Iterable[Event]:
    return [] if visit else [TurnEnded(turn_seat(ctx), ctx.slice(BaseSlice).turn)]


def _offer_end(ctx: Context, seat: SeatId | None) -> Action | Refusal | None:
    return Action("", seat, group="turn", primary=True) if is_turn_of(ctx, seat) else None


def _offer_number(ctx: Context, seat: SeatId | None) -> Action | Refusal | None:
    return Action(
        "",
        seat,
        params=(
            Param("number", "number", low=2, high=12),
            Param("seat_then", "seat", choices=ctx.players(), optional=True),
        ),
        group="table",
    )


def _decide_number(ctx: Context, command: Command) -> Iterable[Event]:
    seat = command.args.get("seat_then") or command.seat or ctx.slice(BaseSlice).seat
    number = command.args["number"]
    events: list[Event] = [NumberProduced(number, "table", seat)]
    # In the middle of asking for a number this answers it; at any other time it is only noted.
    waiting = ctx.prompt(NUMBER_PROMPT)
    frame = ctx.frame
    if waiting is not None and frame is not None and frame.stage == "turn.number":
        events.append(ctx.close(waiting))
    elif number != 7:
        events += [ctx.tell("production", t) for t in ctx.get(PRODUCTION, number=number)]
    return events


STAGES = (
    Stage("turn.begin", _begin, "The turn starts; points are looked at."),
    Stage("turn.number", _number, "A number is asked for."),
    Stage("turn.production", _production, "What the number brings."),
    Stage("turn.play", _play, "Building, trading, cards; until the turn is ended."),
    Stage("turn.end", _end, "What happens when the turn is over."),
)

CONTRIBUTIONS = (Contribution(NEXT_FLOW, "set", _next_flow),)

ACTIONS = (
    ActionKind(
        "end_turn",
        "End the turn; the next player's begins.",
        (PLAY_PROMPT,),
        _offer_end,
        lambda ctx, command: [],
        rules=("BG-2",),
        answers=True,
    ),
    ActionKind(
        "enter_number",
        "Record a number that the app did not make: it answers an open question for one, "
        "otherwise it is noted and produces.",
        ("*",),
        _offer_number,
        _decide_number,
        rules=("BG-2",),
        correction=True,
    ),
)
