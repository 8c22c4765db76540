"""The clocks a session reads, injected so that a test can turn them."""

from __future__ import annotations

import time
from datetime import datetime
from typing import Protocol

from companion.core.history import Stamp
from companion.journal import iso, utc_now


class Clock(Protocol):
    """The time of day, and seconds that only go forward."""

    def wall(self) -> datetime:
        """The present moment with its time zone; a Pi without a clock may be wrong here."""

    def mono(self) -> float:
        """Monotonic seconds since some fixed moment of this process."""


class SystemClock:
    """The machine's own clocks."""

    def wall(self) -> datetime:
        """The present moment in UTC."""
        return utc_now()

    def mono(self) -> float:
        """Seconds of the monotonic clock."""
        return time.monotonic()


def stamp_now(clock: Clock, source: str) -> Stamp:
    """When and by what something is entered, in the clock's own monotonic seconds."""
    return Stamp(iso(clock.wall()), clock.mono(), source)
