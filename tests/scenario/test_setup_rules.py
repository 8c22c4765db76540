"""The rules of setting up, each by its id, on boards as they are drawn for every player count.

Figures are those of the rule pages, stated anew; hexes are found by what lies there in print.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import combinations

import pytest

from companion.core.board.hexes import Hex, adjacent, ends, hexagon, neighbors
from companion.core.board.layout import Board
from companion.core.board.plan import Plan
from companion.core.chance import parse_seed
from companion.setup.drawing.scene import start_hex
from companion.setup.drawn import draw_board
from tests.setup.every import EVERY, name_of

SEEDS = 30
REDS = (6, 8)


@cache
def boards(plan: Plan) -> tuple[Board, ...]:
    """Boards under the scenario's own rules; one that cannot be drawn is a fault."""
    found = [
        draw_board(plan, plan.variable, plan.rules, parse_seed(f"rule {n}")).board
        for n in range(SEEDS)
    ]
    assert None not in found
    return tuple(board for board in found if board is not None)


def of(*scenarios: str) -> pytest.MarkDecorator:
    """The test for every board, of every player count and edition, of some scenarios."""
    chosen = [plan for plan in EVERY if plan.scenario in scenarios]
    assert {plan.scenario for plan in chosen} == set(scenarios)
    return pytest.mark.parametrize("plan", chosen, ids=map(name_of, chosen))


def area(plan: Plan, name: str) -> tuple[Hex, ...]:
    return next(found.hexes for found in plan.areas if found.name == name)


def terrains(board: Board, hexes: tuple[Hex, ...] | None = None) -> Counter[str]:
    return Counter(t.terrain for t in board.tiles if hexes is None or t.hex in hexes)


def numbers(board: Board, hexes: tuple[Hex, ...] | None = None) -> Counter[int]:
    here = [tile for tile in board.tiles if hexes is None or tile.hex in hexes]
    return Counter(tile.number for tile in here if tile.number is not None)


def touching(board: Board, kinds: tuple[int, ...]) -> Iterator[tuple[int, int]]:
    lying = [(t.hex, t.number) for t in board.tiles if t.number in kinds]
    for (one, a), (other, b) in combinations(lying, 2):
        if adjacent(one, other):
            yield a or 0, b or 0


def stays(plan: Plan, hexes: tuple[Hex, ...]) -> bool:
    """Whether these hexes are the same on every board."""
    kept = {tuple(board.by_hex()[place] for place in hexes) for board in boards(plan)}
    return len(kept) == 1


GENERAL = (
    "new_shores", "four_islands", "through_the_desert", "forgotten_tribe", "cloth", "wonders",
    "new_world",
)  # fmt: skip


@of(*GENERAL)
def test_sf_11_deserts_bare_and_outstanding_numbers_apart(plan: Plan) -> None:
    for board in boards(plan):
        assert all(t.number is None for t in board.tiles if t.terrain in ("desert", "sea"))
        assert (2, 12) not in {tuple(sorted(pair)) for pair in touching(board, (2, 12))}
        assert not list(touching(board, REDS))


@of(*GENERAL, "fog_islands")
def test_sf_11_nothing_moves_between_areas(plan: Plan) -> None:
    """Where the book prints a board, each group of it keeps its own hexes and tokens."""
    printed = plan.printed
    if printed is None:
        assert plan.scenario == "new_world"
        return
    for board in boards(plan):
        for pool in plan.variable.terrain:
            assert terrains(board, pool.hexes) == terrains(printed, pool.hexes)
        for tokens in plan.variable.numbers:
            assert numbers(board, tokens.hexes) == numbers(printed, tokens.hexes)


@of("new_shores")
def test_ns_5_main_and_framed_cells_are_two_groups(plan: Plan) -> None:
    main, small = area(plan, "main"), area(plan, "small")
    three = plan.players == (3,)
    sea = set()
    for board in boards(plan):
        assert "sea" not in terrains(board, main)
        sea.add(tuple(place for place in small if board.by_hex()[place].terrain == "sea"))
        if three:
            assert numbers(board, main).total() == 14
            assert numbers(board, small).total() == 8
            assert numbers(board, small)[12] == 1
    assert len(sea) > 1


@of("four_islands")
def test_fo_5_outlines_stay_and_wood_and_wool_get_no_2_or_12(plan: Plan) -> None:
    land = {tuple(t.hex for t in b.tiles if t.terrain != "sea") for b in boards(plan)}
    assert len(land) == 1
    for board in boards(plan):
        poor = [t for t in board.tiles if t.terrain in ("forest", "pasture")]
        assert not [tile for tile in poor if tile.number in (2, 12)]


