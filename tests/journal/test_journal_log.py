"""Recording entries and reading them back, undisturbed."""

import sqlite3
import threading
from pathlib import Path

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.journal import (
    Entry,
    Event,
    Journal,
    JournalConflict,
    JournalDamaged,
    JournalMissing,
    JournalMisuse,
    JournalReadOnly,
    NewEntry,
)
from companion.journal import log as journal_log
from companion.journal.canonical import MAX_DEPTH, canonical
from tests.journal.making import StepClock, new_entry, record

json_values = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=8,
)


def as_new(entry: Entry) -> NewEntry:
    return NewEntry(**{name: getattr(entry, name) for name in NewEntry.__struct_fields__})


def test_entries_come_back_as_recorded_after_reopening(journal: Journal, path: Path) -> None:
    record(journal, "evening", 1, 7, events=3)
    journal.close()
    with Journal.open(path, app_version="0.1.0") as again:
        entries = list(again.entries("evening"))
    assert [as_new(entry) for entry in entries] == [new_entry(n, events=3) for n in range(1, 8)]
    assert [entry.number for entry in entries] == [1, 2, 3, 4, 5, 6, 7]
    assert [(entry.first_seq, entry.last_seq) for entry in entries[:3]] == [(1, 3), (4, 6), (7, 9)]


def test_append_returns_what_a_reader_gets(journal: Journal) -> None:
    entry = msgspec.structs.replace(new_entry(1), command={"at": (1, 2)})
    recorded = journal.append("evening", entry, expected_seq=0)
    assert recorded.command == {"at": [1, 2]}
    assert list(journal.entries("evening")) == [recorded]


@given(
    values=st.lists(st.dictionaries(st.text(), json_values, max_size=4), max_size=4), text=st.text()
)
def test_any_json_comes_back(
    values: list[dict[str, object]], text: str, tmp_path_factory: pytest.TempPathFactory
) -> None:
    path = tmp_path_factory.mktemp("any") / "journal.sqlite3"
    entry = NewEntry(
        command_id=text,
        command={"text": text},
        answer={},
        events=tuple(Event(text, 1, value) for value in values),
        source=text,
        at=text,
        monotonic_ms=0,
    )
    with Journal.open(path) as journal:
        journal.games.create("g", {"values": values}, first=[entry])
        assert [as_new(found) for found in journal.entries("g")] == [entry]
        assert journal.games.header("g") == {"values": values}
        assert journal.verify("g").good


