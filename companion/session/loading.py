"""A recorded game from the journal: whole, or as far as this program can read it, and why."""

from __future__ import annotations

import logging
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import msgspec

from companion.core import history
from companion.core.codec import UnreadableEvent
from companion.core.compose import CompositionRefused, Rules
from companion.core.history import Log, Record
from companion.core.module import Module
from companion.core.registry import rules_of
from companion.i18n.text import Text
from companion.journal import (
    Document,
    Entry,
    Game,
    Journal,
    JournalDamaged,
    NewEntry,
    backups,
)
from companion.session import clocks, records, summary
from companion.session.records import UnreadableRecord
from companion.session.snapshot import Trouble, fault_text, problem_texts
from companion.session.soundness import (
    Unsound,
    read_setup,
    require_known_format,
    require_sound,
)

_logger = logging.getLogger(__name__)


@dataclass(frozen=True)
class Loaded:
    """A game as it was recorded.

    `log` is None where not even its beginning can be folded; with `trouble` it may end before
    the last record. `ids` gives the record number of each command id, `seq` the number of
    events in the journal, `seconds` the game time of the last stamp.
    """

    game: Game
    log: Log | None
    seq: int
    ids: dict[str, int] = field(default_factory=dict)
    seconds: float = 0.0
    trouble: Trouble | None = None


def load(journal: Journal, game_id: str, extra: Iterable[Module] = ()) -> Loaded:
    """The game `game_id`. Raises `JournalError` only where there is no such game at all."""
    game = journal.games.get(game_id)
    copy = newest_copy(journal.path)
    entries: list[Entry] = []
    trouble: Trouble | None = None
    try:
        require_known_format(journal.games.header(game_id))
        entries.extend(journal.entries(game_id))
    except Unsound as fault:
        return Loaded(game, None, game.last_seq, trouble=_unreadable(fault.text, copy))
    except JournalDamaged as fault:
        trouble = Trouble(fault.code, fault_text(fault), copy)
        if "good" in fault.params:
            entries = list(_first(journal, game_id, int(fault.params["good"])))
    try:
        rules = _rules(entries, extra)
    except CompositionRefused as fault:
        reason = Text("session.modules_unknown", {"reasons": problem_texts(fault.problems)})
        unknown = Trouble("modules_unknown", reason, copy)
        return Loaded(game, None, game.last_seq, trouble=trouble or unknown)
    except (UnreadableRecord, Unsound) as fault:
        found = trouble or _unreadable(_detail(fault), copy)
        return Loaded(game, None, game.last_seq, trouble=found)
    lines, unread = _records(rules, entries, copy)
    trouble = trouble or unread
    try:
        log = history.load(rules, lines)
        require_sound(log)
    except Unsound as fault:
        found = trouble or _unreadable(fault.text, copy)
        return Loaded(game, None, game.last_seq, trouble=found)
    except Exception as fault:  # a record that does not fit its rules may fail in any way
        _logger.exception("game %s cannot be folded", game_id)
        found = trouble or _unreadable(f"{type(fault).__name__}: {fault}", copy)
        return Loaded(game, None, game.last_seq, trouble=found)
    return Loaded(
        game=game,
        log=log,
        seq=game.last_seq,
        ids={entry.command_id: n for n, entry in enumerate(entries[: len(lines)])},
        seconds=max((line.stamp.mono for line in lines), default=0.0),
        trouble=trouble,
    )


def summed_up(document: Document, extra: Iterable[Module] = ()) -> Document:
    """`document` with a summary of what its entries say; the one it brought is not believed.

    What cannot be read at all has none: opening the game says why.
    """
    now: dict[str, Any] = {}
    try:
        require_known_format(document.header)
        rules = _rules(document.entries, extra)
        lines, _ = _records(rules, document.entries, None)
        log = history.load(rules, lines)
        require_sound(log)
        seconds = max(line.stamp.mono for line in lines)
        now = summary.summarize(rules, log.state, clocks.book_of(log.live()).until(seconds))
    except (CompositionRefused, UnreadableRecord, Unsound) as fault:
        _logger.info("an imported game cannot be summed up: %s", fault)
    except Exception:  # records that do not fit their rules may fail in any way
        _logger.exception("an imported game cannot be summed up")
    return msgspec.structs.replace(document, summary=now)


def newest_copy(path: Path) -> Path | None:
    """The newest backup that lies beside the journal."""
    found = backups(path)
    return found[0].path if found else None


def _first(journal: Journal, game_id: str, count: int) -> Iterable[Entry]:
    """The first `count` entries of a game that is damaged after them."""
    entries = journal.entries(game_id)
    for _ in range(count):
        yield next(entries)


def _rules(entries: Sequence[Entry | NewEntry], extra: Iterable[Module]) -> Rules:
    return rules_of(read_setup(records.first_event(entries)["setup"]), extra)


def _records(
    rules: Rules, entries: Iterable[Entry | NewEntry], copy: Path | None
) -> tuple[list[Record], Trouble | None]:
    """The records up to the first that cannot be read, and what is wrong with that one."""
    lines: list[Record] = []
    for n, entry in enumerate(entries):
        try:
            lines.append(records.from_journal(rules, entry, n))
        except (UnreadableEvent, UnreadableRecord) as fault:
            text = Text("session.entry_unreadable", {"n": n, "detail": str(fault)})
            return lines, Trouble("entry_unreadable", text, copy)
    return lines, None


def _detail(fault: UnreadableRecord | Unsound) -> str | Text:
    return fault.text if isinstance(fault, Unsound) else str(fault)


def _unreadable(detail: str | Text, copy: Path | None) -> Trouble:
    return Trouble("game_unreadable", Text("session.game_unreadable", {"detail": detail}), copy)
