"""A seed gives the same board years later, on every machine and every Python.

These digests may only change together with `stream.ALGORITHM`: a shared seed is a promise.
"""

from hashlib import sha256
from typing import Any

import msgspec
import pytest

from companion.core.board.layout import Board
from companion.core.board.options import Options
from companion.core.board.problem import Problem
from companion.setup.generate import Generator
from tests.setup.problems import base, seafarers
from tests.setup.seeds import STRICT, seed

BASE = base()
NEW_WORLD, FOUR_ISLANDS = seafarers("new_world-34p"), seafarers("four_islands-3p")

GOLDEN: list[tuple[Problem, dict[str, Any], str]] = [
    (BASE, {}, "b220713c84ed1ec2"),
    (BASE, {"reds_apart": True}, "5dbc2c0e28163532"),
    (BASE, {**STRICT, "node_most": 11}, "8762b52938ea92cb"),
    (BASE, {**STRICT, "node_most": 10}, "dbe810fe32d17c26"),
    (BASE, {"clusters": 1, "harbors_off_own": True}, "1d10f7c4a72b57eb"),
    (NEW_WORLD, {**STRICT, "node_most": 11, "no_reds_on_gold": True}, "bb6c4d616b2fa820"),
    (FOUR_ISLANDS, {**STRICT, "node_most": 9}, "12c6ef1f1713d8b1"),
]


@pytest.mark.parametrize(("problem", "wishes", "expected"), GOLDEN)
def test_seeds_give_the_boards_they_always_gave(
    problem: Problem, wishes: dict[str, Any], expected: str
) -> None:
    generator = Generator(problem, Options(**wishes))
    boards = [generator.draw(seed(number)).board for number in range(5)]
    assert sha256(msgspec.json.encode(boards)).hexdigest()[:16] == expected


def rows(board: Board) -> list[str]:
    """A board as one reads it."""
    lines: dict[int, list[str]] = {}
    for tile in board.tiles:
        short = tile.terrain[:2] + (str(tile.number) if tile.number is not None else "")
        lines.setdefault(tile.hex[1], []).append(short)
    return [" ".join(line) for line in lines.values()]


def test_the_board_of_seed_1_in_the_open() -> None:
    board = Generator(BASE, Options(**STRICT, node_most=10)).draw(seed(1)).board
    assert board is not None
    assert rows(board) == [
        "mo4 fo9 fo5",
        "fi6 hi3 pa12 fi8",
        "de fo4 fi6 pa3 mo10",
        "hi5 hi11 mo2 fo11",
        "pa10 fi9 pa8",
    ]
    kinds = [harbor.kind for harbor in board.harbors]
    assert kinds[:5] == ["generic", "wool", "lumber", "generic", "generic"]
    assert kinds[5:] == ["ore", "grain", "generic", "brick"]
