"""Reading an exported game: every fault of the file at once, then all of it or nothing.

Nothing of the file is believed: its shape is checked value by value and its hash chain recomputed.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any, Final, TypeVar

import msgspec

from companion.journal import log
from companion.journal.canonical import MAX_DEPTH, canonical, root_digest
from companion.journal.errors import JournalDamaged, JournalError, JournalMisuse
from companion.journal.exporting import FORMAT, FORMAT_VERSION
from companion.journal.files import file_faults
from companion.journal.games import Games
from companion.journal.model import Event, NewEntry, new_id
from companion.journal.store import Store

_T = TypeVar("_T")

MAX_BYTES: Final = 256 * 1024 * 1024
"""A file bigger than this is refused unread: a whole evening is about 1 MB."""

MAX_PROBLEMS: Final = 100
"""Problems listed of one file; a file with more is something else altogether."""

PROBLEMS: Final[dict[str, str]] = {
    "import.too_big": "is bigger than {limit} bytes: choose an exported game",
    "import.not_json": "is not JSON ({detail}): choose an exported game, or export it again",
    "import.not_a_game": "should be {wanted}: choose a file that Islekeeper exported",
    "import.newer": "is {value}, this app reads up to {supported}: update Islekeeper",
    "import.missing": "is missing: export the game again",
    "import.type": "is {value}, not {wanted}: export the game again",
    "import.order": "is {value} where {wanted} follows: export the game again",
    "import.repeated": "is {value}, which an earlier entry has: export the game again",
    "import.chain": "does not fit what is written there: the file was changed after its export; "
    "use an unchanged copy",
}
"""English sentence, after the place in the file, by code."""


class Problem(msgspec.Struct, frozen=True):
    """One fault of a file: ``path`` is the place in it (``entries[3].at``), empty for all of it."""

    path: str
    code: str
    params: dict[str, str | int]

    def __str__(self) -> str:
        return f"{self.path or 'the file'} {PROBLEMS[self.code].format_map(self.params)}"


class ImportRefused(JournalError):
    """The file is not an exported game that this app can read; ``problems`` says why, all of it."""

    def __init__(self, file: str, problems: tuple[Problem, ...]) -> None:
        super().__init__(
            "journal.import_refused", file=file, count=len(problems), first=str(problems[0])
        )
        self.problems = problems


class Document(msgspec.Struct, frozen=True, kw_only=True):
    """An exported game that was found sound."""

    game_id: str
    title: str
    created_at: str
    app_version: str
    header: dict[str, Any]
    summary: dict[str, Any]
    contains_secrets: bool
    entries: tuple[NewEntry, ...]
    chain: str


class Imported(msgspec.Struct, frozen=True):
    """Where an imported game is now; ``already_here`` when the very same game was in the list."""

    game_id: str
    already_here: bool


def read_document(source: Path) -> Document:
    """The game in an exported file.

    Raises `ImportRefused` with all of the file's problems, and another `JournalError` when it
    cannot be read.
    """
    with file_faults(source, "import"), source.open("rb") as stream:
        content = stream.read(MAX_BYTES + 1)
    if len(content) > MAX_BYTES:
        raise ImportRefused(str(source), (_too_big(),))
    checker = _Checker()
    document = checker.document(content)
    if document is None or checker.problems:
        raise ImportRefused(str(source), tuple(checker.problems[:MAX_PROBLEMS]))
    return document


def add_document(store: Store, games: Games, document: Document) -> Imported:
    """Put an exported game into the journal, in one transaction.

    The id is kept when it is free; when another game has it, the import gets a new one. When the
    same game, no entry more or less, is here under any id, nothing is written but that a deleted
    one comes back: a file read in twice is one game.
    """
    with store.writing() as connection:
        same = _same_game(store, connection, document)
        if same is not None:
            back = connection.execute(
                "UPDATE game SET deleted_at = NULL WHERE id = ? AND deleted_at IS NOT NULL", (same,)
            )
            return Imported(same, already_here=back.rowcount == 0)
        taken = connection.execute("SELECT 1 FROM game WHERE id = ?", (document.game_id,))
        game_id = document.game_id if taken.fetchone() is None else new_id()
        games.insert(
            connection,
            game_id,
            document.header,
            title=document.title,
            created_at=document.created_at,
            app_version=document.app_version,
        )
        log.insert(
            store, connection, game_id, document.entries, expected_seq=0, summary=document.summary
        )
    return Imported(game_id, already_here=False)


def is_earlier_export(store: Store, game_id: str, file: Path) -> bool:
    """Whether ``file`` tells nothing but what is still in the game, perhaps less of it."""
    try:
        document = read_document(file)
    except JournalError:
        return False
    with store.reading() as connection:
        link = log.link(store, connection, game_id, len(document.entries))
    return link.hex() == document.chain


def _same_game(store: Store, connection: sqlite3.Connection, document: Document) -> str | None:
    """The id of the game with the document's chain; the document's own id before others."""
    candidates = connection.execute(
        "SELECT id FROM game WHERE id = ? OR created_at = ? ORDER BY id <> ?, id",
        (document.game_id, document.created_at, document.game_id),
    ).fetchall()
    for (game_id,) in candidates:
        # A damaged game has no last link, and is not the one in the file.
        with suppress(JournalDamaged):
            head = log.head(store, connection, game_id)
            if head is not None and head.hex() == document.chain:
                return str(game_id)
    return None


class _Checker:
    """Collects the problems of one file."""

    def __init__(self) -> None:
        self.problems: list[Problem] = []

    def document(self, content: bytes) -> Document | None:
        root = self._root(content)
        if root is None:
            return None
        game = self._take(root, "", "game", dict, "an object") or {}
        header = self._object(game, "game.", "header")
        created_at = self._text(game, "game.", "created_at")
        app_version = self._text(game, "game.", "app_version")
        document = Document(
            game_id=self._text(game, "game.", "id"),
            title=self._text(game, "game.", "title"),
            created_at=created_at,
            app_version=app_version,
            header=header,
            summary=self._object(game, "game.", "summary"),
            contains_secrets=bool(self._take(root, "", "contains_secrets", bool, "true or false")),
            entries=tuple(self._entries(root)),
            chain=self._text(root, "", "chain"),
        )
        if not self.problems:
            self._check_id(document.game_id)
            self._check_chain(document, root["entries"])
        return document

    def _root(self, content: bytes) -> dict[str, Any] | None:
        try:
            root = msgspec.json.decode(content)
        except (msgspec.DecodeError, RecursionError) as fault:
            self._note("", "import.not_json", detail=str(fault) or "nested too deep")
            return None
        if not isinstance(root, dict) or root.get("format") != FORMAT:
            self._note("format", "import.not_a_game", wanted=FORMAT)
            return None
        version = root.get("version")
        if type(version) is not int or version < 1:
            self._note(
                "version", "import.type", value=_shown(version), wanted="a whole number from 1"
            )
            return None
        if version > FORMAT_VERSION:
            self._note("version", "import.newer", value=version, supported=FORMAT_VERSION)
            return None
        return root

    def _entries(self, root: Mapping[str, Any]) -> list[NewEntry]:
        entries: list[NewEntry] = []
        known: set[str] = set()
        seq = 0
        for index, found in enumerate(self._take(root, "", "entries", list, "a list") or []):
            if len(self.problems) >= MAX_PROBLEMS:
                break
            path = f"entries[{index}]."
            if not isinstance(found, dict):
                self._note(path[:-1], "import.type", value=_shown(found), wanted="an object")
                continue
            self._expect(found, path, "number", index + 1)
            command_id = self._text(found, path, "command_id")
            if command_id in known:
                self._note(f"{path}command_id", "import.repeated", value=_shown(command_id))
            known.add(command_id)
            events = self._events(found, path, seq)
            seq += len(events)
            entry = NewEntry(
                command_id=command_id,
                command=self._object(found, path, "command"),
                answer=self._object(found, path, "answer"),
                events=events,
                source=self._text(found, path, "source"),
                at=self._text(found, path, "at"),
                monotonic_ms=self._number(found, path, "monotonic_ms"),
            )
            self._text(found, path, "chain")
            entries.append(entry)
        return entries

    def _events(self, entry: Mapping[str, Any], path: str, seq: int) -> tuple[Event, ...]:
        events: list[Event] = []
        for index, found in enumerate(self._take(entry, path, "events", list, "a list") or []):
            inner = f"{path}events[{index}]."
            if not isinstance(found, dict):
                self._note(inner[:-1], "import.type", value=_shown(found), wanted="an object")
                continue
            self._expect(found, inner, "seq", seq + index + 1)
            kind = self._text(found, inner, "kind")
            version = self._number(found, inner, "version")
            events.append(Event(kind, version, self._object(found, inner, "data")))
        return tuple(events)

    def _check_id(self, game_id: str) -> None:
        if not Games.valid_id(game_id):
            self._note(
                "game.id",
                "import.type",
                value=_shown(game_id),
                wanted="1 to 64 letters, digits, '-' and '_'",
            )

    def _check_chain(self, document: Document, entries: list[dict[str, Any]]) -> None:
        """Find the first place where the chain does not fit; after it nothing can be said."""
        header = canonical(document.header, "game.header")
        digest = root_digest(document.created_at, document.app_version, header)
        seq = 0
        for index, (entry, found) in enumerate(zip(document.entries, entries, strict=True)):
            raw = log.raw_entry(entry, index + 1, seq + 1, digest)
            digest, seq = raw.digest, seq + len(entry.events)
            if digest.hex() != found["chain"]:
                self._note(f"entries[{index}].chain", "import.chain")
                return
        if digest.hex() != document.chain:
            self._note("chain", "import.chain")

    def _expect(self, found: Mapping[str, Any], path: str, key: str, wanted: int) -> None:
        if key in found and type(found[key]) is int and found[key] != wanted:
            self._note(f"{path}{key}", "import.order", value=found[key], wanted=wanted)
        else:
            self._number(found, path, key)

    def _text(self, found: Mapping[str, Any], path: str, key: str) -> str:
        return self._take(found, path, key, str, "a text") or ""

    def _number(self, found: Mapping[str, Any], path: str, key: str) -> int:
        value = self._take(found, path, key, int, "a whole number") or 0
        if isinstance(value, bool) or not -(2**63) <= value < 2**63:  # what a column holds
            self._note(f"{path}{key}", "import.type", value=_shown(value), wanted="a whole number")
            return 0
        return value

    def _object(self, found: Mapping[str, Any], path: str, key: str) -> dict[str, Any]:
        value: dict[str, Any] = self._take(found, path, key, dict, "an object") or {}
        try:
            canonical(value, f"{path}{key}")
        except JournalMisuse as fault:
            self._note(
                str(fault.params["path"]),
                "import.type",
                value=str(fault.params["value"]),
                wanted=f"a JSON value, at most {MAX_DEPTH} deep",
            )
        return value

    def _take(
        self, found: Mapping[str, Any], path: str, key: str, kind: type[_T], wanted: str
    ) -> _T | None:
        if key not in found:
            self._note(f"{path}{key}", "import.missing")
            return None
        value = found[key]
        if not isinstance(value, kind):
            self._note(f"{path}{key}", "import.type", value=_shown(value), wanted=wanted)
            return None
        return value

    def _note(self, path: str, code: str, **params: str | int) -> None:
        self.problems.append(Problem(path, code, params))


def _too_big() -> Problem:
    return Problem("", "import.too_big", {"limit": MAX_BYTES})


def _shown(value: object) -> str:
    """``value`` as a message quotes it."""
    text = repr(value)
    return text if len(text) <= 60 else text[:57] + "…"
