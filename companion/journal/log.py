"""Recording and reading the entries of one game.

The stored text of an entry is canonical JSON, so its link in the hash chain can be recomputed from
the rows as they lie there, without decoding; every reading does so.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

import msgspec

from companion.journal.canonical import (
    EntryColumns,
    as_dict,
    canonical,
    entry_text,
    event_text,
    next_digest,
    root_digest,
)
from companion.journal.errors import JournalConflict, JournalDamaged, JournalMissing
from companion.journal.model import Entry, NewEntry, Verification, iso
from companion.journal.store import Store

_CHUNK: Final = 500
"""Entries fetched at once: a long game is streamed, and no cursor stays open in between."""

_ENTRY_COLUMNS: Final = (
    "number, first_seq, event_count, digest, command_id, command, answer, source, at, monotonic_ms"
)
_decode_entry = msgspec.json.Decoder(Entry).decode


class RawEntry(msgspec.Struct, frozen=True):
    """An entry as it is stored: ``text`` is its canonical JSON, which the chain is made of."""

    number: int
    first_seq: int
    event_count: int
    digest: bytes
    text: bytes

    @property
    def last_seq(self) -> int:
        """Sequence number of the last event up to and including this entry."""
        return self.first_seq + self.event_count - 1

    def decoded(self) -> Entry:
        """The entry. Raises ``msgspec.DecodeError`` and `RecursionError`."""
        rest = b',"first_seq":%d,"digest":"%b"}' % (self.first_seq, self.digest.hex().encode())
        return _decode_entry(self.text[:-1] + rest)


def append(
    store: Store,
    game_id: str,
    new: Sequence[NewEntry],
    *,
    expected_seq: int,
    summary: Mapping[str, object] | None,
) -> tuple[Entry, ...]:
    """Record ``new`` in one transaction. See `companion.journal.Journal.append`."""
    with store.writing() as connection:
        return insert(store, connection, game_id, new, expected_seq=expected_seq, summary=summary)


def insert(
    store: Store,
    connection: sqlite3.Connection,
    game_id: str,
    new: Sequence[NewEntry],
    *,
    expected_seq: int,
    summary: Mapping[str, object] | None,
) -> tuple[Entry, ...]:
    """`append` inside a transaction that the caller has begun."""
    row = connection.execute(
        "SELECT entries, last_seq, deleted_at FROM game WHERE id = ?", (game_id,)
    ).fetchone()
    if row is None:
        raise JournalMissing("journal.unknown_game", game=game_id)
    number, seq, deleted_at = row
    if deleted_at is not None:
        raise JournalConflict("journal.conflict_deleted", game=game_id)
    if seq != expected_seq:
        raise JournalConflict(
            "journal.conflict_seq", game=game_id, expected=expected_seq, found=seq
        )
    digest = _digest_at(store, connection, game_id, number)
    recorded: list[Entry] = []
    for entry in new:
        number += 1
        raw = _insert_entry(connection, game_id, entry, number, seq + 1, digest)
        seq, digest = raw.last_seq, raw.digest
        # What is answered now is what a reader gets later: tuples have become lists, and so on.
        recorded.append(raw.decoded())
    connection.execute("UPDATE game SET updated_at = ? WHERE id = ?", (iso(store.clock()), game_id))
    if summary is not None:
        text = canonical(as_dict(summary), "summary")
        connection.execute("UPDATE game SET summary = ? WHERE id = ?", (text, game_id))
    return tuple(recorded)


def entries(store: Store, game_id: str, start: int, stop: int | None = None) -> Iterator[Entry]:
    """Entries number ``start`` to ``stop`` (None: the last), each checked against the chain."""
    for raw in raw_entries(store, game_id, start, stop):
        try:
            yield raw.decoded()
        except (msgspec.DecodeError, RecursionError) as fault:
            raise _damaged(store, game_id, raw.number - 1, str(fault)) from fault


def raw_entries(
    store: Store, game_id: str, start: int = 1, stop: int | None = None
) -> Iterator[RawEntry]:
    """Stored entries ``start`` to ``stop`` (None: the last), each checked against the chain.

    Raises `JournalMissing` (no such game) and `JournalDamaged` with ``params["good"]``, the number
    of the last entry that is as it was written.
    """
    start = max(start, 1)
    number, digest, seq = start - 1, b"", 0
    while True:
        good = number
        try:
            with store.reading() as connection:
                total, last_seq = _counts(connection, game_id)
                if not digest:
                    digest, seq = _before(store, connection, game_id, start)
                limit = _CHUNK if stop is None else min(_CHUNK, stop - number)
                batch = _fetch(connection, game_id, number, seq, limit)
        except JournalDamaged as fault:
            if "game" in fault.params:
                raise
            raise _damaged(store, game_id, good, str(fault.params["detail"])) from fault
        except (TypeError, ValueError, AttributeError) as fault:  # a column lost its type
            raise _damaged(
                store, game_id, good, f"a value in or after entry {good + 1} has the wrong type"
            ) from fault
        for raw in batch:
            follows = raw.number == number + 1 and raw.first_seq == seq + 1
            if not follows or raw.digest != next_digest(digest, raw.text):
                raise _damaged(
                    store, game_id, number, f"entry {number + 1} is not as it was written"
                )
            number, digest, seq = raw.number, raw.digest, raw.last_seq
            yield raw
        if number == stop:
            return
        if len(batch) < limit:
            if (number, seq) != (total, last_seq) and start <= total + 1:
                raise _damaged(store, game_id, number, f"{total} entries were written")
            return


def find(store: Store, game_id: str, command_id: str) -> Entry | None:
    """The entry that ``command_id`` brought about, or None."""
    rows = store.rows(
        "SELECT number FROM entry WHERE game = ? AND command_id = ?", (game_id, command_id)
    )
    if not rows:
        return None
    return next(entries(store, game_id, rows[0][0], rows[0][0]), None)


def verify(store: Store, game_id: str) -> Verification:
    """Recompute the whole chain of a game. Raises `JournalMissing` for an unknown game."""
    good, digest = 0, b""
    problem: str | None = None
    try:
        with store.reading() as connection:
            _counts(connection, game_id)
            digest = _digest_at(store, connection, game_id, 0)
            _check_root(store, connection, game_id, digest)
        for raw in raw_entries(store, game_id):
            raw.decoded()
            good, digest = raw.number, raw.digest
    except JournalDamaged as fault:
        problem = str(fault)
    except (msgspec.DecodeError, RecursionError) as fault:
        problem = str(_damaged(store, game_id, good, str(fault)))
    return Verification(game_id=game_id, good_entries=good, digest=digest.hex(), problem=problem)


def head(store: Store, connection: sqlite3.Connection, game_id: str) -> bytes | None:
    """The last link of a game's chain, None when there is no such game; inside a transaction."""
    row = connection.execute("SELECT entries FROM game WHERE id = ?", (game_id,)).fetchone()
    return None if row is None else _digest_at(store, connection, game_id, row[0])


