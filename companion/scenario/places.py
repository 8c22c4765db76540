"""Places as a person writes them: `B2-4 C1` for hexes, `B2 NE` for a side or a corner."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from typing import Final, TypeVar, cast

from companion.core.board.hexes import (
    CORNERS,
    SIDES,
    Corner,
    Edge,
    Hex,
    Node,
    Side,
    corner_of,
    edge,
    neighbor,
)
from companion.core.board.layout import SEA
from companion.scenario.faults import Faults
from companion.scenario.lines import Key
from companion.scenario.picture import Picture

_HEXES: Final = re.compile(r"(?P<row>[A-Z])(?P<first>[0-9]{1,3})(?:-(?P<last>[0-9]{1,3}))?")
_Site = TypeVar("_Site")


class Places:
    """Looks places up on a map, and says which are not there."""

    def __init__(self, picture: Picture, faults: Faults) -> None:
        self._picture = picture
        self._faults = faults
        tiles = {cell.hex for cell in picture.cells}
        self._tiles = frozenset(tiles)

    def hexes(self, value: object, key: Key) -> tuple[Hex, ...]:
        """The hexes of `B2-4 C1`, of `land` or of `all`; a row may be read backward: `B4-2`."""
        if not isinstance(value, str) or not value.strip():
            self._faults.value(key, value, '"B2-4 C1"', '"land"', '"all"')
            return ()
        if value.strip() in ("all", "land"):
            cells = self._picture.cells
            return tuple(c.hex for c in cells if value.strip() == "all" or c.terrain != SEA)
        found: list[Hex] = []
        for word in re.split(r"[\s,]+", value.strip()):
            found += self._range(word, key)
        return tuple(found)

    def _range(self, word: str, key: Key) -> Iterator[Hex]:
        found = _HEXES.fullmatch(word)
        if found is None:
            self._faults.value(key, word, '"B2"', '"B2-4"')
            return
        first = int(found["first"])
        last = int(found["last"] or first)
        row, names = found["row"], self._picture.names
        for number in (first, last):
            if f"{row}{number}" not in names:
                self._missing(row, f"{row}{number}", key)
                return
        step = 1 if last >= first else -1
        for number in range(first, last + step, step):
            yield names[f"{row}{number}"]

    def hex(self, name: str, key: Key) -> Hex | None:
        """The hex called `B2`."""
        if name in self._picture.names:
            return self._picture.names[name]
        if _HEXES.fullmatch(name) is None or "-" in name:
            self._faults.value(key, name, '"B2"')
        else:
            self._missing(name[0], name, key)
        return None

    def _missing(self, row: str, name: str, key: Key) -> None:
        rows = self._picture.rows
        at = ord(row) - ord("A")
        if at < len(rows):
            self._faults.add("off_map", key, hex=name, letter=row, n=rows[at])
        else:
            self._faults.add("no_row", key, hex=name, last=chr(ord("A") + max(len(rows) - 1, 0)))

    def edges(self, value: object, key: Key) -> tuple[Edge, ...]:
        """The edges of `B2 NE, C1 W`."""
        return tuple(self._sites(value, key, SIDES, self.side))

    def nodes(self, value: object, key: Key) -> tuple[Node, ...]:
        """The nodes of `B2 N, C1 SW`."""
        return tuple(self._sites(value, key, CORNERS, _corner))

    def side(self, place: Hex, name: str) -> Edge:
        """The edge on a side of a hex."""
        return edge(place, neighbor(place, cast("Side", name)))

    def _sites(
        self,
        value: object,
        key: Key,
        names: Iterable[str],
        site: Callable[[Hex, str], _Site],
    ) -> Iterator[_Site]:
        example = '"B2 NE, C1 W"'
        if not isinstance(value, str) or not value.strip():
            self._faults.value(key, value, example)
            return
        known = tuple(names)
        for item in value.split(","):
            words = item.split()
            if len(words) != 2:
                self._faults.value(key, item, example)
                continue
            place = self.hex(words[0], key)
            if words[1] not in known:
                self._faults.name(key, words[1], known)
            elif place is not None:
                found = site(place, words[1])
                if self._tiles.isdisjoint(cast("Iterable[Hex]", found)):
                    self._faults.add("off_board", key, value=item.strip())
                else:
                    yield found


def _corner(place: Hex, name: str) -> Node:
    return corner_of(place, cast("Corner", name))
