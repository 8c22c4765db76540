"""Whole boards (terrain, numbers, harbors) drawn in a second, under loose and strict wishes.

``python -m benchmarks.boards`` prints them. Two baselines run in turn with what is measured: plain
rejection, which shuffles everything until every wish is met, and the builder of base maps of
catanatron, a peer that promises nothing about its boards. It runs where `ISLEKEEPER_CATANATRON`
names a Python that has it (``pip install catanatron`` into an environment of its own).
"""

from __future__ import annotations

import os
import random
import subprocess
import sys
import time
from collections.abc import Callable
from itertools import combinations
from typing import Any

from companion.core.board.hexes import Hex, adjacent, hexagon, nodes_around
from companion.core.board.layout import Harbor, Tile, board_of, pips
from companion.core.board.options import Options
from companion.setup.generate import Generator
from companion.setup.numbers import _make_ready as grounds
from tests.proof.boards import PLANS, strict, ways
from tests.setup.problems import base
from tests.setup.seeds import STRICT, seed

ROUNDS = 5
SECONDS = 0.4
"""CPU time of one round of one line."""

PEER = "ISLEKEEPER_CATANATRON"
_PEER_CODE = """
import time
from catanatron.models.map import build_map
spent = count = 0
while spent < %f:
    began = time.process_time()
    build_map("BASE")
    spent += time.process_time() - began
    count += 1
print(count / spent)
"""

Draw = Callable[[int], object]


class Plain:
    """Boards by shuffling everything again and again until the numbers meet their wishes."""

    def __init__(self, *, most: int | None = None, strict: bool = False) -> None:
        """At most `most` pips at a node; strict: equal numbers, 2 and 12 apart as well as reds."""
        self._island = hexagon(2)
        self._near = [
            (i, j)
            for i, j in combinations(range(19), 2)
            if adjacent(self._island[i], self._island[j])
        ]
        self._nodes = [
            [at for at, place in enumerate(self._island) if place in site]
            for site in nodes_around(self._island)
        ]
        self._most, self._strict = most, strict

    def __call__(self, number: int) -> object:
        """The board of a number."""
        chance, problem = random.Random(number), base()
        terrains, numbers = list(problem.terrain[0].terrains), list(problem.numbers[0].numbers)
        kinds = list(problem.harbors[0].kinds)
        chance.shuffle(terrains)
        chance.shuffle(kinds)
        desert = terrains.index("desert")
        while True:
            chance.shuffle(numbers)
            lying: list[int] = [*numbers[:desert], 0, *numbers[desert:]]
            if self._good(lying):
                break
        places: list[Hex] = list(self._island)
        tiles = [
            Tile(place, name, token or None)
            for place, name, token in zip(places, terrains, lying, strict=True)
        ]
        return board_of(tiles, map(Harbor, problem.harbors[0].edges, kinds))

    def _good(self, lying: list[int]) -> bool:
        for i, j in self._near:
            a, b = lying[i], lying[j]
            if a in (6, 8) and b in (6, 8):
                return False
            if self._strict and (a == b or {a, b} == {2, 12}):
                return False
        if self._most is None:
            return True
        weights = [pips(token) if token else 0 for token in lying]
        return all(sum([weights[at] for at in cells]) <= self._most for cells in self._nodes)


def peer_rates() -> list[float]:
    """Base maps that catanatron builds in a CPU second, in one round; none without it."""
    python = os.environ.get(PEER)
    if not python:
        return []
    done = subprocess.run(
        [python, "-c", _PEER_CODE % SECONDS], check=True, stdout=subprocess.PIPE, text=True
    )
    return [float(done.stdout)]


def lines() -> dict[str, Draw]:
    """What is measured on the base board: a board for a number."""
    found: dict[str, Draw] = {
        "plain rejection, reds apart": Plain(),
        "plain rejection, strict 11": Plain(most=11, strict=True),
    }
    for name, options in {
        "no wish": Options(),
        "reds apart": Options(reds_apart=True),
        "strict 11": Options(**STRICT, node_most=11),
        "strict 10": Options(**STRICT, node_most=10),
        "strict 11, clusters of 2": Options(**STRICT, node_most=11, clusters=2),
        "equal terrain apart": Options(reds_apart=True, clusters=1),
    }.items():
        found[name] = _ours(Generator(base(), options))
    return found


