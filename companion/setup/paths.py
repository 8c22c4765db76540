"""Numbers that lie in a printed order along a path, such as the spiral of the base board.

There are only as many ways as paths, so all are looked at: what is drawn is uniform over those
that differ and meet the wishes.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from itertools import combinations
from math import comb
from typing import Final

from companion.core.board.hexes import Hex
from companion.core.board.layout import pips
from companion.core.board.options import Options
from companion.core.board.problem import NumberPool
from companion.setup.dealing import Coupling
from companion.setup.ground import Ground, apart
from companion.setup.numbers import KEPT, Drawn, Place
from companion.setup.stream import Stream

_MOST_PLACES: Final = 300


class PathDraw:
    """Draws the numbers of a pool with paths; to be used as `numbers.NumberDraw` is."""

    def __init__(
        self,
        pool: NumberPool,
        printed: Mapping[Hex, int],
        options: Options,
        banned: Mapping[int, frozenset[Hex]],
    ) -> None:
        """Make ready.

        printed: the numbers that are not drawn. banned: where a number may not lie, whatever
        the terrain is.
        """
        self.hexes = pool.hexes
        self._pool = pool
        self._printed = printed
        self._options = options
        self._banned = banned
        self._known: dict[tuple[Hex, ...], tuple[tuple[int, ...], ...]] = {}

    def place(self, bearing: tuple[Hex, ...]) -> Place:
        """The place of the hexes that bear a number, which are as many as there are numbers."""
        return Place(bearing, bearing)

    def draw(self, place: Place, stream: Stream, tries: int, coupling: Coupling | None) -> Drawn:
        """Draw the numbers of a place; there are few enough ways to need no limit of `tries`."""
        ways: Sequence[tuple[int, ...]] | None = self._known.get(place.hexes)
        if ways is None:
            if len(self._known) >= KEPT:
                self._known.clear()
            ways = self._known[place.hexes] = self._ways(place.hexes)
        if coupling is not None:
            ways = [way for way in ways if coupling.allows(way)]
        if not ways:
            return Drawn(None, impossible=True)
        numbers = dict(zip(place.hexes, stream.pick(ways), strict=True))
        return Drawn(numbers, tries=min(1, tries))

    def impossible(self, bare: Collection[Hex] = ()) -> bool:
        """Whether it is proved that no way is good, whichever hexes stay without a number.

        bare: those that do on every board.
        """
        count = len(self._pool.numbers)
        hexes = [place for place in self.hexes if place not in bare]
        if comb(len(hexes), count) > _MOST_PLACES:
            return False
        return not any(map(self._ways, combinations(hexes, count)))

    def _ways(self, bearing: tuple[Hex, ...]) -> tuple[tuple[int, ...], ...]:
        numbers = self._pool.numbers
        ground = Ground(bearing, numbers, self._printed, self._options)
        found = dict.fromkeys(self._along(path, bearing) for path in self._pool.paths)
        return tuple(way for way in found if not ground.hopeless and self._fits(way, ground))

    def _along(self, path: Sequence[Hex], bearing: Sequence[Hex]) -> tuple[int, ...]:
        on = [place for place in path if place in bearing]
        lying = dict(zip(on, self._pool.numbers, strict=True))
        return tuple(lying[place] for place in bearing)

    def _fits(self, way: Sequence[int], ground: Ground) -> bool:
        total = ground.start + sum(ground.cost[pips(n)][cell] for cell, n in enumerate(way))
        if total & ground.over:
            return False
        for cell, number in enumerate(way):
            if ground.banned.get(number, 0) >> cell & 1:
                return False
            if ground.hexes[cell] in self._banned.get(number, ()):
                return False
            for other in range(cell):
                if ground.touch[cell][other] and apart(number, way[other], self._options):
                    return False
        return True
