"""Settings: checking what editions, scenario files and house rules ask for."""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Sequence
from typing import Any

from companion.core.frozen import plain, shown
from companion.core.model import Problem, Setup
from companion.core.module import Module, Setting
from companion.i18n.text import Text

EDITIONS = ("default", "cs", "pl", "en2020", "en2025")
LAYERS = ("default", "edition", "scenario", "house")


def check_settings(modules: Sequence[Module], setup: Setup) -> list[Problem]:
    """Every fault in the settings of `setup`, each naming its source (edition, scenario, house)."""
    known = {f"{m.id}.{s.name}": s for m in modules for s in m.settings}
    problems: list[Problem] = []
    if setup.edition not in EDITIONS:
        problems.append(
            Problem("unknown_edition", did_you_mean("compose.edition", setup.edition, EDITIONS))
        )
    for source, values in (("scenario", setup.scenario_settings), ("house", setup.settings)):
        for name, value in values.items():
            if name not in known:
                problems.append(
                    Problem(
                        "unknown_setting",
                        did_you_mean("compose.setting", name, known, source=source),
                        (source,),
                    )
                )
            elif (text := setting_fault(name, known[name], value)) is not None:
                problems.append(Problem("bad_setting", text, (source,)))
    return problems


def setting_fault(name: str, setting: Setting, value: Any) -> Text | None:
    """What is wrong with `value` for `setting`, if anything."""
    if setting.kind == "flag":
        allowed: tuple[Any, ...] = (True, False)
        fine = isinstance(value, bool)
    elif setting.kind == "count":
        allowed = (f"{setting.low}–{setting.high}",)
        fine = type(value) is int and setting.low <= value <= setting.high
    else:
        allowed = setting.choices
        fine = value in setting.choices and type(value) in {type(c) for c in setting.choices}
    if fine:
        return None
    return Text(
        "compose.bad_setting",
        {"name": name, "value": shown(value), "allowed": tuple(map(plain, allowed))},
    )


def did_you_mean(message: str, given: str, known: Iterable[str], **more: str) -> Text:
    """`message` about the unknown name `given`, with the nearest known one."""
    names = sorted(known)
    same_case = {name.casefold(): name for name in names}
    near = difflib.get_close_matches(given.casefold(), same_case, n=1, cutoff=0.6)
    params: dict[str, Any] = {"given": given, "known": tuple(names), **more}
    if near:
        return Text(f"{message}.did_you_mean", {**params, "near": same_case[near[0]]})
    return Text(f"{message}.unknown", params)
