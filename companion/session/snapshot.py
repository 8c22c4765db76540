"""What a session tells: answers to those who asked, snapshots to everybody who watches."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from companion.core.compose import Rules
from companion.core.context import Context
from companion.core.history import Log, Record
from companion.core.model import Event, Problem, Refusal, State
from companion.i18n.text import Text
from companion.journal import ImportRefused, JournalError
from companion.journal import Problem as FileProblem
from companion.session.clocks import Clocks
from companion.session.proposals import Proposal


@dataclass(frozen=True)
class Done:
    """An input that counts and is on the disk.

    `record` is its line of the history; `log` the history now. `repeated`: the id was known,
    this is its first answer again and nothing was entered anew.
    """

    game: str
    record: Record
    log: Log = field(repr=False, compare=False)
    repeated: bool = False

    @property
    def seq(self) -> int:
        """The record's number."""
        return self.record.n

    @property
    def events(self) -> tuple[Event, ...]:
        """All events of the record, consequences included; none for an undo or redo."""
        return tuple(event for entry in self.record.entries for event in entry.events)


@dataclass(frozen=True)
class SetupRefused:
    """A new game that cannot be: every reason, not the first only."""

    problems: tuple[Problem, ...]


Answer = Done | Refusal
"""What an input comes to. A refusal changed nothing; its code says why."""


@dataclass(frozen=True)
class Trouble:
    """Something wrong that stays until it is cured, with a copy of the file where one was kept."""

    code: str
    text: Text
    copy: Path | None = None


@dataclass(frozen=True)
class JournalStatus:
    """The file: where it is, whether it is open, and what is wrong with it."""

    path: Path
    open: bool = False
    read_only: bool = False
    trouble: Trouble | None = None


@dataclass(frozen=True)
class Changes:
    """Counters that grow when a list changes, so that a face reads anew only what it shows."""

    games: int = 0
    people: int = 0
    preferences: int = 0


@dataclass(frozen=True)
class Snapshot:
    """Everything at one moment; it never changes. `revision` grows by one with each.

    `log` is None when no game is open, or when the open one cannot be read; `trouble` says why
    a game is read-only. `alarm` is what the last failed write said: shown in red until a write
    succeeds.
    """

    revision: int
    journal: JournalStatus
    game: str | None = None
    title: str = ""
    log: Log | None = field(default=None, repr=False, compare=False)
    trouble: Trouble | None = None
    alarm: Trouble | None = None
    clocks: Clocks | None = None
    proposals: tuple[Proposal, ...] = ()
    changes: Changes = field(default_factory=Changes)

    @property
    def state(self) -> State | None:
        """The open game's state."""
        return None if self.log is None else self.log.state

    @property
    def rules(self) -> Rules | None:
        """The open game's rules."""
        return None if self.log is None else self.log.rules

    @property
    def seq(self) -> int:
        """The number of the last record, -1 without a game."""
        return -1 if self.log is None else self.log.next_number - 1

    @property
    def writable(self) -> bool:
        """Whether inputs can be entered."""
        writing = self.journal.open and not self.journal.read_only
        return writing and self.log is not None and self.trouble is None

    def context(self) -> Context:
        """The state as rules read it. Raises ValueError without an open game."""
        if self.log is None:
            raise ValueError("no game is open: begin or open one first")
        return Context(self.log.rules, self.log.state)


def fault_text(fault: JournalError) -> Text:
    """The journal's error as a message for people."""
    params: dict[str, Any] = dict(fault.params)
    if isinstance(fault, ImportRefused):  # its own words quote the first problem in English
        params["first"] = file_problem(fault.problems[0])
    return Text(fault.code, params)


def file_problem(problem: FileProblem) -> Text:
    """One fault of an exported game, with its place in the file or as a fault of all of it."""
    said = Text(problem.code, dict(problem.params))
    where = problem.path or Text("verify.whole_file")
    return Text("verify.file", {"where": where, "problem": said})


def fault_trouble(fault: JournalError) -> Trouble:
    """The journal's error with the copy that it names."""
    copy = fault.params.get("copy")
    return Trouble(fault.code, fault_text(fault), None if copy is None else Path(str(copy)))


def program_fault(fault: Exception) -> Trouble:
    """A fault of the program itself, as it is shown; the log has all of it."""
    return Trouble("fault", Text("session.fault", {"detail": f"{type(fault).__name__}: {fault}"}))


def not_shown(fault: Exception) -> Text:
    """Why a face put a game away: its state fails in the view; the log has all of it."""
    return Text("session.not_shown", {"detail": f"{type(fault).__name__}: {fault}"})


def refused(fault: JournalError) -> Refusal:
    """The journal's error as the answer to an input."""
    return Refusal(fault.code, fault_text(fault))


def problem_texts(problems: Sequence[Problem]) -> tuple[Text, ...]:
    """The reasons as a list that a message can join."""
    return tuple(problem.text for problem in problems)
