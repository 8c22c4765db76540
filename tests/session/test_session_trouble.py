"""Full disks, newer and damaged files, games of an unknown program, faults of our own."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest

from companion.core.frozen import FrozenMap
from companion.core.model import Action, Command, Event
from companion.core.module import ActionKind, Module
from companion.i18n.text import Text
from companion.journal import Event as Row
from companion.journal import Imported, Journal, JournalError, NewEntry
from companion.session import Done, Options, Session
from tests.session.playing import begun, do, inline, log_of, no, same_history, turns


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "journal.sqlite3"


class SmallDisk:
    """Opens journals whose file can be forbidden to grow: SQLite itself says that it is full."""

    def __init__(self) -> None:
        self.journal: Journal | None = None

    def __call__(
        self, path: Path, *, clock: Callable[[], datetime], read_only: bool = False
    ) -> Journal:
        self.journal = Journal.open(path, clock=clock, read_only=read_only)
        return self.journal

    def fill(self) -> None:
        assert self.journal is not None
        connection = self.journal._store.connection
        (pages,) = connection.execute("PRAGMA page_count").fetchone()
        connection.execute(f"PRAGMA max_page_count = {pages}")

    def clear(self) -> None:
        assert self.journal is not None
        self.journal._store.connection.execute("PRAGMA max_page_count = 1000000")


def until_full(session: Session) -> Command:
    """Enter numbers until the disk is full; the command that did not fit."""
    for n in range(1000):
        command = Command("enter_number", args=FrozenMap({"number": 4}), id=f"fill-{n}")
        answer = session.submit(command, "test").result()
        if not isinstance(answer, Done):
            assert answer.code == "journal.full"
            return command
    raise AssertionError("the disk never got full")


def test_a_full_disk_refuses_the_input_and_nothing_else(path: Path) -> None:
    disk = SmallDisk()
    with inline(path, opener=disk) as session:
        begun(session)
        disk.fill()
        refused = until_full(session)
        snapshot = session.snapshot
        before = log_of(session)
        assert snapshot.alarm is not None
        assert snapshot.alarm.code == "journal.full"
        assert snapshot.alarm.text.params["file"] == str(path)
        assert before.live()[-1].command != refused
        with sqlite3.connect(path) as reader:
            (rows,) = reader.execute("SELECT count(*) FROM entry").fetchone()
        assert rows == log_of(session).next_number
        disk.clear()
        answer = session.submit(refused, "test").result()  # the very same, sent again
        assert isinstance(answer, Done)
        assert not answer.repeated
        assert session.snapshot.alarm is None
        log = log_of(session)
    with inline(path) as session:
        same_history(log, log_of(session))


def test_a_full_disk_begins_no_game(path: Path) -> None:
    disk = SmallDisk()
    with inline(path, opener=disk) as session:
        first = begun(session)
        disk.fill()
        until_full(session)
        answer = session.new_game({"players": ["Anna", "Ben", "Cy"]}).result()
        assert no(answer).code == "journal.full"
        assert session.snapshot.game == first.game
        assert session.snapshot.alarm is not None
        assert len(session.games.list().result()) == 1
        with pytest.raises(JournalError, match="No room"):
            session.preferences.set("theme", "dark" * 5000).result()


def test_a_newer_file_opens_read_only_when_asked(path: Path) -> None:
    with inline(path) as session:
        begun(session)
        turns(session, 1)
        log = log_of(session)
    with sqlite3.connect(path) as newer:
        newer.execute("PRAGMA user_version = 99")
    with inline(path) as session:
        status = session.snapshot.journal
        assert not status.open
        assert status.trouble is not None
        assert status.trouble.code == "journal.newer"
        assert status.trouble.copy is not None
        assert status.trouble.copy.exists()
        assert session.snapshot.log is None
        assert no(session.undo().result()).code == "no_game"
        answer = session.new_game({"players": ["Anna", "Ben", "Cy"]}).result()
        assert no(answer).code == "journal.newer"
        with pytest.raises(JournalError, match="newer Islekeeper"):
            session.games.list().result()
        snapshot = session.reopen(read_only=True).result()
        assert snapshot.journal.read_only
        assert snapshot.journal.trouble is None
        same_history(log, log_of(session))
        assert no(session.undo().result()).code == "read_only"
        assert not snapshot.writable
        session.close_game().result()
        assert session.snapshot.log is None


def test_a_damaged_file_is_set_aside_only_when_somebody_says_so(path: Path) -> None:
    with inline(path) as session:
        begun(session)
    path.write_bytes(b"no database at all" * 100)
    with inline(path) as session:
        trouble = session.snapshot.journal.trouble
        assert trouble is not None
        assert trouble.code == "journal.damaged"
        assert trouble.copy is not None
        assert path.read_bytes().startswith(b"no database")
        kept = session.start_anew().result()
        assert kept.read_bytes().startswith(b"no database")
        assert session.snapshot.journal.open
        assert session.snapshot.game is None
        game = begun(session).game
        with pytest.raises(JournalError, match="is open and sound"):
            session.start_anew().result()
        assert session.snapshot.game == game


def test_a_backup_comes_back(path: Path) -> None:
    with inline(path) as session:
        begun(session)
        log = log_of(session)
    with Journal.open(path) as journal:
        journal.back_up()
    with inline(path) as session:
        turns(session, 2)
        (backup,) = session.backups().result()
        kept = session.restore(backup.path).result()
        assert kept is not None
        assert kept.exists()
        same_history(log, log_of(session))


def test_a_file_that_was_taken_away_is_told(path: Path) -> None:
    with inline(path) as session:
        begun(session)
        before = log_of(session)
        path.rename(path.with_suffix(".elsewhere"))
        command = Command("enter_number", args=FrozenMap({"number": 4}), id="lost")
        assert no(session.submit(command).result()).code == "journal.gone"
        assert session.snapshot.alarm is not None
        assert log_of(session) is before
        path.with_suffix(".elsewhere").rename(path)
        assert isinstance(session.submit(command).result(), Done)
        assert session.snapshot.alarm is None


def test_results_that_cannot_be_told_lose_no_input(
    path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def broken(*_: object) -> None:
        raise ZeroDivisionError("points without a seat")

    with inline(path) as session:
        anna = session.people.add("Anna").result()
        players = [{"name": "Anna", "person": anna.id}, "Ben", "Cy"]
        begun(session, {"players": players})
        with monkeypatch.context() as patched:
            patched.setattr("companion.session.summary.ranking", broken)
            do(session, "end_game", winner="s1")
        assert session.snapshot.alarm is not None
        assert "points without a seat" in caplog.text
        log = log_of(session)
        assert session.people.lifetime().result() == ()
    with inline(path) as session:
        same_history(log, log_of(session))
        assert len(session.people.lifetime().result()) == 1  # mended by the next start


def test_another_process_has_the_file(path: Path) -> None:
    with Journal.open(path), inline(path) as session:
        trouble = session.snapshot.journal.trouble
        assert trouble is not None
        assert trouble.code == "journal.locked"
    with inline(path) as session:
        assert session.snapshot.journal.open


def with_rows(path: Path, entry: NewEntry) -> str:
    """Append an entry to the newest game, past the session; the game's id."""
    with Journal.open(path) as journal:
        game = journal.games.list()[0]
        journal.append(game.id, entry, expected_seq=game.last_seq)
        return game.id


