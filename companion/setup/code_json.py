"""A board as JSON, to read and to write by hand, and as the long form of a share code."""

from __future__ import annotations

import json
import re
import zlib
from base64 import b32decode, b32encode
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any, Final

import msgspec

from companion.core.board.hexes import Hex, edge, node
from companion.core.board.layout import (
    GENERIC,
    NUMBERS,
    PRODUCING,
    RESOURCE_OF,
    Board,
    Harbor,
    Mark,
    Tile,
    board_of,
)
from companion.core.board.options import LIMITS, Options
from companion.core.board.plan import Plan
from companion.core.board.problem import BARE, MOST_HEXES
from companion.core.chance import Seed
from companion.core.model import Problem
from companion.core.settings import did_you_mean
from companion.i18n.text import Text
from companion.setup.code_record import NO_WISHES, Decoded, FindPlan, most_players, plan_of
from companion.setup.code_text import ALPHABET, CodeRefused, values

FORMAT: Final = "islekeeper-board"
VERSION: Final = 1
PREFIX: Final = "ISLE1:"
MOST_BYTES: Final = 256 * 1024
"""Size of the JSON of a board at most, unpacked."""
MOST_LONG: Final = 20_000
"""Characters of a long form at most; a QR code holds 4,296."""

KEYS: Final = (
    "format", "version", "scenario", "players", "edition", "rules", "options", "seed",
    "tiles", "harbors", "marks",
)  # fmt: skip
NEEDED: Final = ("format", "version", "scenario", "players", "tiles")

_MOST_ITEMS: Final = 400
_FARTHEST: Final = 99
_MOST_FAULTS: Final = 20
_LONGEST_NAME: Final = 64
_NAME: Final = f'"…" (1–{_LONGEST_NAME})'
_RFC_4648: Final = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"
_PACK: Final = str.maketrans(_RFC_4648, ALPHABET)


def to_json(
    plan: Plan,
    board: Board,
    *,
    players: int | None = None,
    options: Options = NO_WISHES,
    rules: bool = True,
    seed: Seed | None = None,
) -> dict[str, Any]:
    """A board with all that `from_json` needs, as data for any JSON writer.

    players: the greatest number the plan is for, if None. rules: whether the scenario's own
    rules were on. seed: what the board was drawn from; leave it out where that is not to be told.
    """
    said: dict[str, Any] = {
        "format": FORMAT,
        "version": VERSION,
        "scenario": plan.scenario,
        "players": most_players(plan) if players is None else players,
    }
    if plan.edition:
        said["edition"] = plan.edition
    if not rules:
        said["rules"] = False
    wishes = {name: getattr(options, name) for name in Options.__struct_fields__}
    if wished := {name: value for name, value in wishes.items() if value not in {None, False}}:
        said["options"] = wished
    if seed is not None:
        said["seed"] = seed
    said["tiles"] = [_without_empty(tile) for tile in board.tiles]
    said["harbors"] = [_without_empty(harbor) for harbor in board.harbors]
    said["marks"] = [_without_empty(mark) for mark in board.marks]
    return said


def read_json(text: str | bytes, find_plan: FindPlan) -> Decoded:
    """The board in a JSON text. Raises CodeRefused with every fault of it."""
    if len(text) > MOST_BYTES:
        raise _refused("too_long", n=len(text), most=MOST_BYTES)
    try:
        data = msgspec.json.decode(text)
    except (msgspec.DecodeError, RecursionError, UnicodeError) as fault:
        raise _refused("unreadable", detail=str(fault)) from fault
    return from_json(data, find_plan)


