"""What a line of the script may ask: its verb, the keys beside it, and the types of both.

Everything that is wrong with a line is found before anything of it is done.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from companion.core.model import Problem, Refusal
from companion.core.settings import did_you_mean
from companion.i18n.text import Text
from companion.terminal.lines import json_type, shorten


class Refused(Exception):
    """A request that is not carried out; `problems` holds every reason."""

    def __init__(self, problems: Sequence[Problem]) -> None:
        super().__init__("; ".join(p.code for p in problems))
        self.problems = tuple(problems)

    @classmethod
    def one(cls, code: str, text: Text) -> Refused:
        """A single reason."""
        return cls([Problem(code, text)])

    @classmethod
    def of(cls, refusal: Refusal) -> Refused:
        """The rules' own refusal."""
        return cls.one(refusal.code, refusal.text)


@dataclass(frozen=True)
class Verb:
    """One kind of request: JSON types of its value and of the keys that may stand beside it.

    A verb whose only sense is "do it" takes `true`; `words` are other values of it that count.
    """

    types: tuple[str, ...]
    keys: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    words: tuple[str, ...] = ()


MOST_FAULTS = 20
"""More unknown keys of one object are not told: they would not be read."""

COMMAND_KEYS: Mapping[str, tuple[str, ...]] = {
    "seat": ("string", "null"),
    "args": ("object",),
    "prompt": ("string", "null"),
    "forced": ("boolean",),
    "actor": ("string", "null"),
}

VERBS: Mapping[str, Verb] = {
    "new": Verb(("object",)),
    "do": Verb(("string",), {**COMMAND_KEYS, "id": ("string",)}),
    "undo": Verb(("boolean", "string"), {"expect": ("number",), "id": ("string",)}, ("turn",)),
    "redo": Verb(("boolean",), {"expect": ("number",), "id": ("string",)}),
    "amend": Verb(("object",), {"commit": ("boolean",), "id": ("string",)}),
    "actions": Verb(("string", "null")),
    "view": Verb(("string", "null")),
    "history": Verb(("boolean", "string")),
    "facts": Verb(("array",)),
    "statistics": Verb(("boolean", "string")),
    "rules": Verb(("boolean",)),
    "export": Verb(("boolean",)),
    "board": Verb(("object",)),
    "language": Verb(("string",)),
}

COMMON: Mapping[str, tuple[str, ...]] = {"at": ("string",)}

AMEND_KEYS: Mapping[str, tuple[str, ...]] = {
    "entry": ("string", "number"),
    "do": ("string",),
    **COMMAND_KEYS,
    "remove": ("boolean",),
    "insert": ("string",),
    "commit": ("boolean",),
}

FACT_KEYS: Mapping[str, tuple[str, ...]] = {"name": ("string",), "args": ("object",)}


def verb_of(request: Mapping[str, Any]) -> str:
    """The verb of a request whose keys and types are all in order. Raises `Refused`."""
    found = [key for key in request if key in VERBS]
    if len(found) > 1:
        raise Refused.one("one_request", Text("script.one_request", {"verbs": tuple(found)}))
    if not found:
        raise Refused(_no_verb(request))
    verb = VERBS[found[0]]
    allowed = {found[0]: verb.types, **verb.keys, **COMMON}
    problems = check_keys(request, allowed)
    value = request[found[0]]
    if not problems and "boolean" in verb.types and value is not True and not _is_word(verb, value):
        wanted = ("true", *verb.words)
        problems = [_bad_value(found[0], value, wanted)]
    if problems:
        raise Refused(problems)
    return found[0]


def _is_word(verb: Verb, value: object) -> bool:
    # Without words of its own a verb that takes a string takes a seat's name.
    return isinstance(value, str) and (not verb.words or value in verb.words)


def _no_verb(request: Mapping[str, Any]) -> list[Problem]:
    unknown = [key for key in request if key not in COMMON]
    if not unknown:
        return [Problem("no_request", Text("script.no_request", {"known": tuple(VERBS)}))]
    return [Problem("unknown_key", did_you_mean("script.key", unknown[0], VERBS))]


def check_keys(
    given: Mapping[str, Any],
    allowed: Mapping[str, tuple[str, ...]],
    required: Collection[str] = (),
    where: str = "",
) -> list[Problem]:
    """Every unknown key, wrong type and missing key of an object; `where` it stands."""
    unknown = [key for key in given if key not in allowed][:MOST_FAULTS]
    problems = [
        Problem("unknown_key", did_you_mean("script.key", shorten(key), allowed)) for key in unknown
    ]
    problems += [
        _bad_type(f"{where}{key}", value, allowed[key])
        for key, value in given.items()
        if key in allowed and json_type(value) not in allowed[key]
    ]
    problems += [
        Problem("missing_key", Text("script.missing_key", {"key": f"{where}{key}"}))
        for key in required
        if key not in given
    ]
    return problems


def one_of(key: str, value: object, allowed: Iterable[str]) -> None:
    """Raises `Refused` unless `value` is one of `allowed`, with the nearest one."""
    known = tuple(allowed)
    if value not in known:
        text = did_you_mean("script.value", shorten(value), known, key=key)
        raise Refused.one("bad_value", text)


def _bad_type(key: str, value: object, wanted: tuple[str, ...]) -> Problem:
    return Problem(
        "bad_type",
        Text(
            "script.bad_type",
            {
                "key": key,
                "value": shorten(value),
                "given": Text(f"script.type.{json_type(value)}"),
                "wanted": tuple(Text(f"script.type.{name}") for name in wanted),
            },
        ),
    )


def _bad_value(key: str, value: object, wanted: tuple[str, ...]) -> Problem:
    return Problem(
        "bad_value",
        Text("script.bad_value", {"key": key, "value": shorten(value), "allowed": wanted}),
    )
