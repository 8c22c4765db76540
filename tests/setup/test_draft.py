"""A board in the making: roll, keep, swap, lay, undo, and going on another day."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest

from companion.core.board.hexes import Edge, Hex, neighbors
from companion.core.board.options import Options
from companion.core.board.plan import Plan
from companion.core.chance import Seed, parse_seed
from companion.scenario.plans import plan_for
from companion.setup.code import decode, encode
from companion.setup.draft import Draft, Roller, Stand, Unfit, Wanted
from companion.setup.generate import Relaxation
from companion.setup.saved import restored, saved
from companion.setup.saying import why_none
from tests.setup.every import EVERY, name_of

STRICT = Options(reds_apart=True, equal_apart=True, extremes_apart=True, node_most=11)


def seed(words: str) -> Seed:
    return parse_seed(words)


def rolled(draft: Draft, words: str = "first", roller: Roller | None = None) -> Stand:
    order = draft.order(seed(words))
    assert draft.take(order, (roller or Roller()).roll(order)) == "board"
    assert draft.stand is not None
    return draft.stand


def a_plan(scenario: str, players: int = 4) -> Plan:
    return plan_for(scenario, players)


@pytest.mark.parametrize("plan", EVERY, ids=name_of)
def test_what_is_kept_stays_and_the_rest_is_drawn(plan: Plan) -> None:
    chance = random.Random(name_of(plan))
    draft, roller = Draft(plan, plan.players[0]), Roller()
    before = rolled(draft, "first", roller)
    tiles = list(before.board.by_hex())
    sites: list[Hex | Edge] = [*chance.sample(tiles, len(tiles) // 3)]
    sites += [harbor.edge for harbor in before.board.harbors[::2]]
    for site in sites:
        draft.toggle(site)
    for n in range(6):
        after = rolled(draft, f"roll {n}", roller)
        old, new = before.board.by_hex(), after.board.by_hex()
        along = (
            {h for p in draft.problem.numbers if p.paths for h in p.hexes} if draft.problem else {}
        )
        kinds = {harbor.edge: harbor.kind for harbor in after.board.harbors}
        for place in after.locked:
            assert new[place].terrain == old[place].terrain
            assert place in along or new[place].number == old[place].number
        for harbor in before.board.harbors:
            assert harbor.edge not in after.kept or kinds[harbor.edge] == harbor.kind
        assert draft.broken() == ()
        assert (
            (after.locked, after.kept) == (draft.stand.locked, draft.stand.kept)
            if draft.stand
            else 0
        )


def test_everything_kept_is_the_same_board() -> None:
    draft = Draft(a_plan("fishermen"), 4)
    board = rolled(draft).board
    draft.keep_only(board.by_hex(), [harbor.edge for harbor in board.harbors])
    assert rolled(draft, "another").board == board


def test_the_same_seed_and_wishes_give_the_same_board() -> None:
    wanted = Wanted(wishes=STRICT)
    one, other = Draft(a_plan("base"), 4, wanted), Draft(a_plan("base"), 4, wanted)
    roller = Roller()
    rolled(other, "something else", roller)
    assert rolled(one).board == rolled(other, "first", roller).board


def test_an_answer_that_comes_late_changes_nothing() -> None:
    draft, roller = Draft(a_plan("base"), 4), Roller()
    board = rolled(draft).board
    first = draft.order(seed("a"))
    second = draft.order(seed("b"))
    answer = roller.roll(first)
    assert draft.take(first, answer) == "late"
    assert draft.stand is not None
    assert draft.stand.board == board
    draft.want(Wanted(by_letters=True))
    assert draft.take(second, roller.roll(second)) == "late"
    third = draft.order(seed("c"))
    draft.undo()
    draft.give_up()
    assert draft.take(third, roller.roll(third)) == "late"
    assert draft.stand.board == board


def test_what_hands_did_since_is_not_overwritten() -> None:
    draft, roller = Draft(a_plan("base"), 4), Roller()
    rolled(draft)
    acts: list[Callable[[], None]] = [
        lambda: draft.swap((0, 0), (1, 0)),
        lambda: draft.toggle((0, 0)),
        lambda: draft.keep_only([(1, 0)]),
    ]
    for act in acts:
        order = draft.order(seed("late"))
        answer = roller.roll(order)
        act()
        stand = draft.stand
        assert draft.take(order, answer) == "late"
        assert draft.stand == stand


def test_letters_that_leave_no_board_are_named() -> None:
    wanted = Wanted(by_letters=True, wishes=Options(node_most=10))
    draft = Draft(a_plan("base"), 4, wanted)
    answer = Roller().roll(draft.order(seed("x")))
    assert answer.board is None
    assert Relaxation("by_letters", None) in answer.relax


def test_steps_go_back_and_forth() -> None:
    draft = Draft(a_plan("base"), 4)
    assert (draft.can_undo, draft.can_redo, draft.stand) == (False, False, None)
    first = rolled(draft, "1")
    second = rolled(draft, "2")
    draft.swap((0, 0), (1, 0))
    third = draft.stand
    draft.undo()
    assert draft.stand == second
    draft.undo()
    assert draft.stand == first
    draft.undo()
    assert draft.stand == first
    draft.redo()
    draft.redo()
    assert draft.stand == third
    draft.redo()
    assert draft.stand == third
    draft.undo()
    rolled(draft, "4")
    assert not draft.can_redo


def test_a_swap_says_what_it_breaks_and_swapping_again_heals_it() -> None:
    draft = Draft(a_plan("base"), 4, Wanted(wishes=STRICT))
    before = rolled(draft).board
    tiles = before.by_hex()
    six, eight = (next(t.hex for t in before.tiles if t.number == n) for n in (6, 8))
    target = next(p for p in neighbors(eight) if p in tiles and tiles[p].number not in {None, 6})
    draft.swap(six, target, numbers_only=True)
    assert "reds_apart" in {fault.wish for fault in draft.broken()}
    draft.swap(six, target, numbers_only=True)
    assert draft.stand is not None
    assert draft.stand.board == before
    assert draft.broken() == ()


def test_harbors_change_places_with_harbors_only() -> None:
    draft = Draft(a_plan("base"), 4)
    board = rolled(draft).board
    one = next(h for h in board.harbors if h.kind == "ore")
    other = next(h for h in board.harbors if h.kind == "wool")
    draft.swap(one.edge, other.edge)
    assert draft.stand is not None
    kinds = {harbor.edge: harbor.kind for harbor in draft.stand.board.harbors}
    assert (kinds[one.edge], kinds[other.edge]) == ("wool", "ore")
    with pytest.raises(ValueError, match="swap two of a kind"):
        draft.swap(one.edge, (0, 0))
    with pytest.raises(ValueError, match="no harbor"):
        draft.swap(one.edge, ((0, 0), (1, 0)))
    with pytest.raises(ValueError, match="not on the board"):
        draft.swap((0, 0), (9, 9))


def test_what_came_from_another_group_cannot_be_kept_and_is_said() -> None:
    plan = a_plan("new_shores")
    draft = Draft(plan, 4)
    tiles = rolled(draft).board.by_hex()
    here = next(h for h in plan.variable.terrain[0].hexes if tiles[h].terrain == "fields")
    there = next(h for h in plan.variable.terrain[1].hexes if tiles[h].terrain == "gold")
    draft.swap(here, there)
    draft.toggle(here)
    with pytest.raises(Unfit) as refused:
        draft.order(seed("x"))
    assert refused.value.text.id == "boards.made.unfit"


def test_the_book_prints_no_new_world() -> None:
    draft = Draft(a_plan("new_world"), 4, Wanted(mode="printed"))
    with pytest.raises(Unfit) as refused:
        draft.order(seed("x"))
    assert refused.value.text.id == "boards.made.not_printed"


def test_a_printed_board_is_that_of_the_book() -> None:
    for plan in EVERY:
        if plan.printed is None:
            continue
        draft = Draft(plan, plan.players[0], Wanted(mode="printed"))
        assert rolled(draft).board.tiles == plan.printed.tiles
        assert draft.broken() == ()


def test_why_there_is_no_board() -> None:
    draft = Draft(a_plan("base"), 4, Wanted(wishes=Options(node_most=8)))
    order = draft.order(seed("x"))
    answer = Roller().roll(order)
    assert draft.take(order, answer) == "impossible"
    assert draft.stand is None
    assert [text.id for text in why_none(answer)] == [
        "boards.made.impossible",
        "boards.made.loosen",
    ]


def test_players_lay_the_harbors_of_the_new_world() -> None:
    draft = Draft(a_plan("new_world"), 4)
    stand = rolled(draft)
    assert stand.board.harbors == ()
    order = draft.to_lay()
    assert sorted(order) == sorted(draft.plan.laid)
    laid: list[Edge] = []
    while draft.to_lay():
        assert draft.to_lay() == order[len(laid) :]
        laid.append(draft.places_to_lay()[7 * len(laid) % len(draft.places_to_lay())])
        draft.lay(laid[-1])
    assert draft.stand is not None
    assert {h.edge: h.kind for h in draft.stand.board.harbors} == dict(
        zip(laid, order, strict=True)
    )
    assert draft.places_to_lay() == ()
    with pytest.raises(ValueError, match="no harbor can be laid"):
        draft.lay(laid[0])
    assert draft.broken() == ()
    draft.undo()
    assert draft.to_lay() == order[-1:]
    with pytest.raises(ValueError, match="no harbor can be laid"):
        draft.lay(((0, 0), (1, 0)))
    draft.lay_rest(seed("lot"))
    assert draft.to_lay() == ()
    code = encode(draft.plan, draft.stand.board, players=4)
    assert decode(code, plan_for).board == draft.stand.board


def test_harbors_laid_by_lot_keep_room() -> None:
    for n in range(30):
        draft = Draft(a_plan("new_world"), 4)
        rolled(draft, f"world {n}")
        draft.lay_rest(seed(f"lot {n}"))
        assert draft.stand is not None
        edges = [harbor.edge for harbor in draft.stand.board.harbors]
        assert len(edges) == len(draft.plan.laid)
        for at, one in enumerate(edges):
            assert all(len({*one, *other}) == 4 for other in edges[at + 1 :])


@pytest.mark.parametrize("plan", EVERY, ids=name_of)
def test_a_draft_comes_back_another_day(plan: Plan) -> None:
    def find(_scenario: str, _players: int, _edition: str) -> Plan:
        return plan

    draft = Draft(plan, plan.players[0], Wanted(wishes=Options(reds_apart=True), rules=False))
    stand = rolled(draft)
    draft.toggle(stand.board.tiles[0].hex)
    draft.lay_rest(seed("rest"))
    for harbor in stand.board.harbors[:1]:
        draft.toggle(harbor.edge)
    again = restored(saved(draft), find)
    assert again is not None
    assert (again.wanted, again.stand, again.players) == (draft.wanted, draft.stand, draft.players)
    assert not again.can_undo
    assert again.to_lay() == draft.to_lay()


def test_what_cannot_be_read_is_no_draft() -> None:
    draft = Draft(a_plan("base"), 4)
    with pytest.raises(ValueError, match="no board"):
        saved(draft)
    rolled(draft)
    sound = saved(draft)
    broken: list[dict[str, Any]] = [
        {},
        {**sound, "format": 2},
        {**sound, "code": "28GN"},
        {**sound, "scenario": "rivers"},
        {**sound, "wishes": {"node_most": 99}},
        {**sound, "locked": "all"},
        {**sound, "kept": [[1, 2], 3]},
    ]
    for data in broken:
        assert restored(data, plan_for) is None, data
