"""A player that knows no rule: it takes any open action with any arguments that fit.

Whatever a game lists as open must be accepted, whatever happens must fold to the same state,
and the modules' checks must hold after every step. `play` does that for any set-up.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from companion.core import actions, kernel, registry
from companion.core.codec import event_from_data, event_to_data, state_from_data, state_to_data
from companion.core.compose import Rules
from companion.core.context import Context
from companion.core.frozen import FrozenMap, decode, encode, freeze
from companion.core.model import (
    COLORS,
    RESOURCES,
    Accepted,
    Action,
    Command,
    Event,
    Param,
    Refusal,
    Seat,
    Setup,
    State,
)
from companion.core.module import Module
from companion.core.rules.table.position import position_of

SEED = "0123456789abcdef0123456789abcdef"
UNBOUNDED = 12
"""How far above its least a count without a greatest value goes."""


def new_setup(players: int = 3, **more: Any) -> Setup:
    """A set-up of `players` seats s1, s2, … in the order of the colors."""
    seats = tuple(Seat(f"s{i + 1}", f"Player {i + 1}", c) for i, c in enumerate(COLORS[:players]))
    seed = more.pop("seed", SEED)
    return Setup(seats=seats, seed=seed, **{name: freeze(value) for name, value in more.items()})


def argument(rng: Random, ctx: Context, param: Param) -> Any:
    """Any value that fits `param`. Raises ValueError for a type that cannot be made up."""
    choices = param.choices
    if param.type == "traits":
        return _traits(rng, ctx, [str(c) for c in choices or ()])
    if param.type == "seats":
        among = list(choices if choices is not None else ctx.players())
        return tuple(rng.sample(among, rng.randint(0, len(among))))
    if choices is not None:
        return rng.choice(choices)
    if param.type in ("count", "number"):
        low = param.low or 0
        high = low + UNBOUNDED if param.high is None else min(param.high, low + UNBOUNDED)
        return rng.randint(low, high)
    makers: dict[str, Callable[[], Any]] = {
        "seat": lambda: rng.choice(ctx.players()),
        "resource": lambda: rng.choice(RESOURCES),
        "faces": lambda: tuple(rng.randint(1, param.high or 6) for _ in range(param.count)),
        "flag": lambda: rng.random() < 0.5,
        "name": lambda: rng.choice(("Ada", "Bára", "Zoë 7", "李")),
        "text": lambda: rng.choice(("because", "řekl stůl", "7 … 12")),
        "value": lambda: rng.choice((True, False, 0, 3, 10, 31, 36, "everybody", "roads")),
        "position": lambda: freeze(position_of(ctx)),
    }
    if param.type not in makers:
        raise ValueError(
            f"parameter {param.name!r} of type {param.type!r} without choices: "
            f"random play can make up {', '.join(sorted(makers))}"
        )
    return makers[param.type]()


def _traits(rng: Random, ctx: Context, names: Sequence[str]) -> FrozenMap[str, Any]:
    ticked: dict[str, Any] = {}
    for name in names:
        trait = ctx.rules.traits[name]
        if rng.random() < 0.3:
            continue
        if trait.kind == "choice":
            ticked[name] = rng.choice(trait.choices)
        elif trait.kind == "set":
            ticked[name] = tuple(rng.sample(trait.choices, rng.randint(0, len(trait.choices))))
        else:
            ticked[name] = rng.random() < 0.5
    return FrozenMap(ticked)


def arguments(rng: Random, ctx: Context, action: Action) -> FrozenMap[str, Any]:
    """Arguments that fit `action`; an optional one is given about every second time."""
    given: dict[str, Any] = {}
    for param in action.params:
        nothing_fits = param.choices == () and param.type not in ("traits", "seats")
        if param.optional and (nothing_fits or rng.random() < 0.5):
            continue
        given[param.name] = argument(rng, ctx, param)
    return FrozenMap(given)


def random_command(
    rng: Random,
    ctx: Context,
    *,
    corrections: bool = False,
    avoid: Iterable[str] = (),
) -> Command | None:
    """Any command that the listed actions allow now; None when nothing is open.

    Actions named in `avoid` are taken only when there is nothing else.
    """
    open_now = actions.actions(ctx, corrections=corrections)
    if not open_now:
        return None
    wanted = [a for a in open_now if a.name not in set(avoid)] or open_now
    action = rng.choice(wanted)
    return Command(action.name, action.seat, arguments(rng, ctx, action), action.prompt)


@dataclass(frozen=True)
class Game:
    """A game that was played: everything needed to replay it, and how it ended."""

    rules: Rules
    setup: Setup
    commands: tuple[Command, ...]
    events: tuple[Event, ...]
    state: State


def play(
    setup: Setup,
    seed: int = 0,
    *,
    steps: int = 300,
    extra: Iterable[Module] = (),
    scenario_modules: Sequence[str] = ("base",),
    corrections: bool = False,
    avoid: Iterable[str] = (),
    watch: Callable[[Context, tuple[Event, ...]], None] | None = None,
) -> Game:
    """A random game of at most `steps` commands, every one accepted and every state sound.

    Until the game is over somebody can always do something. Only a combination of arguments
    may be forbidden, and not often.
    `watch` sees the context and the events after each command. Raises AssertionError.
    """
    rng = Random(seed)
    rules, setup = registry.prepare(setup, scenario_modules, extra)
    begun = kernel.begin(rules, setup)
    state, events, commands = begun.state, list(begun.events), list[Command]()
    forbidden: list[Command] = []
    sound(rules, state)
    for _ in range(steps):
        wish = random_command(rng, Context(rules, state), corrections=corrections, avoid=avoid)
        if wish is None:
            assert state.over, f"nobody can do anything: {state.frames}, {state.prompts}"
            break
        answer = kernel.decide(rules, state, wish)
        if isinstance(answer, Refusal) and _combination(answer, wish):
            forbidden.append(wish)
            continue
        assert isinstance(answer, Accepted), (wish, answer)
        state = answer.state
        events += answer.events
        commands.append(wish)
        sound(rules, state)
        if watch is not None:
            watch(Context(rules, state), answer.events)
    assert len(forbidden) * 4 <= steps, f"listed, yet forbidden most of the time: {forbidden[-1]}"
    game = Game(rules, setup, tuple(commands), tuple(events), state)
    replays(game)
    return game


def _combination(answer: Refusal, wish: Command) -> bool:
    """Whether a rule forbade two arguments together that each are listed."""
    return answer.code == "forbidden" and len(wish.args) > 1


def sound(rules: Rules, state: State) -> None:
    """The checks of every module hold, prompts are one of a kind, and stages exist."""
    ctx = Context(rules, state)
    faults = [fault for m in rules.modules for check in m.checks for fault in check(ctx)]
    ids = [p.id for p in state.prompts]
    faults += [f"prompt {i} is open twice" for i in set(ids) if ids.count(i) > 1]
    faults += [
        f"flow {f.flow} has the unknown stage {s}"
        for f in state.frames
        for s in f.stages
        if s not in rules.stages
    ]
    assert not faults, faults


def replays(game: Game) -> None:
    """The events fold to the live state, as they are and read back from JSON."""
    assert kernel.fold(game.rules, game.events) == game.state
    assert kernel.fold(game.rules, reread(game.rules, game.events)) == game.state
    raw = encode(state_to_data(game.state))
    assert state_from_data(game.rules, decode(raw, dict[str, Any])) == game.state


def reread(rules: Rules, events: Iterable[Event]) -> list[Event]:
    """`events` written as JSON text and read again."""
    again = []
    for event in events:
        kind, version, data = event_to_data(event)
        plain = decode(encode(data), dict[str, Any])
        again.append(event_from_data(rules, kind, version, plain))
    return again
