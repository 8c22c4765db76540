"""Files and names that do not do: each is named, with what to do about it."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from companion.journal import Journal, JournalMissing
from tests.test_cli import NEW, islekeeper, lines


def exported(state: Path) -> tuple[str, Path]:
    """A game in the journal of `state`, and a file with it."""
    journal = state / "journal.sqlite3"
    assert islekeeper("script", "--db", str(journal), state=state, stdin=lines(NEW)).stdout
    game = islekeeper("games", "list", state=state).stdout.split()[0]
    file = state / "the evening.json"
    assert islekeeper("games", "export", game, str(file), state=state).returncode == 0
    return game, file


@pytest.mark.parametrize("deed", ["import", "verify"])
@pytest.mark.parametrize("content", ["root:x:0:0\n", "[]", "{}", "", "faults"])
def test_a_faulty_file_is_named_before_each_of_its_faults(
    deed: str, content: str, tmp_path: Path
) -> None:
    _, file = exported(tmp_path)
    if content == "faults":
        document = json.loads(file.read_text("utf-8"))
        del document["game"]["title"], document["entries"][0]["at"]
        content = json.dumps(document)
    file.write_text(content, "utf-8")
    answer = islekeeper("games", deed, str(file), state=tmp_path / "other")
    assert answer.returncode == 1
    said = (answer.stdout + answer.stderr).splitlines()
    assert len(said) == (2 if "entries" in content else 1)
    for line in said:
        assert line.removeprefix("islekeeper: ").startswith(f"{file}: ")
        assert "/:" not in line
    assert content.startswith(("{", "[")) or "the file" in said[0]


def test_a_game_that_is_there_already_is_not_said_to_be_read_in(tmp_path: Path) -> None:
    game, file = exported(tmp_path)
    again = islekeeper("games", "import", str(file), state=tmp_path).stdout
    assert "already" in again
    assert "Read in" not in again
    islekeeper("games", "delete", game, state=tmp_path)
    assert "Read in" in islekeeper("games", "import", str(file), state=tmp_path).stdout


@pytest.mark.parametrize("deed", ["show", "export", "verify", "delete", "archive", "rescue"])
def test_no_id_is_not_every_game(deed: str, tmp_path: Path) -> None:
    exported(tmp_path)
    answer = islekeeper("games", deed, "", state=tmp_path)
    assert answer.returncode == 1
    assert "Give the id" in answer.stderr


@pytest.mark.parametrize("db", ["", "folder", "pipe", "link"])
def test_a_journal_that_is_no_file_is_named(db: str, tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "link").symlink_to("folder")
    answer = islekeeper("script", "--db", db and str(tmp_path / db), state=tmp_path)
    assert answer.returncode == 1
    assert len(answer.stderr.splitlines()) == 1
    assert "disk" not in answer.stderr
    assert ("not a file" if db else "--db is empty") in answer.stderr
    for read_only in (True, False):
        with pytest.raises(JournalMissing, match="not a file"):
            Journal.open(tmp_path / (db or "folder"), read_only=read_only)


@pytest.mark.parametrize("command", [("games", "list"), ("games", "restore"), ("table",)])
def test_a_state_folder_that_is_a_file_is_not_an_empty_one(
    command: tuple[str, ...], tmp_path: Path
) -> None:
    state = tmp_path / "state"
    state.write_text("")
    answer = islekeeper(*command, state=state)
    assert answer.returncode == 1
    assert str(state) in answer.stderr
    assert "o game yet" not in answer.stdout
