"""The terrain of a board, drawn from all that meet the wishes that speak of terrain alone."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations

from companion.core.board.hexes import Hex, islands, neighbors
from companion.core.board.layout import PRODUCING, SEA
from companion.core.board.options import Options
from companion.core.board.problem import Problem, TerrainPool
from companion.setup.dealing import Dealer
from companion.setup.ground import Class, Ground
from companion.setup.search import Budget, OutOfBudget, Search
from companion.setup.stream import Stream

_BRANCHES = 100_000


class TerrainDraw:
    """Draws the terrain of all pools of a problem.

    Pools are shuffled; where equal terrain must lie apart they are dealt as numbers are, since
    a shuffle would hardly ever do. Every try that breaks a wish is thrown away as a whole.
    """

    def __init__(self, problem: Problem, options: Options, banned: Mapping[Hex, set[str]]) -> None:
        """Make ready. banned: the terrains that may not lie on a hex."""
        self._fixed = {tile.hex: tile.terrain for tile in problem.fixed}
        self._pools = problem.terrain
        self._islands = None if _islands_printed(problem) else problem.islands
        self._bare = frozenset(problem.bare)
        # A number pool across terrain pools has as many hexes to cover as the terrain gives it.
        self._counts = [
            (pool.hexes, len(pool.numbers))
            for pool in problem.numbers
            if any(
                0 < len(set(drawn.hexes) & set(pool.hexes)) < len(drawn.hexes)
                for drawn in problem.terrain
            )
        ]
        self._options = options
        self._drawn = frozenset(place for pool in self._pools for place in pool.hexes)
        self._banned = {place: names for place, names in banned.items() if place in self._drawn}
        self._apart = [
            _PoolApart(pool, self._fixed, self._banned) for pool in self._pools
        ] if options.clusters == 1 else []  # fmt: skip

    def draw(self, stream: Stream, tries: int) -> tuple[dict[Hex, str] | None, int]:
        """The terrain of every hex, or None after so many tries; how many it took."""
        tried = 0
        while tried < tries:
            terrain = self._fixed.copy()
            if self._apart:
                for pool in self._apart:
                    dealt, more = pool.deal(stream, tries - tried)
                    tried += more
                    if dealt is None:
                        return None, tried
                    terrain.update(dealt)
            else:
                tried += 1
                for shuffled in self._pools:
                    names = list(shuffled.terrains)
                    stream.shuffle(names)
                    terrain.update(zip(shuffled.hexes, names, strict=True))
            if self._fits(terrain):
                return terrain, tried
        return None, tried

    def impossible(self) -> bool:
        """Whether it is proved that no terrain meets the wishes."""
        return any(pool.impossible() for pool in self._apart)

    def _fits(self, terrain: Mapping[Hex, str]) -> bool:
        for place, names in self._banned.items():
            if terrain[place] in names:
                return False
        for hexes, count in self._counts:
            if sum(terrain[place] not in self._bare for place in hexes) != count:
                return False
        most = self._options.clusters
        if most is not None and not self._clusters_fit(terrain, most):
            return False
        if self._islands is not None:
            land = [place for place, name in terrain.items() if name != SEA]
            return len(islands(land)) == self._islands
        return True

    def _clusters_fit(self, terrain: Mapping[Hex, str], most: int) -> bool:
        """Whether no terrain hangs together in too many hexes, one of them drawn."""
        seen: set[Hex] = set()
        for place in self._drawn:
            name = terrain[place]
            if place in seen or name not in PRODUCING:
                continue
            cluster, reached = {place}, [place]
            while reached:
                for beside in neighbors(reached.pop()):
                    if beside not in cluster and terrain.get(beside) == name:
                        cluster.add(beside)
                        reached.append(beside)
            if len(cluster) > most:
                return False
            seen |= cluster
        return True


def _islands_printed(problem: Problem) -> bool:
    """Whether the land forms as many islands as it must whatever is drawn: no pool mixes in sea."""
    land = [tile.hex for tile in problem.fixed if tile.terrain != SEA]
    for pool in problem.terrain:
        sea = pool.terrains.count(SEA)
        if 0 < sea < len(pool.terrains):
            return False
        land += () if sea else pool.hexes
    return problem.islands == len(islands(land))


class _PoolApart:
    """A pool whose equal terrains must lie apart, dealt like numbers of no pips."""

    def __init__(
        self, pool: TerrainPool, fixed: Mapping[Hex, str], banned: Mapping[Hex, set[str]]
    ) -> None:
        names = sorted(set(pool.terrains), key=lambda name: (-pool.terrains.count(name), name))
        # What need not lie apart goes last: it fills what is left.
        names.sort(key=lambda name: name not in PRODUCING)
        self._names = names
        classes = [_class(at, name, pool.terrains) for at, name in enumerate(names)]
        self._ground = Ground(pool.hexes, (), {}, Options())
        for at, name in enumerate(names):
            wrong = [
                place
                for place in pool.hexes
                if name in banned.get(place, ())
                or (name in PRODUCING and name in map(fixed.get, neighbors(place)))
            ]
            self._ground.banned[at] = self._ground.mask(wrong)
        self._classes = classes
        self._dealer = Dealer(self._ground, classes, often=True)

    def deal(self, stream: Stream, tries: int) -> tuple[dict[Hex, str] | None, int]:
        """The terrain of the pool's hexes, or None after so many tries; how many it took."""
        dealt = self._dealer.deal(stream, tries)
        if dealt.numbers is None:
            return None, max(dealt.tries, 1)
        names = [self._names[at] for at in dealt.numbers]
        return dict(zip(self._ground.hexes, names, strict=True)), dealt.tries

    def impossible(self) -> bool:
        """Whether it is proved that there is none."""
        try:
            return Search(self._ground, self._classes).find(Budget(_BRANCHES)) is None
        except OutOfBudget:
            return False


def _class(at: int, name: str, terrains: Sequence[str]) -> Class:
    count = terrains.count(name)
    pairs = tuple(combinations(range(count), 2)) if name in PRODUCING else ()
    return Class(0, (at,) * count, pairs)
