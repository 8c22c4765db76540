"""How a refused value is quoted."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from companion.i18n.translator import Translator
from companion.scenario.files import ScenarioRefused, load
from tests.terminal.playing import NEW, refusal, script

SKIP = {"do": "skip_setup", "seat": "Anna"}


def test_a_value_of_the_wrong_kind_is_quoted_as_it_was_given() -> None:
    """Nothing of Python shows, and a text is told from a number."""
    for given, shown in (
        ("12", '"12"'),
        ([{"a": 1}], '[{"a": 1}]'),
        (True, "true"),
        ({"b": ["ž"]}, '{"b": ["ž"]}'),
    ):
        refused = refusal({"do": "enter_number", "args": {"number": given}}, NEW, SKIP)
        assert f"number: {shown} " in refused["text"]
    for faces, shown in (([7, 1], "[7, 1]"), ([{"a": 1}], '[{"a": 1}]')):
        refused = refusal({"do": "enter_faces", "args": {"faces": faces}}, NEW, SKIP)
        assert f"faces: {shown} " in refused["text"]


PYTHON = re.compile(r"\b(True|False|None|str|int|dict|FrozenMap)\b|\$\.|\(\{|',\)|Errno|`")
"""What only somebody who reads Python would make sense of."""

ODD: list[object] = [None, True, 12, "12", 1.5, [], [{"a": 1}], {"a": [True, None]}]


def said(refused: dict[str, object]) -> str:
    problems = refused.get("problems") or ()
    assert isinstance(problems, list | tuple)
    return " ".join([str(refused["text"]), *(str(p["text"]) for p in problems)])


@pytest.mark.parametrize("value", ODD, ids=repr)
@pytest.mark.parametrize("language", ["en", "cs"])
def test_nothing_of_python_shows_whatever_is_given(value: object, language: str) -> None:
    new = {"players": ["Anna", "Ben", "Cy"]}
    keys = ("seed", "scenario", "edition", "variants", "settings", "board", "position", "numbers")
    requests: list[dict[str, Any]] = [{"new": {**new, key: value}} for key in keys]
    requests += [{"new": {"players": [{"name": "A", "color": value}, "Ben", "Cy"]}}]
    requests += [{"new": {**new, "settings": {name: value}}} for name in SETTINGS]
    for args in ({"whose": value, "name": "D"}, {"whose": "Ben", "name": value}):
        requests.append({"do": "rename_seat", "args": args})
    requests += [{"do": "enter_faces", "args": {"faces": value}}]
    requests += [{"do": "enter_position", "args": {"position": position}} for position in (
        value, {"seats": value}, {"seats": {"Ben": {"name": value}}},
        {"seats": {"Ben": {"points": value}}}, {"seats": {"Ben": {"tracks": value}}},
    )]  # fmt: skip
    for request in requests:
        on = script(language)
        on.answer(NEW)
        answer = on.answer(request)
        if not answer["ok"]:
            assert not PYTHON.search(said(answer["refused"])), (request, said(answer["refused"]))


SETTINGS = ("base.target", "base.count_cards", "event_cards.pass")


@pytest.mark.parametrize("value", ["true", '"12"', "[]", "[true]", "1979-05-27", "{a = [false]}"])
@pytest.mark.parametrize("key", ["format", "id", "modules", "players", "settings"])
def test_nothing_of_python_shows_in_the_faults_of_a_scenario(
    key: str, value: str, tmp_path: Path
) -> None:
    keys = {"format": "1", "id": '"own"', "modules": '["base"]', "players": "[2, 4]"}
    content = "".join(f"{name} = {said}\n" for name, said in {**keys, key: value}.items())
    (tmp_path / "own.toml").write_text(content)
    with pytest.raises(ScenarioRefused) as refused:
        load("own", tmp_path)
    for problem in refused.value.problems:
        text = Translator("en", strict=True).text(problem.text).replace(str(tmp_path), "")
        assert not PYTHON.search(text), text
