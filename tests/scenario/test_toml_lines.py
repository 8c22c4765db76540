"""Every value of a TOML file is found on its line."""

import tomllib
from collections.abc import Iterator
from typing import Any

import pytest

from companion.resources import scenario_folder
from companion.scenario.lines import Key, Lines

FILES = sorted(path.stem for path in scenario_folder().glob("*.toml"))

TRICKY = '''\
# [not.a.table] and x = "neither"
plain = 1
"quoted # key" = 'literal # "text"' # a comment = 3
dotted . "inner.dot".'lit' = { a = 1, b = [2, { c = "}" }] }
many = [ # ] no end
    1, 2,

    [ "a]", 'b[' ], # three
    { deep = [
        4 ] },
]
empty = []
escaped = "a \\" \\\\" # "
unicode."\\u0061b" = 1979-05-27T07:32:00Z

long = """
first
 "two" quotes ""
last\\""""
inline = """one line"""
raw = \'\'\'
a \\ b
c\'\'\'\'

[table]
key = true
[ table . sub ]
key = -1.5e3
[[list]]
name = "one"
[list.child]
x = 1
[[list]]
[list.child]
x = 2
[[list.grand]]
y = 3
[[list.grand]]
y = 4
[afterwards]
z = inf
'''

EXPECTED: list[tuple[Key, int]] = [
    (("plain",), 2),
    (("quoted # key",), 3),
    (("dotted", "inner.dot", "lit"), 4),
    (("dotted", "inner.dot", "lit", "b", 1, "c"), 4),
    (("many",), 5),
    (("many", 1), 6),
    (("many", 2), 8),
    (("many", 2, 1), 8),
    (("many", 3, "deep", 0), 10),
    (("empty",), 12),
    (("escaped",), 13),
    (("unicode", "ab"), 14),
    (("long",), 16),
    (("inline",), 20),
    (("raw",), 21),
    (("table",), 25),
    (("table", "key"), 26),
    (("table", "sub"), 27),
    (("table", "sub", "key"), 28),
    (("list",), 29),
    (("list", 0), 29),
    (("list", 0, "child", "x"), 32),
    (("list", 1), 33),
    (("list", 1, "child", "x"), 35),
    (("list", 1, "grand", 0, "y"), 37),
    (("list", 1, "grand", 1, "y"), 39),
    (("afterwards", "z"), 41),
]


def leaves(value: Any, way: Key = ()) -> Iterator[tuple[Key, Any]]:
    if isinstance(value, dict):
        for name, item in value.items():
            yield from leaves(item, (*way, name))
    elif isinstance(value, list):
        for place, item in enumerate(value):
            yield from leaves(item, (*way, place))
    else:
        yield way, value


@pytest.mark.parametrize(("key", "line"), EXPECTED)
def test_whatever_toml_can_be_written_like_is_found(key: Key, line: int) -> None:
    assert Lines(TRICKY).of(key) == line


def test_rows_of_a_long_text_are_lines_of_the_file() -> None:
    lines = Lines(TRICKY)
    rows = [17, 18, 19]
    assert [lines.of_row(("long",), row) for row in range(3)] == rows
    assert lines.of_row(("raw",), 1) == 23
    assert lines.of_row(("inline",), 0) == 20
    assert lines.of_row(("plain",), 4) == 2


def test_what_is_not_there_is_looked_for_around_it() -> None:
    lines = Lines(TRICKY)
    assert lines.of(("table", "sub", "missing", 3)) == 27
    assert lines.of(("nowhere",)) == 1


def test_a_file_with_windows_ends_of_lines_is_counted_alike() -> None:
    text = TRICKY.replace("\n", "\r\n")
    tomllib.loads(text)
    assert [Lines(text).of(key) for key, _ in EXPECTED] == [line for _, line in EXPECTED]


@pytest.mark.parametrize("name", FILES)
def test_every_value_of_every_scenario_stands_on_its_line(name: str) -> None:
    text = (scenario_folder() / f"{name}.toml").read_text("utf-8")
    rows, lines, seen = text.split("\n"), Lines(text), 0
    for key, value in leaves(tomllib.loads(text)):
        if isinstance(value, str) and "\n" in value:
            for at, row in enumerate(value.rstrip("\n").split("\n")):
                assert rows[lines.of_row(key, at) - 1] == row
        else:
            said = str(value).lower() if isinstance(value, bool) else str(value)
            assert said in rows[lines.of(key) - 1]
            if isinstance(key[-1], str):
                assert key[-1] in rows[lines.of(key) - 1]
        seen += 1
    assert seen > 10
