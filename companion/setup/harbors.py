"""The kinds of the harbors, drawn from all that meet the wishes for the terrain that lies there."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from companion.core.board.hexes import Edge, Hex, ends
from companion.core.board.layout import GENERIC, RESOURCE_OF, Harbor
from companion.core.board.problem import HarborPool
from companion.setup.search import Budget
from companion.setup.stream import Stream

Spots = tuple[int, ...]

_TRIES: Final = 400
_BRANCHES: Final = 50_000


def touched(site: Edge) -> tuple[Hex, ...]:
    """The hexes at the two nodes of a harbor's edge."""
    return tuple(dict.fromkeys(place for end in ends(site) for place in end))


class HarborDraw:
    """Draws the kinds of one pool of harbors."""

    def __init__(self, pool: HarborPool, *, off_own: bool) -> None:
        """Make ready. off_own: whether no harbor may touch a hex that yields its resource."""
        self._edges = tuple(sorted(pool.edges))
        self._kinds = pool.kinds
        self._near = [touched(site) for site in self._edges]
        # Generic harbors may lie anywhere: they take what the others leave.
        self._special = [kind for kind in pool.kinds if kind != GENERIC]
        self._off_own = off_own

    def draw(self, terrain: Mapping[Hex, str], stream: Stream) -> tuple[Harbor, ...] | None:
        """The harbors, or None: for this terrain there are none.

        Raises OutOfBudget if they are too hard to find.
        """
        if not self._off_own:
            kinds = list(self._kinds)
            stream.shuffle(kinds)
            return tuple(map(Harbor, self._edges, kinds))
        spots = self._special_spots(self._open(terrain), stream)
        if spots is None:
            return None
        kinds = [GENERIC] * len(self._edges)
        for kind, spot in zip(self._special, spots, strict=True):
            kinds[spot] = kind
        return tuple(map(Harbor, self._edges, kinds))

    def _open(self, terrain: Mapping[Hex, str]) -> list[frozenset[int]]:
        """For each harbor that is not generic, the edges where it may lie."""
        yields = [
            {RESOURCE_OF.get(terrain.get(place, "")) for place in near} for near in self._near
        ]
        return [
            frozenset(spot for spot, resources in enumerate(yields) if kind not in resources)
            for kind in self._special
        ]

    def _special_spots(self, usable: Sequence[frozenset[int]], stream: Stream) -> Spots | None:
        count = len(self._edges)
        for _ in range(_TRIES):
            left = list(range(count))
            spots = []
            for here in usable:
                at = stream.below(len(left))
                if left[at] not in here:
                    break
                spots.append(left[at])
                left[at] = left[-1]
                left.pop()
            else:
                return tuple(spots)
        # Hardly any assignment is good: list them all and take one.
        found = tuple(_all(usable, (), Budget(_BRANCHES)))
        return stream.pick(found) if found else None


def _all(usable: Sequence[frozenset[int]], spots: Spots, budget: Budget) -> Iterator[Spots]:
    if len(spots) == len(usable):
        yield spots
        return
    for spot in sorted(usable[len(spots)].difference(spots)):
        budget.spend()
        yield from _all(usable, (*spots, spot), budget)
