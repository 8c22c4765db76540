"""Boards as numbers: the place of a board among all that a plan's pools can give.

Everything that is drawn becomes a few whole numbers, each below a bound of its own, and these
become one (mixed radix). The order in which this is done is frozen: docs/boards.md describes it
for whoever writes another decoder.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from math import comb, factorial, prod
from typing import Any, TypeVar

import msgspec

from companion.core.board.hexes import Edge, Hex, by_rows, edges_of
from companion.core.board.layout import SEA, Board, Harbor, Mark, Tile, board_of
from companion.core.board.plan import Plan
from companion.core.board.problem import HarborPool, NumberPool, Problem, TerrainPool

_Pool = TypeVar("_Pool", TerrainPool, NumberPool, HarborPool)
_Kind = TypeVar("_Kind", str, int)


class NoRank(Exception):
    """A board that the plan's pools cannot give, or a number that stands for none."""


class Packer:
    """Whole numbers, each below its bound, as one; the first is the least significant."""

    def __init__(self) -> None:
        self.total = 0
        self.space = 1

    def put(self, value: int, bound: int) -> None:
        """Add one more number from 0 below `bound`."""
        if not 0 <= value < bound:
            raise NoRank(f"{value} is not below {bound}")
        self.total += value * self.space
        self.space *= bound

    def put_bits(self, value: int, count: int) -> None:
        """Add a number from 0 below `count` in whole bits."""
        if not 0 <= value < count:
            raise NoRank(f"{value} is not below {count}")
        self.put(value, _bits(count))


class Unpacker:
    """The numbers that a `Packer` made one of, in the same order."""

    def __init__(self, total: int) -> None:
        self.rest = total
        self.space = 1

    def take(self, bound: int) -> int:
        """The next number."""
        self.rest, value = divmod(self.rest, bound)
        self.space *= bound
        return value

    def take_bits(self, count: int) -> int:
        """The next number, one that `put_bits` added. Raises NoRank if it is not below `count`."""
        value = self.take(_bits(count))
        if value >= count:
            raise NoRank(f"{value} is not below {count}")
        return value


def _bits(count: int) -> int:
    """The least power of two that is not below `count`."""
    return 1 << (count - 1).bit_length()


def arrangements(kinds: Mapping[_Kind, int], length: int | None = None) -> int:
    """How many different rows of `length` things there are, out of so many of each kind.

    length: all of them if it is None.
    """
    counts = tuple(kinds.values())
    if length is None or length == sum(counts):
        return factorial(sum(counts)) // prod(map(factorial, counts))
    ways = [1] + [0] * length  # by the length of the row
    for count in counts:
        ways = [
            sum(comb(size, n) * ways[size - n] for n in range(min(count, size) + 1))
            for size in range(length + 1)
        ]
    return ways[length]


def rank(row: Sequence[_Kind], kinds: Sequence[_Kind]) -> int:
    """The place of a row among all of its length made of `kinds`, in alphabetical order.

    Raises NoRank if the kinds do not give the row.
    """
    left, before = Counter(kinds), 0
    ways = arrangements(left, len(row))
    for at, thing in enumerate(row):
        if not left[thing]:
            raise NoRank(f"{thing!r} lies there more often than the pool holds it")
        for kind, beginning in _beginnings(left, len(row) - at, ways):
            if kind == thing:
                ways = beginning
                break
            before += beginning
        left[thing] -= 1
    return before


def unrank(place: int, kinds: Sequence[_Kind], length: int | None = None) -> list[_Kind]:
    """The row at a place below the number of rows; the inverse of `rank`."""
    left, row = Counter(kinds), list[_Kind]()
    size = len(kinds) if length is None else length
    ways = arrangements(left, size)
    while len(row) < size:
        for kind, beginning in _beginnings(left, size - len(row), ways):
            if place < beginning:
                row.append(kind)
                left[kind] -= 1
                ways = beginning
                break
            place -= beginning
        else:
            raise NoRank("no row has this place")
    return row


def _beginnings(left: Counter[_Kind], length: int, ways: int) -> Iterator[tuple[_Kind, int]]:
    """For each kind, in order, how many of the `ways` for a row of this length begin with it."""
    count = left.total()
    for kind in sorted(left):
        if not left[kind]:
            continue
        if count == length:
            yield kind, ways * left[kind] // length
        else:
            yield kind, arrangements(left - Counter([kind]), length - 1)


def subset_rank(chosen: Collection[int]) -> int:
    """The place of a set of indices among all sets of its size (combinatorial number system)."""
    return sum(comb(index, size) for size, index in enumerate(sorted(chosen), start=1))


