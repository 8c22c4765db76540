"""The wishes and rules that terrain and numbers answer together, or several pools at once."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from fractions import Fraction

from companion.core.board.hexes import Hex, neighbors, nodes_around
from companion.core.board.layout import PRODUCING, REDS, RESOURCE_OF, pips
from companion.core.board.options import Options
from companion.core.board.problem import Ban, Problem
from companion.setup.ground import apart
from companion.setup.harbors import touched


class Bans:
    """What may not lie where, sorted by when it can be asked."""

    def __init__(self, problem: Problem, options: Options) -> None:
        self.terrain: dict[Hex, set[str]] = {}
        self.numbers: dict[int, frozenset[Hex]] = {}
        self._both: list[Ban] = []
        everywhere = problem.hexes()
        for ban in problem.bans:
            places = ban.hexes or everywhere
            if not ban.numbers:
                for place in places:
                    self.terrain.setdefault(place, set()).update(ban.terrains)
            elif not ban.terrains:
                for number in ban.numbers:
                    known = self.numbers.get(number, frozenset())
                    self.numbers[number] = known.union(places)
            else:
                self._both.append(ban)
        if options.no_reds_on_gold:
            self._both.append(Ban(terrains=("gold",), numbers=tuple(sorted(REDS))))
        if options.harbors_off_own:
            terrain_of = {resource: terrain for terrain, resource in RESOURCE_OF.items()}
            for harbor in problem.harbors_fixed:
                for place in touched(harbor.edge):
                    if harbor.kind in terrain_of:
                        self.terrain.setdefault(place, set()).add(terrain_of[harbor.kind])

    def __bool__(self) -> bool:
        """Whether any ban speaks of terrain and number together."""
        return bool(self._both)

    def on(self, hexes: Sequence[Hex], terrain: Mapping[Hex, str]) -> dict[int, int]:
        """For each number, the mask of the cells (indices into `hexes`) closed to it by terrain."""
        banned: dict[int, int] = {}
        for ban in self._both:
            mask = sum(
                1 << cell
                for cell, place in enumerate(hexes)
                if terrain[place] in ban.terrains and (not ban.hexes or place in ban.hexes)
            )
            for number in ban.numbers:
                banned[number] = banned.get(number, 0) | mask
        return banned


class Judge:
    """Judges all numbers of a board at once, given its terrain.

    `alone`: every pool may be drawn on its own, nothing needs a judge.
    """

    def __init__(self, problem: Problem, options: Options) -> None:
        self._options = options
        self._printed = {tile.hex: tile.number for tile in problem.fixed if tile.number is not None}
        pool_of = {place: at for at, pool in enumerate(problem.numbers) for place in pool.hexes}
        self._between = [
            (place, beside)
            for place in pool_of
            for beside in neighbors(place)
            if place < beside and pool_of.get(beside, pool_of[place]) != pool_of[place]
        ]
        self._nodes = [
            site
            for site in nodes_around(pool_of)
            if len({pool_of[place] for place in site if place in pool_of}) > 1
        ]
        self.alone = not (
            self._between
            or self._nodes
            or options.reds_per_terrain is not None
            or options.balance is not None
            or options.lopsided is not None
        )

    def allows(self, terrain: Mapping[Hex, str], drawn: Mapping[Hex, int]) -> bool:
        """Whether the drawn numbers will do on this terrain, beside the printed ones."""
        numbers = {**self._printed, **drawn}
        return (
            self._reds_spread(terrain, numbers, drawn)
            and self._balanced(terrain, numbers)
            and self.together(numbers)
        )

    def together(self, numbers: Mapping[Hex, int]) -> bool:
        """Whether numbers of several pools, perhaps not all of them yet, go together."""
        return not any(
            apart(numbers[one], numbers[other], self._options)
            for one, other in self._between
            if one in numbers and other in numbers
        ) and all(self._node_fits(site, numbers) for site in self._nodes)

    def _reds_spread(
        self, terrain: Mapping[Hex, str], numbers: Mapping[Hex, int], drawn: Mapping[Hex, int]
    ) -> bool:
        most = self._options.reds_per_terrain
        if most is None:
            return True
        reds = Counter(
            terrain[place]
            for place, number in numbers.items()
            if number in REDS and terrain[place] in PRODUCING
        )
        judged = {terrain[place] for place, number in drawn.items() if number in REDS}
        return all(reds[name] <= most for name in judged)

    def _balanced(self, terrain: Mapping[Hex, str], numbers: Mapping[Hex, int]) -> bool:
        most, least = self._options.balance, self._options.lopsided
        if most is None and least is None:
            return True
        fields, off = _off(terrain, numbers)
        farthest = max(off.values(), default=0)
        return (most is None or farthest <= most * fields) and (
            least is None or farthest >= least * fields
        )

    def _node_fits(self, site: Sequence[Hex], numbers: Mapping[Hex, int]) -> bool:
        lying = [pips(numbers[place]) for place in site if place in numbers]
        most, least = self._options.node_most, self._options.node_least
        if most is not None and sum(lying) > most:
            return False
        return least is None or len(lying) < 3 or sum(lying) >= least


def off_share(terrain: Mapping[Hex, str], numbers: Mapping[Hex, int]) -> dict[str, Fraction]:
    """How far each resource's pips lie from its share: the pips of all by its part of the hexes."""
    fields, off = _off(terrain, numbers)
    return {resource: Fraction(distance, fields) for resource, distance in off.items()}


def _off(terrain: Mapping[Hex, str], numbers: Mapping[Hex, int]) -> tuple[int, dict[str, int]]:
    """On how many hexes numbers lie on resources; how far off the shares are, times these hexes."""
    hexes: dict[str, int] = {}
    shares: dict[str, int] = {}
    for place, number in numbers.items():
        resource = RESOURCE_OF.get(terrain[place])
        if resource is not None:
            hexes[resource] = hexes.get(resource, 0) + 1
            shares[resource] = shares.get(resource, 0) + pips(number)
    fields, total = sum(hexes.values()), sum(shares.values())
    return fields, {
        resource: abs(shares[resource] * fields - total * count)
        for resource, count in hexes.items()
    }
