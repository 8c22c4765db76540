"""decide and evolve: the only two ways anything happens in a game.

`decide(rules, state, command)` gives events or a refusal and changes nothing;
`evolve(rules, state, event)` gives the state after an event. Both are pure: the same
arguments give the same answer on every machine, and `fold` of the recorded events gives
exactly the state that was live.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import msgspec

from companion.core import actions as act
from companion.core.compose import Rules
from companion.core.context import NEXT_FLOW, Context, KernelFault, Tally
from companion.core.events import (
    ActionForced,
    ChanceDrawn,
    FlowEntered,
    FlowLeft,
    GameOver,
    GameStarted,
    PlayedOn,
    PromptAnswered,
    PromptClosed,
    PromptOpened,
    StageRun,
)
from companion.core.frozen import FrozenMap
from companion.core.insisting import NEVER_FORCED
from companion.core.model import (
    Accepted,
    Answer,
    Command,
    Event,
    Frame,
    Prompt,
    Refusal,
    SeatId,
    Setup,
    State,
)

STEP_LIMIT = 2_000
"""Events one command may cause before the kernel calls it an endless loop."""

_replace = msgspec.structs.replace


def begin(rules: Rules, setup: Setup, *, ticket: str = "0") -> Accepted:
    """The first events of a game, up to the first thing that is asked."""
    state = rules.initial(setup)
    ctx = Context(rules, state, Tally(ticket))
    return _run(ctx, [GameStarted(setup)])


def decide(
    rules: Rules,
    state: State,
    command: Command,
    *,
    ticket: str | None = None,
    recorded: Sequence[Event] = (),
) -> Answer:
    """What `command` does to `state`: all its events with their consequences, or a refusal.

    `ticket` makes prompt ids unique (the history gives its record number). `recorded` holds
    the events this command had before an amendment: chance repeats itself from them.
    """
    known = rules.actions.get(command.action)
    tally = Tally(
        ticket if ticket is not None else f"e{state.events}",
        correction=known is not None and known.correction,
    )
    ctx = Context(rules, state, tally, tuple(recorded))
    found = act.admit(ctx, command)
    forced: list[Event] = []
    if isinstance(found, Refusal):
        if not command.forced or found.code in NEVER_FORCED:
            return found
        if (fault := act.meaningless(ctx, command)) is not None:
            return fault
        forced = [ActionForced(command.action, command.seat, found.code, found.text)]
        found = act.Admitted(act.answered_by(ctx, command))
    kind = rules.actions[command.action]
    events = kind.decide(ctx, command if forced else _replace(command, forced=False))
    if isinstance(events, Refusal) and command.forced and not forced:
        if events.code in NEVER_FORCED:
            return events
        forced = [ActionForced(command.action, command.seat, events.code, events.text)]
        events = kind.decide(ctx, command)
    if isinstance(events, Refusal):
        return events
    before: list[Event] = []
    if not kind.correction:
        before = [PromptClosed(p.id, "told") for p in state.prompts if p.kind == "tell"]
    answered: list[Event] = []
    if kind.answers and found.prompt is not None:
        who = command.seat or (found.prompt.waiting() or ("",))[0]
        answered = [PromptAnswered(found.prompt.id, who)]
    return _run(ctx, [*forced, *before, *events, *answered])


def _run(ctx: Context, events: Iterable[Event]) -> Accepted:
    """Apply `events`, then reactions, idle hooks and the agenda, until something is asked."""
    done: list[Event] = []
    ctx = _apply(ctx, events, done)
    while True:
        more = _idle(ctx) or ([] if ctx.state.over else _advance(ctx))
        if not more:
            return Accepted(tuple(done), ctx.state)
        ctx = _apply(ctx, more, done)


def _apply(ctx: Context, events: Iterable[Event], done: list[Event]) -> Context:
    """`ctx` after `events` and all reactions to them, in order; `done` collects them."""
    queue = list(events)
    while queue:
        event = queue.pop(0)
        if len(done) >= STEP_LIMIT:
            names = ", ".join(type(e).__name__ for e in done[-6:])
            raise KernelFault(f"more than {STEP_LIMIT} events for one command, the last: {names}")
        ctx = ctx.at(evolve(ctx.rules, ctx.state, event))
        done.append(event)
        for react in ctx.rules.reacts.get(type(event), ()):
            queue.extend(react(ctx, event))
    return ctx


def _idle(ctx: Context) -> list[Event]:
    """Events of the first module that has something to say now that all is quiet."""
    for module in ctx.rules.modules:
        if module.idle is not None:
            events = list(module.idle(ctx))
            if events:
                return events
    return []


def _advance(ctx: Context) -> list[Event]:
    """The next step of the agenda; empty when something is waited for."""
    state = ctx.state
    if not state.frames:
        start = ctx.get(NEXT_FLOW)
        return [] if start is None else [enter(ctx, start.flow, start.seat, start.data)]
    depth = len(state.frames)
    if any(p.kind == "ask" and p.blocking and p.depth >= depth for p in state.prompts):
        return []
    frame = state.frames[-1]
    if frame.index >= 0:
        again = _run_stage(ctx, frame.index, frame.visits + 1)
        if len(again) > 1:
            return again
    if frame.index + 1 < len(frame.stages):
        return _run_stage(ctx, frame.index + 1, 0)
    return [FlowLeft(frame.flow)]


def _run_stage(ctx: Context, index: int, visit: int) -> list[Event]:
    run = StageRun(index, visit)
    frame = ctx.state.frames[-1]
    stage = ctx.rules.stages.get(frame.stages[index])
    if stage is None:
        raise KernelFault(f"flow {frame.flow!r} names the stage {frame.stages[index]!r}: unknown")
    inside = ctx.at(evolve(ctx.rules, ctx.state, run))
    return [run, *stage.run(inside, visit)]


def enter(
    ctx: Context, flow: str, seat: SeatId | None = None, data: FrozenMap[str, Any] | None = None
) -> FlowEntered:
    """The event that puts `flow` on top of the agenda. Raises KernelFault for an unknown one."""
    if flow not in ctx.rules.flows:
        raise KernelFault(f"no module of this game declares the flow {flow!r}")
    return FlowEntered(flow, ctx.rules.flow_stages(ctx, flow), seat, data or FrozenMap())


def fold(rules: Rules, events: Iterable[Event]) -> State:
    """The state after all `events`, the first of which is `GameStarted`."""
    state: State | None = None
    for event in events:
        if state is None:
            if not isinstance(event, GameStarted):
                raise ValueError(
                    f"a game begins with kernel.game_started, not with {type(event).__name__}"
                )
            state = rules.initial(event.setup)
        state = evolve(rules, state, event)
    if state is None:
        raise ValueError("a game without any event has no state")
    return state


def evolve(rules: Rules, state: State, event: Event) -> State:
    """The state after `event`. Never refuses: what happened has happened."""
    folds = rules.folds.get(type(event))
    slices = state.slices
    if folds:
        changed = dict(slices)
        for module, fold_one in folds:
            changed[module] = fold_one(changed[module], event)
        slices = FrozenMap(changed)
    kernel_fold = _KERNEL_FOLDS.get(type(event))
    if kernel_fold is None:
        return _replace(state, slices=slices, events=state.events + 1)
    after: State = kernel_fold(state, event)
    return _replace(after, slices=slices, events=state.events + 1)


# -- how the kernel folds its own events ------------------------------------------------------


def _flow_entered(state: State, event: FlowEntered) -> State:
    frame = Frame(event.flow, event.stages, event.seat, data=event.data)
    return _replace(state, frames=(*state.frames, frame))


def _flow_left(state: State, event: FlowLeft) -> State:
    depth = len(state.frames)
    prompts = tuple(p for p in state.prompts if p.kind == "tell" or p.depth < depth)
    return _replace(state, frames=state.frames[:-1], prompts=prompts)


def _stage_run(state: State, event: StageRun) -> State:
    top = _replace(state.frames[-1], index=event.index, visits=event.visit)
    return _replace(state, frames=(*state.frames[:-1], top))


def _prompt_opened(state: State, event: PromptOpened) -> State:
    return _replace(state, prompts=(*state.prompts, event.prompt))


def _prompt_answered(state: State, event: PromptAnswered) -> State:
    prompts: list[Prompt] = []
    for prompt in state.prompts:
        if prompt.id != event.prompt:
            prompts.append(prompt)
            continue
        answered = (*prompt.answered, event.seat)
        if not all(seat in answered for seat in prompt.seats):
            prompts.append(_replace(prompt, answered=answered))
    return _replace(state, prompts=tuple(prompts))


def _prompt_closed(state: State, event: PromptClosed) -> State:
    return _replace(state, prompts=tuple(p for p in state.prompts if p.id != event.prompt))


def _chance_drawn(state: State, event: ChanceDrawn) -> State:
    used = max(state.uses.get(event.stream, 0), event.use + 1)
    return _replace(state, uses=state.uses.set(event.stream, used))


def _game_over(state: State, event: GameOver) -> State:
    return _replace(state, over=True, winner=event.winner)


def _played_on(state: State, event: PlayedOn) -> State:
    return _replace(state, over=False, winner=None)


def _forced(state: State, event: ActionForced) -> State:
    return _replace(state, forced=state.forced + 1)


_KERNEL_FOLDS: dict[type[Event], Any] = {
    FlowEntered: _flow_entered,
    FlowLeft: _flow_left,
    StageRun: _stage_run,
    PromptOpened: _prompt_opened,
    PromptAnswered: _prompt_answered,
    PromptClosed: _prompt_closed,
    ChanceDrawn: _chance_drawn,
    GameOver: _game_over,
    PlayedOn: _played_on,
    ActionForced: _forced,
}
