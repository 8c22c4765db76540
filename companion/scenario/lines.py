"""On which line of a TOML file each value stands, which the parser of the library does not tell.

A second look at a text that `tomllib` has read already, so it may take for granted that the text
is sound TOML, and only follows its shape: tables, keys, strings, arrays, inline tables.
"""

from __future__ import annotations

import re
import tomllib
from typing import Final, TypeAlias

Key: TypeAlias = tuple[str | int, ...]
"""The way to a value: names of tables and keys, and places in arrays from 0."""

_BLANK: Final = re.compile(r"[ \t]*")
_SPACE: Final = re.compile(r"(?:[ \t\r\n]|#[^\n]*)*")
_BARE_KEY: Final = re.compile(r"[A-Za-z0-9_-]+")
_SCALAR: Final = re.compile(r"[^,\]}#\r\n]+")
_BASIC: Final = re.compile(r'"(?:[^"\\\n]|\\.)*"')
_LITERAL: Final = re.compile(r"'[^'\n]*'")
# A long string may end in one or two quotes of its own before the three that close it.
_LONG_BASIC: Final = re.compile(r'"""(?:[^\\]|\\.)*?"""("{0,2})', re.DOTALL)
_LONG_LITERAL: Final = re.compile(r"'''.*?'''('{0,2})", re.DOTALL)
_FIRST_NEWLINE: Final = re.compile(r"(?:\"\"\"|''')\r?\n")


class Lines:
    """Lines of the values of a file, counted from 1."""

    def __init__(self, text: str) -> None:
        """Read `text`, which `tomllib` must have accepted."""
        self._starts: dict[Key, int] = {(): 1}
        self._contents: dict[Key, int] = {}
        self._text = text
        self._at = 0
        self._counted, self._line = 0, 1
        self._table: Key = ()
        self._arrays: dict[Key, int] = {}
        self._read()

    def of(self, key: Key) -> int:
        """The line of a value, or of the nearest thing around it that stands in the file."""
        while key not in self._starts:
            key = key[:-1]
        return self._starts[key]

    def of_row(self, key: Key, row: int) -> int:
        """The line of a row, counted from 0, of a text that goes over several lines."""
        content = self._contents.get(key)
        return self.of(key) if content is None else content + row

    def _read(self) -> None:
        self._skip(_SPACE)
        while self._at < len(self._text):
            if self._text[self._at] == "[":
                self._header()
            else:
                self._pair(self._table)
            self._skip(_SPACE)

    def _skip(self, pattern: re.Pattern[str]) -> str:
        found = pattern.match(self._text, self._at)
        if found is None or (found.end() == self._at and pattern not in (_SPACE, _BLANK)):
            raise AssertionError(f"unsound TOML at character {self._at}: tomllib reads it first")
        self._at = found.end()
        return found.group()

    def _here(self) -> int:
        """The line that the reading has come to."""
        self._line += self._text.count("\n", self._counted, self._at)
        self._counted = self._at
        return self._line

    def _names(self) -> list[str]:
        names = []
        while True:
            self._skip(_BLANK)
            quote = self._text[self._at]
            if quote in "\"'":
                raw = self._skip(_BASIC if quote == '"' else _LITERAL)
                names.append(str(tomllib.loads(f"x = {raw}")["x"]) if quote == '"' else raw[1:-1])
            else:
                names.append(self._skip(_BARE_KEY))
            self._skip(_BLANK)
            if self._text[self._at] != ".":
                return names
            self._at += 1

    def _inside(self, names: list[str], within: Key = ()) -> Key:
        """The way to a table by its names, the last element of every array of tables on it."""
        way = within
        for name in names:
            way = (*way, name)
            if way in self._arrays:
                way = (*way, self._arrays[way])
        return way

    def _header(self) -> None:
        line = self._here()
        many = self._text.startswith("[[", self._at)
        self._at += 2 if many else 1
        names = self._names()
        self._at += 2 if many else 1
        if many:
            whole = (*self._inside(names[:-1]), names[-1])
            self._arrays[whole] = self._arrays.get(whole, -1) + 1
            self._starts.setdefault(whole, line)
        self._table = self._inside(names)
        self._starts[self._table] = line

    def _pair(self, table: Key) -> None:
        line = self._here()
        way = table
        for name in self._names():
            way = (*way, name)
            self._starts.setdefault(way, line)
        self._at += 1  # the equals sign
        self._skip(_BLANK)
        self._value(way)

    def _value(self, way: Key) -> None:
        self._starts[way] = self._here()
        first = self._text[self._at]
        if first == "[":
            self._members(way, "]")
        elif first == "{":
            self._members(way, "}")
        elif first in "\"'":
            self._string(way)
        else:
            self._skip(_SCALAR)

    def _members(self, way: Key, end: str) -> None:
        """The values of an array, or the pairs of an inline table."""
        self._at += 1
        place = 0
        while True:
            self._skip(_SPACE)
            if self._text[self._at] == ",":
                self._at += 1
            elif self._text[self._at] == end:
                self._at += 1
                return
            elif end == "]":
                self._value((*way, place))
                place += 1
            else:
                self._pair(way)

    def _string(self, way: Key) -> None:
        quote = self._text[self._at]
        if not self._text.startswith(quote * 3, self._at):
            self._skip(_BASIC if quote == '"' else _LITERAL)
            return
        opened = _FIRST_NEWLINE.match(self._text, self._at)
        self._contents[way] = self._here() + (1 if opened else 0)
        self._skip(_LONG_BASIC if quote == '"' else _LONG_LITERAL)
