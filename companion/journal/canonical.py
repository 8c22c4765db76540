r"""Canonical JSON and the hash chain over a game's entries.

The form is frozen, since the chain of every recorded game depends on it: UTF-8, keys sorted by
code point, no white space, only ``"``, ``\`` and control characters escaped, floats as Python's
``repr``, no NaN.

The chain begins with the game's root (SHA-256 of a label and its start) and goes on with
SHA-256(previous digest + canonical entry). The game's id and title are not part of it: a copy of
the game under another id is still the same game.
"""

from __future__ import annotations

import hashlib
import json
import json.encoder
import math
from collections.abc import Mapping
from typing import Final

from companion.journal.errors import JournalMisuse

MAX_DEPTH: Final = 64
"""Deepest nesting of a recorded value; more is a fault of the caller, or a hostile file."""

_ROOT_LABEL: Final = b"islekeeper game 1\n"
_encoder = json.JSONEncoder(
    ensure_ascii=False, allow_nan=False, sort_keys=True, separators=(",", ":")
)
_quote = json.encoder.encode_basestring


def canonical(value: object, path: str) -> str:
    """Canonical JSON of ``value``; ``path`` names it in the error.

    Raises `JournalMisuse` for what JSON cannot give back: keys that are no strings, NaN, lone
    surrogates, other types, nesting beyond `MAX_DEPTH`.
    """
    _check(value, path, MAX_DEPTH)
    return _encoder.encode(value)


def quoted(text: str) -> str:
    """Canonical JSON of one string."""
    return _quote(text)


def root_digest(created_at: str, app_version: str, header: str) -> bytes:
    """First link of a game's chain (32 bytes); ``header`` is canonical JSON."""
    start = (
        f'{{"app_version":{_quote(app_version)},"created_at":{_quote(created_at)},'
        f'"header":{header}}}'
    )
    return hashlib.sha256(_ROOT_LABEL + start.encode()).digest()


def next_digest(previous: bytes, entry: str) -> bytes:
    """The link (32 bytes) that follows ``previous`` for the canonical ``entry``."""
    return hashlib.sha256(previous + entry.encode()).digest()


def _check(value: object, path: str, depth: int) -> None:
    if value is None or isinstance(value, bool | int):
        return
    if isinstance(value, str):
        try:
            value.encode()
        except UnicodeEncodeError:
            raise _refusal(path, value, "half of a surrogate pair") from None
    elif isinstance(value, float):
        if not math.isfinite(value):
            raise _refusal(path, value, "not a finite number")
    elif depth == 0:
        raise _refusal(path, "…", f"nested more than {MAX_DEPTH} deep")
    elif isinstance(value, dict):
        for key, item in value.items():
            if not isinstance(key, str):
                raise _refusal(path, key, "a key that is not a string")
            _check(key, path, depth)
            _check(item, f"{path}.{key}", depth - 1)
    elif isinstance(value, list | tuple):
        for index, item in enumerate(value):
            _check(item, f"{path}[{index}]", depth - 1)
    else:
        raise _refusal(path, value, f"type {type(value).__name__}")


def _refusal(path: str, value: object, detail: str) -> JournalMisuse:
    return JournalMisuse("journal.bad_value", path=path, value=repr(value)[:80], detail=detail)


def as_dict(value: Mapping[str, object]) -> dict[str, object]:
    """A plain dict of ``value``, since JSON encoders know no other mapping."""
    return value if isinstance(value, dict) else dict(value)
