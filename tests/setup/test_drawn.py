"""Whole boards from plans: the tokens of marks, the rules of a scenario under the wishes."""

from __future__ import annotations

from collections import Counter

from companion.core.board.options import Options
from companion.core.chance import parse_seed
from companion.scenario.plans import plan_for
from companion.setup.drawn import deal_marks, draw_board, problem_of, with_rules


def grounds(words: str) -> tuple[int | None, ...]:
    plan = plan_for("fishermen", 4)
    problem = problem_of(plan, "variable")
    assert problem is not None
    board = draw_board(plan, problem, Options(), parse_seed(words)).board
    assert board is not None
    assert deal_marks(plan, board, parse_seed(words)) == board
    return tuple(mark.number for mark in board.marks)


def test_the_numbers_of_fishing_grounds_are_frozen() -> None:
    assert grounds("first") == (8, 5, 6, 9, 4, 10)


def test_every_ground_gets_every_number() -> None:
    seen = Counter(at for n in range(240) for at in enumerate(grounds(f"seed {n}")))
    assert len(seen) == 36
    # 40 each on the average; chi-square of 25 degrees of freedom stays below 60.
    assert sum((count - 40) ** 2 / 40 for count in seen.values()) < 60


def test_wishes_stand_over_the_scenarios_rules() -> None:
    plan = plan_for("new_shores", 3)
    assert plan.rules == Options(reds_apart=True, extremes_apart=True)
    together = with_rules(plan, Options(node_most=11))
    assert together == Options(reds_apart=True, extremes_apart=True, node_most=11)


def test_a_book_without_a_printed_board_has_none_to_draw() -> None:
    assert problem_of(plan_for("new_world", 4), "printed") is None


def test_by_the_letters_numbers_lie_along_a_path() -> None:
    plan = plan_for("base", 4)
    by_letters = problem_of(plan, "variable", by_letters=True)
    anywhere = problem_of(plan, "variable")
    assert by_letters is not None
    assert anywhere is not None
    assert by_letters.numbers[0].paths
    assert not anywhere.numbers[0].paths
