"""No room, and a disk that fails: the entry is refused whole, and the next one works again."""

import os
import resource
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from companion.journal import Journal, JournalError, JournalFull
from tests.journal.making import new_entry, record

ROOT = Path(__file__).parents[2]


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A real file system of 1 MiB."""
    folder = tmp_path / "small"
    folder.mkdir()
    mount = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", "size=1m", "tmpfs", str(folder)],
        check=False,
        capture_output=True,
    )
    if mount.returncode != 0:
        pytest.skip(f"mounting is not allowed here: {mount.stderr.decode().strip()}")
    try:
        yield folder
    finally:
        subprocess.run(["umount", str(folder)], check=True)


def fill(folder: Path) -> Path:
    """Take all the room that is left."""
    ballast = folder / "ballast"
    with ballast.open("ab", buffering=0) as file:
        for size in (65536, 4096, 1):
            try:
                while True:
                    file.write(b"x" * size)
            except OSError:
                continue
    return ballast


def record_until_refused(journal: Journal) -> tuple[int, JournalFull]:
    """How many entries there are when the first is refused, and the refusal."""
    for number in range(journal.games.get("evening").entries + 1, 20_000):
        try:
            record(journal, "evening", number, number)
        except JournalFull as fault:
            return number - 1, fault
    raise AssertionError("the disk never got full")


def test_a_full_disk_refuses_whole_entries_and_is_over_when_there_is_room(
    small_disk: Path,
) -> None:
    path = small_disk / "journal.sqlite3"
    with Journal.open(path) as journal:
        journal.games.create("evening", {})
        record(journal, "evening", 1, 3)
        ballast = fill(small_disk)
        count, fault = record_until_refused(journal)
        assert "free some space" in str(fault) or "check the disk" in str(fault)
        assert fault.params["file"] == str(path)
        for _ in range(3):
            with pytest.raises(JournalFull):
                record(journal, "evening", count + 1, count + 1)
        assert journal.last_seq("evening") == 2 * count
        assert journal.verify("evening").good_entries == count
        ballast.unlink()
        record(journal, "evening", count + 1, count + 5)
    with Journal.open(path) as journal:
        assert journal.verify("evening").good_entries == count + 5


def test_a_disk_that_was_full_when_the_plug_was_pulled(small_disk: Path) -> None:
    path = small_disk / "journal.sqlite3"
    child = (
        "import os, sys; from pathlib import Path\n"
        "from companion.journal import Journal\n"
        "from tests.journal.test_journal_full import fill, record_until_refused\n"
        "journal = Journal.open(Path(sys.argv[1])); journal.games.create('evening', {})\n"
        "fill(Path(sys.argv[1]).parent)\n"
        "print(record_until_refused(journal)[0], flush=True); os.kill(os.getpid(), 9)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", child, str(path)], check=False, capture_output=True, cwd=ROOT
    )
    assert done.returncode == -signal.SIGKILL, done.stderr.decode()
    with suppress(JournalFull):  # whether it opens without room depends on what SQLite needs
        Journal.open(path).close()
    (small_disk / "ballast").unlink()
    with Journal.open(path) as journal:
        assert journal.verify("evening").good_entries == int(done.stdout)


def test_beginning_a_journal_on_a_full_disk(small_disk: Path) -> None:
    ballast = fill(small_disk)
    path = small_disk / "journal.sqlite3"
    with pytest.raises(JournalFull):
        Journal.open(path)
    assert not path.exists()
    ballast.unlink()
    with Journal.open(path) as journal:
        assert journal.games.list() == ()


def test_an_export_without_room_leaves_the_earlier_one(small_disk: Path, path: Path) -> None:
    target = small_disk / "game.json"
    with Journal.open(path) as journal:
        journal.games.create("evening", {})
        record(journal, "evening", 1, 3)
        journal.export_game("evening", target)
        earlier = target.read_bytes()
        record(journal, "evening", 4, 400)
        fill(small_disk)
        with pytest.raises(JournalFull):
            journal.export_game("evening", target)
    assert target.read_bytes() == earlier
    assert sorted(p.name for p in small_disk.iterdir()) == ["ballast", "game.json"]


def test_a_page_limit_stands_for_a_full_disk_where_nothing_can_be_mounted(
    journal: Journal,
) -> None:
    connection = journal._store.connection
    (pages,) = connection.execute("PRAGMA page_count").fetchone()
    connection.execute(f"PRAGMA max_page_count = {pages + 3}")
    count, fault = record_until_refused(journal)
    assert fault.code == "journal.full"
    assert journal.verify("evening").good_entries == count
    connection.execute("PRAGMA max_page_count = 1000000")
    record(journal, "evening", count + 1, count + 9)
    assert journal.verify("evening").good_entries == count + 9


def test_a_write_error_of_the_device_refuses_whole_entries(path: Path) -> None:
    """A limit on file sizes makes write() itself fail, as a worn-out memory card does."""
    child = (
        "import sys; from pathlib import Path\n"
        "from tests.journal.test_journal_full import write_with_a_failing_device\n"
        "write_with_a_failing_device(Path(sys.argv[1]))\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", child, str(path)], check=False, capture_output=True, cwd=ROOT
    )
    assert done.returncode == 0, done.stderr.decode()
    count = int(done.stdout)
    with Journal.open(path) as journal:
        assert journal.verify("evening").good_entries == count


def write_with_a_failing_device(path: Path) -> None:
    """The child's part: prints how many entries were acknowledged."""
    with Journal.open(path) as journal:
        journal.games.create("evening", {})
        _, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
        resource.setrlimit(resource.RLIMIT_FSIZE, (300_000, hard))
        count, fault = record_until_refused(journal)
        assert fault.code == "journal.io", fault
        assert journal.verify("evening").good_entries == count
        resource.setrlimit(resource.RLIMIT_FSIZE, (hard, hard))
        record(journal, "evening", count + 1, count + 2)
    os.write(1, str(count + 2).encode())


def test_a_refused_entry_can_be_sent_again_unchanged(journal: Journal) -> None:
    connection = journal._store.connection
    (pages,) = connection.execute("PRAGMA page_count").fetchone()
    connection.execute(f"PRAGMA max_page_count = {pages}")
    count, _ = record_until_refused(journal)
    entry = new_entry(count + 1)
    assert journal.find_command("evening", entry.command_id) is None
    connection.execute("PRAGMA max_page_count = 1000000")
    recorded = journal.append("evening", entry, expected_seq=2 * count)
    assert recorded.number == count + 1


def test_every_file_system_fault_has_its_error() -> None:
    from companion.journal.files import as_journal_error

    wanted = {28: "full", 122: "full", 5: "io", 30: "read_only", 13: "read_only", 2: "unavailable"}
    for number, code in wanted.items():
        error: JournalError = as_journal_error(OSError(number, "fault"), Path("x"))
        assert error.code == f"journal.{code}"
