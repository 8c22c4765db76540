"""All answers of small boards by brute force; those of the base board's hardest ground counted."""

from collections.abc import Sequence
from functools import cache
from itertools import combinations, permutations
from math import prod

from companion.core.board.hexes import Hex, adjacent, hexagon, nodes_around
from companion.core.board.options import Options
from tests.setup.checker import PIPS

SMALL = (*hexagon(1), (2, -1))
"""Seven hexes around each other, and one beside them."""


def placements(
    hexes: Sequence[Hex], numbers: Sequence[int], options: Options
) -> list[tuple[int, ...]]:
    """Every way to lay the numbers on the hexes that meets the wishes."""
    near = [(i, j) for i, j in combinations(range(len(hexes)), 2) if adjacent(hexes[i], hexes[j])]
    nodes = [
        [at for at, place in enumerate(hexes) if place in site] for site in nodes_around(hexes)
    ]
    return [
        way
        for way in sorted(set(permutations(numbers)))
        if not any(_apart(way[i], way[j], options) for i, j in near)
        and all(_fits([PIPS[way[at]] for at in cells], options) for cells in nodes)
    ]


def _apart(one: int, other: int, options: Options) -> bool:
    reds = options.reds_apart and one in (6, 8) and other in (6, 8)
    equal = options.equal_apart and one == other
    return reds or equal or (options.extremes_apart and {one, other} == {2, 12})


def _fits(lying: Sequence[int], options: Options) -> bool:
    if options.node_most is not None and sum(lying) > options.node_most:
        return False
    return options.node_least is None or len(lying) < 3 or sum(lying) >= options.node_least


@cache
def middle_desert() -> dict[tuple[int, int], int]:
    """Base boards with the desert in the middle, strict wishes, at most 10 pips at a node.

    How many placements of the numbers have so many 6s and 8s, and so many 2s and 12s, beside
    the desert. The places of the pips are counted (five pips, then one, four and three, and two
    on the rest), then the ways to share them out among the numbers.
    """
    cells = [place for place in hexagon(2) if place != (0, 0)]
    beside = {at for at, place in enumerate(cells) if place in hexagon(1)}
    near = [{j for j, other in enumerate(cells) if adjacent(place, other)} for place in cells]
    nodes = [[at for at, place in enumerate(cells) if place in n] for n in nodes_around(cells)]
    through = [[n for n, found in enumerate(nodes) if at in found] for at in range(18)]
    room = [10 - 2 * len(found) for found in nodes]  # two pips lie wherever nothing else does
    lying = [2] * 18
    found: dict[tuple[int, int], int] = {}

    def count() -> None:
        groups = {pips: [c for c in range(18) if lying[c] == pips] for pips in (5, 4, 3, 2, 1)}
        one, other = groups.pop(1)
        ways = prod(_shares(group, near) for group in groups.values())
        ways *= 2 * (other not in near[one])
        if ways:
            key = len(beside.intersection(groups[5])), len(beside & {one, other})
            found[key] = found.get(key, 0) + ways

    def lay(weights: Sequence[tuple[int, int]], at: int, left: int) -> None:
        if not left:
            if len(weights) == 1:
                count()
            else:
                lay(weights[1:], 0, weights[1][1])
            return
        pips = weights[0][0]
        for cell in range(at, 18):
            if lying[cell] != 2 or min([room[n] for n in through[cell]]) < pips - 2:
                continue
            if pips == 5 and any(lying[other] == 5 for other in near[cell]):
                continue
            lying[cell] = pips
            for n in through[cell]:
                room[n] -= pips - 2
            lay(weights, cell + 1, left - 1)
            for n in through[cell]:
                room[n] += pips - 2
            lying[cell] = 2

    lay(((5, 4), (1, 2), (4, 4), (3, 4)), 0, 4)
    return found


def _shares(group: Sequence[int], near: Sequence[set[int]]) -> int:
    """The ways to share four places between two numbers, neither beside itself."""
    a, b, c, d = group
    return sum(
        2 * (other not in near[one] and fourth not in near[third])
        for one, other, third, fourth in ((a, b, c, d), (a, c, b, d), (a, d, b, c))
    )
