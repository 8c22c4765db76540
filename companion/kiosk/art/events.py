"""Pictograms of the event cards, own drawings. Pure: no Kivy.

Named after the events; `none` and unknown scenes have art too, so a card is never blank.
"""

from __future__ import annotations

from companion.kiosk.art.strokes import (
    Disc,
    Drawing,
    Fill,
    Point,
    Stroke,
    arc,
    curve,
    fill,
    line,
    moved,
    rounded,
)

# Pictogram colors, made for the paper of the cards, which is light in both themes.
INK, SEA, FOAM, GOLD, BRICK, LEAF, STONE, NIGHT, SKIN = (
    *("#1C2B36", "#2F7F8C", "#A9D0CE", "#E0A32E", "#B5482F"),
    *("#5C8A4A", "#9AA39B", "#3B4452", "#E9D3A8"),
)


def _waves(
    y: float, tone: str = SEA, width: float = 5.0, left: float = 8, count: int = 4
) -> Stroke:
    points: list[Point] = []
    step = (100 - 2 * left) / count
    for at in range(count):
        x = left + at * step
        points += curve((x, y), (x + step / 4, y + 9), (x + step / 2, y), 6)
        points += curve((x + step / 2, y), (x + 3 * step / 4, y - 9), (x + step, y), 6)
    return Stroke(tuple(points), width, tone=tone)


def _house(x: float, y: float, size: float, tone: str, roof: str) -> Drawing:
    s = size
    return (
        fill(
            (x - 15 * s, y),
            (x + 15 * s, y),
            (x + 15 * s, y + 20 * s),
            (x - 15 * s, y + 20 * s),
            tone=tone,
        ),
        fill((x - 21 * s, y + 19 * s), (x + 21 * s, y + 19 * s), (x, y + 39 * s), tone=roof),
        fill(
            (x - 4 * s, y),
            (x + 5 * s, y),
            (x + 5 * s, y + 12 * s),
            (x - 4 * s, y + 12 * s),
            tone=INK,
        ),
    )


def _robber(x: float, y: float, size: float = 1.0, tone: str = NIGHT) -> Drawing:
    s = size
    body = (
        (x - 17 * s, y),
        *curve((x - 19 * s, y + 8 * s), (x - 17 * s, y + 34 * s), (x - 7 * s, y + 38 * s), 8),
        *curve((x + 7 * s, y + 38 * s), (x + 17 * s, y + 34 * s), (x + 19 * s, y + 8 * s), 8),
        (x + 17 * s, y),
    )
    return (
        Fill(body, tone),
        Disc((x, y + 48 * s), 13 * s, tone),
        fill(
            (x - 11 * s, y + 51 * s),
            (x - 11 * s, y + 45 * s),
            (x + 11 * s, y + 45 * s),
            (x + 11 * s, y + 51 * s),
            tone=SKIN,
        ),
        Disc((x - 4.5 * s, y + 48 * s), 2.2 * s, INK),
        Disc((x + 4.5 * s, y + 48 * s), 2.2 * s, INK),
    )


def _hand(x: float, y: float, flip: int, tone: str) -> Drawing:
    """A forearm with an open hand, reaching to the right (flip 1) or left (-1)."""
    f = flip
    return (
        line((x - 25 * f, y - 8), (x - 10 * f, y), width=15, tone=tone),
        line((x - 10 * f, y), (x + 6 * f, y + 2), width=13, tone=SKIN),
        line((x - 6 * f, y + 4), (x + 1 * f, y + 13), width=6, tone=SKIN),
    )


def _shield(x: float, y: float, s: float, tone: str) -> Fill:
    return Fill(
        (
            (x - 18 * s, y + 22 * s),
            (x + 18 * s, y + 22 * s),
            *curve((x + 18 * s, y + 2 * s), (x + 17 * s, y - 15 * s), (x, y - 25 * s), 8),
            *curve((x, y - 25 * s), (x - 17 * s, y - 15 * s), (x - 18 * s, y + 2 * s), 8),
        ),
        tone,
    )