def test_reading_starts_anywhere_and_streams_over_chunks(
    journal: Journal, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(journal_log, "_CHUNK", 3)
    record(journal, "evening", 1, 9)
    for start in range(1, 12):
        assert [e.number for e in journal.entries("evening", start)] == list(range(start, 10))


def test_appending_while_reading_is_seen(journal: Journal, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(journal_log, "_CHUNK", 2)
    record(journal, "evening", 1, 3)
    seen = []
    for entry in journal.entries("evening"):
        seen.append(entry.number)
        if entry.number == 2:
            record(journal, "evening", 4, 4)
    assert seen == [1, 2, 3, 4]


def test_a_repeated_command_finds_its_first_answer_after_a_restart(
    journal: Journal, path: Path
) -> None:
    record(journal, "evening", 1, 5)
    journal.close()
    with Journal.open(path, app_version="0.1.0") as again:
        found = again.find_command("evening", "command-3")
        assert found is not None
        assert (found.number, found.answer) == (3, {"ok": True, "number": 3})
        assert again.find_command("evening", "command-6") is None
        with pytest.raises(JournalConflict) as caught:
            again.append("evening", new_entry(3), expected_seq=10)
        assert caught.value.code == "journal.conflict_command"
        assert again.last_seq("evening") == 10


def test_an_append_that_does_not_follow_is_refused(journal: Journal) -> None:
    record(journal, "evening", 1, 2)
    with pytest.raises(JournalConflict, match="has 4 events, not 3") as caught:
        journal.append("evening", new_entry(3), expected_seq=3)
    assert caught.value.params == {"game": "evening", "expected": 3, "found": 4}
    assert journal.games.get("evening").entries == 2


def test_several_entries_stand_or_fall_together(journal: Journal) -> None:
    record(journal, "evening", 1, 2)
    with pytest.raises(JournalConflict):
        journal.append_all("evening", [new_entry(3), new_entry(4), new_entry(3)], expected_seq=4)
    assert journal.last_seq("evening") == 4
    journal.append_all("evening", [new_entry(3), new_entry(4)], expected_seq=4, summary={"turn": 4})
    assert journal.games.get("evening").summary == {"turn": 4}
    assert [entry.number for entry in journal.entries("evening")] == [1, 2, 3, 4]


def test_an_entry_may_have_no_events(journal: Journal) -> None:
    journal.append("evening", new_entry(1, events=0), expected_seq=0)
    record(journal, "evening", 2, 2)
    assert [entry.last_seq for entry in journal.entries("evening")] == [0, 2]


@pytest.mark.parametrize(
    ("value", "place"),
    [
        ({"a": [1, {"b": float("nan")}]}, "entry.command.a[1].b"),
        ({"a": {1: 2}}, "entry.command.a"),
        ({"a": "\ud800"}, "entry.command.a"),
        ({"a": b"x"}, "entry.command.a"),
        ({"a": {1, 2}}, "entry.command.a"),
    ],
)
def test_what_json_cannot_give_back_is_refused_by_its_place(
    journal: Journal, value: dict[str, object], place: str
) -> None:
    entry = msgspec.structs.replace(new_entry(1), command=value)
    with pytest.raises(JournalMisuse) as caught:
        journal.append("evening", entry, expected_seq=0)
    assert caught.value.params["path"] == place
    assert journal.last_seq("evening") == 0


def test_nesting_has_a_limit() -> None:
    value: object = 1
    for _ in range(MAX_DEPTH):
        value = [value]
    assert canonical(value, "value").count("[") == MAX_DEPTH
    with pytest.raises(JournalMisuse, match=f"more than {MAX_DEPTH} deep"):
        canonical([value], "value")


def test_the_canonical_form_is_frozen() -> None:
    value = {"ž": 'a"\\/\n\x01\x7f', "a": [1.0, -0.0, 1e16, 1e-7, True, None, 2**70], "Z": {}}
    assert canonical(value, "value") == (
        '{"Z":{},"a":[1.0,-0.0,1e+16,1e-07,true,null,1180591620717411303424],'
        '"ž":"a\\"\\\\/\\n\\u0001\x7f"}'
    )


def test_the_chain_is_frozen(path: Path) -> None:
    with Journal.open(path, clock=StepClock(), app_version="0.1.0") as journal:
        journal.games.create("g", {"seed": 7})
        record(journal, "g", 1, 3)
        assert journal.verify("g").digest == (
            "71422dbced1f35b4bbcfcca67c23161b24635254d85f6850708e08e3097a1644"
        )


def test_the_file_itself_forbids_changes(journal: Journal, path: Path) -> None:
    record(journal, "evening", 1, 2)
    outside = sqlite3.connect(path, isolation_level=None)
    for statement in (
        "UPDATE entry SET text = '{}'",
        "DELETE FROM entry",
        "UPDATE start SET header = '{}'",
        "DELETE FROM start",
        "DELETE FROM game",
        "UPDATE game SET created_at = '1999'",
        "UPDATE game SET purging = 1",
        "INSERT INTO entry VALUES ('evening', 4, 'x', 5, 0, '{}', zeroblob(32))",
        "INSERT INTO entry VALUES ('evening', 3, 'x', 6, 0, '{}', zeroblob(32))",
    ):
        with pytest.raises(sqlite3.IntegrityError):
            outside.execute(statement)
    outside.close()
    assert journal.verify("evening").good_entries == 2


def test_events_can_be_looked_at_one_by_one(journal: Journal, path: Path) -> None:
    record(journal, "evening", 1, 2)
    outside = sqlite3.connect(path)
    rows = outside.execute(
        "SELECT seq, entry, command_id, kind, version, source FROM event"
    ).fetchall()
    outside.close()
    assert rows == [
        (1, 1, "command-1", "road.built", 1, "touch"),
        (2, 1, "command-1", "road.built", 1, "touch"),
        (3, 2, "command-2", "road.built", 1, "touch"),
        (4, 2, "command-2", "road.built", 1, "touch"),
    ]


@pytest.mark.parametrize(
    "edit",
    [
        "UPDATE entry SET text = replace(text, 'road-3-1', 'road-9-1') WHERE number = 3",
        "UPDATE entry SET digest = zeroblob(32) WHERE number = 3",
        "UPDATE entry SET first_seq = 7 WHERE number = 3",
        "DELETE FROM entry WHERE number = 3",
        "UPDATE entry SET number = 9 WHERE number = 3",
    ],
)
def test_an_edited_game_is_told_from_a_good_one(journal: Journal, path: Path, edit: str) -> None:
    record(journal, "evening", 1, 5)
    tamper(path, edit)
    finding = journal.verify("evening")
    assert (finding.good, finding.good_entries) == (False, 2)
    with pytest.raises(JournalDamaged) as caught:
        list(journal.entries("evening"))
    assert (caught.value.params["game"], caught.value.params["good"]) == ("evening", 2)


def test_entries_cut_off_at_the_end_are_missed(journal: Journal, path: Path) -> None:
    record(journal, "evening", 1, 5)
    tamper(path, "DELETE FROM entry WHERE number > 3")
    finding = journal.verify("evening")
    assert (finding.good, finding.good_entries) == (False, 3)
    assert "5 entries were written" in str(finding.problem)


def test_an_edited_start_is_noticed(journal: Journal, path: Path) -> None:
    record(journal, "evening", 1, 2)
    tamper(path, "UPDATE start SET header = replace(header, 'base', 'other')")
    finding = journal.verify("evening")
    assert (finding.good, finding.good_entries) == (False, 0)


def tamper(path: Path, statement: str) -> None:
    """Edit the file as somebody would who removes the triggers first."""
    outside = sqlite3.connect(path, isolation_level=None)
    triggers = outside.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall()
    for (name,) in triggers:
        outside.execute(f"DROP TRIGGER {name}")
    outside.execute(statement)
    outside.close()


def test_unknown_games_are_named(journal: Journal) -> None:
    for call in (
        lambda: journal.append("no", new_entry(1), expected_seq=0),
        lambda: list(journal.entries("no")),
        lambda: journal.last_seq("no"),
        lambda: journal.verify("no"),
        lambda: journal.games.header("no"),
        lambda: journal.games.rename("no", "x"),
    ):
        with pytest.raises(JournalMissing, match="no game no"):
            call()


def test_another_thread_is_refused(journal: Journal) -> None:
    faults: list[BaseException] = []

    def use() -> None:
        try:
            journal.append("evening", new_entry(1), expected_seq=0)
        except JournalMisuse as fault:
            faults.append(fault)

    thread = threading.Thread(target=use)
    thread.start()
    thread.join()
    assert [getattr(fault, "code", None) for fault in faults] == ["journal.thread"]


def test_a_closed_journal_says_so(journal: Journal) -> None:
    journal.close()
    journal.close()
    with pytest.raises(JournalMisuse, match="is closed"):
        journal.last_seq("evening")


def test_a_reader_sees_a_writers_entries_and_cannot_write(journal: Journal, path: Path) -> None:
    record(journal, "evening", 1, 2)
    with Journal.open(path, read_only=True) as reader:
        assert reader.last_seq("evening") == 4
        record(journal, "evening", 3, 3)
        assert [entry.number for entry in reader.entries("evening")] == [1, 2, 3]
        with pytest.raises(JournalReadOnly) as caught:
            reader.append("evening", new_entry(4), expected_seq=6)
        assert caught.value.code == "journal.opened_read_only"


def test_a_file_taken_away_is_noticed(journal: Journal, path: Path) -> None:
    path.rename(path.with_name("elsewhere"))
    with pytest.raises(JournalMissing) as caught:
        journal.append("evening", new_entry(1), expected_seq=0)
    assert caught.value.code == "journal.gone"
    path.with_name("elsewhere").rename(path)
    record(journal, "evening", 1, 1)
