"""Numbers along a path: the spiral of the base board, from any of its corners."""

import msgspec
import pytest

from companion.core.board.hexes import Hex
from companion.core.board.layout import Board
from companion.core.board.options import Options
from companion.core.board.problem import Ban, NumberPool, Problem, ProblemError, lock
from companion.setup.generate import Generator, Relaxation
from tests.core.board.facts import BASE, frozen
from tests.setup.checker import faults
from tests.setup.problems import base
from tests.setup.seeds import seed
from tests.setup.test_uniform import bias, evenly

SPIRALS: tuple[tuple[Hex, ...], ...] = frozen(list(BASE["spirals"].values()))
ORDER: tuple[int, ...] = tuple(BASE["spiral_numbers"])


def spiral(*bans: Ban) -> Problem:
    """The base board with its numbers along the printed spiral."""
    pool = NumberPool(base().numbers[0].hexes, ORDER, SPIRALS)
    return msgspec.structs.replace(base(), numbers=(pool,), bans=bans)


def corners(board: Board) -> list[Hex]:
    """The corners from which the numbers of a board lie in their order."""
    tiles = board.by_hex()
    found = []
    for path in SPIRALS:
        lying = [tiles[place].number for place in path]
        if tuple(number for number in lying if number is not None) == ORDER:
            found.append(path[0])
    return found


def test_numbers_lie_in_their_order_from_every_corner_alike() -> None:
    generator = Generator(spiral(), Options())
    seen = []
    for number in range(600):
        answer = generator.draw(seed(number))
        assert answer.board is not None
        assert answer.exact
        assert faults(answer.board, spiral(), Options()) == []
        (corner,) = corners(answer.board)
        seen.append(corner)
    assert abs(bias(seen, evenly(path[0] for path in SPIRALS))) < 4


def test_wishes_choose_among_the_corners() -> None:
    options = Options(reds_apart=True, equal_apart=True, node_most=11, reds_per_terrain=2)
    generator = Generator(spiral(), options)
    seen = set()
    for number in range(30):
        answer = generator.draw(seed(number))
        assert answer.board is not None
        assert faults(answer.board, spiral(), options) == []
        seen.update(corners(answer.board))
    assert len(seen) > 3


def test_what_no_corner_can_give_ends_without_a_board() -> None:
    answer = Generator(spiral(), Options(node_most=10)).draw(seed(1))
    assert answer.outcome == "impossible"
    assert answer.relax == (Relaxation("node_most", 11),)
    # All but mountains and desert are banned: true of no board, but the terrain is not searched.
    banned = Ban(terrains=("fields", "forest", "hills", "pasture"), numbers=(6, 8))
    assert Generator(spiral(banned), Options()).draw(seed(1)).outcome == "not_found"


def test_a_path_must_visit_every_hex_of_its_pool() -> None:
    short = msgspec.structs.replace(spiral().numbers[0], paths=(SPIRALS[0][1:],))
    with pytest.raises(ProblemError, match="does not visit every hex"):
        Generator(msgspec.structs.replace(spiral(), numbers=(short,)), Options())


def test_a_locked_hex_keeps_its_terrain_while_the_path_goes_over_it() -> None:
    board = Generator(spiral(), Options()).draw(seed(1)).board
    assert board is not None
    kept = lock(spiral(), board, [(0, 0), (1, 0)])
    for number in range(20):
        again = Generator(kept, Options()).draw(seed(number)).board
        assert again is not None
        for place in [(0, 0), (1, 0)]:
            assert again.by_hex()[place].terrain == board.by_hex()[place].terrain
        assert faults(again, spiral(), Options()) == []
