"""Boards in plain characters: all is there, in its place, and the key explains it."""

from __future__ import annotations

import pytest

from companion.core.board.layout import GENERIC, REDS, Board, Tile, board_of
from companion.core.board.options import Options
from companion.core.board.plan import Plan
from companion.core.chance import parse_seed
from companion.i18n.translator import Translator
from companion.scenario.plans import plan_for
from companion.setup.drawing.text import SHORT, text
from companion.setup.drawn import draw_board
from tests.setup.every import EVERY, name_of

SAY = Translator("en").show


def boards_of(plan: Plan) -> list[Board]:
    board = draw_board(plan, plan.variable, Options(), parse_seed("text")).board
    assert board is not None
    return [board, plan.printed] if plan.printed is not None else [board]


@pytest.mark.parametrize("plan", EVERY, ids=name_of)
def test_every_row_has_its_hexes_in_their_order(plan: Plan) -> None:
    for board in boards_of(plan):
        shown = text(plan, board, SAY)
        picture = shown.split("\n\n")[0] if "\n\n" in shown else shown
        at = 0
        for tile in board.tiles:
            number = "" if tile.number is None else f"{tile.number:>2}"
            cell = f"{SHORT[tile.terrain]}{number}{'!' if tile.number in REDS else ''}"
            found = shown.find(cell, at)
            assert found >= 0, (tile, picture)
            at = found + len(cell)
        assert all(len(line) <= 120 for line in shown.splitlines())
        assert shown.isascii()


@pytest.mark.parametrize("plan", EVERY, ids=name_of)
def test_every_harbor_is_there_and_the_key_names_all(plan: Plan) -> None:
    for board in boards_of(plan):
        shown = text(plan, board, SAY)
        for kind in {harbor.kind for harbor in board.harbors}:
            label = "3:1" if kind == GENERIC else f"2{kind[:2]}"
            count = sum(harbor.kind == kind for harbor in board.harbors)
            in_key = 2 if kind == GENERIC else 1  # "3:1 3:1 harbor"
            assert shown.count(label) == count + in_key
        for terrain in {tile.terrain for tile in board.tiles}:
            assert f"{SHORT[terrain]} " in shown
        for language in ("en", "cs"):
            said = text(plan, board, Translator(language).show)
            assert "terrain." not in said
            assert "mark." not in said


def test_neighbors_stand_side_by_side_and_rows_are_staggered() -> None:
    plan = plan_for("base", 4)
    assert plan.printed is not None
    lines = text(plan, plan.printed, SAY).splitlines()
    rows = [next(line for line in lines if name in line) for name in ("Mo10", "Fi12", "Fi 9 ")]
    starts = [row.index(name) for row, name in zip(rows, ("Mo10", "Fi12", "Fi 9"), strict=True)]
    assert starts[0] - starts[1] == starts[1] - starts[2] == 6
    assert "3:1" in lines[0]
    assert "DeR" in "".join(lines)


def test_a_terrain_of_ones_own_has_two_letters() -> None:
    plan = plan_for("base", 4)
    board = board_of([Tile((0, 0), "volcano", 6)])
    assert "vo 6!" in text(plan, board, SAY)
