"""Scenario files: reading, checking with every fault at once, finding."""

from __future__ import annotations

import os
import re
import stat
import tomllib
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, Final

from companion.core.board.plan import Plan
from companion.core.frozen import FrozenMap, freeze
from companion.core.model import Problem, Struct
from companion.core.names import harmless
from companion.core.registry import known
from companion.core.settings import did_you_mean, setting_fault
from companion.i18n.text import Text
from companion.resources import scenario_folder
from companion.scenario.boards import BoardReader
from companion.scenario.faults import MOST_FAULTS, Faults
from companion.scenario.lines import Key, Lines

FORMAT = 1
KEYS = ("format", "id", "modules", "players", "settings", "bonus", "board")
REQUIRED = ("format", "id", "players")

BONUSES: Final = (
    "small_island", "foreign_island", "foreign_area", "small_island_settlement", "gift", "cloth",
)  # fmt: skip
"""What victory points are given for: the first settlement on each small island, foreign island
or foreign area (NS-3, FO-3, DE-2), each settlement on a small island (WO-2), a gift, two cloth."""

MOST_BYTES: Final = 64 * 1024
"""Of a file: the largest that comes with the program has a tenth of it."""

LONGEST_LINE: Final = 400
"""Bounds the time that a key of very many parts takes the library that reads TOML."""

MOST_BOARDS: Final = 16
MOST_PLAYERS: Final = 8

Problems = tuple[Problem, ...]


class Bonus(Struct, frozen=True):
    """Victory points of the scenario's own: `points` for each of what `each` names."""

    each: str
    points: int


_LONGEST_ID: Final = 64
_ID: Final = re.compile(rf"[\w .-]{{1,{_LONGEST_ID}}}")
"""What a file may be called whose scenario is asked for; `..` and folders are no such names."""


class Scenario(Struct, frozen=True):
    """A scenario: its rule modules, player counts (least, most), settings and boards.

    Without modules it is a board only: its book is not kept by the program.
    """

    id: str
    modules: tuple[str, ...]
    players: tuple[int, int]
    settings: FrozenMap[str, Any] = FrozenMap()
    bonus: Bonus | None = None
    plans: tuple[Plan, ...] = ()


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
    """What a game can be played of, by id: scenarios with rules, and the faults of files.

    A board that came with the program without rules is passed over unread.
    """
    came = scenario_folder()
    found = ((name, _found(name, own)) for name in available(own))
    wanted = [
        name for name, path in found if path is None or path.parent != came or not _board_only(path)
    ]
    sound, faulty = _sort(wanted, own)
    return {name: found for name, found in sound.items() if found.modules}, faulty


def sort_all(own: Path | None = None) -> tuple[dict[str, Scenario], dict[str, Problems]]:
    """Every scenario by id, with rules or with a board only, and the faults of files."""
    return _sort(available(own), own)


def sort_boards(own: Path | None = None) -> tuple[dict[str, Scenario], dict[str, Problems]]:
    """What has a board, by id: with rules or without, and the faults of files."""
    sound, faulty = sort_all(own)
    return {name: found for name, found in sound.items() if found.plans}, faulty


def _board_only(path: Path) -> bool:
    """Whether a file names no rule modules; one that cannot be read may name some."""
    try:
        return "modules" not in tomllib.loads(path.read_text("utf-8"))
    except (OSError, ValueError, RecursionError):
        return False


def _sort(
    names: Iterable[str], own: Path | None
) -> tuple[dict[str, Scenario], dict[str, Problems]]:
    sound: dict[str, Scenario] = {}
    faulty: dict[str, Problems] = {}
    for name in names:
        try:
            sound[name] = load(name, own)
        except ScenarioRefused as refused:
            faulty[name] = refused.problems
    return sound, faulty


def _found(scenario_id: str, own: Path | None) -> Path | None:
    """The file of a scenario: the user's goes before the program's."""
    for folder in folders(own):
        path = folder / f"{scenario_id}.toml"
        if path.exists() or path.is_symlink():  # a folder and a dangling link are faulty files
            return path
    return None


