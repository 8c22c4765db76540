"""The list of games: begin, rename, archive, delete with undo, and purge."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from companion.journal import exporting, log
from companion.journal.canonical import as_dict, canonical, root_digest
from companion.journal.errors import JournalConflict, JournalMissing, JournalMisuse
from companion.journal.files import beside
from companion.journal.model import Game, GameStatus, NewEntry, iso
from companion.journal.store import Store

_ID: Final = re.compile(r"[0-9A-Za-z_-]{1,64}")
_COLUMNS: Final = (
    "id, title, archived, deleted_at, created_at, updated_at, app_version, "
    "entries, last_seq, summary"
)


class Games:
    """The games of one journal. Every method raises `JournalMissing` for an unknown id."""

    def __init__(self, store: Store, app_version: str) -> None:
        self._store = store
        self._app_version = app_version

    def create(
        self,
        game_id: str,
        header: Mapping[str, object],
        *,
        title: str = "",
        summary: Mapping[str, object] | None = None,
        first: Sequence[NewEntry] = (),
    ) -> Game:
        """Begin a game with its ``first`` entries, in one transaction.

        ``header`` is fixed for ever and part of the hash chain. Raises `JournalConflict` when the
        id is taken and `JournalMisuse` when it is no id or ``header`` is no JSON.
        """
        with self._store.writing() as connection:
            created_at = iso(self._store.clock())
            self.insert(
                connection,
                game_id,
                header,
                title=title,
                created_at=created_at,
                app_version=self._app_version,
            )
            log.insert(
                self._store, connection, game_id, first, expected_seq=0, summary=summary or {}
            )
        return self.get(game_id)

    def insert(
        self,
        connection: sqlite3.Connection,
        game_id: str,
        header: Mapping[str, object],
        *,
        title: str,
        created_at: str,
        app_version: str,
    ) -> None:
        """`create` without entries, inside a transaction that the caller has begun."""
        if not self.valid_id(game_id):
            raise JournalMisuse("journal.bad_game_id", game=game_id)
        if connection.execute("SELECT 1 FROM game WHERE id = ?", (game_id,)).fetchone():
            raise JournalConflict("journal.conflict_game", game=game_id)
        text = canonical(as_dict(header), "header")
        connection.execute(
            "INSERT INTO game (id, title, created_at, updated_at, app_version, summary) "
            "VALUES (?, ?, ?, ?, ?, '{}')",
            (game_id, title, created_at, created_at, app_version),
        )
        digest = root_digest(created_at, app_version, text)
        connection.execute("INSERT INTO start VALUES (?, ?, ?)", (game_id, text, digest))

    @staticmethod
    def valid_id(game_id: str) -> bool:
        """Whether this can be a game's id: 1 to 64 letters, digits, ``-`` and ``_``."""
        return _ID.fullmatch(game_id) is not None

    def list(self, *statuses: GameStatus) -> tuple[Game, ...]:
        """Games of these ``statuses`` (none given: all but the deleted), last played first."""
        wanted = statuses or (GameStatus.ACTIVE, GameStatus.ARCHIVED)
        rows = self._store.rows(f"SELECT {_COLUMNS} FROM game ORDER BY updated_at DESC, id")
        games = [self._game(row) for row in rows]
        return tuple(game for game in games if game.status in wanted)

    def get(self, game_id: str) -> Game:
        """One game, deleted or not."""
        rows = self._store.rows(f"SELECT {_COLUMNS} FROM game WHERE id = ?", (game_id,))
        if not rows:
            raise JournalMissing("journal.unknown_game", game=game_id)
        return self._game(rows[0])

    def header(self, game_id: str) -> dict[str, Any]:
        """The header the game was created with."""
        rows = self._store.rows("SELECT header FROM start WHERE game = ?", (game_id,))
        if not rows:
            raise JournalMissing("journal.unknown_game", game=game_id)
        header: dict[str, Any] = self._store.decoded(rows[0][0])
        return header

    def rename(self, game_id: str, title: str) -> Game:
        """Give the game another title."""
        return self._change(game_id, "title = ?", title)

    def summarize(self, game_id: str, summary: Mapping[str, object]) -> Game:
        """Replace the session's note about the game (`Journal.append` can do it on the way)."""
        return self._change(game_id, "summary = ?", canonical(as_dict(summary), "summary"))

    def archive(self, game_id: str) -> Game:
        """Put the game away; it can still be played."""
        return self._change(game_id, "archived = ?", 1)

    def unarchive(self, game_id: str) -> Game:
        """Bring an archived game back among the active ones."""
        return self._change(game_id, "archived = ?", 0)

    def delete(self, game_id: str) -> Game:
        """Hide the game and its results. Nothing is lost: `undelete` brings it back as it was."""
        return self._change(game_id, "deleted_at = ?", iso(self._store.clock()))

    def undelete(self, game_id: str) -> Game:
        """Take a deletion back."""
        return self._change(game_id, "deleted_at = ?", None)

    def purge(self, game_id: str) -> Path:
        """Remove a deleted game for good, after an export of it was written beside the journal.

        Returns the export's path. Raises `JournalConflict` unless the game is deleted, and
        `JournalDamaged` when it cannot be exported whole: then it stays.
        """
        if self.get(game_id).status is not GameStatus.DELETED:
            raise JournalConflict("journal.conflict_not_deleted", game=game_id)
        copy = exporting.write(
            self._store,
            game_id,
            beside(self._store.path, f".purged-{game_id}.json"),
            contains_secrets=True,
        )
        with self._store.writing() as connection:
            connection.execute("UPDATE game SET purging = 1 WHERE id = ?", (game_id,))
            for table in ("result", "entry", "start"):
                connection.execute(f"DELETE FROM {table} WHERE game = ?", (game_id,))
            connection.execute("DELETE FROM game WHERE id = ?", (game_id,))
        return copy

    def _change(self, game_id: str, assignment: str, value: str | int | None) -> Game:
        with self._store.writing() as connection:
            changed = connection.execute(
                f"UPDATE game SET {assignment} WHERE id = ?", (value, game_id)
            )
            if changed.rowcount == 0:
                raise JournalMissing("journal.unknown_game", game=game_id)
        return self.get(game_id)

    def _game(self, row: tuple[Any, ...]) -> Game:
        (
            game_id,
            title,
            archived,
            deleted_at,
            created_at,
            updated_at,
            app_version,
            entries,
            last_seq,
            summary,
        ) = row
        if deleted_at is not None:
            status = GameStatus.DELETED
        else:
            status = GameStatus.ARCHIVED if archived else GameStatus.ACTIVE
        return Game(
            id=game_id,
            title=title,
            status=status,
            created_at=created_at,
            updated_at=updated_at,
            app_version=app_version,
            entries=entries,
            last_seq=last_seq,
            summary=self._store.decoded(summary),
        )
