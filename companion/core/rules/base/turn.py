"""The turn: a number, what it brings, building and trading, the end (BG-2)."""

from __future__ import annotations

from collections.abc import Iterable

from companion.core.context import NEXT_FLOW, Context, FlowStart
from companion.core.frozen import FrozenMap
from companion.core.kernel import enter
from companion.core.model import Action, Command, Event, Param, Prompt, Refusal, SeatId
from companion.core.module import ActionKind, Contribution, Stage
from companion.core.rules.base.book import (
    BaseSlice,
    NumberProduced,
    NumberRepeated,
    NumberSettled,
    SevenCame,
    TurnEnded,
    TurnStarted,
    number_of,
)
from companion.core.rules.base.facts import IGNORED, PRODUCTION, REPEATED, is_turn_of
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
    if s.resume is not None and s.resume.seat in ctx.players():
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
    """Which production of this turn the present stage belongs to, 0 for the first.

    A turn with several productions runs its stages that often, in whatever order: the n-th
    run of any stage belongs to the n-th production.
    """
    frame = ctx.frame_of("turn")
    assert frame is not None
    return frame.stages[: frame.index].count(frame.stages[frame.index])


def number_awaited(ctx: Context) -> bool:
    """Whether a production of this turn has no number yet."""
    frame = ctx.frame_of("turn")
    if frame is None or resumed_at_play(ctx):
        return False
    s = ctx.slice(BaseSlice)
    return len(s.numbers) + len(s.settled) < frame.stages.count("turn.number")


def _number(ctx: Context, visit: int) -> Iterable[Event]:
    """Ask for a number until this production has its own that counts, or the table settled it."""
    s = ctx.slice(BaseSlice)
    index = production_index(ctx)
    if resumed_at_play(ctx) or index in s.settled:
        return []
    made = number_of(s, index)
    again: list[Event] = []
    if made is not None:
        reasons = ctx.get(REPEATED, index=index)
        if not reasons:
            return []
        again = [NumberRepeated(made.number)]
        again += [ctx.tell("repeated", reason) for reason in reasons]
    seat = turn_seat(ctx)
    text = Text("step.number", {"seat": SeatRef(seat)})
    return [*again, ctx.ask(NUMBER_PROMPT, text, (seat,))]


def _production(ctx: Context, visit: int) -> Iterable[Event]:
    index = production_index(ctx)
    made = number_of(ctx.slice(BaseSlice), index)
    if visit or made is None:
        return []
    reasons = ctx.get(IGNORED, index=index)
    if reasons:
        return [ctx.tell("ignored", reason) for reason in reasons]
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
    # While this turn still waits for a number this is it; at any other time it is only noted.
    if number_awaited(ctx):
        waiting = ctx.prompt(NUMBER_PROMPT)
        events += [ctx.close(waiting)] if waiting is not None else []
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


def _settled(ctx: Context, prompt: Prompt) -> Iterable[Event]:
    return [NumberSettled(production_index(ctx))]


SETTLES = {NUMBER_PROMPT: _settled}

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
        params=(
            Param("number", "number", low=2, high=12),
            Param("seat_then", "seat", optional=True),
        ),
    ),
)
