"""Small settings of the app (theme, language, text scale, the last set-up), by key."""

from __future__ import annotations

from typing import Any

from companion.journal.canonical import canonical
from companion.journal.store import Store


class Preferences:
    """Key to JSON value. The journal does not know what the keys mean."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def get(self, key: str, default: Any = None) -> Any:
        """The value of ``key``, or ``default``."""
        rows = self._store.rows("SELECT value FROM preference WHERE key = ?", (key,))
        return self._store.decoded(rows[0][0]) if rows else default

    def all(self) -> dict[str, Any]:
        """Every key that was set."""
        rows = self._store.rows("SELECT key, value FROM preference ORDER BY key")
        return {key: self._store.decoded(value) for key, value in rows}

    def set(self, key: str, value: object) -> None:
        """Keep ``value``. Raises `JournalMisuse` when it is no JSON."""
        text = canonical(value, f"preference {key}")
        with self._store.writing() as connection:
            connection.execute(
                "INSERT INTO preference VALUES (?, ?) "
                "ON CONFLICT (key) DO UPDATE SET value = excluded.value",
                (key, text),
            )

    def unset(self, key: str) -> None:
        """Forget ``key``; one never set is no error."""
        with self._store.writing() as connection:
            connection.execute("DELETE FROM preference WHERE key = ?", (key,))
