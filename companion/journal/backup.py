"""Copies of a whole journal: made before an updated app writes, listed, restored.

Backups are numbered, since the clock of a Pi may stand still or go back; the number tells which is
the newest. Each is one plain SQLite file without a ``-wal``.
"""

from __future__ import annotations

import re
import sqlite3
from datetime import datetime
from glob import escape
from pathlib import Path
from typing import Final

import msgspec

from companion.journal.errors import JournalMissing, JournalNewer
from companion.journal.files import (
    beside,
    clear_part,
    copy_aside,
    family,
    file_faults,
    has_content,
    move,
    stamp,
    sync_file,
)
from companion.journal.lock import WriterLock
from companion.journal.model import utc_now
from companion.journal.schema import APPLICATION_ID, CURRENT
from companion.journal.store import DATABASE_FAULTS, Clock, connect, translated

KEEP: Final = 5
"""How many backups stay; older ones are deleted when a new one is complete."""

_NAME: Final = re.compile(
    r"\.backup-(?P<number>\d{4,})-(?P<stamp>\d{8}T\d{6}Z)-(?P<version>[\w.+-]+)\.sqlite3"
)


class Backup(msgspec.Struct, frozen=True, kw_only=True):
    """A backup as its name tells it. ``app_version`` is the app that wrote the journal until then.

    ``stamp`` is the wall clock in UTC (``20261201T193000Z``), ``size`` in bytes.
    """

    path: Path
    number: int
    stamp: str
    app_version: str
    size: int


def backups(path: Path) -> tuple[Backup, ...]:
    """The backups of the journal ``path``, the newest first."""
    found: list[Backup] = []
    for candidate in path.parent.glob(f"{escape(path.name)}.backup-*"):
        match = _NAME.fullmatch(candidate.name.removeprefix(path.name))
        if match:
            with file_faults(candidate):
                size = candidate.stat().st_size
            backup = Backup(
                path=candidate,
                number=int(match["number"]),
                stamp=match["stamp"],
                app_version=match["version"],
                size=size,
            )
            found.append(backup)
    return tuple(sorted(found, key=lambda backup: backup.number, reverse=True))


def back_up(
    connection: sqlite3.Connection, path: Path, app_version: str, moment: datetime, keep: int = KEEP
) -> Path:
    """Copy the open journal ``path`` beside itself and delete all but the newest ``keep`` backups.

    ``app_version`` is the app that wrote it so far. Raises `JournalFull` and other `JournalError`;
    then no backup and no part of one is left.
    """
    earlier = backups(path)
    number = earlier[0].number + 1 if earlier else 1
    safe_version = re.sub(r"[^\w.+-]", "_", app_version) or "unknown"
    target = beside(path, f".backup-{number:04d}-{stamp(moment)}-{safe_version}.sqlite3")
    part = beside(target, ".part")
    try:
        with file_faults(target):
            _copy_database(connection, part)
            move(part, target)
    except DATABASE_FAULTS as fault:
        raise translated(fault, target) from fault
    finally:
        clear_part(part)
    for old in backups(path)[keep:]:
        old.path.unlink(missing_ok=True)
    return target


def restore(path: Path, backup: Path, *, clock: Clock = utc_now) -> Path | None:
    """Put ``backup`` in the place of the journal ``path``, which no process may have open.

    The journal is copied aside first; the path of that copy is returned, None when there was
    nothing. After a power cut at any moment the journal is either the old or the restored one: from
    the moment the complete ``.restore`` file lies there, the next opening finishes the work.

    Raises `JournalLocked`, `JournalFull`, `JournalMissing` (``backup`` is no sound journal) and
    `JournalNewer`.
    """
    path = path.resolve()
    lock = WriterLock(path)
    try:
        _check_backup(backup)
        with file_faults(path):
            occupied = any(has_content(member) for member in family(path)[:2])
            aside = copy_aside(path, "before-restore", clock()) if occupied else None
        pending = beside(path, ".restore")
        part = beside(pending, ".part")
        try:
            source = connect(backup, read_only=True)
            try:
                with file_faults(path):
                    _copy_database(source, part)
                    move(part, pending)
            finally:
                source.close()
        except DATABASE_FAULTS as fault:
            raise translated(fault, path) from fault
        finally:
            clear_part(part)
        finish_restore(path)
        return aside
    finally:
        lock.release()


def finish_restore(path: Path) -> None:
    """Let a complete ``.restore`` file take the journal's place. The caller holds the lock.

    The old ``-wal`` has to go before: SQLite would play it into the restored file.
    """
    pending = beside(path, ".restore")
    with file_faults(path):
        if not pending.exists():
            return
        for leftover in family(path)[1:]:
            leftover.unlink(missing_ok=True)
        move(pending, path)


def _copy_database(source: sqlite3.Connection, target: Path) -> None:
    """Copy ``source`` into a new, durable file ``target`` for its owner's eyes only."""
    clear_part(target)
    target.touch(mode=0o600)
    copy = sqlite3.connect(target, isolation_level=None)
    try:
        source.backup(copy)
        # The copy inherits WAL mode; a backup must not need a second file to be whole.
        copy.execute("PRAGMA journal_mode = DELETE")
    finally:
        copy.close()
    sync_file(target)


def _check_backup(backup: Path) -> None:
    if not backup.is_file():
        raise JournalMissing(
            "journal.backup_unusable", file=str(backup), detail="there is no such file"
        )
    try:
        connection = connect(backup, read_only=True)
        try:
            (application,) = connection.execute("PRAGMA application_id").fetchone()
            (version,) = connection.execute("PRAGMA user_version").fetchone()
            (finding,) = connection.execute("PRAGMA integrity_check(1)").fetchone()
        finally:
            connection.close()
    except DATABASE_FAULTS as fault:
        raise JournalMissing(
            "journal.backup_unusable", file=str(backup), detail=str(fault)
        ) from fault
    if application != APPLICATION_ID:
        raise JournalMissing(
            "journal.backup_unusable", file=str(backup), detail="it is no Islekeeper journal"
        )
    if finding != "ok":
        raise JournalMissing("journal.backup_unusable", file=str(backup), detail=str(finding))
    if version > CURRENT.version:
        raise JournalNewer(
            "journal.newer_unreadable", file=str(backup), found=version, supported=CURRENT.version
        )
