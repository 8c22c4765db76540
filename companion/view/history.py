"""The history as lines, and what undo and redo would take."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Literal

from companion.core.context import Context
from companion.core.events import ActionForced, ChanceDrawn
from companion.core.foresight import foreseen
from companion.core.history import Entry, Log, Record
from companion.core.model import Command, Prompt, SeatId, State
from companion.core.rules.pieces import Piece, PieceSlice
from companion.i18n.text import Text
from companion.view.model import UndoView
from companion.view.pages import LineView
from companion.view.telling import Teller

Mark = Literal["live", "undone", "replaced"]


def history_lines(log: Log, viewer: SeatId | None = None) -> tuple[LineView, ...]:
    """Every record as lines, oldest first; what was undone or replaced stays, marked."""
    return tuple(_Book(log, viewer).lines())


def undo_view(log: Log, viewer: SeatId | None = None) -> UndoView | None:
    """What undo would take back now; None at the start."""
    found, step = log.undoable(), log.undo_step()
    if found is None or step is None or step.parent is None:
        return None
    entry = _label(log, found, viewer, (step.parent.state, step.state))
    # What the table insisted on stays marked, also where the last move is named.
    how = "undo_forced" if _forced(found) else "undo_entry"
    return UndoView(log.node.n, Text(f"common.{how}", {"entry": entry}))


def redo_view(log: Log, viewer: SeatId | None = None) -> UndoView | None:
    """What redo would bring back; None when nothing was undone since the last entry."""
    found, node = log.redoable(), log.redo_step()
    if found is None or node is None:
        return None
    entry = _label(log, found, viewer, (log.state, node.state))
    return UndoView(node.n, Text("common.redo_entry", {"entry": entry}))


def known_next(log: Log, viewer: SeatId | None = None) -> tuple[Text, ...]:
    """Outcomes that an undo took back and that will come again, next first."""
    if all(record.kind == "entry" for record in log.records):
        return ()
    teller = teller_of(log, viewer)
    said: list[Text] = []
    for event in foreseen(log):
        if isinstance(event, ChanceDrawn):
            faces = " + ".join(str(face) for face in event.outcome)
            said.append(Text("view.known_throw", {"faces": faces}))
        elif (text := teller.event(event)) is not None:
            said.append(Text("view.known", {"what": text}))
    return tuple(said)


def teller_of(
    log: Log,
    viewer: SeatId | None,
    pieces: Iterable[Piece] = (),
    prompts: Iterable[Prompt] = (),
) -> Teller:
    """Who tells this game's entries: its seats by id, and what is known of pieces and questions."""
    seats = log.rules.all_seats(Context(log.rules, log.state))
    return Teller({s.id for s in seats}, viewer, pieces, prompts)


def _label(
    log: Log, found: Entry | Record, viewer: SeatId | None, around: tuple[State, State]
) -> Text:
    """What an entry did; the states around it tell which pieces and questions it names."""
    pieces = [
        piece
        for state in around
        for piece in Context(log.rules, state).slice(PieceSlice).pieces.values()
    ]
    teller = teller_of(log, viewer, pieces, around[0].prompts)
    if isinstance(found, Record):
        before = (entry for record in reversed(log.records[: found.n]) for entry in record.entries)
        old = next((entry for entry in before if entry.id == found.since), None)
        told = {entry.id: _say(teller, entry) for entry in found.entries if entry.amended}
        return _amended(found, None if old is None else _say(teller, old), told)
    return _say(teller, found)


def _forced(found: Entry | Record) -> bool:
    """Whether the table insisted on it against the rules."""
    events = found.events if isinstance(found, Entry) else ()
    return any(isinstance(event, ActionForced) for event in events)


def _say(teller: Teller, entry: Entry) -> Text:
    return teller.entry(entry.command, entry.events)[0]


