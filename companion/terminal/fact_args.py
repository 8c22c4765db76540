"""The arguments of a fact, as a line of the script writes them: checked, with ids for seats."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from companion.core.context import Context
from companion.core.frozen import FrozenMap, freeze
from companion.core.model import SeatId
from companion.core.module import Arg, ArgKind, Listed, Several
from companion.core.settings import did_you_mean
from companion.i18n.text import Text
from companion.terminal.lines import json_type, shorten
from companion.terminal.requests import Refused

Seats = Callable[[str | None], SeatId | None]
"""The id of the seat that a name means. Raises `Refused`."""

EXAMPLES: Mapping[ArgKind, str] = {
    "value": '"city"',
    "seat": '"Anna"',
    "nobody": '"Anna", null',
    "count": "7",
    "piece": "12",
    "award": '"largest_army"',
    "names": '["road", "ship"]',
    "traits": '{"coast": true}',
    "counts": '{"Anna": 3, "Ben": 4}',
    "links": '[["a", "b"], ["b", "c", "ship"]]',
    "places": '{"hills": ["Anna"], "pasture": []}',
}
"""What an argument of each kind may look like."""


def fact_args(ctx: Context, name: str, given: Mapping[str, Any], seats: Seats) -> dict[str, Any]:
    """The arguments of the query `name` in its own order. Raises `Refused` for any other ones."""
    query = ctx.rules.parts[name].query
    for key in given:
        if key not in query.args:
            text = did_you_mean("script.fact_argument", shorten(key), query.args, fact=name)
            raise Refused.one("unknown_argument", text)
    args: dict[str, Any] = {}
    for key in query.args:
        kind = query.arg(key)
        if key not in given and kind != "nobody":
            raise Refused.one(
                "missing_argument", Text("script.fact_missing", {"fact": name, "param": key})
            )
        value = given.get(key)
        words = _words(ctx, kind)
        if isinstance(words, tuple):
            args[key] = _word(name, key, value, words)
            continue
        if isinstance(words, Several) and isinstance(value, list) and _fits("names", value):
            args[key] = tuple(_word(name, key, one, words.words) for one in value)
            continue
        shape: ArgKind = "names" if isinstance(words, Several) else words
        if not _fits(shape, value):
            raise Refused.one(
                "bad_argument",
                Text(
                    "script.fact_kind",
                    {
                        "fact": name,
                        "param": key,
                        "value": shorten(value),
                        "example": EXAMPLES[shape],
                    },
                ),
            )
        args[key] = _read(shape, value, seats)
    return args


def _words(ctx: Context, arg: Arg) -> ArgKind | tuple[str, ...] | Several:
    """`arg` with the words that this game has, where they depend on it."""
    if arg == "award":
        return tuple(ctx.rules.awards)
    if isinstance(arg, Listed):
        words: tuple[str, ...] = ctx.get(ctx.rules.parts[arg.by].query)
        return words
    return arg


def _word(fact: str, key: str, value: Any, words: tuple[str, ...]) -> str:
    if isinstance(value, str) and value in words:
        return value
    text = did_you_mean("script.fact_value", shorten(value), words, fact=fact, param=key)
    raise Refused.one("bad_argument", text)


def _fits(kind: ArgKind, value: Any) -> bool:
    """Whether a JSON value has the shape of `kind`."""
    shape = json_type(value)
    if kind in ("seat", "nobody"):
        return shape == "string" or (kind == "nobody" and value is None)
    if kind in ("count", "piece"):
        return type(value) is int and value >= 0
    if kind == "names":
        return shape == "array" and all(isinstance(one, str) for one in value)
    if kind == "links":
        return shape == "array" and all(_fits("names", one) and len(one) in (2, 3) for one in value)
    if kind == "value":
        return shape in ("string", "number", "boolean")
    if shape != "object":
        return False
    if kind == "counts":
        return all(_fits("count", one) for one in value.values())
    return kind == "traits" or all(_fits("names", one) for one in value.values())


def _read(kind: ArgKind, value: Any, seats: Seats) -> Any:
    """A fitting JSON value as the rules take it: frozen, with ids for names of seats."""
    if kind in ("seat", "nobody"):
        return seats(value)
    if kind == "counts":
        return FrozenMap({seats(seat): count for seat, count in value.items()})
    if kind == "places":
        return FrozenMap({spot: tuple(map(seats, here)) for spot, here in value.items()})
    return freeze(value)
