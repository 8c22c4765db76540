"""The longest trade route from its links: cases, and a count by brute force (BG-13, SF-4)."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.core.board.routes import Link, longest_route

Spot = tuple[int, int]


def line(nodes: Sequence[object], kind: str = "road") -> list[Link]:
    """Links from each of the nodes to the next."""
    return [Link(a, b, kind) for a, b in pairwise(nodes)]


def test_bg_13_a_last_road_at_a_foreign_settlement_counts() -> None:
    assert longest_route(line("abcdef"), foreign=["f"]) == 5


def test_bg_13_a_foreign_building_cuts() -> None:
    assert longest_route(line("abcdef"), foreign=["c"]) == 3


def test_bg_13_an_own_building_does_not_cut() -> None:
    assert longest_route(line("abcdef"), own=["c"]) == 5


def test_bg_13_branches_do_not_add_up() -> None:
    assert longest_route([*line("abcd"), *line("bxy")]) == 4


def test_bg_13_a_node_may_be_passed_twice_and_a_ring_counts_whole() -> None:
    ring = line("abcdefa")
    assert longest_route(ring) == 6
    assert longest_route([*line("xa"), *ring]) == 7
    assert longest_route([*line("xa"), *ring, *line("dy")]) == 7


def test_bg_13_a_foreign_building_on_a_ring_leaves_it_whole() -> None:
    """The line begins and ends there; nothing passes through."""
    assert longest_route(line("abcdefa"), foreign=["a"]) == 6
    assert longest_route([*line("xa"), *line("abcdefa")], foreign=["a"]) == 6


def test_bg_13_two_parts_do_not_add_up() -> None:
    assert longest_route([*line("abcd"), *line("vwxyz")]) == 4
    assert longest_route([]) == 0


def test_sf_4_road_and_ship_join_only_at_an_own_building() -> None:
    both = [*line("abc"), *line("cdef", "ship")]
    assert longest_route(both) == 3
    assert longest_route(both, own=["c"]) == 5
    assert longest_route(both, foreign=["c"]) == 3


def test_sf_4_ships_alone_will_do() -> None:
    assert longest_route(line("abcdef", "ship")) == 5


def test_ri_4_a_bridge_joins_like_a_road() -> None:
    assert longest_route([*line("abc"), *line("cd", "bridge"), *line("def")]) == 5


def test_ca_6_a_road_along_a_camel_counts_twice() -> None:
    assert longest_route([Link("a", "b", "road", 2), Link("b", "c", "road", 2), *line("cd")]) == 5


@pytest.mark.parametrize(
    ("links", "own", "foreign", "named"),
    [
        (line("aa"), (), (), "'a'"),
        ([*line("ab"), *line("ba")], (), (), "'b'"),
        (line("ab"), "a", "a", "'a'"),
        ([*line("xab"), *line("yaz")], (), (), "'a'"),
        (line([*range(35)]), (), (), "34"),
    ],
)
def test_what_no_board_holds_is_named(
    links: list[Link], own: str, foreign: str, named: str
) -> None:
    with pytest.raises(ValueError, match=named):
        longest_route(links, own, foreign)


# -- brute force: every line, link by link, by the words of the rule ---------------------------


def _joins(one: Link, other: Link, node: object, own: Collection[object]) -> bool:
    return node in own or (one.kind == "ship") == (other.kind == "ship")


def by_hand(links: Sequence[Link], own: Collection[object], foreign: Collection[object]) -> int:
    """The longest line by trying all of them."""

    def onward(at: object, last: Link, left: frozenset[Link]) -> int:
        if at in foreign:
            return 0
        lengths = [0]
        for link in left:
            if at in (link.a, link.b) and _joins(last, link, at, own):
                to = link.b if at == link.a else link.a
                lengths.append(link.worth + onward(to, link, left - {link}))
        return max(lengths)

    everything = frozenset(links)
    return max(
        (
            link.worth + onward(end, link, everything - {link})
            for link in links
            for end in (link.a, link.b)
        ),
        default=0,
    )


def _honeycomb() -> list[tuple[Spot, Spot]]:
    across = [((x, y), (x + 1, y)) for x in range(6) for y in range(4)]
    down = [((x, y), (x, y + 1)) for x in range(7) for y in range(3) if (x + y) % 2 == 0]
    return across + down


HONEYCOMB = _honeycomb()
NODES = sorted({node for edge in HONEYCOMB for node in edge})


@st.composite
def positions(draw: st.DrawFn) -> tuple[list[Link], set[Spot], set[Spot]]:
    """Up to 11 links on a honeycomb, grown together as on a board, with buildings."""
    edges = [draw(st.sampled_from(HONEYCOMB))]
    for _ in range(draw(st.integers(0, 10))):
        touched = {node for edge in edges for node in edge}
        near = [e for e in HONEYCOMB if e not in edges and touched & {*e}]
        edges.append(draw(st.sampled_from(near)))
    kinds = st.sampled_from(("road", "road", "ship", "bridge"))
    links = [Link(a, b, draw(kinds), draw(st.sampled_from((1, 1, 1, 2)))) for a, b in edges]
    buildings = draw(
        st.dictionaries(
            st.sampled_from(sorted({n for e in edges for n in e})), st.booleans(), max_size=4
        )
    )
    own = {node for node, mine in buildings.items() if mine}
    return links, own, set(buildings) - own


@given(positions())
def test_the_search_finds_what_trying_everything_finds(
    position: tuple[list[Link], set[Spot], set[Spot]],
) -> None:
    assert longest_route(*position) == by_hand(*position)


@given(positions())
def test_the_order_of_the_links_does_not_matter(
    position: tuple[list[Link], set[Spot], set[Spot]],
) -> None:
    links, own, foreign = position
    turned = [Link(link.b, link.a, link.kind, link.worth) for link in reversed(links)]
    assert longest_route(turned, own, foreign) == longest_route(links, own, foreign)


def test_a_whole_patch_is_counted_exactly() -> None:
    """29 links, 14 of the nodes with an odd number of them: any line leaves at least 6 over.

    A line has an odd number of its links only at its two ends; each link left over mends two
    of the other 12 nodes.
    """
    patch = [Link(a, b) for a, b in HONEYCOMB if a[0] < 6 and b[0] < 6]
    assert len(patch) == 29
    assert longest_route(patch) == 23
