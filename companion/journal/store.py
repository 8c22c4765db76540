"""The one connection of an open journal: its thread, its transactions, its errors."""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path
from typing import Any, Final, Protocol

import msgspec

from companion.journal.errors import (
    JournalDamaged,
    JournalError,
    JournalFull,
    JournalLocked,
    JournalMissing,
    JournalMisuse,
    JournalReadOnly,
)
from companion.journal.files import file_faults
from companion.journal.lock import WriterLock

BUSY_SECONDS: Final = 5.0
"""How long SQLite waits for a lock of another connection (a backup, a reader)."""

_PRIMARY: Final = 0xFF  # SQLite's extended result codes keep the primary code in the low byte


class Clock(Protocol):
    """Gives the time of day, with a time zone."""

    def __call__(self) -> datetime:
        """The present moment."""


DATABASE_FAULTS: Final = (sqlite3.Error, UnicodeDecodeError)
"""What SQLite raises; the second when its own message quotes a damaged name."""


def translated(fault: sqlite3.Error | UnicodeDecodeError, path: Path) -> JournalError:
    """The journal's own error for SQLite's ``fault`` about ``path``."""
    code = getattr(fault, "sqlite_errorcode", None)
    file, detail = str(path), str(fault)
    match code if code is None else code & _PRIMARY:
        case sqlite3.SQLITE_FULL:
            return JournalFull("journal.full", file=file, detail=detail)
        case sqlite3.SQLITE_IOERR:
            return JournalFull("journal.io", file=file, detail=detail)
        case sqlite3.SQLITE_BUSY | sqlite3.SQLITE_LOCKED:
            return JournalLocked("journal.busy", file=file, detail=detail)
        case sqlite3.SQLITE_READONLY | sqlite3.SQLITE_PERM:
            return JournalReadOnly("journal.read_only", file=file, detail=detail)
        case sqlite3.SQLITE_CANTOPEN:
            return JournalMissing("journal.unavailable", file=file, detail=detail)
    # Everything else that our own fixed statements can meet (corrupt pages, no database, a column
    # that vanished, text that is no UTF-8) means that the file is not what was written.
    return JournalDamaged("journal.damaged_in_use", file=file, detail=detail)


def connect(path: Path, *, read_only: bool, immutable: bool = False) -> sqlite3.Connection:
    """A connection in autocommit mode with our settings. Raises `sqlite3.Error`."""
    # `rw`, never `rwc`: a database that vanished must not come back empty.
    query = ("?mode=ro" if read_only else "?mode=rw") + ("&immutable=1" if immutable else "")
    connection = sqlite3.connect(
        path.absolute().as_uri() + query, uri=True, timeout=BUSY_SECONDS, isolation_level=None
    )
    try:
        connection.execute("PRAGMA cell_size_check = ON")
        connection.execute("PRAGMA trusted_schema = OFF")
        connection.execute("PRAGMA foreign_keys = ON")
        if not read_only:
            connection.execute("PRAGMA journal_mode = WAL")
            connection.execute("PRAGMA synchronous = FULL")
    except BaseException:
        connection.close()
        raise
    return connection


class Store:
    """An open database, used from the thread that opened it and from no other."""

    def __init__(
        self, path: Path, connection: sqlite3.Connection, lock: WriterLock | None, clock: Clock
    ) -> None:
        """Without ``lock`` the store is read-only."""
        self.path = path
        self.clock = clock
        self._connection: sqlite3.Connection | None = connection
        self._lock = lock
        self._thread = threading.get_ident()
        with file_faults(path):
            self._identity = _identity(path)

    @property
    def read_only(self) -> bool:
        """Whether every write is refused."""
        return self._lock is None

    @property
    def connection(self) -> sqlite3.Connection:
        """The connection. Raises `JournalMisuse` on a wrong thread or when closed."""
        if threading.get_ident() != self._thread:
            raise JournalMisuse("journal.thread", file=str(self.path))
        if self._connection is None:
            raise JournalMisuse("journal.closed", file=str(self.path))
        return self._connection

    @contextmanager
    def writing(self) -> Iterator[sqlite3.Connection]:
        """One transaction: on disk when the block ends, after any error as if it never began."""
        connection = self.connection
        if self.read_only:
            raise JournalReadOnly("journal.opened_read_only", file=str(self.path))
        self._check_in_place()
        with self._transaction(connection, "BEGIN IMMEDIATE"):
            yield connection

    @contextmanager
    def reading(self) -> Iterator[sqlite3.Connection]:
        """One consistent look at the file, whatever a writer does meanwhile."""
        connection = self.connection
        with self._transaction(connection, "BEGIN"):
            yield connection

    def rows(self, statement: str, parameters: Sequence[object] = ()) -> list[tuple[Any, ...]]:
        """All rows of one SELECT."""
        with self.reading() as connection:
            return connection.execute(statement, parameters).fetchall()

    def decoded(self, text: str | bytes) -> Any:
        """The value of stored JSON. Raises `JournalDamaged`."""
        try:
            return msgspec.json.decode(text)
        except (msgspec.DecodeError, RecursionError) as fault:
            raise JournalDamaged(
                "journal.damaged_in_use", file=str(self.path), detail=str(fault)
            ) from fault

    def close(self) -> None:
        """Close the file and let others write it. May be called twice."""
        if self._connection is None:
            return
        connection = self.connection
        self._connection = None
        try:
            connection.close()
        except DATABASE_FAULTS as fault:
            raise translated(fault, self.path) from fault
        finally:
            if self._lock is not None:
                self._lock.release()

    @contextmanager
    def _transaction(self, connection: sqlite3.Connection, begin: str) -> Iterator[None]:
        try:
            connection.execute(begin)
            yield
            connection.execute("COMMIT")
        except DATABASE_FAULTS as fault:
            self._roll_back(connection)
            raise translated(fault, self.path) from fault
        except (UnicodeEncodeError, OverflowError) as fault:  # a value that no column can hold
            self._roll_back(connection)
            value = repr(getattr(fault, "object", "a number"))[:80]
            raise JournalMisuse(
                "journal.bad_value", path="a column", value=value, detail=str(fault)
            ) from fault
        except BaseException:
            self._roll_back(connection)
            raise

    def _roll_back(self, connection: sqlite3.Connection) -> None:
        if connection.in_transaction:  # SQLite has rolled back by itself after some errors
            connection.execute("ROLLBACK")

    def _check_in_place(self) -> None:
        """A deleted file can still be written through its descriptor, and all of it is lost."""
        try:
            if _identity(self.path) == self._identity:
                return
        except OSError:
            pass
        raise JournalMissing("journal.gone", file=str(self.path))


def _identity(path: Path) -> tuple[int, int]:
    status = path.stat()
    return status.st_dev, status.st_ino
