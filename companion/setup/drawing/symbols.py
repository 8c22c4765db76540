"""The signs of terrains, resources, marks and figures: drawn, and told apart without color."""

from __future__ import annotations

from typing import Final

from companion.core.board.layout import RESOURCE_OF
from companion.setup.drawing.shapes import (
    Circle,
    Label,
    Line,
    Point,
    Polygon,
    Role,
    Shape,
    Site,
)

TERRAIN_OF: Final = {resource: terrain for terrain, resource in RESOURCE_OF.items()}

# Strokes in a square from -1 to 1 around the sign's center; closed and filled if the flag is set.
_STROKES: Final[dict[str, tuple[tuple[bool, tuple[Point, ...]], ...]]] = {
    "hills": (
        (False, ((-1, -0.6), (1, -0.6), (1, 0.6), (-1, 0.6), (-1, -0.6))),
        (False, ((-1, 0), (1, 0))),
        (False, ((-0.3, -0.6), (-0.3, 0))),
        (False, ((0.4, 0), (0.4, 0.6))),
    ),
    "forest": (
        (True, ((-0.5, -1), (-1, 0.5), (0, 0.5))),
        (True, ((0.5, -1), (0, 0.5), (1, 0.5))),
        (False, ((-0.5, 0.5), (-0.5, 0.9))),
        (False, ((0.5, 0.5), (0.5, 0.9))),
    ),
    "pasture": (
        (False, ((-1, 0.6), (-0.8, -0.3), (-0.6, 0.6), (-0.3, -0.7), (0, 0.6))),
        (False, ((0, 0.6), (0.3, -0.7), (0.6, 0.6), (0.8, -0.3), (1, 0.6))),
    ),
    "fields": (
        (False, ((0, 0.9), (0, -0.9))),
        (False, ((-0.5, -0.7), (0, -0.3), (0.5, -0.7))),
        (False, ((-0.5, -0.2), (0, 0.2), (0.5, -0.2))),
        (False, ((-0.5, 0.3), (0, 0.7), (0.5, 0.3))),
    ),
    "mountains": ((True, ((-1, 0.7), (-0.4, -0.8), (0.1, 0.2), (0.4, -0.3), (1, 0.7))),),
    "desert": (
        (False, ((0, 0.9), (0, -0.9))),
        (False, ((-0.6, -0.4), (-0.6, 0.2), (0, 0.2))),
        (False, ((0.6, -0.6), (0.6, 0), (0, 0))),
    ),
    "gold": ((True, ((0, -0.9), (0.9, 0), (0, 0.9), (-0.9, 0))),),
    "sea": ((False, ((-1, 0), (-0.6, -0.4), (-0.2, 0), (0.2, -0.4), (0.6, 0), (1, -0.4))),),
    "lake": (
        (
            False,
            ((-0.9, 0), (-0.2, -0.6), (0.4, -0.4), (0.9, 0), (0.2, 0.6), (-0.4, 0.5), (-0.9, 0)),
        ),
    ),
    "swamp": (
        (False, ((-1, 0.7), (1, 0.7))),
        (False, ((-0.5, 0.7), (-0.5, -0.6))),
        (False, ((0, 0.7), (0, -0.9))),
        (False, ((0.5, 0.7), (0.5, -0.6))),
    ),
    "castle": (
        (
            True,
            (
                (-0.9, 0.8),
                (-0.9, -0.8),
                (-0.5, -0.8),
                (-0.5, -0.3),
                (-0.2, -0.3),
                (-0.2, -0.8),
                (0.2, -0.8),
                (0.2, -0.3),
                (0.5, -0.3),
                (0.5, -0.8),
                (0.9, -0.8),
                (0.9, 0.8),
            ),
        ),
    ),
    "quarry": ((True, ((-0.9, 0.7), (-0.9, 0), (-0.3, 0), (-0.3, -0.7), (0.9, -0.7), (0.9, 0.7))),),
    "glassworks": (
        (False, ((-0.2, -0.9), (-0.2, -0.2), (-0.7, 0.8), (0.7, 0.8), (0.2, -0.2), (0.2, -0.9))),
    ),
    "oasis": (
        (
            False,
            (
                (0, 0.9),
                (0, -0.4),
                (-0.9, -0.1),
                (0, -0.4),
                (0.9, -0.1),
                (0, -0.4),
                (-0.6, -0.9),
                (0, -0.4),
                (0.6, -0.9),
            ),
        ),
    ),
    "house": ((True, ((-0.8, 0.8), (-0.8, -0.1), (0, -0.9), (0.8, -0.1), (0.8, 0.8))),),
    "flag": (
        (False, ((-0.5, 0.9), (-0.5, -0.9))),
        (True, ((-0.5, -0.9), (0.8, -0.4), (-0.5, 0.1))),
    ),
    "anchor": (
        (False, ((0, -0.9), (0, 0.8))),
        (False, ((-0.4, -0.5), (0.4, -0.5))),
        (False, ((-0.8, 0.2), (-0.5, 0.7), (0, 0.9), (0.5, 0.7), (0.8, 0.2))),
    ),
    "gift": (
        (False, ((-0.8, -0.4), (0.8, -0.4), (0.8, 0.8), (-0.8, 0.8), (-0.8, -0.4))),
        (False, ((0, 0.8), (0, -0.4), (-0.4, -0.9))),
        (False, ((0, -0.4), (0.4, -0.9))),
    ),
    "card": ((False, ((-0.6, -0.9), (0.6, -0.9), (0.6, 0.9), (-0.6, 0.9), (-0.6, -0.9))),),
    "cross": ((False, ((-0.8, -0.8), (0.8, 0.8))), (False, ((-0.8, 0.8), (0.8, -0.8)))),
    "star": (
        (
            True,
            (
                (0, -1),
                (0.25, -0.3),
                (1, -0.3),
                (0.4, 0.15),
                (0.6, 0.9),
                (0, 0.45),
                (-0.6, 0.9),
                (-0.4, 0.15),
                (-1, -0.3),
                (-0.25, -0.3),
            ),
        ),
    ),
    "bridge": (
        (False, ((-0.9, 0.6), (-0.5, -0.3), (0, -0.6), (0.5, -0.3), (0.9, 0.6))),
        (False, ((-1, -0.6), (1, -0.6))),
    ),
    "arrow": ((True, ((0, -0.9), (0.9, 0.3), (-0.9, 0.3))),),
    "fish": (
        (True, ((-0.9, 0), (-0.3, -0.6), (0.4, 0), (0.9, -0.5), (0.9, 0.5), (0.4, 0), (-0.3, 0.6))),
    ),
    "swords": (
        (False, ((-0.8, -0.9), (0.7, 0.7))),
        (False, ((0.8, -0.9), (-0.7, 0.7))),
        (False, ((-0.9, 0.35), (-0.35, 0.9))),
        (False, ((0.9, 0.35), (0.35, 0.9))),
    ),
    "shield": ((True, ((-0.8, -0.8), (0.8, -0.8), (0.8, 0.1), (0, 1), (-0.8, 0.1))),),
    "robber": (
        (True, ((-0.6, 0.9), (-0.5, -0.1), (-0.3, -0.8), (0.3, -0.8), (0.5, -0.1), (0.6, 0.9))),
    ),
    "pirate": (
        (True, ((-0.9, 0.2), (0.9, 0.2), (0.5, 0.8), (-0.5, 0.8))),
        (True, ((-0.1, 0), (-0.1, -0.9), (0.7, 0))),
    ),
}

