"""Whose move it is by the table's word: settling asks, setting the turn, pauses, notes."""

from __future__ import annotations

from collections.abc import Iterable

from companion.core.actions import answered_by, open_prompts
from companion.core.context import Context
from companion.core.events import FlowLeft, PromptClosed
from companion.core.model import Action, Command, Event, Param, Prompt, Refusal, SeatId
from companion.core.module import ActionKind
from companion.core.rules.base.book import BaseSlice, Resume, TurnSet
from companion.core.rules.table import counts
from companion.core.rules.table.book import NoteAdded, Paused, Resumed, Settled, TableSlice
from companion.core.rules.table.seats import WHOSE, among, correction
from companion.i18n.text import Ref, SeatRef, Text

STAGES = ("number", "play")
LONGEST_NOTE = 500
LAST_TURN = 9999

_STAGE = Param("stage", "choice", choices=STAGES)
_TURN = Param("turn", "count", low=1, high=LAST_TURN, optional=True)
_NOTE = Param("text", "text", high=LONGEST_NOTE)


def _question(ctx: Context, command: Command) -> Prompt | None:
    """The ask to settle: the one bound to, or the newest that waits for the seat.

    After an amendment it must be an ask of the same name as then.
    """
    found = answered_by(ctx, command)
    if found is None and command.forced:
        found = next(reversed(open_prompts(ctx)), None)
    then = [e.question for e in ctx.recorded if isinstance(e, Settled)]
    if command.prompt is None and then and (found is None or found.name != then[0]):
        return next((p for p in open_prompts(ctx) if p.name == then[0]), None)
    return found


def _decide_settle(ctx: Context, command: Command) -> Iterable[Event] | Refusal:
    prompt = _question(ctx, command)
    if prompt is None:
        params = {"action": Ref("action", "settle")}
        return Refusal("not_now", Text("refused.not_now", params))
    settle = ctx.rules.settles.get(prompt.name)
    left = settle(ctx, prompt) if settle is not None else ()
    return [Settled(prompt.name, command.seat), *left, ctx.close(prompt, "settled")]


def unwound(ctx: Context) -> list[Event]:
    """The events that clear the agenda: what was told, every flow and with it its asks."""
    told = [PromptClosed(p.id, "overtaken") for p in ctx.state.prompts if p.kind == "tell"]
    return [*told, *(FlowLeft(frame.flow) for frame in reversed(ctx.state.frames))]


def _offer_turn(ctx: Context, seat: SeatId | None) -> Action:
    params = (among(ctx, neutral=False), _STAGE, _TURN)
    return Action("", seat, params=params, group="table")


def _decide_turn(ctx: Context, command: Command) -> Iterable[Event] | Refusal:
    whose = command.args["whose"]
    if whose not in ctx.players():
        return Refusal("not_at_table", Text("refused.not_at_table", {"seat": SeatRef(whose)}))
    turn = command.args.get("turn") or max(1, ctx.slice(BaseSlice).turn)
    return [*unwound(ctx), TurnSet(Resume(whose, turn, command.args["stage"]))]


def _offer_pause(ctx: Context, seat: SeatId | None) -> Action | None:
    return None if ctx.slice(TableSlice).paused else Action("", seat, group="table")


def _offer_resume(ctx: Context, seat: SeatId | None) -> Action | None:
    return Action("", seat, group="table") if ctx.slice(TableSlice).paused else None


def _offer_note(ctx: Context, seat: SeatId | None) -> Action:
    return Action("", seat, params=(_NOTE,), group="table")


def _decide_note(ctx: Context, command: Command) -> Iterable[Event]:
    return [NoteAdded(command.args["text"].strip(), command.seat)]


def idle(ctx: Context) -> Iterable[Event]:
    """A move ends the pause (a correction does not); pins go that held until the count moved."""
    if ctx.slice(TableSlice).paused and not ctx.correcting:
        return [Resumed()]
    return counts.moved(ctx)


ACTIONS = (
    ActionKind(
        "settle",
        "Settled at the table: the ask is closed for everybody and nothing of it is recorded.",
        ("?",),
        lambda ctx, seat: Action("", seat, group="settle"),
        _decide_settle,
    ),
    correction("set_turn", "Say whose turn it is, which turn, and whether its number is past; "
               "what was under way is left.", _offer_turn, _decide_turn, WHOSE, _STAGE, _TURN),
    correction("pause", "Pause: the clocks stand until somebody resumes or makes a move; "
               "corrections and notes do not end it.",
               _offer_pause, lambda ctx, command: [Paused()]),
    correction("resume", "End the pause.", _offer_resume, lambda ctx, command: [Resumed()]),
    correction("note", "Leave a remark in the history.", _offer_note, _decide_note, _NOTE),
)  # fmt: skip