def from_json(data: object, find_plan: FindPlan) -> Decoded:
    """The board that `to_json` or a person wrote.

    Raises CodeRefused with every fault: its place, its value, and what may stand there.
    """
    reading = _Reading()
    said = reading.keys("", data, KEYS, NEEDED)
    sound = {
        key: said[key]
        for key, (fits, allowed) in _SINGLE.items()
        if key in said and reading.value(key, said[key], fits, allowed)
    }
    if "version" in said and not _in(VERSION, VERSION)(said["version"]):
        reading.fault("version", value=_shown(said["version"]), allowed=str(VERSION))
    options = reading.options(said.get("options", {}))
    plan, edition = None, sound.get("edition", "")
    if {"scenario", "players"} <= sound.keys() and ("edition" in sound or "edition" not in said):
        try:
            plan = plan_of(find_plan, sound["scenario"], sound["players"], edition)
        except CodeRefused as refused:
            reading.note(*refused.problems)
    board = reading.board(said, plan)
    if reading.faults or plan is None:
        raise CodeRefused(reading.faults)
    rules, seed = sound.get("rules", True), sound.get("seed")
    return Decoded(plan, board, sound["players"], options, rules, seed)


def is_long_form(cleaned: str) -> bool:
    """Whether a text without spaces is the long form of a code."""
    return cleaned[: len(PREFIX)].upper() == PREFIX


def long_form(said: Mapping[str, Any]) -> str:
    """What `to_json` said, for a QR code or to be copied: its JSON, packed."""
    text = json.dumps(said, separators=(",", ":")).encode("ascii")
    packed = b32encode(zlib.compress(text, 9)).decode("ascii")
    return PREFIX + packed.rstrip("=").translate(_PACK)


def from_long_form(cleaned: str, find_plan: FindPlan) -> Decoded:
    """The board of a long form without spaces. Raises CodeRefused with every fault of it."""
    body = cleaned[len(PREFIX) :]
    if len(body) > MOST_LONG:
        raise _refused("too_long", n=len(body), most=MOST_LONG)
    letters = "".join(_RFC_4648[value] for value in values(body))
    unpacker = zlib.decompressobj()
    try:
        raw = b32decode(letters + "=" * (-len(letters) % 8))
        text = unpacker.decompress(raw, MOST_BYTES)
    except (ValueError, zlib.error) as fault:
        raise _refused("damaged") from fault
    if not unpacker.eof or unpacker.unused_data:
        raise _refused("damaged")
    return read_json(text, find_plan)


