"""What a scenario says about its board: how it is printed, and how it may be drawn anew.

A `Plan` is read from a scenario file for one number of players. Frozen data: drawing the board,
laying it out and sharing it are the business of others.
"""

from __future__ import annotations

from typing import Literal

from companion.core.board.hexes import Hex
from companion.core.board.layout import Board
from companion.core.board.options import Options
from companion.core.board.problem import Problem
from companion.core.model import Struct

Figure = Literal["robber", "pirate"]


class Area(Struct, frozen=True):
    """Hexes that the rules speak of by one name: the main island, a framed region, the fog."""

    name: str
    hexes: tuple[Hex, ...]


class Start(Struct, frozen=True):
    """Where a figure begins.

    One of `hexes`, if there are any. Else it is looked up on the board that was drawn: a hex
    with the terrain and the number, or with the number alone if no hex has both (SF-16). All
    empty: beside the board. A figure that is not in the game has no `Start`.
    """

    figure: Figure
    hexes: tuple[Hex, ...] = ()
    terrain: str | None = None
    number: int | None = None


class MarkedNumbers(Struct, frozen=True):
    """Tokens that are shuffled onto as many marks, such as those of the fishing grounds (FI-1)."""

    marks: tuple[str, ...]
    numbers: tuple[int, ...]


class Stack(Struct, frozen=True):
    """Hexes and tokens that lie hidden and are turned up in play (FG-3): in two shuffled stacks.

    hexes: where they may come to lie; until then the board has fog there.
    """

    area: str
    hexes: tuple[Hex, ...]
    terrains: tuple[str, ...]
    numbers: tuple[int, ...]


class Plan(Struct, frozen=True):
    """The board of one scenario for some numbers of players.

    edition: the layout's name where a scenario has several, else "". frame: the sea hexes of
    the frame, drawn around the board and no tiles of it. printed: the board of the book, None
    where it prints none (NW). variable: what the scenario's variable set-up draws. rules: the
    wishes that are rules of that set-up, on unless the table turns them off. floor: the least
    pips at its richest node that any board has, proved, with `rules` on and the reds, equal
    numbers, and 2 and 12 apart, the numbers anywhere; floor_along: the same along the paths of a
    scenario that lays them so. laid: kinds of harbors that the players lay in turn (NW-2), not
    part of `variable`. stacks: what is turned up in play. along_paths: whether the scenario lays
    its numbers along one of the paths of `variable` (RI-1, TB-1); else the paths are a choice.
    joined: pairs of a number that has no hex of its own and the one on whose hex it lies as
    well (RI-1); it counts in what is told of a board, not in what is drawn.
    """

    scenario: str
    players: tuple[int, ...]
    frame: tuple[Hex, ...]
    areas: tuple[Area, ...]
    printed: Board | None
    variable: Problem
    edition: str = ""
    rules: Options = Options()
    floor: int | None = None
    starts: tuple[Start, ...] = ()
    marked_numbers: tuple[MarkedNumbers, ...] = ()
    laid: tuple[str, ...] = ()
    stacks: tuple[Stack, ...] = ()
    along_paths: bool = False
    floor_along: int | None = None
    joined: tuple[tuple[int, int], ...] = ()

    @property
    def lowest_limit(self) -> int | None:
        """The lowest limit of pips at a node that boards of this plan, as they are drawn, keep."""
        return self.floor_along if self.along_paths else self.floor
