"""Every subset of modules composes or is refused with a reason; what composes plays.

``python -m tests.proof.subsets 40`` plays 40 seeded random games of each subset that composes
and prints the figures as JSON. Each game is checked at every step: the modules' checks hold,
what is listed is accepted, undoing gives the shorter prefix, replaying gives what was live, and
events and states read back from JSON.
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import combinations

from msgspec.structs import replace

from companion.core import history, kernel, registry
from companion.core.compose import CompositionRefused
from companion.core.context import Context
from companion.core.model import Command, Event, Setup, State
from companion.core.settings import EDITIONS
from tests.core.random_play import Game, new_setup, play

SOURCES = ("cards", "dice", "typed", "device")
SEATS = (1, 2, 3, 4, 5)


@dataclass
class Figures:
    """What was tried and found."""

    subsets: int = 0
    composed: int = 0
    refused: int = 0
    games: int = 0
    finished: int = 0
    commands: int = 0
    events: int = 0
    reasons: dict[str, int] = field(default_factory=dict)


def subsets() -> Iterator[Setup]:
    """All set-ups: any variants, any source of numbers, one seat to five."""
    known = registry.variants()
    for size in range(len(known) + 1):
        for variants in combinations(known, size):
            for numbers in SOURCES:
                for seats in SEATS:
                    yield new_setup(seats, variants=variants, numbers=numbers)


def refusal(setup: Setup) -> tuple[str, ...] | None:
    """The codes for which `setup` is refused; None when it composes."""
    try:
        registry.prepare(setup)
    except CompositionRefused as refused:
        problems = refused.problems
    else:
        return None
    assert problems
    both_sided = [p for p in problems if p.code in ("conflict", "requires", "sets_clash")]
    assert all(len(p.sides) == 2 for p in both_sided), both_sided
    return tuple(p.code for p in problems)


def play_one(setup: Setup, seed: int, steps: int) -> Game:
    """A game with everything checked at every step, prefixes included."""
    begun = kernel.begin(*registry.prepare(setup))
    prefixes: list[tuple[int, State]] = []
    events: list[Event] = list(begun.events)

    def watch(ctx: Context, happened: tuple[Event, ...]) -> None:
        events.extend(happened)
        prefixes.append((len(events), ctx.state))

    game = play(setup, seed, steps=steps, watch=watch)
    _undo_everywhere(game, prefixes)
    return game


def _undo_everywhere(game: Game, prefixes: list[tuple[int, State]]) -> None:
    """Undo at every point is the fold of the shorter prefix, and the state that was live then."""
    log = history.start(game.rules, game.setup)
    for command in game.commands:
        answer = history.submit(log, command_anew(command))
        assert isinstance(answer, tuple), answer
        log = answer[0]
    lives = log.live()
    # Prompt ids name the record that opened them; all else is the game as it was played.
    while True:
        undone = history.undo(log)
        if not isinstance(undone, history.Log):
            break
        assert undone.live() == lives[: len(undone.live())]
        assert undone.state == kernel.fold(
            game.rules, [e for entry in undone.live() for e in entry.events]
        )
        log = undone
    state: State | None = None
    position = 0
    for length, live in prefixes[:: max(1, len(prefixes) // 8)]:
        for event in game.events[position:length]:
            state = kernel.evolve(game.rules, state or game.rules.initial(game.setup), event)
        position = length
        assert state == live


def command_anew(command: Command) -> Command:
    """The command without the prompt id of the other run."""
    return replace(command, prompt=None)


def run(games: int, steps: int = 250) -> Figures:
    """All subsets, `games` random games each, editions taking turns."""
    figures = Figures()
    for setup in subsets():
        figures.subsets += 1
        codes = refusal(setup)
        if codes is not None:
            figures.refused += 1
            for code in set(codes):
                figures.reasons[code] = figures.reasons.get(code, 0) + 1
            continue
        figures.composed += 1
        for seed in range(games):
            edition = EDITIONS[seed % len(EDITIONS)]
            again = new_setup(
                len(setup.seats),
                variants=setup.variants,
                numbers=setup.numbers,
                edition=edition,
            )
            game = play_one(again, seed, steps)
            figures.games += 1
            figures.finished += game.state.over
            figures.commands += len(game.commands)
            figures.events += len(game.events)
    return figures


if __name__ == "__main__":
    began = time.perf_counter()
    found = run(int(sys.argv[1]) if len(sys.argv) > 1 else 1)
    shown = {**vars(found), "seconds": round(time.perf_counter() - began, 1)}
    print(json.dumps(shown))
