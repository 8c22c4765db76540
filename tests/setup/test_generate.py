"""Boards meet every wish, whatever the seed; an independent checker looks at each."""

from typing import Any

import msgspec
import pytest

from companion.core.board.options import Options
from companion.core.board.problem import Problem
from companion.setup.generate import Answer, Generator, lay_out
from tests.core.board.facts import SEAFARERS
from tests.setup.checker import faults
from tests.setup.problems import base, seafarers
from tests.setup.seeds import STRICT, seed


def boards(problem: Problem, options: Options, count: int) -> list[Answer]:
    """So many answers, each a board without a fault."""
    generator = Generator(problem, options)
    answers = [generator.draw(seed(number)) for number in range(count)]
    for number, answer in enumerate(answers):
        assert answer.outcome == "board", f"seed {number}: {answer}"
        assert answer.board is not None
        assert faults(answer.board, problem, options) == [], f"seed {number}"
    return answers


@pytest.mark.parametrize(
    ("wishes", "count"),
    [
        ({}, 40),
        ({"reds_apart": True}, 40),
        ({**STRICT, "node_most": 11}, 40),
        ({**STRICT, "node_most": 10}, 20),
        ({**STRICT, "node_least": 5}, 20),
        ({"node_most": 12, "node_least": 5, "reds_apart": True}, 20),
        ({"clusters": 1}, 10),
        ({"clusters": 2, "reds_apart": True, "harbors_off_own": True}, 20),
        ({"reds_per_terrain": 1, "reds_apart": True}, 20),
        ({"balance": 2, **STRICT, "node_most": 11}, 10),
        ({"lopsided": 6, **STRICT, "node_most": 11}, 10),
    ],
)
def test_base_boards_meet_their_wishes(wishes: dict[str, Any], count: int) -> None:
    answers = boards(base(), Options(**wishes), count)
    assert all(answer.exact for answer in answers)
    assert len({msgspec.json.encode(answer.board) for answer in answers}) == count


@pytest.mark.parametrize("name", [name for name in SEAFARERS if SEAFARERS[name]["pools"]])
def test_seafarers_boards_meet_the_rules_of_their_scenario(name: str) -> None:
    boards(seafarers(name), Options(reds_apart=True), 8)
    boards(seafarers(name), Options(**STRICT, node_most=11), 3)


def test_a_seed_gives_the_same_board_whatever_was_drawn_before() -> None:
    options = Options(**STRICT, node_most=11)
    generator = Generator(base(), options)
    drawn = [generator.draw(seed(number)) for number in range(8)]
    assert drawn[::-1] == [generator.draw(seed(number)) for number in reversed(range(8))]
    assert drawn[5] == lay_out(base(), options, seed(5))
