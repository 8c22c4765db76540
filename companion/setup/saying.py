"""What is said of boards, for every face: why there is none, and what one does not keep."""

from __future__ import annotations

from typing import Final

from companion.i18n.text import Ref, Text
from companion.setup.generate import Answer
from companion.setup.wishes import Broken

NAMED: Final = frozenset(
    {
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
    }
)
"""The scenarios that come along and have a name in every language."""


def scenario_name(scenario: str) -> Text | str:
    """What a scenario is called; a scenario of the table's own goes by its id."""
    return Text(f"scenario_name.{scenario}") if scenario in NAMED else scenario


def why_none(answer: Answer) -> tuple[Text, ...]:
    """Why there is no board, and each single wish that would have to give way by a step."""
    if answer.outcome == "board":
        return ()
    if answer.outcome == "not_found":
        return (Text("boards.made.not_found"),)
    texts = [Text("boards.made.impossible")]
    for step in answer.relax:
        wish = Ref("wish", step.wish)
        if step.limit is None:
            texts.append(Text("boards.made.give_up", {"wish": wish}))
        else:
            texts.append(Text("boards.made.loosen", {"wish": wish, "n": step.limit}))
    return tuple(texts)


def broken_text(fault: Broken) -> Text:
    """What a board does not keep, and by how much."""
    return Text(f"boards.broken.{fault.wish}", {"n": fault.found, "limit": fault.limit})
