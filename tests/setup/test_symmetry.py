"""Turns and mirrors lay a set of hexes onto itself, and boards are the same kind after them."""

from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.core.board.hexes import Hex, adjacent, hexagon
from companion.core.board.options import Options
from companion.setup.numbers import NumberDraw
from companion.setup.symmetry import symmetries
from tests.setup.problems import base

HEXES = st.sets(st.tuples(st.integers(-3, 3), st.integers(-3, 3)), min_size=1, max_size=7)


@pytest.mark.parametrize(
    ("hexes", "count"),
    [
        (hexagon(2), 12),
        (hexagon(2)[1:], 2),
        (((0, 0), (1, 0)), 2),
        (((5, 5), (6, 5), (5, 6)), 6),
        (((0, 0), (1, 0), (2, 0), (2, 1)), 1),
    ],
)
def test_known_shapes_have_their_symmetries(hexes: tuple[Hex, ...], count: int) -> None:
    found = symmetries(hexes)
    assert len({tuple(moved.items()) for moved in found}) == count
    assert found[0] == {place: place for place in hexes}


@given(HEXES)
def test_symmetries_are_all_that_keep_neighbors_neighbors_and_lie_in_the_plane(
    hexes: set[Hex],
) -> None:
    for moved in symmetries(hexes):
        assert set(moved) == set(moved.values()) == hexes
        for one, other in permutations(hexes, 2):
            assert adjacent(one, other) == adjacent(moved[one], moved[other])


def test_what_must_not_move_keeps_a_symmetry_out() -> None:
    assert len(symmetries(hexagon(1), lambda one, other: (one == (1, 0)) == (other == (1, 0)))) == 2


def test_a_base_board_has_four_places_for_its_desert_that_differ() -> None:
    pool = base().numbers[0]
    draw = NumberDraw(pool.hexes, pool.numbers, {}, Options(), {})
    images = set()
    for desert in pool.hexes:
        bearing = tuple(place for place in pool.hexes if place != desert)
        place = draw.place(bearing)
        assert sorted(place.hexes) == sorted(bearing)
        for i, one in enumerate(place.hexes):
            for j, other in enumerate(place.hexes):
                assert adjacent(one, other) == adjacent(place.image[i], place.image[j])
        images.add(place.image)
    assert len(images) == 4


def test_printed_numbers_beside_a_pool_and_bans_leave_every_place_its_own() -> None:
    pool = base().numbers[0]
    ban = {6: frozenset({(0, -2)})}
    for printed, banned, count in (({(3, 0): 5}, {}, 19), ({}, ban, 12), ({(9, 9): 5}, {}, 4)):
        draw = NumberDraw(pool.hexes, pool.numbers, printed, Options(), banned)
        images = {
            draw.place(tuple(place for place in pool.hexes if place != desert)).image
            for desert in pool.hexes
        }
        assert len(images) == count
