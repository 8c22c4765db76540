"""Was this game fair, and is its book right? Every draw made again, every record folded again.

What is checked: each shuffle and throw the app made against the seed, in the order of their
uses; each card against the shuffled deck (the modules' `audit`); the commitment that was shown
before the first draw; the rule modules' own checks after every entry; and each command decided
again with its events compared. Faces that people typed or a device read cannot be checked: they
are listed.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import repeat
from typing import Literal

import msgspec

from companion.core import chance, history
from companion.core.compose import Rules
from companion.core.context import Context, draw
from companion.core.events import ChanceDrawn, PromptOpened
from companion.core.history import Entry, Record
from companion.core.kernel import begin, decide, evolve
from companion.core.model import Command, Event, Refusal, Setup, State, Struct
from companion.core.rules.base.book import NumberProduced
from companion.i18n.text import Param, Text

Level = Literal["ok", "warning", "fault"]

PHYSICAL = frozenset({"typed", "device", "table"})
"""Sources of numbers that the app did not make."""

_WRONG_CHANCE = frozenset(
    {"draw_differs", "draw_size", "draw_unknown", "draw_skipped", "audit", "throw_unknown"}
)
_WRONG_COMMAND = frozenset({"not_accepted", "not_decidable", "decided_differently"})


class Finding(Struct, frozen=True):
    """One thing that was found. `entry` is the id of the entry it is about, if it is about one."""

    level: Level
    code: str
    text: Text
    entry: str = ""


@dataclass
class _Counts:
    """What was found right, for the summary."""

    draws: int = 0
    numbers: int = 0
    entries: int = 0
    decided: int = 0
    physical: list[str] = field(default_factory=list)


def verify_records(
    rules: Rules, records: Sequence[Record], *, shown: str | None = None, redecide: bool = True
) -> tuple[Finding, ...]:
    """Everything that is right, doubtful or wrong with a recorded game.

    `shown` is the commitment that somebody noted before the first draw (64 hex digits).
    `redecide` decides each command again; only for a game of the same module versions.
    """
    try:
        log = history.load(rules, records)
    except Exception as fault:  # noqa: BLE001 - a forged record may break its rules in any way
        return (_finding("fault", "not_foldable", {"detail": _fault(fault)}),)
    setup = log.state.setup
    counts = _Counts()
    if setup.chance != chance.ALGORITHM:
        return (_finding("fault", "algorithm", {"algorithm": setup.chance}),)
    try:
        found = [*_commitment(setup, shown)]
    except ValueError as fault:
        return (_finding("fault", "seed_malformed", {"detail": str(fault)}),)
    walk = _Walk(rules, setup, counts, redecide)
    for record in records:
        try:
            found.extend(walk.step(record))
        except Exception as fault:  # noqa: BLE001 - a forged record may break its rules in any way
            about: dict[str, Param] = {"n": record.n, "detail": _fault(fault)}
            return (*found, _finding("fault", "not_checkable", about))
    return (*found, *_summary(counts, len(records), redecide, found))


def _commitment(setup: Setup, shown: str | None) -> Iterator[Finding]:
    """What the seal says. Raises ValueError for a seed that is none."""
    digits = chance.commitment(setup.seed, algorithm=setup.chance)
    if not setup.sealed:
        yield _finding("warning", "not_sealed", {})
    if shown is None:
        yield _finding("ok", "commitment", {"commitment": digits})
        return
    try:
        fits = chance.verify_commitment(setup.seed, shown, algorithm=setup.chance)
    except ValueError as fault:
        yield _finding("fault", "commitment_unreadable", {"detail": str(fault)})
        return
    code = "commitment_fits" if fits else "commitment_differs"
    yield _finding("ok" if fits else "fault", code, {"commitment": digits, "shown": shown})


class _Walk:
    """Goes through the records as the table did, undone branches included."""

    def __init__(self, rules: Rules, setup: Setup, counts: _Counts, redecide: bool) -> None:
        self.rules = rules
        self.setup = setup
        self.counts = counts
        self.redecide = redecide
        self.states: dict[int, State] = {}
        self.parents: dict[int, int] = {}
        self.rewritten: dict[int, tuple[Entry, ...]] = {}
        self.fresh: dict[int, tuple[Entry, ...]] = {}
        self.now = -1

    def step(self, record: Record) -> list[Finding]:
        """What is wrong with one record; the walk goes on behind it."""
        if record.kind in ("undone", "redone"):
            self.now = record.to
            return []
        found: list[Finding] = []
        befores: Iterable[tuple[Event, ...] | None] = repeat(None)
        if record.kind == "amended":
            befores = _brought_before(self.live(), record)
            kept = _before(self.live(), record.since)
            self.rewritten[record.n] = (*kept, *record.entries)
            state = self.rules.initial(self.setup)
            for entry in kept:
                for event in entry.events:
                    state = evolve(self.rules, state, event)
        else:
            self.fresh[record.n] = record.entries
            state = self.states[self.now] if self.now >= 0 else self.rules.initial(self.setup)
        for entry, before in zip(record.entries, befores, strict=False):
            if self.redecide:
                found += self.decided_again(state, entry, record)
            more, state = self.folded(state, entry, before)
            found += more
        self.parents[record.n] = self.now
        self.states[record.n] = state
        self.now = record.n
        return found

    def live(self) -> tuple[Entry, ...]:
        """The entries that count at this point."""
        found: list[Entry] = []
        n = self.now
        while n >= 0:
            if n in self.rewritten:
                return (*self.rewritten[n], *reversed(found))
            found.extend(reversed(self.fresh[n]))
            n = self.parents[n]
        return tuple(reversed(found))

    def folded(
        self, state: State, entry: Entry, before: tuple[Event, ...] | None
    ) -> tuple[list[Finding], State]:
        """The state after `entry`, and what is wrong with its chance and its counts.

        `before`: what the entry had brought before it was amended (see `audit.Audit`).
        """
        self.counts.entries += 1
        found: list[Finding] = []
        for event in entry.events:
            if isinstance(event, ChanceDrawn):
                found += self.drawn(state, event, entry.id, amended=before is not None)
            for module in self.rules.modules:
                if module.audit is None or module.slice is None:
                    continue
                doubt = module.audit(state.slices[module.id], event, before)
                if doubt is not None:
                    level: Level = "fault" if doubt.fault else "warning"
                    found.append(_finding(level, "audit", {"detail": doubt.detail}, entry.id))
            if isinstance(event, NumberProduced):
                found += self.number(event, entry)
            state = evolve(self.rules, state, event)
        ctx = Context(self.rules, state)
        found += [
            _finding("fault", "invariant", {"detail": wrong, "module": module.id}, entry.id)
            for module in self.rules.modules
            for check in module.checks
            for wrong in check(ctx)
        ]
        return found, state

    def drawn(
        self, state: State, event: ChanceDrawn, entry: str, *, amended: bool
    ) -> Iterator[Finding]:
        """What is wrong with a shuffle or throw that the app made."""
        about: dict[str, Param] = {"stream": event.stream, "use": event.use}
        due_size = event.bounds[:1] if event.how == "shuffle" else (len(event.bounds),)
        if due_size != (len(event.outcome),):
            # Not drawn again: a bound that nobody drew may be as great as it likes.
            both = {"recorded": str(len(event.outcome)), "right": _row(due_size)}
            yield _finding("fault", "draw_size", {**about, **both}, entry)
            return
        try:
            right = draw(self.setup.seed, event.stream, event.use, event.how, event.bounds)
        except (ValueError, IndexError) as fault:
            yield _finding("fault", "draw_unknown", {**about, "detail": str(fault)}, entry)
            return
        if right != event.outcome:
            both = {"recorded": _row(event.outcome), "right": _row(right)}
            yield _finding("fault", "draw_differs", {**about, **both}, entry)
            return
        self.counts.draws += 1
        due = state.uses.get(event.stream, 0)
        if event.use != due:
            # An amendment repeats what chance gave; elsewhere somebody left a throw out.
            level: Level = "warning" if amended else "fault"
            yield _finding(level, "draw_skipped", {**about, "due": due}, entry)

    def number(self, event: NumberProduced, entry: Entry) -> Iterator[Finding]:
        """Whether a number is what it says: thrown by the app, or for people to vouch for."""
        self.counts.numbers += 1
        if event.source in PHYSICAL:
            self.counts.physical.append(entry.id)
        elif event.source == "dice":
            throws = [e.outcome for e in entry.events if isinstance(e, ChanceDrawn)]
            if event.faces not in throws or sum(event.faces) != event.number:
                about: dict[str, Param] = {"number": event.number, "faces": _row(event.faces)}
                yield _finding("fault", "throw_unknown", about, entry.id)

    def decided_again(self, state: State, entry: Entry, record: Record) -> Iterator[Finding]:
        """What differs when the entry's command is decided anew."""
        try:
            events = self.again(state, entry, record)
        except Exception as fault:  # noqa: BLE001 - a forged state may break its rules in any way
            yield _finding("fault", "not_decidable", {"detail": _fault(fault)}, entry.id)
            return
        if isinstance(events, Refusal):
            about: dict[str, Param] = {"reason": events.text}
            yield _finding("fault", "not_accepted", about, entry.id)
        elif events != entry.events:
            at = next(
                (i for i, pair in enumerate(zip(events, entry.events, strict=False))
                 if pair[0] != pair[1]),
                min(len(events), len(entry.events)),
            )  # fmt: skip
            names = {"recorded": _name(entry.events, at), "right": _name(events, at)}
            yield _finding("fault", "decided_differently", names, entry.id)
        else:
            self.counts.decided += 1

    def again(self, state: State, entry: Entry, record: Record) -> tuple[Event, ...] | Refusal:
        """The events of the entry's command, decided on `state`."""
        if entry.command is None:
            return begin(self.rules, self.setup_given(entry), ticket="0").events
        command: Command = entry.command
        recorded: tuple[Event, ...] = ()
        ticket = str(record.n)
        if record.kind == "amended":
            recorded, ticket = entry.events, _ticket(entry)
            if not entry.amended:
                # Its prompt was of the old branch; it was submitted again without one.
                command = msgspec.structs.replace(command, prompt=None)
        answer = decide(self.rules, state, command, ticket=ticket, recorded=recorded)
        return answer if isinstance(answer, Refusal) else answer.events

    def setup_given(self, entry: Entry) -> Setup:
        """The set-up in the first entry."""
        setup: Setup = getattr(entry.events[0], "setup", self.setup)
        return setup


