"""What a whole board of a scenario owes, beside its wishes; with nothing of the generator either.

The rules are stated here anew, in figures of the rule pages, so that a slip in a scenario file
shows too.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from itertools import combinations

from companion.core.board.hexes import Hex, adjacent, ends, hexagon, neighbors
from companion.core.board.layout import Board
from companion.core.board.options import Options
from companion.core.board.plan import Plan
from companion.core.board.problem import Problem
from tests.setup.checker import faults

DRY = ("sea", "fog")
"""What is no land, or none yet."""


def plan_faults(board: Board, plan: Plan, problem: Problem, options: Options) -> list[str]:
    """Everything that is wrong with a drawn board, its marks with their tokens."""
    found = faults(board, problem, options)
    for check in (_islands, _harbor_places, _marks, _paths, _scenario):
        found += check(board, plan, problem)
    return found


def pieces(places: set[Hex]) -> int:
    """In how many pieces some hexes lie."""
    left, count = set(places), 0
    while left:
        count += 1
        reached = {left.pop()}
        while reached:
            reached = {beside for place in reached for beside in neighbors(place)} & left
            left -= reached
    return count


def _islands(board: Board, _: Plan, problem: Problem) -> Iterator[str]:
    if problem.islands is None:
        return
    found = pieces({tile.hex for tile in board.tiles if tile.terrain != "sea"})
    if found != problem.islands:
        yield f"the land lies in {found} pieces instead of {problem.islands}"


def _harbor_places(board: Board, _: Plan, problem: Problem) -> Iterator[str]:
    edges = [harbor.edge for harbor in board.harbors]
    wanted = [site for pool in problem.harbors for site in pool.edges]
    wanted += [harbor.edge for harbor in problem.harbors_fixed]
    if sorted(edges) != sorted(wanted):
        yield "harbors lie elsewhere than they may, or are too many or too few"
    land = {tile.hex for tile in board.tiles if tile.terrain not in DRY}
    for one, other in edges:
        if (one in land) == (other in land):
            yield f"the harbor at {one} and {other} is not between land and sea"
    nodes = Counter(node for site in edges for node in ends(site))
    for node, count in nodes.items():
        if count > 1:
            yield f"{count} harbors at the node {node}"


def _marks(board: Board, plan: Plan, problem: Problem) -> Iterator[str]:
    dealt = {name for tokens in plan.marked_numbers for name in tokens.marks}
    if [(m.name, m.hexes, m.edges, m.nodes) for m in board.marks] != [
        (m.name, m.hexes, m.edges, m.nodes) for m in problem.marks
    ]:
        yield "a mark is gone or lies elsewhere"
        return
    for mark, printed in zip(board.marks, problem.marks, strict=True):
        if mark.name not in dealt and mark.number != printed.number:
            yield f"the token of {mark.name} changed"
    for tokens in plan.marked_numbers:
        lying = [mark.number for mark in board.marks if mark.name in tokens.marks]
        if Counter(lying) != Counter(tokens.numbers):
            yield f"the tokens of {', '.join(tokens.marks)} are not those of their set"


def _paths(board: Board, _: Plan, problem: Problem) -> Iterator[str]:
    numbers = {tile.hex: tile.number for tile in board.tiles}
    for pool in problem.numbers:
        along = [[n for n in map(numbers.get, path) if n is not None] for path in pool.paths]
        if along and list(pool.numbers) not in along:
            yield "the numbers lie in their order along none of the paths"


def _scenario(board: Board, plan: Plan, problem: Problem) -> Iterator[str]:
    if not problem.numbers:
        return  # as printed, whatever that is
    forbidden = FORBIDDEN.get(plan.scenario)
    for tile in board.tiles:
        if forbidden is not None and forbidden(tile.hex, tile.terrain, tile.number):
            yield f"{tile} is not allowed in {plan.scenario}"
    outstanding = [(t.hex, t.number) for t in board.tiles if t.number in (2, 6, 8, 12)]
    for (one, a), (other, b) in combinations(outstanding, 2):
        if adjacent(one, other):
            if plan.scenario in REDS_APART and {a, b} <= {6, 8}:
                yield f"reds at {one} and {other}, against the rules of {plan.scenario}"
            if plan.scenario in EXTREMES_APART and {a, b} == {2, 12}:
                yield f"2 and 12 at {one} and {other}, against the rules of {plan.scenario}"


FORBIDDEN: Mapping[str, Callable[[Hex, str, int | None], bool]] = {
    "fishermen": lambda place, terrain, _: terrain == "lake" and place not in hexagon(1),
    "forgotten_tribe": lambda place, _, number: (
        place in ((5, 3), (5, 4), (4, 5)) and number in (5, 6, 8, 9)
    ),
    "four_islands": lambda _, terrain, number: (
        terrain in ("forest", "pasture") and number in (2, 12)
    ),
    "wonders": lambda place, _, number: place in ((4, 4), (5, 3)) and number in (6, 8),
    "new_world": lambda _, terrain, number: terrain == "gold" and number in (6, 8),
    "through_the_desert": lambda _, terrain, number: terrain == "gold" and number in (6, 8),
}
"""What a variable set-up forbids besides the general rule (FI-1, FT-5, FO-5, WO-7, NW-1, DE-5)."""

EXTREMES_APART = (
    "cloth", "fog_islands", "forgotten_tribe", "four_islands", "new_shores", "new_world",
    "through_the_desert", "wonders",
)  # fmt: skip
"""Scenarios under the general rule of the variable set-up (SF-11): no 2 beside a 12."""

REDS_APART = (
    "base", "caravans", "fishermen", "cloth", "forgotten_tribe", "four_islands", "new_shores",
    "new_world", "through_the_desert", "wonders",
)  # fmt: skip
"""Where no 6 or 8 may lie beside a 6 or 8 (BG-11, SF-11); the fog's own text says otherwise."""