def strange(command: dict[str, Any], *rows: Row) -> NewEntry:
    return NewEntry(
        command_id="strange",
        command=command,
        answer={},
        events=rows,
        source="test",
        at="2026-12-01T20:00:00.000Z",
        monotonic_ms=5,
    )


@pytest.mark.parametrize(
    "entry",
    [
        strange({"record": "entry"}, Row("tomorrow.invented", 1, {})),
        strange({"record": "entry"}, Row("base.turn_started", 9, {"seat": "s1", "turn": 1})),
        strange({"record": "entry"}, Row("base.turn_started", 1, {"seat": 1})),
        strange({"record": "rewound"}),
        strange({"record": "amended", "parts": [{"n": 1}]}),
    ],
    ids=["event", "version", "shape", "record", "part"],
)
def test_what_this_program_cannot_read_opens_read_only_up_to_there(
    path: Path, entry: NewEntry
) -> None:
    with inline(path) as session:
        begun(session)
        turns(session, 1)
        log = log_of(session)
    with Journal.open(path) as journal:
        copy = journal.back_up()
    with_rows(path, entry)
    with inline(path) as session:
        snapshot = session.snapshot
        assert snapshot.trouble is not None
        assert snapshot.trouble.code == "entry_unreadable"
        assert snapshot.trouble.text.params["n"] == log.next_number
        assert snapshot.trouble.copy == copy
        same_history(log, log_of(session))
        assert no(session.undo().result()).code == "read_only"
        begun(session)  # another game can be begun all the same
        assert session.snapshot.writable