def load(scenario_id: str, own: Path | None = None) -> Scenario:
    """The scenario `scenario_id`. Raises `ScenarioRefused` with every fault of its file."""
    # An id is a name and no path: nothing outside of the folders of scenarios is ever read.
    if _ID.fullmatch(scenario_id) and (path := _found(scenario_id, own)) is not None:
        return read(path)
    shown = scenario_id if len(scenario_id) <= _LONGEST_ID else f"{scenario_id[:_LONGEST_ID]}…"
    text = did_you_mean("scenario_file.scenario", harmless(shown), available(own))
    raise ScenarioRefused([Problem("unknown_scenario", text)])


def read(path: Path) -> Scenario:
    """The scenario in the file `path`. Raises `ScenarioRefused` with every fault of it."""
    text = _text(path)
    try:
        data = tomllib.loads(text)
        lines = Lines(text)
    except RecursionError as fault:
        raise ScenarioRefused([_problem("nested", "boards.file.nested", path)]) from fault
    except ValueError as fault:  # also an integer of thousands of digits
        raise ScenarioRefused([_unreadable(path, str(fault))]) from fault
    faults = Faults(path, lines)
    _check_keys(data, faults)
    _check_id(data, path, faults)
    _check_modules(data, faults)
    players = _players(data, faults)
    _check_settings(data, faults)
    bonus = _bonus(data, faults)
    plans = _plans(data, path.stem, players, faults)
    if faults.found:
        raise ScenarioRefused(faults.found)
    settings: FrozenMap[str, Any] = freeze(data.get("settings", {}))
    return Scenario(data["id"], tuple(data.get("modules", ())), players, settings, bonus, plans)


