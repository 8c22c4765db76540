"""The plug is pulled: killed writers, torn files. ``ISLEKEEPER_KILLS`` sets the number of kills."""

import os
import random
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from companion.journal import Entry, Journal, JournalDamaged, NewEntry
from tests.journal.making import new_entry
from tests.journal.test_journal_opening import write_and_die

KILLS = int(os.environ.get("ISLEKEEPER_KILLS", "20"))
ROOT = Path(__file__).parents[2]


def run_until_killed(path: Path, seconds: float) -> int:
    """Let a writer run for a while, kill it with -9; the last entry it acknowledged, or 0."""
    with subprocess.Popen(
        [sys.executable, "-m", "tests.journal.writer_child", str(path)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        cwd=ROOT,
    ) as child:
        try:
            child.wait(seconds)
        except subprocess.TimeoutExpired:
            child.kill()
        output, errors = child.communicate()
    assert child.returncode == -9, errors.decode()
    return max((int(line) for line in output.split(b"\n")[:-1]), default=0)


def assert_as_written(entries: list[Entry]) -> None:
    """Each entry is exactly what the writer meant, none is half there."""
    for number, entry in enumerate(entries, 1):
        wanted = new_entry(number, events=number % 4)
        assert [getattr(entry, name) for name in NewEntry.__struct_fields__] == [
            getattr(wanted, name) for name in NewEntry.__struct_fields__
        ]


def test_killed_writers_lose_nothing_acknowledged(path: Path) -> None:
    chance = random.Random(20261201)
    known = 0
    for _ in range(KILLS):
        # From before the imports are done to many checkpoints of the -wal.
        acknowledged = run_until_killed(path, chance.uniform(0.05, 0.6))
        if not path.exists():
            assert acknowledged == 0
            continue
        with Journal.open(path, app_version="0.1.0") as journal:
            games = journal.games.list()
            if not games:
                assert acknowledged == known == 0
                continue
            entries = list(journal.entries("evening"))
            finding = journal.verify("evening")
        assert finding.good
        assert_as_written(entries)
        known = max(known, acknowledged)
        # At most the one entry that was on its way is there without its acknowledgment.
        assert known <= len(entries) <= known + 1
        assert games[0].summary == {"turn": len(entries)} or (not entries and not games[0].summary)
        known = len(entries)
    assert known > KILLS


@pytest.fixture(scope="module")
def torn(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A journal with entries both in its main file and in its -wal."""
    path = tmp_path_factory.mktemp("torn") / "journal.sqlite3"
    with Journal.open(path, app_version="0.1.0") as journal:
        journal.games.create("evening", {"rules": ["base"]})
        for number in range(1, 81):
            seq = journal.last_seq("evening")
            journal.append("evening", new_entry(number, events=number % 4), expected_seq=seq)
    journal = Journal.open(path, app_version="0.1.0")
    for number in range(81, 101):
        seq = journal.last_seq("evening")
        journal.append("evening", new_entry(number, events=number % 4), expected_seq=seq)
    for member in ("journal.sqlite3", "journal.sqlite3-wal"):
        shutil.copyfile(path.with_name(member), path.with_name(f"torn-{member}"))
    journal.close()
    return path.with_name("torn-journal.sqlite3")


def damage(file: Path, kind: str, chance: random.Random) -> None:
    content = bytearray(file.read_bytes())
    at = chance.randrange(len(content))
    if kind == "cut":
        del content[at:]
    elif kind == "flip":
        content[at] ^= 1 << chance.randrange(8)
    elif kind == "zeros":
        content[at : at + 512] = bytes(len(content[at : at + 512]))
    elif kind == "noise":
        content[at : at + 4096] = chance.randbytes(len(content[at : at + 4096]))
    file.write_bytes(content)


@pytest.mark.parametrize("kind", ["cut", "flip", "zeros", "noise"])
@pytest.mark.parametrize("suffix", ["", "-wal"], ids=["main", "wal"])
def test_torn_files_are_told_or_read_up_to_a_sound_end(
    torn: Path, tmp_path: Path, kind: str, suffix: str
) -> None:
    chance = random.Random(f"{kind}{suffix}")
    told = 0
    for round_number in range(KILLS * 2):
        path = tmp_path / str(round_number) / "journal.sqlite3"
        path.parent.mkdir()
        for part in ("", "-wal"):
            shutil.copyfile(f"{torn}{part}", f"{path}{part}")
        damage(Path(f"{path}{suffix}"), kind, chance)
        told += not sound_prefix(path)
        shutil.rmtree(path.parent)
    if kind == "cut" and not suffix:
        assert told > KILLS  # else this test looks at nothing


def sound_prefix(path: Path) -> bool:
    """Whether the journal opens and reads; if not, the damage was told and a copy kept."""
    before = path.read_bytes()
    copy: Path | None = None
    entries: list[Entry] = []
    try:
        with Journal.open(path, app_version="0.1.0") as journal:
            for game in journal.games.list():
                entries.extend(journal.entries(game.id))
                assert journal.verify(game.id).good_entries == len(entries)
                assert journal.find_command(game.id, "command-7") == entries[6]
    except JournalDamaged as fault:
        copy = Path(str(fault.params["copy"])) if "copy" in fault.params else path
    assert_as_written(entries)
    if copy is not None:
        assert copy == path or copy.read_bytes() == path.read_bytes() == before
        return False
    # The -wal's beginning may be lost with its checksums; what is in the main file is not.
    assert len(entries) >= 80
    return True


def test_a_reader_of_a_torn_file_gets_errors_not_crashes(torn: Path, tmp_path: Path) -> None:
    chance = random.Random(7)
    for round_number in range(KILLS):
        path = tmp_path / str(round_number) / "journal.sqlite3"
        path.parent.mkdir()
        shutil.copyfile(torn, path)
        damage(path, "noise", chance)
        entries: list[Entry] = []
        message = str(path)
        try:
            with Journal.open(path, read_only=True) as reader:
                for game in reader.games.list():
                    entries.extend(reader.entries(game.id))
        except JournalDamaged as fault:
            message = str(fault)
        assert str(path) in message
        assert_as_written(entries)


def test_the_sound_part_of_a_damaged_game_is_rescued(path: Path) -> None:
    write_and_die(path, entries=30)
    with Journal.open(path, app_version="0.1.0") as journal:
        journal._store.connection.execute("DROP TRIGGER entry_no_update")
        journal._store.connection.execute(
            "UPDATE entry SET text = replace(text, 'road', 'raod') WHERE number = 21"
        )
        with pytest.raises(JournalDamaged) as caught:
            list(journal.entries("evening"))
        good = caught.value.params["good"]
        assert good == 20
        target = path.with_name("rescued.json")
        with pytest.raises(JournalDamaged):
            journal.export_game("evening", target)
        assert not target.exists()
        journal.export_game("evening", target, up_to=20)
        rescued = journal.import_game(target)
        assert rescued.game_id != "evening"
        assert journal.verify(rescued.game_id).good_entries == 20
