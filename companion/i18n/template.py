"""Templates of messages: `"{seat} draws {n} cards"`, taken apart once.

A placeholder is `{name}` or `{name:spec}`; a spec is a list of words joined by commas. Nothing
else of Python's format language is allowed: no positions, attributes, indices or conversions.
Literal braces are doubled.
"""

from __future__ import annotations

import re
from functools import lru_cache
from string import Formatter
from typing import NamedTuple

from companion.i18n.languages import FORMS

NUMBER_SPECS = frozenset({"signed", "percent", "clock", "span"})
"""How a number is written: with its sign; a share as percent; seconds as m:ss or as 12 min."""

MOMENT_SPECS = frozenset({"date", "time"})
"""How an ISO 8601 string is written."""

JOIN_SPECS = frozenset({"and", "or", "comma"})
"""How a tuple is joined; "and" unless told."""

CAP = "cap"
"""Raises the first letter of what is shown: names stand in lower case."""

SPECS = frozenset({CAP}) | NUMBER_SPECS | MOMENT_SPECS | JOIN_SPECS | frozenset(FORMS)

_NAME = re.compile(r"[a-z][a-z0-9_]*\Z")


class Piece(NamedTuple):
    """Literal text, then (unless `name` is None) a placeholder."""

    literal: str
    name: str | None
    specs: frozenset[str]


class TemplateError(ValueError):
    """A template that cannot be read; the message says what and why."""


@lru_cache(maxsize=4096)
def parse(template: str) -> tuple[Piece, ...]:
    """The template's pieces. Raises `TemplateError`."""
    try:
        parts = list(Formatter().parse(template))
    except ValueError as error:
        raise TemplateError(f"{template!r}: {error}; write a literal brace twice") from None
    pieces = []
    for literal, name, spec, conversion in parts:
        if name is None:
            pieces.append(Piece(literal, None, frozenset()))
            continue
        if conversion or not _NAME.match(name):
            wrong = f"{name}!{conversion}" if conversion else name
            raise TemplateError(
                f"{template!r}: placeholder {{{wrong}}} is no plain lower-case name"
            )
        specs = frozenset(spec.split(",")) if spec else frozenset()
        unknown = sorted(specs - SPECS)
        if unknown:
            raise TemplateError(
                f"{template!r}: {{{name}:{spec}}} asks for {', '.join(unknown)}; "
                f"known are {', '.join(sorted(SPECS))}"
            )
        pieces.append(Piece(literal, name, specs))
    return tuple(pieces)


def placeholders(template: str) -> frozenset[str]:
    """The names of the template's placeholders. Raises `TemplateError`."""
    return frozenset(piece.name for piece in parse(template) if piece.name is not None)
