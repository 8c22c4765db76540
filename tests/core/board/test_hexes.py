"""Sites have one name each, and the printed boards lie where the sources say."""

import re
from collections.abc import Callable
from itertools import combinations
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.core.board import hexes
from companion.core.board.hexes import Hex
from tests.core.board.facts import BASE, SEAFARERS, frozen

PLACES = st.tuples(st.integers(-9, 9), st.integers(-9, 9))


def test_the_sides_are_the_printed_directions() -> None:
    assert dict(hexes.SIDES) == {side: tuple(step) for side, step in BASE["directions"].items()}


def test_the_island_of_radius_2_has_the_hexes_edges_and_nodes_of_the_base_board() -> None:
    island = hexes.hexagon(2)
    assert island == tuple((q, r) for q, r, _ in BASE["hexes"])
    assert [hexes.distance((0, 0), place) for place in island] == [
        ring for _, _, ring in BASE["hexes"]
    ]
    assert hexes.edges_around(island) == frozen(BASE["edges"])
    assert hexes.nodes_around(island) == frozen(BASE["nodes"])


def test_the_base_board_has_30_coast_edges_and_30_coast_nodes() -> None:
    island = set(hexes.hexagon(2))
    coast = [site for site in hexes.edges_around(island) if not island.issuperset(site)]
    corners = [site for site in hexes.nodes_around(island) if not island.issuperset(site)]
    assert (len(coast), len(corners)) == (BASE["coast_edges"], BASE["coast_nodes"]) == (30, 30)


@pytest.mark.parametrize("name", SEAFARERS)
def test_a_frame_holds_the_cells_the_sea_and_the_notches_of_the_printed_board(name: str) -> None:
    board = SEAFARERS[name]
    cells = hexes.frame(board["frame"])
    printed = board.get("hex_positions") or [tile[:2] for tile in board["tiles"]]
    assert cells == hexes.by_rows(frozen(printed))
    assert hexes.border(cells) == hexes.by_rows(frozen(board["frame_sea_cells"]))
    assert hexes.notches(board["frame"]) == frozen(board["notch_cells"])
    for row, (first, last) in board.get("inner_rows", {}).items():
        found = [q for q, r in cells if r == int(row)]
        assert (found[0], found[-1]) == (first, last)


@pytest.mark.parametrize("name", [name for name in SEAFARERS if "tiles" in SEAFARERS[name]])
def test_the_islands_are_the_printed_ones(name: str) -> None:
    board = SEAFARERS[name]
    land = [(q, r) for q, r, terrain, *_ in board["tiles"] if terrain not in ("sea", "fog")]
    printed = {frozenset(frozen(island)) for island in board["islands"]}
    assert set(hexes.islands(land)) == printed


@pytest.mark.parametrize("name", [*SEAFARERS, "base"])
def test_harbors_lie_on_the_printed_side_and_serve_the_printed_nodes(name: str) -> None:
    board: dict[str, Any] = SEAFARERS.get(name, BASE)
    for site, side, land, nodes, _ in frozen(board["harbors"]):
        sea = hexes.neighbor(land, side)
        assert hexes.edge(sea, land) == site
        assert hexes.side_of(land, sea) == side
        assert set(hexes.ends(site)) == set(nodes)


@given(PLACES)
def test_a_hex_has_six_of_everything_around_it(place: Hex) -> None:
    around = hexes.neighbors(place)
    assert len({place, *around}) == 7
    assert all(hexes.adjacent(place, other) and hexes.adjacent(other, place) for other in around)
    assert len(set(hexes.edges_of(place))) == len(set(hexes.nodes_of(place))) == 6
    assert all(list(site) == sorted(site) and place in site for site in hexes.edges_of(place))
    assert all(list(site) == sorted(site) and place in site for site in hexes.nodes_of(place))
    assert {hexes.side_of(place, other) for other in around} == set(hexes.SIDES)


@given(PLACES, st.sampled_from(list(hexes.CORNERS)))
def test_a_node_has_three_edges_and_three_nodes_next_to_it(
    place: Hex, corner: hexes.Corner
) -> None:
    site = hexes.corner_of(place, corner)
    assert set(hexes.edges_at(site)) == {hexes.edge(a, b) for a, b in combinations(site, 2)}
    assert all(site in hexes.ends(beside) for beside in hexes.edges_at(site))
    beyond = hexes.nodes_next_to(site)
    assert len({site, *beyond}) == 4
    assert all(site in hexes.nodes_next_to(other) for other in beyond)


@given(PLACES, PLACES)
def test_distance_counts_steps(one: Hex, other: Hex) -> None:
    away = hexes.distance(one, other)
    assert away == hexes.distance(other, one)
    assert (away == 0) == (one == other)
    steps = {hexes.distance(beside, other) for beside in hexes.neighbors(one)}
    assert steps <= {away - 1, away, away + 1}
    assert away == 0 or away - 1 in steps


@given(PLACES)
def test_corners_lie_where_the_point_of_a_hex_is_up(place: Hex) -> None:
    x, y = hexes.center(place)
    found = {corner: hexes.position(hexes.corner_of(place, corner)) for corner in hexes.CORNERS}
    shown = {corner: (round(a - x, 9), round(b - y, 9)) for corner, (a, b) in found.items()}
    assert shown == {
        "N": (0, -1),
        "NE": (0.5, -0.5),
        "SE": (0.5, 0.5),
        "S": (0, 1),
        "SW": (-0.5, 0.5),
        "NW": (-0.5, -0.5),
    }


@given(st.sets(PLACES, max_size=25))
def test_islands_part_the_hexes_and_touch_nowhere(places: set[Hex]) -> None:
    found = hexes.islands(places)
    assert sorted(place for island in found for place in island) == sorted(places)
    for one, other in combinations(found, 2):
        assert not any(hexes.adjacent(a, b) for a in one for b in other)
    assert all(len(hexes.islands(island)) == 1 for island in found)


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        (lambda: hexes.edge((0, 0), (1, 1)), "no edge lies between (0, 0) and (1, 1)"),
        (lambda: hexes.edge((0, 0), (0, 0)), "no edge lies between (0, 0) and (0, 0)"),
        (lambda: hexes.node((0, 0), (1, 0), (2, 0)), "no node lies between"),
        (lambda: hexes.side_of((0, 0), (2, 0)), "(2, 0) lies on no side of (0, 0)"),
    ],
)
def test_hexes_that_do_not_touch_make_no_site(wrong: Callable[[], object], message: str) -> None:
    with pytest.raises(ValueError, match=re.escape(message)):
        wrong()
