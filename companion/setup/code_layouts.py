"""Which scenario a share code is for, and that its board is still the one the code was made for."""

from __future__ import annotations

import json
from collections.abc import Iterable
from hashlib import sha256
from typing import Any, Final

from companion.core.board.hexes import by_rows
from companion.core.board.layout import Board, Harbor, Mark, Tile
from companion.core.board.plan import Plan
from companion.setup.code_ranks import ordered
from companion.setup.code_table import LAYOUTS, Layout

LAYOUT_BOUND: Final = 64
"""Layouts have the numbers 1 to 63; 0 says that the code names its scenario itself."""

FINGERPRINT_BITS: Final = 20
"""So many bits of the fingerprint stand in a code that names its scenario itself."""

PLAYERS: Final = (2, 6)
"""Numbers of players that a code can carry."""


def fingerprint(plan: Plan) -> str:
    """The first eight hex digits of the SHA-256 of all that decides which board a code stands for.

    docs/boards.md describes the text that is hashed. The rules, bans and names of areas of a
    plan do not matter: they judge boards, and do not change which board has which number.
    """
    problem = plan.variable
    in_play = {tile.terrain for tile in problem.fixed}
    in_play.update(*(pool.terrains for pool in problem.terrain))
    outline = [
        _tiles(problem.fixed),
        [[by_rows(pool.hexes), sorted(pool.terrains)] for pool in ordered(problem.terrain)],
        [
            # Along a path, the order of the numbers is what is printed.
            [
                by_rows(pool.hexes),
                pool.numbers if pool.paths else sorted(pool.numbers),
                pool.paths,
            ]
            for pool in ordered(problem.numbers)
        ],
        [[sorted(pool.edges), sorted(pool.kinds)] for pool in ordered(problem.harbors)],
        _harbors(problem.harbors_fixed),
        _marks(problem.marks),
        # Of terrains that cannot come to lie there it does not matter whether they have numbers.
        sorted(in_play & set(problem.bare)),
        [[tokens.marks, sorted(tokens.numbers)] for tokens in plan.marked_numbers],
        sorted(plan.laid),
        _board(plan.printed),
    ]
    text = json.dumps(outline, separators=(",", ":"), ensure_ascii=True)
    return sha256(text.encode("ascii")).hexdigest()[:8]


def layout_number(plan: Plan, players: int) -> int:
    """The number of the layout that a plan is for so many players, 0 if it has none."""
    found = fingerprint(plan)
    for number, layout in enumerate(LAYOUTS, start=1):
        named = layout.scenario == plan.scenario and layout.edition == plan.edition
        if named and (players, found) in layout.fingerprints:
            return number
    return 0


def layout_of(number: int) -> Layout | None:
    """The layout with a number, None if this version of the program knows none."""
    return LAYOUTS[number - 1] if 1 <= number <= len(LAYOUTS) else None


def _board(board: Board | None) -> list[Any] | None:
    if board is None:
        return None
    return [_tiles(board.tiles), _harbors(board.harbors), _marks(board.marks)]


def _tiles(tiles: Iterable[Tile]) -> list[Any]:
    found = {tile.hex: tile for tile in tiles}
    return [[place, found[place].terrain, found[place].number] for place in by_rows(found)]


def _harbors(harbors: Iterable[Harbor]) -> list[Any]:
    return sorted([harbor.edge, harbor.kind] for harbor in harbors)


def _marks(marks: Iterable[Mark]) -> list[Any]:
    return [[mark.name, mark.hexes, mark.edges, mark.nodes, mark.number] for mark in marks]
