"""The new game as a dialog: who plays, what is played, how numbers come up, house rules."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from companion.core import registry
from companion.core.model import COLORS, Problem
from companion.core.module import Setting
from companion.core.settings import EDITIONS
from companion.i18n.text import Ref, Text
from companion.scenario.files import available
from companion.terminal.console import Back, Console
from companion.view.model import Words
from companion.view.sheet import setting_value

MOST_PLAYERS = 6


def ask_new_game(
    console: Console, own_scenarios: Path | None, last: tuple[str, ...] = ()
) -> dict[str, Any]:
    """A request for a new game. `last` names those who played before. Raises `Back`."""
    players = _players(console, last)
    request: dict[str, Any] = {"players": players}
    scenarios = available(own_scenarios)
    if len(scenarios) > 1:
        options = [(s, s) for s in scenarios]
        request["scenario"] = console.choose(console.tr("newgame.scenario"), options)
    request["variants"] = _variants(console)
    request["numbers"] = _numbers(console)
    if request["numbers"] == "cards":
        request["variants"].append(registry.NUMBER_MODULES["cards"])
    if console.yes(console.tr("newgame.house_rules")):
        request["edition"] = _edition(console)
        request["settings"] = _settings(console, request)
    return request


def _players(console: Console, last: tuple[str, ...]) -> list[dict[str, Any]]:
    if last and console.yes(console.tr("newgame.same_players", players=last)):
        return [{"name": name} for name in last]
    console.write(console.tr("newgame.who"), "bold")
    players: list[dict[str, Any]] = []
    while len(players) < MOST_PLAYERS:
        n = len(players) + 1
        line = console.answer(console.tr("newgame.player", n=n))
        if not line:
            if len(players) >= 2:
                break
            console.complain(console.tr("newgame.two_at_least"))
            continue
        players.append({"name": line, "color": _color(console, [p["color"] for p in players])})
    return players


def _color(console: Console, taken: list[str]) -> str:
    free = [c for c in COLORS if c not in taken]
    options = [(c, console.tr.show(Ref("color", c))) for c in free]
    return console.choose(console.tr("common.color"), options, default=free[0]) or free[0]


def _variants(console: Console) -> list[str]:
    known = [v for v in registry.variants() if v not in registry.NUMBER_MODULES.values()]
    options = [(v, console.tr.show(Ref("module", v))) for v in known]
    return list(console.choose_many(console.tr("newgame.variants"), options))


def _numbers(console: Console) -> str:
    sources = ("cards", "dice", "typed")
    options = [(s, console.tr.show(Ref("number_source", s))) for s in sources]
    return console.choose(console.tr("newgame.numbers"), options, default="cards") or "cards"


def _edition(console: Console) -> str:
    options = [(e, console.tr.show(Text(f"edition.{e}"))) for e in EDITIONS]
    first = EDITIONS[0]
    return console.choose(console.tr("newgame.edition"), options, default=first) or first


def _settings(console: Console, request: dict[str, Any]) -> dict[str, Any]:
    """House rules of the modules that are in the game."""
    playing = {"base", *request["variants"]}
    settings = {
        f"{m.id}.{s.name}": s
        for m in registry.known().values()
        if m.id in playing or m.role == "system"
        for s in m.settings
    }
    chosen: dict[str, Any] = {}
    while True:
        options = [
            (
                name,
                console.tr("common.sentence", label=Text(f"setting.{name}"), value=shown),
            )
            for name, setting in settings.items()
            for shown in [_shown(name, setting, chosen.get(name, setting.default))]
        ]
        name = console.choose(console.tr("newgame.which_rule"), options, optional=True)
        if name is None:
            return chosen
        try:
            chosen[name] = _setting(console, name, settings[name])
        except Back:
            continue


def _setting(console: Console, name: str, setting: Setting) -> Any:
    title = console.tr.show(Text(f"setting.{name}"))
    if setting.kind == "count":
        return console.number(title, setting.low, setting.high, setting.default)
    values = (True, False) if setting.kind == "flag" else setting.choices
    options = [(v, console.tr.show(setting_value(name, setting, v))) for v in values]
    return console.choose(title, options, default=setting.default)


def _shown(name: str, setting: Setting, value: Any) -> Words:
    return setting_value(name, setting, value)


def say_problems(console: Console, problems: tuple[Problem, ...]) -> None:
    """Every reason why the game cannot be."""
    for problem in problems:
        console.complain(console.tr.text(problem.text))
