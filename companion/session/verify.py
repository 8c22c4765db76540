"""Checking a recorded game: the file, its chain, its chance, its rules. See `core.verify`."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

import msgspec

from companion.core.codec import UnreadableEvent, setup_from_data
from companion.core.compose import CompositionRefused
from companion.core.history import Record
from companion.core.model import Setup
from companion.core.module import Module
from companion.core.registry import rules_of
from companion.core.verify import Finding, verify_records
from companion.i18n.text import Text
from companion.journal import Entry, ImportRefused, Journal, NewEntry, read_document
from companion.session import records
from companion.session.records import UnreadableRecord
from companion.session.snapshot import problem_texts


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
                Finding(
                    "fault",
                    problem.code,
                    Text(
                        "verify.file",
                        {
                            "where": problem.path or "/",
                            "problem": Text(problem.code, problem.params),
                        },
                    ),
                )
                for problem in refused.problems
            )
        )
    chain = Finding("ok", "chain", Text("verify.chain", {"chain": document.chain}))
    return _verified(chain, document.entries, shown=shown, redecide=redecide, extra=extra)


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
    return _verified(chain, entries, shown=shown, redecide=redecide, extra=extra)


def _verified(
    chain: Finding,
    entries: Sequence[Entry | NewEntry],
    *,
    shown: str | None,
    redecide: bool,
    extra: Iterable[Module],
) -> Report:
    try:
        setup: Setup = setup_from_data(records.first_event(entries)["setup"])
        rules = rules_of(setup, extra)
        lines: list[Record] = [
            records.from_journal(rules, entry, n) for n, entry in enumerate(entries)
        ]
    except CompositionRefused as fault:
        text = Text("session.modules_unknown", {"reasons": problem_texts(fault.problems)})
        return Report((chain, Finding("fault", "modules_unknown", text)))
    except (UnreadableEvent, UnreadableRecord, msgspec.ValidationError) as fault:
        text = Text("session.game_unreadable", {"detail": str(fault)})
        return Report((chain, Finding("fault", "game_unreadable", text)))
    return Report((chain, *verify_records(rules, lines, shown=shown, redecide=redecide)))
