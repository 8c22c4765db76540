"""The files of the nine Seafarers scenarios are what the books print, hex by hex."""

from collections import Counter
from typing import Any

import pytest

from companion.core.board.hexes import Edge, Hex, edge, frame, islands, neighbor, notches
from companion.core.board.layout import Mark, Tile
from companion.core.board.plan import Plan
from companion.scenario.files import load
from companion.scenario.plans import as_printed, plan_for, plans
from tests.core.board.facts import SEAFARERS as BOARDS
from tests.core.board.facts import frozen
from tests.scenario.facts import SEAFARERS

NAMES = sorted(BOARDS)
BLANK = ("new_shores-4p", "cloth-3p", "cloth-4p", "pirate_islands-3p", "pirate_islands-4p",
         "wonders-3p", "wonders-4p")  # fmt: skip
"""Boards whose harbors are printed without kinds: each game shuffles them (SF-10)."""


def plan(name: str, edition: str = "") -> Plan:
    scenario, _, players = name.rpartition("-")
    return plan_for(scenario, int(players[-2]), edition)


def area(of: Plan, name: str) -> set[Hex]:
    return set(next(area.hexes for area in of.areas if area.name == name))


def marks(of: Plan, name: str) -> list[Mark]:
    return [mark for mark in of.variable.marks if mark.name == name]


def harbor_edges(of: Plan) -> set[Edge]:
    return {site for pool in of.variable.harbors for site in pool.edges}


@pytest.mark.parametrize("name", NAMES)
def test_hexes_and_frame_are_those_of_the_box(name: str) -> None:
    found, board = plan(name), BOARDS[name]
    assert set(found.variable.hexes()) == set(frame(board["frame"]))
    assert set(found.frame) == set(frozen(board["frame_sea_cells"]))
    assert set(notches(board["frame"])) <= set(found.frame)


@pytest.mark.parametrize("name", [name for name in NAMES if name != "new_world-34p"])
def test_every_printed_tile_is_where_the_book_has_it(name: str) -> None:
    found, board = plan(name), BOARDS[name]
    assert found.printed is not None
    assert {(*t.hex, t.terrain, t.number) for t in found.printed.tiles} == {
        tuple(tile[:4]) for tile in board["tiles"]
    }
    land = [tuple(tile[:2]) for tile in board["tiles"] if tile[2] not in ("sea", "fog")]
    assert set(islands(land)) == {frozenset(frozen(island)) for island in board["islands"]}


@pytest.mark.parametrize("name", NAMES)
def test_harbors_lie_where_the_book_has_them_and_have_its_kinds(name: str) -> None:
    found, board = plan(name), BOARDS[name]
    printed = {(site, kind) for site, _side, _hex, _ends, kind in frozen(board["harbors"])}
    gifts = set(SEAFARERS[name].get("gift_harbor", ()))
    assert harbor_edges(found) == {site for site, _ in printed} | gifts
    kinds = Counter(kind for pool in found.variable.harbors for kind in pool.kinds)
    assert kinds + Counter(found.laid) == board["harbor_kinds"]
    assert bool(found.laid) == (name == "new_world-34p")
    if found.printed is not None:
        known = {(harbor.edge, harbor.kind) for harbor in found.printed.harbors}
        assert known == {(site, kind) for site, kind in printed if kind is not None}
        assert bool(known) == (name not in BLANK and not gifts)


@pytest.mark.parametrize("name", NAMES)
def test_what_is_shuffled_comes_from_the_pools_of_the_book(name: str) -> None:
    found, board = plan(name), BOARDS[name]
    drawn = {
        next(a.name for a in found.areas if set(a.hexes) == set(terrain.hexes)): (
            set(terrain.hexes), Counter(terrain.terrains), Counter(numbers.numbers)
        )
        for terrain, numbers in zip(found.variable.terrain, found.variable.numbers, strict=True)
        if terrain.hexes == numbers.hexes
    }  # fmt: skip
    drawn |= {s.area: (set(s.hexes), Counter(s.terrains), Counter(s.numbers)) for s in found.stacks}
    assert [stack.area for stack in found.stacks] == [n for n in board["pools"] if n == "fog"]
    if "foreign" in board["pools"]:  # its two cells of sea stay (DE-5, S17)
        hexes, terrain, numbers = drawn.pop("foreign")
        pool = board["pools"]["foreign"]
        where = {tuple(t[:2]) for t in board["tiles"] if t[4] == "foreign" and t[2] != "sea"}
        assert hexes == where
        assert terrain + Counter(sea=2) == pool["terrain"]
        assert numbers == Counter(pool["numbers"])
    assert set(drawn) == {
        {"all": "world"}.get(pool, pool) for pool in board["pools"] if pool != "foreign"
    }
    for pool, (hexes, terrain, numbers) in drawn.items():
        fact = board["pools"]["all" if pool == "world" else pool]
        assert terrain == fact["terrain"]
        assert numbers == Counter(fact["numbers"])
        if "tiles" in board:
            assert hexes == {tuple(tile[:2]) for tile in board["tiles"] if tile[4] == pool}


