"""No file, however wrong, does more than be refused: in time, in words, in both languages."""

import os
import re
import time
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.core.board.problem import require_sound
from companion.i18n.translator import Translator
from companion.resources import scenario_folder
from companion.scenario.files import MOST_BYTES, Scenario, sort_boards
from companion.scenario.plans import as_printed
from tests.scenario.own import ISLAND, reading, said, written

TEXTS = [path.read_text("utf-8") for path in sorted(scenario_folder().glob("*.toml"))]
WORDS = (
    *("{", "}", "[", "]", "[[", "]]", "=", ",", ".", '"', "'", '""' + '"', "#", "\\", "\n"),
    *("0", "-1", "7", "99", "1e400", "nan", "-inf", "true", "1979-05-27", "0x7f", "9" * 300),
    *("hi99", "fo6", "~~", "==", "..", "??", "zz", "A1", "B2-9", "Z9", "all", "land"),
    *("any", "generic", "NW", "N", "sea", "swamp", "fog", "[[board]]", "like_above", "hexes"),
    *("shuffle", "terrain", "numbers", "paths", "hidden", "marks", "map", "\x00", "\u202e"),
)
TOKEN = re.compile(r"\w+|[^\w\s]")
TRANSLATORS = tuple(Translator(language, strict=True) for language in ("en", "cs"))


def judged(path: Path) -> None:
    """Whatever comes of the file is sound, or is said in both languages."""
    found = reading(path)
    if isinstance(found, Scenario):
        for plan in found.plans:
            require_sound(plan.variable)
            if (printed := as_printed(plan)) is not None:
                require_sound(printed)
        return
    for problem in found:
        assert problem.code != "unsound", problem
        for translator in TRANSLATORS:
            assert "own.toml" in translator.text(problem.text)


@settings(max_examples=300, deadline=None)
@given(data=st.data())
def test_a_file_with_words_changed_is_read_or_refused(
    data: st.DataObject, tmp_path_factory: pytest.TempPathFactory
) -> None:
    text = data.draw(st.sampled_from([*TEXTS, ISLAND]))
    for _ in range(data.draw(st.integers(1, 4))):
        tokens = list(TOKEN.finditer(text))
        one = tokens[data.draw(st.integers(0, len(tokens) - 1))]
        other = data.draw(st.sampled_from(WORDS) | st.sampled_from(tokens).map(re.Match.group))
        text = text[: one.start()] + other + text[one.end() :]
    text = re.sub(r'(?m)^id = "\w+"', 'id = "own"', text)
    judged(written(tmp_path_factory.mktemp("own"), text))


@settings(max_examples=150, deadline=None)
@given(data=st.data())
def test_a_file_with_lines_moved_is_read_or_refused(
    data: st.DataObject, tmp_path_factory: pytest.TempPathFactory
) -> None:
    lines = data.draw(st.sampled_from([*TEXTS, ISLAND])).split("\n")
    for _ in range(data.draw(st.integers(1, 3))):
        at = data.draw(st.integers(0, len(lines) - 1))
        line = lines[at] if data.draw(st.booleans()) else lines.pop(at)
        lines.insert(data.draw(st.integers(0, len(lines))), line)
    text = re.sub(r'(?m)^id = "\w+"', 'id = "own"', "\n".join(lines))
    judged(written(tmp_path_factory.mktemp("own"), text))


@settings(max_examples=100, deadline=None)
@given(raw=st.binary(max_size=400))
def test_bytes_are_refused(raw: bytes, tmp_path_factory: pytest.TempPathFactory) -> None:
    path = tmp_path_factory.mktemp("own") / "own.toml"
    path.write_bytes(raw)
    judged(path)


def rows(count: int, lines: int) -> str:
    letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ" * 4
    body = [f"{letters[n]}{'   ' * (1 + n % 2)}{'hi    ' * count}" for n in range(lines)]
    return '[[board]]\nmap = """\n' + "\n".join(body) + '\n"""\n'


HEAD = 'format = 1\nid = "own"\nplayers = [3, 4]\n'
ALSO = "[[board]]\nlike_above = true\nedition = 'e{n}'\n"
AREA = '[board.areas.x{n}]\nhexes = "all"\nshuffle = ["numbers"]\npaths = [{paths}]\n'
PATHS = '"all", ' * 24
HOSTILE = {
    "nothing": "",
    "arrays in arrays": "x = " + "[" * 180 + "]" * 180,
    "arrays in arrays, line by line": "x = " + "[\n" * 15_000 + "]\n" * 15_000,
    "tables in tables": "\n".join(f"[{'.'.join('a' * n)}]" for n in range(1, 190)),
    "keys of many parts": "\n".join(f"b{n}.{'a.' * 195}a = 1" for n in range(150)),
    "an integer of hundreds of digits": HEAD.replace("[3, 4]", "9" * 380),
    "a hex integer": f"{HEAD}bonus = 0x{'f' * 380}\n",
    "not a number": f"{HEAD}[[board]]\nfloor = nan\n",
    "many hexes": HEAD + rows(60, 26),
    "many rows": HEAD + rows(1, 90),
    "many boards": HEAD + "[[board]]\nlike_above = true\n" * 1800,
    "many areas": ISLAND + "".join(AREA.format(n=n, paths="") for n in range(900)),
    "many paths": ISLAND + AREA.format(n=1, paths='"all",\n' * 6000),
    "all of it many times": ISLAND + rows(14, 14)
    + "".join(AREA.format(n=n, paths=PATHS) for n in range(40))
    + "".join(ALSO.format(n=n) for n in range(14)),
    "many names": HEAD + "\n".join(f"k{n} = {n}" for n in range(5000)),
    "a pool without end": ISLAND.replace('"numbers"]', '"numbers"]\nterrain = {hills = 99999999}'),
}  # fmt: skip


@pytest.mark.parametrize("name", HOSTILE)
def test_what_is_made_to_harm_is_refused_soon(name: str, tmp_path: Path) -> None:
    path = written(tmp_path, HOSTILE[name])
    assert path.stat().st_size <= MOST_BYTES  # else only its size would be looked at
    began = time.process_time()
    judged(path)
    assert time.process_time() - began < 5  # a bound against hanging; speed is measured elsewhere


def test_a_file_of_ten_megabytes_is_refused_by_its_size(tmp_path: Path) -> None:
    path = written(tmp_path, "x = 1\n" * 1_700_000)
    (sentence,) = said(reading(path))
    assert f"{MOST_BYTES // 1024} KiB" in sentence


def test_a_pipe_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "own.toml")
    judged(tmp_path / "own.toml")
    sound, faulty = sort_boards(tmp_path)
    assert "own" in faulty
    assert "base" in sound
