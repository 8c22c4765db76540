"""The files of the base game and of Traders & Barbarians are what the books print."""

from collections import Counter
from itertools import pairwise

import pytest

from companion.core.board.hexes import Hex, hexagon, neighbors
from companion.core.board.layout import Mark
from companion.core.board.options import Options
from companion.core.board.plan import MarkedNumbers, Plan, Start
from companion.core.board.problem import BARE, Ban
from companion.scenario.files import load
from companion.scenario.plans import plan_for, plans, scattered
from tests.core.board.facts import BASE, frozen
from tests.scenario.facts import TRADERS

SCENARIOS = ("base", "fishermen", "rivers", "caravans", "barbarian_attack", "traders_barbarians")
ISLAND = set(hexagon(2))
RIM = {place for place in ISLAND if not ISLAND.issuperset(neighbors(place))}
LETTERS: dict[str, int] = TRADERS["letters"]


def numbers(*without: str) -> tuple[int, ...]:
    return tuple(number for letter, number in LETTERS.items() if letter not in without)


def marks(of: Plan, name: str) -> list[Mark]:
    return [mark for mark in of.variable.marks if mark.name == name]


def terrain(of: Plan) -> list[tuple[set[Hex], Counter[str]]]:
    return [(set(pool.hexes), Counter(pool.terrains)) for pool in of.variable.terrain]


@pytest.mark.parametrize("name", SCENARIOS)
def test_the_island_its_harbors_and_its_target(name: str) -> None:
    assert load(name).settings.get("base.target", 10) == TRADERS.get(name, BASE).get("target", 10)
    for plan in plans(name):
        assert set(plan.variable.hexes()) == ISLAND
        assert plan.variable.islands == 1
        (pool,) = plan.variable.harbors
        harbors = frozen(BASE["harbors"])
        assert set(pool.edges) == {harbor[0] for harbor in harbors}
        assert Counter(pool.kinds) == Counter(harbor[4] for harbor in harbors)


@pytest.mark.parametrize("name", SCENARIOS)
def test_two_players_have_two_neutral_settlements_and_else_the_same_board(name: str) -> None:
    for plan in plans(name):
        assert plan.players in ((2,), (3, 4))
        neutral = [mark.nodes for mark in marks(plan, "neutral_settlement")]
        assert neutral == ([TRADERS["neutral_settlements"]] if plan.players == (2,) else [])
    two, three = plan_for(name, 2), plan_for(name, 3)
    assert three == plan_for(name, 4)
    rest = set(two.variable.marks) - set(marks(two, "neutral_settlement"))
    assert rest == set(three.variable.marks)
    assert two.variable.terrain == three.variable.terrain
    assert two.variable.numbers == three.variable.numbers


def test_the_first_board_of_the_base_game_is_printed_and_all_of_it_may_be_drawn() -> None:
    plan = plan_for("base", 4)
    assert plan.printed is not None
    assert {(*t.hex, t.terrain, t.number) for t in plan.printed.tiles} == {
        tuple(tile[:4]) for tile in BASE["tiles"]
    }
    assert {(h.edge, h.kind) for h in plan.printed.harbors} == {
        (harbor[0], harbor[4]) for harbor in frozen(BASE["harbors"])
    }
    assert terrain(plan) == [(ISLAND, Counter(BASE["terrain"]))]
    (pool,) = plan.variable.numbers
    assert pool.numbers == numbers() == tuple(BASE["spiral_numbers"])
    assert set(pool.paths) == set(map(frozen, BASE["spirals"].values()))
    assert scattered(plan.variable).numbers[0].paths == ()
    assert plan.rules == Options(reds_apart=True)
    assert not plan.along_paths
    assert plan.starts == (Start("robber", terrain="desert"),)


def test_fishermen_have_a_lake_inland_and_six_grounds() -> None:
    plan, facts = plan_for("fishermen", 3), TRADERS["fishermen"]
    expected = Counter(BASE["terrain"]) - Counter(desert=1) + Counter(lake=1)
    assert terrain(plan) == [(ISLAND, expected)]
    (ban,) = plan.variable.bans
    assert ban == Ban(ban.hexes, ("lake",))
    assert set(ban.hexes) == ISLAND - set(facts["lake"]) == RIM
    (tokens,) = plan.marked_numbers
    assert tokens == MarkedNumbers(tuple(f"ground_{n}" for n in range(1, 7)), facts["numbers"])
    for name, (edges, nodes) in zip(tokens.marks, facts["grounds"], strict=True):
        (ground,) = marks(plan, name)
        assert set(ground.edges) == {tuple(sorted(site)) for site in edges}
        assert set(ground.nodes) == set(nodes)
    assert plan.starts == (Start("robber"),)
    assert plan.variable.numbers[0].numbers == numbers()