@pytest.mark.parametrize("name", NAMES)
def test_areas_go_by_what_the_rules_call_them(name: str) -> None:
    theirs = {
        "village_islet": "islets", "desert_islet": "deserts", "desert": "deserts",
        "pirate_island": "pirates", "desert_belt": "belt",
    }  # fmt: skip
    for area_name, hexes in SEAFARERS[name].get("areas", {}).items():
        ours = theirs.get(area_name, area_name)
        ours = "east" if name.startswith("pirate") and area_name == "main" else ours
        if name.startswith("new_shores") and area_name == "small":
            assert set(hexes) < area(plan(name), "small")  # with the sea between them (NS-5)
        else:
            assert area(plan(name), ours) == set(hexes)


@pytest.mark.parametrize("name", NAMES)
def test_figures_begin_where_the_book_says_and_the_target_is_its_own(name: str) -> None:
    found, facts = plan(name), SEAFARERS[name]
    starts = {start.figure: start for start in found.starts}
    scenario = load(found.scenario)
    assert scenario.settings["base.target"] == facts["target"]
    assert scenario.players == (3, 4)
    if (robber := starts.get("robber")) is None:
        assert found.scenario == "pirate_islands"
    elif facts["robber"] is None:
        assert (robber.hexes, robber.terrain, robber.number) == ((), None, None)
    else:
        assert found.printed is not None
        where = [t.hex for t in found.printed.tiles if _fits(t, robber.terrain, robber.number)]
        assert facts["robber"] in where
        assert len(where) == 1 or robber.number is None
    if facts["pirate"] is None:
        assert "pirate" not in starts or starts["pirate"].hexes == ()
        assert ("pirate" in starts) == (found.scenario == "new_world")
    else:
        assert starts["pirate"].hexes == (facts["pirate"],)


def _fits(tile: Tile, terrain: str | None, number: int | None) -> bool:
    return terrain in (None, tile.terrain) and number in (None, tile.number)


def test_marks_are_those_of_the_book() -> None:
    for players in ("3p", "4p"):
        tribe, facts = plan(f"forgotten_tribe-{players}"), SEAFARERS[f"forgotten_tribe-{players}"]
        for name in ("gift_point", "gift_harbor", "gift_card"):
            assert set(marks(tribe, name)[0].edges) == {tuple(sorted(e)) for e in facts[name]}
        cloth, facts = plan(f"cloth-{players}"), SEAFARERS[f"cloth-{players}"]
        villages = {(mark.nodes[0], mark.number) for mark in marks(cloth, "village")}
        assert villages == set(facts["villages"])
        wonders, facts = plan(f"wonders-{players}"), SEAFARERS[f"wonders-{players}"]
        for name in ("wasteland", "strait", "exclamation"):
            assert set(marks(wonders, name)[0].nodes) == set(facts[f"{name}_nodes"])
        pirates, facts = plan(f"pirate_islands-{players}"), SEAFARERS[f"pirate_islands-{players}"]
        assert marks(pirates, "fleet_path")[0].hexes == facts["fleet_path"]
        for color, (start, ship, landing, fortress) in facts["seats"].items():
            if color == "white" and players == "3p":
                assert marks(pirates, "white_start") == []
                continue
            assert marks(pirates, f"{color}_start") == [
                Mark(f"{color}_start", (), (ship,), (start,))
            ]
            assert marks(pirates, f"{color}_landing")[0].nodes == (landing,)
            assert marks(pirates, f"{color}_fortress")[0].nodes == (fortress,)


def test_what_must_stay_poor_is_banned() -> None:
    for name, facts in SEAFARERS.items():
        if "poor" in facts:
            (ban,) = plan(name).variable.bans
            assert (set(ban.hexes), ban.numbers) == (set(facts["poor"][0]), facts["poor"][1])
    for name in ("four_islands-3p", "four_islands-4p"):
        (ban,) = plan(name).variable.bans
        assert (ban.terrains, ban.numbers) == (("forest", "pasture"), (2, 12))


@pytest.mark.parametrize("name", [name for name in NAMES if SEAFARERS[name].get("editions")])
def test_editions_differ_just_in_what_is_known_of_them(name: str) -> None:
    usual = plan(name)
    for fact in _editions(name):
        found = plan(name, fact["edition"])
        moved = {edge(tuple(h), neighbor(tuple(h), side)) for h, side in fact.get("removed", ())}
        added = {
            edge(tuple(h), neighbor(tuple(h), side)): kind
            for h, side, kind in fact.get("added", ())
        }
        assert harbor_edges(found) == harbor_edges(usual) - moved | set(added)
        assert found.printed is not None
        assert usual.printed is not None
        for harbor in found.printed.harbors:
            assert added.get(harbor.edge, harbor.kind) == harbor.kind
        before, after = usual.printed.by_hex(), found.printed.by_hex()
        changed = {tuple(h): (t, n) for h, t, n in fact.get("set", ())}
        for place, tile in after.items():
            terrain, number = changed.get(place, (None, before[place].number))
            assert tile == Tile(place, terrain or before[place].terrain, number)


def _editions(name: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = list(SEAFARERS[name]["editions"])
    assert {p.edition for p in plans(name[:-3]) if int(name[-2]) in p.players} == {
        "", *(fact["edition"] for fact in found)
    }  # fmt: skip
    return found


def test_the_printed_board_draws_only_harbors_without_a_kind() -> None:
    for name in NAMES:
        found = plan(name)
        problem = as_printed(found)
        assert (problem is None) == (found.printed is None)
        if problem is None or found.printed is None:
            continue
        assert problem.fixed == found.printed.tiles
        assert bool(problem.harbors) == (name in BLANK or "forgotten" in name)
        assert problem.harbors_fixed == found.printed.harbors
