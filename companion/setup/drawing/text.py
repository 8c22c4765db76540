"""A board in plain characters, for a terminal: no color, no drawing characters."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final, TypeAlias

from companion.core.board.hexes import Edge, Hex, Node, center, position
from companion.core.board.layout import GENERIC, REDS, SEA, Board, Mark, Tile
from companion.core.board.plan import Plan
from companion.i18n.text import Ref, Text
from companion.setup.drawing.scene import start_hex
from companion.setup.guide import KINDS, kind_of

Say: TypeAlias = Callable[[Text | Ref], str]
"""Puts words into a language."""

SHORT: Final = {
    "hills": "Hi",
    "forest": "Fo",
    "pasture": "Pa",
    "fields": "Fi",
    "mountains": "Mo",
    "desert": "De",
    "gold": "Go",
    "lake": "La",
    "swamp": "Sw",
    "oasis": "Oa",
    "castle": "Ca",
    "quarry": "Qu",
    "glassworks": "Gl",
    "fog": "??",
    SEA: "~~",
}
"""Two characters for each terrain; another one gets its first two letters."""

FIGURES: Final = {"robber": "R", "pirate": "P"}
LETTERS: Final = "abcdefghijklmnopqrstuvwxyz"

_WIDE: Final = 12
"""Characters to the width of a hex. A row of hexes takes two lines: its upper edges and itself."""

_KEY_WIDE: Final = 78
_BETWEEN: Final = "   "


class _Sheet:
    """A sheet of characters that grows where something is written."""

    def __init__(self) -> None:
        self._at: dict[tuple[int, int], str] = {}

    def write(self, x: float, y: int, text: str) -> None:
        """Write `text` with its middle at x; what stood there is gone."""
        left = round(x - len(text) / 2)
        self._at |= {(y, left + n): letter for n, letter in enumerate(text) if letter != " "}

    def lines(self) -> Iterator[str]:
        """The lines from the first to the last that has something, moved to the left margin."""
        if not self._at:
            return
        left = min(x for _, x in self._at)
        for y in range(min(y for y, _ in self._at), max(y for y, _ in self._at) + 1):
            here = {x - left: letter for (row, x), letter in self._at.items() if row == y}
            yield "".join(here.get(x, " ") for x in range(max(here, default=-1) + 1))


def text(plan: Plan, board: Board, say: Say) -> str:
    """The board and the key to its characters, each line ended; 120 characters wide at most."""
    sheet = _Sheet()
    letters = _letters(board)
    stands = {}
    for start in plan.starts:
        place = start_hex(start, board)
        if place is not None:
            stands[place] = FIGURES[start.figure]
    for place in (*plan.frame, *(tile.hex for tile in board.tiles)):
        x, y = _cell(place)
        if place in stands and place in plan.frame:
            sheet.write(x, y, stands[place])
    for mark in board.marks:
        _write_mark(sheet, mark, letters[kind_of(mark)])
    on_hexes = {h: letters[kind_of(m)] for m in board.marks if not m.edges for h in m.hexes}
    for tile in board.tiles:
        x, y = _cell(tile.hex)
        sheet.write(x, y, _short(tile, stands.get(tile.hex, ""), on_hexes.get(tile.hex, "")))
    for harbor in board.harbors:
        sheet.write(*_middle(harbor.edge), _harbor(harbor.kind))
    picture = [f"{line}\n" for line in sheet.lines()]
    return "".join([*picture, "\n", *(f"{line}\n" for line in _key(board, stands, letters, say))])


def _cell(place: Hex) -> tuple[float, int]:
    x, _ = center(place)
    return x * _WIDE, 2 * place[1]


def _middle(edge: Edge) -> tuple[float, int]:
    """The middle of an edge; those between two rows stand in the line above the lower one."""
    (x1, y1), (x2, y2) = _cell(edge[0]), _cell(edge[1])
    return (x1 + x2) / 2, max(y1, y2) - (y1 != y2)


def _corner(node: Node) -> tuple[float, int]:
    """A node stands in the line between the two rows that meet there."""
    x, _ = position(node)
    return x * _WIDE, 2 * max(place[1] for place in node) - 1


def _short(tile: Tile, figure: str, letter: str) -> str:
    name = SHORT.get(tile.terrain, tile.terrain[:2])
    number = "" if tile.number is None else f"{tile.number:>2}"
    red = "!" if tile.number in REDS else ""
    return f"{name}{number}{red}{figure}{letter}"


def _harbor(kind: str) -> str:
    return "3:1" if kind == GENERIC else f"2{kind[:2]}"


def _letters(board: Board) -> dict[str, str]:
    kinds = dict.fromkeys(map(kind_of, board.marks))
    return {kind: LETTERS[at % len(LETTERS)] for at, kind in enumerate(kinds)}


def _write_mark(sheet: _Sheet, mark: Mark, letter: str) -> None:
    shown = letter if mark.number is None else f"{letter}{mark.number}"
    for edge in mark.edges:
        sheet.write(*_middle(edge), shown)
    for node in mark.nodes if not mark.edges else ():
        sheet.write(*_corner(node), shown)


def _key(board: Board, stands: dict[Hex, str], letters: dict[str, str], say: Say) -> Iterator[str]:
    """What the characters mean, of those that occur."""
    terrains = dict.fromkeys(tile.terrain for tile in board.tiles)
    yield from _rows(f"{SHORT.get(t, t[:2])} {say(Ref('terrain', t))}" for t in terrains)
    if any(tile.number in REDS for tile in board.tiles):
        yield f"! {say(Text('boards.text.reds'))}"
    kinds = dict.fromkeys(harbor.kind for harbor in board.harbors)
    if kinds:
        yield from _rows(
            f"{_harbor(k)} {say(Ref('harbor', 'any' if k == GENERIC else k))}" for k in kinds
        )
    if stands:
        names = {letter: name for name, letter in FIGURES.items()}
        yield from _rows(
            f"{s} {say(Ref('piece', names[s]))}" for s in dict.fromkeys(stands.values())
        )
    for kind, letter in letters.items():
        words = say(Text(f"mark.{kind}")) if kind in KINDS else kind
        yield f"{letter} {words}"


def _rows(items: Iterator[str]) -> Iterator[str]:
    """Items side by side, as many to a line as there is room for."""
    line = ""
    for item in items:
        if line and len(line) + len(_BETWEEN) + len(item) > _KEY_WIDE:
            yield line
            line = ""
        line = f"{line}{_BETWEEN}{item}" if line else item
    if line:
        yield line
