"""What is to be drawn: which hexes, terrains, numbers and harbors are free, and which are not.

A `Problem` is data that a scenario file, or a board with some hexes locked, can be turned into.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import Final, TypeVar

import msgspec

from companion.core.board.hexes import Edge, Hex, islands
from companion.core.board.layout import NUMBERS, SEA, Board, Harbor, Mark, Tile, pips
from companion.core.model import Struct

MOST_HEXES: Final = 200
MOST_ALIKE: Final = 16
"""So many numbers of a pool may have the same pips: more could not be shared out in time."""

BARE: Final = ("sea", "desert", "lake", "castle", "quarry", "glassworks", "oasis", "swamp", "fog")
"""Terrains that carry no number, unless a problem says otherwise."""


_Item = TypeVar("_Item")


class TerrainPool(Struct, frozen=True):
    """Terrains that are shuffled onto as many hexes."""

    hexes: tuple[Hex, ...]
    terrains: tuple[str, ...]


class NumberPool(Struct, frozen=True):
    """Numbers that are shuffled onto those of the hexes whose terrain carries one.

    With `paths`, each of which visits all the hexes, the numbers lie in their order along one
    that is drawn instead; hexes without a number are passed over.
    """

    hexes: tuple[Hex, ...]
    numbers: tuple[int, ...]
    paths: tuple[tuple[Hex, ...], ...] = ()


class HarborPool(Struct, frozen=True):
    """Kinds of harbors that are shuffled onto as many edges."""

    edges: tuple[Edge, ...]
    kinds: tuple[str, ...]


class Ban(Struct, frozen=True):
    """Rules of a scenario: what may not come to lie where.

    `hexes` empty means everywhere; `numbers` empty means that the terrains themselves are
    banned from the hexes; `terrains` empty means the numbers on whatever terrain.
    """

    hexes: tuple[Hex, ...] = ()
    terrains: tuple[str, ...] = ()
    numbers: tuple[int, ...] = ()


class Problem(Struct, frozen=True):
    """All boards of a kind.

    fixed: hexes whose terrain is given; their number too, unless they lie in a number pool.
    terrain, numbers, harbors: what is drawn; no hex or edge lies in two pools of a sort. A token
    whose place is printed though its terrain is drawn is a number pool of one hex.
    harbors_fixed and marks go onto the board as they are. bans: what may not be.
    bare: the terrains without a number. islands: how many groups the land must form, or None.
    """

    fixed: tuple[Tile, ...] = ()
    terrain: tuple[TerrainPool, ...] = ()
    numbers: tuple[NumberPool, ...] = ()
    harbors: tuple[HarborPool, ...] = ()
    harbors_fixed: tuple[Harbor, ...] = ()
    marks: tuple[Mark, ...] = ()
    bans: tuple[Ban, ...] = ()
    bare: tuple[str, ...] = BARE
    islands: int | None = None

    def hexes(self) -> tuple[Hex, ...]:
        """All hexes of the board, fixed ones first."""
        return (
            *(tile.hex for tile in self.fixed),
            *(place for pool in self.terrain for place in pool.hexes),
        )


class ProblemError(ValueError):
    """A problem that no board can answer because its parts do not fit. `errors` names each."""

    def __init__(self, errors: Iterable[str]) -> None:
        self.errors = tuple(errors)
        super().__init__("\n".join(self.errors))


def require_sound(problem: Problem) -> None:
    """Raise ProblemError with everything about a problem that does not fit together."""
    errors = [*_places(problem), *_counts(problem), *_values(problem)]
    if errors:
        raise ProblemError(errors)


def lock(problem: Problem, board: Board, hexes: Collection[Hex]) -> Problem:
    """The problem in which `hexes` keep what they have on `board`, and the rest stays free.

    Of a hex whose number lies along a path only the terrain is kept: the path goes on over it.

    Raises ValueError if a hex is not on the board or carries what the pools do not hold.
    """
    tiles = board.by_hex()
    for place in hexes:
        if place not in tiles:
            raise ValueError(f"{place} is not on the board: lock only its hexes")
    along = {place for pool in problem.numbers if pool.paths for place in pool.hexes}
    fixed = {tile.hex: tile for tile in problem.fixed}
    for place in hexes:
        tile = tiles[place]
        fixed[place] = Tile(place, tile.terrain) if place in along else tile
    terrain, numbers = [], []
    for pool in problem.terrain:
        left, kept = _part(pool.hexes, hexes)
        names = _without(pool.terrains, [tiles[place].terrain for place in kept])
        terrain.append(TerrainPool(left, names))
    for number_pool in problem.numbers:
        if number_pool.paths:
            numbers.append(number_pool)
            continue
        left, kept = _part(number_pool.hexes, hexes)
        lying = [tiles[place].number for place in kept]
        tokens = _without(number_pool.numbers, [number for number in lying if number is not None])
        numbers.append(NumberPool(left, tokens))
    return msgspec.structs.replace(
        problem,
        fixed=tuple(fixed.values()),
        terrain=tuple(pool for pool in terrain if pool.hexes),
        numbers=tuple(pool for pool in numbers if pool.hexes),
    )


def _part(hexes: Sequence[Hex], kept: Collection[Hex]) -> tuple[tuple[Hex, ...], list[Hex]]:
    left = tuple(place for place in hexes if place not in kept)
    return left, [place for place in hexes if place in kept]


def _without(pool: tuple[_Item, ...], gone: Iterable[_Item]) -> tuple[_Item, ...]:
    left = list(pool)
    for item in gone:
        if item not in left:
            raise ValueError(f"{item!r} is locked more often than its pool holds it")
        left.remove(item)
    return tuple(left)


def _twice(places: Iterable[object]) -> list[object]:
    return [place for place, times in Counter(places).items() if times > 1]


def _places(problem: Problem) -> Iterator[str]:
    for place in _twice(problem.hexes()):
        yield f"hex {place} is given twice: it is either fixed or in one terrain pool"
    known = set(problem.hexes())
    fields = [place for pool in problem.numbers for place in pool.hexes]
    for place in _twice(fields):
        yield f"hex {place} lies in two number pools"
    for place in fields:
        if place not in known:
            yield f"hex {place} lies in a number pool but is not on the board"
    for tile in problem.fixed:
        if tile.number is not None and tile.hex in fields:
            yield f"hex {tile.hex} has the number {tile.number} and lies in a number pool too"
    for numbers in problem.numbers:
        for path in numbers.paths:
            if sorted(path) != sorted(numbers.hexes):
                yield f"a path from {path[:1]} does not visit every hex of its number pool once"
    edges = [site for pool in problem.harbors for site in pool.edges]
    for site in _twice([*edges, *(harbor.edge for harbor in problem.harbors_fixed)]):
        yield f"edge {site} has two harbors"


def _counts(problem: Problem) -> Iterator[str]:
    for pool in problem.terrain:
        if len(pool.hexes) != len(pool.terrains):
            yield f"a terrain pool has {len(pool.terrains)} terrains for {len(pool.hexes)} hexes"
    if len(problem.hexes()) > MOST_HEXES:
        yield f"the board has {len(problem.hexes())} hexes: {MOST_HEXES} at most"
    for numbers in problem.numbers:
        for weight, count in sorted(Counter(map(pips, numbers.numbers)).items()):
            if count > MOST_ALIKE:
                yield f"a number pool has {count} numbers of {weight} pips: {MOST_ALIKE} at most"
    for harbors in problem.harbors:
        if len(harbors.edges) != len(harbors.kinds):
            yield f"a harbor pool has {len(harbors.kinds)} kinds for {len(harbors.edges)} edges"
    terrain = {tile.hex: tile.terrain for tile in problem.fixed}
    for numbers in problem.numbers:
        own = [place for place in numbers.hexes if place in terrain]
        sure = sum(terrain[place] not in problem.bare for place in own)
        drawn = set(numbers.hexes) - set(own)
        least = most = sure
        for pool in problem.terrain:
            here = len(drawn.intersection(pool.hexes))
            bearing = sum(name not in problem.bare for name in pool.terrains)
            least += max(0, here - (len(pool.terrains) - bearing))
            most += min(here, bearing)
        if not least <= len(numbers.numbers) <= most:
            room = str(least) if least == most else f"{least} to {most}"
            yield f"a number pool has {len(numbers.numbers)} numbers for {room} hexes"


def _values(problem: Problem) -> Iterator[str]:
    numbers = [number for pool in problem.numbers for number in pool.numbers]
    numbers += [tile.number for tile in problem.fixed if tile.number is not None]
    for number in sorted(set(numbers) - set(NUMBERS)):
        yield f"{number} is no number of a token: give 2 to 12 without 7"
    if problem.islands is not None and problem.terrain == ():
        land = [tile.hex for tile in problem.fixed if tile.terrain != SEA]
        if len(islands(land)) != problem.islands:
            yield f"the land forms {len(islands(land))} islands instead of {problem.islands}"
