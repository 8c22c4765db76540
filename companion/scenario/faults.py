"""Gathering what is wrong with a scenario file: each fault with its line, its key and a cure."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Final

from companion.core.frozen import plain
from companion.core.model import Problem
from companion.core.settings import did_you_mean
from companion.i18n.text import Param, Text
from companion.scenario.lines import Key, Lines

MOST_FAULTS: Final = 100
"""More are not gathered: the first ones will explain them."""

_LONGEST: Final = 60


def way(key: Key) -> str:
    """A key as people read it: `board[2].areas.main`, arrays counted from 1."""
    words = [f"[{part + 1}]" if isinstance(part, int) else f".{part}" for part in key]
    return "".join(words).removeprefix(".")


def told(value: object) -> str:
    """A value for a message, not longer than a line takes."""
    text = value if isinstance(value, str) else _plain(value)
    return text if len(text) <= _LONGEST else text[: _LONGEST - 1] + "…"


def _plain(value: object) -> str:
    try:
        return plain(value)
    except (TypeError, ValueError, OverflowError):
        return type(value).__name__


class Faults:
    """The faults of one file so far."""

    def __init__(self, path: Path, lines: Lines | None = None) -> None:
        self._path = path
        self._lines = lines
        self.found: list[Problem] = []

    def place(self, key: Key, row: int | None = None) -> str:
        """The file and the line of a key; `row` is a row of a text over several lines."""
        if self._lines is None:
            return str(self._path)
        line = self._lines.of(key) if row is None else self._lines.of_row(key, row)
        return f"{self._path}:{line}"

    def add(self, code: str, key: Key, row: int | None = None, **params: Param) -> None:
        """Add the fault `boards.file.<code>`."""
        self.put(code, Text(f"boards.file.{code}", self._params(key, row) | params))

    def value(self, key: Key, value: object, *allowed: str, row: int | None = None) -> None:
        """Add that a value is of the wrong kind; `allowed` shows what would do."""
        params = self._params(key, row) | {"value": told(value), "allowed": allowed}
        self.put("bad_value", Text("boards.file.value", params))

    def name(self, key: Key, given: object, known: Iterable[str], row: int | None = None) -> None:
        """Add that there is no such name here, with the nearest that there is."""
        if len(self.found) >= MOST_FAULTS:
            return  # to look for a near name takes time
        params = {name: str(value) for name, value in self._params(key, row).items()}
        self.put("unknown_name", did_you_mean("boards.file.name", told(given), known, **params))

    def _params(self, key: Key, row: int | None) -> dict[str, Param]:
        return {"path": self.place(key, row), "key": way(key) or "…"}

    def put(self, code: str, text: Text) -> None:
        """Add a fault that is said already."""
        if len(self.found) < MOST_FAULTS:
            self.found.append(Problem(code, text, (str(self._path),)))
