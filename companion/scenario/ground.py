"""Whether the parts of a board that was read make sense together: coasts, islands, starts."""

from __future__ import annotations

from collections.abc import Mapping

from companion.core.board.hexes import Edge, Hex, islands
from companion.core.board.layout import SEA
from companion.core.board.plan import Plan
from companion.scenario.faults import Faults
from companion.scenario.lines import Key
from companion.scenario.picture import Picture


def check_ground(
    plan: Plan, picture: Picture, key: Key, harbors: Mapping[Edge, Key], faults: Faults
) -> None:
    """Add every fault of a plan that was read without one. harbors: the key of each."""
    kinds = _kinds(plan)
    problem = plan.variable
    for site, where in harbors.items():
        _check_harbor(site, kinds, picture, where, faults)
    land = [place for place, found in kinds.items() if found != {SEA}]
    sure = all(found == {SEA} or SEA not in found for found in kinds.values())
    if problem.islands is not None and sure:
        count = len(islands(land))
        if count != problem.islands:
            faults.add("islands", (*key, "islands"), n=count, wanted=problem.islands)
    _check_starts(plan, kinds, picture, key, faults)


def _kinds(plan: Plan) -> dict[Hex, set[str]]:
    """What may come to lie on every tile."""
    found = {tile.hex: {tile.terrain} for tile in plan.variable.fixed}
    for pool in plan.variable.terrain:
        found |= {place: set(pool.terrains) for place in pool.hexes}
    return found


def _check_harbor(
    site: Edge, kinds: dict[Hex, set[str]], picture: Picture, key: Key, faults: Faults
) -> None:
    """A harbor has land on one side and sea, the frame or nothing on the other."""
    sides = [kinds.get(place, {SEA}) for place in site]
    name = "–".join(picture.name_of(place) for place in site if place in kinds)
    if all(found == {SEA} for found in sides):
        faults.add("harbor_at_sea", key, hexes=name)
    elif all(SEA not in found for found in sides):
        faults.add("harbor_inland", key, hexes=name)


def _check_starts(
    plan: Plan, kinds: dict[Hex, set[str]], picture: Picture, key: Key, faults: Faults
) -> None:
    on_map = set(kinds) | set(plan.frame)
    tokens = {tile.number for tile in plan.variable.fixed}
    tokens |= {number for pool in plan.variable.numbers for number in pool.numbers}
    for start in plan.starts:
        where = (*key, start.figure)
        for place in start.hexes:
            wet = kinds.get(place, {SEA})
            if place not in on_map or (start.figure == "robber") == (wet == {SEA}):
                faults.add("start", (*where, "hexes"), hex=picture.name_of(place))
        if start.terrain is not None and not any(start.terrain in k for k in kinds.values()):
            faults.add("start_terrain", (*where, "terrain"), terrain=start.terrain)
        if start.number is not None and start.number not in tokens:
            faults.add("start_number", (*where, "number"), number=start.number)
