"""From a path to an open, checked, up-to-date database, or to an error that says what to do.

Nothing is changed before the file has been looked at through a connection that cannot write.
"""

from __future__ import annotations

import sqlite3
from datetime import datetime
from pathlib import Path

from companion.journal.backup import back_up, finish_restore
from companion.journal.errors import (
    JournalDamaged,
    JournalError,
    JournalMissing,
    JournalNewer,
    JournalReadOnly,
)
from companion.journal.files import (
    as_journal_error,
    beside,
    clear_part,
    clear_parts,
    copy_aside,
    family,
    file_faults,
    has_content,
    move,
    sync_file,
)
from companion.journal.lock import WriterLock
from companion.journal.model import iso
from companion.journal.schema import APPLICATION_ID, Schema, build, migrate
from companion.journal.store import DATABASE_FAULTS, Clock, Store, connect, translated


def open_writing(path: Path, *, clock: Clock, app_version: str, schema: Schema) -> Store:
    """Open ``path`` as its only writer; a journal that is not there is begun.

    Errors: see `companion.journal.Journal.open`.
    """
    path = path.resolve()  # two names of one file must lead to one lock
    _refuse_no_file(path)
    with file_faults(path):
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    lock = WriterLock(path)
    try:
        finish_restore(path)
        with file_faults(path):
            clear_parts(path)
        if path.exists():
            _examine(path, schema, clock())
        elif has_content(beside(path, "-wal")):
            raise _damaged(path, "its main file is missing", clock())
        else:
            _create(path, schema, app_version, clock())
        try:
            connection = connect(path, read_only=False)
        except DATABASE_FAULTS as fault:
            raise translated(fault, path) from fault
        try:
            _update(connection, path, schema, app_version, clock())
            return Store(path, connection, lock, clock)
        except BaseException:
            connection.close()
            raise
    except BaseException:
        lock.release()
        raise


def _refuse_no_file(path: Path) -> None:
    if path.exists() and not path.is_file():
        raise JournalMissing("journal.no_file", file=str(path))


def open_reading(path: Path, *, clock: Clock, schema: Schema) -> Store:
    """Open ``path`` for reading, beside a writer too; a damaged file as far as it can be read."""
    path = path.resolve()
    if not path.exists():
        raise JournalMissing("journal.missing", file=str(path))
    _refuse_no_file(path)
    connection = _connect_reading(path)
    try:
        _, version, readable_by = _identify(connection)
        if version > schema.version and readable_by > schema.version:
            raise JournalNewer(
                "journal.newer_unreadable", file=str(path), found=version, supported=schema.version
            )
        return Store(path, connection, None, clock)
    except _NotAJournal as fault:
        connection.close()
        raise _damaged(path, str(fault), None) from fault
    except DATABASE_FAULTS as fault:
        connection.close()
        raise translated(fault, path) from fault
    except BaseException:
        connection.close()
        raise


def _connect_reading(path: Path) -> sqlite3.Connection:
    try:
        connection = connect(path, read_only=True)
        try:
            connection.execute("SELECT count(*) FROM sqlite_master").fetchone()
        except BaseException:
            connection.close()
            raise
        return connection
    except DATABASE_FAULTS as fault:
        # In a folder that cannot be written SQLite cannot make the -shm file. Without a -wal there
        # is nothing to share, and nobody there can write: the file may be read as it lies.
        error = translated(fault, path)
        if isinstance(error, JournalDamaged) or has_content(beside(path, "-wal")):
            raise error from fault
        try:
            return connect(path, read_only=True, immutable=True)
        except DATABASE_FAULTS:
            raise error from fault


class _NotAJournal(Exception):
    """The file is a sound database, or none at all, but no journal of ours."""


def _identify(connection: sqlite3.Connection) -> tuple[int, int, int]:
    """Application id, schema version, and the oldest version whose code can read the file."""
    (application,) = connection.execute("PRAGMA application_id").fetchone()
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    if application != APPLICATION_ID:
        raise _NotAJournal("it is not an Islekeeper journal")
    row = connection.execute("SELECT value FROM meta WHERE key = 'readable_by'").fetchone()
    if row is None or not str(row[0]).isdecimal():
        raise _NotAJournal("its schema is incomplete")
    return application, version, int(row[0])


