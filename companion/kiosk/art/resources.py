"""The five resources as small drawings of our own, for what something costs. Pure: no Kivy."""

from __future__ import annotations

from companion.kiosk.art.strokes import Disc, Drawing, Fill, Stroke, arc, curve, fill, line, rounded

_INK = "#2B2118"
_WIDTH = 6.0


def _edged(points: tuple[tuple[float, float], ...], color: str) -> Drawing:
    return Fill(points, color), Stroke(points, _WIDTH, closed=True, tone=_INK)


def _ear() -> Drawing:
    """An ear of grain: a stalk with three pairs of grains and one at the top."""
    parts: list[Stroke | Fill | Disc] = [line((50, 6), (50, 60), width=7, tone=_INK)]
    for y in (26, 46, 66):
        for side in (-1, 1):
            tip = (50 + side * 30, y + 20)
            grain = (
                *curve((50, y - 4), (50 + side * 32, y - 6), tip),
                *curve(tip, (50 + side * 4, y + 22), (50, y - 4)),
            )
            parts += _edged(grain, "#E9B824")
    top = (*curve((50, 66), (68, 82), (50, 96)), *curve((50, 96), (32, 82), (50, 66)))
    return (*parts, *_edged(top, "#E9B824"))


RESOURCES: dict[str, Drawing] = {
    "brick": (
        *_edged(rounded(6, 22, 88, 56, 6), "#C4552D"),
        line((6, 50), (94, 50), width=5, tone=_INK),
        line((50, 50), (50, 78), width=5, tone=_INK),
        line((30, 22), (30, 50), width=5, tone=_INK),
        line((70, 22), (70, 50), width=5, tone=_INK),
    ),
    "lumber": (
        *_edged(rounded(20, 28, 74, 44, 20), "#8A5A2B"),
        *_edged(arc((26, 50), 22, 0, 360, 24), "#E0B77C"),
        Stroke(arc((26, 50), 10, 0, 360, 16), 4, closed=True, tone=_INK),
    ),
    "wool": (
        line((34, 10), (34, 30), width=9, tone=_INK),
        line((66, 10), (66, 30), width=9, tone=_INK),
        *_edged(
            (
                *arc((30, 44), 20, 120, 300, 12),
                *arc((60, 42), 20, 230, 330, 8),
                *arc((74, 58), 18, 300, 440, 12),
                *arc((48, 70), 20, 20, 170, 12),
            ),
            "#F4F0E4",
        ),
        Disc((84, 56), 13, _INK),
    ),
    "grain": _ear(),
    "ore": (
        *_edged(((8, 26), (22, 68), (52, 90), (84, 72), (94, 30), (60, 10), (28, 12)), "#8C95A3"),
        fill((30, 60), (52, 78), (64, 58), (44, 46), tone="#C9D0DA"),
    ),
}
"""By resource; each in its own colors, with an edge that shows on light and dark."""