def _sword(start: Point, end: Point, tone: str = STONE) -> Drawing:
    """A blade from the hilt at `start` to the tip at `end`."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    guard = (start[0] + dx * 0.24, start[1] + dy * 0.24)
    across = (-dy * 0.15, dx * 0.15)
    return (
        line(guard, end, width=7, tone=tone),
        line(start, guard, width=6, tone=BRICK),
        line(
            (guard[0] - across[0], guard[1] - across[1]),
            (guard[0] + across[0], guard[1] + across[1]),
            width=6,
            tone=INK,
        ),
    )


def _ship(x: float, y: float, s: float, sail: str) -> Drawing:
    return (
        Fill(
            (
                (x - 30 * s, y + 12 * s),
                (x + 32 * s, y + 12 * s),
                *curve((x + 26 * s, y), (x + 18 * s, y - 6 * s), (x + 10 * s, y - 6 * s), 5),
                *curve(
                    (x - 12 * s, y - 6 * s), (x - 22 * s, y - 6 * s), (x - 30 * s, y + 12 * s), 5
                ),
            ),
            BRICK,
        ),
        line((x, y + 12 * s), (x, y + 62 * s), width=4.5 * s, tone=INK),
        Fill(
            (
                *curve(
                    (x + 4 * s, y + 58 * s), (x + 30 * s, y + 42 * s), (x + 28 * s, y + 19 * s), 8
                ),
                (x + 4 * s, y + 19 * s),
            ),
            sail,
        ),
        Fill(
            (
                *curve(
                    (x - 4 * s, y + 52 * s), (x - 22 * s, y + 38 * s), (x - 22 * s, y + 19 * s), 8
                ),
                (x - 4 * s, y + 19 * s),
            ),
            FOAM,
        ),
    )


def _wheat(x: float, y: float, lean: float = 0.0) -> Drawing:
    stem = curve((x, y), (x + lean * 0.2, y + 30), (x + lean, y + 52))
    grains: list[Stroke | Fill | Disc] = []
    for at in range(4):
        gx, gy = x + lean * (0.55 + at * 0.15), y + 30 + at * 9
        grains.append(line((gx, gy), (gx - 7, gy + 7), width=7, tone=GOLD))
        grains.append(line((gx, gy), (gx + 7, gy + 7), width=7, tone=GOLD))
    return (Stroke(stem, 4, tone=LEAF), *grains)


def _star(x: float, y: float, s: float, tone: str) -> Fill:
    return fill(
        (x, y + 10 * s),
        (x + 2.5 * s, y + 2.5 * s),
        (x + 10 * s, y),
        (x + 2.5 * s, y - 2.5 * s),
        (x, y - 10 * s),
        (x - 2.5 * s, y - 2.5 * s),
        (x - 10 * s, y),
        (x - 2.5 * s, y + 2.5 * s),
        tone=tone,
    )


EVENT_ART: dict[str, Drawing] = {
    "epidemic": (
        *_house(50, 16, 1.35, SKIN, NIGHT),
        line((38, 28), (62, 28), width=0.1, tone=INK),
        *(
            Stroke(
                moved(curve((0, 0), (9, 7), (0, 14)) + curve((0, 14), (-9, 21), (0, 28)), x, 66),
                4.5,
                tone=LEAF,
            )
            for x in (22, 80)
        ),
        Disc((50, 82), 9, LEAF),
        *(
            line((50, 82), (50 + dx, 82 + dy), width=4, tone=LEAF)
            for dx, dy in (
                (16, 0),
                (-16, 0),
                (0, 15),
                (0, -15),
                (11, 11),
                (-11, 11),
                (11, -11),
                (-11, -11),
            )
        ),
    ),
    "earthquake": (
        fill((4, 30), (46, 30), (38, 18), (46, 4), (4, 4), tone=LEAF),
        fill((58, 30), (96, 30), (96, 4), (58, 4), (50, 18), tone=LEAF),
        line((6, 38), (42, 38), width=8, tone=GOLD),
        line((60, 50), (94, 36), width=8, tone=GOLD),
        line((50, 92), (40, 74), (56, 64), (44, 46), width=5, tone=BRICK),
        *(
            Stroke(arc((50, 62), r, a, a + 60, 8), 4, tone=STONE)
            for r in (30, 40)
            for a in (-20, 140)
        ),
    ),
    "good_neighbors": (
        *_house(24, 46, 0.95, SKIN, BRICK),
        *_house(76, 46, 0.95, SKIN, SEA),
        *_hand(42, 26, 1, BRICK),
        *_hand(58, 24, -1, SEA),
    ),
    "tournament": (
        line((20, 10), (20, 92), width=5, tone=INK),
        fill((22, 90), (64, 78), (22, 64), tone=BRICK),
        _shield(62, 40, 1.35, SEA),
        fill((62, 70), (86.3, 70), (86.3, 42), (62, 42), tone=GOLD),
        fill((62, 42), (62, 7), (50, 13), (41, 26), (38, 42), tone=GOLD),
    ),
    "trade_advantage": (
        *_ship(50, 30, 1.0, GOLD),
        _waves(18),
        _waves(8, FOAM),
        Disc((84, 78), 9, GOLD),
    ),
    "calm_seas": (
        Disc((50, 60), 19, GOLD),
        *(
            line((50 + 27 * x, 60 + 27 * y), (50 + 35 * x, 60 + 35 * y), width=5, tone=GOLD)
            for x, y in ((0, 1), (0.71, 0.71), (-0.71, 0.71), (1, 0), (-1, 0))
        ),
        fill((0, 44), (100, 44), (100, 4), (0, 4), tone=FOAM),
        _waves(35, SEA, 5),
        _waves(23, SEA, 5, left=16, count=3),
        _waves(12, SEA, 5, left=28, count=2),
    ),
    "robber_flees": (
        fill((56, 8), (98, 8), (98, 16), (56, 16), tone=GOLD),
        *(Stroke(curve((x, 16), (x + 4, 26), (x + 12, 28)), 4, tone=LEAF) for x in (70, 82)),
        *_robber(36, 12, 1.15),
        *(line((74, y), (92 - d, y), width=5, tone=STONE) for y, d in ((66, 0), (52, 8), (38, 0))),
    ),
    "neighborly_assistance": (
        *_hand(34, 40, 1, SEA),
        *_hand(66, 40, -1, BRICK),
        fill((50, 54), (66, 62), (50, 70), (34, 62), tone=GOLD),
        fill((34, 62), (50, 54), (50, 76), (34, 84), tone="#C98A1F"),
        fill((66, 62), (50, 54), (50, 76), (66, 84), tone=GOLD),
        fill((50, 92), (66, 84), (50, 76), (34, 84), tone="#F0C56B"),
        line((16, 12), (84, 12), width=6, tone=STONE),
    ),
    "conflict": (
        *_sword((16, 14), (84, 86)),
        *_sword((84, 14), (16, 86)),
        _star(50, 84, 1.1, GOLD),
    ),
    "plentiful_year": (
        *_wheat(30, 22, -12),
        *_wheat(50, 24, 0),
        *_wheat(70, 22, 12),
        fill((20, 32), (80, 32), (72, 6), (28, 6), tone=BRICK),
        line((17, 32), (83, 32), width=7, tone=INK),
        line((24, 19), (76, 19), width=4, tone=INK),
    ),
    "robber_attack": (
        *_robber(50, 10, 1.3),
        *_sword((86, 22), (70, 88)),
        line((14, 90), (26, 74), width=5, tone=BRICK),
        line((8, 70), (22, 62), width=5, tone=BRICK),
        line((12, 48), (24, 48), width=5, tone=BRICK),
    ),
    "none": (
        Stroke(arc((50, 50), 33, 0, 360, 40), 4, closed=True, tone=STONE),
        _star(50, 50, 3.0, SEA),
        Fill(((50, 80), (50, 50), (57.5, 57.5)), FOAM),
        Fill(((50, 20), (50, 50), (42.5, 42.5)), FOAM),
        Fill(((80, 50), (50, 50), (57.5, 42.5)), FOAM),
        Fill(((20, 50), (50, 50), (42.5, 57.5)), FOAM),
        Disc((50, 50), 5, GOLD),
    ),
    "year_end": (
        Fill(rounded(16, 14, 46, 64, 6), FOAM),
        Stroke(rounded(16, 14, 46, 64, 6), 4, closed=True, tone=SEA),
        Fill(rounded(36, 20, 46, 64, 6), SKIN),
        Stroke(rounded(36, 20, 46, 64, 6), 4, closed=True, tone=INK),
        Stroke(arc((59, 52), 14, 100, -200, 24), 5, tone=BRICK),
        line((64, 73), (56, 66), (66, 60), width=5, tone=BRICK),
    ),
}


def event_art(name: str) -> Drawing:
    """The pictogram of an event; that of `none` for a name without one."""
    return EVENT_ART.get(name, EVENT_ART["none"])
