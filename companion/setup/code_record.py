"""What a code or a file of a board says, and how its plan is found."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, TypeAlias

from companion.core.board.layout import Board
from companion.core.board.options import Options
from companion.core.board.plan import Plan
from companion.core.chance import Seed
from companion.core.model import Problem, Struct
from companion.i18n.text import Text
from companion.scenario.files import ScenarioRefused
from companion.setup.code_text import CodeRefused

FindPlan: TypeAlias = Callable[[str, int, str], Plan]
"""The plan of a scenario for so many players in an edition ("" where there is but one).

Raises ScenarioRefused or LookupError if there is none.
"""


NO_WISHES: Final = Options()


class Decoded(Struct, frozen=True):
    """A board that was shared.

    options: the table's wishes for it; rules: whether the scenario's own rules were on. seed:
    what it was drawn from, if somebody wanted that told; a game's own seed never comes from
    here.
    """

    plan: Plan
    board: Board
    players: int
    options: Options = NO_WISHES
    rules: bool = True
    seed: Seed | None = None


def plan_of(find_plan: FindPlan, scenario: str, players: int, edition: str) -> Plan:
    """The plan found. Raises CodeRefused, with what is wrong with it, if there is none."""
    try:
        return find_plan(scenario, players, edition)
    except ScenarioRefused as refused:
        faults = refused.problems
    except LookupError:
        faults = ()
    raise CodeRefused([no_plan("no_board", scenario, players, edition), *faults])


def no_plan(code: str, scenario: str, players: int, edition: str) -> Problem:
    """A problem with the plan that a code is for."""
    named: dict[str, str | int] = {
        "scenario": scenario,
        "players": players,
        "edition": edition or "–",
    }
    return Problem(f"code_{code}", Text(f"boards.code.{code}", named))


def most_players(plan: Plan) -> int:
    """The number of players a code carries if nobody said another."""
    return max(plan.players)
