"""The journal: one file, opened by one session thread, that never forgets."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from types import TracebackType
from typing import Self

from companion import __version__
from companion.journal import exporting, importing, log, opening
from companion.journal.backup import back_up
from companion.journal.files import file_faults, move_aside
from companion.journal.games import Games
from companion.journal.lock import WriterLock
from companion.journal.model import Entry, NewEntry, Verification, utc_now
from companion.journal.persons import Persons
from companion.journal.preferences import Preferences
from companion.journal.schema import CURRENT, Schema
from companion.journal.store import Clock, Store


class Journal:
    """An open journal.

    It belongs to the thread that opened it; a call from another raises `JournalMisuse`. A second
    reader, on another thread or in another process, opens the same file ``read_only``.

    ``games``, ``persons`` and ``preferences`` are its lists; the entries of a game are recorded and
    read here. Whatever returns has reached the disk; whatever raises has changed nothing.
    """

    def __init__(self, store: Store, app_version: str) -> None:
        """Use `open`."""
        self._store = store
        self._app_version = app_version
        self.games = Games(store, app_version)
        self.persons = Persons(store)
        self.preferences = Preferences(store)

    @classmethod
    def open(
        cls,
        path: Path,
        *,
        clock: Clock = utc_now,
        read_only: bool = False,
        app_version: str = __version__,
        schema: Schema = CURRENT,
    ) -> Self:
        """Open the journal at ``path`` and check it; one that is not there is begun.

        When another ``app_version`` wrote it last, or its schema is older, it is backed up first.
        ``read_only`` takes no lock, writes nothing, skips the check of the whole file, and reads a
        newer or damaged file as far as that goes.

        Raises:
            JournalLocked: another process writes it.
            JournalNewer: a newer app's schema; nothing was changed, a copy was kept.
            JournalDamaged: left as it is, a copy was kept. `set_aside` and `restore` lead on.
            JournalFull: no room, or the disk fails.
            JournalReadOnly: the file or its folder cannot be written.
            JournalMissing: ``read_only`` and not there, or the path leads nowhere.
        """
        if read_only:
            store = opening.open_reading(path, clock=clock, schema=schema)
        else:
            store = opening.open_writing(path, clock=clock, app_version=app_version, schema=schema)
        return cls(store, app_version)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        fault: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    @property
    def path(self) -> Path:
        """The file, links resolved."""
        return self._store.path

    @property
    def read_only(self) -> bool:
        """Whether it was opened read-only."""
        return self._store.read_only

    def close(self) -> None:
        """Close the file; a second call does nothing."""
        self._store.close()

    def append(
        self,
        game_id: str,
        entry: NewEntry,
        *,
        expected_seq: int,
        summary: Mapping[str, object] | None = None,
    ) -> Entry:
        """Record one entry with all its events, and ``summary`` if given, in one transaction.

        ``expected_seq`` is the last event's sequence number as the caller knows it.

        Raises:
            JournalConflict: the game went on meanwhile, is deleted, or knows the command already.
            JournalFull: nothing was recorded; the same call may be made again.
            JournalMissing: no such game, or the file was taken away.
            JournalMisuse: a value is no JSON.
            JournalReadOnly: the journal was opened read-only.
        """
        return self.append_all(game_id, (entry,), expected_seq=expected_seq, summary=summary)[0]

    def append_all(
        self,
        game_id: str,
        entries: Sequence[NewEntry],
        *,
        expected_seq: int,
        summary: Mapping[str, object] | None = None,
    ) -> tuple[Entry, ...]:
        """`append` for several entries that stand or fall together, such as an amendment."""
        return log.append(self._store, game_id, entries, expected_seq=expected_seq, summary=summary)

    def entries(self, game_id: str, start: int = 1) -> Iterator[Entry]:
        """Entries from number ``start`` on, streamed; each is checked against the hash chain.

        Raises `JournalMissing` for an unknown game, and `JournalDamaged` (``params["good"]`` is the
        last sound entry's number) where the game is not what was written.
        """
        return log.entries(self._store, game_id, start)

    def last_seq(self, game_id: str) -> int:
        """Sequence number of the game's last event, 0 before the first."""
        return self.games.get(game_id).last_seq

    def find_command(self, game_id: str, command_id: str) -> Entry | None:
        """The entry a command brought about, so that a repeated one gets its first answer again."""
        return log.find(self._store, game_id, command_id)

    def verify(self, game_id: str) -> Verification:
        """Recompute a game's whole hash chain, its start included."""
        return log.verify(self._store, game_id)

    def export_game(
        self, game_id: str, target: Path, *, contains_secrets: bool = True, up_to: int | None = None
    ) -> Path:
        """Write one game as a JSON document, whole or not at all.

        ``contains_secrets`` is written into it: whether it tells what the table may not see yet.
        ``up_to`` leaves out later entries, which rescues the sound part of a damaged game.
        Raises `JournalDamaged`, `JournalFull`, `JournalReadOnly` and `JournalMissing`.
        """
        return exporting.write(
            self._store, game_id, target, contains_secrets=contains_secrets, up_to=up_to
        )

    def may_replace(self, game_id: str, target: Path) -> bool:
        """Whether an export to ``target`` loses nothing.

        Nothing is there, or no file (a pipe, a folder), or an earlier export of the same game.
        Raises `JournalMissing` for an unknown game.
        """
        self.games.get(game_id)
        return not target.is_file() or importing.is_earlier_export(self._store, game_id, target)

    def import_game(self, source: Path) -> importing.Imported:
        """Read an exported game into the journal, under a new id when its own is taken.

        Raises `ImportRefused` with every problem of the file.
        """
        return self.add_document(importing.read_document(source))

    def add_document(self, document: importing.Document) -> importing.Imported:
        """`import_game` for a file that `read_document` has read, perhaps on another thread."""
        return importing.add_document(self._store, self.games, document)

    def back_up(self) -> Path:
        """Copy the whole journal beside itself now, as opening it with an updated app does."""
        return back_up(
            self._store.connection, self._store.path, self._app_version, self._store.clock()
        )


def set_aside(path: Path, *, clock: Clock = utc_now) -> Path:
    """Move a damaged journal out of the way, so that the next `Journal.open` begins a new one.

    Only ever done because a person chose it. Returns where it is now. Raises `JournalLocked`.
    """
    path = path.resolve()
    lock = WriterLock(path)
    try:
        with file_faults(path):
            return move_aside(path, "aside", clock())
    finally:
        lock.release()
