"""Find what is wrong with a drawn board, in the plainest way and with nothing of the generator."""

from collections import Counter
from collections.abc import Iterator
from functools import lru_cache
from itertools import combinations

from companion.core.board.hexes import Hex, Node, adjacent, ends, nodes_around
from companion.core.board.layout import Board
from companion.core.board.options import Options
from companion.core.board.problem import Problem

PIPS = {2: 1, 3: 2, 4: 3, 5: 4, 6: 5, 8: 5, 9: 4, 10: 3, 11: 2, 12: 1}
YIELDS = {
    "hills": "brick",
    "forest": "lumber",
    "pasture": "wool",
    "fields": "grain",
    "mountains": "ore",
}


def faults(board: Board, problem: Problem, options: Options) -> list[str]:
    """Everything that is wrong with a board as an answer to a problem under these wishes."""
    checks = (
        _content, _pools, _bans, _neighbors, _clusters, _nodes, _spread, _balance, _harbors
    )  # fmt: skip
    return [fault for check in checks for fault in check(board, problem, options)]


def _numbers(board: Board) -> dict[Hex, int]:
    return {tile.hex: tile.number for tile in board.tiles if tile.number is not None}


def _drawn_numbers(problem: Problem) -> set[Hex]:
    return {place for pool in problem.numbers for place in pool.hexes}


def _drawn_terrain(problem: Problem) -> set[Hex]:
    return {place for pool in problem.terrain for place in pool.hexes}


def _content(board: Board, problem: Problem, _: Options) -> Iterator[str]:
    tiles = {tile.hex: tile for tile in board.tiles}
    if sorted(tiles) != sorted(problem.hexes()) or len(tiles) != len(board.tiles):
        yield "the hexes are others"
        return
    for fixed in problem.fixed:
        tile = tiles[fixed.hex]
        if tile.terrain != fixed.terrain:
            yield f"{fixed.hex} changed its terrain"
        if fixed.hex not in _drawn_numbers(problem) and tile.number != fixed.number:
            yield f"{fixed.hex} changed its number"


def _pools(board: Board, problem: Problem, _: Options) -> Iterator[str]:
    tiles = {tile.hex: tile for tile in board.tiles}
    for pool in problem.terrain:
        if Counter(tiles[place].terrain for place in pool.hexes) != Counter(pool.terrains):
            yield "a terrain pool is not used up"
    for numbers in problem.numbers:
        lying = [tiles[place].number for place in numbers.hexes]
        if Counter(n for n in lying if n is not None) != Counter(numbers.numbers):
            yield "a number pool is not used up"
        for place in numbers.hexes:
            if (tiles[place].number is None) != (tiles[place].terrain in problem.bare):
                yield f"{place} has or lacks a number wrongly"
    kinds = {harbor.edge: harbor.kind for harbor in board.harbors}
    for harbors in problem.harbors:
        if Counter(kinds.get(site) for site in harbors.edges) != Counter(harbors.kinds):
            yield "a harbor pool is not used up"
    if not set(problem.harbors_fixed) <= set(board.harbors):
        yield "a printed harbor is gone"


def _bans(board: Board, problem: Problem, _: Options) -> Iterator[str]:
    drawn = _drawn_terrain(problem) | _drawn_numbers(problem)
    for ban in problem.bans:
        for tile in board.tiles:
            if tile.hex not in drawn or (ban.hexes and tile.hex not in ban.hexes):
                continue
            terrain = not ban.terrains or tile.terrain in ban.terrains
            number = not ban.numbers or tile.number in ban.numbers
            if terrain and number:
                yield f"{tile} is banned"


def _neighbors(board: Board, problem: Problem, options: Options) -> Iterator[str]:
    if not (options.reds_apart or options.equal_apart or options.extremes_apart):
        return
    drawn = _drawn_numbers(problem)
    for (one, a), (other, b) in combinations(_numbers(board).items(), 2):
        if not adjacent(one, other) or not {one, other} & drawn:
            continue
        if options.reds_apart and {a, b} <= {6, 8}:
            yield f"reds at {one} and {other}"
        if options.equal_apart and a == b:
            yield f"equal numbers at {one} and {other}"
        if options.extremes_apart and {a, b} == {2, 12}:
            yield f"2 and 12 at {one} and {other}"


def _clusters(board: Board, problem: Problem, options: Options) -> Iterator[str]:
    if options.clusters is None:
        return
    groups = [
        ({tile.hex}, tile.terrain) for tile in board.tiles if tile.terrain in {*YIELDS, "gold"}
    ]
    merged = True
    while merged:
        merged = False
        for first, second in combinations(groups, 2):
            if first[1] == second[1] and any(adjacent(a, b) for a in first[0] for b in second[0]):
                groups.remove(second)
                first[0].update(second[0])
                merged = True
                break
    for cluster, name in groups:
        if len(cluster) > options.clusters and cluster & _drawn_terrain(problem):
            yield f"{len(cluster)} hexes of {name} hang together"


@lru_cache
def _nodes_of(places: frozenset[Hex]) -> tuple[Node, ...]:
    return nodes_around(places)


def _nodes(board: Board, problem: Problem, options: Options) -> Iterator[str]:
    if options.node_most is None and options.node_least is None:
        return
    numbers, drawn = _numbers(board), frozenset(_drawn_numbers(problem))
    for site in _nodes_of(drawn):
        lying = [PIPS[numbers[place]] for place in site if place in numbers]
        if not any(place in numbers and place in drawn for place in site):
            continue
        if options.node_most is not None and sum(lying) > options.node_most:
            yield f"{sum(lying)} pips at {site}"
        if options.node_least is not None and len(lying) == 3 and sum(lying) < options.node_least:
            yield f"only {sum(lying)} pips at {site}"


def _spread(board: Board, problem: Problem, options: Options) -> Iterator[str]:
    reds = [tile for tile in board.tiles if tile.number in (6, 8)]
    drawn = {tile.terrain for tile in reds if tile.hex in _drawn_numbers(problem)}
    if options.reds_per_terrain is not None:
        for name, count in Counter(tile.terrain for tile in reds).items():
            if name in drawn and count > options.reds_per_terrain:
                yield f"{count} reds on {name}"
    if options.no_reds_on_gold and "gold" in drawn:
        yield "a red on gold"


def _balance(board: Board, _: Problem, options: Options) -> Iterator[str]:
    fields = [tile for tile in board.tiles if tile.number is not None and tile.terrain in YIELDS]
    total = sum(PIPS[tile.number or 0] for tile in fields)
    farthest = 0.0
    for name in YIELDS:
        own = [PIPS[tile.number or 0] for tile in fields if tile.terrain == name]
        off = abs(sum(own) - total * len(own) / len(fields)) if own else 0.0
        farthest = max(farthest, off)
        if options.balance is not None and off > options.balance + 1e-9:
            yield f"{name} has {sum(own)} pips"
    if options.lopsided is not None and farthest < options.lopsided - 1e-9:
        yield f"no resource is farther than {farthest} from its share"


def _harbors(board: Board, problem: Problem, options: Options) -> Iterator[str]:
    if not options.harbors_off_own:
        return
    terrain = {tile.hex: tile.terrain for tile in board.tiles}
    drawn = _drawn_terrain(problem)
    shuffled = {site for pool in problem.harbors for site in pool.edges}
    for harbor in board.harbors:
        for place in {place for end in ends(harbor.edge) for place in end}:
            own = YIELDS.get(terrain.get(place, "")) == harbor.kind
            if own and (place in drawn or harbor.edge in shuffled):
                yield f"the harbor for {harbor.kind} at {harbor.edge} touches its own resource"
