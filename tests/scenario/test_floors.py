"""The floor of every plan: a board exists at it, and the proof that none lies below."""

import pytest
from msgspec.structs import replace

from companion.core.board.options import Options
from companion.core.board.plan import Plan
from companion.scenario.files import sort_boards
from companion.scenario.plans import scattered
from companion.setup.generate import Generator, lay_out
from tests.setup.checker import faults
from tests.setup.seeds import seed

WITHOUT = ("pirate_islands", "new_world")
"""No number is drawn on the first two; what the third's floor is, nothing proves so far."""

PLANS = {
    f"{plan.scenario}-{plan.players[0]}{plan.edition}": plan
    for scenario in sort_boards()[0].values()
    for plan in scenario.plans
}


def strict(plan: Plan, most: int) -> Options:
    return replace(
        plan.rules, reds_apart=True, equal_apart=True, extremes_apart=True, node_most=most
    )


def test_every_plan_has_a_floor_that_numbers_are_drawn_for() -> None:
    assert {name for name, plan in PLANS.items() if plan.floor is None} == {
        name for name, plan in PLANS.items() if plan.scenario in WITHOUT
    }


# Boards that differ in their harbors or marks alone have the same floor.
GROUNDS = {
    (p.variable.fixed, p.variable.terrain, p.variable.numbers, p.floor): name
    for name, p in PLANS.items()
    if p.floor
}


@pytest.mark.parametrize("name", sorted(GROUNDS.values()))
def test_a_board_exists_at_the_floor_and_none_below(name: str) -> None:
    plan = PLANS[name]
    assert plan.floor is not None
    problem = scattered(plan.variable)
    answer = lay_out(problem, strict(plan, plan.floor), seed(1))
    assert answer.board is not None
    assert faults(answer.board, problem, strict(plan, plan.floor)) == []
    below = strict(plan, plan.floor - 1)
    assert Generator(problem, below).draw(seed(1)).outcome == "impossible"


ALONG = sorted(name for name, plan in PLANS.items() if plan.along_paths)


def test_just_the_plans_along_paths_have_a_floor_along_them() -> None:
    assert [name for name, plan in sorted(PLANS.items()) if plan.floor_along] == ALONG
    assert ALONG


@pytest.mark.parametrize("name", ALONG)
def test_along_the_paths_a_board_exists_at_the_floor_and_none_below(name: str) -> None:
    plan = PLANS[name]
    assert plan.floor_along is not None
    assert plan.floor_along == plan.lowest_limit
    at_floor = strict(plan, plan.floor_along)
    answer = lay_out(plan.variable, at_floor, seed(1))
    assert answer.board is not None
    assert faults(answer.board, plan.variable, at_floor) == []
    below = strict(plan, plan.floor_along - 1)
    assert Generator(plan.variable, below).draw(seed(1)).outcome == "impossible"


@pytest.mark.parametrize("name", PLANS)
def test_every_plan_draws_a_board_by_its_own_rules(name: str) -> None:
    plan = PLANS[name]
    for problem in (plan.variable, scattered(plan.variable)):
        answer = lay_out(problem, plan.rules, seed(2))
        assert answer.board is not None
        assert faults(answer.board, problem, plan.rules) == []