_OF_MARK: Final = (
    ("village", "house"),
    ("neutral", "house"),
    ("fortress", "castle"),
    ("start", "flag"),
    ("landing", "anchor"),
    ("gift_card", "card"),
    ("gift_harbor", "anchor"),
    ("gift", "gift"),
    ("wasteland", "cross"),
    ("closed", "cross"),
    ("strait", "bridge"),
    ("bridge", "bridge"),
    ("arrow", "arrow"),
    ("fish", "fish"),
    ("ground", "fish"),
    ("barbarian", "swords"),
    ("battle", "shield"),
)


def sign_of_mark(name: str) -> str:
    """The sign of a mark, found by what its name says; a star for any other."""
    return next((sign for part, sign in _OF_MARK if part in name), "star")


def sign(name: str, at: Point, size: float, color: str, role: Role, site: Site) -> list[Shape]:
    """The shapes of a sign that reaches `size` from its center; none if it has no strokes."""
    if name == "fog":
        return [Label(role, site, "?", at, size * 2.4, color, bold=True)]
    if name == "exclamation":
        return [Label(role, site, "!", at, size * 2.2, color, bold=True)]
    shapes: list[Shape] = []
    for filled, stroke in _STROKES.get(name, ()):
        points = tuple((at[0] + x * size, at[1] + y * size) for x, y in stroke)
        if filled:
            shapes.append(Polygon(role, site, points, fill=color))
        else:
            shapes.append(Line(role, site, points, color, size * 0.2))
    return shapes or [Circle(role, site, at, size * 0.6, stroke=color, width=size * 0.2)]