def subset_unrank(place: int, size: int, most: int) -> list[int]:
    """The set of `size` indices below `most` at a place, rising; the inverse of `subset_rank`."""
    chosen = []
    for index in reversed(range(most)):
        if size and comb(index, size) <= place:
            place -= comb(index, size)
            size -= 1
            chosen.append(index)
    return chosen[::-1]


def pack_board(plan: Plan, board: Board, packer: Packer, *, along: bool) -> None:
    """Add what was drawn of a board.

    along: whether the numbers of pools with paths lie along one, instead of anyhow.

    Raises NoRank if the pools cannot give the board.
    """
    problem, tiles = plan.variable, board.by_hex()
    if set(tiles) != set(problem.hexes()):
        raise NoRank("the board lies on other hexes")
    for pool in ordered(problem.terrain):
        _put_row(packer, [tiles[place].terrain for place in by_rows(pool.hexes)], pool.terrains)
    for numbers in ordered(problem.numbers):
        bearing = bearing_hexes(numbers, tiles, problem)
        lying = {place: tiles[place].number for place in bearing}
        if numbers.paths and along:
            packer.put(_path_of(numbers, lying), len(numbers.paths))
        else:
            row = [number for number in lying.values() if number is not None]
            _put_row(packer, row, numbers.numbers)
    kinds = {harbor.edge: harbor.kind for harbor in board.harbors}
    for harbors in ordered(problem.harbors):
        row_of_kinds = [kinds.pop(site, "") for site in sorted(harbors.edges)]
        _put_row(packer, row_of_kinds, harbors.kinds)
    if plan.laid:
        for harbor in problem.harbors_fixed:
            kinds.pop(harbor.edge, None)
        _put_laid(packer, plan, kinds, tiles)
    marked = {mark.name: mark.number for mark in board.marks}
    for tokens in plan.marked_numbers:
        row_of_marks = [marked.get(name) for name in tokens.marks]
        _put_row(packer, [n for n in row_of_marks if n is not None], tokens.numbers)


def unpack_board(plan: Plan, unpacker: Unpacker, *, along: bool) -> Board:
    """The board that `pack_board` added.

    Raises NoRank if the numbers stand for none.
    """
    problem = plan.variable
    tiles = {tile.hex: tile for tile in problem.fixed}
    for pool in ordered(problem.terrain):
        row = _take_row(unpacker, pool.terrains)
        tiles |= {at: Tile(at, name) for at, name in zip(by_rows(pool.hexes), row, strict=True)}
    for numbers in ordered(problem.numbers):
        bearing = bearing_hexes(numbers, tiles, problem)
        if len(bearing) != len(numbers.numbers):
            raise NoRank("the terrain has another number of hexes for the tokens")
        if numbers.paths and along:
            lying = _along(numbers, unpacker.take(len(numbers.paths)), bearing)
        else:
            lying = dict(zip(bearing, _take_row(unpacker, numbers.numbers), strict=True))
        tiles |= {at: Tile(at, tiles[at].terrain, number) for at, number in lying.items()}
    harbors = list(problem.harbors_fixed)
    for pool_of_harbors in ordered(problem.harbors):
        kinds = _take_row(unpacker, pool_of_harbors.kinds)
        harbors += map(Harbor, sorted(pool_of_harbors.edges), kinds)
    if plan.laid:
        harbors += _take_laid(unpacker, plan, {harbor.edge for harbor in harbors}, tiles)
    marked: dict[str, int] = {}
    for tokens in plan.marked_numbers:
        row_of_numbers = _take_row(unpacker, tokens.numbers)
        if len(tokens.marks) != len(row_of_numbers):
            raise NoRank("the marks have another number of tokens")
        marked |= zip(tokens.marks, row_of_numbers, strict=True)
    return board_of(tiles.values(), harbors, _with_numbers(problem.marks, marked))


def printed_plan(plan: Plan) -> Plan | None:
    """The plan with all as printed, but for tokens on marks and harbors printed without kinds.

    None if the plan prints no board.
    """
    if plan.printed is None:
        return None
    known = {harbor.edge for harbor in plan.printed.harbors}
    drawn = tuple(pool for pool in plan.variable.harbors if not known.issuperset(pool.edges))
    edges = {site for pool in drawn for site in pool.edges}
    problem = Problem(
        fixed=plan.printed.tiles,
        harbors=drawn,
        harbors_fixed=tuple(h for h in plan.printed.harbors if h.edge not in edges),
        marks=plan.printed.marks,
        bare=plan.variable.bare,
    )
    return msgspec.structs.replace(plan, variable=problem)


