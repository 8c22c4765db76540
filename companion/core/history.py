"""The history of a game: entries, undo and redo without limit, amendments.

A history is a row of records that only grows: what was entered, what was taken back, what
was done again, what was mended. Each accepted command with all its consequences is one
entry; undoing goes to the state before it, which was kept, so nothing is drawn or shuffled
anew. An undone branch stays in the records for ever.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from companion.core.compose import Rules
from companion.core.kernel import begin, decide
from companion.core.model import Accepted, Command, Event, Refusal, Setup, State, Struct
from companion.core.resubmission import Resubmission, fold_onto
from companion.i18n.text import Text


class Stamp(Struct, frozen=True):
    """When and by what something was entered.

    `at` is the wall clock (ISO; may be wrong on a Pi), `mono` monotonic seconds since the
    program began, `source` the device ("touch", "button", "script").
    """

    at: str = ""
    mono: float = 0.0
    source: str = ""


class Entry(Struct, frozen=True):
    """One accepted command with all its events.

    `n` is the number of the record that first wrote it, `k` its place among several of one
    record; the first entry of a game has no command. `amended` marks an entry that an
    amendment put in or changed.
    """

    n: int
    command: Command | None
    events: tuple[Event, ...]
    stamp: Stamp = Stamp()
    amended: bool = False
    k: int = 0

    @property
    def id(self) -> str:
        """The entry's lasting name in its game: "12", or "15.1" for one of several."""
        return f"{self.n}.{self.k}" if self.k else str(self.n)


class Record(Struct, frozen=True):
    """One line of the journal.

    entry: `entries` holds the one entry. undone/redone: back (or forward) to record `to`.
    amended: from the entry with the id `since` on (empty: behind the last), the live entries
    are now `entries`.
    """

    n: int
    kind: Literal["entry", "undone", "redone", "amended"]
    entries: tuple[Entry, ...] = ()
    to: int = 0
    since: str = ""
    stamp: Stamp = Stamp()

    @property
    def aside(self) -> bool:
        """Whether it is an entry that is no step of the game."""
        return self.kind == "entry" and all(event.aside for event in self.entries[0].events)

    @property
    def removes(self) -> bool:
        """Whether it is an amendment that takes out everything from `since` on."""
        return self.kind == "amended" and not self.entries


@dataclass(frozen=True, eq=False, repr=False)
class Node:
    """A moment of the game: the record that led to it, the state, and the moment before.

    `live` holds all live entries where an amendment rewrote them; elsewhere they are the
    parent's and the record's own.
    """

    record: Record
    state: State
    parent: Node | None
    live: tuple[Entry, ...] | None = None

    @property
    def n(self) -> int:
        """The number of the record that led here."""
        return self.record.n

    @property
    def newest(self) -> Entry:
        """The last of the live entries."""
        return self.record.entries[-1] if self.live is None else self.live[-1]


@dataclass(frozen=True, eq=False, repr=False)
class Log:
    """A whole history. Immutable: each operation gives a new one with one record more."""

    rules: Rules
    records: tuple[Record, ...]
    node: Node
    ahead: tuple[Node, ...] = ()

    @property
    def state(self) -> State:
        """The state now."""
        return self.node.state

    @property
    def next_number(self) -> int:
        """The number of the record to come."""
        return len(self.records)

    def live(self) -> tuple[Entry, ...]:
        """The entries that count, oldest first."""
        return tuple(reversed(list(self.backwards())))

    def backwards(self) -> Iterator[Entry]:
        """The entries that count, newest first, as far as somebody reads them."""
        return _back(self.node)

    def undo_step(self) -> Node | None:
        """The moment that undo would take back, and what is aside after it; None: nothing."""
        return None if (node := _step(self.node)).parent is None else node

    def redo_step(self) -> Node | None:
        """The moment that redo would bring back; None: nothing was undone."""
        return next((node for node in reversed(self.ahead) if not node.record.aside), None)

    def undoable(self) -> Entry | Record | None:
        """What undo would take back: an entry, or an amendment; None at the start."""
        return _did(self.undo_step())

    def redoable(self) -> Entry | Record | None:
        """What redo would bring back."""
        return _did(self.redo_step())


def _step(node: Node) -> Node:
    """The last moment up to `node` that is a step of the game."""
    while node.parent is not None and node.record.aside:
        node = node.parent
    return node


def _did(node: Node | None) -> Entry | Record | None:
    if node is None:
        return None
    return node.record.entries[0] if node.record.kind == "entry" else node.record


def _back(node: Node | None) -> Iterator[Entry]:
    while node is not None:
        if node.live is not None:
            yield from reversed(node.live)
            return
        yield from reversed(node.record.entries)
        node = node.parent


