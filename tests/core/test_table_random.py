"""Games in which the table corrects, settles and insists at random: nothing may break."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.core import history, kernel, registry
from companion.core.actions import actions, meaningless
from companion.core.context import Context
from companion.core.frozen import FrozenMap, freeze
from companion.core.model import (
    COLORS,
    RESOURCES,
    Accepted,
    Command,
    Event,
    Param,
    Setup,
)
from companion.core.module import ActionKind, Module
from companion.core.rules.table.entering import differences, read_position
from companion.core.rules.table.position import Position, position_of
from tests.core.random_play import Game, arguments, new_setup, random_command, replays, sound
from tests.throwaway import barbarians, camel_vote, fish_bag, pirate_fleet, wagon

GAMES: dict[str, dict[str, Any]] = {
    "dice": {},
    "cards": {"players": 4, "numbers": "cards"},
    "cards, everything waits": {
        "numbers": "cards",
        "settings": {
            "event_cards.repair_before": "everything",
            "event_cards.cities_and_knights": True,
            "base.record_discards": True,
        },
        "variants": ("harbormaster", "friendly_robber"),
    },
    "two": {"players": 2, "variants": ("two_players",), "numbers": "typed"},
    "two, both at the end": {
        "players": 2,
        "variants": ("two_players",),
        "settings": {"two_players.production": "after_both"},
    },
    "two, cards, all": {
        "players": 2,
        "numbers": "cards",
        "variants": ("two_players", "harbormaster", "friendly_robber"),
    },
}
THROWAWAY: tuple[Module, ...] = (
    barbarians.MODULE,
    camel_vote.MODULE,
    fish_bag.MODULE,
    pirate_fleet.MODULE,
    wagon.MODULE,
)

MEANINGLESS = {
    "unknown_argument", "missing_argument", "bad_argument_type", "impossible_argument",
    "unknown_trait", "bad_trait", "unknown_seat", "missing_seat",
}  # fmt: skip
"""Codes of a command that lies outside what its action declares."""

Wish = Callable[[Random, Context], Command | None]


def setup_of(name: str) -> Setup:
    more = dict(GAMES[name])
    return new_setup(more.pop("players", 3), **more)


def run(setup: Setup, rng: Random, steps: int, wish: Wish, extra: Iterable[Module] = ()) -> Game:
    """A game of `wish`es; refusals count for nothing. Every state is sound, the whole replays."""
    rules, setup = registry.prepare(setup, extra=extra)
    begun = kernel.begin(rules, setup)
    state, events, commands = begun.state, list[Event](begun.events), list[Command]()
    for _ in range(steps):
        command = wish(rng, Context(rules, state))
        if command is None:
            break
        answer = kernel.decide(rules, state, command)
        if isinstance(answer, Accepted):
            state = answer.state
            events += answer.events
            commands.append(command)
            sound(rules, state)
    game = Game(rules, setup, tuple(commands), tuple(events), state)
    replays(game)
    return game


def of_the_table(rng: Random, ctx: Context) -> Command | None:
    """A move, or every second time anything else that is listed: corrections and settling."""
    move = random_command(rng, ctx)
    if move is not None and rng.random() < 0.5:
        return move
    open_now = [a for a in actions(ctx) if a.name != "end_game"]
    action = rng.choice(open_now)
    return Command(action.name, action.seat, arguments(rng, ctx, action), action.prompt)


@pytest.mark.parametrize("name", GAMES)
@settings(max_examples=6)
@given(seed=st.integers(0, 100_000))
def test_corrected_games_stay_sound_and_replay(name: str, seed: int) -> None:
    game = run(setup_of(name), Random(seed), 120, of_the_table)
    assert game.state.forced == 0
    assert len({c.action for c in game.commands}) > 10


@settings(max_examples=6)
@given(seed=st.integers(0, 100_000))
def test_any_ask_of_any_module_can_be_settled(seed: int) -> None:
    def settling(rng: Random, ctx: Context) -> Command | None:
        asks = [a for a in actions(ctx) if a.name == "settle"]
        if asks and rng.random() < 0.4:
            action = rng.choice(asks)
            return Command(action.name, action.seat, prompt=action.prompt)
        return random_command(rng, ctx)

    game = run(new_setup(3), Random(seed), 120, settling, THROWAWAY)
    settled = [c for c in game.commands if c.action == "settle"]
    assert len(settled) > 10


# -- forced ----------------------------------------------------------------------------------


def value_of(rng: Random, param: Param, ids: list[str]) -> Any:
    """Any value of the parameter's type, most of them strange."""
    words = [*ids, *COLORS, *RESOURCES, "", " ", "zzz", "hex", "home", "number", "moved", "knights"]
    words += [str(c) for c in param.choices or ()]
    number = rng.choice([-1, 0, 1, 2, 5, 7, 12, 13, 40, 99, 100, 10**5, 10**30])
    word = rng.choice(words)
    made: dict[str, Callable[[], Any]] = {
        "seat": lambda: rng.choice([*ids, "zzz"]),
        "count": lambda: number,
        "number": lambda: number,
        "piece": lambda: number,
        "flag": lambda: rng.random() < 0.5,
        "faces": lambda: [rng.randint(0, 7) for _ in range(rng.randint(0, 3))],
        "seats": lambda: [rng.choice([*ids, "zzz"]) for _ in range(rng.randint(0, 4))],
        "traits": lambda: rng.choice([{}, {"harbor": "ore"}, {"coast": True}, {"zzz": 1}]),
        "value": lambda: rng.choice([word, number, True]),
        "position": lambda: rng.choice([{}, {"seats": {"s1": {}}}, {"turn": {"seat": word}}]),
    }
    return made.get(param.type, lambda: word)()


