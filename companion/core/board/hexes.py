"""Where things lie on a board: hexes, the edges between two, the nodes where three meet.

A hex is axial `(q, r)`, its point up: r grows downward, q to the right, and each row lies half
a hex further right than the one above. An edge is the sorted pair of the hexes on its two
sides, a node the sorted triple of the hexes around it; the sea and the frame count as hexes
there, so the coast has names too. Equal sites are equal tuples, and tuples sort.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from types import MappingProxyType
from typing import Final, Literal, TypeAlias

Hex: TypeAlias = tuple[int, int]
Edge: TypeAlias = tuple[Hex, Hex]
Node: TypeAlias = tuple[Hex, Hex, Hex]
Side: TypeAlias = Literal["E", "NE", "NW", "W", "SW", "SE"]
Corner: TypeAlias = Literal["N", "NE", "SE", "S", "SW", "NW"]
FrameSize: TypeAlias = Literal["small", "medium", "large"]

SIDES: Final[Mapping[Side, Hex]] = MappingProxyType(
    {"E": (1, 0), "NE": (1, -1), "NW": (0, -1), "W": (-1, 0), "SW": (-1, 1), "SE": (0, 1)}
)
"""The step from a hex to its neighbor on each side."""

CORNERS: Final[Mapping[Corner, tuple[Side, Side]]] = MappingProxyType(
    {
        "N": ("NW", "NE"),
        "NE": ("NE", "E"),
        "SE": ("E", "SE"),
        "S": ("SE", "SW"),
        "SW": ("SW", "W"),
        "NW": ("W", "NW"),
    }
)
"""The two sides that meet at each corner of a hex."""

FRAME_ROWS: Final = (1, 7)
"""First and last row inside a Seafarers frame."""

NOTCH_ROW: Final = 4
"""The row at whose ends the frame is indented: a sea hex of the frame fits in there."""

# First q and the length of each row, in addition to the frame's width.
_FRAME_SHAPE: Final = ((2, 0), (1, 1), (0, 2), (0, 1), (-1, 2), (-1, 1), (-1, 0))
_FRAME_WIDTH: Final[Mapping[FrameSize, int]] = MappingProxyType(
    {"small": 4, "medium": 5, "large": 6}
)


def neighbor(place: Hex, side: Side) -> Hex:
    """The hex that touches `place` on that side."""
    q, r = SIDES[side]
    return place[0] + q, place[1] + r


def neighbors(place: Hex) -> tuple[Hex, ...]:
    """The six hexes around `place`, in the order of `SIDES`; whether they are on a board or not."""
    q, r = place
    return tuple((q + dq, r + dr) for dq, dr in SIDES.values())


def distance(one: Hex, other: Hex) -> int:
    """How many steps from hex to hex lead from one to the other."""
    q, r = one[0] - other[0], one[1] - other[1]
    return max(abs(q), abs(r), abs(q + r))


def adjacent(one: Hex, other: Hex) -> bool:
    """Whether the two hexes share an edge."""
    return distance(one, other) == 1


def edge(one: Hex, other: Hex) -> Edge:
    """The edge between two hexes.

    Raises ValueError if they do not touch.
    """
    if not adjacent(one, other):
        raise ValueError(f"no edge lies between {one} and {other}: they do not touch")
    return (one, other) if one < other else (other, one)


def node(one: Hex, other: Hex, third: Hex) -> Node:
    """The node where three hexes meet.

    Raises ValueError if they are not three that touch each other.
    """
    a, b, c = sorted((one, other, third))
    if not (adjacent(a, b) and adjacent(b, c) and adjacent(a, c)):
        raise ValueError(f"no node lies between {a}, {b} and {c}: they do not all touch")
    return a, b, c


def side_of(place: Hex, other: Hex) -> Side:
    """On which side of `place` the hex `other` lies.

    Raises ValueError if they do not touch.
    """
    step = (other[0] - place[0], other[1] - place[1])
    for side, direction in SIDES.items():
        if direction == step:
            return side
    raise ValueError(f"{other} lies on no side of {place}: they do not touch")


def edges_of(place: Hex) -> tuple[Edge, ...]:
    """The six edges of a hex, in the order of `SIDES`."""
    return tuple(edge(place, other) for other in neighbors(place))


def nodes_of(place: Hex) -> tuple[Node, ...]:
    """The six nodes of a hex, in the order of `CORNERS`."""
    return tuple(corner_of(place, corner) for corner in CORNERS)


def corner_of(place: Hex, corner: Corner) -> Node:
    """The node at a corner of a hex."""
    first, second = CORNERS[corner]
    return node(place, neighbor(place, first), neighbor(place, second))


def ends(site: Edge) -> tuple[Node, Node]:
    """The two nodes at the ends of an edge, sorted."""
    one, other = site
    common = set(neighbors(one)) & set(neighbors(other))
    first, second = sorted(node(one, other, third) for third in common)
    return first, second


def edges_at(site: Node) -> tuple[Edge, Edge, Edge]:
    """The three edges that end at a node, sorted."""
    a, b, c = site
    return (a, b), (a, c), (b, c)


def nodes_next_to(site: Node) -> tuple[Node, Node, Node]:
    """The three nodes one edge away from a node, sorted."""
    found = {end for beside in edges_at(site) for end in ends(beside)} - {site}
    first, second, third = sorted(found)
    return first, second, third


def nodes_around(places: Iterable[Hex]) -> tuple[Node, ...]:
    """All nodes of the given hexes, each once, sorted."""
    return tuple(sorted({site for place in places for site in nodes_of(place)}))


def edges_around(places: Iterable[Hex]) -> tuple[Edge, ...]:
    """All edges of the given hexes, each once, sorted."""
    return tuple(sorted({site for place in places for site in edges_of(place)}))


def by_rows(places: Iterable[Hex]) -> tuple[Hex, ...]:
    """The hexes as one reads them: row by row from above, each from the left."""
    return tuple(sorted(places, key=lambda place: (place[1], place[0])))


def islands(places: Collection[Hex]) -> tuple[frozenset[Hex], ...]:
    """The connected groups of the given hexes, in the order in which one reads their first hex."""
    left, found = set(places), []
    for first in by_rows(places):
        if first not in left:
            continue
        left.discard(first)
        island, reached = {first}, [first]
        while reached:
            beyond = left.intersection(neighbors(reached.pop()))
            left -= beyond
            island |= beyond
            reached.extend(beyond)
        found.append(frozenset(island))
    return tuple(found)


def hexagon(radius: int) -> tuple[Hex, ...]:
    """All hexes at most `radius` steps from (0, 0), by rows; radius 2 is the 19-hex island."""
    span = range(-radius, radius + 1)
    return by_rows((q, r) for q in span for r in span if abs(q + r) <= radius)


def frame(size: FrameSize) -> tuple[Hex, ...]:
    """The hexes inside a Seafarers frame of that size (35, 42 or 49), by rows."""
    width = _FRAME_WIDTH[size]
    return tuple(
        (first + step, row)
        for row, (first, more) in enumerate(_FRAME_SHAPE, start=FRAME_ROWS[0])
        for step in range(width + more)
    )


def border(places: Collection[Hex]) -> tuple[Hex, ...]:
    """The hexes just outside the given ones, by rows: the sea that a frame shows."""
    inside = frozenset(places)
    return by_rows({other for place in inside for other in neighbors(place)} - inside)


def notches(size: FrameSize) -> tuple[Hex, Hex]:
    """The sea hexes in the left and the right indentation of a Seafarers frame."""
    row = [place for place in frame(size) if place[1] == NOTCH_ROW]
    return neighbor(row[0], "W"), neighbor(row[-1], "E")


def center(place: Hex) -> tuple[float, float]:
    """A hex's center on the screen: x in widths of a hex, y downward in its radii."""
    q, r = place
    return q + r / 2, 1.5 * r


def position(site: Node) -> tuple[float, float]:
    """A node's place on the screen: x in widths of a hex, y downward in its radii."""
    centers = [center(place) for place in site]
    return sum(x for x, _ in centers) / 3, sum(y for _, y in centers) / 3
