"""Every cure that the command line names can be carried out there, and it cures."""

from __future__ import annotations

import re
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from companion.journal import Journal
from tests.test_cli import NEW, islekeeper, lines

DAMAGE = {
    "text": b"no database at all\n" * 100,
    "empty": b"",
    "zeros": b"\0" * 8192,
}


def journal_with_a_game(state: Path) -> Path:
    path = state / "journal.sqlite3"
    # A seed of its own: with a seven on the table other questions would stand on the screen.
    new = {"new": {**NEW["new"], "seed": "no seven comes first"}}
    asked = lines(new, {"do": "skip_setup", "seat": "Anna"}, {"do": "draw_card", "seat": "Anna"})
    assert islekeeper("script", "--db", str(path), state=state, stdin=asked).returncode == 0
    return path


def newer(path: Path) -> None:
    with closing(sqlite3.connect(path)) as database:
        database.execute("PRAGMA user_version = 99")


def commands(said: str) -> list[tuple[str, ...]]:
    """The commands that a message names."""
    found = re.findall(r"islekeeper ((?:games|table|deck)(?: [\w-]+)*)", said)
    return [tuple(command.split()) for command in found]


@pytest.mark.parametrize("language", ["en", "cs"])
@pytest.mark.parametrize("content", DAMAGE.values(), ids=DAMAGE)
def test_a_damaged_journal_is_set_aside_by_the_command_that_is_named(
    content: bytes, language: str, tmp_path: Path
) -> None:
    path = tmp_path / "journal.sqlite3"
    path.write_bytes(content)
    refused = islekeeper("table", "--language", language, state=tmp_path)
    assert refused.returncode == 1
    assert len(refused.stderr.splitlines()) == 1
    assert commands(refused.stderr) == [("games", "restore"), ("games", "set-aside")]
    kept = islekeeper("games", "set-aside", state=tmp_path)
    assert kept.returncode == 0, kept.stderr
    assert Path(kept.stdout.split()[-1]).read_bytes() == content
    assert islekeeper("table", state=tmp_path).returncode == 0
    again = islekeeper("games", "set-aside", state=tmp_path)
    assert again.returncode == 1
    assert "sound" in again.stderr


def test_a_journal_that_is_not_there_is_not_made_by_setting_it_aside(tmp_path: Path) -> None:
    missing = islekeeper("games", "set-aside", state=tmp_path)
    assert missing.returncode == 1
    assert "no journal" in missing.stderr
    assert not list(tmp_path.iterdir())


def test_a_journal_that_is_newer_or_in_use_can_be_looked_at(tmp_path: Path) -> None:
    path = journal_with_a_game(tmp_path)
    with Journal.open(path):
        said = islekeeper("table", state=tmp_path)
        assert commands(said.stderr) == [("table", "--read-only")]
        seen = islekeeper(*commands(said.stderr)[0], state=tmp_path, stdin="h\n\n\nn\nq\n")
    newer(path)
    before = path.read_bytes()
    said = islekeeper("table", state=tmp_path)
    assert commands(said.stderr) == [("table", "--read-only")]
    newly = islekeeper(*commands(said.stderr)[0], state=tmp_path, stdin="1\nn\n1\nAnna\n")
    for shown in (seen, newly):
        assert shown.returncode == 0, shown.stderr
        assert "looking only" in shown.stdout
        assert "Anna" in shown.stdout
        assert "opened read-only" in shown.stdout
    assert path.read_bytes() == before


def test_a_newer_journal_that_this_program_cannot_read_is_not_to_be_looked_at(
    tmp_path: Path,
) -> None:
    path = journal_with_a_game(tmp_path)
    newer(path)
    with closing(sqlite3.connect(path)) as database:
        database.execute("UPDATE meta SET value = '99' WHERE key = 'readable_by'")
        database.commit()
    for command in (("table",), ("table", "--read-only"), ("games", "list")):
        said = islekeeper(*command, state=tmp_path)
        assert said.returncode == 1
        assert "read-only" not in said.stderr
        assert commands(said.stderr) == []


def test_a_damaged_game_is_rescued_by_the_command_that_is_named(tmp_path: Path) -> None:
    path = journal_with_a_game(tmp_path)
    content = path.read_bytes()
    path.write_bytes(content.replace(b'"action":"draw_card"', b'"action":"draw_carb"'))
    shown = " ".join(islekeeper("table", state=tmp_path).stdout.split())
    game = islekeeper("games", "list", state=tmp_path).stdout.split()[0]
    refused = islekeeper("games", "export", game, state=tmp_path).stderr
    for said in (shown, refused):
        named = commands(said)
        assert ("games", "rescue", game) in named, said
        for command in named:
            assert islekeeper(*command, state=tmp_path).returncode == 0


@pytest.mark.parametrize("content", [*DAMAGE.values(), None], ids=[*DAMAGE, "newer"])
def test_a_deck_that_cannot_be_opened_is_kept_for_a_new_one(
    content: bytes | None, tmp_path: Path
) -> None:
    path = tmp_path / "deck.sqlite3"
    assert islekeeper("deck", state=tmp_path, stdin="\n\n").returncode == 0
    if content is None:
        newer(path)
    else:
        path.write_bytes(content)
    before = path.read_bytes()
    refused = islekeeper("deck", state=tmp_path)
    assert refused.returncode == 1
    assert path.read_bytes() == before
    assert commands(refused.stderr) == [("deck", "--new")]
    anew = islekeeper(*commands(refused.stderr)[0], state=tmp_path, stdin="\n")
    assert anew.returncode == 0, anew.stderr
    (kept,) = tmp_path.glob("deck.sqlite3.aside-*Z")
    assert kept.read_bytes() == before
    assert str(kept) in "".join(anew.stdout.split())
    assert "Card 1 of 31" in islekeeper("deck", state=tmp_path).stdout


def test_a_file_that_no_command_works_on_gets_no_command(tmp_path: Path) -> None:
    other = tmp_path / "other.sqlite3"
    other.write_bytes(b"no database")
    said = islekeeper("script", "--db", str(other), state=tmp_path)
    assert said.returncode == 1
    assert commands(said.stderr) == []
