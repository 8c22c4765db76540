"""The lists of a journal as the faces use them, each call on the session's thread.

Every method answers with a `Future` whose result raises `JournalError` when the journal does.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future
from pathlib import Path
from threading import Lock
from typing import Any, Protocol, TypeVar

from companion.journal import (
    Document,
    Game,
    GameResult,
    GameStatus,
    Imported,
    Journal,
    JournalConflict,
    Lifetime,
    Person,
    Place,
    clear_unfinished,
    file_name,
    own_place,
    read_document,
)
from companion.journal.files import atomic_writer
from companion.session.desk import Desk
from companion.session.hosting import Hosting
from companion.session.loading import summed_up
from companion.session.summary import read_summary
from companion.session.verify import Report, verify_game
from companion.session.worker import chained

T = TypeVar("T")


class Run(Protocol):
    """Does a call where it belongs: on the session's thread, or aside of it."""

    def __call__(self, call: Callable[[], T]) -> Future[T]:
        """The call's result as a future."""


class GameList:
    """All games. `read_summary(game.summary)` says who played, who leads and how far they are."""

    def __init__(self, run: Run, aside: Run, desk: Desk, hosting: Hosting) -> None:
        self._run = run
        self._aside = aside
        self._desk = desk
        self._hosting = hosting
        self._one_export = Lock()  # two of one game would write into the same unfinished file

    def list(self, *statuses: GameStatus) -> Future[tuple[Game, ...]]:
        """Games of these statuses (none given: all but the deleted), last played first."""
        return self._run(lambda: self._desk.use(lambda journal: journal.games.list(*statuses)))

    def get(self, game_id: str) -> Future[Game]:
        """One game, deleted or not."""
        return self._run(lambda: self._desk.use(lambda journal: journal.games.get(game_id)))

    def rename(self, game_id: str, title: str) -> Future[Game]:
        """Give a game another title."""
        return self._run(lambda: self._hosting.rename(game_id, title))

    def archive(self, game_id: str) -> Future[Game]:
        """Put a game away; it can still be played."""
        return self._run(lambda: self._desk.use(lambda j: j.games.archive(game_id), "games"))

    def unarchive(self, game_id: str) -> Future[Game]:
        """Bring an archived game back among the active ones."""
        return self._run(lambda: self._desk.use(lambda j: j.games.unarchive(game_id), "games"))

    def delete(self, game_id: str) -> Future[Game]:
        """Hide a game and its results; one on the table is taken off first."""
        return self._run(lambda: self._hosting.delete(game_id))

    def undelete(self, game_id: str) -> Future[Game]:
        """Take a deletion back."""
        return self._run(
            lambda: self._desk.use(lambda j: j.games.undelete(game_id), "games", "people")
        )

    def purge(self, game_id: str) -> Future[Path]:
        """Remove a deleted game for good; the answer is the export that was kept."""
        return self._run(lambda: self._desk.use(lambda j: j.games.purge(game_id), "games"))

    def places(self) -> Future[tuple[Place, ...]]:
        """Where games can go out to and come in from: plugged-in drives, then the own folder.

        A slow drive makes no input wait for it.
        """
        return self._aside(self._places)

    def _places(self) -> tuple[Place, ...]:
        options = self._desk.options
        return (*options.drives.find(), own_place(options.path))

    def export_to(self, game_id: str, place: Place) -> Future[Path]:
        """Write a game into `place`, whole or not at all; where it is now."""
        return self._aside(lambda: self._export_to(game_id, place))

    def _export_to(self, game_id: str, place: Place) -> Path:
        self._desk.options.drives.check(place)
        with self._one_export, self._reader() as journal:
            clear_unfinished(place)
            name = file_name(journal.games.get(game_id))
            return _export(journal, game_id, place.path / name)

    def write_to(self, place: Place, name: str, make: Callable[[], bytes]) -> Future[Path]:
        """Write what `make` gives as the file `name` into `place`, whole or not at all."""
        return self._aside(lambda: self._write_to(place, name, make))

    def _write_to(self, place: Place, name: str, make: Callable[[], bytes]) -> Path:
        self._desk.options.drives.check(place)
        target, content = place.path / name, make()
        with self._one_export, atomic_writer(target) as stream:
            stream.write(content)
        return target

    def export(self, game_id: str, target: Path, *, force: bool = False) -> Future[Path]:
        """Write a game as one JSON file, whole or not at all.

        Raises `JournalConflict` for a file that is there and is no earlier export of this game,
        unless `force`.
        """
        return self._aside(lambda: self._export(game_id, target, force))

    def _export(self, game_id: str, target: Path, force: bool) -> Path:
        with self._one_export, self._reader() as journal:
            if not force and not journal.may_replace(game_id, target):
                raise JournalConflict("journal.conflict_file", file=str(target), game=game_id)
            return _export(journal, game_id, target)

    def import_file(self, source: Path) -> Future[Imported]:
        """Read an exported game in. Raises `ImportRefused` with every problem of the file.

        Who plays and how far they are is worked out from the entries.
        Inputs do not wait for the reading, only for the recording of what was read.
        """
        extra = self._desk.options.extra
        read = self._aside(lambda: summed_up(read_document(source), extra))
        return chained(read, self._add)

    def _add(self, document: Document) -> Future[Imported]:
        return self._run(
            lambda: self._desk.use(lambda j: j.add_document(document), "games", "people")
        )

    def rescue(self, game_id: str) -> Future[Imported]:
        """The sound part of a damaged game as a new game."""
        return self._run(lambda: self._hosting.rescue(game_id))

    def verify(self, game_id: str) -> Future[Report]:
        """Check a game of this journal as `verify_file` checks an exported one.

        It takes about a second for 1,000 entries, and inputs do not wait for it.
        """
        return self._aside(lambda: self._verify(game_id))

    def _verify(self, game_id: str) -> Report:
        with self._reader() as journal:
            return verify_game(journal, game_id, extra=self._desk.options.extra)

    def _reader(self) -> Journal:
        """A journal belongs to one thread: this is another one, for the thread that calls."""
        return self._desk.options.open(read_only=True)


