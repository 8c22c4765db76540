"""What a session is given from outside: the file, clocks, chance, rules of one's own."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import Protocol

from companion.core.module import Module
from companion.journal import Drives, Journal
from companion.session.time import Clock, SystemClock


class Opener(Protocol):
    """Opens the journal; a test may give one whose disk is full."""

    def __call__(
        self, path: Path, *, clock: Callable[[], datetime], read_only: bool = False
    ) -> Journal:
        """The journal at `path`, which reads `clock`. Raises `JournalError`."""


@dataclass(frozen=True)
class Options:
    """Where the journal lies, and what the session reads.

    `entropy` gives that many unpredictable bytes for a game's seed; `extra` are rule modules
    beside the program's; `own_scenarios` is a folder of the table's own. `drives` finds the
    plugged-in ones that games go out to and come in from.
    """

    path: Path
    clock: Clock = field(default_factory=SystemClock)
    entropy: Callable[[int], bytes] = secrets.token_bytes
    extra: tuple[Module, ...] = ()
    own_scenarios: Path | None = None
    opener: Opener = Journal.open
    drives: Drives = field(default_factory=Drives)

    def open(self, *, read_only: bool = False) -> Journal:
        """The journal, on the session's own wall clock. Raises `JournalError`."""
        return self.opener(self.path, clock=self.clock.wall, read_only=read_only)
