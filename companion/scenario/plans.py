"""The boards of the scenarios, by scenario, number of players and edition."""

from __future__ import annotations

from pathlib import Path

from msgspec.structs import replace

from companion.core.board.plan import Plan
from companion.core.board.problem import NumberPool, Problem
from companion.core.model import Problem as Fault
from companion.core.settings import did_you_mean
from companion.i18n.text import Text
from companion.scenario.faults import told
from companion.scenario.files import ScenarioRefused, load


def plans(scenario_id: str, own: Path | None = None) -> tuple[Plan, ...]:
    """Every board of a scenario, in the order of its file; none if it has only rules.

    Raises `ScenarioRefused` with every fault of the file, or if there is none.
    """
    return load(scenario_id, own).plans


def plan_for(scenario_id: str, players: int, edition: str = "", own: Path | None = None) -> Plan:
    """The board for so many players in an edition.

    An edition may have no board of its own for them; then it has that of the first edition.

    Raises `ScenarioRefused`: a faulty file, no such scenario or edition, no board for so many.
    """
    found = plans(scenario_id, own)
    editions = {plan.edition for plan in found}
    if edition and edition not in editions:
        edition = told(edition)
        params = {"path": scenario_id, "key": "edition"}
        text = did_you_mean("boards.file.name", edition, editions - {""}, **params)
        raise ScenarioRefused([Fault("unknown_edition", text)])
    for wanted in (edition, ""):
        for plan in found:
            if players in plan.players and plan.edition == wanted:
                return plan
    counts = tuple(sorted({count for plan in found for count in plan.players}))
    text = Text("boards.file.no_board", {"scenario": scenario_id, "n": players, "known": counts})
    raise ScenarioRefused([Fault("no_board", text)])


def scattered(problem: Problem) -> Problem:
    """The problem with its numbers anywhere instead of along a path (BG-11)."""
    numbers = tuple(NumberPool(pool.hexes, pool.numbers) for pool in problem.numbers)
    return replace(problem, numbers=numbers)


def as_printed(plan: Plan) -> Problem | None:
    """The problem of the printed board, on which nothing is drawn but what every game shuffles.

    Where harbors are printed without kinds (SF-10) these are drawn. None if the book
    prints no board.
    """
    if plan.printed is None:
        return None
    known = {harbor.edge for harbor in plan.printed.harbors}
    open_pools = tuple(pool for pool in plan.variable.harbors if not known.issuperset(pool.edges))
    return Problem(
        fixed=plan.printed.tiles,
        harbors=open_pools,
        harbors_fixed=() if open_pools else plan.printed.harbors,
        marks=plan.printed.marks,
        bare=plan.variable.bare,
    )
