"""Checking a recorded game: the file, its chain, its chance, its rules. See `core.verify`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from companion.core import history
from companion.core.codec import UnreadableEvent
from companion.core.compose import CompositionRefused
from companion.core.history import Record
from companion.core.module import Module
from companion.core.registry import rules_of
from companion.core.verify import Finding, verify_records
from companion.i18n.text import Text
from companion.journal import Entry, ImportRefused, Journal, NewEntry, read_document
from companion.session import records
from companion.session.records import UnreadableRecord
from companion.session.snapshot import file_problem, problem_texts
from companion.session.soundness import (
    Unsound,
    read_setup,
    require_known_format,
    require_sound,
)


@dataclass(frozen=True)
class Report:
    """All findings about a game, faults among them or not."""

    findings: tuple[Finding, ...]

    @property
    def good(self) -> bool:
        """Whether nothing is wrong; warnings say what nobody can check."""
        return all(finding.level != "fault" for finding in self.findings)


def verify_file(
    file: Path,
    *,
    shown: str | None = None,
    redecide: bool = True,
    extra: Iterable[Module] = (),
) -> Report:
    """Check an exported game. `shown`: the commitment noted before the first draw.

    A file that is no sound export gives one fault for each of its problems. Raises
    `JournalError` when it cannot be read at all.
    """
    try:
        document = read_document(file)
    except ImportRefused as refused:
        return Report(
            tuple(
                Finding("fault", problem.code, file_problem(problem))
                for problem in refused.problems
            )
        )
    chain = Finding("ok", "chain", Text("verify.chain", {"chain": document.chain}))
    return _verified(
        chain, document.header, document.entries, shown=shown, redecide=redecide, extra=extra
    )


def verify_game(
    journal: Journal,
    game_id: str,
    *,
    shown: str | None = None,
    redecide: bool = True,
    extra: Iterable[Module] = (),
) -> Report:
    """Check a game in an open journal. Raises `JournalMissing` when there is none."""
    found = journal.verify(game_id)
    if found.problem is not None:
        text = Text("verify.chain_broken", {"n": found.good_entries, "detail": found.problem})
        return Report((Finding("fault", "chain_broken", text),))
    chain = Finding("ok", "chain", Text("verify.chain", {"chain": found.digest}))
    entries = tuple(journal.entries(game_id))
    return _verified(
        chain, journal.games.header(game_id), entries, shown=shown, redecide=redecide, extra=extra
    )


def _verified(
    chain: Finding,
    header: Mapping[str, Any],
    entries: Sequence[Entry | NewEntry],
    *,
    shown: str | None,
    redecide: bool,
    extra: Iterable[Module],
) -> Report:
    try:
        require_known_format(header)
        rules = rules_of(read_setup(records.first_event(entries)["setup"]), extra)
        lines: list[Record] = [
            records.from_journal(rules, entry, n) for n, entry in enumerate(entries)
        ]
    except CompositionRefused as fault:
        text = Text("session.modules_unknown", {"reasons": problem_texts(fault.problems)})
        return Report((chain, Finding("fault", "modules_unknown", text)))
    except Unsound as fault:
        return Report((chain, _unreadable(fault.text)))
    except (UnreadableEvent, UnreadableRecord) as fault:
        return Report((chain, _unreadable(str(fault))))
    found = verify_records(rules, lines, shown=shown, redecide=redecide)
    if all(finding.code != "not_foldable" for finding in found):
        try:
            require_sound(history.load(rules, lines))
        except Unsound as fault:
            found = (*found, _unreadable(fault.text))
    return Report((chain, *found))


def _unreadable(detail: str | Text) -> Finding:
    text = Text("session.game_unreadable", {"detail": detail})
    return Finding("fault", "game_unreadable", text)