@of("fog_islands")
def test_fg_5_start_islands_vary_reds_may_touch_fog_is_hidden(plan: Plan) -> None:
    start, fog = area(plan, "start"), area(plan, "fog")
    (stack,) = plan.stacks
    assert len(stack.terrains) == len(fog) == 12
    assert Counter(stack.terrains) == Counter(
        forest=1, hills=2, pasture=1, fields=2, mountains=2, sea=2, gold=2
    )
    assert len(stack.numbers) == len(fog) - 2  # the sea takes none
    assert not stays(plan, start)
    assert {kind for board in boards(plan) for kind in terrains(board, fog)} == {"fog"}
    assert not any(numbers(board, fog) for board in boards(plan))
    assert any(list(touching(board, REDS)) for board in boards(plan))


@of("through_the_desert")
def test_de_5_belt_stays_and_no_red_on_gold(plan: Plan) -> None:
    belt = area(plan, "belt")
    assert stays(plan, belt)
    for board in boards(plan):
        assert terrains(board, belt) == Counter(desert=3)
        assert not [t for t in board.tiles if t.terrain == "gold" and t.number in REDS]


@of("forgotten_tribe")
def test_ft_5_easternmost_hexes_get_none_of_the_best(plan: Plan) -> None:
    main = area(plan, "main")
    # A hex lies half its width farther east with each row down.
    easternmost = sorted(main, key=lambda place: 2 * place[0] + place[1])[-3:]
    others = tuple(t.hex for t in boards(plan)[0].tiles if t.hex not in main)
    assert stays(plan, others)
    for board in boards(plan):
        tiles = board.by_hex()
        assert not {tiles[place].number for place in easternmost} & {5, 6, 8, 9}


@of("cloth")
def test_cl_9_main_islands_vary_and_the_middle_stays(plan: Plan) -> None:
    assert not stays(plan, area(plan, "main"))
    assert stays(plan, area(plan, "islets"))
    villages = {tuple(m.number for m in b.marks if m.name == "village") for b in boards(plan)}
    assert len(villages) == 1
    assert {numbers(board).total() for board in boards(plan)} == {20}
    assert len(villages.pop()) == 8


@of("pirate_islands")
def test_pi_10_only_harbors_vary(plan: Plan) -> None:
    assert plan.printed is not None
    assert {board.tiles for board in boards(plan)} == {plan.printed.tiles}
    assert {board.marks for board in boards(plan)} == {plan.printed.marks}
    harbors = {board.harbors for board in boards(plan)}
    assert len(harbors) > 1
    assert len({tuple(h.edge for h in each) for each in harbors}) == 1
    assert len({tuple(sorted(h.kind for h in each)) for each in harbors}) == 1


@of("wonders")
def test_wo_7_deserts_stay_and_two_hexes_beside_them_get_no_red(plan: Plan) -> None:
    deserts = area(plan, "deserts")
    beside = ((4, 4), (5, 3))
    assert all(set(neighbors(place)) & set(deserts) for place in beside)
    assert stays(plan, deserts)
    for board in boards(plan):
        tiles = board.by_hex()
        assert terrains(board, deserts) == Counter(desert=3)
        assert not {tiles[place].number for place in beside} & set(REDS)


@of("new_world")
def test_nw_1_all_hexes_and_numbers_at_random(plan: Plan) -> None:
    for board in boards(plan):
        assert terrains(board)["sea"] == 19
        assert len(board.tiles) == 42
        assert numbers(board).total() == 23
        assert not {"gold", "desert"} & set(terrains(board))
    places = {tuple(t.hex for t in b.tiles if t.terrain == "sea") for b in boards(plan)}
    assert len(places) == SEEDS


@of("new_world")
def test_nw_2_ten_harbors_are_left_to_the_players(plan: Plan) -> None:
    assert len(plan.laid) == 10
    assert not any(board.harbors for board in boards(plan))


@of("new_world")
def test_nw_5_both_figures_begin_beside_the_board(plan: Plan) -> None:
    assert {start.figure for start in plan.starts} == {"robber", "pirate"}
    for board in boards(plan):
        assert [start_hex(start, board) for start in plan.starts] == [None, None]


