"""Icons of the buttons, as strokes of one weight. Pure: no Kivy."""

from __future__ import annotations

from math import cos, radians, sin

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

W = 9.0  # the one weight


def _turned_arrow(mirror: bool) -> Drawing:
    """An arrow that turns back: undo, or redo when mirrored."""
    body = ((34, 22), (56, 22), *arc((56, 43), 21, -90, 90), (22, 64))
    head = ((40, 84), (20, 64), (40, 44))

    def seen(points: tuple[tuple[float, float], ...]) -> tuple[tuple[float, float], ...]:
        return tuple((100 - x, y) for x, y in points) if mirror else points

    return (Stroke(seen(body), W), Stroke(seen(head), W))


def _gear() -> Drawing:
    teeth = []
    for at in range(8):
        turn = 45 * at
        for offset, radius in ((-13, 30), (-9, 41), (9, 41), (13, 30)):
            angle = radians(turn + offset)
            teeth.append((50 + radius * cos(angle), 50 + radius * sin(angle)))
    return (Stroke(tuple(teeth), 8, closed=True), Stroke(arc((50, 50), 12, 0, 360), 8, closed=True))


def _sun() -> Drawing:
    rays = []
    for at in range(8):
        angle = radians(45 * at)
        rays.append(
            line(
                (50 + 31 * cos(angle), 50 + 31 * sin(angle)),
                (50 + 41 * cos(angle), 50 + 41 * sin(angle)),
                width=W,
            )
        )
    return (Disc((50, 50), 19), *rays)


def _person(x: float, y: float, size: float) -> Drawing:
    return (
        Disc((x, y + 19 * size), 12 * size),
        Fill(
            (
                *arc((x, y - 22 * size), 24 * size, 0, 180, 18),
                (x - 24 * size, y - 26 * size),
                (x + 24 * size, y - 26 * size),
            )
        ),
    )


def _hexagon(x: float, y: float) -> Fill:
    """One of three hexes that lie together, with a gap between them."""
    return Fill(tuple(arc((x, y), 21, 90, 390, 5)))


