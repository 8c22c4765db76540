"""Staged rejection: deal the numbers of a pool class by class, and begin anew when one fails.

Every deal of all tokens is equally likely to be tried, and a try that breaks a wish is thrown
away as a whole, from the first class on, so what comes out is exactly uniform. (To repeat only
the failed class would not be: it favors beginnings that leave little room.) Testing early is
only what makes it quick.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from math import comb
from operator import itemgetter
from typing import Final, NamedTuple

from companion.setup.ground import Class, Ground, Row, orders, rows
from companion.setup.stream import MOST, SAFE, Stream

JUDGED: Final = 8
"""A deal that the terrain does not like has taken the time of so many more, and counts as that."""

_MOST_FIRST = 10_000

First = tuple[tuple[int, ...], int, Sequence[int]]
"""A good place of the first class: its cells, the packed sum then, the cells still free."""


@dataclass(frozen=True)
class Coupling:
    """What the terrain of one board asks of its numbers.

    banned: for a number, the mask of the cells where it may not lie. judge: says whether all
    numbers, cell by cell, will do.
    """

    banned: Mapping[int, int] = field(default_factory=dict)
    judge: Callable[[Sequence[int]], bool] | None = None

    def allows(self, numbers: Sequence[int]) -> bool:
        """Whether these numbers of the cells will do."""
        banned = self.banned
        if banned and any(banned.get(t, 0) >> cell & 1 for cell, t in enumerate(numbers)):
            return False
        return self.judge is None or self.judge(numbers)


class Deal(NamedTuple):
    """What came of it: the number of every cell, or None after all tries; how many it took."""

    numbers: list[int] | None
    tries: int


class Stage:
    """A class that some wish speaks of, with all that a try asks of it."""

    __slots__ = ("_table", "banned", "cost", "free", "over", "pairs", "tokens", "touch")

    def __init__(self, group: Class, ground: Ground, free: int) -> None:
        self.tokens = group.tokens
        self.pairs = group.pairs
        self.cost = ground.cost[group.weight]
        self.over = ground.over
        self.touch = ground.touch
        self.banned = {number: ground.banned.get(number, 0) for number in group.tokens}
        self.free = free
        self._table: tuple[Row, ...] | None = None

    def place(self, stream: Stream, free: list[int]) -> tuple[Sequence[int], list[int]] | None:
        """Deal the tokens onto `free` cells: theirs in turn and what is left, or None if wrong."""
        if self._table is None:
            self._table = rows(self.free, self.tokens) or ()
        if self._table:
            chosen, rest = self._table[stream.below(len(self._table))]
            cells = [free[at] for at in chosen]
            left = [free[at] for at in rest]
        else:
            left = free.copy()
            cells = []
            for _ in self.tokens:
                at = stream.below(len(left))
                cells.append(left[at])
                left[at] = left[-1]
                left.pop()
        return (cells, left) if self.allows(cells) else None

    def allows(self, cells: Sequence[int]) -> bool:
        """Whether the tokens may lie on these cells as far as nothing else is concerned."""
        touch, banned = self.touch, self.banned
        return not any(touch[cells[i]][cells[j]] for i, j in self.pairs) and not any(
            banned[number] >> cell & 1 for number, cell in zip(self.tokens, cells, strict=True)
        )


_PairRow = tuple[int, int, int, int, Callable[[Sequence[int]], Sequence[int]]]


class _Quick(NamedTuple):
    """A class of two numbers with two tokens each: its rows, how many, and what two cells add.

    `pair[a][b]` is None where two equal numbers may not lie on the cells a and b.
    """

    ways: int
    table: tuple[_PairRow, ...]
    pair: list[list[int | None]]


class _Begun(NamedTuple):
    """The first classes of a try: their cells in turn, the packed sum then, the cells left."""

    cells: list[tuple[int, ...]]
    total: int
    free: list[int]


class Dealer:
    """Deals the numbers of one pool onto the cells of its ground."""

    def __init__(self, ground: Ground, classes: Sequence[Class], *, often: bool) -> None:
        """Make ready.

        often: whether many boards will be dealt, so that a list of the first class's places,
        some milliseconds' work, pays.
        """
        self.ground = ground
        free = len(ground.hexes)
        stages: list[Stage] = []
        staged: list[Class] = []
        self._rest: list[int] = []
        for group in classes:
            banned = any(ground.banned.get(number, 0) for number in group.tokens)
            if ground.over or group.pairs or banned:
                stages.append(Stage(group, ground, free))
                staged.append(group)
                free -= group.size
            else:
                self._rest += group.tokens
        self._first: list[First] = [((), ground.start, list(range(len(ground.hexes))))]
        self._first_stage: Stage | None = None
        if often and staged and _listable(staged[0], ground):
            self._first = _first_places(ground, staged[0])
            self._first_stage = stages.pop(0)
        self._quick, self._bound = _quick_stages(stages, len(self._first))
        self._quick_tokens = [stage.tokens for stage in stages[: len(self._quick)]]
        self._slow = stages[len(self._quick) :]

    def deal(self, stream: Stream, tries: int, coupling: Coupling | None = None) -> Deal:
        """Deal up to `tries` times, until every wish is met."""
        if not self._first:
            return Deal(None, 0)
        tried = 0
        while tried < tries:
            begun, more = self._begin(stream, tries - tried)
            tried += more
            numbers = self._finish(stream, begun) if begun else None
            if numbers is None:
                continue
            if coupling is None or coupling.allows(numbers):
                return Deal(numbers, tried)
            tried += JUDGED
        return Deal(None, tried)

    def _begin(self, stream: Stream, tries: int) -> tuple[_Begun | None, int]:
        """Deal the first classes until they fit; say how many times that took.

        Nearly all time of a strict wish goes into this loop, so it keeps what it needs in local
        names, takes one word for a whole try, and looks at the packed sum as soon as it can.
        """
        words, bound, over = stream.words, self._bound, self.ground.over
        first, first_count, quick = self._first, len(self._first), self._quick
        for tried in range(1, tries + 1):
            if not words:
                stream.refill()
            word = words.pop()
            chosen = index = word % bound if word < SAFE else stream.settle(word, bound)
            _, total, free = first[index % first_count]
            index //= first_count
            for count, table, pair in quick:
                a, b, c, d, rest = table[index % count]
                added = pair[free[a]][free[b]]
                if added is None:
                    break
                total += added
                if total & over:
                    break
                added = pair[free[c]][free[d]]
                if added is None:
                    break
                total += added
                if total & over:
                    break
                index //= count
                free = rest(free)
            else:
                return self._begun(chosen, total), tried
        return None, tries

    def _begun(self, index: int, total: int) -> _Begun:
        """The beginning with an index among all that one word can tell apart."""
        cells, _, free = self._first[index % len(self._first)]
        index //= len(self._first)
        dealt = [cells]
        for count, table, _ in self._quick:
            a, b, c, d, rest = table[index % count]
            index //= count
            dealt.append((free[a], free[b], free[c], free[d]))
            free = rest(free)
        return _Begun(dealt, total, list(free))

    def _finish(self, stream: Stream, begun: _Begun) -> list[int] | None:
        """Deal the other classes: the number of every cell, or None if a wish is broken."""
        numbers = [0] * len(self.ground.hexes)
        dealt = begun.cells
        if self._first_stage is not None:
            # All its tokens may change places, so who lies where is drawn last.
            tokens = self._first_stage.tokens
            for number, at in zip(tokens, stream.pick(orders(tokens)), strict=True):
                numbers[dealt[0][at]] = number
        for tokens, cells in zip(self._quick_tokens, dealt[1:], strict=True):
            for number, cell in zip(tokens, cells, strict=True):
                numbers[cell] = number
        total, free = begun.total, begun.free
        for stage in self._slow:
            placed = stage.place(stream, free)
            if placed is None:
                return None
            lying, free = placed
            total += sum([stage.cost[cell] for cell in lying])
            if total & stage.over:
                return None
            for number, cell in zip(stage.tokens, lying, strict=True):
                numbers[cell] = number
        if self._rest:
            rest = self._rest.copy()
            stream.shuffle(rest)
            for number, cell in zip(rest, free, strict=True):
                numbers[cell] = number
        return numbers


def _quick_stages(stages: Sequence[Stage], first: int) -> tuple[list[_Quick], int]:
    """The leading classes of two numbers with two tokens each, by far the most common sort.

    With them, how many beginnings there are: as many as one word of chance can tell apart.
    """
    quick, bound = [], first
    for stage in stages:
        if stage.pairs != ((0, 1), (2, 3)) or len(stage.tokens) != 4 or any(stage.banned.values()):
            break
        table = _pair_rows(stage.free, stage.tokens)
        if not table or bound * len(table) > MOST:
            break
        quick.append(_Quick(len(table), table, _pairs(stage)))
        bound *= len(table)
    return quick, bound


def _pairs(stage: Stage) -> list[list[int | None]]:
    """What two equal numbers add on each two cells, None where they touch."""
    return [
        [None if touching else one + other for touching, other in zip(row, stage.cost, strict=True)]
        for row, one in zip(stage.touch, stage.cost, strict=True)
    ]


@lru_cache(maxsize=64)
def _pair_rows(free: int, tokens: tuple[int, ...]) -> tuple[_PairRow, ...]:
    """The rows of such a class, flat, with what picks the cells left: quicker to take apart.

    None where one cell or no cell is left.
    """
    table = rows(free, tokens) or ()
    rests = {row.rest: itemgetter(*row.rest) for row in table if len(row.rest) > 1}
    return tuple((a, b, c, d, rests[rest]) for (a, b, c, d), rest in table if rest in rests)


def _listable(group: Class, ground: Ground) -> bool:
    """Whether the places of a class may be listed as sets of cells, and are not too many."""
    alike = len({ground.banned.get(number, 0) for number in group.tokens}) == 1
    return group.whole and alike and comb(len(ground.hexes), group.size) <= _MOST_FIRST


def _first_places(ground: Ground, group: Class) -> list[First]:
    """All places of a class whose tokens may change places, as far as its own wishes go."""
    count, cost = len(ground.hexes), ground.cost[group.weight]
    banned = ground.banned.get(group.tokens[0], 0)
    begun: list[tuple[tuple[int, ...], int, int]] = [((), ground.start, banned)]
    for _ in range(group.size):
        begun = [
            ((*cells, cell), after, closed | (ground.near[cell] if group.independent else 0))
            for cells, total, closed in begun
            for cell in range(cells[-1] + 1 if cells else 0, count)
            if not closed >> cell & 1 and not (after := total + cost[cell]) & ground.over
        ]
    everywhere = range(count)
    return [
        (cells, total, [cell for cell in everywhere if cell not in cells])
        for cells, total, _ in begun
    ]
