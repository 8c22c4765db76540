"""Files that are missing, newer, damaged, in use, or that may not be written."""

import os
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from companion.journal import (
    MESSAGES,
    Journal,
    JournalDamaged,
    JournalError,
    JournalLocked,
    JournalMissing,
    JournalNewer,
    JournalReadOnly,
    set_aside,
)
from companion.journal.schema import CURRENT, Schema
from tests.journal.making import StepClock, record

NEXT = Schema(
    version=CURRENT.version + 1,
    readable_by=CURRENT.version,
    create=(*CURRENT.create, "CREATE TABLE novelty (id INTEGER) STRICT"),
    objects=CURRENT.objects | {"novelty"},
    migrations={CURRENT.version: ("CREATE TABLE novelty (id INTEGER) STRICT",)},
)
UNREADABLE = Schema(
    version=NEXT.version,
    readable_by=NEXT.version,
    create=NEXT.create,
    objects=NEXT.objects,
    migrations=NEXT.migrations,
)


def family(path: Path) -> dict[str, bytes]:
    """Content of the database and its -wal."""
    return {
        name: (path.parent / name).read_bytes()
        for name in (path.name, f"{path.name}-wal")
        if (path.parent / name).exists() and (path.parent / name).stat().st_size
    }


def names(path: Path, label: str) -> list[str]:
    found = (p.name for p in path.parent.glob(f"{path.name}.{label}-*"))
    return sorted(name for name in found if not name.endswith(("-wal", "-shm")))


def write_and_die(path: Path, *, schema: str = "CURRENT", entries: int = 3) -> None:
    """Let another process record entries and end without closing, so that a -wal is left."""
    code = (
        "import os, sys; from pathlib import Path\n"
        "from companion.journal import Journal\n"
        "from tests.journal import test_journal_opening as here\n"
        "from tests.journal.making import StepClock, record\n"
        "journal = Journal.open(Path(sys.argv[1]), clock=StepClock(), app_version='0.1.0',"
        f" schema=here.{schema})\n"
        "journal.games.create('evening', {})\n"
        f"record(journal, 'evening', 1, {entries})\n"
        "os.kill(os.getpid(), 9)\n"
    )
    done = subprocess.run([sys.executable, "-c", code, str(path)], check=False, timeout=60)
    assert done.returncode == -9


def test_a_new_journal_is_private_and_whole_from_its_first_moment(
    tmp_path: Path, clock: StepClock
) -> None:
    path = tmp_path / "deep" / "down" / "journal.sqlite3"
    with Journal.open(path, clock=clock) as journal:
        assert journal.games.list() == ()
        assert path.stat().st_mode & 0o077 == 0
        assert path.parent.stat().st_mode & 0o077 == 0
        assert (path.parent / "journal.sqlite3-wal").exists()
    assert sorted(p.name for p in path.parent.iterdir()) == [
        "journal.sqlite3",
        "journal.sqlite3.lock",
    ]


def test_commits_are_forced_to_the_disk(journal: Journal) -> None:
    connection = journal._store.connection
    assert connection.execute("PRAGMA journal_mode").fetchone() == ("wal",)
    assert connection.execute("PRAGMA synchronous").fetchone() == (2,)
    assert connection.execute("PRAGMA foreign_keys").fetchone() == (1,)
    assert connection.execute("PRAGMA busy_timeout").fetchone() == (5000,)


def test_reading_what_is_not_there_creates_nothing(path: Path) -> None:
    with pytest.raises(JournalMissing, match="Check the name"):
        Journal.open(path, read_only=True)
    assert list(path.parent.iterdir()) == []


def test_a_second_writer_is_refused_in_the_same_process(journal: Journal, path: Path) -> None:
    link = path.with_name("other-name")
    link.symlink_to(path)
    for name in (path, link):
        with pytest.raises(JournalLocked) as caught:
            Journal.open(name)
        assert caught.value.params["pid"] == str(os.getpid())
    record(journal, "evening", 1, 1)


