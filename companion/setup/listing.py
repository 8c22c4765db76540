"""Tight wishes: list every beginning that can still be completed, then deal only the rest.

Where nearly every deal fails, the few good beginnings (where the numbers with most pips and with
least may lie) are listed completely, once for each ground. A try takes a beginning and a place
of the next class in the room it leaves, each such pair equally likely, deals the other classes
as staged rejection does, and is thrown away as a whole if that fails: exactly uniform again.
"""

from __future__ import annotations

from array import array
from bisect import bisect_right
from collections.abc import Sequence
from functools import lru_cache
from itertools import accumulate, combinations
from math import comb
from typing import Final

from companion.setup.dealing import JUDGED, Coupling, Deal, Stage
from companion.setup.ground import orders
from companion.setup.search import Budget, OutOfBudget, Search, Step
from companion.setup.stream import MOST, Stream

MOST_LISTED: Final = 25_000
"""So many beginnings are listed at most: some tenths of a second, and some hundred kilobytes."""

BRANCHES: Final = 250_000
"""So many tokens are laid on trial at most to list the beginnings of one length."""

_MOST_CELLS: Final = 64
_MOST_SUBSETS: Final = 50_000


class Listing:
    """Beginnings of one length.

    `_levels[k]` has the mask of step k and the index of its parent; `_sums`, `_room` and `_ways`
    have, for every beginning, the packed sum after it, the mask of the cells where the next class
    may lie, and in how many ways its tokens can share their cells.
    """

    __slots__ = ("_bound", "_levels", "_room", "_stages", "_sums", "_ways", "depth", "search")

    def __init__(self, search: Search) -> None:
        """Begin with the empty beginning."""
        self.search = search
        self.depth = 0
        self._levels: list[tuple[array[int], array[int]]] = []
        everywhere = search.usable(0, 0, search.start, search.cells)
        self._sums = [search.start]
        self._room: array[int] | list[int] = [sum(1 << cell for cell in everywhere)]
        self._ways = [1]
        self._prepare()

    def __len__(self) -> int:
        """How many beginnings there are: none means that no board at all meets the wishes."""
        return len(self._room)

    def deepen(self) -> bool:
        """List the beginnings with one more class, unless that is too much to look at."""
        search = self.search
        if self.depth == len(search.steps) or len(search.cells) > _MOST_CELLS:
            return False
        masks, parents, room = array("Q"), array("L"), array("Q")
        sums: list[int] = []
        ways: list[int] = []
        budget = Budget(BRANCHES)
        try:
            for parent, total in enumerate(self._sums):
                for way in search.ways(self.depth, self._taken(parent), total, budget):
                    masks.append(way.mask)
                    parents.append(parent)
                    sums.append(way.total)
                    room.append(way.room)
                    ways.append(self._ways[parent] * search.shares(self.depth, way.mask))
                if len(masks) > MOST_LISTED:
                    return False
        except OutOfBudget:
            return False
        self._levels.append((masks, parents))
        self._sums, self._room, self._ways = sums, room, ways
        self.depth += 1
        self._prepare()
        return True

    def _prepare(self) -> None:
        """Count what a try chooses from, and order the classes as it takes them."""
        steps = self.search.steps
        self._bound = list(accumulate(map(self._choices, self._room, self._ways)))
        # First the class that a place is chosen for, then those of the beginning, then the others.
        ordered = [*steps[self.depth : self.depth + 1], *steps[: self.depth]]
        free, self._stages = len(self.search.cells), []
        for step in (*ordered, *steps[self.depth + 1 :]):
            self._stages.append(Stage(step.group, self.search.ground, free))
            free -= step.group.size

    def _choices(self, room: int, ways: int) -> int:
        if self.depth == len(self.search.steps):
            return ways
        return ways * comb(room.bit_count(), self.search.steps[self.depth].group.size)

    @property
    def ready(self) -> bool:
        """Whether there is something to choose from, and not more than can be told apart."""
        if not self.depth or not self._room or self._bound[-1] > MOST:
            return False
        most = max(map(int.bit_count, self._room))
        rest = self.search.steps[self.depth : self.depth + 1]
        return all(comb(most, step.group.size) <= _MOST_SUBSETS for step in rest)

    def _masks(self, leaf: int) -> list[int]:
        found = []
        for masks, parents in reversed(self._levels):
            found.append(masks[leaf])
            leaf = parents[leaf]
        return found[::-1]

    def _taken(self, leaf: int) -> int:
        return sum(self._masks(leaf))

    def deal(self, stream: Stream, tries: int, coupling: Coupling | None = None) -> Deal:
        """Deal up to `tries` times, until every wish is met."""
        if not self._room:
            return Deal(None, 0)
        tried = 0
        while tried < tries:
            tried += 1
            numbers = self._try(stream)
            if numbers is None:
                continue
            if coupling is None or coupling.allows(numbers):
                return Deal(numbers, tried)
            tried += JUDGED
        return Deal(None, tried)

    def _try(self, stream: Stream) -> list[int] | None:
        """Take a beginning and a place of the next class, and deal the others."""
        search, ground = self.search, self.search.ground
        index = stream.below(self._bound[-1])
        leaf = bisect_right(self._bound, index)
        # How often a place counts, for the ways to share the cells, is no matter for which it is.
        index = (index - self._bound[leaf - 1] if leaf else index) // self._ways[leaf]
        numbers = [0] * len(search.cells)
        total, free = ground.start, list(search.cells)
        rest = self._stages
        if self.depth < len(search.steps):
            stage, step, room = rest[0], search.steps[self.depth], _bits(self._room[leaf])
            chosen = [room[at] for at in _subsets(len(room), step.group.size)[index]]
            # The sum kept with the beginning tells at once whether the place is good.
            if (self._sums[leaf] + sum([step.cost[cell] for cell in chosen])) & ground.over:
                return None
            lying = [chosen[at] for at in stream.pick(orders(stage.tokens))]
            if not stage.allows(lying):
                return None
            total += _lay(stage, lying, numbers, free)
            rest = rest[1:]
        for stage, step, mask in zip(rest, search.steps, self._masks(leaf), strict=False):
            total += _lay(stage, self._share(stage, step, mask, stream), numbers, free)
        for stage in rest[self.depth :]:
            placed = stage.place(stream, free)
            if placed is None:
                return None
            total += _lay(stage, placed[0], numbers, free)
            if total & ground.over:
                return None
        return numbers

    def _share(self, stage: Stage, step: Step, mask: int, stream: Stream) -> Sequence[int]:
        """Share the cells of a class among its tokens."""
        if step.free:
            cells = _bits(mask)
            return [cells[at] for at in stream.pick(orders(stage.tokens))]
        return stream.pick(tuple(self.search.splits(step.group, mask)))


def _lay(stage: Stage, cells: Sequence[int], numbers: list[int], free: list[int]) -> int:
    """Write down the tokens of a class; the packed sum they add."""
    total = 0
    for number, cell in zip(stage.tokens, cells, strict=True):
        numbers[cell] = number
        total += stage.cost[cell]
        free.remove(cell)
    return total


@lru_cache(maxsize=64)
def _subsets(size: int, count: int) -> tuple[tuple[int, ...], ...]:
    return tuple(combinations(range(size), count))


def _bits(mask: int) -> list[int]:
    found = []
    while mask:
        low = mask & -mask
        found.append(low.bit_length() - 1)
        mask ^= low
    return found
