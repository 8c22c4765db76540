"""Proofs that no board meets the wishes, and the part of a board that shows one might.

The search here lays the numbers of a pool together with the gaps between them: which hexes stay
bare is open, as far as the terrain pools leave it open. It forgets the wishes that speak of
terrain, so what it cannot lay, nobody can.
"""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from typing import Final

import msgspec

from companion.core.board.hexes import Hex, nodes_around
from companion.core.board.layout import PRODUCING, REDS, RESOURCE_OF, pips
from companion.core.board.options import Options
from companion.core.board.problem import NumberPool, Problem, TerrainPool
from companion.setup.ground import Class, Ground, classes_of
from companion.setup.judge import Bans
from companion.setup.numbers import PROOF_BRANCHES
from companion.setup.search import Budget, OutOfBudget, Search

_FEW_BRANCHES: Final = 100_000
_BRANCHES_WITH_GAPS: Final = 400_000
"""What is not proved with so many where hexes may stay bare is hardly ever proved with more."""


def impossible(problem: Problem, pool: NumberPool, options: Options, bans: Bans) -> bool:
    """Whether it is proved that no numbers of a pool meet the wishes, whatever the terrain."""
    open_hexes = len(pool.hexes) > len(pool.numbers)
    branches = _BRANCHES_WITH_GAPS if open_hexes else PROOF_BRANCHES
    try:
        return bare_hexes(problem, pool, options, bans, branches) is None
    except OutOfBudget:
        return False


def limits_contradict(problem: Problem, options: Options) -> bool:
    """Whether a node where three numbers meet must have more pips than it may."""
    most, least = options.node_most, options.node_least
    if most is None or least is None or least <= most:
        return False
    for pool in problem.numbers:
        # Of so many nodes that share no hex, one has all its hexes numbered.
        spare = len(pool.hexes) - len(pool.numbers)
        left = set(pool.hexes)
        for site in nodes_around(pool.hexes):
            if left.issuperset(site):
                left.difference_update(site)
                spare -= 1
        if spare < 0:
            return True
    return False


def shares_contradict(problem: Problem, options: Options) -> bool:
    """Whether no numbers at all bring the resources' pips as near to or as far off their shares."""
    most, least = options.balance, options.lopsided
    if least is None:
        return False
    return (most is not None and most < least) or _farthest(problem) < least


def _farthest(problem: Problem) -> Fraction:
    """No resource's pips can lie farther from its share, wherever the numbers lie."""
    names = Counter(tile.terrain for tile in problem.fixed if _numbered(problem, tile.hex))
    for pool in problem.terrain:
        names.update(pool.terrains)
    kinds = {name: count for name, count in names.items() if name in RESOURCE_OF}
    fields = sum(kinds.values())
    numbers = [tile.number for tile in problem.fixed if tile.number is not None]
    numbers += [number for pool in problem.numbers for number in pool.numbers]
    lying = sorted(map(pips, numbers))
    if len(lying) < fields:
        return Fraction(sum(lying))  # some hexes of a resource stay without a number
    farthest = Fraction(0)
    for count in kinds.values():
        for own, others in (
            (sum(lying[-count:]), sum(lying[: fields - count])),
            (sum(lying[:count]), sum(lying[len(lying) - fields + count :])),
        ):
            # The share is all pips by the part of the hexes: own - (own + others) * count / fields.
            farthest = max(farthest, abs(own - Fraction((own + others) * count, fields)))
    return farthest


def _numbered(problem: Problem, place: Hex) -> bool:
    printed = any(tile.hex == place and tile.number is not None for tile in problem.fixed)
    return printed or any(place in pool.hexes for pool in problem.numbers)


def too_many_reds(problem: Problem, options: Options) -> bool:
    """Whether the 6s and 8s are more than all kinds of terrain together may hold."""
    most = options.reds_per_terrain
    names = Counter(tile.terrain for tile in problem.fixed)
    for pool in problem.terrain:
        names.update(pool.terrains)
    kinds = {name: count for name, count in names.items() if name not in problem.bare}
    if most is None or not set(kinds).issubset(PRODUCING):
        return False
    reds = sum(number in REDS for pool in problem.numbers for number in pool.numbers)
    return reds > sum(min(most, count) for count in kinds.values())


def forced(problem: Problem) -> dict[Hex, int]:
    """The numbers that lie where they do on every board: printed, or in a pool without a choice."""
    found = {tile.hex: tile.number for tile in problem.fixed if tile.number is not None}
    for pool in problem.numbers:
        if len(pool.hexes) == len(pool.numbers) and len(set(pool.numbers)) == 1:
            found |= dict.fromkeys(pool.hexes, pool.numbers[0])
    return found


def bare_hexes(
    problem: Problem,
    pool: NumberPool,
    options: Options,
    bans: Bans,
    branches: int,
) -> frozenset[Hex] | None:
    """Hexes of a number pool that may stay bare so that numbers fit on the rest, or None.

    None is a proof: there are none. Raises OutOfBudget.
    """
    fixed = {tile.hex: tile.terrain for tile in problem.fixed}
    cells = [place for place in pool.hexes if fixed.get(place) not in problem.bare]
    gaps = len(cells) - len(pool.numbers)
    printed = {tile.hex: tile.number for tile in problem.fixed if tile.number is not None}
    ground = Ground(cells, pool.numbers, printed, options, floor=gaps == 0)
    for number, places in bans.numbers.items():
        ground.banned[number] = ground.banned.get(number, 0) | ground.mask(places)
    ground.banned[_GAP] = ground.mask([place for place in cells if place in fixed])
    classes = classes_of(pool.numbers, options)
    if gaps:
        classes += (Class(0, (_GAP,) * gaps, ()),)
    search = Search(ground, classes)
    masks = search.find(Budget(branches))
    if masks is None:
        return None
    for step, mask in zip(search.steps, masks, strict=True):
        if step.group.weight == 0:
            return frozenset(place for cell, place in enumerate(cells) if mask >> cell & 1)
    return frozenset()


def with_room(problem: Problem, options: Options, bans: Bans) -> Problem | None:
    """The problem with its bare hexes where numbers are known to fit on the rest, or None.

    None: nothing is known, or the pools do not allow it. Boards of the narrower problem are
    boards of the problem.
    """
    bare: set[Hex] = set()
    try:
        for pool in problem.numbers:
            found = bare_hexes(problem, pool, options, bans, _FEW_BRANCHES)
            if found is None:
                return None
            bare |= found
    except OutOfBudget:
        return None
    pools = []
    numbered = {place for pool in problem.numbers for place in pool.hexes}
    for terrain in problem.terrain:
        if not numbered.issuperset(terrain.hexes):
            pools.append(terrain)
            continue
        gaps = tuple(place for place in terrain.hexes if place in bare)
        names = tuple(name for name in terrain.terrains if name in problem.bare)
        if len(gaps) != len(names):
            return None
        land = tuple(place for place in terrain.hexes if place not in bare)
        others = tuple(name for name in terrain.terrains if name not in problem.bare)
        pools += [TerrainPool(gaps, names), TerrainPool(land, others)]
    return msgspec.structs.replace(problem, terrain=tuple(pool for pool in pools if pool.hexes))


_GAP: Final = 0