def test_a_second_writer_is_refused_in_another_process_until_it_dies(path: Path) -> None:
    code = (
        "import sys; from pathlib import Path; from companion.journal import Journal\n"
        "journal = Journal.open(Path(sys.argv[1])); journal.games.create('g', {})\n"
        "print('open', flush=True); sys.stdin.read()\n"
    )
    arguments = [sys.executable, "-c", code, str(path)]
    with subprocess.Popen(arguments, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as other:
        assert other.stdout is not None
        assert other.stdout.readline() == b"open\n"
        with pytest.raises(JournalLocked, match=f"process {other.pid}"):
            Journal.open(path)
        with Journal.open(path, read_only=True) as reader:
            assert reader.games.get("g").entries == 0
        other.kill()
        other.wait()
    with Journal.open(path) as journal:
        assert journal.games.get("g").entries == 0


def test_a_crowd_of_openers_lets_in_exactly_one(path: Path) -> None:
    code = (
        "import sys; from pathlib import Path\n"
        "from companion.journal import Journal, JournalLocked\n"
        "sys.stdin.readline()\n"
        "try: journal = Journal.open(Path(sys.argv[1]))\n"
        "except JournalLocked: print('locked', flush=True)\n"
        "else: print('open', flush=True); sys.stdin.readline()\n"
    )
    arguments = [sys.executable, "-c", code, str(path)]
    crowd = [
        subprocess.Popen(arguments, stdin=subprocess.PIPE, stdout=subprocess.PIPE) for _ in range(5)
    ]
    try:
        for process in crowd:
            assert process.stdin is not None
            process.stdin.write(b"go\n")
            process.stdin.flush()
        answers = [process.stdout.readline() for process in crowd if process.stdout]
    finally:
        for process in crowd:
            process.kill()
            process.communicate()
    assert sorted(answers) == [b"locked\n"] * 4 + [b"open\n"]


@pytest.mark.parametrize("in_wal", [False, True], ids=["closed", "in the -wal"])
def test_a_newer_journal_is_untouched_copied_once_and_readable(
    path: Path, clock: StepClock, in_wal: bool
) -> None:
    if in_wal:
        with Journal.open(path, clock=clock, app_version="0.1.0"):
            pass
        write_and_die(path, schema="NEXT")  # only the -wal knows of the newer version
        with path.open("rb") as file:
            assert file.read(64)[60:64] == bytes([0, 0, 0, 1])
    else:
        with Journal.open(path, clock=clock, schema=NEXT) as journal:
            journal.games.create("evening", {})
            record(journal, "evening", 1, 3)
    before = family(path)
    with pytest.raises(JournalNewer):
        Journal.open(path, clock=clock)
    assert family(path) == before
    with pytest.raises(JournalNewer) as caught:
        Journal.open(path, clock=clock)
    assert family(path) == before
    assert caught.value.params["found"] == 2
    assert caught.value.params["supported"] == 1
    copy = Path(str(caught.value.params["copy"]))
    assert names(path, "newer") == [copy.name]
    assert list(family(copy).values()) == list(before.values())
    for readable in (path, copy):
        with Journal.open(readable, read_only=True) as reader:
            assert [e.number for e in reader.entries("evening")] == [1, 2, 3]
    assert family(path) == before
    with Journal.open(path, clock=clock, schema=NEXT) as journal:
        assert journal.verify("evening").good_entries == 3


def test_a_newer_journal_that_cannot_be_read_says_so(path: Path, clock: StepClock) -> None:
    with Journal.open(path, clock=clock, schema=UNREADABLE):
        pass
    for read_only in (True, False):  # a writer must not recommend what a reader then refuses
        with pytest.raises(JournalNewer, match="cannot be read by this one"):
            Journal.open(path, read_only=read_only)


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"\0" * 4096,
        b"this is no database, it is a shopping list\n" * 100,
        b"SQLite format 3\0",
    ],
    ids=["empty", "zeros", "text", "only the magic"],
)
def test_what_is_no_journal_is_kept_and_never_replaced(
    path: Path, clock: StepClock, content: bytes
) -> None:
    path.write_bytes(content)
    with pytest.raises(JournalDamaged):
        Journal.open(path, clock=clock)
    with pytest.raises(JournalDamaged) as caught:
        Journal.open(path, clock=clock)
    assert path.read_bytes() == content
    copy = Path(str(caught.value.params["copy"]))
    assert copy.read_bytes() == content
    assert names(path, "damaged") == [copy.name]
    aside = set_aside(path, clock=clock)
    assert aside.read_bytes() == content
    with Journal.open(path, clock=clock) as journal:
        assert journal.games.list() == ()


def test_another_programs_database_is_not_ours(path: Path, clock: StepClock) -> None:
    other = sqlite3.connect(path)
    other.execute("CREATE TABLE bookmark (url TEXT)")
    other.close()
    before = path.read_bytes()
    with pytest.raises(JournalDamaged, match="not an Islekeeper journal"):
        Journal.open(path, clock=clock)
    with pytest.raises(JournalDamaged, match="not an Islekeeper journal"):
        Journal.open(path, read_only=True)
    assert path.read_bytes() == before


