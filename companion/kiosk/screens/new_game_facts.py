"""What the rules of the game to come add up to, where a variant changes what a setting says."""

from __future__ import annotations

from companion.core.compose import CompositionRefused
from companion.core.model import COLORS
from companion.kiosk.screens.set_up import SetUp
from companion.scenario.newgame import compose_game, read_request
from companion.view.pages import FactView
from companion.view.sheet import rule_sheet

USUAL = 3
"""So many play while nobody is chosen yet: fewer need a variant."""


def added_up(chosen: SetUp) -> tuple[FactView, ...]:
    """The facts of the game to come that more than one module has a say in.

    Empty where the choices do not go together; that is said when the game is to begin.
    """
    request = chosen.request()
    if len(chosen.players) < 2:
        file = chosen.file()
        count = USUAL if file is None else min(max(USUAL, file.players[0]), file.players[1])
        request["players"] = [{"name": "", "color": color} for color in COLORS[:count]]
    try:
        # Nothing is drawn, so its seed may be all zeros.
        asked = read_request(request)
        rules, setup = compose_game(asked, bytes, own_scenarios=chosen.scenarios.own)
    except CompositionRefused:
        return ()
    facts = rule_sheet(rules, rules.initial(setup)).facts
    return tuple(fact for fact in facts if len(fact.sources) > 1)