def _counts(connection: sqlite3.Connection, game_id: str) -> tuple[int, int]:
    row = connection.execute(
        "SELECT entries, last_seq FROM game WHERE id = ?", (game_id,)
    ).fetchone()
    if row is None:
        raise JournalMissing("journal.unknown_game", game=game_id)
    return int(row[0]), int(row[1])


def _fetch(
    connection: sqlite3.Connection, game_id: str, after: int, seq: int, limit: int
) -> list[RawEntry]:
    """At most ``limit`` entries after number ``after``, whose last event was ``seq``."""
    rows = connection.execute(
        f"SELECT {_ENTRY_COLUMNS} FROM entry WHERE game = ? AND number > ? ORDER BY number LIMIT ?",
        (game_id, after, limit),
    ).fetchall()
    if not rows:
        return []
    events = connection.execute(
        "SELECT seq, kind, version, data, entry FROM event "
        "WHERE game = ? AND seq > ? AND entry <= ? ORDER BY seq LIMIT ?",
        (game_id, seq, rows[-1][0], sum(row[2] for row in rows)),
    ).fetchall()
    batch: list[RawEntry] = []
    position = 0
    for number, first_seq, count, digest, *columns in rows:
        # An event under another entry's number is left out here, and so breaks the chain.
        texts = [
            event_text(seq, kind, version, data)
            for seq, kind, version, data, entry in events[position : position + count]
            if entry == number
        ]
        position += count
        text = entry_text(number, EntryColumns(*columns), texts)
        batch.append(RawEntry(number, first_seq, count, digest, text))
    return batch


