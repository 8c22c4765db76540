"""One writer at a time: an advisory lock that the kernel gives up when its process ends.

A file whose mere presence meant "locked" would block the table after every power cut; ``flock``
does not. The lock file itself stays, since deleting it would let two processes lock two files.
"""

from __future__ import annotations

import fcntl
import os
from contextlib import suppress
from pathlib import Path

from companion.journal.errors import JournalLocked
from companion.journal.files import beside, file_faults


class WriterLock:
    """The right to write one journal, held until `release` or the end of the process."""

    def __init__(self, path: Path) -> None:
        """Take the lock of the journal ``path`` at once.

        Raises `JournalLocked` naming the holder's process id, or `JournalReadOnly`.
        """
        lock_file = beside(path, ".lock")
        with file_faults(path):
            self._descriptor = os.open(lock_file, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        try:
            with file_faults(path):
                fcntl.flock(self._descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
                self._note_holder()
        except BaseException as fault:
            holder = os.pread(self._descriptor, 20, 0).decode("ascii", "replace").strip()
            os.close(self._descriptor)
            if isinstance(fault.__cause__, BlockingIOError):
                raise JournalLocked(
                    "journal.locked", file=str(path), pid=holder or "?"
                ) from fault.__cause__
            raise

    def release(self) -> None:
        """Let another process write."""
        os.close(self._descriptor)

    def _note_holder(self) -> None:
        """Write the process id for the other process's message; no room for it is no fault."""
        with suppress(OSError):
            os.ftruncate(self._descriptor, 0)
            os.pwrite(self._descriptor, str(os.getpid()).encode(), 0)
