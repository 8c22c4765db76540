"""Pieces and cards that a player builds, buys or plays, as our own drawings. Pure: no Kivy.

Pieces are painted like the wooden ones: in their owner's color with its edge (`piece_art`).
Cards are of one color, like the icons.
"""

from __future__ import annotations

from functools import lru_cache

from companion.kiosk.art.icons import icon
from companion.kiosk.art.strokes import (
    Disc,
    Drawing,
    Fill,
    Stroke,
    arc,
    curve,
    fill,
    line,
    rounded,
)
from companion.kiosk.seats import seat_color

EDGE = 5.0
"""Width of the edge of a painted piece."""

_SAIL = (*curve((54, 90), (86, 66), (84, 42)), (54, 42))
_JIB = (*curve((42, 80), (22, 60), (16, 42)), (42, 42))
_HULL = (
    (8, 32),
    (92, 32),
    *curve((92, 32), (86, 12), (68, 11)),
    *curve((32, 11), (14, 12), (8, 32)),
)

PIECES: dict[str, Drawing] = {
    "road": (fill((13, 36), (22, 17), (87, 64), (78, 83)),),
    "ship": (Fill(_SAIL), Fill(_JIB), Fill(_HULL)),
    "settlement": (fill((50, 88), (88, 54), (78, 54), (78, 13), (22, 13), (22, 54), (12, 54)),),
    "city": (fill((31, 92), (57, 67), (57, 50), (91, 50), (91, 11), (9, 11), (9, 71)),),
}
"""What stands on the board, by kind: closed outlines only, so that each can be painted."""

_CARD = Stroke(rounded(25, 11, 50, 78, 9), 7, closed=True)
_SHIELD = (
    (20, 84),
    (80, 84),
    *curve((80, 84), (84, 36), (50, 12)),
    *curve((50, 12), (16, 36), (20, 84)),
)

CARDS: dict[str, Drawing] = {
    "development_card": (_CARD, fill((50, 70), (64, 50), (50, 30), (36, 50))),
    "knight": (
        Stroke(_SHIELD, 8, closed=True),
        line((50, 74), (50, 34), width=8),
        line((34, 62), (66, 62), width=8),
    ),
    "victory_point": (
        _CARD,
        fill(
            (50, 72),
            (54.6, 57.8),
            (69, 57.8),
            (57.4, 49),
            (61.8, 35),
            (50, 43.6),
            (38.2, 35),
            (42.6, 49),
            (31, 57.8),
            (45.4, 57.8),
        ),
    ),
    "road_building": (
        fill((9, 60), (16, 45), (69, 73), (62, 88)),
        fill((31, 27), (38, 12), (91, 40), (84, 55)),
    ),
    "trade_route": (
        line((14, 24), (34, 60), (60, 38), (84, 74), width=8),
        *(Disc(at, 10) for at in ((14, 24), (34, 60), (60, 38), (84, 74))),
    ),
    "invention": (
        Stroke(arc((50, 58), 26, -58, 238, 28), 8),
        line((37, 35), (38, 28), (62, 28), (63, 35), width=8),
        line((42, 14), (58, 14), width=8),
        line((50, 40), (50, 58), width=6),
    ),
    "monopoly": (
        fill((14, 32), (86, 32), (92, 76), (69, 54), (50, 86), (31, 54), (8, 76)),
        line((18, 18), (82, 18), width=9),
        Disc((50, 90), 6),
    ),
}
"""What is held or played, by kind."""


AWARDS: dict[str, Drawing] = {
    "longest_trade_route": CARDS["trade_route"],
    "largest_army": CARDS["knight"],
    "harbormaster": (
        Stroke(arc((50, 80), 9, 0, 360, 20), 8, closed=True),
        line((50, 70), (50, 14), width=9),
        line((32, 58), (68, 58), width=8),
        Stroke((*curve((14, 42), (18, 14), (50, 13)), *curve((50, 13), (82, 14), (86, 42))), 9),
        fill((4, 36), (12, 54), (26, 40)),
        fill((96, 36), (88, 54), (74, 40)),
    ),
}
"""Special cards that lie with a seat, by award."""


def award_art(award: str) -> Drawing:
    """The drawing of an award; a cup for one that has none of its own."""
    return AWARDS.get(award) or icon("trophy")


def item_art(item: str) -> Drawing | None:
    """The drawing of a kind of piece or card in one color; None where there is none."""
    return PIECES.get(item) or CARDS.get(item)


@lru_cache(maxsize=64)
def piece_art(kind: str, color: str, edge: str = "") -> Drawing:
    """The piece of a kind of `PIECES`, painted in a seat's color (a key of `SEAT_COLORS`).

    `edge`: `#RRGGBB` of its outline instead of the seat's own.
    """
    seat = seat_color(color)
    painted: list[Stroke | Fill | Disc] = []
    for shape in PIECES[kind]:
        assert isinstance(shape, Fill), "a piece is made of filled outlines"
        painted.append(Fill(shape.points, seat.fill))
        painted.append(Stroke(shape.points, EDGE, closed=True, tone=edge or seat.edge))
    return tuple(painted)
