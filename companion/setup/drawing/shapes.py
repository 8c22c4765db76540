"""What a picture of a board consists of.

The unit is the width of a hex, on both axes; x grows to the right, y downward, and the hex
`(0, 0)` has its center at `(0, 0)`. Shapes lie back to front. A shape names its colors by
entries of `palette.THEMES`, never by values, so one scene serves every theme.
"""

from __future__ import annotations

from collections.abc import Iterable
from math import sqrt
from typing import Final, Literal, TypeAlias

from companion.core.board.hexes import Edge, Hex, Node, center, position
from companion.core.model import Struct

Point: TypeAlias = tuple[float, float]
Site: TypeAlias = Hex | Edge | Node
Role: TypeAlias = Literal[
    "frame", "tile", "symbol", "coordinate", "highlight", "harbor", "mark", "token", "figure"
]
"""The layer a shape belongs to, so that a face can redraw parts."""

RADIUS: Final = 1 / sqrt(3)
"""From a hex's center to its corners."""


class Polygon(Struct, frozen=True):
    """A closed outline. `fill` or `stroke` may be "" for none; `width` is that of the stroke."""

    role: Role
    site: Site
    points: tuple[Point, ...]
    fill: str = ""
    stroke: str = ""
    width: float = 0.0


class Circle(Struct, frozen=True):
    """A disk or a ring around `center`."""

    role: Role
    site: Site
    center: Point
    radius: float
    fill: str = ""
    stroke: str = ""
    width: float = 0.0


class Line(Struct, frozen=True):
    """A line through all `points`, not closed, with round ends."""

    role: Role
    site: Site
    points: tuple[Point, ...]
    stroke: str
    width: float


class Label(Struct, frozen=True):
    """A short text whose middle is at `at`; `size` is the height of its letters' em square."""

    role: Role
    site: Site
    text: str
    at: Point
    size: float
    color: str
    bold: bool = False


Shape: TypeAlias = Polygon | Circle | Line | Label


class Scene(Struct, frozen=True):
    """A whole picture: its shapes back to front, and the box that holds them.

    box: left, top, width and height.
    """

    shapes: tuple[Shape, ...]
    box: tuple[float, float, float, float]


def middle(place: Hex) -> Point:
    """The center of a hex."""
    x, y = center(place)
    return x, y * RADIUS


def corner(site: Node) -> Point:
    """The place of a node."""
    x, y = position(site)
    return x, y * RADIUS


def between(site: Edge) -> Point:
    """The middle of an edge."""
    return mean(middle(place) for place in site)


def mean(points: Iterable[Point]) -> Point:
    """The mean of at least one point."""
    found = tuple(points)
    return sum(x for x, _ in found) / len(found), sum(y for _, y in found) / len(found)


def toward(start: Point, end: Point, share: float) -> Point:
    """The point that lies `share` of the way from `start` to `end`."""
    return start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share
