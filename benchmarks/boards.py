"""Whole boards (terrain, numbers, harbors) drawn in a second, under loose and strict wishes.

``python -m benchmarks.boards`` prints them. The baseline runs in turn with what is measured:
plain rejection, which shuffles everything until no 6 or 8 touches another. Where `catanatron`
is installed, its map builder runs too; it promises nothing about its boards.
"""

from __future__ import annotations

import importlib
import importlib.util
import random
import sys
import time
from collections.abc import Callable

from companion.core.board.hexes import hexagon, neighbors
from companion.core.board.layout import REDS, Harbor, Tile, board_of
from companion.core.board.options import Options
from companion.setup.generate import Generator
from tests.core.board.facts import SEAFARERS
from tests.setup.problems import base, seafarers

ROUNDS = 5
SECONDS = 0.6
"""CPU time of one round of one line."""

STRICT = {"reds_apart": True, "equal_apart": True, "extremes_apart": True}
FLOORS = {
    "cloth-3p": 8,
    "fog_islands-3p": 10,
    "fog_islands-4p": 10,
    "forgotten_tribe-3p": 10,
    "four_islands-3p": 9,
    "four_islands-4p": 9,
    "new_shores-3p": 10,
    "new_shores-4p": 9,
    "new_world-34p": 9,
    "through_the_desert-3p": 11,
    "through_the_desert-4p": 10,
    "wonders-3p": 9,
}
"""The lowest limit of pips at a node that boards can keep; one less is proved impossible.

In the New World it hangs on the terrain: 9 is only what most terrains can keep.
"""


def plain(number: int) -> object:
    """A board with its reds apart, by shuffling everything again and again."""
    chance, problem = random.Random(number), base()
    terrains, numbers = list(problem.terrain[0].terrains), list(problem.numbers[0].numbers)
    kinds = list(problem.harbors[0].kinds)
    chance.shuffle(terrains)
    chance.shuffle(kinds)
    island = hexagon(2)
    bearing = [h for h, name in zip(island, terrains, strict=True) if name != "desert"]
    while True:
        chance.shuffle(numbers)
        lying = dict(zip(bearing, numbers, strict=True))
        reds = {place for place, token in lying.items() if token in REDS}
        if not any(beside in reds for place in reds for beside in neighbors(place)):
            break
    tiles = [Tile(h, name, lying.get(h)) for h, name in zip(island, terrains, strict=True)]
    return board_of(tiles, map(Harbor, problem.harbors[0].edges, kinds))


def catanatron() -> Callable[[int], object] | None:
    """The peer's builder of a base map, if it is installed."""
    if importlib.util.find_spec("catanatron") is None:
        return None
    build = importlib.import_module("catanatron.models.map").build_map
    return lambda _number: build("BASE")


def lines() -> dict[str, Callable[[int], object]]:
    """What is measured: a board for a number."""

    def ours(generator: Generator) -> Callable[[int], object]:
        return lambda number: generator.draw(f"{number:032x}").board

    found: dict[str, Callable[[int], object]] = {"plain rejection, reds apart": plain}
    peer = catanatron()
    if peer is not None:
        found["catanatron, no wish"] = peer
    for name, options in {
        "no wish": Options(),
        "reds apart": Options(reds_apart=True),
        "strict 11": Options(**STRICT, node_most=11),
        "strict 10": Options(**STRICT, node_most=10),
        "strict 11, clusters of 2": Options(**STRICT, node_most=11, clusters=2),
        "equal terrain apart": Options(reds_apart=True, clusters=1),
    }.items():
        found[name] = ours(Generator(base(), options))
    return found


def floors() -> dict[str, Callable[[int], object]]:
    """Every scenario whose numbers may be drawn, at its floor."""
    assert FLOORS.keys() <= SEAFARERS.keys()
    found: dict[str, Callable[[int], object]] = {}
    for name, most in FLOORS.items():
        generator = Generator(seafarers(name), Options(**STRICT, node_most=most))
        found[f"{name} at {most}"] = lambda n, g=generator: g.draw(f"{n:032x}").board  # type: ignore[misc]
    return found


def measure(what: dict[str, Callable[[int], object]]) -> dict[str, dict[str, float]]:
    """Boards a CPU second and the milliseconds of one board, each line in turn with the others.

    The first boards of a line, which make the grounds ready, are measured on their own.
    """
    times: dict[str, list[float]] = {name: [] for name in what}
    first = {name: max(_time(draw, number) for number in range(3)) for name, draw in what.items()}
    for _ in range(ROUNDS):
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
            "per_s": round(len(taken) / sum(taken)),
            "p50_ms": round(taken[len(taken) // 2] * 1000, 3),
            "p99_ms": round(taken[len(taken) * 99 // 100] * 1000, 3),
            "max_ms": round(taken[-1] * 1000, 1),
            "first_ms": round(first[name] * 1000, 1),
        }
    return figures


def _time(draw: Callable[[int], object], number: int) -> float:
    began = time.process_time()
    draw(number)
    return time.process_time() - began


def run() -> dict[str, dict[str, dict[str, float]]]:
    """All figures."""
    return {"base": measure(lines()), "floors": measure(floors())}


def main() -> int:
    """Print them."""
    for part in run().values():
        for name, found in part.items():
            print(f"{name:28}", *(f"{key} {value:>8}" for key, value in found.items()))
    return 0


if __name__ == "__main__":
    sys.exit(main())