@of("fishermen")
def test_fi_1_six_grounds_off_the_harbors_and_a_lake_inland(plan: Plan) -> None:
    orders = set()
    for board in boards(plan):
        grounds = [mark for mark in board.marks if mark.name.startswith("ground_")]
        assert sorted(mark.number or 0 for mark in grounds) == [4, 5, 6, 8, 9, 10]
        assert [len(mark.nodes) for mark in grounds] == [3] * 6
        edges = {edge for mark in grounds for edge in mark.edges}
        assert not edges & {harbor.edge for harbor in board.harbors}
        orders.add(tuple(mark.number for mark in grounds))
        (lake,) = [tile for tile in board.tiles if tile.terrain == "lake"]
        assert lake.hex in hexagon(1)
        assert lake.number is None
        assert "desert" not in terrains(board)
    assert len(orders) > 1


@of("rivers")
def test_ri_1_rivers_stay_and_numbers_go_by_letters_from_the_coast(plan: Plan) -> None:
    letters = [5, 6, 3, 8, 10, 9, 12, 11, 4, 8, 10, 9, 4, 5, 6, 3, 11]
    river = tuple(h for m in plan.variable.marks if m.name.endswith("_river") for h in m.hexes)
    sites = [e for m in plan.variable.marks if m.name == "bridge_site" for e in m.edges]
    assert len(river) == 7
    assert len(set(sites)) == 7
    begun = set()
    for board in boards(plan):
        tiles = board.by_hex()
        assert terrains(board, river) == Counter(mountains=2, hills=2, swamp=2, pasture=1)
        assert terrains(board) == Counter(
            fields=4, forest=4, pasture=3, hills=3, mountains=3, swamp=2
        )
        assert all((t.number is None) == (t.terrain == "swamp") for t in board.tiles)
        (pool,) = plan.variable.numbers
        ways = [[h for h in way if tiles[h].number is not None] for way in pool.paths]
        lain = [way for way in ways if [tiles[h].number for h in way] == letters]
        assert lain
        first = lain[0][0]
        assert any(place not in tiles for place in neighbors(first))
        begun.add(first)
    assert len(begun) > 1


@of("caravans")
def test_ca_1_oasis_in_the_middle_without_a_number(plan: Plan) -> None:
    for board in boards(plan):
        oasis = board.by_hex()[(0, 0)]
        assert (oasis.terrain, oasis.number) == ("oasis", None)
        assert terrains(board)["oasis"] == 1
        assert "desert" not in terrains(board)
        (robber,) = plan.starts
        assert start_hex(robber, board) is None


@of("barbarian_attack")
def test_ba_1_numbers_stay_and_the_coast_has_each_once(plan: Plan) -> None:
    coast, inland = area(plan, "coast"), area(plan, "inland")
    fixed = tuple(t.hex for t in boards(plan)[0].tiles if t.hex not in {*coast, *inland})
    assert stays(plan, fixed)
    assert len({tuple(t.number for t in b.tiles) for b in boards(plan)}) == 1
    for board in boards(plan):
        assert sorted(numbers(board, coast).elements()) == [2, 3, 4, 5, 6, 8, 9, 10, 11, 12]
        assert terrains(board, coast) == Counter(
            forest=2, hills=2, pasture=3, mountains=1, fields=2
        )
        assert terrains(board, inland) == Counter(
            forest=1, hills=1, pasture=1, mountains=2, fields=2
        )
        assert terrains(board, fixed) == Counter(castle=1, desert=1)
    assert not plan.starts


@of("traders_barbarians")
def test_tb_1_three_goals_at_the_coast_instead_of_2_and_12(plan: Plan) -> None:
    for board in boards(plan):
        tiles = board.by_hex()
        goals = [t for t in board.tiles if t.terrain in ("castle", "quarry", "glassworks")]
        assert len({tile.terrain for tile in goals}) == len(goals) == 3
        for tile in goals:
            assert tile.number is None
            assert sum(place not in tiles for place in neighbors(tile.hex)) == 3
        assert numbers(board).total() == len(tiles) - 3 == 16
        assert not {2, 12} & set(numbers(board))
        assert "desert" not in terrains(board)
    assert not plan.starts


def test_tw_1_two_neutral_settlements_where_two_may_play() -> None:
    two = [plan for plan in EVERY if 2 in plan.players]
    assert {plan.scenario for plan in two} == {
        "base", "fishermen", "rivers", "caravans", "barbarian_attack", "traders_barbarians",
    }  # fmt: skip
    for plan in two:
        for board in boards(plan):
            (mark,) = [m for m in board.marks if m.name == "neutral_settlement"]
            assert len(mark.nodes) == 2
            tiles = board.by_hex()
            assert all(any(h in tiles for h in node) for node in mark.nodes)
            harbor_nodes = {node for h in board.harbors for node in ends(h.edge)}
            assert not set(mark.nodes) & harbor_nodes