@pytest.mark.parametrize(
    ("entry", "code"),
    [
        (strange({"record": "undone", "to": 77}), "game_unreadable"),
        (strange({"record": "amended", "since": "77"}), "game_unreadable"),
    ],
)
def test_records_that_do_not_fit_leave_no_state(path: Path, entry: NewEntry, code: str) -> None:
    with inline(path) as session:
        begun(session)
    game = with_rows(path, entry)
    with inline(path) as session:
        assert session.snapshot.game == game
        assert session.snapshot.log is None
        assert session.snapshot.trouble is not None
        assert session.snapshot.trouble.code == code
        assert no(session.undo().result()).code == "no_game"


def test_a_game_of_an_unknown_module_opens_read_only(path: Path) -> None:
    own = Module(id="own_rules", version=3)
    with inline(path, extra=(own,)) as session:
        game = begun(session).game
        log = log_of(session)
    with inline(path) as session:
        assert session.snapshot.game == game
        assert session.snapshot.trouble is not None
        assert session.snapshot.trouble.code == "modules_unknown"
        reasons = session.snapshot.trouble.text.params["reasons"]
        assert isinstance(reasons, tuple)
        (reason,) = reasons
        assert isinstance(reason, Text)
        assert reason.params == {"module": "own_rules", "version": 3, "have": "-"}
        assert len(session.games.list().result()) == 1
    with inline(path, extra=(own,)) as session:
        same_history(log, log_of(session))


def test_a_damaged_game_is_shown_and_rescued_up_to_the_damage(path: Path) -> None:
    with inline(path) as session:
        game = begun(session).game
        for _ in range(5):
            do(session, "enter_number", number=4)
    with sqlite3.connect(path) as raw:
        triggers = raw.execute("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'")
        guards = triggers.fetchall()
        for name, _ in guards:
            raw.execute(f"DROP TRIGGER {name}")
        raw.execute(
            "UPDATE entry SET text = replace(text, 'enter_number', 'enter_mumble') WHERE number = 4"
        )
        for _, guard in guards:
            raw.execute(guard)
    with inline(path) as session:
        assert session.snapshot.trouble is not None
        assert session.snapshot.trouble.code == "journal.damaged_game"
        assert log_of(session).next_number == 3
        assert no(session.undo().result()).code == "read_only"
        saved = session.games.rescue(game).result()
        assert saved.game_id != game
        assert session.open_game(saved.game_id).result() is None
        assert session.snapshot.writable
        do(session, "enter_number", number=9)
        assert log_of(session).next_number == 4


def _explode(_ctx: object, _command: Command) -> list[Event]:
    raise KeyError("a hole in the rules")


BROKEN = Module(
    id="broken",
    actions=(
        ActionKind(
            "explode",
            "Fails.",
            ("*",),
            lambda ctx, seat: Action("", seat),
            _explode,
            correction=True,
        ),
    ),
)


def test_a_rule_that_fails_leaves_the_game_as_it_was(
    path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with inline(path, extra=(BROKEN,)) as session:
        begun(session)
        before = log_of(session)
        assert no(session.submit(Command("explode")).result()).code == "fault"
        assert log_of(session) is before
        assert session.snapshot.alarm is not None
        assert "a hole in the rules" in str(session.snapshot.alarm.text.params["detail"])
        assert "a hole in the rules" in caplog.text
        do(session, "enter_number", number=4)
        assert session.snapshot.alarm is None


def test_a_threaded_session_reports_a_bad_file_too(path: Path) -> None:
    path.write_text(json.dumps({"no": "database"}))
    with Session(Options(path)) as session:
        snapshot = session.ready.result()
        assert snapshot.journal.trouble is not None
        assert snapshot.journal.trouble.code == "journal.damaged"


def test_a_rescue_that_was_deleted_comes_back(path: Path) -> None:
    with inline(path) as session:
        game = begun(session).game
        turns(session, 1)
    with_rows(path, strange({"record": "entry"}, Row("tomorrow.invented", 1, {})))
    with inline(path) as session:
        saved = session.games.rescue(game).result()
        summary = session.games.get(saved.game_id).result().summary
        assert summary["turn"] == 2
        assert session.games.rescue(game).result().already_here
        session.games.delete(saved.game_id).result()
        assert session.games.rescue(game).result().game_id == saved.game_id
        assert session.open_game(saved.game_id).result() is None
        assert session.games.rescue(saved.game_id).result() == Imported(
            saved.game_id, already_here=True
        )


def test_nothing_is_rescued_where_nothing_can_be_read(path: Path) -> None:
    with inline(path) as session:
        game = begun(session).game
    with_rows(path, strange({"record": "undone", "to": 77}))
    with inline(path) as session:
        with pytest.raises(JournalError, match=f"Nothing of game {game}"):
            session.games.rescue(game).result()
        assert len(session.games.list().result()) == 1
