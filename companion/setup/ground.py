"""A number pool made ready for counting: hexes become indices, node sums one packed integer.

All pips that matter are summed in a single integer with a field of five bits for each node that
could break a limit. A field begins at 15 minus the limit, so its top bit shows that the limit
is broken, and one `&` with `over` asks all nodes at once. A lower limit is an upper one for what
is missing: three numbers of p, q and s pips have at least L just when (6 - p) + (6 - q) + (6 - s)
is at most 18 - L.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from copy import copy
from functools import lru_cache
from itertools import combinations
from math import comb
from typing import Final, NamedTuple

from companion.core.board.hexes import Hex, neighbors, nodes_around
from companion.core.board.layout import REDS, pips
from companion.core.board.options import Options

HEAVIEST: Final = 5
"""Pips of the best numbers, 6 and 8."""

_FULL: Final = 15
_LACK: Final = HEAVIEST + 1
_MOST_ROWS: Final = 20_000


class Row(NamedTuple):
    """A way to deal a class: which of the free cells get its tokens in turn, which stay free."""

    chosen: tuple[int, ...]
    rest: tuple[int, ...]


class Class(NamedTuple):
    """Numbers of equal pips: `tokens` sorted, `pairs` of them (by position) that must not touch."""

    weight: int
    tokens: tuple[int, ...]
    pairs: tuple[tuple[int, int], ...]

    @property
    def size(self) -> int:
        """How many tokens the class has."""
        return len(self.tokens)

    @property
    def whole(self) -> bool:
        """Whether its tokens may change places among themselves, whatever is wished."""
        return len(self.pairs) in (0, self.size * (self.size - 1) // 2)

    @property
    def independent(self) -> bool:
        """Whether no two of its tokens may touch."""
        return self.size > 1 and len(self.pairs) == self.size * (self.size - 1) // 2


def apart(one: int, other: int, options: Options) -> bool:
    """Whether two numbers may not lie side by side."""
    return (
        (options.reds_apart and one in REDS and other in REDS)
        or (options.equal_apart and one == other)
        or (options.extremes_apart and {one, other} == {2, 12})
    )


def classes_of(numbers: Sequence[int], options: Options) -> tuple[Class, ...]:
    """The classes of a pool, those with most pips first."""
    groups: dict[int, list[int]] = {}
    for number in sorted(numbers):
        groups.setdefault(pips(number), []).append(number)
    return tuple(
        Class(
            weight,
            tuple(groups[weight]),
            tuple(
                (i, j)
                for (i, one), (j, other) in combinations(enumerate(groups[weight]), 2)
                if apart(one, other, options)
            ),
        )
        for weight in sorted(groups, reverse=True)
    )


class Ground:
    """The hexes of one pool that get a number, with all that the wishes ask of them.

    A cell is an index into `hexes`. `near[c]` is the mask of the cells beside cell c,
    `touch[c][d]` tells whether d is one of them. `cost[w][c]` is what a token of w pips on cell
    c adds to the packed sum, which begins with `start` and is good while `sum & over` is 0.
    `banned[number]` is the mask of the cells where that number may not lie. `hopeless` names a
    node that printed numbers alone bring over its limit.
    """

    __slots__ = (
        "_least", "_most", "banned", "cost", "hexes", "hopeless", "near", "over", "start", "touch",
    )  # fmt: skip

    def __init__(
        self,
        hexes: Sequence[Hex],
        numbers: Sequence[int],
        printed: Mapping[Hex, int],
        options: Options,
        *,
        floor: bool = True,
    ) -> None:
        """Compile the cells `hexes` for the pool `numbers`, beside the `printed` numbers.

        floor: whether to count `node_least` too; not where a cell may stay without a number.
        """
        self.hexes = tuple(hexes)
        index = {place: cell for cell, place in enumerate(self.hexes)}
        self.near = [
            sum(1 << index[beside] for beside in neighbors(place) if beside in index)
            for place in self.hexes
        ]
        count = len(self.hexes)
        self.touch = [bytes(mask >> cell & 1 for cell in range(count)) for mask in self.near]
        self._most = [0] * count
        self._least = [0] * count
        self.start = self.over = 0
        self.hopeless = False
        self._sum_nodes(index, numbers, printed, options, floor=floor)
        self.cost = [self.load(weight, weight) for weight in range(HEAVIEST + 1)]
        self.banned = self._beside_printed(numbers, printed, options)

    def _sum_nodes(
        self,
        index: Mapping[Hex, int],
        numbers: Sequence[int],
        printed: Mapping[Hex, int],
        options: Options,
        *,
        floor: bool,
    ) -> None:
        weights = sorted((pips(number) for number in numbers), reverse=True)
        for site in nodes_around(self.hexes):
            cells = [index[place] for place in site if place in index]
            lying = [pips(printed[place]) for place in site if place in printed]
            if options.node_most is not None:
                room = options.node_most - sum(lying)
                if sum(weights[: len(cells)]) > room:
                    self._add_field(self._most, cells, room)
            if floor and options.node_least is not None and len(cells) + len(lying) == 3:
                lacking = sum(_LACK - weight for weight in lying)
                room = 3 * _LACK - options.node_least - lacking
                if sum(_LACK - weight for weight in weights[-len(cells) :]) > room:
                    self._add_field(self._least, cells, room)

    def _add_field(self, units: list[int], cells: Sequence[int], room: int) -> None:
        if room < 0:
            self.hopeless = True
            return
        unit = self.over.bit_length()
        self.start += (_FULL - room) << unit
        self.over |= (_FULL + 1) << unit
        for cell in cells:
            units[cell] += 1 << unit

    def load(self, low: int, high: int) -> list[int]:
        """What every cell adds at least if its token has from `low` to `high` pips."""
        return [
            low * most + (_LACK - high) * least
            for most, least in zip(self._most, self._least, strict=True)
        ]

    def _beside_printed(
        self, numbers: Sequence[int], printed: Mapping[Hex, int], options: Options
    ) -> dict[int, int]:
        banned = {}
        for number in set(numbers):
            mask = 0
            for cell, place in enumerate(self.hexes):
                if any(
                    beside in printed and apart(number, printed[beside], options)
                    for beside in neighbors(place)
                ):
                    mask |= 1 << cell
            banned[number] = mask
        return banned

    def closed(self, banned: Mapping[int, int]) -> Ground:
        """The same ground with more cells where a number may not lie."""
        narrower = copy(self)
        narrower.banned = {
            number: self.banned.get(number, 0) | banned.get(number, 0)
            for number in {*self.banned, *banned}
        }
        return narrower

    def mask(self, hexes: Collection[Hex]) -> int:
        """The cells among `hexes` as a mask."""
        return sum(1 << cell for cell, place in enumerate(self.hexes) if place in hexes)


@lru_cache(maxsize=256)
def rows(free: int, tokens: tuple[int, ...]) -> tuple[Row, ...] | None:
    """All ways to deal `tokens` onto `free` cells, or None if they are too many to list."""
    count = comb(free, len(tokens))
    if count > _MOST_ROWS or count * len(orders(tokens)) > _MOST_ROWS:
        return None
    found = []
    for cells in combinations(range(free), len(tokens)):
        rest = tuple(cell for cell in range(free) if cell not in cells)
        found += [Row(tuple(cells[at] for at in order), rest) for order in orders(tokens)]
    return tuple(found)


@lru_cache(maxsize=256)
def orders(tokens: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
    """Where the (sorted) tokens in turn may lie on as many cells, each different board once."""
    return tuple(_share(tokens, tuple(range(len(tokens)))))


def _share(tokens: tuple[int, ...], cells: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    if not tokens:
        yield ()
        return
    alike = tokens.count(tokens[0])
    for own in combinations(cells, alike):
        left = tuple(cell for cell in cells if cell not in own)
        for rest in _share(tokens[alike:], left):
            yield own + rest
