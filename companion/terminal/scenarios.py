"""`islekeeper scenarios`: the scenario files, and what is wrong with one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, TextIO

from companion.core.board.plan import Plan
from companion.core.model import Problem
from companion.i18n.text import Text
from companion.i18n.translator import Translator
from companion.scenario.files import (
    Scenario,
    ScenarioRefused,
    load,
    read,
    sort_all,
)
from companion.terminal.deeds import FAILED, OK, Deeds, texts_of


class ScenariosCommand(Deeds):
    """One deed on the scenario files: the program's, and those in the folder `own`."""

    def __init__(self, own: Path, tr: Translator, out: TextIO) -> None:
        super().__init__(tr, out)
        self._own = own

    def run(self, deed: str, given: Mapping[str, Any]) -> int:
        """Do it and give the exit status: 1 where a file is faulty. Raises `OSError`."""
        deeds: Mapping[str, Callable[[Mapping[str, Any]], int]] = {
            "list": self._list,
            "show": self._show,
            "check": self._check,
        }
        return deeds[deed](given)

    def _list(self, _given: Mapping[str, Any]) -> int:
        """Every scenario with its players and what the app does with it, then faulty files."""
        sound, faulty = sort_all(self._own)
        for name, scenario in sound.items():
            players = self._tr.text(self._players(scenario.players))
            kind = self._tr("scenarios.played" if scenario.modules else "scenarios.board_only")
            self._write(f"{name:<20}  {players:<14}  {kind}")
        for problems in faulty.values():
            self._fail(*texts_of(problems))
        return FAILED if faulty else OK

    def _players(self, players: tuple[int, int] | tuple[int, ...]) -> Text:
        low, high = players[0], players[-1]
        if low == high:
            return Text("scenarios.players", {"n": low})
        return Text("scenarios.players_range", {"low": low, "high": high})

    def _show(self, given: Mapping[str, Any]) -> int:
        try:
            scenario = load(given["id"], self._own)
        except ScenarioRefused as refused:
            return self._fail(*texts_of(refused.problems))
        self._write(f"{scenario.id}  {self._tr.text(self._players(scenario.players))}")
        if scenario.modules:
            self._say("scenarios.modules", names=scenario.modules)
        else:
            self._say("scenarios.no_modules")
        for name, value in scenario.settings.items():
            self._write(f"  {name} = {value}")
        for plan in scenario.plans:
            self._plan(plan)
        return OK

    def _plan(self, plan: Plan) -> None:
        """One board: for whom, how large, what is drawn on it anew."""
        edition = f" ({plan.edition})" if plan.edition else ""
        self._write("")
        self._write(self._tr.text(self._players(plan.players)) + edition)
        hexes = len(plan.variable.hexes())
        self._say("scenarios.printed" if plan.printed is not None else "scenarios.drawn", n=hexes)
        for area in plan.areas:
            self._say("scenarios.area", area=area.name, n=len(area.hexes))
        for pool in plan.variable.terrain:
            self._write(f"    {_counted(pool.terrains)}")
        for numbers in plan.variable.numbers:
            self._write(f"    {' '.join(map(str, sorted(numbers.numbers)))}")
        for harbors in plan.variable.harbors:
            self._say("scenarios.harbors", kinds=_counted(harbors.kinds))
        if plan.lowest_limit is not None:
            self._say("scenarios.floor", n=plan.lowest_limit)

    def _check(self, given: Mapping[str, Any]) -> int:
        """Each file with all its faults, or that it is sound."""
        status = OK
        for name in given["files"]:
            scenario = _read(Path(name))
            if isinstance(scenario, Scenario):
                self._say("scenarios.sound", path=name, n=len(scenario.plans))
            else:
                status = self._fail(*texts_of(scenario))
        return status


def _read(path: Path) -> Scenario | tuple[Problem, ...]:
    try:
        return read(path)
    except ScenarioRefused as refused:
        return refused.problems


def _counted(words: tuple[str, ...]) -> str:
    """Equal words counted: "hills 3, forest 4"."""
    return ", ".join(f"{word} {count}" for word, count in Counter(words).items())
