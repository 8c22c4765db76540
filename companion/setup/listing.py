"""Tight wishes: list every beginning that can still be completed, then deal only the rest.

Where nearly every deal fails, the few good beginnings (where the numbers with most pips and with
least may lie) are listed completely, once for each ground. A try takes a beginning and a place
of the next class in the room it leaves, each such pair equally likely, deals the other classes
as staged rejection does, and is thrown away as a whole if that fails: exactly uniform again.
"""

from __future__ import annotations

from array import array
from bisect import bisect_right
from functools import lru_cache
from itertools import accumulate, combinations
from math import comb
from typing import Final

from companion.setup.dealing import Coupling, Deal, Stage
from companion.setup.ground import orders
from companion.setup.search import Budget, OutOfBudget, Search
from companion.setup.stream import Stream

MOST_LISTED: Final = 20_000
"""So many beginnings are listed at most: some tenths of a second, and some hundred kilobytes."""

BRANCHES: Final = 120_000
"""So many tokens are laid on trial at most to list the beginnings of one length."""

_MOST_CELLS: Final = 64


class Listing:
    """Beginnings of one length: `levels[k]` has the mask of step k and the index of its parent."""

    __slots__ = ("_bound", "_levels", "_room", "_stages", "_sums", "depth", "search")

    def __init__(self, search: Search) -> None:
        """Begin with the empty beginning."""
        self.search = search
        self.depth = 0
        self._levels: list[tuple[array[int], array[int]]] = []
        everywhere = search.usable(0, 0, search.start, search.cells)
        self._sums = [search.start]
        self._room = array("Q", [sum(1 << cell for cell in everywhere)])
        self._prepare()

    def __len__(self) -> int:
        """How many beginnings there are: none means that no board at all meets the wishes."""
        return len(self._room)

    def deepen(self) -> bool:
        """List the beginnings with one more class, unless that is too much to look at."""
        search = self.search
        if self.depth + 1 >= len(search.steps) or len(search.cells) > _MOST_CELLS:
            return False
        masks, parents, room = array("Q"), array("L"), array("Q")
        sums: list[int] = []
        budget = Budget(BRANCHES)
        try:
            for parent, total in enumerate(self._sums):
                for way in search.ways(self.depth, self._taken(parent), total, budget):
                    masks.append(way.mask)
                    parents.append(parent)
                    room.append(way.room)
                    sums.append(way.total)
                if len(masks) > MOST_LISTED:
                    return False
        except OutOfBudget:
            return False
        self._levels.append((masks, parents))
        self._sums, self._room = sums, room
        self.depth += 1
        self._prepare()
        return True

    def _prepare(self) -> None:
        group = self.search.steps[self.depth].group
        choices = (comb(mask.bit_count(), group.size) for mask in self._room)
        self._bound = array("Q", accumulate(choices))
        # In the order of `_try`: the class of the place, those of the beginning, all others.
        steps = self.search.steps
        free, self._stages = len(self.search.cells), []
        for step in (steps[self.depth], *steps[: self.depth], *steps[self.depth + 1 :]):
            self._stages.append(Stage(step.group, self.search.ground, free))
            free -= step.group.size

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
        for tried in range(1, tries + 1):
            numbers = self._try(stream)
            if numbers is not None and (coupling is None or coupling.allows(numbers)):
                return Deal(numbers, tried)
        return Deal(None, tries)

    def _try(self, stream: Stream) -> list[int] | None:
        """Take a beginning and a place of the next class, and deal the others."""
        search, ground = self.search, self.search.ground
        index = stream.below(self._bound[-1])
        leaf = bisect_right(self._bound, index)
        if leaf:
            index -= self._bound[leaf - 1]
        room, step = _bits(self._room[leaf]), search.steps[self.depth]
        chosen = [room[at] for at in _subsets(len(room), step.group.size)[index]]
        # The sum kept with the beginning tells at once whether the place is good for the nodes.
        if (self._sums[leaf] + sum([step.cost[cell] for cell in chosen])) & ground.over:
            return None
        numbers = [0] * len(search.cells)
        total, free = ground.start, list(search.cells)
        for stage, cells in zip(
            self._stages, (chosen, *map(_bits, self._masks(leaf))), strict=False
        ):
            lying = [cells[at] for at in stream.pick(orders(stage.tokens))]
            if not stage.allows(lying):
                return None
            for number, cell in zip(stage.tokens, lying, strict=True):
                numbers[cell] = number
                total += stage.cost[cell]
                free.remove(cell)
        for stage in self._stages[self.depth + 1 :]:
            placed = stage.place(stream, free)
            if placed is None:
                return None
            where, free = placed
            for number, cell in zip(stage.tokens, where, strict=True):
                numbers[cell] = number
                total += stage.cost[cell]
            if total & ground.over:
                return None
        return numbers


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