def floors() -> dict[str, Draw]:
    """Every scenario whose numbers may be drawn, at its floor; boards that differ in marks once."""
    found: dict[str, Draw] = {}
    seen = set()
    for name, plan in PLANS.items():
        if "strict" not in ways(plan):
            continue
        problem, _ = ways(plan)["strict"]
        drawn = (problem.fixed, problem.terrain, problem.numbers)
        # Nothing proves a floor of the New World, where it hangs on the terrain.
        most = plan.floor or {"new_world": 9, "barbarian_attack": 12}[plan.scenario]
        if drawn not in seen:
            seen.add(drawn)
            found[f"{name} at {most}"] = _ours(Generator(problem, strict(plan, most)))
    return found


def _ours(generator: Generator) -> Draw:
    return lambda number: generator.draw(seed(number)).board


def contradictions() -> dict[str, Draw]:
    """Wishes that no board meets, for every plan with numbers: less than its floor, proved."""
    found: dict[str, Draw] = {}
    for name, plan in PLANS.items():
        if plan.floor is not None:
            options = strict(plan, plan.floor - 1)
            problem, _ = ways(plan)["strict"]

            def ask(number: int, problem: Any = problem, options: Options = options) -> object:
                grounds.cache_clear()
                answer = Generator(problem, options).draw(seed(number))
                assert answer.outcome == "impossible"
                return answer

            found[name] = ask
    return found


def measure(what: dict[str, Draw]) -> tuple[dict[str, dict[str, float]], list[float]]:
    """Boards a CPU second and the milliseconds of one board, each line in turn with the others.

    The first boards of a line, which make the grounds ready, are measured on their own. Behind
    them come the peer's boards a second, one figure a round.
    """
    times: dict[str, list[float]] = {name: [] for name in what}
    peers: list[float] = []
    first: dict[str, float] = {}
    for name, draw in what.items():
        grounds.cache_clear()
        first[name] = max(_time(draw, number) for number in range(3))
    for _ in range(ROUNDS):
        peers += peer_rates()
        for name, draw in what.items():
            spent = 0.0
            while spent < SECONDS:
                times[name].append(_time(draw, 3 + len(times[name])))
                spent += times[name][-1]
    figures = {}
    for name, taken in times.items():
        taken.sort()
        figures[name] = {
            "boards": len(taken),
            "per_s": round(len(taken) / sum(taken), 1 if sum(taken) > len(taken) / 10 else None),
            "p50_ms": round(taken[len(taken) // 2] * 1000, 3),
            "p99_ms": round(taken[len(taken) * 99 // 100] * 1000, 3),
            "max_ms": round(taken[-1] * 1000, 1),
            "first_ms": round(first[name] * 1000, 1),
        }
    return figures, peers


def _time(draw: Draw, number: int) -> float:
    began = time.process_time()
    draw(number)
    return time.process_time() - began


def run() -> dict[str, Any]:
    """All figures; `against` has how many times as many boards a second as a baseline."""
    on_base, peers = measure(lines())
    at_floor, _ = measure(floors())
    answers = {name: _time(ask, 1) * 1000 for name, ask in contradictions().items()}
    slowest = max(answers, key=lambda name: answers[name])
    against: dict[str, float] = {}
    for name in ("reds apart", "strict 11"):
        plain = on_base[f"plain rejection, {name}"]["per_s"]
        against[f"{name}: plain rejection"] = round(on_base[name]["per_s"] / plain, 1)
    if peers:
        on_base["catanatron, no wish"] = {"per_s": round(sorted(peers)[len(peers) // 2])}
        for name in ("reds apart", "strict 11", "strict 10"):
            rate = on_base["catanatron, no wish"]["per_s"]
            against[f"{name}: catanatron"] = round(on_base[name]["per_s"] / rate, 1)
    return {
        "base": on_base,
        "floors": at_floor,
        "against": against,
        "impossible": {"worst_ms": round(answers[slowest]), "worst": slowest,
                       "plans": len(answers)},
    }  # fmt: skip


def main() -> int:
    """Print them."""
    for name, part in run().items():
        print(name)
        for line, found in part.items():
            shown = found.items() if isinstance(found, dict) else [("", found)]
            print(f"  {line:32}", *(f"{key} {value:>8}" for key, value in shown))
    return 0


if __name__ == "__main__":
    sys.exit(main())
