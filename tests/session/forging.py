"""Exported games changed by hand, with a chain that fits again."""

from __future__ import annotations

import copy
import json
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Any

from companion.core.frozen import FrozenMap
from companion.core.history import Plan
from companion.core.model import Command
from companion.journal.canonical import canonical, next_digest, root_digest
from tests.session.playing import begun, do, inline, log_of

Path_ = tuple[str | int, ...]
"""The way to a value of a document: keys and places."""

GONE = object()
"""Instead of a new value: take it out."""

VALUES: tuple[Any, ...] = (GONE, None, -1, 0, 7, 10**12, 1.5, True, "zz", "", [], ["zz"], {})
"""What a hand or a newer program might write somewhere."""

SETUP: Path_ = ("entries", 0, "events", 0, "data", "setup")


def exported(folder: Path) -> dict[str, Any]:
    """A short game with cards, pieces, an undone input and an amendment, as its file says it."""
    with inline(folder / "source.sqlite3") as session:
        game = begun(session, {"players": ["Anna", "Ben", "Cy"], "variants": ["event_cards"]}).game
        do(session, "skip_setup", "s1")
        do(session, "draw_card", "s1")
        do(session, "settle", "s1")
        do(session, "note", None, text="Tea")
        session.undo().result()
        entry = log_of(session).live()[-1]
        number = Command("enter_number", args=FrozenMap({"number": 5}))
        plan = session.plan_amendment(entry.id, (number,), "before").result()
        assert isinstance(plan, Plan)
        session.amend(plan, "test").result()
        file = session.games.export(game, folder / "source.json").result()
    document: dict[str, Any] = json.loads(file.read_text("utf-8"))
    return document


def changed(document: dict[str, Any], path: Path_, value: Any) -> dict[str, Any]:
    """`document` with one value changed or gone, and its chain made to fit as far as it can be."""
    other = copy.deepcopy(document)
    place: Any = other
    for key in path[:-1]:
        place = place[key]
    if value is GONE:
        del place[path[-1]]
    else:
        place[path[-1]] = value
    with suppress(Exception):  # what can have no chain any more is for the import to refuse
        rechain(other)
    return other


def rechain(document: dict[str, Any]) -> None:
    """Work out the chain of a document anew."""
    game = document["game"]
    header = canonical(game["header"], "header")
    digest = root_digest(game["created_at"], game["app_version"], header)
    for entry in document["entries"]:
        content = {key: value for key, value in entry.items() if key != "chain"}
        digest = next_digest(digest, canonical(content, "entry"))
        entry["chain"] = digest.hex()
    document["chain"] = digest.hex()


def places(value: Any, path: Path_ = ()) -> Iterator[Path_]:
    """The ways to everything in `value`, itself left out."""
    inside: Any = ()
    if isinstance(value, dict):
        inside = value.items()
    elif isinstance(value, list):
        inside = enumerate(value)
    for key, part in inside:
        yield (*path, key)
        yield from places(part, (*path, key))


def some_changes(
    document: dict[str, Any], count: int, seed: int
) -> list[tuple[Path_, Any, dict[str, Any]]]:
    """`count` changed documents, each with the one place and the value that it got."""
    rng = Random(seed)
    ways = list(places(document))
    found = []
    for _ in range(count):
        path, value = rng.choice(ways), rng.choice(VALUES)
        found.append((path, value, changed(document, path, value)))
    return found
