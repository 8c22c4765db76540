"""A new game from what people chose: who plays, what, and how numbers come up."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, Literal

import msgspec

from companion.core import chance, registry
from companion.core.compose import CompositionRefused, Rules
from companion.core.frozen import FrozenMap, convert, freeze, plain
from companion.core.model import COLORS, DEPTHS, Problem, Seat, Setup, Struct
from companion.core.module import Module
from companion.core.names import LONGEST_NAME, harmless, name_key, one_line
from companion.core.settings import did_you_mean
from companion.i18n.text import Text
from companion.scenario.files import ScenarioRefused, load

NUMBERS = ("cards", "dice", "typed", "device")


class Player(Struct, frozen=True):
    """Somebody who sits down: a name, perhaps a color, a language, a known person."""

    name: str
    color: str | None = None
    language: str | None = None
    person: str | None = None


class NewGame(Struct, frozen=True):
    """What a new game is asked to be; also the script's `new`, where names alone will do.

    `seed` None: drawn from the machine's entropy, and the game is sealed. `position` starts
    in mid-game (see the table module's `enter_position`).
    """

    players: tuple[Player, ...]
    scenario: str = "base"
    variants: tuple[str, ...] = ()
    edition: str = "default"
    settings: FrozenMap[str, Any] = FrozenMap()
    depth: Literal["ledger", "board"] = "ledger"
    numbers: Literal["cards", "dice", "typed", "device"] | None = None
    seed: str | None = None
    board: FrozenMap[str, Any] | None = None
    position: FrozenMap[str, Any] | None = None


def read_request(data: dict[str, Any]) -> NewGame:
    """A request from plain data. Players may be plain names; a color's name is a color too.

    Raises `CompositionRefused` naming every unknown key with a near one, and faulty values.
    """
    known = NewGame.__struct_fields__
    problems = [
        Problem("unknown_key", did_you_mean("newgame.key", k, known))
        for k in data
        if k not in known
    ]
    asked = {k: v for k, v in data.items() if k in known and v is not None}
    players = asked.get("players")
    if not isinstance(players, (list, tuple)) or not players:
        problems.append(Problem("no_players", Text("newgame.no_players")))
        players = []
    players = [{"name": p} if isinstance(p, str) else p for p in players]
    unread = [fault for at, one in enumerate(players, 1) for fault in _unread(at, one)]
    problems += unread
    asked["players"] = [] if unread else players
    for key, allowed in (("depth", DEPTHS), ("numbers", NUMBERS)):
        if key in asked and asked[key] not in allowed:
            given = plain(asked.pop(key))
            problems.append(
                Problem("bad_value", did_you_mean("newgame.value", given, allowed, what=key))
            )
    request: NewGame | None = None
    try:
        request = convert(asked, NewGame)
    except msgspec.ValidationError as fault:
        problems.append(Problem("bad_value", _told(fault)))
    if request is None or problems:
        raise CompositionRefused(problems)
    return request


_BAD_TYPE = re.compile(r"Expected `(?P<wanted>.+)`, got `(?P<given>.+)` - at `\$\.(?P<key>.+)`")
_JSON_TYPES = {"str": "string", "int": "number", "float": "number", "bool": "boolean"} | {
    "list": "array",
    "tuple": "array",
    "dict": "object",
    "NoneType": "null",
}


def _told(fault: msgspec.ValidationError) -> Text:
    """A value of the wrong type in words for people: where it is, what it should be."""
    found = _BAD_TYPE.fullmatch(str(fault))
    if found is None:
        return Text("newgame.bad_value", {"fault": str(fault)})
    wanted = tuple(_type_text(name) for name in found["wanted"].split(" | "))
    given = _type_text(found["given"])
    return Text("newgame.bad_type", {"key": found["key"], "given": given, "wanted": wanted})


def _type_text(name: str) -> Text:
    return Text(f"script.type.{_JSON_TYPES.get(name, name)}")


def _unread(at: int, player: Any) -> list[Problem]:
    """What cannot be read of the `at`-th player, from 1: no name and no object, unknown keys."""
    if not isinstance(player, dict):
        text = Text("newgame.no_player", {"n": at, "value": plain(player)[:LONGEST_NAME]})
        return [Problem("bad_value", text)]
    known = Player.__struct_fields__
    return [
        Problem("unknown_key", did_you_mean("newgame.player_key", str(key), known, n=str(at)))
        for key in player
        if key not in known
    ]


def compose_game(
    request: NewGame,
    entropy: Callable[[int], bytes],
    *,
    own_scenarios: Path | None = None,
    extra: Iterable[Module] = (),
) -> tuple[Rules, Setup]:
    """The rules and set-up of the game that `request` asks for.

    Raises `CompositionRefused` with every problem: an unknown scenario, variant or setting,
    a combination no book allows (both sides named), colors or names given twice.
    """
    try:
        scenario = load(request.scenario, own_scenarios)
    except ScenarioRefused as refused:
        raise CompositionRefused(refused.problems) from refused
    problems: list[Problem] = []
    if not scenario.modules:
        text = Text("boards.file.board_only", {"scenario": scenario.id})
        problems.append(Problem("board_only", text, (scenario.id,)))
    low, high = scenario.players
    if not low <= len(request.players) <= high:
        text = Text("newgame.players", {"count": len(request.players), "low": low, "high": high})
        problems.append(Problem("players", text, (scenario.id,)))
    seats, seat_problems = seat_players(request.players)
    problems += seat_problems
    seed = request.seed
    try:
        seed = chance.new_seed(entropy) if seed is None else chance.parse_seed(seed)
    except ValueError as fault:
        problems.append(Problem("bad_seed", Text("newgame.bad_value", {"fault": str(fault)})))
    if request.depth != "ledger":
        problems.append(Problem("bad_value", Text("newgame.ledger_only", {"value": request.depth})))
    if problems:
        raise CompositionRefused(problems)
    cards = registry.NUMBER_MODULES["cards"] in request.variants
    numbers = request.numbers or ("cards" if cards else "dice")
    setup = Setup(
        seats=seats,
        seed=str(seed),
        scenario=scenario.id,
        variants=tuple(dict.fromkeys(request.variants)),
        edition=request.edition,
        settings=freeze(request.settings),
        scenario_settings=scenario.settings,
        depth=request.depth,
        numbers=numbers,
        sealed=request.seed is None,
        board=request.board,
    )
    return registry.prepare(setup, scenario.modules, extra)


def seat_players(players: Iterable[Player]) -> tuple[tuple[Seat, ...], list[Problem]]:
    """Seats "s1", "s2", … in the order given; who named no color gets the next free one.

    A player called like a color ("Red") gets that color, if nobody asked for it by its own word.
    """
    given = list(players)
    problems = [
        Problem("unknown_color", did_you_mean("newgame.color", p.color, COLORS))
        for p in given
        if p.color is not None and p.color not in COLORS
    ]
    problems += name_problems([p.name.strip() for p in given])
    asked = {p.color for p in given if p.color}
    called = {name_key(p.name) for p in given}
    # Nobody gets a color that another one is called by: a seat without a name goes by its color.
    free = [color for color in COLORS if color not in asked | called]
    seats = []
    for number, player in enumerate(given, 1):
        color = player.color
        if color is None:
            named = name_key(player.name)
            own = named in COLORS and named not in asked
            color = named if own else next(iter(free), "red")
            free = [c for c in free if c != color]
        seats.append(
            Seat(
                f"s{number}",
                player.name.strip(),
                color,
                language=player.language,
                person=player.person,
            )
        )
    return tuple(seats), problems


def name_problems(names: Iterable[str]) -> list[Problem]:
    """Names too long, of more than one line, or shared by two. Whoever gives none has a color."""
    problems = []
    keys: set[str] = set()
    for name in filter(None, names):
        if len(name) > LONGEST_NAME:
            shown = f"{name[:LONGEST_NAME]}…"
            text = Text("newgame.long_name", {"name": shown, "high": LONGEST_NAME})
            problems.append(Problem("long_name", text))
        if not one_line(name):
            text = Text("refused.control_characters", {"param": "name", "value": harmless(name)})
            problems.append(Problem("bad_value", text))
        if (key := name_key(name)) in keys:
            text = Text("compose.seat_twice", {"what": "name", "value": name})
            problems.append(Problem("seat_twice", text))
        keys.add(key)
    return problems
