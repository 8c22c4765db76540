"""Files that were really damaged, a disk that is really full: what the touchscreen offers then.

Nothing is lost, nothing is replaced in silence, and every way out is reached by touch.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import replace
from datetime import datetime
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from companion.core.frozen import freeze
from companion.core.model import Command, Refusal
from companion.journal import Event, Journal, NewEntry
from companion.session import Done, Options, Session
from tests.kiosk.evenings import Evening, Open, Window, short, windows
from tests.kiosk.harness import SIZES
from tests.kiosk.touching import tap, tap_twice

pytestmark = pytest.mark.window


@pytest.fixture
def opened() -> Iterator[Open]:
    yield from windows()


class Disk:
    """Opens journals whose file may be forbidden to grow: SQLite itself says that it is full."""

    def __init__(self) -> None:
        self.journal: Journal | None = None

    def __call__(
        self, path: Path, *, clock: Callable[[], datetime], read_only: bool = False
    ) -> Journal:
        self.journal = Journal.open(path, clock=clock, read_only=read_only)
        return self.journal

    def limit(self, pages: int | None) -> None:
        """Let the file have no more pages than it has (None), or so many."""
        assert self.journal is not None
        connection = self.journal._store.connection
        (used,) = connection.execute("PRAGMA page_count").fetchone()
        connection.execute(f"PRAGMA max_page_count = {used if pages is None else pages}")


def reopened(evening: Evening, disk: Disk | None = None) -> Evening:
    """The evening after the machine was switched off and on."""
    path = evening.session.path
    evening.session.close()
    options = Options(path, clock=evening.clock)
    if disk is not None:
        options = replace(options, opener=disk)
    evening.session = Session(options, inline=True)
    return evening


def spoilt(evening: Evening, *, found: bytes, written: bytes) -> Evening:
    """The evening after bytes of its file went bad on the memory card."""
    path = evening.session.path
    evening.session.close()
    content = path.read_bytes()
    places = content.count(found)
    assert places == 1
    path.write_bytes(content.replace(found, written))
    return reopened(evening)


def one_bad_byte() -> Evening:
    """A game with one changed letter in the middle of its history: the city that was built."""
    return spoilt(short(), found=b'"action":"build_city"', written=b'"action":"build_ciuy"')


def bad_pages(*, backed_up: bool = False) -> Evening:
    """A file whose pages make no sense to SQLite any more."""
    evening = short()
    path = evening.session.path
    evening.session.close()
    if backed_up:
        with Journal.open(path) as journal:
            journal.back_up()
    with path.open("r+b") as file:
        file.seek(4096 + 20)
        file.write(b"\xff" * 6000)
    return reopened(evening)


def newer_file() -> Evening:
    """A journal that a later version has written, which can still be read."""
    evening = short()
    path = evening.session.path
    evening.session.close()
    with closing(sqlite3.connect(path)) as raw:
        raw.execute("PRAGMA user_version = 7")
        raw.commit()
    return reopened(evening)


def newer_game() -> Evening:
    """A game that a later version has gone on with: its last entry holds an event of tomorrow."""
    evening = short()
    path = evening.session.path
    evening.session.close()
    entry = NewEntry(
        command_id="tomorrow",
        command={"record": "entry"},
        answer={},
        events=(Event("tomorrow.invented", 1, {}),),
        source="touch",
        at="2026-12-01T20:00:00.000Z",
        monotonic_ms=5,
    )
    with Journal.open(path) as journal:
        game = journal.games.list()[0]
        journal.append(game.id, entry, expected_seq=game.last_seq)
    return reopened(evening)


def newer_records() -> Evening:
    """A game whose records have another shape altogether."""
    evening = Evening()
    path = evening.session.path
    evening.session.close()
    with Journal.open(path) as journal:
        journal.games.create("later", {"records": 9}, title="From next year")
        journal.preferences.set("session.open_game", "later")
    return reopened(evening)


DAMAGES = {
    "one_bad_byte": one_bad_byte,
    "bad_pages": bad_pages,
    "newer_file": newer_file,
    "newer_game": newer_game,
    "newer_records": newer_records,
}


def red(window: Window) -> Any:
    """The red button of the topmost sheet."""
    from companion.kiosk.widgets.buttons import TileButton

    found = [w for w in window.overlays.walk() if isinstance(w, TileButton)]
    return next(w for w in found if w.variant == "danger")


def content(path: Path) -> str:
    """The digest of a file: what a failing test prints must stay readable."""
    return sha256(path.read_bytes()).hexdigest()


def copies(path: Path, label: str) -> list[Path]:
    """The copies that were kept of a journal; each is a file and what SQLite put beside it."""
    found = path.parent.glob(f"{path.name}.{label}-*")
    return sorted(copy for copy in found if not copy.name.endswith("-wal"))


def titles(window: Window) -> list[str]:
    return [game.title for game in window.table.session.games.list().result()]


@pytest.mark.parametrize("language", ["en", "cs"])
@pytest.mark.parametrize("size", SIZES, ids=lambda s: f"{s[0]}x{s[1]}")
@pytest.mark.parametrize("damage", DAMAGES)
def test_what_is_wrong_fits_the_screen(
    damage: str, size: tuple[int, int], language: str, opened: Open
) -> None:
    window = opened(DAMAGES[damage](), size, "dark" if language == "cs" else "light", language)
    window.go("home")
    assert window.stage.overflow_report(shortened=True) == []
    known = ("kiosk.trouble.title", "kiosk.trouble.game")
    assert any(window.stage.shows(window.host.tr(title)) for title in known)


def test_a_game_with_a_bad_byte_goes_on_from_its_sound_part_and_both_are_kept(
    opened: Open,
) -> None:
    window = opened(one_bad_byte())
    session = window.table.session
    damaged = session.snapshot.game
    assert damaged is not None
    before = session.games.get(damaged).result()
    window.go("home")
    assert window.stage.shows("This game cannot be read to its end")
    assert window.stage.shows("is damaged after entry 14")
    window.table.clock.turn(60)
    tap(window, "Rescue the sound part")
    assert session.snapshot.writable
    assert session.snapshot.game != damaged
    assert session.snapshot.log is not None
    assert session.snapshot.log.next_number == 14  # records count from 0
    assert titles(window) == [
        "Anna, Bořivoj, Cecílie – sound part",
        "Anna, Bořivoj, Cecílie",
    ]
    assert session.games.get(damaged).result() == before
    assert not window.stage.shows("This game cannot be read to its end")
    tap(window, "Go on")
    assert window.router.here.name == "table"
    # The robber was moved in the last sound entry; the city is built once more.
    window.table.do("build_city", "s2")
    assert session.games.get(damaged).result() == before


def test_two_quick_taps_rescue_once(opened: Open) -> None:
    window = opened(one_bad_byte())
    window.go("home")
    tap_twice(window, "Rescue the sound part")
    assert len(titles(window)) == 2


def test_a_rescued_part_that_was_played_on_is_not_rescued_over(opened: Open) -> None:
    window = opened(one_bad_byte())
    session = window.table.session
    damaged = session.snapshot.game
    assert damaged is not None
    first = session.games.rescue(damaged).result()
    assert session.games.rescue(damaged).result().already_here
    session.open_game(first.game_id).result()
    window.table.do("build_city", "s2")
    second = session.games.rescue(damaged).result()
    assert second.game_id not in (damaged, first.game_id)
    assert len(titles(window)) == 3


def test_a_game_that_a_newer_version_went_on_with_goes_on_in_a_copy(opened: Open) -> None:
    window = opened(newer_game())
    session = window.table.session
    newer = session.snapshot.game
    window.go("home")
    assert window.stage.shows("tomorrow.invented")
    assert window.stage.shows("Update Islekeeper, go on from there in a copy")
    entries = session.games.list().result()[0].entries
    tap(window, "Rescue the sound part")
    assert session.snapshot.writable
    copy, old = session.games.list().result()
    assert (old.id, old.entries) == (newer, entries)
    assert copy.entries == entries - 1
    assert "turn" in copy.summary


def test_a_game_of_which_nothing_can_be_read_offers_no_part_of_it(opened: Open) -> None:
    window = opened(newer_records())
    window.go("home")
    assert window.stage.shows("its records are of format 9")
    assert not window.stage.shows("Rescue the sound part")
    assert window.stage.shows("Bring a backup back")
    tap(window, "New game")
    assert window.router.here.name == "new_game"
    assert titles(window) == ["From next year"]


def test_a_newer_file_may_be_looked_at_and_is_not_changed(opened: Open) -> None:
    evening = newer_file()
    path = evening.session.path
    before = content(path)
    window = opened(evening)
    window.go("home")
    assert window.stage.shows(
        "was written by a newer Islekeeper (schema 7, this one knows up to 1)"
    )
    tap(window, "New game")
    assert window.router.here.name == "home"
    tap(window, "Try again")
    assert window.stage.shows("was written by a newer Islekeeper")
    tap(window, "Only look")
    assert evening.session.snapshot.journal.read_only
    assert window.stage.shows("Opened for reading only: nothing can be entered.")
    assert window.stage.shows("Turn 4: Anna")
    tap(window, "Go on")
    assert window.router.here.name == "table"
    assert content(path) == before
    assert [content(copy) for copy in copies(path, "newer")] == [before]


def test_a_file_of_bad_pages_is_kept_while_a_backup_comes_back(opened: Open) -> None:
    evening = bad_pages(backed_up=True)
    path = evening.session.path
    bad = content(path)
    window = opened(evening)
    window.go("home")
    assert window.stage.shows("The games cannot be opened")
    (copy,) = copies(path, "damaged")
    assert content(copy) == bad
    tap(window, "Bring a backup back")
    tap(window, "No. 1")
    assert content(path) == bad  # nothing has happened yet
    tap(window, red(window))
    assert evening.session.snapshot.journal.open
    assert window.stage.shows("Turn 4: Anna")
    assert content(copy) == bad
    tap(window, "Go on")
    assert window.router.here.name == "table"


def fill(session: Session) -> None:
    """Enter corrections until one does not fit on the disk."""
    for n in range(1000):
        args = {"track": "knights", "whose": "s2", "value": n % 3}
        command = Command("correct_count", None, freeze(args), id=f"fill-{n}")
        answer = session.submit(command, "touch").result()
        if not isinstance(answer, Done):
            assert isinstance(answer, Refusal)
            assert answer.code == "journal.full"
            return
    raise AssertionError("the disk never got full")


def test_a_full_disk_is_told_on_the_table_and_the_game_goes_on_when_there_is_room(
    opened: Open,
) -> None:
    disk = Disk()
    evening = reopened(short(), disk)
    session = evening.session
    window = opened(evening)
    disk.limit(None)
    fill(session)
    screen = window.go("table")
    before, whose = session.snapshot.seq, evening.on_turn
    assert window.stage.shows("No room to write")
    tap(window, screen.primary)
    assert (session.snapshot.seq, evening.on_turn) == (before, whose)
    assert window.overlays.messages.children
    window.go("home")
    assert window.stage.shows("The last input was not saved")
    assert window.stage.shows("Turn 4: Anna")
    assert window.stage.overflow_report(shortened=True) == []
    disk.limit(1_000_000)
    screen = window.go("table")
    tap(window, screen.primary)
    assert session.snapshot.seq == before + 1
    assert session.snapshot.alarm is None
    assert not window.stage.shows("No room to write")  # nor is the message of before left
    assert reopened(evening).session.snapshot.seq == before + 1


def test_a_file_that_goes_bad_under_a_running_game_is_checked_by_touch(opened: Open) -> None:
    """No restart is needed, which a table without a keyboard cannot do."""
    disk = Disk()
    evening = reopened(short(), disk)
    session = evening.session
    window = opened(evening)
    with session.path.open("r+b") as file:
        file.seek(4096)
        file.write(b"\xff" * (session.path.stat().st_size - 4096))
    assert disk.journal is not None
    disk.journal._store.connection.execute("PRAGMA shrink_memory")  # nothing is remembered
    window.go("table")
    tap(window, window.router.screen.primary)
    assert evening.on_turn == "s1"
    window.go("home")
    assert window.stage.shows("The last input was not saved")
    tap(window, "Try again")
    assert window.stage.shows("The games cannot be opened")
    assert copies(session.path, "damaged")