def _ticket(entry: Entry) -> str:
    """The ticket under which an amendment decided this entry: its prompts' ids begin with it."""
    opened = (e.prompt.id for e in entry.events if isinstance(e, PromptOpened))
    return next(opened, "0.0").rpartition(".")[0]


def _before(live: tuple[Entry, ...], since: str) -> tuple[Entry, ...]:
    if not since:
        return live
    return live[: next(i for i, entry in enumerate(live) if entry.id == since)]


def _brought_before(live: Sequence[Entry], record: Record) -> list[tuple[Event, ...]]:
    """For each entry of an amendment what it had brought before; nothing where it was put in.

    Where several commands replace one entry, the first of them keeps its id.
    """
    old = {entry.id: entry.events for entry in live}
    found: list[tuple[Event, ...]] = []
    replaced: tuple[Event, ...] = ()
    for entry in record.entries:
        if entry.id in old:
            replaced = old[entry.id] if entry.amended else ()
        found.append(old.get(entry.id, replaced))
    return found


def _summary(
    counts: _Counts, records: int, redecide: bool, found: Iterable[Finding]
) -> Iterator[Finding]:
    """What was found right, and what nobody can find out."""
    faults = {finding.code for finding in found if finding.level == "fault"}
    yield _finding("ok", "folded", {"records": records, "entries": counts.entries})
    if not faults & _WRONG_CHANCE:
        yield _finding("ok", "chance", {"n": counts.draws})
    if "invariant" not in faults:
        yield _finding("ok", "invariants", {"n": counts.entries})
    if redecide and not faults & _WRONG_COMMAND:
        yield _finding("ok", "decided", {"n": counts.decided})
    if counts.physical:
        about: dict[str, Param] = {
            "n": len(counts.physical),
            "numbers": counts.numbers,
            "entries": tuple(counts.physical),
        }
        yield _finding("warning", "physical", about)


def _finding(level: Level, code: str, params: Mapping[str, Param], entry: str = "") -> Finding:
    return Finding(level, code, Text(f"verify.{code}", params), entry)


def _fault(fault: Exception) -> str:
    return f"{type(fault).__name__}: {fault}"


def _row(values: Iterable[int]) -> str:
    return " ".join(map(str, values))


def _name(events: Sequence[Event], at: int) -> str:
    return str(type(events[at]).__struct_config__.tag) if at < len(events) else "-"