def ordered(pools: Sequence[_Pool]) -> list[_Pool]:
    """Pools of terrain, numbers or harbors in the order in which codes take them.

    By their first hex as one reads them, or by their least edge.
    """
    with_places = [pool for pool in pools if _places(pool)]
    return sorted(with_places, key=_first)


def bearing_hexes(pool: NumberPool, tiles: Mapping[Hex, Tile], problem: Problem) -> tuple[Hex, ...]:
    """The hexes of a number pool whose terrain carries a number, by rows."""
    bearing = [place for place in pool.hexes if tiles[place].terrain not in problem.bare]
    return by_rows(bearing)


def coast(tiles: Mapping[Hex, Tile], taken: Collection[Edge]) -> list[Edge]:
    """The edges where a harbor can still be laid, sorted: land on one side, none on the other."""
    land = {place for place, tile in tiles.items() if tile.terrain != SEA}
    sites = {site for place in land for site in edges_of(place)}
    return sorted(s for s in sites if not (s[0] in land and s[1] in land) and s not in taken)


def _put_row(packer: Packer, row: Sequence[_Kind], kinds: Sequence[_Kind]) -> None:
    if len(row) != len(kinds):
        raise NoRank(f"{len(row)} of {len(kinds)} lie there")
    packer.put(rank(row, kinds), arrangements(Counter(kinds)))


def _take_row(unpacker: Unpacker, kinds: Sequence[_Kind]) -> list[_Kind]:
    return unrank(unpacker.take(arrangements(Counter(kinds))), kinds)


def _put_laid(
    packer: Packer, plan: Plan, kinds: Mapping[Edge, str], tiles: Mapping[Hex, Tile]
) -> None:
    taken = {site for pool in plan.variable.harbors for site in pool.edges}
    taken |= {harbor.edge for harbor in plan.variable.harbors_fixed}
    sites = coast(tiles, taken)
    at = {site: index for index, site in enumerate(sites)}
    if not at.keys() >= kinds.keys():
        raise NoRank("a harbor lies on no coast")
    chosen = sorted(at[site] for site in kinds)
    row = [kinds[sites[index]] for index in chosen]
    before = sum(ways for count, ways in _laid_ways(plan.laid, len(sites)) if count > len(row))
    rows = arrangements(Counter(plan.laid), len(row))
    place = before + subset_rank(chosen) * rows + rank(row, plan.laid)
    packer.put(place, sum(ways for _, ways in _laid_ways(plan.laid, len(sites))))


def _take_laid(
    unpacker: Unpacker, plan: Plan, taken: Collection[Edge], tiles: Mapping[Hex, Tile]
) -> list[Harbor]:
    sites = coast(tiles, taken)
    place = unpacker.take(sum(ways for _, ways in _laid_ways(plan.laid, len(sites))))
    for count, ways in _laid_ways(plan.laid, len(sites)):
        if place < ways:
            which, order = divmod(place, arrangements(Counter(plan.laid), count))
            chosen = subset_unrank(which, count, len(sites))
            kinds = unrank(order, plan.laid, length=count)
            return [Harbor(sites[index], kind) for index, kind in zip(chosen, kinds, strict=True)]
        place -= ways
    raise NoRank("no harbors have this number")


def _laid_ways(kinds: Sequence[str], sites: int) -> Iterator[tuple[int, int]]:
    """For each number of harbors that may lie, from all down to none: in how many ways."""
    for count in reversed(range(len(kinds) + 1)):
        yield count, comb(sites, count) * arrangements(Counter(kinds), count)


def _path_of(pool: NumberPool, lying: Mapping[Hex, int | None]) -> int:
    if len(lying) == len(pool.numbers):
        for index in range(len(pool.paths)):
            if _along(pool, index, tuple(lying)) == lying:
                return index
    raise NoRank("the numbers lie along no path")


def _along(pool: NumberPool, index: int, bearing: Collection[Hex]) -> dict[Hex, int]:
    on = [place for place in pool.paths[index] if place in bearing]
    return dict(zip(on, pool.numbers, strict=True))


def _with_numbers(marks: Sequence[Mark], numbers: Mapping[str, int]) -> list[Mark]:
    return [
        msgspec.structs.replace(mark, number=numbers[mark.name]) if mark.name in numbers else mark
        for mark in marks
    ]


def _places(pool: TerrainPool | NumberPool | HarborPool) -> Sequence[Any]:
    return pool.edges if isinstance(pool, HarborPool) else pool.hexes


def _first(pool: TerrainPool | NumberPool | HarborPool) -> Any:
    if isinstance(pool, HarborPool):
        return min(pool.edges)
    q, r = by_rows(pool.hexes)[0]
    return r, q
