"""Who plays here, and how they fared over the years."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

import msgspec

from companion.journal.errors import JournalConflict, JournalMissing
from companion.journal.model import GameResult, Lifetime, Person, Result, iso, new_id
from companion.journal.store import Store

_COUNTED: Final = "result JOIN game ON game.id = result.game WHERE game.deleted_at IS NULL"


class Persons:
    """The persons of one journal and their results."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def add(
        self,
        name: str,
        *,
        color: str | None = None,
        language: str | None = None,
        person_id: str | None = None,
    ) -> Person:
        """Enter a person; two may have one name. Raises `JournalConflict` when the id is taken."""
        person = Person(
            id=person_id or new_id(),
            name=name,
            color=color,
            language=language,
            created_at=iso(self._store.clock()),
        )
        with self._store.writing() as connection:
            if connection.execute("SELECT 1 FROM person WHERE id = ?", (person.id,)).fetchone():
                raise JournalConflict("journal.conflict_person", person=person.id)
            connection.execute(
                "INSERT INTO person VALUES (?, ?, ?, ?, ?, NULL)", msgspec.structs.astuple(person)
            )
        return person

    def change(self, person: Person) -> None:
        """Record another name, color or language of ``person``. Raises `JournalMissing`."""
        self._update(
            "name = ?, color = ?, language = ?",
            (person.name, person.color, person.language),
            person.id,
        )

    def remove(self, person_id: str) -> None:
        """Take a person off the list; the results stay, and `bring_back` undoes it."""
        self._update("removed_at = ?", (iso(self._store.clock()),), person_id)

    def bring_back(self, person_id: str) -> None:
        """Put a removed person on the list again."""
        self._update("removed_at = ?", (None,), person_id)

    def list(self, *, removed: bool = False) -> tuple[Person, ...]:
        """The persons on the list (or, ``removed``, those taken off it), by name."""
        rows = self._store.rows(
            "SELECT id, name, color, language, created_at FROM person "
            "WHERE (removed_at IS NOT NULL) = ? ORDER BY name, created_at, id",
            (removed,),
        )
        return tuple(
            Person(id=row[0], name=row[1], color=row[2], language=row[3], created_at=row[4])
            for row in rows
        )

    def replace_results(self, game_id: str, results: Iterable[Result]) -> None:
        """Record who fared how in a game, in place of what was recorded of it before.

        Raises `JournalMissing` for an unknown game or person; then the earlier results stay.
        """
        with self._store.writing() as connection:
            if not connection.execute("SELECT 1 FROM game WHERE id = ?", (game_id,)).fetchone():
                raise JournalMissing("journal.unknown_game", game=game_id)
            connection.execute("DELETE FROM result WHERE game = ?", (game_id,))
            for result in results:
                if not connection.execute(
                    "SELECT 1 FROM person WHERE id = ?", (result.person_id,)
                ).fetchone():
                    raise JournalMissing("journal.unknown_person", person=result.person_id)
                connection.execute(
                    "INSERT INTO result VALUES (?, ?, ?, ?, ?, ?)",
                    (
                        game_id,
                        result.person_id,
                        result.place,
                        result.victory_points,
                        result.won,
                        result.at,
                    ),
                )

    def results(self, person_id: str) -> tuple[GameResult, ...]:
        """A person's results in games that are not deleted, the latest first."""
        rows = self._store.rows(
            f"SELECT game, person, place, victory_points, won, at FROM {_COUNTED} AND person = ? "
            "ORDER BY at DESC, game",
            (person_id,),
        )
        return tuple(
            GameResult(
                game_id=row[0],
                person_id=row[1],
                place=row[2],
                victory_points=row[3],
                won=bool(row[4]),
                at=row[5],
            )
            for row in rows
        )

    def lifetime(self) -> tuple[Lifetime, ...]:
        """Everybody's games taken together, most wins first; without those who have none."""
        rows = self._store.rows(
            "SELECT person, count(*), sum(won), sum(victory_points), max(victory_points) "
            f"FROM {_COUNTED} "
            "GROUP BY person ORDER BY sum(won) DESC, sum(victory_points) DESC, person"
        )
        return tuple(
            Lifetime(person_id=row[0], games=row[1], won=row[2], victory_points=row[3], best=row[4])
            for row in rows
        )

    def _update(self, assignments: str, values: tuple[str | None, ...], person_id: str) -> None:
        with self._store.writing() as connection:
            changed = connection.execute(
                f"UPDATE person SET {assignments} WHERE id = ?", (*values, person_id)
            )
            if changed.rowcount == 0:
                raise JournalMissing("journal.unknown_person", person=person_id)
