"""JSON Lines as anybody may send them: every line becomes an object or says what is wrong.

The reader never gives up: whatever bytes come, a line that is not blank gives exactly one item.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any, Protocol

import msgspec

from companion.core.model import Refusal
from companion.i18n.text import Text

LONGEST = 4 * 1024 * 1024
"""Bytes of one line; a whole position of a large game needs a hundredth of that."""

DEEPEST = 32
"""Objects and lists inside one another; nothing that the script takes needs ten."""

GREATEST = 2**53 - 1
"""The greatest whole number that every JSON reader keeps exactly."""

_BOM = b"\xef\xbb\xbf"
_SHOWN = 60


class Source(Protocol):
    """A binary stream that gives lines."""

    def readline(self, limit: int = -1, /) -> bytes:
        """The next bytes up to and with a newline, at most `limit`; empty at the end."""


def read_lines(source: Source) -> Iterator[dict[str, Any] | Refusal]:
    """The requests in `source`, one for each line that is not blank, as far as they are objects."""
    first = True
    while line := source.readline(LONGEST + 1):
        too_long = len(line) > LONGEST
        while too_long and not line.endswith(b"\n"):
            line = source.readline(LONGEST)
            if not line:
                break
        if first:
            line = line.removeprefix(_BOM)
            first = False
        if too_long:
            yield Refusal("too_long", Text("script.too_long", {"limit": LONGEST}))
        elif line.strip():
            yield read_line(line)


def read_line(line: bytes) -> dict[str, Any] | Refusal:
    """One line as an object, or a refusal that says why it is none."""
    try:
        line.decode("utf-8")
        found = msgspec.json.decode(line)
        json.loads(line, object_pairs_hook=_each_once)
    except _RepeatedKey as fault:
        return Refusal("repeated_key", Text("script.repeated_key", {"key": shorten(fault.key)}))
    except UnicodeDecodeError as fault:
        return Refusal("bad_utf8", Text("script.bad_utf8", {"at": fault.start}))
    except RecursionError:
        return Refusal("too_deep", Text("script.too_deep", {"limit": DEEPEST}))
    except ValueError as fault:  # msgspec's own, and Python's for a number of too many digits
        return Refusal("bad_json", Text("script.bad_json", {"fault": str(fault)}))
    if not isinstance(found, dict):
        return Refusal(
            "not_an_object",
            Text("script.not_an_object", {"given": json_type(found), "value": shorten(found)}),
        )
    return _fault(found) or found


class _RepeatedKey(Exception):
    """An object has a key twice: which of the two counts, no reader of JSON promises."""

    def __init__(self, key: str) -> None:
        super().__init__(key)
        self.key = key


def _each_once(pairs: list[tuple[str, Any]]) -> None:
    seen: set[str] = set()
    for key, _ in pairs:
        if key in seen:
            raise _RepeatedKey(key)
        seen.add(key)


def _fault(data: dict[str, Any]) -> Refusal | None:
    """What no command can carry: too much nesting, numbers that JSON readers round."""
    level: list[Any] = [data]
    for _ in range(DEEPEST):
        below: list[Any] = []
        for value in level:
            if isinstance(value, dict):
                below.extend(value.values())
            elif isinstance(value, list):
                below.extend(value)
            elif _too_great(value):
                return Refusal(
                    "too_great",
                    Text("script.too_great", {"value": shorten(value), "limit": GREATEST}),
                )
        if not below:
            return None
        level = below
    return Refusal("too_deep", Text("script.too_deep", {"limit": DEEPEST}))


def _too_great(value: object) -> bool:
    return isinstance(value, int | float) and not -GREATEST <= value <= GREATEST


def json_type(value: object) -> str:
    """What JSON calls a value."""
    names: tuple[tuple[type[Any] | tuple[type[Any], ...], str], ...] = (
        (bool, "boolean"),
        ((int, float), "number"),
        (str, "string"),
        ((list, tuple), "array"),
        (dict, "object"),
    )
    return next((name for kind, name in names if isinstance(value, kind)), "null")


def shorten(value: object) -> str:
    """A value as a message may quote it."""
    try:
        text = value if isinstance(value, str) else msgspec.json.encode(value).decode()
    except (OverflowError, RecursionError, TypeError):
        return json_type(value)
    return text if len(text) <= _SHOWN else f"{text[:_SHOWN]}…"
