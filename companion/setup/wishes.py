"""Which wishes and rules a board keeps, whoever made it: drawn, swapped about, or invented.

The generator keeps all of them by itself; a board that hands have changed may not.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping
from fractions import Fraction
from math import ceil, floor
from typing import Final

from companion.core.board.hexes import Hex, islands, neighbors, nodes_around
from companion.core.board.layout import PRODUCING, REDS, RESOURCE_OF, Board, Tile, pips
from companion.core.board.options import Options
from companion.core.board.problem import Problem
from companion.core.model import Struct
from companion.setup.drawing.shapes import Site
from companion.setup.harbors import touched
from companion.setup.judge import off_share


class Broken(Struct, frozen=True):
    """A wish or a rule that a board does not keep.

    wish: a field of `Options`, or a rule: "ban" (something lies where the scenario forbids it),
    "groups" (a piece lies in another group than its own), "coast" (a harbor that is not between
    land and sea), "islands" (as many as the land forms). limit: what was asked; found: how it
    is, or for a wish without a limit how often it is broken. sites: where.
    """

    wish: str
    limit: int
    found: int
    sites: tuple[Site, ...] = ()


class _Lie:
    """A board with what of it was drawn: printed things among themselves break no wish."""

    def __init__(self, problem: Problem, board: Board) -> None:
        self.board = board
        self.tiles = board.by_hex()
        printed = {tile.hex: tile for tile in problem.fixed}
        pooled = {place for pool in problem.numbers for place in pool.hexes}
        self.terrain_drawn = frozenset(
            place
            for place, tile in self.tiles.items()
            if place not in printed or printed[place].terrain != tile.terrain
        )
        self.number_drawn = frozenset(
            place
            for place, tile in self.tiles.items()
            if tile.number is not None
            and (place in pooled or place not in printed or printed[place].number != tile.number)
        )
        kinds = {harbor.edge: harbor.kind for harbor in problem.harbors_fixed}
        self.harbors_drawn = frozenset(
            harbor.edge for harbor in board.harbors if kinds.get(harbor.edge) != harbor.kind
        )

    def numbered(self) -> Iterator[Tile]:
        """The tiles with a number."""
        return (tile for tile in self.board.tiles if tile.number is not None)


def broken(problem: Problem, options: Options, board: Board) -> tuple[Broken, ...]:
    """Every wish of `options` that the board does not keep, in their order, and by how much."""
    lie = _Lie(problem, board)
    found = []
    for wish, measure in _MEASURES.items():
        limit = getattr(options, wish)
        if limit is None or limit is False:
            continue
        fault = measure(lie, int(limit))
        if fault is not None:
            found.append(Broken(wish, 0 if limit is True else limit, *fault))
    return tuple(found)


def rules_broken(problem: Problem, board: Board) -> tuple[Broken, ...]:
    """What of a scenario's own set-up rules the board does not keep."""
    tiles = board.by_hex()
    found = []
    banned: list[Site] = []
    for ban in problem.bans:
        for place in ban.hexes or tuple(tiles):
            tile = tiles.get(place)
            if (
                tile is not None
                and (not ban.terrains or tile.terrain in ban.terrains)
                and (not ban.numbers or tile.number in ban.numbers)
            ):
                banned.append(place)
    if banned:
        found.append(Broken("ban", 0, len(set(banned)), tuple(dict.fromkeys(banned))))
    strangers = tuple(_strangers(problem, board))
    if strangers:
        found.append(Broken("groups", 0, len(strangers), strangers))
    wrong = inland(board)
    if wrong:
        found.append(Broken("coast", 0, len(wrong), wrong))
    if problem.islands is not None:
        count = len(islands(board.land()))
        if count != problem.islands:
            found.append(Broken("islands", problem.islands, count))
    return tuple(found)


def inland(board: Board) -> tuple[Site, ...]:
    """Harbors that have land on both sides, or on none."""
    land = set(board.land())
    return tuple(h.edge for h in board.harbors if (h.edge[0] in land) == (h.edge[1] in land))


def _strangers(problem: Problem, board: Board) -> Iterator[Site]:
    """Sites of groups whose pieces are not those that the scenario gives them."""
    tiles = board.by_hex()
    pooled = {place for pool in problem.numbers for place in pool.hexes}
    for tile in problem.fixed:
        lying = tiles.get(tile.hex)
        same_number = lying is not None and (tile.hex in pooled or lying.number == tile.number)
        if lying is None or lying.terrain != tile.terrain or not same_number:
            yield tile.hex
    for pool in problem.terrain:
        here = [tiles[place].terrain for place in pool.hexes if place in tiles]
        too_many = Counter(here) - Counter(pool.terrains)
        yield from (p for p in pool.hexes if p in tiles and tiles[p].terrain in too_many)
    for numbers in problem.numbers:
        lying_here = [tiles[p].number for p in numbers.hexes if p in tiles]
        extra = Counter(n for n in lying_here if n is not None) - Counter(numbers.numbers)
        yield from (p for p in numbers.hexes if p in tiles and tiles[p].number in extra)
    kinds = {harbor.edge: harbor.kind for harbor in board.harbors}
    for harbor in problem.harbors_fixed:
        if kinds.get(harbor.edge) != harbor.kind:
            yield harbor.edge
    for sites in problem.harbors:
        surplus = Counter(kinds.get(site, "") for site in sites.edges) - Counter(sites.kinds)
        yield from (site for site in sites.edges if kinds.get(site, "") in surplus)