def start(rules: Rules, setup: Setup, stamp: Stamp | None = None) -> Log:
    """A new game's history, up to the first thing that is asked."""
    accepted = begin(rules, setup, ticket="0")
    stamp = stamp or Stamp()
    record = Record(0, "entry", (Entry(0, None, accepted.events, stamp),), stamp=stamp)
    return Log(rules, (record,), Node(record, accepted.state, None))


def submit(
    log: Log, command: Command, stamp: Stamp | None = None
) -> tuple[Log, Accepted] | Refusal:
    """The history with `command` carried out and what it did, or why it is refused."""
    n = log.next_number
    answer = decide(log.rules, log.state, command, ticket=str(n))
    if isinstance(answer, Refusal):
        return answer
    stamp = stamp or Stamp()
    record = Record(n, "entry", (Entry(n, command, answer.events, stamp),), stamp=stamp)
    return _with(log, record, answer.state), answer


def undo(log: Log, stamp: Stamp | None = None, *, expect: int | None = None) -> Log | Refusal:
    """The history with the last entry (or amendment) taken back, and with it what is `aside`.

    `expect` is the record number that the person saw named: another one is refused as stale,
    so a double tap takes back one entry only.
    """
    step = log.undo_step()
    if step is None or step.parent is None:
        return Refusal("nothing_to_undo", Text("refused.nothing_to_undo"))
    if expect is not None and expect != log.node.n:
        return Refusal("stale", Text("refused.undo_stale"))
    return _undo_to(log, _step(step.parent), stamp)


def undo_turn(log: Log, stamp: Stamp | None = None, *, expect: int | None = None) -> Log | Refusal:
    """The history with everything since the present turn began taken back.

    It goes back to the moment at which the turn began. Where an amendment rewrote what led to
    that moment, there is none to go back to: then the turn's entries are taken out by one record
    more, which undo takes back. `expect` as for `undo`.
    """
    live = log.live()
    first = _turn_began(live) + 1
    if first == len(live):
        return Refusal("nothing_to_undo", Text("refused.nothing_this_turn"))
    if expect is not None and expect != log.node.n:
        return Refusal("stale", Text("refused.undo_stale"))
    node: Node | None = log.node
    while node is not None and node.newest is not live[first - 1]:
        node = node.parent
    if node is not None:
        return _undo_to(log, node, stamp)
    record = Record(log.next_number, "amended", since=live[first].id, stamp=stamp or Stamp())
    state = fold_onto(log.rules, log.rules.initial(log.state.setup), live[:first])
    return _with(log, record, state, live[:first])


def _turn_began(live: tuple[Entry, ...]) -> int:
    """Where in the live entries the one stands with which the present turn (or game) began."""
    at = len(live) - 1
    while at > 0 and not any(event.milestone for event in live[at].events):
        at -= 1
    return at


def _undo_to(log: Log, target: Node, stamp: Stamp | None) -> Log:
    ahead = list(log.ahead)
    node: Node | None = log.node
    while node is not None and node is not target:
        ahead.append(node)
        node = node.parent
    record = Record(log.next_number, "undone", to=target.n, stamp=stamp or Stamp())
    return replace(log, records=(*log.records, record), node=target, ahead=tuple(ahead))


def redo(log: Log, stamp: Stamp | None = None, *, expect: int | None = None) -> Log | Refusal:
    """The history with the last undone step done again, exactly as it was.

    `expect` as for `undo`.
    """
    node = log.redo_step()
    if node is None:
        return Refusal("nothing_to_redo", Text("refused.nothing_to_redo"))
    if expect is not None and expect != node.n:
        return Refusal("stale", Text("refused.redo_stale"))
    record = Record(log.next_number, "redone", to=node.n, stamp=stamp or Stamp())
    return _redone_to(log, record)


def _redone_to(log: Log, record: Record) -> Log:
    """The history with `record`, which brings back an undone moment; ValueError if it was not."""
    for at, node in enumerate(log.ahead):
        if node.n == record.to:
            return replace(log, records=(*log.records, record), node=node, ahead=log.ahead[:at])
    raise ValueError(f"record {record.n} brings back {record.to}, which was not undone")


def _with(log: Log, record: Record, state: State, live: tuple[Entry, ...] | None = None) -> Log:
    return Log(log.rules, (*log.records, record), Node(record, state, log.node, live))


def _kept(live: tuple[Entry, ...], since: str) -> tuple[Entry, ...]:
    """The live entries before the one with the id `since`; all of them for an empty one."""
    if not since:
        return live
    at = next((i for i, e in enumerate(live) if e.id == since), None)
    if at is None:
        raise ValueError(f"an amendment begins at entry {since}, which is not a live one")
    return live[:at]


