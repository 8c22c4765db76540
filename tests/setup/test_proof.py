"""The three honest answers: a board, the proof that there is none, or not found in time."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.core.board.hexes import hexagon
from companion.core.board.layout import NUMBERS, Harbor, Tile
from companion.core.board.options import Options
from companion.core.board.problem import Ban, HarborPool, NumberPool, Problem, TerrainPool
from companion.setup.generate import Generator, Relaxation, lay_out
from companion.setup.ground import Ground, classes_of
from companion.setup.listing import Listing
from companion.setup.search import Budget, OutOfBudget, Search
from tests.setup.checker import faults
from tests.setup.enumeration import SMALL, placements
from tests.setup.problems import base, seafarers
from tests.setup.seeds import STRICT, seed


@pytest.mark.parametrize(
    ("problem", "wishes", "relax"),
    [
        (base(), {**STRICT, "node_most": 8}, [("node_most", 9)]),
        (base(), {"node_most": 6}, []),
        (base(), {**STRICT, "node_most": 7}, []),
        (seafarers("through_the_desert-3p"), {**STRICT, "node_most": 10}, [("node_most", 11)]),
        (seafarers("forgotten_tribe-3p"), {**STRICT, "node_most": 9}, [("node_most", 10)]),
        (seafarers("new_shores-4p"), {**STRICT, "node_most": 8}, [("node_most", 9)]),
    ],
)
def test_what_cannot_be_is_proved_and_told_with_the_one_wish_in_the_way(
    problem: Problem, wishes: dict[str, Any], relax: list[tuple[str, int | None]]
) -> None:
    answer = lay_out(problem, Options(**wishes), seed(1))
    assert answer.outcome == "impossible"
    assert answer.board is None
    assert answer.relax == tuple(Relaxation(*pair) for pair in relax)


def test_more_reds_than_terrains_may_hold_are_counted() -> None:
    island = hexagon(2)
    kinds = ("hills", "forest", "pasture", "fields", "mountains")
    problem = Problem(
        terrain=(TerrainPool(island, (kinds * 4)[:19]),),
        numbers=(NumberPool(island, (6, 6, 6, 8, 8, 8, *(3, 4, 5, 9, 10, 11) * 2, 12)),),
    )
    answer = lay_out(problem, Options(reds_per_terrain=1), seed(1))
    assert answer.outcome == "impossible"
    assert answer.relax == (Relaxation("reds_per_terrain", 2),)


def test_equal_terrain_that_cannot_lie_apart_is_proved() -> None:
    problem = Problem(terrain=(TerrainPool(hexagon(1), ("hills",) * 4 + ("fields",) * 3),))
    answer = lay_out(problem, Options(clusters=1), seed(1))
    assert answer.outcome == "impossible"
    assert answer.relax == ()
    assert lay_out(problem, Options(clusters=4), seed(1)).outcome == "board"


def test_a_ban_on_every_place_is_proved() -> None:
    problem = Problem(
        fixed=tuple(Tile(place, "hills") for place in hexagon(1)),
        numbers=(NumberPool(hexagon(1), (2, 3, 4, 5, 6, 8, 9)),),
        bans=(Ban(numbers=(9,)),),
    )
    assert lay_out(problem, Options(), seed(1)).outcome == "impossible"


def test_printed_numbers_that_leave_no_room_are_proved() -> None:
    fixed = (Tile((0, 0), "hills", 6), Tile((1, 0), "hills", 8), Tile((0, 1), "fields"))
    problem = Problem(fixed=fixed, numbers=(NumberPool(((0, 1),), (2,)),))
    answer = lay_out(problem, Options(node_most=9), seed(1))
    assert answer.outcome == "impossible"
    assert lay_out(problem, Options(node_most=11), seed(1)).outcome == "board"


def test_printed_things_are_not_judged_among_themselves() -> None:
    fixed = (Tile((0, 0), "hills", 6), Tile((1, 0), "hills", 8), Tile((5, 5), "hills"))
    problem = Problem(fixed=fixed, numbers=(NumberPool(((5, 5),), (2,)),))
    options = Options(**STRICT, node_most=2, clusters=1, reds_per_terrain=1)
    answer = lay_out(problem, options, seed(1))
    assert answer.board is not None
    assert faults(answer.board, problem, options) == []


def test_a_drawn_number_respects_the_printed_ones_beside_it() -> None:
    fixed = tuple(Tile(place, "hills", number) for place, number in zip(
        hexagon(1), (6, None, 12, None, None, 5, None), strict=True
    ))  # fmt: skip
    free = tuple(tile.hex for tile in fixed if tile.number is None)
    problem = Problem(fixed=fixed, numbers=(NumberPool(free, (8, 2, 5, 3)),))
    options = Options(**STRICT)
    for number in range(30):
        answer = lay_out(problem, options, seed(number))
        assert answer.board is not None
        assert faults(answer.board, problem, options) == []


def test_no_harbor_that_fits_is_proved() -> None:
    edges = (((0, 0), (1, 0)), ((0, 0), (0, 1)))
    problem = Problem(
        fixed=(Tile((0, 0), "hills"),), harbors=(HarborPool(edges, ("brick", "generic")),)
    )
    answer = lay_out(problem, Options(harbors_off_own=True), seed(1))
    assert answer.outcome == "impossible"
    assert answer.relax == (Relaxation("harbors_off_own", None),)


def test_terrain_keeps_away_from_a_printed_harbor_for_it() -> None:
    problem = Problem(
        terrain=(TerrainPool(hexagon(1), ("hills",) * 3 + ("fields",) * 4),),
        harbors_fixed=(Harbor(((0, -1), (1, -2)), "brick"),),
    )
    options = Options(harbors_off_own=True)
    for number in range(20):
        answer = lay_out(problem, options, seed(number))
        assert answer.board is not None
        assert faults(answer.board, problem, options) == []


def test_a_board_that_chance_does_not_find_in_time_is_walked_to_and_told() -> None:
    options = Options(**STRICT, node_most=11, balance=1)
    answer = Generator(base(), options).draw(seed(1), tries=5)
    assert answer.board is not None
    assert not answer.exact
    assert faults(answer.board, base(), options) == []


def test_what_is_neither_found_nor_proved_is_told() -> None:
    kinds = ("hills", "forest", "pasture")
    problem = Problem(
        terrain=(TerrainPool(hexagon(1), (*kinds, *kinds, "desert")),),
        numbers=(NumberPool(hexagon(1), (6, 3, 4, 9, 10, 11)),),
        bans=(Ban(terrains=kinds, numbers=(6,)),),
    )
    answer = lay_out(problem, Options(reds_apart=True), seed(1))
    assert answer.outcome == "not_found"
    assert answer.relax == ()


def test_a_board_far_larger_than_any_in_a_box_is_drawn_too() -> None:
    island = hexagon(4)
    kinds = ("hills", "forest", "pasture", "fields", "mountains")
    tokens = base().numbers[0].numbers
    problem = Problem(
        terrain=(TerrainPool(island, (kinds * 12)[:58] + ("desert",) * 3),),
        numbers=(NumberPool(island, (tokens * 4)[:58]),),
    )
    options = Options(**STRICT, node_most=12)
    answer = lay_out(problem, options, seed(1))
    assert answer.board is not None
    assert not answer.exact
    assert faults(answer.board, problem, options) == []


@settings(max_examples=40)
@given(st.data())
def test_search_and_listing_know_exactly_when_there_is_an_answer(data: st.DataObject) -> None:
    tokens = tuple(
        data.draw(st.lists(st.sampled_from(NUMBERS), min_size=6, max_size=6), label="tokens")
    )
    cells = SMALL[:6]
    options = Options(
        reds_apart=data.draw(st.booleans()),
        equal_apart=data.draw(st.booleans()),
        extremes_apart=data.draw(st.booleans()),
        node_most=data.draw(st.none() | st.integers(5, 15)),
        node_least=data.draw(st.none() | st.integers(3, 12)),
    )
    ways = placements(cells, tokens, options)
    search = Search(Ground(cells, tokens, {}, options), classes_of(tokens, options))
    masks = search.find(Budget(10**6))
    assert (masks is None) == (not ways)
    if masks is not None:
        assert sum(masks) == (1 << 6) - 1
    listing = Listing(search)
    while len(listing) and listing.deepen():
        pass
    assert len(listing) or not ways


def test_a_search_keeps_to_its_budget() -> None:
    options = Options(**STRICT, node_most=8)
    tokens = base().numbers[0].numbers
    search = Search(Ground(hexagon(2)[1:], tokens, {}, options), classes_of(tokens, options))
    with pytest.raises(OutOfBudget):
        search.find(Budget(100))