def test_a_lost_main_file_beside_its_wal_is_no_new_game(path: Path, clock: StepClock) -> None:
    with Journal.open(path, clock=clock, app_version="0.1.0"):
        pass
    write_and_die(path)
    path.unlink()
    with pytest.raises(JournalDamaged, match="main file is missing"):
        Journal.open(path, clock=clock)
    with pytest.raises(JournalDamaged, match="main file is missing"):
        Journal.open(path, clock=clock)
    assert len(list(path.parent.glob("*.damaged-*"))) == 1
    set_aside(path, clock=clock)
    with Journal.open(path, clock=clock) as journal:
        assert journal.games.list() == ()


def test_a_lost_trigger_is_noticed(journal: Journal, path: Path, clock: StepClock) -> None:
    journal.close()
    outside = sqlite3.connect(path)
    outside.execute("DROP TRIGGER entry_no_delete")
    outside.close()
    with pytest.raises(JournalDamaged, match="schema is incomplete"):
        Journal.open(path, clock=clock)


def test_an_index_that_leads_astray_is_noticed(
    journal: Journal, path: Path, clock: StepClock
) -> None:
    record(journal, "evening", 1, 5)
    journal.close()
    content = path.read_bytes()
    assert content.count(b"eveningcommand-3") == 1  # side by side only in the index
    path.write_bytes(content.replace(b"eveningcommand-3", b"eveningcommand-7"))
    with pytest.raises(JournalDamaged, match="index") as caught:
        Journal.open(path, clock=clock)
    assert caught.value.code == "journal.damaged"


def test_a_schema_that_is_no_text_any_more_is_noticed(
    journal: Journal, path: Path, clock: StepClock
) -> None:
    journal.close()
    content = path.read_bytes()
    path.write_bytes(content.replace(b"CREATE TABLE meta", b"CREATE TABLE \xff\xfe\xff("))
    with pytest.raises(JournalDamaged):
        Journal.open(path, clock=clock)
    with pytest.raises(JournalDamaged):
        Journal.open(path, read_only=True)


def test_no_room_for_a_copy_does_not_hide_the_damage(
    path: Path, clock: StepClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    def no_room(*_: object) -> None:
        raise OSError(28, "No space left on device")

    path.write_bytes(b"damaged")
    monkeypatch.setattr("companion.journal.files.shutil.copyfile", no_room)
    with pytest.raises(JournalDamaged, match="no copy could be made") as caught:
        Journal.open(path, clock=clock)
    assert caught.value.code == "journal.damaged_uncopied"
    assert path.read_bytes() == b"damaged"
    assert names(path, "damaged") == []


@contextmanager
def unprivileged(folder: Path) -> Iterator[None]:
    """Be somebody who may not write ``folder``; root could."""
    folder.chmod(0o555)
    root = os.geteuid() == 0
    if root:
        # Workers of a parallel run have folders of their own between pytest's and the test's.
        inside = [p for p in folder.parents if any("pytest" in part for part in p.parts)]
        for parent in inside:
            parent.chmod(0o755)
        os.seteuid(65534)
    try:
        yield
    finally:
        if root:
            os.seteuid(0)
        folder.chmod(0o755)


def test_a_folder_that_cannot_be_written(path: Path, clock: StepClock) -> None:
    with Journal.open(path, clock=clock) as journal:
        journal.games.create("evening", {})
        record(journal, "evening", 1, 3)
    path.chmod(0o444)
    with unprivileged(path.parent):
        with pytest.raises(JournalReadOnly, match="read-only"):
            Journal.open(path, clock=clock)
        with Journal.open(path, read_only=True) as reader:
            assert [entry.number for entry in reader.entries("evening")] == [1, 2, 3]


def test_a_path_that_leads_nowhere(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x")
    with pytest.raises((JournalMissing, JournalReadOnly)) as caught:
        Journal.open(tmp_path / "file" / "journal.sqlite3")
    assert str(tmp_path / "file") in str(caught.value)
    with pytest.raises(JournalError):
        Journal.open(tmp_path)


def test_every_message_names_a_cure_and_its_parameters() -> None:
    for code, message in MESSAGES.items():
        assert code.startswith("journal.")
        assert message.endswith((".", "{first}", "({detail}).")), code
        assert "{" in message, code
