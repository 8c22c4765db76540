"""What the rules of the game to come add up to, where a variant changes what a setting says."""

from __future__ import annotations

from typing import Any, cast

from companion.core import registry
from companion.core.compose import CompositionRefused
from companion.core.frozen import freeze
from companion.core.model import COLORS, Seat, Setup
from companion.kiosk.screens.set_up import BASE, SetUp
from companion.view.pages import FactView
from companion.view.sheet import rule_sheet

USUAL = 3

NO_SEED = "0" * 32
"""Nothing is drawn: the rules are only looked at."""


def added_up(chosen: SetUp) -> tuple[FactView, ...]:
    """The facts of the game to come that more than one module has a say in.

    Empty where the choices do not go together; that is said when the game is to begin.
    """
    request, file = chosen.request(), chosen.file()
    low, high = (USUAL, USUAL) if file is None else file.players
    # While they are still being chosen, as many as play without a variant for fewer.
    enough = len(chosen.players) >= max(2, low)
    count = len(chosen.players) if enough else min(max(USUAL, low), high)
    seats = tuple(Seat(f"s{n}", "", color) for n, color in enumerate(COLORS[:count], 1))
    setup = Setup(
        seats=seats,
        seed=NO_SEED,
        scenario=chosen.scenario,
        variants=tuple(request["variants"]),
        edition=chosen.edition,
        settings=freeze(request["settings"]),
        scenario_settings=freeze({} if file is None else dict(file.settings)),
        numbers=cast("Any", chosen.numbers),
    )
    # Faulty house rules count as faults of the game to begin, not of this look ahead.
    try:
        rules, setup = registry.prepare(setup, (BASE,) if file is None else file.modules)
    except CompositionRefused:
        return ()
    facts = rule_sheet(rules, rules.initial(setup)).facts
    return tuple(fact for fact in facts if len(fact.sources) > 1)
