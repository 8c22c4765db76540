"""The few shapes that all icons and pictograms are made of. Pure: no Kivy.

Coordinates are those of a square drawing board, 0 to 100, y upward. Widths are in the same
units. A `tone` names a color of the theme; None means the color the drawing is asked for.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from math import cos, radians, sin

Point = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Stroke:
    """A line through `points`, with round ends and corners."""

    points: tuple[Point, ...]
    width: float = 8.0
    closed: bool = False
    tone: str | None = None


@dataclass(frozen=True, slots=True)
class Fill:
    """A filled polygon, convex or not, without crossings."""

    points: tuple[Point, ...]
    tone: str | None = None


@dataclass(frozen=True, slots=True)
class Disc:
    """A filled circle."""

    center: Point
    radius: float
    tone: str | None = None


Drawing = tuple[Stroke | Fill | Disc, ...]


def arc(
    center: Point, radius: float, start: float, end: float, steps: int = 20
) -> tuple[Point, ...]:
    """Points of an arc from `start` to `end` degrees, counterclockwise from the right."""
    x, y = center
    turns = [radians(start + (end - start) * at / steps) for at in range(steps + 1)]
    return tuple((x + radius * cos(turn), y + radius * sin(turn)) for turn in turns)


def curve(start: Point, bend: Point, end: Point, steps: int = 12) -> tuple[Point, ...]:
    """Points of a quadratic curve from `start` to `end`, pulled toward `bend`."""
    made = []
    for at in range(steps + 1):
        t = at / steps
        a, b, c = (1 - t) ** 2, 2 * t * (1 - t), t * t
        made.append(
            (
                a * start[0] + b * bend[0] + c * end[0],
                a * start[1] + b * bend[1] + c * end[1],
            )
        )
    return tuple(made)


def line(
    *points: Point, width: float = 8.0, closed: bool = False, tone: str | None = None
) -> Stroke:
    """A stroke through the points."""
    return Stroke(points, width, closed, tone)


def fill(*points: Point, tone: str | None = None) -> Fill:
    """A filled polygon with these corners."""
    return Fill(points, tone)


def rounded(x: float, y: float, width: float, height: float, radius: float) -> tuple[Point, ...]:
    """The outline of a rectangle with round corners; (x, y) is its lower left."""
    left, right = x + radius, x + width - radius
    low, high = y + radius, y + height - radius
    return (
        *arc((right, high), radius, 0, 90, 6),
        *arc((left, high), radius, 90, 180, 6),
        *arc((left, low), radius, 180, 270, 6),
        *arc((right, low), radius, 270, 360, 6),
    )


def moved(points: Iterable[Point], dx: float = 0.0, dy: float = 0.0) -> tuple[Point, ...]:
    """The points, shifted."""
    return tuple((x + dx, y + dy) for x, y in points)