def insisting(rng: Random, ctx: Context) -> Command | None:
    """Ordinary moves, and any action at all, forced, with arguments of the right type."""
    move = random_command(rng, ctx)
    if move is not None and rng.random() < 0.4:
        return move
    kind: ActionKind = rng.choice(list(ctx.rules.actions.values()))
    ids = [s.id for s in ctx.rules.all_seats(ctx)]
    args = {
        p.name: freeze(value_of(rng, p, ids))
        for p in kind.params
        if not p.optional or rng.random() < 0.5
    }
    prompt = rng.choice([None, None, *(p.id for p in ctx.state.prompts)])
    seat = rng.choice([*ids, None])
    return Command(kind.name, seat, FrozenMap(args), prompt, forced=True)


@pytest.mark.parametrize("name", GAMES)
@settings(max_examples=25)
@given(seed=st.integers(0, 1_000_000))
def test_an_insisting_table_breaks_nothing(name: str, seed: int) -> None:
    run(setup_of(name), Random(seed), 150, insisting)


@pytest.mark.parametrize("name", GAMES)
@settings(max_examples=4)
@given(seed=st.integers(0, 10_000))
def test_what_is_offered_lies_within_what_is_declared(name: str, seed: int) -> None:
    """The bounds a forced command is judged by never exclude what is open to everybody."""

    def look(rng: Random, ctx: Context) -> Command | None:
        for action in actions(ctx):
            declared = {p.name: p for p in ctx.rules.actions[action.name].params}
            for param in action.params:
                assert param.type == declared[param.name].type, (action.name, param)
                assert declared[param.name].optional or not param.optional, (action.name, param)
            if all(p.choices != () or p.optional for p in action.params):
                args = arguments(rng, ctx, action)
                command = Command(action.name, action.seat, args, forced=True)
                answer = meaningless(ctx, command)
                assert answer is None or answer.code not in MEANINGLESS, (command, answer)
        return random_command(rng, ctx)

    run(setup_of(name), Random(seed), 40, look)


# -- positions -------------------------------------------------------------------------------


@pytest.mark.parametrize("name", GAMES)
@settings(max_examples=6)
@given(seed=st.integers(0, 100_000))
def test_a_position_taken_and_entered_elsewhere_is_the_same_book(name: str, seed: int) -> None:
    played = run(setup_of(name), Random(seed), 100, random_command)
    there = Context(played.rules, played.state)
    data = position_of(there)
    rules, setup = registry.prepare(setup_of(name))
    fresh = Context(rules, kernel.begin(rules, setup).state)
    position = read_position(fresh, data)
    assert isinstance(position, Position), position
    command = Command("enter_position", args=FrozenMap({"position": freeze(data)}))
    answer = kernel.decide(rules, fresh.state, command)
    assert isinstance(answer, Accepted), answer
    after = Context(rules, answer.state)
    sound(rules, answer.state)
    assert position_of(after)["seats"] == data["seats"]
    assert position_of(after)["holders"] == data["holders"]
    assert position_of(after)["turn"] == data.get("turn", position_of(after)["turn"])
    assert differences(after, position) == ()


# -- the past ----------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["cards, everything waits", "two, both at the end"])
@settings(max_examples=6)
@given(seed=st.integers(0, 100_000))
def test_a_corrected_game_is_undone_entry_by_entry_and_mended_anywhere(
    name: str, seed: int
) -> None:
    rng = Random(seed)
    rules, setup = registry.prepare(setup_of(name))
    log = history.start(rules, setup)
    states = [log.state]
    for _ in range(60):
        wish = rng.choice((of_the_table, insisting))(rng, Context(rules, log.state))
        done = None if wish is None else history.submit(log, wish)
        if isinstance(done, tuple):
            log = done[0]
            if not log.node.record.aside:
                states.append(log.state)
    entry = rng.choice(log.live()[1:])
    plan = history.plan_amendment(log, entry.id, [])
    assert isinstance(plan, history.Plan)
    sound(rules, plan.state)
    mended = history.amend(log, plan)
    assert isinstance(mended, history.Log)
    assert history.load(rules, mended.records).state == mended.state == plan.state
    while len(states) > 1:
        back = history.undo(log)
        assert isinstance(back, history.Log)
        log = back
        states.pop()
        assert log.state == states[-1]
    assert history.load(rules, log.records).state == states[0]
