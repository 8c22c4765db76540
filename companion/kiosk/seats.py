"""The colors of the seats, each with a shape of its own. Pure: no Kivy.

A color alone is not enough for one person in twelve, nor by candlelight: every seat color
comes with a shape, and the fills stay apart under simulated color blindness (a test).
Shapes are polygons round the origin inside the unit circle, y upward.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import cos, pi, sin

Point = tuple[float, float]


@dataclass(frozen=True, slots=True)
class SeatColor:
    """One color a player may have: its name, fill, the ink that is legible on it, its shape."""

    name: str
    fill: str
    on_fill: str
    edge: str  # the outline that keeps the shape visible on either theme
    shape: str


def _regular(corners: int, turn: float = 0.0, radius: float = 1.0) -> tuple[Point, ...]:
    """A regular polygon, first corner straight up and then `turn` degrees further left."""
    start = pi / 2 + turn * pi / 180
    return tuple(
        (radius * cos(start + 2 * pi * at / corners), radius * sin(start + 2 * pi * at / corners))
        for at in range(corners)
    )


def _star(points: int, inner: float) -> tuple[Point, ...]:
    outer = _regular(points)
    between = _regular(points, turn=180 / points, radius=inner)
    return tuple(corner for pair in zip(outer, between, strict=True) for corner in pair)


def _plus(arm: float) -> tuple[Point, ...]:
    a = arm
    return (
        *((a, 1.0), (a, a), (1.0, a), (1.0, -a), (a, -a), (a, -1.0)),
        *((-a, -1.0), (-a, -a), (-1.0, -a), (-1.0, a), (-a, a), (-a, 1.0)),
    )


SHAPES: Mapping[str, tuple[Point, ...]] = {
    "circle": _regular(48, radius=0.92),
    "square": _regular(4, turn=45, radius=1.16),
    "triangle": tuple((x * 1.08, y * 1.08 - 0.2) for x, y in _regular(3)),
    "diamond": tuple((x * 0.86, y * 1.08) for x, y in _regular(4)),
    "pentagon": tuple((x, y - 0.06) for x, y in _regular(5)),
    "star": tuple((x * 1.1, y * 1.1 - 0.06) for x, y in _star(5, 0.46)),
    "plus": tuple((x * 0.94, y * 0.94) for x, y in _plus(0.38)),
    "hourglass": (
        (-0.86, 0.92),
        (0.86, 0.92),
        (0.2, 0.0),
        (0.86, -0.92),
        (-0.86, -0.92),
        (-0.2, 0.0),
    ),
}

SEAT_COLORS: Mapping[str, SeatColor] = {
    color.name: color
    for color in (
        SeatColor("red", "#D5331A", "#FFFFFF", "#7A1507", "circle"),
        SeatColor("blue", "#26429A", "#FFFFFF", "#152A61", "square"),
        SeatColor("white", "#F7F3E8", "#1C2B36", "#6E6656", "triangle"),
        SeatColor("orange", "#F0962E", "#2B1600", "#8A4B00", "diamond"),
        SeatColor("green", "#2B7F60", "#FFFFFF", "#124032", "pentagon"),
        SeatColor("brown", "#6E3826", "#FFFFFF", "#391A10", "star"),
        SeatColor("black", "#24262B", "#FFFFFF", "#8E98A0", "plus"),
        SeatColor("purple", "#9A68D0", "#150321", "#4D2478", "hourglass"),
    )
}


def seat_color(name: str) -> SeatColor:
    """The seat color called `name`; an unknown name is a `KeyError` that lists the known ones."""
    try:
        return SEAT_COLORS[name]
    except KeyError:
        raise KeyError(f"seat color {name!r} is unknown; known: {', '.join(SEAT_COLORS)}") from None
