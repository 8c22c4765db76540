"""The last resort: a walk of swaps from any answer, near to uniform and said to be so.

A step swaps the numbers of two drawn cells if every wish still holds. Steps are as likely there
as back, so a long walk comes near to uniform on all boards that it can reach. It need not reach
all: with at most 10 pips at a node and the desert in the middle, the places of the pips fall
into 92 parts that no swap joins. So a walk is taken only where neither staged rejection nor
listing works, and an answer tells that it was.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from companion.core.board.layout import pips
from companion.setup.dealing import Coupling
from companion.setup.ground import Class, Ground
from companion.setup.search import Budget, OutOfBudget, Search
from companion.setup.stream import Stream

STEPS: Final = 6_000
"""Swaps tried by one walk."""

_SEARCHES: Final = 4_000
_PACES: Final = 20
"""A walk that seeks looks at where it is after so many swaps, so often at most."""

_FIRST_BRANCHES: Final = 2_000


def start(search: Search, stream: Stream, branches: int) -> list[int] | None:
    """Numbers that meet the wishes, or None: there are none.

    The search begins anew in another order when it has looked at 2,000, 4,000, 8,000 … branches.

    Raises OutOfBudget after `branches` of them.
    """
    tried = _FIRST_BRANCHES
    while True:
        tried = min(tried, branches)
        branches -= tried
        try:
            masks = search.find(Budget(tried), stream)
        except OutOfBudget:
            if branches <= 0:
                raise
            tried *= 2
            continue
        if masks is None:
            return None
        numbers = [0] * len(search.cells)
        for step, mask in zip(search.steps, masks, strict=True):
            lying = stream.pick(tuple(search.splits(step.group, mask)))
            for number, cell in zip(step.group.tokens, lying, strict=True):
                numbers[cell] = number
        return numbers


class Walk:
    """A walk on one ground."""

    def __init__(self, ground: Ground, classes: Sequence[Class], numbers: list[int]) -> None:
        """Begin with `numbers`, which must meet every wish of the ground."""
        self.numbers = numbers
        self._ground = ground
        self._beside = [
            [other for other in range(len(numbers)) if mask >> other & 1] for mask in ground.near
        ]
        self._apart: dict[int, set[int]] = {number: set() for number in numbers}
        for group in classes:
            for i, j in group.pairs:
                self._apart[group.tokens[i]].add(group.tokens[j])
                self._apart[group.tokens[j]].add(group.tokens[i])
        self._sum = ground.start + sum(
            ground.cost[pips(number)][cell] for cell, number in enumerate(numbers)
        )

    def seek(self, stream: Stream, coupling: Coupling) -> bool:
        """Walk until the terrain likes the numbers too; say whether that came to be."""
        for _ in range(_SEARCHES):
            if coupling.allows(self.numbers):
                return True
            self.go(stream, _PACES, None)
        return coupling.allows(self.numbers)

    def go(self, stream: Stream, steps: int, coupling: Coupling | None) -> None:
        """Try `steps` swaps."""
        numbers, cost, over = self.numbers, self._ground.cost, self._ground.over
        count = len(numbers)
        for _ in range(steps):
            one, other = divmod(stream.below(count * count), count)
            a, b = numbers[one], numbers[other]
            if a == b:
                continue
            up, down = cost[pips(b)], cost[pips(a)]
            total = self._sum + up[one] - down[one] + down[other] - up[other]
            if total & over:
                continue
            numbers[one], numbers[other] = b, a
            if (
                self._fits(one)
                and self._fits(other)
                and (coupling is None or coupling.allows(numbers))
            ):
                self._sum = total
            else:
                numbers[one], numbers[other] = a, b

    def _fits(self, cell: int) -> bool:
        """Whether the number on a cell may lie there, beside what lies around it."""
        number = self.numbers[cell]
        if self._ground.banned.get(number, 0) >> cell & 1:
            return False
        apart = self._apart[number]
        return not any(self.numbers[beside] in apart for beside in self._beside[cell])
