"""Complete search: every way to lay the classes of a pool one after the other.

It works on classes, not on numbers: which cells have five pips, which four. The class with most
pips goes first, then the one with least (it fills the gaps that heavy cells leave), then the
others from above. Cells still free count with the least that can come to lie there, so a node
that cannot be saved any more ends a branch at once.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from companion.setup.ground import Class, Ground, orders
from companion.setup.stream import Stream

_MOST_KNOWN: Final = 50_000
_CELLS_A_TOKEN: Final = 5
"""So many cells are looked at for room in the time in which a token is laid."""


class OutOfBudget(Exception):
    """The search looked at as many branches as it was allowed to and knows no answer."""


@dataclass(frozen=True)
class Step:
    """One class in the order of the search.

    cost: what a cell with a token adds to what it counted while it was free. shift: what a cell
    that stays free counts more after this step. net: the one without the other, where `shifts`
    says that there is a shift at all. banned: where no token of the class may lie. free: whether
    its tokens may share good cells in any way.
    """

    group: Class
    cost: list[int]
    shift: list[int]
    net: list[int]
    shifts: bool
    banned: int
    free: bool


@dataclass
class Budget:
    """How much work may still be done, in tokens laid on trial: about a microsecond each."""

    left: int

    def spend(self, work: int = 1) -> None:
        """Count some work.

        Raises OutOfBudget when there is none left.
        """
        self.left -= work
        if self.left < 0:
            raise OutOfBudget


class Way(NamedTuple):
    """A place of a class: its cells, the packed sum after it, where the next class may lie."""

    mask: int
    total: int
    room: int


class Search:
    """The tree of all beginnings of a pool on its ground."""

    def __init__(self, ground: Ground, classes: Sequence[Class]) -> None:
        """Make ready. A class of weight 0 stands for the cells that get no number."""
        self.ground = ground
        self.cells = range(len(ground.hexes))
        ordered = [classes[0], *reversed(classes[1:])][:2] + list(classes[1:-1])
        loads = []
        for depth in range(len(ordered)):
            weights = [group.weight for group in ordered[depth:]]
            loads.append(ground.load(min(weights), max(weights)))
        loads.append([0] * len(ground.hexes))
        self.steps = []
        for depth, group in enumerate(ordered):
            cost = [a - b for a, b in zip(ground.cost[group.weight], loads[depth], strict=True)]
            shift = [a - b for a, b in zip(loads[depth + 1], loads[depth], strict=True)]
            net = [a - b for a, b in zip(cost, shift, strict=True)]
            bans = {ground.banned.get(number, 0) for number in group.tokens}
            free = group.whole and len(bans) == 1
            self.steps.append(Step(group, cost, shift, net, any(shift), self._nowhere(group), free))
        self.start = ground.start + sum(loads[0])
        self._shared: dict[tuple[int, int], bool] = {}

    def _nowhere(self, group: Class) -> int:
        """The cells where no token of a class may lie."""
        mask = (1 << len(self.ground.hexes)) - 1
        for number in set(group.tokens):
            mask &= self.ground.banned.get(number, 0)
        return mask

    def usable(self, depth: int, taken: int, total: int, order: Sequence[int]) -> list[int]:
        """The cells that can hold a token of this step's class, in the order given."""
        step, over = self.steps[depth], self.ground.over
        closed, cost = taken | step.banned, step.cost
        return [c for c in order if not closed >> c & 1 and not (total + cost[c]) & over]

    def ways(
        self, depth: int, taken: int, total: int, budget: Budget, order: Sequence[int] | None = None
    ) -> Iterator[Way]:
        """All places of this step's class after which the next ones have room.

        taken: the cells of the steps before; total: the packed sum after them.

        Raises OutOfBudget.
        """
        step, near, over = self.steps[depth], self.ground.near, self.ground.over
        cells = self.usable(depth, taken, total, self.cells if order is None else order)
        independent, cost = step.group.independent, step.cost
        if step.shifts:
            # All free cells count more after this step, so sums on the way to it say nothing yet.
            total += sum([step.shift[cell] for cell in self.cells if not taken >> cell & 1])
            cost = step.net
        watched = 0 if step.shifts else over
        room_work = len(self.cells) // _CELLS_A_TOKEN

        def choose(at: int, left: int, total: int, mask: int, closed: int) -> Iterator[Way]:
            if not left:
                if not total & over and self._can_share(depth, mask, budget):
                    budget.spend(room_work)
                    room = self._room(depth + 1, taken | mask, total)
                    if room is not None:
                        yield Way(mask, total, room)
                return
            for here in range(at, len(cells) - left + 1):
                cell = cells[here]
                if closed >> cell & 1:
                    continue
                budget.spend()
                after = total + cost[cell]
                if not after & watched:
                    beside = near[cell] if independent else 0
                    yield from choose(here + 1, left - 1, after, mask | 1 << cell, closed | beside)

        return choose(0, step.group.size, total, 0, 0)

    def _room(self, depth: int, taken: int, total: int) -> int | None:
        """Where the class of a step may lie, or None if it or the one after it has no room."""
        if depth == len(self.steps):
            return 0
        step = self.steps[depth]
        room = self.usable(depth, taken, total, self.cells)
        if len(room) < step.group.size:
            return None
        if depth + 1 < len(self.steps) and not step.shifts:
            # Where the next but one may lie, the next may too or is heavier: both need cells.
            after = self.steps[depth + 1]
            if after.group.weight < step.group.weight:
                both = {*room, *self.usable(depth + 1, taken, total, self.cells)}
                if len(both) < step.group.size + after.group.size:
                    return None
        return sum([1 << cell for cell in room])

    def shares(self, depth: int, mask: int) -> int:
        """In how many ways the tokens of a class can share its cells, no wrong pair touching."""
        step = self.steps[depth]
        if step.free:
            return len(orders(step.group.tokens))
        return sum(1 for _ in self.splits(step.group, mask))

    def _can_share(self, depth: int, mask: int, budget: Budget) -> bool:
        """Whether there is a way at all."""
        step = self.steps[depth]
        if step.free:
            return True
        known = self._shared.get((depth, mask))
        if known is None:
            known = False
            for _ in self.splits(step.group, mask, budget):
                known = True
                break
            if len(self._shared) < _MOST_KNOWN:
                self._shared[depth, mask] = known
        return known

    def splits(
        self, group: Class, mask: int, budget: Budget | None = None
    ) -> Iterator[tuple[int, ...]]:
        """All ways to share the cells of a class among its tokens: the cells of each in turn."""
        cells = [cell for cell in self.cells if mask >> cell & 1]
        touch, banned = self.ground.touch, self.ground.banned
        for order in orders(group.tokens):
            if budget is not None:
                budget.spend()
            lying = tuple([cells[at] for at in order])
            if any(touch[lying[i]][lying[j]] for i, j in group.pairs):
                continue
            if any(banned.get(t, 0) >> c & 1 for t, c in zip(group.tokens, lying, strict=True)):
                continue
            yield lying

    def find(self, budget: Budget, stream: Stream | None = None) -> list[int] | None:
        """One complete answer (the mask of every step), or None: there is none.

        stream: tries the cells in a drawn order instead of the first answer of all.

        Raises OutOfBudget.
        """
        order = list(self.cells)
        if stream is not None:
            stream.shuffle(order)
        if self.ground.hopeless or self.start & self.ground.over:
            return None
        return self._below(0, 0, self.start, budget, order)

    def _below(
        self, depth: int, taken: int, total: int, budget: Budget, order: Sequence[int]
    ) -> list[int] | None:
        if depth == len(self.steps):
            return []
        for way in self.ways(depth, taken, total, budget, order):
            rest = self._below(depth + 1, taken | way.mask, way.total, budget, order)
            if rest is not None:
                return [way.mask, *rest]
        return None
