"""Copies before an updated app writes, schema migrations, and restoring."""

import shutil
import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest

from companion.journal import (
    Journal,
    JournalDamaged,
    JournalError,
    JournalFull,
    JournalLocked,
    JournalMissing,
    JournalNewer,
    backups,
    restore,
)
from companion.journal import backup as backup_module
from companion.journal.schema import CURRENT, Schema
from tests.journal.making import StepClock, record
from tests.journal.test_journal_opening import NEXT, family, write_and_die

GOLDEN = Path(__file__).parent / "golden"


def test_the_same_app_makes_no_backup(journal: Journal, path: Path, clock: StepClock) -> None:
    journal.close()
    Journal.open(path, clock=clock, app_version="0.1.0").close()
    assert backups(path) == ()


def test_an_updated_app_backs_up_once_before_it_writes(
    journal: Journal, path: Path, clock: StepClock
) -> None:
    record(journal, "evening", 1, 3)
    journal.close()
    for _ in range(2):
        with Journal.open(path, clock=clock, app_version="0.2.0") as updated:
            seq = updated.last_seq("evening") // 2
            record(updated, "evening", seq + 1, seq + 1)
    (backup,) = backups(path)
    assert backup.app_version == "0.1.0"
    assert backup.size == backup.path.stat().st_size
    assert backup.path.stat().st_mode & 0o077 == 0
    with Journal.open(backup.path, read_only=True) as old:
        assert old.verify("evening").good_entries == 3
    assert not [p for p in path.parent.iterdir() if ".part" in p.name]


def test_only_the_newest_backups_stay_even_when_the_clock_stands_still(
    path: Path, clock: StepClock
) -> None:
    for number in range(9):
        Journal.open(path, clock=lambda: clock.now, app_version=f"0.{number}").close()
    kept = backups(path)
    assert [backup.number for backup in kept] == [8, 7, 6, 5, 4]
    assert [backup.app_version for backup in kept] == ["0.7", "0.6", "0.5", "0.4", "0.3"]


