"""Exporting one game as a JSON document and importing it."""

import hashlib
import json
import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.journal import (
    PROBLEMS,
    ImportRefused,
    Journal,
    JournalFull,
    JournalMissing,
    Problem,
    read_document,
)
from companion.journal import importing as importing_module
from tests.journal.making import StepClock, record


@pytest.fixture
def exported(journal: Journal, path: Path) -> Path:
    record(journal, "evening", 1, 5)
    journal.games.summarize("evening", {"turn": 5, "leader": "Žofie"})
    return journal.export_game("evening", path.with_name("evening.json"), contains_secrets=False)


@pytest.fixture
def other(tmp_path: Path, clock: StepClock) -> Journal:
    return Journal.open(tmp_path / "other" / "journal.sqlite3", clock=clock)


def problems_of(path: Path) -> list[tuple[str, str]]:
    with pytest.raises(ImportRefused) as caught:
        read_document(path)
    for problem in caught.value.problems:
        assert str(problem)
    return [
        (problem.path, problem.code.removeprefix("import.")) for problem in caught.value.problems
    ]


def change(path: Path, edit: Callable[[dict[str, Any]], object]) -> Path:
    document = json.loads(path.read_text())
    edit(document)
    path.write_text(json.dumps(document))
    return path


def test_a_game_moves_to_another_journal_unchanged(
    journal: Journal, exported: Path, other: Journal
) -> None:
    assert other.import_game(exported).game_id == "evening"
    assert list(other.entries("evening")) == list(journal.entries("evening"))
    assert other.verify("evening") == journal.verify("evening")
    assert other.games.header("evening") == journal.games.header("evening")
    mine, theirs = journal.games.get("evening"), other.games.get("evening")
    for field in ("title", "created_at", "app_version", "entries", "last_seq", "summary"):
        assert getattr(mine, field) == getattr(theirs, field)
    other.close()


def test_the_document_can_be_checked_without_us(exported: Path) -> None:
    """Recompute the chain with nothing but the standard library, as docs would tell anybody to."""
    document = json.loads(exported.read_text())

    def text(value: object) -> bytes:
        return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()

    start = {key: document["game"][key] for key in ("app_version", "created_at", "header")}
    digest = hashlib.sha256(b"islekeeper game 1\n" + text(start)).digest()
    for entry in document["entries"]:
        link = entry.pop("chain")
        digest = hashlib.sha256(digest + text(entry)).digest()
        assert digest.hex() == link
    assert digest.hex() == document["chain"]
    assert document["format"] == "islekeeper-game"
    assert document["version"] == 1
    assert document["contains_secrets"] is False


def test_an_export_says_when_it_contains_secrets(journal: Journal, path: Path) -> None:
    target = path.with_name("secret.json")
    journal.export_game("evening", target)
    assert json.loads(target.read_text())["contains_secrets"] is True
    assert read_document(target).contains_secrets
    assert target.stat().st_mode & 0o077 == 0


def test_a_game_without_entries_moves_too(journal: Journal, path: Path, other: Journal) -> None:
    journal.export_game("evening", path.with_name("e.json"))
    other.import_game(path.with_name("e.json"))
    assert other.verify("evening").good
    other.close()


def test_the_same_game_is_already_here(journal: Journal, exported: Path) -> None:
    journal.games.rename("evening", "Another title")
    done = journal.import_game(exported)
    assert (done.game_id, done.already_here) == ("evening", True)
    assert [game.title for game in journal.games.list()] == ["Another title"]


def test_a_deleted_game_comes_back_by_its_file(journal: Journal, exported: Path) -> None:
    journal.games.delete("evening")
    assert not journal.import_game(exported).already_here
    assert [game.id for game in journal.games.list()] == ["evening"]
    assert journal.import_game(exported).already_here


def test_another_game_under_the_same_id_gets_a_new_one(journal: Journal, exported: Path) -> None:
    record(journal, "evening", 6, 6)
    done = journal.import_game(exported)
    assert not done.already_here
    assert done.game_id != "evening"
    assert journal.games.get(done.game_id).entries == 5
    assert journal.games.get("evening").entries == 6
    again = journal.import_game(exported)
    assert (again.game_id, again.already_here) == (done.game_id, True)
    journal.games.delete(done.game_id)
    assert journal.import_game(exported).game_id == done.game_id
    assert len(journal.games.list()) == 2


