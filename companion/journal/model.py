"""What a journal holds: games, entries, events, persons, results. Plain frozen records.

Times of day are ISO 8601 strings in UTC (``2026-12-01T19:30:00.000Z``); durations are whole
milliseconds of a monotonic clock, since a Pi may have no clock to trust.
"""

from __future__ import annotations

import secrets
from datetime import UTC, datetime
from enum import StrEnum
from typing import Any, Final

import msgspec

# No vowels that make words, no characters that are mistaken for others when read aloud.
_ID_ALPHABET: Final = "23456789bcdfghjkmnpqrstvwxyz"
_ID_LENGTH: Final = 10


def new_id() -> str:
    """A random id (10 characters, 48 bits), safe in URLs, file names and on a command line."""
    return "".join(secrets.choice(_ID_ALPHABET) for _ in range(_ID_LENGTH))


def utc_now() -> datetime:
    """The wall clock in UTC: the default ``clock`` of a journal."""
    return datetime.now(UTC)


def iso(moment: datetime) -> str:
    """``moment`` as the journal writes it: UTC, milliseconds, ``Z``."""
    return moment.astimezone(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


class Event(msgspec.Struct, frozen=True, gc=False):
    """One thing that happened. The journal does not know what it means."""

    kind: str
    version: int
    data: dict[str, Any]


class NewEntry(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """One accepted command and all it brought about, about to be recorded.

    ``source`` says by what it came: ``touch``, ``terminal``, ``script``, ``button:…``.
    """

    command_id: str
    command: dict[str, Any]
    answer: dict[str, Any]
    events: tuple[Event, ...]
    source: str
    at: str
    monotonic_ms: int


class Entry(NewEntry, frozen=True, kw_only=True, gc=False):
    """A recorded entry. Entry numbers and event sequence numbers of a game count from 1, gapless.

    Event ``i`` of ``events`` has sequence number ``first_seq + i``; ``digest`` is the entry's link
    in the game's hash chain (64 hexadecimal digits).
    """

    number: int
    first_seq: int
    digest: str

    @property
    def last_seq(self) -> int:
        """Sequence number of the last event up to and including this entry."""
        return self.first_seq + len(self.events) - 1


class GameStatus(StrEnum):
    """Where a game is listed."""

    ACTIVE = "active"
    ARCHIVED = "archived"
    DELETED = "deleted"


class Game(msgspec.Struct, frozen=True, kw_only=True):
    """A game as a list shows it. ``summary`` is the session's own small note about it."""

    id: str
    title: str
    status: GameStatus
    created_at: str
    updated_at: str
    app_version: str
    entries: int
    last_seq: int
    summary: dict[str, Any]


class Verification(msgspec.Struct, frozen=True, kw_only=True):
    """What checking a game's chain found: the first ``good_entries`` entries are as written."""

    game_id: str
    good_entries: int
    digest: str
    problem: str | None

    @property
    def good(self) -> bool:
        """Whether every entry is as it was written."""
        return self.problem is None


class Person(msgspec.Struct, frozen=True, kw_only=True):
    """Somebody who plays. ``color`` and ``language`` are what the person had last, or None."""

    id: str
    name: str
    color: str | None
    language: str | None
    created_at: str


class Result(msgspec.Struct, frozen=True, kw_only=True):
    """How one person fared in one game. ``place`` counts from 1; ties share a place."""

    person_id: str
    place: int
    victory_points: int
    won: bool
    at: str


class GameResult(Result, frozen=True, kw_only=True):
    """A `Result` together with the game it belongs to."""

    game_id: str


class Lifetime(msgspec.Struct, frozen=True, kw_only=True):
    """A person's games taken together; deleted games do not count."""

    person_id: str
    games: int
    won: int
    victory_points: int
    best: int
