"""Plans to try codes on, made of the problems of the printed boards."""

from collections.abc import Callable
from functools import cache

from msgspec.structs import replace

from companion.core.board.hexes import Hex, edges_of
from companion.core.board.layout import Board, Harbor, Mark, board_of
from companion.core.board.plan import MarkedNumbers, Plan
from companion.core.board.problem import NumberPool, Problem
from companion.i18n.translator import Translator
from companion.setup.code_ranks import coast
from companion.setup.code_record import NO_WISHES
from companion.setup.code_text import CodeRefused
from companion.setup.generate import Generator
from companion.setup.stream import Stream
from tests.core.board.facts import BASE, SEAFARERS, frozen
from tests.setup.problems import base, seafarers
from tests.setup.seeds import seed

TABLE = "companion.setup.code_layouts.LAYOUTS"
"""The table of numbered layouts, where it is looked up."""

LAKE = ("lake_1", "lake_2", "lake_3", "lake_4", "lake_5", "lake_6")


def plan(problem: Problem, scenario: str, players: tuple[int, ...] = (3, 4)) -> Plan:
    return Plan(scenario, players, (), (), None, problem)


def with_printed(problem: Problem, scenario: str) -> Plan:
    """A plan whose printed board is one of those that its pools give."""
    return Plan(scenario, (3, 4), (), (), drawn(plan(problem, scenario), 99), problem)


def spiral() -> Plan:
    """The base board with its numbers along one of the spirals."""
    paths: tuple[tuple[Hex, ...], ...] = tuple(map(frozen, BASE["spirals"].values()))
    numbers: tuple[int, ...] = frozen(BASE["spiral_numbers"])
    problem = base()
    pool = NumberPool(problem.numbers[0].hexes, numbers, paths)
    return plan(replace(problem, numbers=(pool,)), "spiral")


def marked() -> Plan:
    """The base board with six tokens that are shuffled onto marks."""
    problem = base()
    marks = tuple(Mark(name, edges=edges_of((0, 0))[at : at + 1]) for at, name in enumerate(LAKE))
    problem = replace(problem, marks=marks)
    tokens = (MarkedNumbers(LAKE, (4, 10, 5, 9, 6, 8)),)
    return Plan("marked", (2, 3, 4), (), (), None, problem, marked_numbers=tokens)


def laying() -> Plan:
    """The board whose harbors the players lay."""
    problem = seafarers("new_world-34p")
    counts: dict[str, int] = SEAFARERS["new_world-34p"]["harbor_kinds"]
    kinds = tuple(kind for kind, count in counts.items() for _ in range(count))
    return Plan("laying", (3, 4), (), (), None, problem, laid=kinds)


def all_plans() -> dict[str, Plan]:
    found = {name: plan(seafarers(name), name.replace("-", "_")) for name in SEAFARERS}
    return {
        "base": with_printed(base(), "base"),
        "spiral": spiral(),
        "marked": marked(),
        "laying": laying(),
        **found,
    }


def drawn(of: Plan, number: int) -> Board:
    """A board of the plan, whole: with its marked tokens and the harbors that players lay."""
    board = _generator(of.variable).draw(seed(number)).board
    assert board is not None
    stream = Stream(seed(number + 1_000_000))
    numbers: dict[str, int] = {}
    for tokens in of.marked_numbers:
        order = list(tokens.numbers)
        stream.shuffle(order)
        numbers.update(zip(tokens.marks, order, strict=True))
    marks = [replace(mark, number=numbers.get(mark.name, mark.number)) for mark in board.marks]
    harbors = list(board.harbors)
    if of.laid:
        sites, kinds = coast(board.by_hex(), ()), list(of.laid)
        stream.shuffle(sites)
        stream.shuffle(kinds)
        harbors += map(Harbor, sites[: len(kinds)], kinds)
    return board_of(board.tiles, harbors, marks)


@cache
def _generator(problem: Problem) -> Generator:
    return Generator(problem, NO_WISHES)


def said(caught: CodeRefused) -> list[str]:
    """The codes of what is wrong, all of which can be said in every language."""
    for translator in (Translator(language, strict=True) for language in ("en", "cs")):
        for problem in caught.problems:
            assert translator.text(problem.text) != problem.text.id
    return [problem.code for problem in caught.problems]


def finds(of: Plan) -> Callable[[str, int, str], Plan]:
    return lambda scenario, players, edition: of
