"""What a board keeps of wishes and rules, against the independent checker."""

from __future__ import annotations

import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.core.board.hexes import Node, nodes_around
from companion.core.board.layout import Board, Harbor, board_of
from companion.core.board.options import LIMITS, Options
from companion.core.board.plan import Plan
from companion.core.chance import parse_seed
from companion.i18n.translator import Translator
from companion.setup.drawn import draw_board
from companion.setup.hands import swapped
from companion.setup.saying import broken_text
from companion.setup.wishes import Broken, broken, rules_broken
from tests.setup.checker import PIPS, faults
from tests.setup.every import EVERY, name_of

FLAGS = ("reds_apart", "equal_apart", "extremes_apart", "harbors_off_own", "no_reds_on_gold")


def a_board(plan: Plan, seed: str) -> Board:
    answer = draw_board(plan, plan.variable, Options(), parse_seed(seed))
    assert answer.board is not None
    return answer.board


def some_options(chance: random.Random) -> Options:
    wished: dict[str, Any] = {name: True for name in FLAGS if chance.random() < 0.4}
    for name, (low, high) in LIMITS.items():
        if chance.random() < 0.4:
            wished[name] = chance.randint(low, high)
    return Options(**wished)


@pytest.mark.parametrize("plan", EVERY, ids=name_of)
def test_a_wish_is_broken_just_when_the_checker_says_so(plan: Plan) -> None:
    chance = random.Random(name_of(plan))
    board = a_board(plan, "a board of no wish")
    for _ in range(120):
        options = some_options(chance)
        found = broken(plan.variable, options, board)
        assert (found == ()) == (faults(board, plan.variable, options) == []), options
        assert rules_broken(plan.variable, board) == ()


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 10**9))
def test_swaps_by_hand_are_judged_as_the_checker_does(number: int) -> None:
    chance = random.Random(number)
    plan = chance.choice(EVERY)
    board = a_board(plan, f"board {number % 7}")
    for _ in range(3):
        one, other = chance.sample([tile.hex for tile in board.tiles], 2)
        board = swapped(board, one, other, numbers_only=chance.random() < 0.4)
    options = some_options(chance)
    assert (broken(plan.variable, options, board) == ()) or faults(board, plan.variable, options)
    judged = (*rules_broken(plan.variable, board), *broken(plan.variable, options, board))
    if not faults(board, plan.variable, options):
        # The checker does not look whether harbors have come to lie inland.
        assert {fault.wish for fault in judged} <= {"coast"}
    else:
        assert judged


def test_each_fault_is_measured() -> None:
    plan = next(p for p in EVERY if p.scenario == "base")
    assert plan.printed is not None
    board = plan.printed
    wished = Options(clusters=1, node_most=9, balance=1, lopsided=20, extremes_apart=True)
    found = {fault.wish: fault for fault in broken(plan.variable, wished, board)}
    # The first game's board: 11 pips at its best node, 13 for ore, which has three hexes of 18.
    assert found["node_most"].found == 11
    assert len(found["node_most"].sites) == sum(
        pips_at(board, site) > 9 for site in nodes_around(board.by_hex())
    )
    assert found["clusters"].found == 2
    assert found["balance"].found > 1
    assert found["lopsided"].found == found["balance"].found - 1
    assert "extremes_apart" not in found


def pips_at(board: Board, site: Node) -> int:
    tiles = board.by_hex()
    return sum(PIPS.get(tiles[place].number or 0, 0) for place in site if place in tiles)


def test_a_piece_from_another_group_is_a_stranger() -> None:
    plan = next(p for p in EVERY if p.scenario == "new_shores" and 4 in p.players)
    board = a_board(plan, "strangers")
    tiles, pools = board.by_hex(), plan.variable.terrain
    here = next(h for h in pools[0].hexes if tiles[h].terrain == "fields")
    there = next(h for h in pools[1].hexes if tiles[h].terrain == "gold")
    mixed = swapped(board, here, there)
    fault = next(f for f in rules_broken(plan.variable, mixed) if f.wish == "groups")
    assert {here, there} <= set(fault.sites)


def test_a_harbor_inland_is_no_harbor() -> None:
    plan = next(p for p in EVERY if p.scenario == "base")
    board = a_board(plan, "inland")
    inland = board_of(board.tiles, [Harbor(((0, 0), (1, 0)), "ore")])
    assert "coast" in {fault.wish for fault in rules_broken(plan.variable, inland)}


@pytest.mark.parametrize("language", ["en", "cs"])
def test_every_fault_can_be_said(language: str) -> None:
    tr = Translator(language)
    for wish in (*Options.__struct_fields__, "ban", "groups", "coast", "islands"):
        for n in (1, 2, 5):
            said = tr.show(broken_text(Broken(wish, 3, n)))
            assert said[-1] == "."
            assert "{" not in said
            assert "boards." not in said
