"""The rule modules there are, and the rules of a game from its set-up."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec

from companion.core.compose import CompositionRefused, Rules, compose, refs
from companion.core.model import Problem, Setup
from companion.core.module import Module
from companion.core.rules import (
    awards,
    base,
    dice,
    event_cards,
    friendly_robber,
    harbormaster,
    pieces,
    table,
    two_players,
)
from companion.core.settings import did_you_mean
from companion.i18n.text import Text

SYSTEM: tuple[Module, ...] = (table.MODULE, pieces.MODULE, awards.MODULE)
"""In every game."""

OPTIONAL: tuple[Module, ...] = (
    base.MODULE,
    dice.MODULE,
    event_cards.MODULE,
    harbormaster.MODULE,
    friendly_robber.MODULE,
    two_players.MODULE,
)
"""Chosen by the scenario, the variants and the source of numbers."""


NUMBER_MODULES = {"cards": "event_cards", "dice": "dice", "typed": "dice", "device": "dice"}
"""The module that makes the numbers, for each source a set-up may name."""


def known() -> dict[str, Module]:
    """Every module there is, by id."""
    return {m.id: m for m in (*SYSTEM, *OPTIONAL)}


def variants() -> tuple[str, ...]:
    """Ids of the variants a table may switch on."""
    return tuple(m.id for m in OPTIONAL if m.role == "variant")


def select(
    setup: Setup, scenario_modules: Sequence[str] = ("base",), extra: Iterable[Module] = ()
) -> tuple[Module, ...]:
    """The modules a set-up asks for: system, the scenario's, the numbers', the variants.

    Raises `CompositionRefused` naming every module that does not exist, with a near name.
    """
    more = {m.id: m for m in extra}
    by_id = {**known(), **more}
    numbers = NUMBER_MODULES[setup.numbers]
    wanted = [*scenario_modules, *more]
    wanted += [numbers] if numbers not in setup.variants else []
    problems = [
        Problem("unknown_variant", did_you_mean("compose.variant", v, variants()))
        for v in setup.variants
        if v not in by_id or by_id[v].role != "variant"
    ]
    problems += [
        Problem("unknown_module", did_you_mean("compose.module", m, by_id))
        for m in wanted
        if m not in by_id
    ]
    if problems:
        raise CompositionRefused(problems)
    wanted += setup.variants
    system = [m.id for m in SYSTEM]
    return tuple(by_id[m] for m in dict.fromkeys((*system, *wanted)))


def prepare(
    setup: Setup, scenario_modules: Sequence[str] = ("base",), extra: Iterable[Module] = ()
) -> tuple[Rules, Setup]:
    """The rules for a new game, and its set-up with everything the modules add to it."""
    extra = tuple(extra)
    modules = select(setup, scenario_modules, extra)
    setup = msgspec.structs.replace(setup, modules=refs(modules))
    compose(modules, setup)
    for module in modules:
        if module.prepare is not None:
            setup = module.prepare(setup)
    return compose(modules, setup), setup


def rules_of(setup: Setup, extra: Iterable[Module] = ()) -> Rules:
    """The rules of a recorded game.

    Raises `CompositionRefused` for a module or version that this program does not have,
    naming it and what it has.
    """
    by_id = {**known(), **{m.id: m for m in extra}}
    problems = []
    modules = []
    for ref in setup.modules:
        module = by_id.get(ref.id)
        if module is None or module.version != ref.version:
            have = "-" if module is None else str(module.version)
            problems.append(
                Problem(
                    "module_version",
                    Text(
                        "compose.module_version",
                        {"module": ref.id, "version": ref.version, "have": have},
                    ),
                    (ref.id,),
                )
            )
        else:
            modules.append(module)
    if problems:
        raise CompositionRefused(problems)
    return compose(modules, setup)
