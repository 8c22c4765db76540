"""The files around a journal, and moving them so that a power cut never leaves half of one.

Beside ``journal.sqlite3`` there may be SQLite's own ``-wal`` and ``-shm``, our ``.lock``, backups
(``.backup-0007-…``), files set aside (``.damaged-…``, ``.newer-…``) and, for moments, ``.part``
(being written) and ``.restore`` (a complete file about to take the journal's place).
"""

from __future__ import annotations

import errno
import filecmp
import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from glob import escape
from pathlib import Path
from typing import IO, Final, Literal

from companion.journal.errors import JournalError, JournalFull, JournalMissing, JournalReadOnly

_FULL: Final = frozenset({errno.ENOSPC, errno.EDQUOT})
_DENIED: Final = frozenset({errno.EACCES, errno.EPERM, errno.EROFS})
_ABSENT: Final = frozenset(
    {errno.ENOENT, errno.EEXIST, errno.ENOTDIR, errno.EISDIR, errno.ELOOP, errno.ENAMETOOLONG}
)


def beside(path: Path, suffix: str) -> Path:
    """The companion file of ``path`` with ``suffix`` appended to its whole name."""
    return path.with_name(path.name + suffix)


def family(path: Path) -> tuple[Path, Path, Path]:
    """The database file with its ``-wal`` and ``-shm``."""
    return path, beside(path, "-wal"), beside(path, "-shm")


def has_content(path: Path) -> bool:
    """Whether there is such a file and it is not empty."""
    try:
        return path.stat().st_size > 0
    except OSError:
        return False


def stamp(moment: datetime) -> str:
    """``moment`` as part of a file name: ``20261201T193000Z``."""
    return moment.astimezone(UTC).strftime("%Y%m%dT%H%M%SZ")


Deed = Literal["journal", "export", "import"]
"""What was done with a file when it failed: the cure is another one for each."""


def as_journal_error(fault: OSError, path: Path, deed: Deed = "journal") -> JournalError:
    """The journal's own error for a fault of the file system."""
    detail = fault.strerror or str(fault)
    kind, code = _kind(fault)
    if deed == "import":
        # Whatever keeps a file from being read, there is one thing to do about it.
        code = "journal.import_unreadable"
    elif deed == "export":
        code = f"journal.export_{code}"
    else:
        code = f"journal.{code}"
    return kind(code, file=str(path), detail=detail)


def _kind(fault: OSError) -> tuple[type[JournalError], str]:
    if fault.errno in _FULL:
        return JournalFull, "full"
    if fault.errno in _DENIED:
        return JournalReadOnly, "read_only"
    if fault.errno in _ABSENT:
        return JournalMissing, "unavailable"
    return JournalFull, "io"


@contextmanager
def file_faults(path: Path, deed: Deed = "journal") -> Iterator[None]:
    """Turn an `OSError` of the block into a `JournalError` that names ``path``."""
    try:
        yield
    except OSError as fault:
        raise as_journal_error(fault, path, deed) from fault


def sync_file(path: Path) -> None:
    """Force the content of ``path`` to the disk."""
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


sync_directory = sync_file


def move(source: Path, target: Path) -> None:
    """Rename within a folder, replacing ``target``; durable when this returns."""
    source.replace(target)
    sync_directory(target.parent)


@contextmanager
def atomic_writer(path: Path) -> Iterator[IO[bytes]]:
    """Write ``path`` whole or not at all: a ``.part`` beside it, fsync, rename.

    A link stays one and what it leads to is written; a device or a pipe is written into, since
    taking its place would destroy it. Raises `JournalFull`, `JournalReadOnly` or
    `JournalMissing`; then a file that was there stays.
    """
    with file_faults(path, "export"):
        if path.exists() and not (path.is_file() or path.is_dir()):
            with path.open("wb") as stream:
                yield stream
            return
        path = Path(os.path.realpath(path))  # which a loop of links does not upset
        part = beside(path, ".part")
        try:
            part.touch(mode=0o600)
            with part.open("wb") as stream:
                yield stream
                stream.flush()
                os.fsync(stream.fileno())
            move(part, path)
        except BaseException:
            # On a drive that is gone nothing can be cleared away; the first fault is the news.
            with suppress(OSError):
                part.unlink(missing_ok=True)
            raise


def copy_aside(path: Path, label: str, moment: datetime) -> Path:
    """Copy the database with its ``-wal`` under ``path.<label>-<time>``; returns the copy.

    An equal copy made before is used again, so that a kiosk that restarts all night does not fill
    the disk. Raises `OSError`.
    """
    names = {
        found.name.removesuffix("-wal")
        for found in path.parent.glob(f"{escape(path.name)}.{label}-*")
        if not found.name.endswith((".part", "-shm"))
    }
    for name in sorted(names):
        if _same_family(path, path.with_name(name)):
            return _first_there(path.with_name(name))
    target = _unused(path, label, moment)
    for source, copy in zip(family(path)[:2], family(target)[:2], strict=True):
        if source.exists():
            part = beside(copy, ".part")
            try:
                shutil.copyfile(source, part)
                part.chmod(0o600)
                sync_file(part)
            except BaseException:
                part.unlink(missing_ok=True)
                raise
            part.replace(copy)
    sync_directory(path.parent)
    return _first_there(target)


def move_aside(path: Path, label: str, moment: datetime) -> Path:
    """Rename the database with its ``-wal`` to ``path.<label>-<time>``. Raises `OSError`.

    The database goes first: a ``-wal`` left alone by a power cut is noticed at the next start,
    while a database without its ``-wal`` would look sound and lack its last entries.
    """
    target = _unused(path, label, moment)
    for source, moved in zip(family(path)[:2], family(target)[:2], strict=True):
        if source.exists():
            move(source, moved)
    family(path)[2].unlink(missing_ok=True)
    return target


def clear_part(part: Path) -> None:
    """Delete an unfinished file and what SQLite may have left beside it. Raises `OSError`.

    A stale ``-journal`` would be rolled back into the next file of that name.
    """
    for suffix in ("", "-journal", "-wal", "-shm"):
        beside(part, suffix).unlink(missing_ok=True)


def clear_parts(path: Path) -> None:
    """Delete what a power cut left unfinished beside the journal ``path``. Raises `OSError`."""
    for leftover in path.parent.glob(f"{escape(path.name)}.*"):
        if leftover.name.endswith((".part", ".part-journal", ".part-wal", ".part-shm")):
            leftover.unlink(missing_ok=True)


def _unused(path: Path, label: str, moment: datetime) -> Path:
    """A name not yet taken: two in one second, or a clock that stands still, must not overwrite."""
    base = beside(path, f".{label}-{stamp(moment)}")
    candidate, count = base, 1
    while any(member.exists() for member in family(candidate)):
        count += 1
        candidate = beside(base, f"-{count}")
    return candidate


def _first_there(path: Path) -> Path:
    """The database, or its ``-wal`` where that is all there is."""
    return path if path.exists() else family(path)[1]


def _same_family(path: Path, other: Path) -> bool:
    for mine, theirs in zip(family(path)[:2], family(other)[:2], strict=True):
        if has_content(mine) != has_content(theirs):
            return False
        if has_content(mine) and not filecmp.cmp(mine, theirs, shallow=False):
            return False
    return True