class _Reading:
    """Reads the parts of a board and collects what is wrong with them."""

    def __init__(self) -> None:
        self.faults: list[Problem] = []

    def note(self, *problems: Problem) -> None:
        """Keep faults. Raises CodeRefused when there are so many that no more are of use."""
        self.faults += problems
        if len(self.faults) >= _MOST_FAULTS:
            raise CodeRefused(self.faults)

    def fault(self, code: str, **params: Any) -> None:
        """Note a fault."""
        self.note(*_refused(code, **params).problems)

    def value(self, path: str, value: object, fits: Callable[[Any], bool], allowed: str) -> bool:
        """Whether a value fits; if not it is noted with what may stand there."""
        if fits(value):
            return True
        self.fault("bad_value", path=path, value=_shown(value), allowed=allowed)
        return False

    def keys(
        self, path: str, data: object, known: tuple[str, ...], needed: tuple[str, ...]
    ) -> dict[str, Any]:
        """An object as a dictionary of its known keys."""
        if not isinstance(data, dict):
            self.fault("bad_value", path=path or ".", value=_shown(data), allowed="{…}")
            return {}
        for key in data:
            if key not in known:
                text = did_you_mean("boards.json.key", _shown(key), known, path=path or ".")
                self.note(Problem("unknown_key", text))
        for key in needed:
            if key not in data:
                self.fault("missing_key", path=path or ".", key=key)
        return {key: data[key] for key in known if key in data}

    def items(self, path: str, data: object, most: int) -> list[tuple[str, Any]]:
        """The items of a list with their paths; none if it is too long."""
        if not isinstance(data, list):
            self.fault("bad_value", path=path, value=_shown(data), allowed="[…]")
            return []
        if len(data) > most:
            self.fault("too_many", path=path, n=len(data), most=most)
            return []
        return [(f"{path}[{index}]", item) for index, item in enumerate(data)]

    def options(self, data: object) -> Options:
        """The wishes."""
        wishes = {}
        for name, value in self.keys("options", data, Options.__struct_fields__, ()).items():
            path = f"options.{name}"
            if name not in LIMITS:
                fine = self.value(path, value, lambda v: isinstance(v, bool), "true, false")
            else:
                least, most = LIMITS[name]
                fine = self.value(path, value, _in(least, most), f"{least}–{most}")
            if fine:
                wishes[name] = value
        return Options(**wishes)

    def board(self, said: Mapping[str, Any], plan: Plan | None) -> Board:
        """The tiles, harbors and marks; they lie on the hexes of the plan."""
        terrains = {*PRODUCING, *BARE}
        if plan is not None:
            terrains.update(tile.terrain for tile in plan.variable.fixed)
            terrains.update(name for pool in plan.variable.terrain for name in pool.terrains)
        items = self.items("tiles", said.get("tiles", []), MOST_HEXES)
        tiles = [t for t in (self._tile(*item, terrains) for item in items) if t is not None]
        hexes = [tile.hex for tile in tiles]
        for place in sorted({place for place in hexes if hexes.count(place) > 1}):
            self.fault("twice", path="tiles", value=_shown(place))
        items = self.items("harbors", said.get("harbors", []), _MOST_ITEMS)
        harbors = [h for h in (self._harbor(*item) for item in items) if h is not None]
        edges = [harbor.edge for harbor in harbors]
        for site in sorted({site for site in edges if edges.count(site) > 1}):
            self.fault("twice", path="harbors", value=_shown(site))
        items = self.items("marks", said.get("marks", []), _MOST_ITEMS)
        marks = [m for m in (self._mark(*item) for item in items) if m is not None]
        if self.faults:
            return Board(())
        if plan is not None and set(hexes) != set(plan.variable.hexes()):
            self.fault("other_hexes", scenario=plan.scenario)
        elif plan is not None:
            self._off_board({*hexes, *plan.frame}, harbors, marks)
        return board_of(tiles, harbors, marks)

    def _off_board(
        self, known: Collection[Hex], harbors: Sequence[Harbor], marks: Sequence[Mark]
    ) -> None:
        """Name every harbor and mark that lies where there is no hex of the board or its frame."""
        for at, harbor in enumerate(harbors):
            if not set(known).intersection(harbor.edge):
                self.fault("off_board", path=f"harbors[{at}].edge", value=_shown(harbor.edge))
        for at, mark in enumerate(marks):
            sites = [(place,) for place in mark.hexes] + [*mark.edges, *mark.nodes]
            for site in sites:
                if not set(known).intersection(site):
                    self.fault("off_board", path=f"marks[{at}]", value=_shown(site))

    def _tile(self, path: str, data: object, terrains: set[str]) -> Tile | None:
        said = self.keys(path, data, ("hex", "terrain", "number"), ("hex", "terrain"))
        if not {"hex", "terrain"} <= said.keys():
            return None
        place = self._hex(f"{path}.hex", said["hex"])
        allowed = ", ".join(sorted(terrains))
        self.value(f"{path}.terrain", said["terrain"], _among(terrains), allowed)
        number = self._number(path, said)
        return Tile(place, said["terrain"], number) if place is not None else None

    def _harbor(self, path: str, data: object) -> Harbor | None:
        said = self.keys(path, data, ("edge", "kind"), ("edge", "kind"))
        if len(said) < 2:
            return None
        kinds = {GENERIC, *RESOURCE_OF.values()}
        self.value(f"{path}.kind", said["kind"], _among(kinds), ", ".join(sorted(kinds)))
        site = self._site(f"{path}.edge", said["edge"], edge, 2)
        return Harbor(site, said["kind"]) if site is not None else None

    def _mark(self, path: str, data: object) -> Mark | None:
        known = ("name", "hexes", "edges", "nodes", "number")
        said = self.keys(path, data, known, ("name",))
        name = said.get("name", "")
        if "name" in said and not self.value(f"{path}.name", name, _name, _NAME):
            return None
        hexes, edges, nodes = (
            self.items(f"{path}.{key}", said.get(key, []), _MOST_ITEMS) for key in known[1:4]
        )
        return Mark(
            name,
            tuple(h for h in (self._hex(*item) for item in hexes) if h is not None),
            tuple(e for e in (self._site(*item, edge, 2) for item in edges) if e is not None),
            tuple(n for n in (self._site(*item, node, 3) for item in nodes) if n is not None),
            self._number(path, said),
        )

    def _number(self, path: str, said: Mapping[str, Any]) -> int | None:
        number = said.get("number")
        self.value(
            f"{path}.number",
            number,
            lambda v: v is None or (type(v) is int and v in NUMBERS),
            ", ".join(map(str, NUMBERS)),
        )
        return number

    def _hex(self, path: str, data: Any) -> Hex | None:
        if not self.value(path, data, _is_hex, f"[q, r], −{_FARTHEST}–{_FARTHEST}"):
            return None
        return data[0], data[1]

    def _site(self, path: str, data: Any, make: Callable[..., Any], size: int) -> Any:
        """An edge or a node, from hexes in any order."""
        allowed = ", ".join(["[q, r]"] * size)
        if not isinstance(data, list) or len(data) != size or not all(map(_is_hex, data)):
            self.fault("bad_value", path=path, value=_shown(data), allowed=f"[{allowed}]")
            return None
        try:
            return make(*map(tuple, data))
        except ValueError:
            self.fault("apart", path=path, value=_shown(data))
            return None


