"""Wishes that cannot be met together are answered within a counted budget, on every plan.

Work is counted in deals and in tokens that a search lays on trial, each about a microsecond here.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from msgspec.structs import replace

from companion.core.board.hexes import hexagon
from companion.core.board.options import Options
from companion.core.board.problem import NumberPool, Problem, TerrainPool
from companion.scenario.plans import scattered
from companion.setup import numbers as numbers_module
from companion.setup.generate import TRIES, Answer, Generator, Relaxation
from companion.setup.search import Budget, Search
from companion.setup.stream import Stream
from tests.proof.boards import PLANS, strict
from tests.setup.seeds import seed

MOST_WORK = 2_600_000
DRAWN = {name: plan for name, plan in PLANS.items() if plan.floor is not None}


@pytest.fixture
def work(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[int]]:
    """What each search spends, with nothing remembered from other tests."""
    spent: list[int] = []
    find = Search.find

    def counted(self: Search, budget: Budget, stream: Stream | None = None) -> list[int] | None:
        before = budget.left
        try:
            return find(self, budget, stream)
        finally:
            spent.append(before - budget.left)

    monkeypatch.setattr(Search, "find", counted)
    numbers_module._make_ready.cache_clear()
    yield spent
    numbers_module._make_ready.cache_clear()


def ask(problem: Problem, options: Options) -> Answer:
    return Generator(problem, options).draw(seed(1))


@pytest.mark.parametrize("name", DRAWN)
@pytest.mark.parametrize(
    "wishes",
    [
        {"balance": 1, "lopsided": 2},
        {"lopsided": 36},
        {"node_most": 4},
        {"node_least": 15, "node_most": 14},
    ],
)
def test_plain_contradictions_are_proved_on_every_plan(
    name: str, wishes: dict[str, Any], work: list[int]
) -> None:
    plan = DRAWN[name]
    answer = ask(scattered(plan.variable), replace(plan.rules, **wishes))
    assert answer.outcome == "impossible"
    assert sum(work) + answer.tries < MOST_WORK / 10


@pytest.mark.parametrize("name", ["base-34", "four_islands-3", "traders_barbarians-34"])
@pytest.mark.parametrize("more", [{"balance": 1}, {"node_least": 9}, {"clusters": 1}])
def test_what_is_hard_at_the_floor_is_answered_in_time(
    name: str, more: dict[str, Any], work: list[int]
) -> None:
    plan = DRAWN[name]
    assert plan.floor is not None
    answer = ask(scattered(plan.variable), replace(strict(plan, plan.floor), **more))
    assert answer.outcome in ("board", "impossible", "not_found")
    assert sum(work) + answer.tries < MOST_WORK
    assert answer.tries < 3 * TRIES


@pytest.mark.parametrize("scenario", ["caravans-34", "traders_barbarians-34"])
def test_numbers_along_paths_are_soon_seen_to_break_a_limit(scenario: str, work: list[int]) -> None:
    plan = DRAWN[scenario]
    answer = ask(plan.variable, strict(plan, 10))
    assert answer.outcome == "impossible"
    assert sum(work) < MOST_WORK / 4


def test_six_reds_on_five_resources_are_too_many_on_thirty_hexes(work: list[int]) -> None:
    island = (*hexagon(2), *((q, 3) for q in range(-4, 2)), *((q, -3) for q in range(-1, 4)))
    assert len(island) == 30
    kinds = ("hills", "forest", "pasture", "fields", "mountains")
    tokens = (2, 2, 12, 12, *(3, 4, 5, 6, 8, 9, 10, 11) * 3)
    problem = Problem(
        terrain=(TerrainPool(island, (*(kinds * 6)[:28], "desert", "desert")),),
        numbers=(NumberPool(island, tokens),),
    )
    answer = ask(problem, Options(reds_apart=True, reds_per_terrain=1))
    assert answer.outcome == "impossible"
    assert answer.relax == (Relaxation("reds_per_terrain", 2),)
    assert sum(work) + answer.tries < MOST_WORK / 10


def test_more_alike_than_can_lie_apart_are_proved(work: list[int]) -> None:
    """Ten of nineteen hexes of one terrain: nowhere are so many apart."""
    terrains = ("hills",) * 10 + ("desert",) * 9
    problem = Problem(terrain=(TerrainPool(hexagon(2), terrains),))
    assert ask(problem, Options(clusters=1)).outcome == "impossible"
    assert sum(work) < MOST_WORK / 10


def test_a_farthest_share_can_be_had_and_none_beyond() -> None:
    """Of 58 pips four of eighteen hexes can hold 20 at most, 7.1 above their share."""
    plan = DRAWN["base-34"]
    problem = scattered(plan.variable)
    assert ask(problem, replace(plan.rules, lopsided=7)).outcome == "board"
    answer = ask(problem, replace(plan.rules, lopsided=8))
    assert answer.outcome == "impossible"
    assert answer.relax == (Relaxation("lopsided", 7),)
