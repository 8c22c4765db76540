"""A whole board from a plan: terrain, numbers and harbors, and the tokens of its marks."""

from __future__ import annotations

from hashlib import sha256
from typing import Final, Literal

from msgspec.structs import replace

from companion.core.board.layout import Board
from companion.core.board.options import Options
from companion.core.board.plan import Plan
from companion.core.board.problem import Problem
from companion.core.chance import Seed
from companion.scenario.plans import as_printed, scattered
from companion.setup.generate import Answer, Generator
from companion.setup.stream import Stream

Mode = Literal["printed", "variable"]

_MARKS: Final = "islekeeper-setup:1:marks:"
"""Before the seed, in what is hashed to the seed of the marks' tokens: frozen, as the stream is."""


def problem_of(plan: Plan, mode: Mode, *, by_letters: bool = False) -> Problem | None:
    """What there is to draw; None where the book prints no board.

    by_letters: numbers lie in their order along a path wherever the plan has one (BG-11).
    """
    if mode == "printed":
        return as_printed(plan)
    return plan.variable if by_letters or plan.along_paths else scattered(plan.variable)


def with_rules(plan: Plan, wishes: Options) -> Options:
    """The wishes, and the rules of the scenario's set-up where nothing else is wished."""
    given = {
        name: getattr(wishes, name)
        for name in Options.__struct_fields__
        if getattr(wishes, name) not in (None, False)
    }
    return replace(plan.rules, **given)


def draw_board(plan: Plan, problem: Problem, options: Options, seed: Seed) -> Answer:
    """The board of a seed, its marks with their tokens: the same seed gives the same board.

    Raises ProblemError if the parts of the problem do not fit together.
    """
    answer = Generator(problem, options).draw(seed)
    if answer.board is None:
        return answer
    return replace(answer, board=deal_marks(plan, answer.board, seed))


def deal_marks(plan: Plan, board: Board, seed: Seed) -> Board:
    """The board with the tokens of its marks shuffled, all orders alike (FI-1)."""
    if not plan.marked_numbers:
        return board
    stream = Stream(sha256((_MARKS + seed).encode("ascii")).hexdigest()[:32])
    lying: dict[str, int] = {}
    for tokens in plan.marked_numbers:
        numbers = list(tokens.numbers)
        stream.shuffle(numbers)
        lying |= dict(zip(tokens.marks, numbers, strict=True))
    marks = tuple(
        replace(mark, number=lying[mark.name]) if mark.name in lying else mark
        for mark in board.marks
    )
    return replace(board, marks=marks)