_Fault = tuple[int, tuple[Site, ...]] | None
"""How it is, and where; None if the wish is kept."""


def _touching(alike: Callable[[int, int], bool]) -> Callable[[_Lie, int], _Fault]:
    """Measures how many pairs of numbers touch that may not."""

    def measure(lie: _Lie, _limit: int) -> _Fault:
        sites: list[Hex] = []
        pairs = 0
        for tile in lie.numbered():
            for beside in neighbors(tile.hex):
                other = lie.tiles.get(beside)
                if other is None or other.number is None or tile.number is None:
                    continue
                drawn = tile.hex in lie.number_drawn or beside in lie.number_drawn
                if tile.hex < beside and drawn and alike(tile.number, other.number):
                    pairs += 1
                    sites += [tile.hex, beside]
        return (pairs, tuple(dict.fromkeys(sites))) if pairs else None

    return measure


def _clusters(lie: _Lie, limit: int) -> _Fault:
    largest: frozenset[Hex] = frozenset()
    for terrain in PRODUCING:
        for group in islands([t.hex for t in lie.board.tiles if t.terrain == terrain]):
            if len(group) > max(limit, len(largest)) and group & lie.terrain_drawn:
                largest = group
    return (len(largest), tuple(sorted(largest))) if largest else None


def _node_pips(lie: _Lie) -> Iterator[tuple[Site, int, int]]:
    """Every node with a drawn number: its pips, and how many numbers meet there."""
    for site in nodes_around(lie.number_drawn):
        numbers = [
            lie.tiles[place].number
            for place in site
            if place in lie.tiles and lie.tiles[place].number is not None
        ]
        yield site, sum(map(pips, numbers)), len(numbers)


def _node_most(lie: _Lie, limit: int) -> _Fault:
    over = [(site, count) for site, count, _ in _node_pips(lie) if count > limit]
    return (max(count for _, count in over), tuple(site for site, _ in over)) if over else None


def _node_least(lie: _Lie, limit: int) -> _Fault:
    poor = [(s, count) for s, count, meeting in _node_pips(lie) if meeting == 3 and count < limit]
    return (min(count for _, count in poor), tuple(site for site, _ in poor)) if poor else None


def _reds_per_terrain(lie: _Lie, limit: int) -> _Fault:
    reds: dict[str, list[Hex]] = {}
    for tile in lie.numbered():
        if tile.number in REDS and tile.terrain in PRODUCING:
            reds.setdefault(tile.terrain, []).append(tile.hex)
    over = [
        places
        for places in reds.values()
        if len(places) > limit and lie.number_drawn.intersection(places)
    ]
    if not over:
        return None
    return max(map(len, over)), tuple(place for places in over for place in places)


def _off(lie: _Lie) -> dict[str, Fraction]:
    numbers = {tile.hex: tile.number for tile in lie.numbered() if tile.number is not None}
    return off_share({place: tile.terrain for place, tile in lie.tiles.items()}, numbers)


def _balance(lie: _Lie, limit: int) -> _Fault:
    far = {resource: off for resource, off in _off(lie).items() if off > limit}
    if not far:
        return None
    sites = tuple(t.hex for t in lie.numbered() if RESOURCE_OF.get(t.terrain) in far)
    return ceil(max(far.values())), sites


def _lopsided(lie: _Lie, limit: int) -> _Fault:
    farthest = max(_off(lie).values(), default=Fraction(0))
    return (floor(farthest), ()) if farthest < limit else None


def _harbors_off_own(lie: _Lie, _limit: int) -> _Fault:
    sites: list[Site] = []
    for harbor in lie.board.harbors:
        for place in touched(harbor.edge):
            tile = lie.tiles.get(place)
            drawn = harbor.edge in lie.harbors_drawn or place in lie.terrain_drawn
            if tile is not None and RESOURCE_OF.get(tile.terrain) == harbor.kind and drawn:
                sites.append(harbor.edge)
    return (len(set(sites)), tuple(dict.fromkeys(sites))) if sites else None


def _no_reds_on_gold(lie: _Lie, _limit: int) -> _Fault:
    return _on_terrain(lie.tiles.values(), lie.number_drawn | lie.terrain_drawn)


def _on_terrain(tiles: Collection[Tile], drawn: Collection[Hex]) -> _Fault:
    sites = tuple(
        t.hex for t in tiles if t.terrain == "gold" and t.number in REDS and t.hex in drawn
    )
    return (len(sites), sites) if sites else None


_MEASURES: Final[Mapping[str, Callable[[_Lie, int], _Fault]]] = {
    "reds_apart": _touching(lambda one, other: one in REDS and other in REDS),
    "equal_apart": _touching(lambda one, other: one == other),
    "extremes_apart": _touching(lambda one, other: {one, other} == {2, 12}),
    "clusters": _clusters,
    "node_most": _node_most,
    "node_least": _node_least,
    "reds_per_terrain": _reds_per_terrain,
    "balance": _balance,
    "harbors_off_own": _harbors_off_own,
    "no_reds_on_gold": _no_reds_on_gold,
    "lopsided": _lopsided,
}