def _before(
    store: Store, connection: sqlite3.Connection, game_id: str, start: int
) -> tuple[bytes, int]:
    """Digest and last event's sequence number before entry ``start``."""
    digest = _digest_at(store, connection, game_id, start - 1)
    row = connection.execute(
        "SELECT first_seq + event_count - 1 FROM entry WHERE game = ? AND number = ?",
        (game_id, start - 1),
    ).fetchone()
    return digest, 0 if row is None else int(row[0])


def _digest_at(store: Store, connection: sqlite3.Connection, game_id: str, number: int) -> bytes:
    """The chain's link after entry ``number``, the root after 0; empty past the last entry."""
    if number == 0:
        row = connection.execute("SELECT digest FROM start WHERE game = ?", (game_id,)).fetchone()
    else:
        statement = "SELECT digest FROM entry WHERE game = ? AND number = ?"
        row = connection.execute(statement, (game_id, number)).fetchone()
    if row is None and number <= _counts(connection, game_id)[0]:
        raise _damaged(store, game_id, max(number - 1, 0), f"entry {number} is missing")
    return b"" if row is None else row[0]


def _check_root(store: Store, connection: sqlite3.Connection, game_id: str, digest: bytes) -> None:
    row = connection.execute(
        "SELECT created_at, app_version, header FROM game JOIN start ON game = id WHERE id = ?",
        (game_id,),
    ).fetchone()
    if root_digest(*row) != digest:
        raise _damaged(store, game_id, 0, "its start is not as it was written")


def raw_entry(entry: NewEntry, number: int, first_seq: int, previous: bytes) -> RawEntry:
    """What ``entry`` becomes as ``number``, after the link ``previous``."""
    return _raw(number, first_seq, _columns(entry), _event_columns(entry), previous)


def _insert_entry(
    connection: sqlite3.Connection,
    game_id: str,
    entry: NewEntry,
    number: int,
    first_seq: int,
    previous: bytes,
) -> RawEntry:
    known = "SELECT 1 FROM entry WHERE game = ? AND command_id = ?"
    if connection.execute(known, (game_id, entry.command_id)).fetchone():
        raise JournalConflict("journal.conflict_command", game=game_id, command_id=entry.command_id)
    columns, events = _columns(entry), _event_columns(entry)
    raw = _raw(number, first_seq, columns, events, previous)
    connection.execute(
        "INSERT INTO entry (game, number, first_seq, event_count, digest, "
        "command_id, command, answer, source, at, monotonic_ms) "
        "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        (game_id, number, first_seq, len(events), raw.digest, *columns),
    )
    connection.executemany(
        "INSERT INTO event (game, seq, entry, kind, version, data) VALUES (?, ?, ?, ?, ?, ?)",
        [(game_id, first_seq + index, number, *event) for index, event in enumerate(events)],
    )
    return raw


def _raw(
    number: int,
    first_seq: int,
    columns: EntryColumns,
    events: list[tuple[str, int, str]],
    previous: bytes,
) -> RawEntry:
    texts = [event_text(first_seq + index, *event) for index, event in enumerate(events)]
    text = entry_text(number, columns, texts)
    return RawEntry(number, first_seq, len(events), next_digest(previous, text), text)


def _columns(entry: NewEntry) -> EntryColumns:
    return EntryColumns(
        command_id=entry.command_id,
        command=canonical(entry.command, "command"),
        answer=canonical(entry.answer, "answer"),
        source=entry.source,
        at=entry.at,
        monotonic_ms=entry.monotonic_ms,
    )


def _event_columns(entry: NewEntry) -> list[tuple[str, int, str]]:
    return [
        (event.kind, event.version, canonical(event.data, f"events[{index}].data"))
        for index, event in enumerate(entry.events)
    ]


def _damaged(store: Store, game_id: str, good: int, detail: str) -> JournalDamaged:
    return JournalDamaged(
        "journal.damaged_game", file=str(store.path), game=game_id, good=good, detail=detail
    )