def test_all_problems_of_a_file_are_told_at_once(exported: Path) -> None:
    def spoil(document: dict[str, Any]) -> None:
        del document["game"]["title"]
        document["game"]["header"] = [1]
        document["entries"][0]["number"] = 7
        document["entries"][1]["command_id"] = "command-1"
        document["entries"][2]["events"][1]["seq"] = "6"
        document["entries"][2]["events"][0] = 4
        document["entries"][3]["monotonic_ms"] = True
        document["entries"][4] = None
        document["contains_secrets"] = 1

    assert sorted(problems_of(change(exported, spoil))) == sorted(
        [
            ("game.title", "missing"),
            ("game.header", "type"),
            ("contains_secrets", "type"),
            ("entries[0].number", "order"),
            ("entries[1].command_id", "repeated"),
            ("entries[2].events[1].seq", "type"),
            ("entries[2].events[0]", "type"),
            ("entries[3].monotonic_ms", "type"),
            ("entries[4]", "type"),
            # Entry 3 has lost an event, so the next one seems to come too late.
            ("entries[3].events[0].seq", "order"),
            ("entries[3].events[1].seq", "order"),
        ]
    )


@pytest.mark.parametrize(
    ("edit", "place"),
    [
        (lambda d: d["entries"][2]["command"].update(do="cheat"), "entries[2].chain"),
        (lambda d: d["entries"][3]["events"][0]["data"].update(seat=9), "entries[3].chain"),
        (lambda d: d["game"]["header"].update(seed=1), "entries[0].chain"),
        (lambda d: d["entries"].pop(), "chain"),
        (lambda d: d.update(chain="0" * 64), "chain"),
    ],
)
def test_a_changed_file_is_noticed(
    exported: Path, edit: Callable[[dict[str, Any]], object], place: str
) -> None:
    assert problems_of(change(exported, edit)) == [(place, "chain")]


@pytest.mark.parametrize(
    ("content", "problem"),
    [
        (b"", ("", "not_json")),
        (b"\x89PNG\r\n", ("", "not_json")),
        (b"[1, 2]", ("format", "not_a_game")),
        (b'{"format": "chess"}', ("format", "not_a_game")),
        (b'{"format": "islekeeper-game", "version": 2}', ("version", "newer")),
        (b'{"format": "islekeeper-game", "version": true}', ("version", "type")),
        (b"[" * 100_000, ("", "not_json")),
    ],
)
def test_what_is_no_exported_game(tmp_path: Path, content: bytes, problem: tuple[str, str]) -> None:
    file = tmp_path / "file.json"
    file.write_bytes(content)
    assert problems_of(file) == [problem]


def test_deep_nesting_numbers_too_big_and_strange_ids_are_refused(exported: Path) -> None:
    deep: object = 1
    for _ in range(80):
        deep = [deep]

    def spoil(document: dict[str, Any]) -> None:
        document["game"]["summary"] = {"deep": deep}
        document["entries"][0]["monotonic_ms"] = 2**70

    found = problems_of(change(exported, spoil))
    assert [code for _, code in found] == ["type", "type"]
    assert found[0][0].startswith("game.summary.deep[0]")
    assert found[1][0] == "entries[0].monotonic_ms"


def test_an_id_that_could_lead_out_of_the_folder_is_refused(exported: Path) -> None:
    edited = change(exported, lambda document: document["game"].update(id="../../evil"))
    assert problems_of(edited) == [("game.id", "type")]


