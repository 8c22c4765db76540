"""Scenario files: reading, checking with every fault at once, finding."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from companion.core.frozen import FrozenMap, freeze, plain
from companion.core.model import Problem, Struct
from companion.core.registry import known
from companion.core.settings import did_you_mean, setting_fault
from companion.i18n.text import Text
from companion.resources import scenario_folder

FORMAT = 1
KEYS = ("format", "id", "modules", "players", "settings")
REQUIRED = ("format", "id", "modules", "players")

Problems = tuple[Problem, ...]


class Scenario(Struct, frozen=True):
    """A scenario: its rule modules, player counts (least, most) and settings."""

    id: str
    modules: tuple[str, ...]
    players: tuple[int, int]
    settings: FrozenMap[str, Any] = FrozenMap()


class ScenarioRefused(Exception):
    """A scenario that cannot be read; `problems` holds every fault, not the first only."""

    def __init__(self, problems: Iterable[Problem]) -> None:
        self.problems = tuple(problems)
        super().__init__("; ".join(f"{p.text.id} {p.text.params}" for p in self.problems))


def folders(own: Path | None = None) -> tuple[Path, ...]:
    """Where scenario files lie: the user's folder first, then those of the program."""
    came = scenario_folder()
    return (own, came) if own is not None and own.is_dir() else (came,)


def available(own: Path | None = None) -> tuple[str, ...]:
    """Ids of all scenario files, the user's and the program's."""
    return tuple(sorted({p.stem for folder in folders(own) for p in folder.glob("*.toml")}))


def sort_out(own: Path | None = None) -> tuple[dict[str, Scenario], dict[str, Problems]]:
    """Every scenario file by id: the sound ones, and the faults of the others."""
    sound: dict[str, Scenario] = {}
    faulty: dict[str, Problems] = {}
    for name in available(own):
        try:
            sound[name] = load(name, own)
        except ScenarioRefused as refused:
            faulty[name] = refused.problems
    return sound, faulty


def load(scenario_id: str, own: Path | None = None) -> Scenario:
    """The scenario `scenario_id`. Raises `ScenarioRefused` with every fault of its file."""
    for folder in folders(own):
        path = folder / f"{scenario_id}.toml"
        if path.exists() or path.is_symlink():  # a folder and a dangling link are faulty files
            return read(path)
    ids = available(own)
    raise ScenarioRefused(
        [Problem("unknown_scenario", did_you_mean("scenario_file.scenario", scenario_id, ids))]
    )


def read(path: Path) -> Scenario:
    """The scenario in the file `path`. Raises `ScenarioRefused` with every fault of it."""
    try:
        data = tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as fault:
        detail = str(fault)
        if isinstance(fault, UnicodeDecodeError):
            detail = f"UTF-8, byte {fault.start}"
        elif isinstance(fault, OSError):
            detail = fault.strerror or detail
        raise ScenarioRefused([_fault("unreadable", path, "", detail, ())]) from fault
    problems = check(data, path)
    if problems:
        raise ScenarioRefused(problems)
    low, high = data["players"]
    return Scenario(
        data["id"], tuple(data["modules"]), (low, high), freeze(data.get("settings", {}))
    )


def check(data: dict[str, Any], path: Path) -> list[Problem]:
    """Every fault in the content of a scenario file, each with its place, value and cure."""
    problems = [
        Problem("unknown_key", did_you_mean("scenario_file.key", k, KEYS, path=str(path)))
        for k in data
        if k not in KEYS
    ]
    problems += [_fault("missing_key", path, k, "", ()) for k in REQUIRED if k not in data]
    given = data.get("format", FORMAT)
    if type(given) is not int or given != FORMAT:
        problems.append(_fault("format", path, "format", given, (str(FORMAT),)))
    problems += _check_id(data, path)
    problems += _check_modules(data, path)
    problems += _check_players(data, path)
    problems += _check_settings(data, path)
    return problems


def _check_id(data: dict[str, Any], path: Path) -> list[Problem]:
    given = data.get("id", path.stem)
    if not isinstance(given, str) or not re.fullmatch(r"[a-z][a-z0-9_]*", given):
        return [_fault("bad_value", path, "id", given, ("a-z, 0-9, _",))]
    if given != path.stem:
        return [_fault("bad_value", path, "id", given, (path.stem,))]
    return []


def _check_modules(data: dict[str, Any], path: Path) -> list[Problem]:
    given = data.get("modules", ["base"])  # a missing one is told by itself
    if not isinstance(given, list) or not given:
        return [_fault("bad_value", path, "modules", given, ('["base"]',))]
    allowed = [m.id for m in known().values() if m.role in ("base", "scenario")]
    return [
        Problem(
            "unknown_module",
            did_you_mean("scenario_file.module", plain(m), allowed, path=str(path)),
        )
        for m in given
        if m not in allowed
    ]


def _check_players(data: dict[str, Any], path: Path) -> list[Problem]:
    given = data.get("players", [2, 4])
    fine = (
        isinstance(given, list)
        and len(given) == 2
        and all(type(n) is int and n > 0 for n in given)
        and given[0] <= given[1]
    )
    return [] if fine else [_fault("bad_value", path, "players", given, ("[2, 4]",))]


def _check_settings(data: dict[str, Any], path: Path) -> list[Problem]:
    given = data.get("settings", {})
    if not isinstance(given, dict):
        return [_fault("bad_value", path, "settings", given, ("[settings]",))]
    settings = {f"{m.id}.{s.name}": s for m in known().values() for s in m.settings}
    problems = []
    for name, value in given.items():
        if name not in settings:
            text = did_you_mean("scenario_file.setting", name, settings, path=str(path))
            problems.append(Problem("unknown_setting", text, (str(path),)))
        elif (text_or_none := setting_fault(name, settings[name], value)) is not None:
            problems.append(Problem("bad_setting", text_or_none, (str(path),)))
    return problems


def _fault(code: str, path: Path, key: str, value: object, allowed: tuple[str, ...]) -> Problem:
    text = Text(
        f"scenario_file.{code}",
        {
            "path": str(path),
            "key": key,
            "value": plain(value),
            "allowed": allowed,
        },
    )
    return Problem(code, text, (str(path),))
