"""Problems whose parts do not fit are refused with every fault; locked hexes stay."""

import msgspec
import pytest

from companion.core.board.hexes import hexagon
from companion.core.board.layout import Harbor, Tile
from companion.core.board.options import LIMITS, Options, relaxed
from companion.core.board.problem import (
    HarborPool,
    NumberPool,
    Problem,
    ProblemError,
    TerrainPool,
    lock,
    require_sound,
)
from companion.setup.generate import Generator
from tests.core.board.facts import SEAFARERS
from tests.setup.checker import faults
from tests.setup.problems import base, seafarers
from tests.setup.seeds import seed

EDGE = ((0, 0), (1, 0))


@pytest.mark.parametrize(
    ("problem", "message"),
    [
        (Problem(fixed=(Tile((0, 0), "sea"), Tile((0, 0), "hills"))), "(0, 0) is given twice"),
        (
            Problem(
                terrain=(TerrainPool(((0, 0), (1, 0)), ("sea", "sea")),) * 2,
            ),
            "(1, 0) is given twice",
        ),
        (
            Problem(terrain=(TerrainPool(((0, 0), (1, 0)), ("sea",)),)),
            "has 1 terrains for 2 hexes",
        ),
        (
            Problem(numbers=(NumberPool(((0, 0),), (5,)),)),
            "(0, 0) lies in a number pool but is not",
        ),
        (
            Problem(fixed=(Tile((0, 0), "hills"),), numbers=(NumberPool(((0, 0),), (5,)),) * 2),
            "(0, 0) lies in two number pools",
        ),
        (
            Problem(fixed=(Tile((0, 0), "hills", 4),), numbers=(NumberPool(((0, 0),), (5,)),)),
            "has the number 4 and lies in a number pool too",
        ),
        (
            Problem(fixed=(Tile((0, 0), "sea"),), numbers=(NumberPool(((0, 0),), (5,)),)),
            "a number pool has 1 numbers for 0 hexes",
        ),
        (
            Problem(fixed=(Tile((0, 0), "hills"),), numbers=(NumberPool(((0, 0),), (7,)),)),
            "7 is no number of a token",
        ),
        (Problem(fixed=(Tile((0, 0), "hills", 13),)), "13 is no number of a token"),
        (Problem(harbors=(HarborPool((EDGE,), ("ore", "wool")),)), "has 2 kinds for 1 edges"),
        (Problem(fixed=tuple(Tile(h, "sea") for h in hexagon(8))), "has 217 hexes: 200 at most"),
        (
            Problem(
                fixed=tuple(Tile(place, "hills") for place in hexagon(2)),
                numbers=(NumberPool(hexagon(2), (9,) * 9 + (5,) * 8 + (3, 4)),),
            ),
            "a number pool has 17 numbers of 4 pips: 16 at most",
        ),
        (
            Problem(
                harbors=(HarborPool((EDGE,), ("ore",)),), harbors_fixed=(Harbor(EDGE, "wool"),)
            ),
            "has two harbors",
        ),
        (Problem(fixed=(Tile((0, 0), "hills"),), islands=2), "forms 1 islands instead of 2"),
    ],
)
def test_what_does_not_fit_is_named(problem: Problem, message: str) -> None:
    with pytest.raises(ProblemError) as refused:
        Generator(problem, Options())
    assert any(message in error for error in refused.value.errors)


def test_all_faults_are_told_at_once() -> None:
    wrong = Problem(
        fixed=(Tile((0, 0), "hills", 7), Tile((0, 0), "sea")),
        numbers=(NumberPool(((5, 5),), (1,)),),
    )
    with pytest.raises(ProblemError) as refused:
        require_sound(wrong)
    assert len(refused.value.errors) == 5


@pytest.mark.parametrize("name", SEAFARERS)
def test_the_printed_boards_are_sound(name: str) -> None:
    require_sound(seafarers(name))


def test_a_pool_that_spans_others_takes_the_terrain_that_gives_it_enough_hexes() -> None:
    west, east = ((0, 0), (1, 0), (2, 0)), ((3, 0), (4, 0), (5, 0))
    problem = Problem(
        terrain=(TerrainPool(west + east, ("hills",) * 4 + ("sea",) * 2),),
        numbers=(NumberPool(west, (4, 5, 9)), NumberPool(east, (3,))),
    )
    for number in range(10):
        answer = Generator(problem, Options()).draw(seed(number))
        assert answer.board is not None
        assert faults(answer.board, problem, Options()) == []


def test_islands_are_counted() -> None:
    problem = Problem(terrain=(TerrainPool(hexagon(1), ("sea",) * 4 + ("hills",) * 3),), islands=2)
    seen = set()
    for number in range(80):
        board = Generator(problem, Options()).draw(seed(number)).board
        assert board is not None
        assert (0, 0) not in board.land()
        seen.add(board.land())
    # Two of the ring side by side and one that touches neither: six times two ways.
    assert len(seen) == 12


def test_locked_hexes_keep_what_they_have_and_the_rest_is_drawn_anew() -> None:
    options = Options(reds_apart=True)
    first = Generator(base(), options).draw(seed(1)).board
    assert first is not None
    kept = ((0, 0), (1, 0), (2, 0), (-2, 0), (0, -2))
    narrower = lock(base(), first, kept)
    drawn = [Generator(narrower, options).draw(seed(number)).board for number in range(20)]
    for board in drawn:
        assert board is not None
        assert faults(board, base(), options) == []
        assert all(board.by_hex()[place] == first.by_hex()[place] for place in kept)
    assert len({msgspec.json.encode(board) for board in drawn}) == 20


def test_a_whole_board_may_be_locked() -> None:
    first = Generator(base(), Options()).draw(seed(1)).board
    assert first is not None
    again = Generator(lock(base(), first, hexagon(2)), Options()).draw(seed(2)).board
    assert again is not None
    assert again.tiles == first.tiles


def test_only_hexes_of_the_board_with_what_the_pools_hold_can_be_locked() -> None:
    board = Generator(base(), Options()).draw(seed(1)).board
    assert board is not None
    with pytest.raises(ValueError, match=r"\(9, 9\) is not on the board"):
        lock(base(), board, [(9, 9)])
    poor = msgspec.structs.replace(base(), terrain=(TerrainPool(hexagon(2), ("hills",) * 19),))
    with pytest.raises(ValueError, match="is locked more often than its pool holds it"):
        lock(poor, board, hexagon(2))


@pytest.mark.parametrize("name", LIMITS)
def test_a_limit_out_of_its_range_is_refused(name: str) -> None:
    least, most = LIMITS[name]
    for value in (least - 1, most + 1):
        with pytest.raises(ValueError, match=f"{name} is {value}: give {least} to {most}"):
            msgspec.structs.replace(Options(), **{name: value})
    assert getattr(msgspec.structs.replace(Options(), **{name: most}), name) == most


def test_a_wish_is_relaxed_by_one_step_and_alone() -> None:
    options = Options(reds_apart=True, node_most=10, node_least=4, clusters=9)
    found = {wish: getattr(easier, wish) for wish, easier in relaxed(options)}
    assert found == {"reds_apart": False, "node_most": 11, "node_least": 3, "clusters": None}
    for wish, easier in relaxed(options):
        changed = [
            n for n in Options.__struct_fields__ if getattr(easier, n) != getattr(options, n)
        ]
        assert changed == [wish]
    assert list(relaxed(Options())) == []