def _export(journal: Journal, game_id: str, target: Path) -> Path:
    """Write the file, labelled when it tells what nobody may know yet."""
    over = read_summary(journal.games.get(game_id).summary).over
    return journal.export_game(game_id, target, contains_secrets=not over)


class PeopleList:
    """Everybody who plays here, and how they fared."""

    def __init__(self, run: Run, desk: Desk) -> None:
        self._run = run
        self._desk = desk

    def list(self, *, removed: bool = False) -> Future[tuple[Person, ...]]:
        """Those on the list, or those taken off it, by name."""
        return self._run(lambda: self._desk.use(lambda j: j.persons.list(removed=removed)))

    def add(
        self, name: str, *, color: str | None = None, language: str | None = None
    ) -> Future[Person]:
        """Enter a person; two may have one name."""
        return self._run(
            lambda: self._desk.use(
                lambda j: j.persons.add(name, color=color, language=language), "people"
            )
        )

    def change(self, person: Person) -> Future[None]:
        """Record another name, color or language."""
        return self._run(lambda: self._desk.use(lambda j: j.persons.change(person), "people"))

    def remove(self, person_id: str) -> Future[None]:
        """Take a person off the list; the results stay, and `bring_back` undoes it."""
        return self._run(lambda: self._desk.use(lambda j: j.persons.remove(person_id), "people"))

    def bring_back(self, person_id: str) -> Future[None]:
        """Put a removed person on the list again."""
        return self._run(
            lambda: self._desk.use(lambda j: j.persons.bring_back(person_id), "people")
        )

    def results(self, person_id: str) -> Future[tuple[GameResult, ...]]:
        """A person's results, the latest first."""
        return self._run(lambda: self._desk.use(lambda j: j.persons.results(person_id)))

    def lifetime(self) -> Future[tuple[Lifetime, ...]]:
        """Everybody's games taken together, most wins first."""
        return self._run(lambda: self._desk.use(lambda j: j.persons.lifetime()))


class PreferenceList:
    """Small settings of the app, JSON values by key. Keys that begin with `session.` are ours."""

    def __init__(self, run: Run, desk: Desk) -> None:
        self._run = run
        self._desk = desk

    def get(self, key: str, default: Any = None) -> Future[Any]:
        """The value of `key`, or `default`."""
        return self._run(lambda: self._desk.use(lambda j: j.preferences.get(key, default)))

    def all(self) -> Future[dict[str, Any]]:
        """Every key that was set."""
        return self._run(lambda: self._desk.use(lambda j: j.preferences.all()))

    def set(self, key: str, value: object) -> Future[None]:
        """Keep a value."""
        return self._run(
            lambda: self._desk.use(lambda j: j.preferences.set(key, value), "preferences")
        )

    def unset(self, key: str) -> Future[None]:
        """Forget a key; one never set is no error."""
        return self._run(lambda: self._desk.use(lambda j: j.preferences.unset(key), "preferences"))