ICONS: dict[str, Drawing] = {
    "undo": _turned_arrow(mirror=False),
    "redo": _turned_arrow(mirror=True),
    "menu": tuple(line((20, y), (80, y), width=W) for y in (28, 50, 72)),
    "back": (line((60, 80), (30, 50), (60, 20), width=W),),
    "forward": (line((40, 80), (70, 50), (40, 20), width=W),),
    "close": (line((24, 24), (76, 76), width=W), line((24, 76), (76, 24), width=W)),
    "plus": (line((50, 20), (50, 80), width=W), line((20, 50), (80, 50), width=W)),
    "minus": (line((20, 50), (80, 50), width=W),),
    "check": (line((20, 52), (42, 28), (80, 74), width=W),),
    "pause": (Fill(rounded(28, 22, 15, 56, 4)), Fill(rounded(57, 22, 15, 56, 4))),
    "play": (fill((32, 20), (78, 50), (32, 80)),),
    "history": (
        Stroke(arc((52, 50), 32, 160, -160, 28), W),
        line((10, 70), (20, 56), (34, 66), width=W),
        line((52, 70), (52, 50), (66, 40), width=W),
    ),
    "stats": (
        line((18, 18), (82, 18), width=W),
        *(line((x, 32), (x, top), width=13) for x, top in ((30, 50), (50, 78), (70, 62))),
    ),
    "settings": _gear(),
    "dice": (
        Stroke(rounded(20, 20, 60, 60, 14), 8, closed=True),
        *(Disc(at, 6.5) for at in ((37, 63), (50, 50), (63, 37), (63, 63), (37, 37))),
    ),
    "card": (
        Stroke(rounded(26, 14, 48, 72, 9), 8, closed=True),
        fill((50, 68), (63, 50), (50, 32), (37, 50)),
    ),
    "pencil": (
        line((22, 22), (27, 42), (66, 81), (81, 66), (42, 27), width=8, closed=True),
        line((57, 72), (72, 57), width=8),
    ),
    "warning": (
        line((50, 84), (88, 18), (12, 18), width=8, closed=True),
        line((50, 62), (50, 44), width=W),
        Disc((50, 31), 5),
    ),
    "people": (*_person(34, 46, 0.95), *_person(69, 40, 0.8)),
    "trophy": (
        Fill(
            (
                (30, 82),
                (70, 82),
                *curve((70, 82), (70, 44), (50, 40)),
                *curve((50, 40), (30, 44), (30, 82)),
            )
        ),
        Stroke(curve((30, 74), (12, 74), (33, 53)), 7),
        Stroke(curve((70, 74), (88, 74), (67, 53)), 7),
        line((50, 42), (50, 26), width=W),
        line((34, 20), (66, 20), width=W),
    ),
    "sun": _sun(),
    "moon": (Fill((*arc((48, 50), 34, 68, 292, 30), *reversed(arc((66, 50), 30, 104, 256, 24)))),),
    "globe": (
        Stroke(arc((50, 50), 34, 0, 360, 36), 7, closed=True),
        line((16, 50), (84, 50), width=7),
        Stroke(curve((50, 84), (16, 50), (50, 16)), 7),
        Stroke(curve((50, 84), (84, 50), (50, 16)), 7),
    ),
    "list": tuple(
        shape for y in (28, 50, 72) for shape in (Disc((20, y), 6), line((38, y), (82, y), width=W))
    ),
    "clock": (
        Stroke(arc((50, 50), 34, 0, 360, 36), 8, closed=True),
        line((50, 70), (50, 50), (64, 42), width=8),
    ),
    "trash": (
        line((18, 74), (82, 74), width=8),
        line((40, 86), (60, 86), width=8),
        line((28, 74), (33, 16), (67, 16), (72, 74), width=8),
        line((50, 60), (50, 32), width=7),
    ),
    "info": (
        Stroke(arc((50, 50), 34, 0, 360, 36), 8, closed=True),
        line((50, 50), (50, 32), width=W),
        Disc((50, 67), 5.5),
    ),
    "backspace": (
        line((36, 78), (86, 78), (86, 22), (36, 22), (12, 50), width=8, closed=True),
        line((46, 62), (70, 38), width=8),
        line((70, 62), (46, 38), width=8),
    ),
    "shift": (
        line(
            (50, 84),
            (18, 50),
            (36, 50),
            (36, 18),
            (64, 18),
            (64, 50),
            (82, 50),
            width=8,
            closed=True,
        ),
    ),
    "swap": (
        line((20, 66), (78, 66), width=W),
        line((62, 82), (78, 66), (62, 50), width=W),
        line((80, 34), (22, 34), width=W),
        line((38, 50), (22, 34), (38, 18), width=W),
    ),
    "flag": (
        line((26, 12), (26, 86), width=W),
        fill((30, 82), (82, 66), (30, 46)),
    ),
    "house": (fill((50, 84), (84, 52), (74, 52), (74, 18), (26, 18), (26, 52), (16, 52)),),
    "robber": (
        Disc((50, 76), 15),
        Fill(
            (
                (40, 60),
                (60, 60),
                *curve((60, 60), (62, 34), (76, 24)),
                (76, 12),
                (24, 12),
                (24, 24),
                *curve((24, 24), (38, 34), (40, 60)),
            )
        ),
    ),
    "hexes": (_hexagon(50, 73), _hexagon(29, 37), _hexagon(71, 37)),
    "hammer": (
        fill((20, 62), (42, 86), (66, 66), (58, 58), (74, 44), (62, 34), (48, 48), (40, 42)),
        line((52, 50), (80, 18), width=12),
    ),
}


def icon(name: str) -> Drawing:
    """The icon called `name`; an unknown name is a `KeyError` that lists the known ones."""
    try:
        return ICONS[name]
    except KeyError:
        raise KeyError(f"icon {name!r} is unknown; known: {', '.join(sorted(ICONS))}") from None
