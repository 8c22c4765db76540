"""`islekeeper scenarios`: the list, one in short, files checked with every fault."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.resources import scenario_folder
from tests.scenario.own import ISLAND, written
from tests.test_cli import islekeeper

FILES = sorted(scenario_folder().glob("*.toml"))


def test_the_list_has_every_scenario_and_the_tables_own(tmp_path: Path) -> None:
    (tmp_path / "scenarios").mkdir()
    written(tmp_path / "scenarios", ISLAND)
    answer = islekeeper("scenarios", "list", state=tmp_path)
    assert answer.returncode == 0
    listed = [line.split()[0] for line in answer.stdout.splitlines()]
    assert listed == sorted([*(path.stem for path in FILES), "own"])
    assert "rules and board" in next(s for s in answer.stdout.splitlines() if s.startswith("base"))


def test_a_faulty_file_of_the_tables_own_is_named_beside_the_list(tmp_path: Path) -> None:
    (tmp_path / "scenarios").mkdir()
    written(tmp_path / "scenarios", ISLAND.replace("hi6", "hx6"))
    answer = islekeeper("scenarios", "list", state=tmp_path)
    assert answer.returncode == 1
    assert "hx" in answer.stderr
    assert len(answer.stdout.splitlines()) == len(FILES)


@pytest.mark.parametrize("language", ["en", "cs"])
def test_what_a_scenario_holds_is_said_in_short(language: str, tmp_path: Path) -> None:
    answer = islekeeper("scenarios", "show", "cloth", "--language", language, state=tmp_path)
    assert answer.returncode == 0
    assert "main" in answer.stdout
    assert "2 2 3 3 4 4 5 5 6 6 8 8 9 9 10 10 11 11 12 12" in answer.stdout


def test_an_unknown_scenario_is_guessed(tmp_path: Path) -> None:
    answer = islekeeper("scenarios", "show", "new_shore", state=tmp_path)
    assert answer.returncode == 1
    assert "Did you mean new_shores?" in answer.stderr


def test_all_files_that_come_with_the_program_are_sound(tmp_path: Path) -> None:
    answer = islekeeper("scenarios", "check", *map(str, FILES), state=tmp_path)
    assert (answer.returncode, answer.stderr) == (0, "")
    assert len(answer.stdout.splitlines()) == len(FILES) == 15


def test_every_fault_of_a_file_has_its_line_its_value_and_what_would_do(tmp_path: Path) -> None:
    broken = ISLAND.replace("hi6", "hx6").replace('"B2 NW generic"', '"B2 NW gneric"')
    file = written(tmp_path, broken.replace("islands = 2", 'islands = "two"'))
    answer = islekeeper(
        "scenarios", "check", str(file), str(tmp_path / "none.toml"), state=tmp_path
    )
    assert answer.returncode == 1
    said = answer.stderr.splitlines()
    assert any("own.toml:8:" in line and "hx" in line for line in said)
    assert "none.toml" in said[-1]
