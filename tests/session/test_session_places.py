"""Games go out to a stick and come in from one; full, locked, pulled sticks leave no half file."""

from __future__ import annotations

import errno
import json
import os
import subprocess
from collections.abc import Iterator
from pathlib import Path
from threading import Event

import pytest

from companion.core.model import Command
from companion.journal import (
    Drives,
    ImportRefused,
    JournalError,
    Place,
    file_name,
    read_document,
)
from companion.journal.places import MOST_FILES
from companion.session import Done, Options, Session
from tests.session.playing import begun, inline, log_of, same_history, turns
from tests.session.sticks import Plugs, lock, small_stick


@pytest.fixture
def plugs(tmp_path: Path) -> Plugs:
    return Plugs(tmp_path / "computer")


@pytest.fixture
def session(tmp_path: Path, plugs: Plugs) -> Iterator[Session]:
    with inline(tmp_path / "home" / "journal.sqlite3", drives=plugs.drives) as opened:
        begun(opened)
        turns(opened, 3)
        yield opened


def place(session: Session, drive: str) -> Place:
    return next(p for p in session.games.places().result() if p.drive == drive)


def game_id(session: Session) -> str:
    assert session.snapshot.game is not None
    return session.snapshot.game


def fault_of(session: Session, target: Place) -> JournalError:
    with pytest.raises(JournalError) as caught:
        session.games.export_to(game_id(session), target).result()
    return caught.value


def test_drives_are_found_where_they_are_mounted_and_only_mounted_ones(
    session: Session, plugs: Plugs
) -> None:
    for name, where in (("KINGSTON", "media/pi"), ("usb0", "media"), ("Disk", "run/media/anna")):
        plugs.plug(name, where)
    plugs.plug("backup", "mnt")
    plugs.plug("deep", "mnt/backup/inside")
    plugs.pull(plugs.plug("left behind"))
    (plugs.root / "media" / "link").symlink_to(plugs.root / "mnt" / "backup")
    found = session.games.places().result()
    assert [p.drive for p in found] == ["Disk", "KINGSTON", "backup", "usb0", ""]
    assert all(p.writable and p.free > 0 for p in found)
    assert found[-1].path == session.path.parent / "exports"


def test_the_real_root_can_be_searched() -> None:
    assert all(os.path.ismount(p.path) for p in Drives().find())


def test_a_game_travels_on_a_stick(session: Session, plugs: Plugs, tmp_path: Path) -> None:
    stick = plugs.plug("KINGSTON")
    written = session.games.export_to(game_id(session), place(session, "KINGSTON")).result()
    assert written.parent == stick
    assert [p.name for p in stick.iterdir()] == [written.name]
    (file,) = place(session, "KINGSTON").files
    assert (file.path, file.size) == (written, written.stat().st_size)
    with inline(tmp_path / "other" / "journal.sqlite3", drives=plugs.drives) as other:
        (file,) = place(other, "KINGSTON").files
        there = other.games.import_file(file.path).result()
        assert not there.already_here
        assert other.games.import_file(file.path).result().already_here
        assert other.open_game(there.game_id).result() is None
        same_history(log_of(session), log_of(other))


def test_the_name_says_when_and_who_and_never_hits_another_game(session: Session) -> None:
    game = session.games.rename(game_id(session), "Bořivoj / Žofie: příšerně žluťoučký").result()
    assert file_name(game) == (
        f"islekeeper-{game.created_at[:10]}-borivoj-zofie-priserne-zlutoucky-{game.id}.json"
    )
    begun(session)
    again = session.games.rename(game_id(session), game.title).result()
    assert file_name(again) != file_name(game)
    assert file_name(session.games.rename(game_id(session), "日本").result()).isascii()


def test_newest_files_first_hidden_ones_and_others_not_at_all(
    session: Session, plugs: Plugs
) -> None:
    stick = plugs.plug("KINGSTON")
    (stick / "exports").mkdir()
    names = ("old.json", "exports/new.JSON", "._old.json", "note.txt", "picture.jpg")
    for age, name in enumerate(names):
        (stick / name).write_text("{}")
        os.utime(stick / name, (1000 + age, 1000 + age))
    (stick / "folder.json").mkdir()
    found = [f.path.name for f in place(session, "KINGSTON").files]
    assert found == ["new.JSON", "old.json"]
    for n in range(MOST_FILES + 5):
        (stick / f"{n}.json").touch()
    assert len(place(session, "KINGSTON").files) == MOST_FILES


def test_a_pulled_stick_gets_nothing_though_its_folder_is_there(
    session: Session, plugs: Plugs
) -> None:
    stick = plugs.plug("KINGSTON")
    target = place(session, "KINGSTON")
    plugs.pull(stick)
    fault = fault_of(session, target)
    assert fault.code == "journal.drive_gone"
    assert "KINGSTON" in str(fault)
    assert "Plug it in again" in str(fault)
    assert list(stick.iterdir()) == []
    stick.rmdir()
    with pytest.raises(JournalError) as caught:
        session.games.import_file(stick / "game.json").result()
    assert caught.value.code == "journal.import_unreadable"
    assert str(stick / "game.json") in str(caught.value)


