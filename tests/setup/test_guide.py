"""Laying out: every piece once, in the order that hands work, said in every language."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from companion.core.board.layout import Board, Mark, Tile, board_of
from companion.core.board.options import Options
from companion.core.board.plan import Plan
from companion.core.chance import parse_seed
from companion.i18n.text import Ref, Text
from companion.i18n.translator import Translator
from companion.scenario.plans import plan_for
from companion.setup.draft import Draft, Roller
from companion.setup.drawn import draw_board
from companion.setup.guide import KINDS, Step, guide, kind_of
from tests.setup.every import EVERY, name_of

BY_HAND = ("pieces", "frame", "terrain", "numbers", "harbors", "mark", "stack", "lay", "figures")


def boards_of(plan: Plan) -> list[Board]:
    found = [] if plan.printed is None else [plan.printed]
    board = draw_board(plan, plan.variable, Options(), parse_seed("guide")).board
    assert board is not None
    return [*found, board]


def all_of(step: Step) -> Counter[Any]:
    """Everything that lies after a step."""
    numbers = [(tile.hex, tile.number) for tile in step.board.tiles if tile.number is not None]
    terrain = [(tile.hex, tile.terrain) for tile in step.board.tiles]
    return Counter([*terrain, *numbers, *step.board.harbors, *step.board.marks])


@pytest.mark.parametrize("plan", EVERY, ids=name_of)
def test_every_piece_is_laid_once_and_stays(plan: Plan) -> None:
    for board in boards_of(plan):
        steps = guide(plan, board)
        assert steps[-1].board == board
        before: Counter[Any] = Counter()
        for step in steps:
            now = all_of(step)
            assert before <= now or step.id == "frame"
            new = now - before
            if step.id not in {"pieces", "frame", "check"} and new:
                assert step.sites
            if step.id.startswith(("terrain", "numbers")):
                assert {place for place, _ in new} == set(step.sites)
            before = now if step.id != "frame" else before
        order = [step.id.split("_")[0] for step in steps]
        assert order == sorted(order, key=(*BY_HAND, "check").index)
        assert len({step.id for step in steps}) == len(steps)


@pytest.mark.parametrize("plan", EVERY, ids=name_of)
def test_rows_name_their_hexes_and_numbers_from_the_left(plan: Plan) -> None:
    for board in boards_of(plan):
        read: list[str] = []
        numbers: list[int] = []
        for step in guide(plan, board):
            items = step.lines[0].params.get("items", ()) if step.lines else ()
            assert isinstance(items, tuple)
            if step.id.startswith("terrain"):
                read += [item.id for item in items if isinstance(item, Ref)]
            if step.id.startswith("numbers"):
                numbers += [item for item in items if isinstance(item, int)]
        assert read == [tile.terrain for tile in board.tiles]
        assert numbers == [tile.number for tile in board.tiles if tile.number is not None]


@pytest.mark.parametrize("plan", EVERY, ids=name_of)
@pytest.mark.parametrize("language", ["en", "cs"])
def test_every_step_can_be_said(plan: Plan, language: str) -> None:
    tr = Translator(language)
    for board in boards_of(plan):
        for step in guide(plan, board):
            for text in (step.title, *step.lines):
                said = tr.show(text)
                assert "{" not in said
                for stem in ("boards.", "mark.", "terrain.", "harbor.", "piece."):
                    assert stem not in said, said


@pytest.mark.parametrize("plan", EVERY, ids=name_of)
def test_marks_that_come_along_have_words_of_their_own(plan: Plan) -> None:
    assert {kind_of(mark) for mark in plan.variable.marks} <= set(KINDS)


def test_the_first_games_board() -> None:
    plan = plan_for("base", 4)
    assert plan.printed is not None
    tr = Translator("en")
    steps = {step.id: step for step in guide(plan, plan.printed)}
    said = {name: [tr.show(line) for line in step.lines] for name, step in steps.items()}
    assert said["pieces"][0] == (
        "19 hexes: 4 fields, 4 forest, 4 pasture, 3 hills, 3 mountains, 1 desert."
    )
    assert said["terrain_1"] == ["From the left: mountains, pasture, forest."]
    assert said["numbers_3"][0] == "From the left: 9, 11, –, 3, 8."
    assert said["harbors"][0] == "Grain harbor 2:1: row 1 hex 2 (pasture 2), at the upper right"
    assert said["figures"] == ["Robber: row 3 hex 3 (desert)."]
    assert said["check"][-2:] == [
        "No 6 or 8 touches another.",
        "9 harbors lie, each between land and sea.",
    ]


def test_what_lies_hidden_and_what_players_lay_is_told() -> None:
    tr = Translator("en")
    fog = plan_for("fog_islands", 4)
    assert fog.printed is not None
    hidden = next(step for step in guide(fog, fog.printed) if step.id.startswith("stack"))
    assert tr.show(hidden.lines[0]).startswith("Shuffle 12 hexes face down")
    assert set(hidden.sites) == set(fog.stacks[0].hexes)
    draft = Draft(plan_for("new_world", 4), 4)
    order = draft.order(parse_seed("1"))
    draft.take(order, Roller().roll(order))
    assert draft.stand is not None
    lay = next(step for step in guide(draft.plan, draft.stand.board) if step.id == "lay")
    assert "until 10 lie" in tr.show(lay.lines[0])
    draft.lay_rest(parse_seed("2"))
    assert "lay" not in {step.id for step in guide(draft.plan, draft.stand.board)}
    assert "harbors" in {step.id for step in guide(draft.plan, draft.stand.board)}


def test_a_board_of_ones_own_has_a_guide_too() -> None:
    board = board_of(
        [Tile((0, 0), "fields", 6), Tile((1, 0), "sea"), Tile((0, 1), "volcano")],
        marks=[Mark("wreck_1", hexes=((1, 0),))],
    )
    plan = Plan("mine", (3,), (), (), board, plan_for("base", 4).variable)
    steps = {step.id: step for step in guide(plan, board)}
    assert steps["mark_wreck"].title == Text("boards.guide.mark", {"name": "wreck"})
    assert steps["check"].board == board
    assert "frame" not in steps
