"""Every board that comes along, for tests that hold for all of them."""

from __future__ import annotations

from companion.core.board.plan import Plan
from companion.resources import scenario_folder
from companion.scenario.plans import plans

EVERY: tuple[Plan, ...] = tuple(
    plan for path in sorted(scenario_folder().glob("*.toml")) for plan in plans(path.stem)
)


def name_of(plan: Plan) -> str:
    """What a test of this plan is called."""
    players = "".join(map(str, plan.players))
    return "-".join(filter(None, (plan.scenario, players, plan.edition)))