def test_no_room_for_the_backup_means_nothing_is_written(
    journal: Journal, path: Path, clock: StepClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    journal.close()
    before = path.read_bytes()

    def no_room(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(backup_module, "sync_file", no_room)
    with pytest.raises(JournalFull):
        Journal.open(path, clock=clock, app_version="0.2.0")
    assert path.read_bytes() == before
    assert backups(path) == ()
    assert not [p for p in path.parent.iterdir() if ".part" in p.name]


def test_a_migration_is_made_once_and_a_copy_is_kept(
    journal: Journal, path: Path, clock: StepClock
) -> None:
    record(journal, "evening", 1, 3)
    journal.close()
    for _ in range(2):
        with Journal.open(path, clock=clock, app_version="0.1.0", schema=NEXT) as migrated:
            assert migrated.verify("evening").good_entries == 3
            assert migrated._store.rows("PRAGMA user_version") == [(2,)]
            assert migrated._store.rows("SELECT count(*) FROM novelty") == [(0,)]
    (backup,) = backups(path)
    with Journal.open(backup.path, clock=clock, read_only=True) as old:
        assert old._store.rows("PRAGMA user_version") == [(1,)]


def test_a_migration_that_fails_leaves_the_old_schema(
    journal: Journal, path: Path, clock: StepClock
) -> None:
    record(journal, "evening", 1, 3)
    journal.close()
    broken = Schema(
        version=3,
        readable_by=3,
        create=(),
        objects=frozenset(),
        migrations={1: NEXT.migrations[1], 2: ("CREATE TABLE game (id TEXT)",)},
    )
    with pytest.raises(JournalError):
        Journal.open(path, clock=clock, app_version="0.3.0", schema=broken)
    with Journal.open(path, clock=clock, app_version="0.1.0") as again:
        assert again.verify("evening").good_entries == 3
        assert again._store.rows("SELECT name FROM sqlite_master WHERE name = 'novelty'") == []


def test_restore_puts_a_backup_back_and_the_present_one_aside(
    journal: Journal, path: Path, clock: StepClock
) -> None:
    record(journal, "evening", 1, 3)
    backup = journal.back_up()
    record(journal, "evening", 4, 6)
    with pytest.raises(JournalLocked):
        restore(path, backup, clock=clock)
    journal.close()
    aside = restore(path, backup, clock=clock)
    assert aside is not None
    with Journal.open(path, clock=clock, app_version="0.1.0") as restored:
        assert restored.verify("evening").good_entries == 3
        record(restored, "evening", 4, 4)
    with Journal.open(aside, read_only=True) as present:
        assert present.verify("evening").good_entries == 6


def test_restore_over_a_damaged_journal_is_not_spoiled_by_its_wal(
    path: Path, clock: StepClock
) -> None:
    with Journal.open(path, clock=clock, app_version="0.1.0") as journal:
        backup = journal.back_up()
    write_and_die(path)
    assert len(family(path)) == 2
    with path.open("r+b") as file:
        file.write(b"garbage")
    damaged = family(path)
    with pytest.raises(JournalDamaged):
        Journal.open(path, clock=clock)
    aside = restore(path, backup, clock=clock)
    assert aside is not None
    assert list(family(aside).values()) == list(damaged.values())
    with Journal.open(path, clock=clock, app_version="0.1.0") as restored:
        assert restored.games.list() == ()


def test_restore_where_nothing_is(journal: Journal, path: Path, clock: StepClock) -> None:
    record(journal, "evening", 1, 2)
    backup = journal.back_up()
    journal.close()
    path.unlink()
    assert restore(path, backup, clock=clock) is None
    with Journal.open(path, clock=clock, app_version="0.1.0") as restored:
        assert restored.verify("evening").good_entries == 2


class PowerCut(BaseException):
    """Ends the program at once."""


def test_a_power_cut_at_any_step_of_restoring_leaves_the_old_or_the_new(
    tmp_path: Path, clock: StepClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    original = tmp_path / "original" / "journal.sqlite3"
    with Journal.open(original, clock=clock, app_version="0.1.0") as journal:
        backup = journal.back_up()
    write_and_die(original)
    assert len(family(original)) == 2
    outcomes = []
    finished = False
    for steps in range(20):
        path = tmp_path / f"cut-{steps}" / "journal.sqlite3"
        path.parent.mkdir()
        for name, content in family(original).items():
            (path.parent / name).write_bytes(content)
        with monkeypatch.context() as patch:
            finished = cut_after(steps, patch, path, backup, clock)
        with Journal.open(path, clock=clock, app_version="0.1.0") as opened:
            outcomes.append(len(opened.games.list()))
        assert not [p for p in path.parent.iterdir() if ".part" in p.name or ".restore" in p.name]
        if finished:
            break
    assert finished
    assert outcomes == sorted(outcomes, reverse=True)  # first the old with its game, then the new
    assert set(outcomes) == {1, 0}


def cut_after(
    steps: int, patch: pytest.MonkeyPatch, path: Path, backup: Path, clock: StepClock
) -> bool:
    """Restore until ``steps`` files were renamed or deleted; whether it got to the end."""
    left = [steps]

    def counted(real: Callable[..., object]) -> Callable[..., object]:
        def step(*arguments: object, **options: object) -> object:
            if left[0] == 0:
                raise PowerCut
            left[0] -= 1
            return real(*arguments, **options)

        return step

    patch.setattr(Path, "replace", counted(Path.replace))
    patch.setattr(Path, "unlink", counted(Path.unlink))
    try:
        restore(path, backup, clock=clock)
    except PowerCut:
        return False
    return True


@pytest.mark.parametrize(
    "content", [None, b"", b"no database", b"SQLite format 3\0" + b"\0" * 4080]
)
def test_what_is_no_backup_is_refused_and_nothing_happens(
    journal: Journal, path: Path, clock: StepClock, content: bytes | None
) -> None:
    record(journal, "evening", 1, 2)
    journal.close()
    wrong = path.with_name("wrong")
    if content is not None:
        wrong.write_bytes(content)
    before = path.read_bytes()
    with pytest.raises(JournalMissing, match="Choose another backup"):
        restore(path, wrong, clock=clock)
    assert path.read_bytes() == before


def test_a_newer_backup_is_refused(path: Path, clock: StepClock) -> None:
    newer = path.with_name("newer.sqlite3")
    Journal.open(newer, clock=clock, schema=NEXT).close()
    with pytest.raises(JournalNewer):
        restore(path, newer, clock=clock)
    assert not path.exists()


def test_a_file_name_with_wildcards_is_only_a_name(tmp_path: Path, clock: StepClock) -> None:
    path = tmp_path / "[a]*.sqlite3"
    Journal.open(path, clock=clock, app_version="0.1.0").close()
    Journal.open(path, clock=clock, app_version="0.2.0").close()
    assert [backup.number for backup in backups(path)] == [1]


def test_a_leftover_of_a_power_cut_is_cleared(
    journal: Journal, path: Path, clock: StepClock
) -> None:
    journal.close()
    for suffix in (".part", ".part-journal", ".restore.part", ".backup-0001-x.sqlite3.part"):
        path.with_name(path.name + suffix).write_bytes(b"half")
    Journal.open(path, clock=clock, app_version="0.1.0").close()
    assert not [p for p in path.parent.iterdir() if ".part" in p.name]


@pytest.mark.parametrize("version", range(1, CURRENT.version + 1))
def test_a_file_of_every_schema_version_opens_for_ever(
    tmp_path: Path, clock: StepClock, version: int
) -> None:
    path = tmp_path / "journal.sqlite3"
    shutil.copyfile(GOLDEN / f"schema-{version}.sqlite3", path)
    with Journal.open(path, clock=clock) as journal:
        assert [game.id for game in journal.games.list()] == ["evening", "morning"]
        finding = journal.verify("evening")
        assert (finding.good, finding.good_entries) == (True, 40)
        assert finding.digest == (GOLDEN / f"schema-{version}.digest").read_text().strip()
        assert journal.preferences.get("theme") == "dark"
        assert [person.name for person in journal.persons.list()] == ["Ada", "Žofie"]
        assert [life.won for life in journal.persons.lifetime()] == [1, 0]
        record(journal, "evening", 41, 41)


def test_the_golden_file_is_as_it_was_written() -> None:
    golden = sqlite3.connect(f"{(GOLDEN / 'schema-1.sqlite3').as_uri()}?immutable=1", uri=True)
    assert golden.execute("PRAGMA user_version").fetchone() == (1,)
    assert golden.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
    golden.close()