@pytest.mark.parametrize(
    ("number", "code"),
    [
        (errno.ENOSPC, "journal.export_full"),
        (errno.EROFS, "journal.export_read_only"),
        (errno.EIO, "journal.export_io"),
        (errno.ENODEV, "journal.export_io"),
        (errno.ENOENT, "journal.export_unavailable"),
    ],
)
def test_a_stick_that_fails_while_written_leaves_the_earlier_file(
    session: Session, plugs: Plugs, number: int, code: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    stick = plugs.plug("KINGSTON")
    target = place(session, "KINGSTON")
    written = session.games.export_to(game_id(session), target).result()
    before = written.read_bytes()
    turns(session, 2)

    def fails(_descriptor: int) -> None:
        raise OSError(number, os.strerror(number))

    with monkeypatch.context() as pulled:
        pulled.setattr(os, "fsync", fails)
        fault = fault_of(session, target)
    assert fault.code == code
    assert str(written) in str(fault)
    assert [p.read_bytes() for p in stick.iterdir()] == [before]
    assert session.snapshot.alarm is None  # the game itself is as safe as before
    session.games.export_to(game_id(session), target).result()
    assert written.read_bytes() != before


def test_a_stick_that_is_gone_when_the_half_file_is_to_be_deleted(
    session: Session, plugs: Plugs, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The kernel makes a failing drive read-only: the first fault is told, not the second one."""
    plugs.plug("KINGSTON")
    target = place(session, "KINGSTON")

    def fails(*_: object, **__: object) -> None:
        raise OSError(errno.EIO, "Input/output error")

    def is_locked(*_: object, **__: object) -> None:
        raise OSError(errno.EROFS, "Read-only file system")

    with monkeypatch.context() as pulled:
        pulled.setattr(os, "fsync", fails)
        pulled.setattr(Path, "unlink", is_locked)
        assert fault_of(session, target).code == "journal.export_io"


def test_what_a_pulled_stick_kept_of_an_export_goes_with_the_next_one(
    session: Session, plugs: Plugs
) -> None:
    stick = plugs.plug("KINGSTON")
    (stick / "islekeeper-2026-12-01-anna-12345678.json.part").write_text('{"format":')
    (stick / "holiday.json.part").write_text("somebody else's")
    assert place(session, "KINGSTON").files == ()
    written = session.games.export_to(game_id(session), place(session, "KINGSTON")).result()
    assert sorted(p.name for p in stick.iterdir()) == ["holiday.json.part", written.name]


def test_a_full_stick_and_a_locked_one(tmp_path: Path) -> None:
    drives = Drives(tmp_path / "real")
    with (
        inline(tmp_path / "journal.sqlite3", drives=drives) as session,
        small_stick(tmp_path / "real" / "media" / "pi" / "TINY") as stick,
    ):
        begun(session)
        turns(session, 60)
        (target,) = drives.find()
        assert (target.drive, target.writable) == ("TINY", True)
        ballast = stick / "ballast"
        ballast.write_bytes(b"x" * (target.free - 4096))
        assert fault_of(session, target).code == "journal.export_full"
        assert [p.name for p in stick.iterdir()] == ["ballast"]
        ballast.unlink()
        session.games.export_to(game_id(session), target).result()
        lock(stick)
        (locked,) = drives.find()
        assert len(locked.files) == 1
        assert not locked.writable
        assert fault_of(session, target).code == "journal.export_read_only"
        assert session.games.import_file(locked.files[0].path).result().already_here
        subprocess.run(["umount", str(stick)], check=True)
        assert drives.find() == ()
        assert fault_of(session, target).code == "journal.drive_gone"


@pytest.mark.parametrize(
    ("change", "code"),
    [
        (lambda d: d.update(version=9), "import.newer"),
        (lambda d: d["entries"][2].update(at="yesterday"), "import.chain"),
        (lambda d: d.update(format="a-song"), "import.not_a_game"),
    ],
)
def test_a_newer_or_changed_file_is_refused_and_nothing_recorded(
    session: Session, plugs: Plugs, change: object, code: str
) -> None:
    plugs.plug("KINGSTON")
    written = session.games.export_to(game_id(session), place(session, "KINGSTON")).result()
    document = json.loads(written.read_text())
    assert callable(change)
    change(document)
    written.write_text(json.dumps(document))
    with pytest.raises(ImportRefused) as caught:
        session.games.import_file(written).result()
    assert caught.value.problems[0].code == code
    assert len(session.games.list().result()) == 1


def test_half_a_file_is_refused(session: Session, plugs: Plugs) -> None:
    plugs.plug("KINGSTON")
    written = session.games.export_to(game_id(session), place(session, "KINGSTON")).result()
    content = written.read_bytes()
    written.write_bytes(content[: len(content) // 2])
    with pytest.raises(ImportRefused) as caught:
        session.games.import_file(written).result()
    assert [p.code for p in caught.value.problems] == ["import.not_json"]


def test_a_slow_stick_makes_nobody_wait(
    tmp_path: Path, plugs: Plugs, monkeypatch: pytest.MonkeyPatch
) -> None:
    stick = plugs.plug("SLOW")
    reached, released = Event(), Event()
    fsync = os.fsync

    def slowly(descriptor: int) -> None:
        reached.set()
        assert released.wait(60)
        fsync(descriptor)

    options = Options(tmp_path / "journal.sqlite3", drives=plugs.drives)
    with Session(options) as session:
        game = session.new_game({"players": ["Anna", "Ben", "Cy"]}).result()
        assert isinstance(game, Done)
        target = place(session, "SLOW")
        monkeypatch.setattr(os, "fsync", slowly)
        written = session.games.export_to(game.game, target)
        assert reached.wait(60)
        entered = session.submit(Command("skip_setup", "s1"), "test").result(timeout=60)
        assert isinstance(entered, Done)
        assert not written.done()
        assert not any(file.suffix == ".json" for file in stick.iterdir())  # not by half
        released.set()
        assert read_document(written.result(timeout=60)).game_id == game.game
