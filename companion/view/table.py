"""The table now: whose turn, what came up, what to do, what may be done."""

from __future__ import annotations

from typing import Any

from companion.core.actions import open_prompts
from companion.core.compose import Rules
from companion.core.context import Context
from companion.core.events import PromptOpened
from companion.core.history import Log
from companion.core.model import INSTEAD_OF, Event, Prompt, SeatId, State
from companion.core.rules.base.book import (
    BaseSlice,
    NumberProduced,
    NumberRepeated,
    Produced,
    TurnStarted,
)
from companion.core.rules.base.facts import IGNORED
from companion.core.rules.table.book import TableSlice
from companion.i18n.text import Ref
from companion.view.buttons import action_views, grouped, move_views, primary
from companion.view.history import known_next, redo_view, undo_view
from companion.view.model import (
    ActionView,
    CardView,
    NumberView,
    PromptView,
    StepView,
    TableView,
    TurnView,
)
from companion.view.seal import seal_view
from companion.view.seats import seat_views


def present(
    rules: Rules,
    state: State,
    *,
    viewer: SeatId | None = None,
    log: Log | None = None,
) -> TableView:
    """The table as `viewer` may see it; a seat gets its own actions, None everybody's.

    With the history (whose state `state` is) the view also has past steps, undo and redo, and
    what is known to come again.
    """
    ctx = Context(rules, state)
    buttons = action_views(ctx, viewer)
    happened = [] if log is None else _this_turn(log)
    numbers = _numbers(ctx, happened)
    return TableView(
        viewer=viewer,
        turn=_turn(ctx),
        number=numbers[-1] if numbers else None,
        numbers=numbers,
        steps=(*_past(state, happened), *_steps(ctx)),
        prompts=tuple(_prompt(p, buttons) for p in open_prompts(ctx)),
        seats=seat_views(ctx),
        actions=grouped(buttons),
        moves=move_views(ctx, viewer, buttons),
        primary=primary(ctx, buttons),
        undo=None if log is None else undo_view(log, viewer),
        redo=None if log is None else redo_view(log, viewer),
        known=() if log is None else known_next(log, viewer),
        over=state.over,
        winner=state.winner,
        seal=seal_view(state),
        depth=state.setup.depth,
        numbers_by=Ref("number_source", state.setup.numbers),
        forced=state.forced,
        paused=ctx.slice(TableSlice).paused,
    )


def _turn(ctx: Context) -> TurnView:
    s = ctx.slice(BaseSlice)
    frame = ctx.frame
    return TurnView(
        seat=s.seat,
        number=s.turn,
        phase=s.phase,
        flow=frame.flow if frame else None,
        stage=frame.stage if frame else None,
    )


def optional(ctx: Context, query: str, **args: Any) -> Any:
    """The answer to the query called so, or None where no rules of this game declare it."""
    parts = ctx.rules.parts.get(query)
    return None if parts is None else ctx.get(parts.query, **args)


def _numbers(ctx: Context, turn: list[tuple[str, Event]]) -> tuple[NumberView, ...]:
    s = ctx.slice(BaseSlice)
    entries = _number_entries(turn)
    # A production that was settled at the table has no number of its own.
    indices = [i for i in range(len(s.numbers) + len(s.settled)) if i not in s.settled]
    views = []
    for at, made in enumerate(s.numbers):
        entry = entries[at] if at < len(entries) else None
        views.append(_number(ctx, indices[at], made, entry, newest=at == len(s.numbers) - 1))
    return tuple(views)


def _this_turn(log: Log) -> list[tuple[str, Event]]:
    """What happened since the turn began, with the ids of the entries, oldest first."""
    found: list[tuple[str, Event]] = []
    for entry in log.backwards():
        for event in reversed(entry.events):
            if isinstance(event, TurnStarted):
                return found[::-1]
            found.append((entry.id, event))
    return found[::-1]


def _number_entries(turn: list[tuple[str, Event]]) -> list[str]:
    """Ids of the entries that made this turn's numbers, in order."""
    found: list[str] = []
    for entry, event in turn:
        if isinstance(event, NumberProduced):
            found.append(entry)
        elif isinstance(event, NumberRepeated):
            found.pop()
    return found


def _number(
    ctx: Context, index: int, made: Produced, entry: str | None, *, newest: bool
) -> NumberView:
    card = None
    if made.source == "cards" and newest and (shown := optional(ctx, "card_shown")) is not None:
        card = CardView(shown.deck_pass, shown.position, optional(ctx, "deck_left") or 0)
    return NumberView(
        number=made.number,
        faces=made.faces,
        source=made.source,
        source_label=Ref("number_source", made.source),
        seat=made.seat,
        event=made.event,
        event_label=None if made.event is None else Ref("event", made.event),
        card=card,
        ignored=ctx.get(IGNORED, index=index),
        entry=entry,
    )


def _steps(ctx: Context) -> tuple[StepView, ...]:
    """Everything told, and what can be answered now, in the order it came up."""
    asks = {p.id for p in open_prompts(ctx)}
    return tuple(
        StepView(p.kind, p.name, p.text, p.id, p.waiting(), p.blocking)
        for p in ctx.state.prompts
        if p.kind == "tell" or p.id in asks
    )


def _past(state: State, turn: list[tuple[str, Event]]) -> tuple[StepView, ...]:
    """What was told since the newest number and has been closed by acting on it."""
    still_open = {p.id for p in state.prompts}
    told: list[Prompt] = []
    for _, event in turn:
        if isinstance(event, NumberProduced):
            told.clear()
        elif isinstance(event, PromptOpened) and event.prompt.kind == "tell":
            done = event.prompt.data.get(INSTEAD_OF)
            told = [*(p for p in told if p.name != done), event.prompt]
    return tuple(
        StepView(p.kind, p.name, p.text, None, past=True) for p in told if p.id not in still_open
    )


def _prompt(prompt: Prompt, buttons: tuple[ActionView, ...]) -> PromptView:
    answers = dict.fromkeys(b.name for b in buttons if b.prompt == prompt.id)
    return PromptView(
        id=prompt.id,
        name=prompt.name,
        text=prompt.text,
        seats=prompt.seats,
        waiting=prompt.waiting(),
        answered=prompt.answered,
        order=prompt.order,
        blocking=prompt.blocking,
        actions=tuple(answers),
        data=prompt.data,
    )
