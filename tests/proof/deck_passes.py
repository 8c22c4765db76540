"""Whole passes of the event deck through the kernel: what is drawn, and how evenly.

``python -m tests.proof.deck_passes 200000`` draws that many passes and prints figures as JSON.
Each draw is a ``draw_card`` command that the kernel decides, in games of a throwaway module
that asks for the next number at once; a pass is what lies between two year ends.
"""

from __future__ import annotations

import json
import sys
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from hashlib import sha256
from itertools import pairwise
from math import sqrt
from multiprocessing import Pool, cpu_count

from companion.core import kernel, registry
from companion.core.context import Context
from companion.core.frozen import FrozenMap
from companion.core.model import Accepted, Command, Event
from companion.core.module import Module, Stage, StageEdit
from companion.core.rules.base.turn import NUMBER_PROMPT, turn_seat
from companion.core.rules.event_cards.book import CardDrawn, YearEnded
from companion.core.rules.event_cards.deck import DECK, SIZE
from companion.i18n.text import SeatRef, Text
from tests.core.random_play import new_setup

PASSES_A_GAME = 25
LIMIT = 4.0
"""Greatest standard normal score that counts as even; a fair deck stays below it."""


def _ask_again(ctx: Context, visit: int) -> list[Event]:
    """Another number, and another, in one turn that never ends."""
    seat = turn_seat(ctx)
    return [ctx.ask(NUMBER_PROMPT, Text("step.number", {"seat": SeatRef(seat)}), (seat,))]


DRAW_ONLY = Module(
    id="draw_only",
    stages=(Stage("draw_only.number", _ask_again),),
    edits=(
        StageEdit("turn", "replace", "turn.number", ("draw_only.number",)),
        StageEdit("turn", "drop", "event.card"),
        StageEdit("turn", "drop", "turn.production"),
    ),
    after=("event_cards",),
)


def passes(seed: str, count: int, length: int = 31) -> Iterator[tuple[int, ...]]:
    """`count` whole passes of one game, each as the ids of the cards in the order drawn.

    Raises AssertionError where a year ends at another place than behind `length` draws.
    """
    settings = FrozenMap({"event_cards.pass": length})
    setup = new_setup(3, numbers="cards", settings=settings, seed=seed)
    rules, setup = registry.prepare(setup, extra=(DRAW_ONLY,))
    state = kernel.begin(rules, setup).state
    accepted = kernel.decide(rules, state, Command("skip_setup", setup.seats[0].id))
    assert isinstance(accepted, Accepted)
    state = accepted.state
    drawn: list[int] = []
    draw = Command("draw_card", setup.seats[0].id)
    while count:
        answer = kernel.decide(rules, state, draw)
        assert isinstance(answer, Accepted), answer
        state = answer.state
        for event in answer.events:
            if isinstance(event, YearEnded):
                assert len(drawn) == length, f"the year ended behind {len(drawn)} draws"
                yield tuple(drawn)
                drawn, count = [], count - 1
            elif isinstance(event, CardDrawn):
                drawn.append(event.card)


def score(statistic: float, freedom: int) -> float:
    """A chi-square statistic as a standard normal score (Wilson and Hilferty)."""
    spread = 2 / (9 * freedom)
    return float(((statistic / freedom) ** (1 / 3) - (1 - spread)) / sqrt(spread))


@dataclass
class Tally:
    """How often each card lay in each place, and stood behind each other card."""

    length: int = 31
    passes: int = 0
    places: list[list[int]] = field(default_factory=lambda: [[0] * SIZE for _ in range(SIZE)])
    numbers: Counter[int] = field(default_factory=Counter)
    follows: Counter[tuple[int, int]] = field(default_factory=Counter)

    def add(self, drawn: tuple[int, ...]) -> None:
        """Count one pass. Raises AssertionError when its cards are not 31 (36) different ones."""
        assert len(set(drawn)) == len(drawn) == self.length
        self.passes += 1
        for place, card in enumerate(drawn):
            self.places[place][card] += 1
            self.numbers[DECK[card].number] += 1
        self.follows.update(pairwise(drawn))

    def merge(self, other: Tally) -> None:
        """Add what another tally counted."""
        self.passes += other.passes
        for mine, theirs in zip(self.places, other.places, strict=True):
            mine[:] = [a + b for a, b in zip(mine, theirs, strict=True)]
        self.numbers.update(other.numbers)
        self.follows.update(other.follows)

    def place_score(self) -> float:
        """How evenly every card comes in every place of a pass, set aside counted as one."""
        expected = self.passes / SIZE
        seen = sum(
            (count - expected) ** 2 / expected
            for place in self.places[: self.length]
            for count in place
        )
        if self.length == SIZE:
            return score(seen * (SIZE - 1) / SIZE, (SIZE - 1) ** 2)
        # The places of the cards set aside are one cell for each card: nobody sees their order.
        expected *= SIZE - self.length
        for card in range(SIZE):
            aside = self.passes - sum(place[card] for place in self.places)
            seen += (aside - expected) ** 2 / expected
        return score(seen * (SIZE - 1) / SIZE, self.length * (SIZE - 1))

    def follow_score(self) -> float:
        """How evenly every card comes behind every other one."""
        cells = SIZE * (SIZE - 1)
        expected = self.passes * (self.length - 1) / cells
        seen = sum((count - expected) ** 2 / expected for count in self.follows.values())
        seen += (cells - len(self.follows)) * expected
        # A pass holds each pair once at most, which makes the counts steadier than free ones.
        return score(seen * (cells - 1) / (cells - self.length + 1), cells - 1)


def count_passes(first: int, games: int, passes_a_game: int, length: int) -> Tally:
    """The tally of games number `first` and on; a game's seed is the hash of its number."""
    tally = Tally(length)
    for number in range(first, first + games):
        seed = sha256(f"deck-passes {length} {number}".encode()).hexdigest()[:32]
        for drawn in passes(seed, passes_a_game, length):
            tally.add(drawn)
    return tally


def main(count: int, length: int = 31) -> dict[str, object]:
    """Draw `count` passes on all processors and give the figures."""
    games = -(-count // PASSES_A_GAME)
    each = 40
    jobs = [
        (first, min(each, games - first), PASSES_A_GAME, length) for first in range(0, games, each)
    ]
    began = time.perf_counter()
    total = Tally(length)
    with Pool(cpu_count()) as pool:
        for tally in pool.starmap(count_passes, jobs, chunksize=1):
            total.merge(tally)
    seconds = time.perf_counter() - began
    return {
        "passes": total.passes,
        "draws": total.passes * length,
        "cards_a_pass": length,
        "place_score": round(total.place_score(), 3),
        "follow_score": round(total.follow_score(), 3),
        "limit": LIMIT,
        "even": max(abs(total.place_score()), abs(total.follow_score())) < LIMIT,
        "passes_a_second": round(total.passes / seconds, 1),
        "share_by_number": {
            str(n): round(total.numbers[n] / (total.passes * length), 5) for n in range(2, 13)
        },
    }


if __name__ == "__main__":
    figures = main(int(sys.argv[1]) if len(sys.argv) > 1 else 2_000)
    sys.stdout.write(json.dumps(figures, indent=1) + "\n")
    sys.exit(0 if figures["even"] else 1)