def _text(path: Path) -> str:
    """The text of a file that is not too large. Raises `ScenarioRefused`."""
    try:
        about = path.stat()
        if not (stat.S_ISREG(about.st_mode) or stat.S_ISDIR(about.st_mode)):
            raise ScenarioRefused([_problem("no_file", "boards.file.no_file", path)])
        with path.open("rb") as file:
            raw = file.read(MOST_BYTES + 1)
        text = raw.decode("utf-8").replace("\r\n", "\n")
    except OSError as fault:
        detail = os.strerror(fault.errno) if fault.errno else str(fault)
        raise ScenarioRefused([_unreadable(path, detail)]) from fault
    except UnicodeDecodeError as fault:
        raise ScenarioRefused([_unreadable(path, f"UTF-8, byte {fault.start}")]) from fault
    if len(raw) > MOST_BYTES:
        too_large = _problem("too_large", "boards.file.too_large", path, most=MOST_BYTES // 1024)
        raise ScenarioRefused([too_large])
    for number, line in enumerate(text.split("\n"), start=1):
        if len(line) > LONGEST_LINE:
            where = Path(f"{path}:{number}")
            long = _problem("long_line", "boards.file.long_line", where, most=LONGEST_LINE)
            raise ScenarioRefused([long])
    return text


def _check_keys(data: Mapping[str, Any], faults: Faults) -> None:
    for key in data:
        if key not in KEYS:
            faults.name((key,), key, KEYS)
    for key in REQUIRED:
        if key not in data:
            faults.add("missing", (), name=key)
    if "modules" not in data and "board" not in data:
        faults.add("missing", (), name="modules")
    given = data.get("format", FORMAT)
    if type(given) is not int or given != FORMAT:
        faults.value(("format",), given, str(FORMAT))


def _check_id(data: Mapping[str, Any], path: Path, faults: Faults) -> None:
    given = data.get("id", path.stem)
    if not isinstance(given, str) or not re.fullmatch(r"[a-z][a-z0-9_]*", given):
        faults.value(("id",), given, "a-z, 0-9, _")
    elif given != path.stem:
        faults.value(("id",), given, path.stem)


def _check_modules(data: Mapping[str, Any], faults: Faults) -> None:
    if "modules" not in data:
        return
    given = data["modules"]
    if not isinstance(given, list) or not given:
        faults.value(("modules",), given, '["base"]')
        return
    allowed = [m.id for m in known().values() if m.role in ("base", "scenario")]
    for at, module in enumerate(given):
        if module not in allowed:
            faults.name(("modules", at), module, allowed)


def _players(data: Mapping[str, Any], faults: Faults) -> tuple[int, int]:
    given = data.get("players", [2, 4])  # a missing one is told by itself
    if (
        isinstance(given, list)
        and len(given) == 2
        and all(type(n) is int and 0 < n <= MOST_PLAYERS for n in given)
        and given[0] <= given[1]
    ):
        return given[0], given[1]
    faults.value(("players",), given, "[2, 4]")
    return 1, MOST_PLAYERS


def _bonus(data: Mapping[str, Any], faults: Faults) -> Bonus | None:
    given = data.get("bonus")
    if given is None:
        return None
    fine = isinstance(given, dict) and set(given) == {"each", "points"}
    if not fine or type(given["points"]) is not int or not 0 < given["points"] < 10:
        faults.value(("bonus",), given, f'{{ each = "{BONUSES[0]}", points = 2 }}')
        return None
    if given["each"] not in BONUSES:
        faults.name(("bonus", "each"), given["each"], BONUSES)
    return Bonus(str(given["each"]), given["points"])


def _plans(
    data: Mapping[str, Any], name: str, players: tuple[int, int], faults: Faults
) -> tuple[Plan, ...]:
    """The plans of all boards of a file."""
    given = data.get("board", [])
    boards: list[tuple[Key, Any]] = [(("board",), given)]
    if isinstance(given, list):
        boards = [(("board", at), board) for at, board in enumerate(given)]
    if len(boards) > MOST_BOARDS:
        faults.add("boards", ("board",), n=len(boards), most=MOST_BOARDS)
        return ()
    plans: list[Plan] = []
    above: Mapping[str, Any] = {}
    for key, board in boards:
        if len(faults.found) >= MOST_FAULTS:
            break
        if not isinstance(board, dict):
            faults.value(key, board, "[[board]]")
            continue
        like = board.get("like_above", False)
        if not isinstance(like, bool) or (like and not above):
            faults.add("like_above", (*key, "like_above"))
        above = _over(above, board) if like is True else board
        plan = BoardReader(above, key, faults).read(name, players)
        if plan is not None:
            _check_apart(plan, plans, key, faults)
            plans.append(plan)
    return tuple(plans)


def _over(above: Mapping[str, Any], board: Mapping[str, Any]) -> dict[str, Any]:
    """What a board says on top of the one above; areas and marks are taken over name by name."""
    merged = {**above, **board}
    for name in ("areas", "marks"):
        if isinstance(above.get(name), dict) and isinstance(board.get(name), dict):
            merged[name] = {**above[name], **board[name]}
    return merged


def _check_apart(plan: Plan, others: Iterable[Plan], key: Key, faults: Faults) -> None:
    for other in others:
        both = set(plan.players) & set(other.players)
        if both and plan.edition == other.edition:
            faults.add("same_board", key, players=min(both), edition=plan.edition or "–")


def _check_settings(data: Mapping[str, Any], faults: Faults) -> None:
    given = data.get("settings", {})
    if not isinstance(given, dict):
        faults.value(("settings",), given, "[settings]")
        return
    settings = {f"{m.id}.{s.name}": s for m in known().values() for s in m.settings}
    for name, value in given.items():
        key = ("settings", name)
        if name not in settings:
            faults.name(key, name, settings)
        elif (text := setting_fault(name, settings[name], value)) is not None:
            faults.put(
                "bad_setting",
                Text("boards.file.setting", {"path": faults.place(key), "fault": text}),
            )


def _unreadable(path: Path, detail: str) -> Problem:
    text = Text("scenario_file.unreadable", {"path": str(path), "value": detail})
    return Problem("unreadable", text, (str(path),))


def _problem(code: str, message: str, path: Path, **params: int) -> Problem:
    return Problem(code, Text(message, {"path": str(path), **params}), (str(path),))
