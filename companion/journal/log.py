"""Recording and reading the entries of one game.

The stored text of an entry is canonical JSON, so its link in the hash chain can be recomputed from
the rows as they lie there, without decoding; every reading does so.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

import msgspec

from companion.journal.canonical import as_dict, canonical, next_digest, root_digest
from companion.journal.errors import JournalConflict, JournalDamaged, JournalMissing
from companion.journal.model import Entry, NewEntry, Verification, iso
from companion.journal.store import Store

_CHUNK: Final = 500
"""Entries fetched at once: a long game is streamed, and no cursor stays open in between."""

_COLUMNS: Final = "number, first_seq, event_count, digest, text"
_decode_entry = msgspec.json.Decoder(Entry).decode


class RawEntry(msgspec.Struct, frozen=True, gc=False):
    """An entry as it is stored: ``text`` is its canonical JSON, which the chain is made of."""

    number: int
    first_seq: int
    event_count: int
    digest: bytes
    text: str

    @property
    def last_seq(self) -> int:
        """Sequence number of the last event up to and including this entry."""
        return self.first_seq + self.event_count - 1

    def decoded(self) -> Entry:
        """The entry. Raises `ValueError` when text and columns differ, and `RecursionError`."""
        rest = f'"first_seq":{self.first_seq:d},"digest":"{self.digest.hex()}"'
        entry = _decode_entry(f"{self.text[:-1]},{rest}}}")
        if entry.number != self.number or len(entry.events) != self.event_count:
            raise ValueError(f"entry {self.number} lies in the place of entry {entry.number}")
        return entry


def append(
    store: Store,
    game_id: str,
    new: Sequence[NewEntry],
    *,
    expected_seq: int,
    summary: Mapping[str, object] | None,
) -> tuple[Entry, ...]:
    """Record ``new`` in one transaction. See `Journal.append`."""
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
    digest = link(store, connection, game_id, number)
    recorded: list[Entry] = []
    for entry in new:
        number += 1
        raw = raw_entry(entry, number, seq + 1, digest)
        _insert_entry(connection, game_id, entry.command_id, raw)
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
        except (ValueError, RecursionError) as fault:
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
                batch = _fetch(connection, game_id, number, limit)
        except JournalDamaged as fault:
            if "game" in fault.params:
                raise
            raise _damaged(store, game_id, good, str(fault.params["detail"])) from fault
        except (TypeError, ValueError, AttributeError) as fault:  # a column lost its type
            raise _damaged(
                store, game_id, good, f"a value in or after entry {good + 1} has the wrong type"
            ) from fault
        for raw in batch:
            if not _intact(raw, number, seq, digest):
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
    number = int(rows[0][0])
    entry = next(entries(store, game_id, number, number), None)
    if entry is None or entry.command_id != command_id:
        raise _damaged(store, game_id, number - 1, "its index leads to another entry")
    return entry


def verify(store: Store, game_id: str) -> Verification:
    """Recompute the whole chain of a game. Raises `JournalMissing` for an unknown game."""
    good, digest = 0, b""
    problem: str | None = None
    try:
        with store.reading() as connection:
            _counts(connection, game_id)
            digest = link(store, connection, game_id, 0)
            _check_root(store, connection, game_id, digest)
        for raw in raw_entries(store, game_id):
            raw.decoded()
            good, digest = raw.number, raw.digest
    except JournalDamaged as fault:
        problem = str(fault)
    except (ValueError, RecursionError) as fault:
        problem = str(_damaged(store, game_id, good, str(fault)))
    return Verification(game_id=game_id, good_entries=good, digest=digest.hex(), problem=problem)


def head(store: Store, connection: sqlite3.Connection, game_id: str) -> bytes | None:
    """The last link of a game's chain, None when there is no such game; inside a transaction."""
    row = connection.execute("SELECT entries FROM game WHERE id = ?", (game_id,)).fetchone()
    return None if row is None else link(store, connection, game_id, row[0])


def _counts(connection: sqlite3.Connection, game_id: str) -> tuple[int, int]:
    row = connection.execute(
        "SELECT entries, last_seq FROM game WHERE id = ?", (game_id,)
    ).fetchone()
    if row is None:
        raise JournalMissing("journal.unknown_game", game=game_id)
    return int(row[0]), int(row[1])


def _fetch(connection: sqlite3.Connection, game_id: str, after: int, limit: int) -> list[RawEntry]:
    """At most ``limit`` entries after number ``after``."""
    rows = connection.execute(
        f"SELECT {_COLUMNS} FROM entry WHERE game = ? AND number > ? ORDER BY number LIMIT ?",
        (game_id, after, limit),
    )
    return [RawEntry(*row) for row in rows]


def _intact(raw: RawEntry, number: int, seq: int, digest: bytes) -> bool:
    """Whether ``raw`` is as written, after entry ``number``, event ``seq`` and link ``digest``."""
    try:
        return (
            raw.number == number + 1
            and raw.first_seq == seq + 1
            and raw.event_count >= 0
            and raw.digest == next_digest(digest, raw.text)
        )
    except (TypeError, AttributeError):  # in a damaged row a column may have lost its type
        return False


def _before(
    store: Store, connection: sqlite3.Connection, game_id: str, start: int
) -> tuple[bytes, int]:
    """Digest and last event's sequence number before entry ``start``."""
    digest = link(store, connection, game_id, start - 1)
    row = connection.execute(
        "SELECT first_seq + event_count - 1 FROM entry WHERE game = ? AND number = ?",
        (game_id, start - 1),
    ).fetchone()
    return digest, 0 if row is None else int(row[0])


def link(store: Store, connection: sqlite3.Connection, game_id: str, number: int) -> bytes:
    """The chain's link after entry ``number``, the root after 0; empty past the last entry.

    Inside a transaction. Raises `JournalDamaged` for one that is missing, and `JournalMissing`.
    """
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
    """What ``entry`` becomes as ``number``, after the link ``previous``.

    Raises `JournalMisuse` when a value of it is no JSON.
    """
    content = {
        "number": number,
        "command_id": entry.command_id,
        "command": entry.command,
        "answer": entry.answer,
        "events": [
            {"seq": seq, "kind": event.kind, "version": event.version, "data": event.data}
            for seq, event in enumerate(entry.events, first_seq)
        ],
        "source": entry.source,
        "at": entry.at,
        "monotonic_ms": entry.monotonic_ms,
    }
    text = canonical(content, "entry")
    return RawEntry(number, first_seq, len(entry.events), next_digest(previous, text), text)


def _insert_entry(
    connection: sqlite3.Connection, game_id: str, command_id: str, raw: RawEntry
) -> None:
    known = "SELECT 1 FROM entry WHERE game = ? AND command_id = ?"
    if connection.execute(known, (game_id, command_id)).fetchone():
        raise JournalConflict("journal.conflict_command", game=game_id, command_id=command_id)
    connection.execute(
        f"INSERT INTO entry (game, command_id, {_COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?)",
        (game_id, command_id, *msgspec.structs.astuple(raw)),
    )


def _damaged(store: Store, game_id: str, good: int, detail: str) -> JournalDamaged:
    return JournalDamaged(
        "journal.damaged_game", file=str(store.path), game=game_id, good=good, detail=detail
    )