def load(rules: Rules, records: Iterable[Record]) -> Log:
    """The history that was recorded. Raises ValueError naming a record that does not fit."""
    log: Log | None = None
    for record in records:
        if log is None:
            state = fold_onto(rules, rules.initial(_setup_of(record)), record.entries)
            log = Log(rules, (record,), Node(record, state, None))
            continue
        if record.n != log.next_number:
            raise ValueError(f"record {record.n} stands where record {log.next_number} belongs")
        log = _replayed(log, record)
    if log is None:
        raise ValueError("a history without any record")
    return log


def _replayed(log: Log, record: Record) -> Log:
    if record.kind == "entry":
        return _with(log, record, fold_onto(log.rules, log.state, record.entries))
    if record.kind == "amended":
        live = (*_kept(log.live(), record.since), *record.entries)
        state = fold_onto(log.rules, log.rules.initial(log.state.setup), live)
        return _with(log, record, state, live)
    if record.kind == "redone":
        return _redone_to(log, record)
    node: Node | None = log.node
    ahead = list(log.ahead)
    while node is not None and node.n != record.to:
        ahead.append(node)
        node = node.parent
    if node is None:
        raise ValueError(f"record {record.n} goes back to {record.to}, which is not before it")
    return replace(log, records=(*log.records, record), node=node, ahead=tuple(ahead))


def _setup_of(record: Record) -> Setup:
    setup = getattr(record.entries[0].events[0], "setup", None) if record.entries else None
    if not isinstance(setup, Setup):
        raise ValueError("the first record holds no kernel.game_started event")
    return setup


@dataclass(frozen=True)
class Plan:
    """An amendment before it is accepted.

    `entries` are the live entries from the id `since` on as they would be; `refused` are
    later ones that no longer fit, with the reason; `settled` counts the entries that were put
    in to settle new questions; `before` and `state` to compare. It is good for the history
    that has `base` records.
    """

    since: str
    entries: tuple[Entry, ...]
    refused: tuple[tuple[Entry, Refusal], ...]
    before: State
    state: State
    base: int
    settled: int = 0


def plan_amendment(
    log: Log,
    entry_id: str,
    commands: Sequence[Command],
    how: Literal["replace", "before", "after"] = "replace",
) -> Plan | Refusal:
    """What it would mean to change the past.

    replace: the entry becomes `commands` (none: it is taken out). before/after: `commands`
    are put beside it (a missed turn or number). Later commands are submitted again with what
    chance gave them then; a question that is new and in their way is settled at the table.
    A refusal when there is no such entry, it is the game's first, or one of `commands` itself
    is refused.
    """
    live = log.live()
    at = next((i for i, e in enumerate(live) if e.id == entry_id), None)
    if at is None or (at == 0 and how != "after"):
        return Refusal("no_such_entry", Text("refused.no_such_entry", {"n": entry_id}))
    first = at + 1 if how == "after" else at
    later = live[at:] if how == "before" else live[at + 1 :]
    old = live[at]
    state = fold_onto(log.rules, log.rules.initial(log.state.setup), live[:first])
    number = log.next_number
    done: list[Entry] = []
    for k, command in enumerate(commands):
        recorded = old.events if how == "replace" else ()
        answer = decide(log.rules, state, command, ticket=f"{number}a{k}", recorded=recorded)
        if isinstance(answer, Refusal):
            return answer
        same = how == "replace" and k == 0
        place = (old.n, old.k) if same else (number, k)
        done.append(Entry(place[0], command, answer.events, old.stamp, True, place[1]))
        state = answer.state
    kept = live[: len(live) - len(later)]
    then = fold_onto(log.rules, log.rules.initial(log.state.setup), kept)
    again = Resubmission(log.rules, then, state, number, len(commands))
    again.run(later)
    since = live[first].id if first < len(live) else ""
    return Plan(
        since,
        (*done, *again.done),
        tuple(again.refused),
        log.state,
        again.state,
        number,
        again.place - len(commands),
    )


def amend(log: Log, plan: Plan, stamp: Stamp | None = None) -> Log | Refusal:
    """The history with `plan` carried out, as one record; undo takes it back whole."""
    if plan.base != log.next_number:
        return Refusal("stale", Text("refused.plan_stale"))
    record = Record(
        log.next_number, "amended", plan.entries, since=plan.since, stamp=stamp or Stamp()
    )
    return _with(log, record, plan.state, (*_kept(log.live(), plan.since), *plan.entries))