def _examine(path: Path, schema: Schema, moment: datetime) -> None:
    """Raise `JournalNewer` or `JournalDamaged`, a copy kept, unless ``path`` may be written."""
    if not has_content(path):
        raise _damaged(path, "it is empty", moment)
    try:
        connection = connect(path, read_only=True)
        try:
            _, version, readable_by = _identify(connection)
            if version > schema.version:
                raise _newer(path, version, readable_by, schema, moment)
            (finding,) = connection.execute("PRAGMA integrity_check(1)").fetchone()
            if finding != "ok":
                raise _NotAJournal(str(finding).replace("\n", " "))
            present = {name for (name,) in connection.execute("SELECT name FROM sqlite_master")}
        finally:
            connection.close()
        if version == schema.version and not schema.objects <= present:
            raise _NotAJournal("its schema is incomplete")
        if version < 1:
            raise _NotAJournal("its schema version is not known")
    except _NotAJournal as fault:
        raise _damaged(path, str(fault), moment) from fault
    except DATABASE_FAULTS as fault:
        error = translated(fault, path)
        if isinstance(error, JournalDamaged):
            raise _damaged(path, str(fault), moment) from fault
        raise error from fault


def _create(path: Path, schema: Schema, app_version: str, moment: datetime) -> None:
    """Begin a journal, whole from its first moment on: so an empty file always means damage."""
    part = beside(path, ".part")
    try:
        with file_faults(path):
            clear_part(part)
            part.touch(mode=0o600)
            connection = sqlite3.connect(part, isolation_level=None)
            try:
                build(connection, schema, {"created_at": iso(moment), "app_version": app_version})
            finally:
                connection.close()
            sync_file(part)
            for leftover in family(path)[1:]:
                leftover.unlink(missing_ok=True)
            move(part, path)
    except DATABASE_FAULTS as fault:
        raise translated(fault, path) from fault
    finally:
        clear_part(part)


def _update(
    connection: sqlite3.Connection, path: Path, schema: Schema, app_version: str, moment: datetime
) -> None:
    """Before another version of the app writes for the first time: back up, then migrate."""
    try:
        row = connection.execute("SELECT value FROM meta WHERE key = 'app_version'").fetchone()
        (version,) = connection.execute("PRAGMA user_version").fetchone()
        written_by = "unknown" if row is None else str(row[0])
        if written_by == app_version and version == schema.version:
            return
        back_up(connection, path, written_by, moment)
        migrate(connection, schema, {"app_version": app_version})
    except DATABASE_FAULTS as fault:
        raise translated(fault, path) from fault


def _newer(
    path: Path, found: int, readable_by: int, schema: Schema, moment: datetime
) -> JournalError:
    names: dict[str, str | int] = {"file": str(path), "found": found, "supported": schema.version}
    if readable_by > schema.version:
        return JournalNewer("journal.newer_unreadable", **names)
    try:
        copy = copy_aside(path, "newer", moment)
    except OSError as fault:
        return JournalNewer("journal.newer_uncopied", **names, why=fault.strerror or str(fault))
    return JournalNewer("journal.newer", **names, copy=str(copy))


def _damaged(path: Path, detail: str, moment: datetime | None) -> JournalError:
    """``moment`` None: a reader, which leaves copying to the writer."""
    if moment is None:
        return JournalDamaged("journal.damaged_in_use", file=str(path), detail=detail)
    try:
        copy = copy_aside(path, "damaged", moment)
    except OSError as fault:
        error = as_journal_error(fault, path)
        if isinstance(error, JournalReadOnly):
            return error
        return JournalDamaged(
            "journal.damaged_uncopied",
            file=str(path),
            detail=detail,
            why=fault.strerror or str(fault),
        )
    return JournalDamaged("journal.damaged", file=str(path), detail=detail, copy=str(copy))
