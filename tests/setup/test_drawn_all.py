"""Boards of every plan, under its scenario's rules and under strict wishes, looked at one by one.

`make proof` does the same with ten thousand seeds.
"""

from __future__ import annotations

import re
from itertools import combinations

import pytest
from msgspec.structs import replace

from companion.core.board.hexes import edge, neighbor
from companion.core.board.layout import Board, Harbor, Tile
from companion.setup.drawn import draw_board
from companion.setup.generate import Generator
from tests.proof.boards import PLANS, PRINTED_NODE, STRICT_NODE, merged, prove, strict, ways
from tests.setup.checker_plan import pieces, plan_faults
from tests.setup.seeds import seed

SEEDS = 200
AT_FLOOR = 3

CASES = [(name, way) for name, plan in PLANS.items() for way in ways(plan)]


@pytest.mark.parametrize(("name", "way"), CASES)
def test_many_seeds_give_boards_without_a_fault(name: str, way: str) -> None:
    part = prove(name, way, 0, AT_FLOOR if way == "floor" else SEEDS)
    assert part.found == []
    assert merged([part]).good


def test_where_numbers_are_printed_less_than_they_have_is_proved_impossible() -> None:
    for name, plan in PLANS.items():
        most = PRINTED_NODE.get(plan.scenario)
        if most is not None:
            answer = Generator(plan.variable, strict(plan, most - 1)).draw(seed(1))
            assert answer.outcome == "impossible", name
            assert [found.limit for found in answer.relax] == [most]


def board_of_seed(name: str) -> Board:
    plan = PLANS[name]
    board = draw_board(plan, *ways(plan)["own"], seed(1)).board
    assert board is not None
    return board


def found(name: str, board: Board) -> list[str]:
    plan = PLANS[name]
    return plan_faults(board, plan, *ways(plan)["own"])


def swapped(board: Board, one: Tile, other: Tile, *, tokens: bool = True) -> Board:
    """The board with two tiles that changed places, or their numbers alone."""
    change = {one.hex: other, other.hex: one}
    tiles = [
        tile if tile.hex not in change
        else Tile(tile.hex, tile.terrain, change[tile.hex].number) if tokens
        else Tile(tile.hex, change[tile.hex].terrain, tile.number)
        for tile in board.tiles
    ]  # fmt: skip
    return replace(board, tiles=tuple(tiles))


def test_the_checker_sees_harbors_that_lie_wrong() -> None:
    board = board_of_seed("base-34")
    inland = Harbor(edge((0, 0), neighbor((0, 0), "E")), board.harbors[0].kind)
    moved = replace(board, harbors=(inland, *board.harbors[1:]))
    said = " ".join(found("base-34", moved))
    assert "elsewhere" in said
    assert "not between land and sea" in said
    assert found("base-34", replace(board, harbors=board.harbors[1:]))


def test_the_checker_sees_wrong_tokens_on_marks() -> None:
    board = board_of_seed("fishermen-34")
    first, *others = board.marks
    wrong = replace(board, marks=(replace(first, number=others[0].number), *others))
    assert any("tokens of ground_1" in fault for fault in found("fishermen-34", wrong))
    assert any("a mark" in fault for fault in found("fishermen-34", replace(board, marks=())))


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("fishermen-34", "not allowed"),
        ("four_islands-3", "not allowed"),
        ("forgotten_tribe-34", "not allowed"),
        ("wonders-34", "not allowed"),
        ("new_world-34", "pieces|not allowed|reds"),
        ("new_shores-3", "a number pool is not used up"),
        ("cloth-34", "2 and 12 at .* against the rules"),
        ("base-34", "reds at .* against the rules"),
        ("rivers-34", "along none of the paths"),
    ],
)
def test_the_checker_sees_what_a_swap_breaks(name: str, said: str) -> None:
    """Of all swaps of two tiles or two tokens some break this rule, and the checker says so."""
    board = board_of_seed(name)
    assert any(
        re.search(said, fault)
        for one, other in combinations(board.tiles, 2)
        for tokens in (True, False)
        for fault in found(name, swapped(board, one, other, tokens=tokens))
    )


def test_the_checker_counts_islands() -> None:
    board, plan = board_of_seed("base-34"), PLANS["base-34"]
    two = replace(plan.variable, islands=2)
    said = plan_faults(board, plan, replace(two, numbers=()), plan.rules)
    assert "the land lies in 1 pieces instead of 2" in said
    assert pieces({(0, 0), (1, 0), (3, 0), (3, 1), (0, 5)}) == 3


def test_strict_is_the_limit_or_the_floor() -> None:
    for plan in PLANS.values():
        wishes = ways(plan).get("strict")
        if wishes is not None:
            least = max(plan.floor or 0, PRINTED_NODE.get(plan.scenario, 0))
            assert wishes[1].node_most == max(STRICT_NODE, least)
