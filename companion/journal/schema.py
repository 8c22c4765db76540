"""The tables of a journal, and how an older file becomes a newer one.

``application_id`` tells our files from other SQLite files, ``user_version`` is the version of the
schema. What was recorded cannot be changed: triggers refuse UPDATE and DELETE on the append-only
tables and any row that leaves a gap. Only the explicit purge of a deleted game may delete, and it
must first mark that game in the same transaction.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

APPLICATION_ID: Final = 0x49534C4B  # "ISLK"


@dataclass(frozen=True)
class Schema:
    """One version of the tables.

    ``create`` builds an empty file; ``migrations[n]`` turns version n into n + 1;
    ``readable_by`` is the oldest version whose code can still read such a file.
    """

    version: int
    readable_by: int
    create: tuple[str, ...]
    objects: frozenset[str]
    migrations: Mapping[int, tuple[str, ...]] = field(default_factory=dict)


def _append_only(table: str) -> tuple[str, str]:
    """Triggers that refuse to change ``table``, or to delete from it but in a purge."""
    return (
        f"""CREATE TRIGGER {table}_no_update BEFORE UPDATE ON {table}
        BEGIN SELECT RAISE(ABORT, '{table} is append-only'); END""",
        f"""CREATE TRIGGER {table}_no_delete BEFORE DELETE ON {table}
        WHEN NOT EXISTS (SELECT 1 FROM game WHERE id = OLD.game AND purging)
        BEGIN SELECT RAISE(ABORT, '{table} is append-only'); END""",
    )


# `start` stands apart from `game` because its header is big and the game's row is rewritten with
# every entry. An entry is one row with all its events, canonical JSON as the hash chain wants it:
# so it is whole or absent, and read in one go. `event` shows the events one by one.
_VERSION_1: Final = (
    "CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID",
    """CREATE TABLE game (
        id TEXT PRIMARY KEY,
        title TEXT NOT NULL,
        archived INTEGER NOT NULL DEFAULT 0 CHECK (archived IN (0, 1)),
        deleted_at TEXT,
        purging INTEGER NOT NULL DEFAULT 0 CHECK (purging IN (0, 1)),
        created_at TEXT NOT NULL,
        updated_at TEXT NOT NULL,
        app_version TEXT NOT NULL,
        entries INTEGER NOT NULL DEFAULT 0,
        last_seq INTEGER NOT NULL DEFAULT 0,
        summary TEXT NOT NULL
    ) STRICT, WITHOUT ROWID""",
    """CREATE TABLE start (
        game TEXT PRIMARY KEY REFERENCES game (id),
        header TEXT NOT NULL,
        digest BLOB NOT NULL CHECK (length(digest) = 32)
    ) STRICT""",
    """CREATE TABLE entry (
        game TEXT NOT NULL REFERENCES game (id),
        number INTEGER NOT NULL,
        command_id TEXT NOT NULL,
        first_seq INTEGER NOT NULL,
        event_count INTEGER NOT NULL CHECK (event_count >= 0),
        text TEXT NOT NULL,
        digest BLOB NOT NULL CHECK (length(digest) = 32),
        PRIMARY KEY (game, number),
        UNIQUE (game, command_id)
    ) STRICT, WITHOUT ROWID""",
    """CREATE VIEW event AS
        SELECT entry.game,
            json_extract(one.value, '$.seq') AS seq,
            entry.number AS entry,
            entry.command_id,
            json_extract(one.value, '$.kind') AS kind,
            json_extract(one.value, '$.version') AS version,
            json_extract(entry.text, '$.at') AS at,
            json_extract(entry.text, '$.source') AS source,
            json_extract(one.value, '$.data') AS data
        FROM entry, json_each(entry.text, '$.events') AS one""",
    """CREATE TABLE person (
        id TEXT PRIMARY KEY,
        name TEXT NOT NULL,
        color TEXT,
        language TEXT,
        created_at TEXT NOT NULL,
        removed_at TEXT
    ) STRICT, WITHOUT ROWID""",
    """CREATE TABLE result (
        game TEXT NOT NULL REFERENCES game (id),
        person TEXT NOT NULL REFERENCES person (id),
        place INTEGER NOT NULL CHECK (place >= 1),
        victory_points INTEGER NOT NULL,
        won INTEGER NOT NULL CHECK (won IN (0, 1)),
        at TEXT NOT NULL,
        PRIMARY KEY (game, person)
    ) STRICT, WITHOUT ROWID""",
    "CREATE INDEX result_person ON result (person)",
    "CREATE TABLE preference (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID",
    *_append_only("start"),
    *_append_only("entry"),
    """CREATE TRIGGER game_start_fixed BEFORE UPDATE OF id, created_at, app_version ON game
        BEGIN SELECT RAISE(ABORT, 'the start of a game is fixed'); END""",
    """CREATE TRIGGER game_no_delete BEFORE DELETE ON game WHEN NOT OLD.purging
        BEGIN SELECT RAISE(ABORT, 'a game is only removed by a purge'); END""",
    """CREATE TRIGGER game_purge BEFORE UPDATE OF purging ON game
        WHEN NEW.purging AND OLD.deleted_at IS NULL
        BEGIN SELECT RAISE(ABORT, 'only a deleted game is purged'); END""",
    """CREATE TRIGGER entry_gapless BEFORE INSERT ON entry
        WHEN NEW.number != (SELECT entries FROM game WHERE id = NEW.game) + 1
        OR NEW.first_seq != (SELECT last_seq FROM game WHERE id = NEW.game) + 1
        BEGIN SELECT RAISE(ABORT, 'an entry must follow the last one'); END""",
    """CREATE TRIGGER entry_counted AFTER INSERT ON entry
        BEGIN UPDATE game SET entries = NEW.number, last_seq = NEW.first_seq + NEW.event_count - 1
        WHERE id = NEW.game; END""",
)

_VERSION_1_OBJECTS: Final = frozenset(
    {
        *("meta", "game", "start", "entry", "event", "person", "result", "preference"),
        *("result_person", "entry_gapless", "entry_counted"),
        *("start_no_update", "start_no_delete", "entry_no_update", "entry_no_delete"),
        *("game_start_fixed", "game_no_delete", "game_purge"),
    }
)

CURRENT: Final = Schema(version=1, readable_by=1, create=_VERSION_1, objects=_VERSION_1_OBJECTS)
"""The schema this app writes."""


def build(connection: sqlite3.Connection, schema: Schema, meta: Mapping[str, str]) -> None:
    """Fill an empty database with ``schema`` and ``meta``, in one transaction."""
    connection.execute("BEGIN IMMEDIATE")
    for statement in schema.create:
        connection.execute(statement)
    connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
    _stamp(connection, schema, meta)
    connection.execute("COMMIT")


def migrate(connection: sqlite3.Connection, schema: Schema, meta: Mapping[str, str]) -> None:
    """Bring an older file up to ``schema``, version by version, in one transaction."""
    connection.execute("BEGIN IMMEDIATE")
    try:
        (found,) = connection.execute("PRAGMA user_version").fetchone()
        for version in range(found, schema.version):
            for statement in schema.migrations[version]:
                connection.execute(statement)
        _stamp(connection, schema, meta)
        connection.execute("COMMIT")
    except BaseException:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise


def _stamp(connection: sqlite3.Connection, schema: Schema, meta: Mapping[str, str]) -> None:
    connection.execute(f"PRAGMA user_version = {schema.version:d}")
    connection.executemany(
        "INSERT INTO meta (key, value) VALUES (?, ?) "
        "ON CONFLICT (key) DO UPDATE SET value = excluded.value",
        [*meta.items(), ("readable_by", str(schema.readable_by))],
    )
