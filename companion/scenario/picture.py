"""The map of a scenario file: rows of hexes as one sees them, each row moved by half a hex."""

from __future__ import annotations

import re
from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from companion.core.board.hexes import Hex, border
from companion.core.board.layout import NUMBERS, SEA
from companion.core.board.problem import MOST_HEXES
from companion.core.model import Struct
from companion.scenario.faults import Faults
from companion.scenario.lines import Key

STEP: Final = 6
"""Columns from one hex of a row to the next; each row lies half of it further left or right."""

SLACK: Final = 1
"""So many columns a hex may stand beside its place."""

FRAME, DRAWN = "frame", "drawn"

CODES: Final[Mapping[str, str]] = MappingProxyType(
    {
        "hi": "hills",
        "fo": "forest",
        "pa": "pasture",
        "fi": "fields",
        "mo": "mountains",
        "go": "gold",
        "de": "desert",
        "la": "lake",
        "sw": "swamp",
        "oa": "oasis",
        "ca": "castle",
        "qu": "quarry",
        "gl": "glassworks",
        "~~": SEA,
        "??": "fog",
        "..": DRAWN,
        "==": FRAME,
    }
)
"""What two characters of the map mean; drawn: whatever the shuffling of an area brings."""

TERRAINS: Final = tuple(name for name in CODES.values() if name not in (FRAME, DRAWN))
_ROWS: Final = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
_CELL: Final = re.compile(r"(?P<code>~~|==|\?\?|\.\.|[A-Za-z]{1,12})(?P<number>[0-9]{1,3})?")


class Cell(Struct, frozen=True):
    """A hex of the map: its terrain (or `DRAWN`), and the number printed there."""

    name: str
    hex: Hex
    terrain: str
    number: int | None = None


class Picture(Struct, frozen=True):
    """A map that was read.

    cells: the tiles by rows. names: every hex, the frame's too, by its letter and number;
    called: the other way round. rows: how many hexes each row has. frame: as drawn, else all
    around.
    """

    cells: tuple[Cell, ...] = ()
    frame: tuple[Hex, ...] = ()
    names: Mapping[str, Hex] = MappingProxyType({})
    called: Mapping[Hex, str] = MappingProxyType({})
    rows: tuple[int, ...] = ()

    def name_of(self, place: Hex) -> str:
        """What the file calls a hex; its numbers if it is not on the map."""
        return self.called.get(place, str(place))


def read_picture(text: str, first: Hex, key: Key, faults: Faults) -> Picture:
    """The map in `text`, whose first hex has the coordinates `first`; faults under `key`."""
    rows = text.rstrip().split("\n")
    if len(rows) > len(_ROWS):
        faults.add("rows", key, n=len(rows), most=len(_ROWS))
        return Picture()
    cells: list[Cell] = []
    names: dict[str, Hex] = {}
    counts: list[int] = []
    anchor: int | None = None
    for index, row in enumerate(rows):
        words = [(found.start(), found.group()) for found in re.finditer(r"\S+", row.expandtabs())]
        letter = _ROWS[index]
        if not words or words[0][1] != letter:
            faults.add("row_letter", key, index, n=index + 1, letter=letter)
            wrong = bool(words) and len(words[0][1]) == 1
            words = [(0, letter), *(words[1:] if wrong else words)]
        if len(words) - 1 + len(names) > MOST_HEXES:
            faults.add("too_many", key, index, most=MOST_HEXES)
            return Picture()
        for count, (column, word) in enumerate(words[1:], start=1):
            anchor = column if anchor is None else anchor
            away = column - anchor - index * STEP // 2
            step = round(away / STEP)
            if abs(away - step * STEP) > SLACK:
                faults.add("off_grid", key, index, value=word, letter=letter, column=column + 1)
            name, place = f"{letter}{count}", (first[0] + step, first[1] + index)
            names[name] = place
            if (cell := _cell(word, name, place, key, index, faults)) is not None:
                cells.append(cell)
        counts.append(len(words) - 1)
    tiles = tuple(cell for cell in cells if cell.terrain != FRAME)
    if not tiles and not faults.found:
        faults.add("no_hexes", key)
    frame = tuple(cell.hex for cell in cells if cell.terrain == FRAME)
    called = {place: name for name, place in names.items()}
    around = frame or border([cell.hex for cell in tiles])
    return Picture(tiles, around, names, called, tuple(counts))


def _cell(word: str, name: str, place: Hex, key: Key, row: int, faults: Faults) -> Cell | None:
    found = _CELL.fullmatch(word)
    if found is None:
        faults.add("cell", key, row, hex=name, value=word[:20])
        return None
    code, number = found["code"], found["number"]
    terrain = CODES.get(code)
    if terrain is None:
        faults.name(key, code, CODES, row)
        return None
    if number is None:
        return Cell(name, place, terrain)
    if int(number) not in NUMBERS:
        faults.add("number", key, row, hex=name, value=number)
        return None
    return Cell(name, place, terrain, int(number))
