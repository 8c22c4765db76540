"""Turns and mirrors that lay a set of hexes onto itself.

Grounds that only differ by one of them have the same boards, turned: what was made ready for
one serves all. A base board has nineteen places for its desert, but only four that differ.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from typing import Final

from companion.core.board.hexes import Hex

Symmetry = Mapping[Hex, Hex]
"""Where each hex comes to lie."""

_TURNS: Final[tuple[Callable[[int, int], Hex], ...]] = (
    lambda q, r: (q, r),
    lambda q, r: (-r, q + r),
    lambda q, r: (-q - r, q),
    lambda q, r: (-q, -r),
    lambda q, r: (r, -q - r),
    lambda q, r: (q + r, -q),
)


def symmetries(
    hexes: Collection[Hex], keep: Callable[[Hex, Hex], bool] = lambda _one, _other: True
) -> tuple[Symmetry, ...]:
    """All symmetries of some hexes, the one that moves nothing first.

    keep: whether a hex may come to lie on another.
    """
    found = []
    count = len(hexes)
    for turn in _TURNS:
        for mirrored in (False, True):
            image = {(q, r): turn(r, q) if mirrored else turn(q, r) for q, r in hexes}
            # The middle of the hexes stays where it is, so it tells how far to shift.
            dq = sum(q for q, _ in hexes) - sum(q for q, _ in image.values())
            dr = sum(r for _, r in hexes) - sum(r for _, r in image.values())
            if dq % count or dr % count:
                continue
            moved = {place: (q + dq // count, r + dr // count) for place, (q, r) in image.items()}
            if set(moved.values()) == set(hexes) and all(map(keep, moved, moved.values())):
                found.append(moved)
    return tuple(found)
