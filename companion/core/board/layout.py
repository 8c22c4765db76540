"""A board as it lies on the table: what every hex is, and where harbors and marks are.

Frozen data and nothing else: no rule, no drawing, no chance.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from companion.core.board.hexes import Edge, Hex, Node, by_rows
from companion.core.model import Struct

RESOURCE_OF: Final[Mapping[str, str]] = {
    "hills": "brick",
    "forest": "lumber",
    "pasture": "wool",
    "fields": "grain",
    "mountains": "ore",
}
"""What a terrain yields. Gold yields what its owner likes, every other terrain nothing."""

PRODUCING: Final = (*RESOURCE_OF, "gold")
SEA: Final = "sea"
GENERIC: Final = "generic"
"""The kind of a harbor that takes any three alike; every other kind is a resource."""

NUMBERS: Final = (2, 3, 4, 5, 6, 8, 9, 10, 11, 12)
REDS: Final = frozenset({6, 8})


def pips(number: int | None) -> int:
    """How many of the 36 throws of two dice give `number`; 0 for a hex without a token."""
    return 6 - abs(7 - number) if number is not None else 0


class Tile(Struct, frozen=True):
    """One hex: its terrain, and the number of its token if it has one."""

    hex: Hex
    terrain: str
    number: int | None = None


class Harbor(Struct, frozen=True):
    """A harbor on the edge between a land hex and a sea hex; `kind` is `GENERIC` or a resource."""

    edge: Edge
    kind: str


class Mark(Struct, frozen=True):
    """Named places that a scenario's rules speak of: villages, gifts, a fleet's path.

    Their order counts where a rule says so; `number` is the token that lies there (a village).
    """

    name: str
    hexes: tuple[Hex, ...] = ()
    edges: tuple[Edge, ...] = ()
    nodes: tuple[Node, ...] = ()
    number: int | None = None


class Board(Struct, frozen=True):
    """A whole board. `tiles` lie by rows; a hex that is no tile is the frame or nothing."""

    tiles: tuple[Tile, ...]
    harbors: tuple[Harbor, ...] = ()
    marks: tuple[Mark, ...] = ()

    def by_hex(self) -> dict[Hex, Tile]:
        """Every tile under its hex."""
        return {tile.hex: tile for tile in self.tiles}

    def land(self) -> tuple[Hex, ...]:
        """The hexes that are not sea, by rows."""
        return tuple(tile.hex for tile in self.tiles if tile.terrain != SEA)


def board_of(
    tiles: Iterable[Tile], harbors: Iterable[Harbor] = (), marks: Iterable[Mark] = ()
) -> Board:
    """A board with its tiles by rows and its harbors sorted by their edges.

    Raises ValueError if two tiles lie on one hex.
    """
    placed: dict[Hex, Tile] = {}
    for tile in tiles:
        if tile.hex in placed:
            raise ValueError(f"two tiles lie on {tile.hex}: give every hex once")
        placed[tile.hex] = tile
    return Board(
        tuple(placed[place] for place in by_rows(placed)),
        tuple(sorted(harbors, key=lambda harbor: harbor.edge)),
        tuple(marks),
    )
