"""A board as data: its tiles by rows, its pips, and the way through JSON and back."""

import msgspec
import pytest

from companion.core.board.hexes import edge, hexagon
from companion.core.board.layout import NUMBERS, Board, Harbor, Mark, Tile, board_of, pips
from tests.core.board.facts import BASE


def printed() -> Board:
    """The base board as beginners lay it."""
    tiles = [Tile((q, r), terrain, number) for q, r, terrain, number, _ in BASE["tiles"]]
    harbors = [
        Harbor(edge(*map(tuple, site)), kind) for site, _, _, _, kind in reversed(BASE["harbors"])
    ]
    return board_of(reversed(tiles), harbors, [Mark("robber", hexes=((0, 0),))])


def test_tiles_lie_by_rows_and_harbors_by_edges_in_whatever_order_they_come() -> None:
    board = printed()
    assert tuple(tile.hex for tile in board.tiles) == hexagon(2) == board.land()
    assert list(board.harbors) == sorted(board.harbors, key=lambda harbor: harbor.edge)
    assert board.by_hex()[0, 0] == Tile((0, 0), "desert")


def test_a_board_goes_through_json_unchanged() -> None:
    board = printed()
    assert msgspec.json.decode(msgspec.json.encode(board), type=Board) == board


def test_the_sea_is_no_land() -> None:
    assert board_of([Tile((0, 0), "sea"), Tile((1, 0), "hills", 5)]).land() == ((1, 0),)


def test_two_tiles_on_one_hex_are_refused() -> None:
    with pytest.raises(ValueError, match=r"two tiles lie on \(1, 0\)"):
        board_of([Tile((1, 0), "sea"), Tile((1, 0), "hills", 5)])


def test_pips_count_the_throws_of_two_dice() -> None:
    throws = [one + other for one in range(1, 7) for other in range(1, 7)]
    assert {number: pips(number) for number in NUMBERS} == {
        number: throws.count(number) for number in NUMBERS
    }
    assert pips(None) == 0