def _refused(code: str, **params: Any) -> CodeRefused:
    return CodeRefused([Problem(code, Text(f"boards.json.{code}", params))])


def _without_empty(thing: Tile | Harbor | Mark) -> dict[str, Any]:
    said = msgspec.json.decode(msgspec.json.encode(thing))  # tuples as lists, as JSON has them
    return {key: value for key, value in said.items() if value not in (None, [])}


def _shown(value: object) -> str:
    text = value if isinstance(value, str) else json.dumps(value, default=repr)
    return text if len(text) <= 60 else text[:59] + "…"


def _word(value: object) -> bool:
    return isinstance(value, str) and re.fullmatch(r"[a-z0-9_]{1,64}", value) is not None


def _name(value: object) -> bool:
    return isinstance(value, str) and 0 < len(value) <= _LONGEST_NAME and value.isprintable()


def _seed(value: object) -> bool:
    return isinstance(value, str) and re.fullmatch(r"[0-9a-f]{32}", value) is not None


def _is_hex(value: object) -> bool:
    return (
        isinstance(value, list)
        and len(value) == 2
        and all(type(n) is int and abs(n) <= _FARTHEST for n in value)
    )


def _in(least: int, most: int) -> Callable[[Any], bool]:
    return lambda value: type(value) is int and least <= value <= most


def _among(allowed: set[str]) -> Callable[[Any], bool]:
    return lambda value: isinstance(value, str) and value in allowed


_SINGLE: Final[Mapping[str, tuple[Callable[[Any], bool], str]]] = {
    "format": (lambda value: value == FORMAT, FORMAT),
    "scenario": (_word, "a-z, 0-9, _"),
    "players": (_in(1, 9), "1–9"),
    "edition": (lambda value: value == "" or _name(value), _NAME),
    "rules": (lambda value: isinstance(value, bool), "true, false"),
    "seed": (lambda value: value is None or _seed(value), "32 × 0–9, a–f"),
}
"""What may stand under each key that has a single value."""