def _amended(record: Record, old: Text | None, told: Mapping[str, Text]) -> Text:
    """What an amendment did, in a line: `old` is the entry it began at, `told` what is now."""
    first = next(iter(record.entries), None)
    if first is not None and first.id == record.since and old is not None and first.id in told:
        return Text("history.corrected", {"old": old, "new": told[first.id]})
    new = [told[entry.id] for entry in record.entries if entry.n == record.n and entry.id in told]
    if new:
        return Text("history.inserted", {"new": new[0]})
    if record.removes or old is None:
        return Text("history.taken_out_all", {"old": old or Text("common.nothing")})
    return Text("history.taken_out", {"old": old})


class _Book:
    """One reading of a history: what counts now, and what was said about it."""

    def __init__(self, log: Log, viewer: SeatId | None) -> None:
        self._log = log
        self._live = {entry.id: entry for entry in log.live()}
        # Ids of pieces are used again after an undo, so what counts is told on its own.
        teller = teller_of(log, viewer)
        self._told = {e.id: teller.entry(e.command, e.events) for e in self._live.values()}
        self._other = teller_of(log, viewer)
        self._amended: set[tuple[str, Command | None]] = set()
        # By the number of its record: what each did, and from where; what each entry said last.
        self._did: dict[int, Text] = {}
        self._came_from: dict[int, int] = {}
        self._last_told: dict[str, Text] = {}
        self._here = 0

    def lines(self) -> Iterator[LineView]:
        """The lines of all records in order."""
        for record in self._log.records:
            if record.kind == "entry":
                self._came_from[record.n] = self._here
                line = self._entry(record, record.entries[0])
                self._did[record.n] = line.what
                self._last_told[str(line.id)] = line.what
                yield line
            elif record.kind == "amended":
                yield from self._amendment(record)
            else:
                yield self._record(record, self._walked(record))
            self._here = record.to if record.kind in ("undone", "redone") else record.n

    def _amendment(self, record: Record) -> Iterator[LineView]:
        """A line about an amendment, and one for each entry that it put in or changed."""
        self._came_from[record.n] = self._here
        old = self._last_told.get(record.since)
        told: dict[str, Text] = {}
        lines = []
        for entry in record.entries:
            line = self._entry(record, entry)
            if entry.amended and (entry.id, entry.command) not in self._amended:
                self._amended.add((entry.id, entry.command))
                told[entry.id] = line.what
                lines.append(line)
        self._last_told |= told
        self._did[record.n] = what = _amended(record, old, told)
        yield self._record(record, what)
        yield from lines

    def _walked(self, record: Record) -> Text:
        """What an undo took back, or a redo brought back: the first of it, and how much more."""
        low, at = sorted((record.to, self._here))
        undone = record.kind == "undone"
        steps = []
        while at != low and at in self._came_from:
            if not self._log.records[at].aside:
                steps.append(at)
            at = self._came_from[at]
        what = self._did[steps[0] if undone else steps[-1]] if steps else Text("common.nothing")
        if len(steps) < 2:
            return Text(f"history.{record.kind}", {"what": what})
        return Text(f"history.{record.kind}_more", {"what": what, "n": len(steps) - 1})

    def _mark(self, entry: Entry) -> Mark:
        now = self._live.get(entry.id)
        if now is None:
            return "undone"
        if now.amended == entry.amended and now.command == entry.command:
            return "live"
        return "replaced"

    def _entry(self, record: Record, entry: Entry) -> LineView:
        mark = self._mark(entry)
        if mark == "live":
            what, more = self._told[entry.id]
            for event in entry.events:
                self._other.remember(event)
        else:
            what, more = self._other.entry(entry.command, entry.events)
        command = entry.command
        return LineView(
            record=record.n,
            id=entry.id,
            kind="entry",
            who=None if command is None else command.seat,
            actor=None if command is None else command.actor,
            action=None if command is None else command.action,
            what=what,
            more=more,
            at=entry.stamp.at,
            source=entry.stamp.source,
            mark=mark,
            forced=_forced(entry),
            amended=entry.amended,
        )

    def _record(self, record: Record, what: Text) -> LineView:
        return LineView(
            record=record.n,
            id=None,
            kind=record.kind,
            who=None,
            actor=None,
            action=None,
            what=what,
            more=(),
            at=record.stamp.at,
            source=record.stamp.source,
            mark="live",
            forced=False,
            amended=False,
        )
