"""Lines of a history as entries of the journal, and back.

One record is one entry: its kind and what it needs besides events in `command`, its events as
rows behind it. An amendment's rows are those of all the entries it holds, one after another;
`command` says how many belong to each.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final, Literal

import msgspec

from companion.core.codec import command_from_data, command_to_data, event_from_data, event_to_data
from companion.core.compose import Rules
from companion.core.frozen import convert, to_builtins
from companion.core.history import Entry, Record, Stamp
from companion.core.model import Event
from companion.journal import Entry as JournalEntry
from companion.journal import Event as Row
from companion.journal import NewEntry

FORMAT: Final = 1
"""Of the records, written into each game's header; it grows when their shape changes."""

Kind = Literal["entry", "undone", "redone", "amended"]


class UnreadableRecord(ValueError):
    """An entry of the journal that is no record of a history as this program knows it."""


class _Part(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One entry of an amendment; `events` counts its rows."""

    n: int
    k: int
    command: dict[str, Any] | None
    stamp: Stamp
    amended: bool
    events: int


class _Line(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What a record is, apart from its events and its stamp."""

    record: Kind
    command: dict[str, Any] | None = None
    to: int = 0
    since: str = ""
    parts: tuple[_Part, ...] = ()


def whole_milliseconds(stamp: Stamp) -> Stamp:
    """`stamp` as it will be read back: the journal keeps milliseconds."""
    return msgspec.structs.replace(stamp, mono=round(stamp.mono * 1000) / 1000)


def to_journal(record: Record, command_id: str) -> NewEntry:
    """`record` as an entry for the journal; its stamp must be in whole milliseconds."""
    line: _Line
    if record.kind == "entry":
        (entry,) = record.entries
        line = _Line("entry", None if entry.command is None else command_to_data(entry.command))
    elif record.kind == "amended":
        line = _Line("amended", since=record.since, parts=tuple(map(_part, record.entries)))
    else:
        line = _Line(record.kind, to=record.to)
    return NewEntry(
        command_id=command_id,
        command=to_builtins(line),
        answer={"accepted": record.n},
        events=tuple(_row(event) for entry in record.entries for event in entry.events),
        source=record.stamp.source,
        at=record.stamp.at,
        monotonic_ms=round(record.stamp.mono * 1000),
    )


def from_journal(rules: Rules, entry: JournalEntry | NewEntry, n: int) -> Record:
    """The record number `n` that was written as `entry`.

    Raises `UnreadableRecord`, and `UnreadableEvent` for an event this program does not know.
    """
    try:
        line: _Line = convert(entry.command, _Line)
        stamp = Stamp(entry.at, entry.monotonic_ms / 1000, entry.source)
        events = tuple(
            event_from_data(rules, row.kind, row.version, row.data) for row in entry.events
        )
        if line.record == "amended":
            entries = _parts(line.parts, events)
            return Record(n, "amended", entries, since=line.since, stamp=stamp)
        if line.record != "entry":
            return Record(n, line.record, to=line.to, stamp=stamp)
        command = None if line.command is None else command_from_data(line.command)
        return Record(n, "entry", (Entry(n, command, events, stamp),), stamp=stamp)
    except (msgspec.ValidationError, TypeError) as fault:
        raise UnreadableRecord(f"record {n} does not have its shape: {fault}") from fault


def first_event(entries: Sequence[JournalEntry | NewEntry]) -> Mapping[str, Any]:
    """The data of the event that begins the game. Raises `UnreadableRecord` without one."""
    rows = entries[0].events if entries else ()
    if not rows or rows[0].kind != "kernel.game_started" or "setup" not in rows[0].data:
        raise UnreadableRecord("the game does not begin with kernel.game_started")
    return rows[0].data


def _row(event: Event) -> Row:
    return Row(*event_to_data(event))


def _part(entry: Entry) -> _Part:
    command = None if entry.command is None else command_to_data(entry.command)
    return _Part(entry.n, entry.k, command, entry.stamp, entry.amended, len(entry.events))


def _parts(parts: Sequence[_Part], events: tuple[Event, ...]) -> tuple[Entry, ...]:
    entries = []
    at = 0
    for part in parts:
        command = None if part.command is None else command_from_data(part.command)
        its_own = events[at : at + part.events]
        at += part.events
        entries.append(Entry(part.n, command, its_own, part.stamp, part.amended, part.k))
    if at != len(events):
        raise UnreadableRecord(f"an amendment says it has {at} events and has {len(events)}")
    return tuple(entries)
