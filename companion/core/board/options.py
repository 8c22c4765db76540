"""What a table may wish of a new board: each wish off, on, or a limit."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import msgspec

from companion.core.model import Struct

LIMITS: Final = {
    "clusters": (1, 9),
    "node_most": (1, 15),
    "node_least": (1, 15),
    "reds_per_terrain": (1, 9),
    "balance": (1, 36),
    "lopsided": (1, 36),
}
"""The least and the greatest value of every wish that is a limit."""

# A step that asks for less: the direction in which the limit moves.
_LOOSER: Final = {
    "clusters": 1,
    "node_most": 1,
    "node_least": -1,
    "reds_per_terrain": 1,
    "balance": 1,
    "lopsided": -1,
}


class Options(Struct, frozen=True):
    """The wishes for one board. A wish judges what is drawn, never printed things among themselves.

    reds_apart: no 6 or 8 beside a 6 or 8. equal_apart: no number beside the same number.
    extremes_apart: no 2 beside a 12. clusters: at most so many hexes of one terrain hang
    together (1: equal terrain apart); sea, desert and other hexes without a yield do not count.
    node_most: at most so many pips at a node. node_least: at least so many at every node where
    three numbers meet. reds_per_terrain: at most so many 6s and 8s on one kind of terrain.
    balance: every resource's pips lie at most so far from its fair share, which is the pips of
    all five times its part of their hexes. lopsided: the opposite, some resource's pips lie at
    least so far from it: a harsh board. harbors_off_own: no harbor for one resource at a
    node of a hex that yields it. no_reds_on_gold: no 6 or 8 on gold.
    """

    reds_apart: bool = False
    equal_apart: bool = False
    extremes_apart: bool = False
    clusters: int | None = None
    node_most: int | None = None
    node_least: int | None = None
    reds_per_terrain: int | None = None
    balance: int | None = None
    harbors_off_own: bool = False
    no_reds_on_gold: bool = False
    lopsided: int | None = None

    def __post_init__(self) -> None:
        """Refuse a limit out of its range with a ValueError."""
        for name, (least, most) in LIMITS.items():
            value = getattr(self, name)
            if value is not None and not least <= value <= most:
                raise ValueError(f"{name} is {value}: give {least} to {most}, or none")


def relaxed(options: Options) -> Iterator[tuple[str, Options]]:
    """Every wish that is on, with options in which it alone asks for one step less."""
    for name in Options.__struct_fields__:
        value = getattr(options, name)
        if value is None or value is False:
            continue
        if value is True:
            step: bool | int | None = False
        else:
            step = value + _LOOSER[name]
            least, most = LIMITS[name]
            step = step if least <= step <= most else None
        yield name, msgspec.structs.replace(options, **{name: step})
