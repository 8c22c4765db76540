"""What the scenarios that come along are called. Light: it imports no board."""

from __future__ import annotations

from typing import Final

from companion.i18n.text import Text

NAMED: Final = (
    "base",
    "fishermen",
    "rivers",
    "caravans",
    "barbarian_attack",
    "traders_barbarians",
    "new_shores",
    "four_islands",
    "fog_islands",
    "through_the_desert",
    "forgotten_tribe",
    "cloth",
    "pirate_islands",
    "wonders",
    "new_world",
)
"""The scenarios that come along and have a name in every language, in the order of the books."""


def scenario_name(scenario: str) -> Text | str:
    """What a scenario is called; a scenario of the table's own goes by its id."""
    return Text(f"scenario_name.{scenario}") if scenario in NAMED else scenario
