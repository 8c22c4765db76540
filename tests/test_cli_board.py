"""`islekeeper board`: drawn by a seed, shared by a code, refused in words."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.scenario.own import ISLAND, written
from tests.test_cli import islekeeper


def board(state: Path, *words: str) -> dict[str, Any]:
    answer = islekeeper("board", *words, "--format", "json", state=state)
    assert answer.returncode == 0, answer.stderr
    found: dict[str, Any] = json.loads(answer.stdout)
    return found


@pytest.mark.parametrize(
    "wished",
    [
        ("base",),
        ("base", "--players", "3", "--want", "by_letters"),
        ("fishermen", "--want", "node_most=10", "--want", "reds_apart"),
        ("new_shores", "--players", "3", "--no-rules"),
        ("new_shores", "--edition", "en-2025", "--printed"),
        ("rivers",),
    ],
    ids=" ".join,
)
def test_the_same_seed_and_its_code_give_the_same_board(
    wished: tuple[str, ...], tmp_path: Path
) -> None:
    wished = (*wished, "--seed", "an evening in autumn")
    first = board(tmp_path, *wished)
    code = islekeeper("board", *wished, state=tmp_path).stdout.strip()
    assert board(tmp_path, "--code", code.lower()) == first == board(tmp_path, *wished)


def test_without_a_seed_it_is_another_board_each_time(tmp_path: Path) -> None:
    assert board(tmp_path, "base") != board(tmp_path, "base")


def test_every_fishing_ground_has_a_number_of_its_own(tmp_path: Path) -> None:
    grounds = [mark["number"] for mark in board(tmp_path, "fishermen")["marks"]]
    assert sorted(grounds) == [4, 5, 6, 8, 9, 10]


def test_a_scenario_of_the_tables_own_is_drawn_and_shared(tmp_path: Path) -> None:
    (tmp_path / "scenarios").mkdir()
    written(tmp_path / "scenarios", ISLAND)
    code = islekeeper("board", "own", "--seed", "x", state=tmp_path).stdout.strip()
    assert board(tmp_path, "--code", code) == board(tmp_path, "own", "--seed", "x")
    elsewhere = islekeeper("board", "--code", code, state=tmp_path / "other")
    assert elsewhere.returncode == 1
    assert "own" in elsewhere.stderr


def test_pictures_are_written_whole(tmp_path: Path) -> None:
    svg = islekeeper("board", "cloth", "--seed", "x", "--format", "svg", state=tmp_path)
    assert svg.stdout.startswith("<svg")
    assert svg.stdout.rstrip().endswith("</svg>")


def test_the_board_its_report_and_its_guide_are_written_in_words(tmp_path: Path) -> None:
    def written_as(form: str, *more: str) -> str:
        words = ("board", "base", "--printed", "--format", form, *more)
        answer = islekeeper(*words, state=tmp_path)
        assert answer.returncode == 0, answer.stderr
        return answer.stdout

    assert "Fi12" in written_as("text")
    assert "Wool: 10 pips on 4 hexes" in written_as("report")
    assert "From the left: mountains, pasture, forest." in written_as("guide")
    assert "Zleva: hory, pastviny, les." in written_as("guide", "--language", "cs")


def test_a_board_comes_from_a_file(tmp_path: Path) -> None:
    drawn = board(tmp_path, "base", "--seed", "x")
    file = tmp_path / "board.json"
    file.write_text(json.dumps(drawn))
    assert board(tmp_path, "--file", str(file)) == drawn
    code = islekeeper("board", "base", "--seed", "x", state=tmp_path).stdout
    file.write_text(code)
    assert board(tmp_path, "--file", str(file)) == drawn
    drawn["tiles"][0]["terrain"] = "lava"
    faults = {
        json.dumps(drawn): "lava",
        "": "holds no board",
        "{": "JSON",
        "x" * 300_000: "islekeeper",
    }
    for content, said in faults.items():
        file.write_text(content)
        answer = islekeeper("board", "--file", str(file), state=tmp_path)
        assert answer.returncode == 1
        assert said in answer.stderr
    file.write_bytes(b"\xff\xfe\x00")
    for name in (str(file), str(tmp_path), str(tmp_path / "none")):
        answer = islekeeper("board", "--file", name, state=tmp_path)
        assert answer.returncode == 1
        assert "Traceback" not in answer.stderr
        assert name in answer.stderr


def test_a_page_goes_to_a_file_that_is_new(tmp_path: Path) -> None:
    page = tmp_path / "board.pdf"
    words = ("board", "base", "--seed", "x", "--format", "page", "--output", str(page))
    answer = islekeeper(*words, state=tmp_path)
    assert answer.returncode == 0, answer.stderr
    assert page.read_bytes().startswith(b"%PDF-")
    before = page.read_bytes()
    again = islekeeper(*words, state=tmp_path)
    assert again.returncode == 1
    assert "give another name" in again.stderr
    assert page.read_bytes() == before
    nowhere = islekeeper(*words[:-1], str(tmp_path / "no" / "place"), state=tmp_path)
    assert nowhere.returncode == 1
    assert "cannot be written" in nowhere.stderr


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ((), "Name a scenario"),
        (("bas",), "Did you mean base?"),
        (("base", "--players", "9"), "9"),
        (("base", "--edition", "en-2030"), "en-2030"),
        (("new_world", "--printed"), "it is always drawn"),
        (("base", "--seed", " "), "The seed cannot be used"),
        (("base", "--want", "reds_aprt"), "Did you mean reds_apart?"),
        (("base", "--want", "node_most=x"), "from 1 to 15"),
        (("base", "--want", "node_most=8"), "With node_most=9 there is one."),
        (("--code", "28GN"), "islekeeper: "),
        (("--code", ""), "islekeeper: "),
        (("cloth", "--code", "284WE"), "leave SCENARIO out"),
        (("--code", "284WE", "--printed", "--no-rules", "--seed", "x"), "--printed"),
        (("--code", "284WE", "--file", "x"), "leave --file out"),
        (("../scenarios/base",), "There is no scenario"),
        (("x" * 3000,), "There is no scenario"),
        (("base", "--edition", "e" * 5000), "…"),
        (("base", "--want", "by_letters", "--want", "node_most=10"), "Without by_letters"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, tuple) else "",
)
def test_what_cannot_be_drawn_says_why_and_what_would_do(
    words: tuple[str, ...], said: str, tmp_path: Path
) -> None:
    answer = islekeeper("board", *words, state=tmp_path)
    assert (answer.returncode, answer.stdout) == (1, "")
    assert said in answer.stderr
    assert "Traceback" not in answer.stderr