def test_a_file_too_big_is_not_read(exported: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(importing_module, "MAX_BYTES", 100)
    assert problems_of(exported) == [("", "too_big")]


def test_a_file_full_of_faults_lists_the_first_hundred(exported: Path) -> None:
    edited = change(exported, lambda document: document.update(entries=[0] * 5000))
    assert len(problems_of(edited)) == importing_module.MAX_PROBLEMS


def test_a_missing_file_is_named(journal: Journal, tmp_path: Path) -> None:
    with pytest.raises(JournalMissing, match=r"nothing\.json"):
        journal.import_game(tmp_path / "nothing.json")


def test_a_refused_import_changes_nothing(journal: Journal, exported: Path) -> None:
    change(exported, lambda document: document["entries"][4].update(source=4))
    journal.games.delete("evening")
    before = journal.games.list()
    with pytest.raises(ImportRefused) as caught:
        journal.import_game(exported)
    assert str(exported) in str(caught.value)
    assert "entries[4].source is 4, not a text" in str(caught.value)
    assert journal.games.list() == before


@settings(max_examples=200)
@given(data=st.data())
def test_no_edit_of_a_document_crashes_the_import(
    data: st.DataObject, tmp_path_factory: pytest.TempPathFactory
) -> None:
    file = tmp_path_factory.mktemp("edit") / "game.json"
    file.write_text(json.dumps(DOCUMENT))
    document = json.loads(file.read_text())
    place: Any = document
    while isinstance(place, dict | list) and place:
        keys = sorted(place) if isinstance(place, dict) else list(range(len(place)))
        key = data.draw(st.sampled_from(keys))
        if data.draw(st.booleans()) or not isinstance(place[key], dict | list):
            values = st.none() | st.integers() | st.text() | st.lists(st.integers()) | st.floats()
            place[key] = data.draw(values)
            break
        place = place[key]
    file.write_text(json.dumps(document))
    problems: tuple[Problem, ...] = ()
    try:
        read_document(file)
    except ImportRefused as fault:
        problems = fault.problems
    # The document's chain is made up, so every edit and even none is refused.
    assert problems
    assert all(problem.code in PROBLEMS and str(problem) for problem in problems)


DOCUMENT = {
    "format": "islekeeper-game",
    "version": 1,
    "contains_secrets": True,
    "exported_at": "2026-12-01T19:30:00.000Z",
    "game": {
        "id": "g",
        "title": "",
        "created_at": "x",
        "app_version": "0.1.0",
        "summary": {},
        "header": {"seed": [1, {"a": 2}]},
    },
    "entries": [
        {
            "number": 1,
            "command_id": "c",
            "command": {"do": "x"},
            "answer": {},
            "events": [{"seq": 1, "kind": "k", "version": 1, "data": {"a": [1]}}],
            "source": "s",
            "at": "x",
            "monotonic_ms": 0,
            "chain": "0",
        }
    ],
    "chain": "0",
}


def test_a_link_stays_a_link_and_a_pipe_a_pipe(
    journal: Journal, exported: Path, tmp_path: Path
) -> None:
    """A game goes to `/dev/stdout` or into another program, and neither is replaced by a file."""
    real, link, pipe = (tmp_path / name for name in ("real.json", "link.json", "pipe"))
    link.symlink_to(real)
    journal.export_game("evening", link)
    assert link.is_symlink()
    assert read_document(real).game_id == "evening"
    os.mkfifo(pipe)
    with ThreadPoolExecutor() as reader:
        read = reader.submit(pipe.read_bytes)
        journal.export_game("evening", pipe)
        content = read.result(timeout=10)
    assert pipe.is_fifo()
    assert json.loads(content)["game"]["id"] == "evening"


@pytest.mark.skipif(not Path("/dev/full").is_char_device(), reason="no device that is always full")
def test_a_device_without_room_says_so(journal: Journal, exported: Path) -> None:
    with pytest.raises(JournalFull, match="There is no room for /dev/full"):
        journal.export_game("evening", Path("/dev/full"))
    assert Path("/dev/full").is_char_device()


def test_only_an_earlier_export_of_the_same_game_may_be_replaced(
    journal: Journal, exported: Path, tmp_path: Path
) -> None:
    assert journal.may_replace("evening", exported)
    assert journal.may_replace("evening", tmp_path / "nothing.json")
    assert journal.may_replace("evening", tmp_path)
    record(journal, "evening", 6, 6)
    assert journal.may_replace("evening", exported)
    later = exported.with_name("later.json")
    journal.export_game("evening", later)
    journal.import_game(exported)  # the state before, under an id of its own
    before = next(game.id for game in journal.games.list() if game.id != "evening")
    assert not journal.may_replace(before, later)
    note = exported.with_name("note.txt")
    note.write_text("what to buy", "utf-8")
    assert not journal.may_replace("evening", note)
    with pytest.raises(JournalMissing):
        journal.may_replace("nowhere", note)