@pytest.mark.parametrize(("edition", "layout"), [("", "EN2020"), ("en-2025", "EN2025")])
def test_rivers_lie_as_in_each_edition(edition: str, layout: str) -> None:
    plan, facts = plan_for("rivers", 4, edition), TRADERS["rivers"]
    rivers = facts["layouts"][layout]
    for length in ("long", "short"):
        assert marks(plan, f"{length}_river")[0].hexes == tuple(
            tuple(tile[:2]) for tile in rivers[length]
        )
    assert {(*tile.hex, tile.terrain) for tile in plan.variable.fixed} == {
        *rivers["long"], *rivers["short"]
    }  # fmt: skip
    assert marks(plan, "bridge_site")[0].edges == rivers["bridge_sites"]
    fixed = {tile.hex for tile in plan.variable.fixed}
    assert terrain(plan) == [(ISLAND - fixed, Counter(facts["terrain"]))]
    (pool,) = plan.variable.numbers
    assert pool.numbers == numbers("B")
    assert {path[0] for path in pool.paths} == RIM
    assert len(pool.paths) == len(RIM)
    assert set(map(frozen, BASE["spirals"].values())) < set(pool.paths)
    assert plan.along_paths
    assert plan.variable.bare == BARE
    assert plan.starts == (Start("robber", terrain="swamp"),)


def test_every_letter_path_goes_round_and_inward_one_hex_at_a_time() -> None:
    for name in SCENARIOS:
        for plan in plans(name):
            for pool in plan.variable.numbers:
                for path in pool.paths:
                    assert all(b in neighbors(a) for a, b in pairwise(path))
                    assert set(path[:12]) == RIM
                    assert path[-1] == (0, 0)


@pytest.mark.parametrize(("edition", "arrows"), [("", "arrows"), ("turned", "turned")])
def test_caravans_leave_an_oasis(edition: str, arrows: str) -> None:
    plan, facts = plan_for("caravans", 3, edition), TRADERS["caravans"]
    (oasis,) = plan.variable.fixed
    assert (oasis.hex, oasis.terrain, oasis.number) == (facts["oasis"], "oasis", None)
    assert [(mark.nodes[0], mark.edges[0]) for mark in marks(plan, "arrow")] == list(facts[arrows])
    expected = Counter(BASE["terrain"]) - Counter(desert=1)
    assert terrain(plan) == [(ISLAND - {(0, 0)}, expected)]
    assert plan.starts == (Start("robber"),)


def test_two_players_meet_the_usual_arrows() -> None:
    assert marks(plan_for("caravans", 2), "arrow") == marks(plan_for("caravans", 3), "arrow")


def test_barbarians_attack_a_coast_whose_numbers_are_printed() -> None:
    plan, facts = plan_for("barbarian_attack", 4), TRADERS["barbarian_attack"]
    assert {tile.hex: tile.terrain for tile in plan.variable.fixed} == {
        facts["castle"]: "castle",
        facts["desert"]: "desert",
    }
    printed = {pool.hexes[0]: pool.numbers[0] for pool in plan.variable.numbers}
    assert printed == {(q, r): n for q, r, n, _ in facts["numbers"] if n is not None}
    assert all(len(pool.hexes) == 1 for pool in plan.variable.numbers)
    coast = {(q, r) for q, r, _, coastal in facts["numbers"] if coastal}
    inland = set(printed) - coast
    assert terrain(plan) == [
        (coast, Counter(facts["pools"]["outer"])),
        (inland, Counter(facts["pools"]["inner"])),
    ]
    assert set(marks(plan, "castle_path")[0].edges) == {
        tuple(sorted(site)) for site in facts["castle_edges"]
    }
    assert marks(plan, "battle_order")[0].hexes == facts["battle_order"]
    begun = {printed[place] for place in marks(plan, "barbarian")[0].hexes}
    assert begun == set(facts["start_barbarians"])
    assert plan.starts == ()


def test_wagons_go_between_three_goals() -> None:
    plan, facts = plan_for("traders_barbarians", 4), TRADERS["traders_barbarians"]
    for name, (place, closed, corners) in facts["goals"].items():
        (goal,) = marks(plan, name)
        assert goal.hexes == (place,)
        assert set(goal.edges) == {tuple(sorted(site)) for site in closed}
        assert set(goal.nodes) == set(corners)
    goals = {goal[0]: name for name, goal in facts["goals"].items()}
    assert {tile.hex: tile.terrain for tile in plan.variable.fixed} == goals
    assert terrain(plan) == [(ISLAND - set(goals), Counter(facts["terrain"]))]
    assert set(marks(plan, "barbarian")[0].edges) == set(facts["barbarians"])
    (pool,) = plan.variable.numbers
    assert pool.numbers == numbers("B", "H")
    assert plan.along_paths
    assert plan.starts == ()
