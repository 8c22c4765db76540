"""The history by turns, as a page of it is read: the newest turn first."""

from __future__ import annotations

from itertools import groupby

from companion.core.history import Entry, Log, Record
from companion.core.model import SeatId
from companion.core.rules.base.book import TurnSet, TurnStarted
from companion.view.history import history_lines
from companion.view.model import View
from companion.view.pages import LineView

Turn = tuple[int, SeatId | None]
"""A turn's number (0: before the first) and whose it is."""


class TurnLines(View, frozen=True):
    """What was entered in one go in a turn, newest first.

    `turn` is 0 and `seat` None before the first turn. After an undo over a turn's beginning the
    same turn comes twice: the history stays in the order in which things were entered.
    """

    turn: int
    seat: SeatId | None
    lines: tuple[LineView, ...]


def history_by_turn(log: Log, viewer: SeatId | None = None) -> tuple[TurnLines, ...]:
    """Every line of `history_lines`, under the turn it was entered in, newest first."""
    turns = _turns(log)
    lines = reversed(history_lines(log, viewer))
    return tuple(
        TurnLines(*turn, tuple(group))
        for turn, group in groupby(lines, key=lambda line: turns[line.record])
    )


def _turns(log: Log) -> list[Turn]:
    """The turn that each record belongs to.

    The entry that ends a turn belongs to the turn it ends; an undo or an amendment to the turn
    that it leads to.
    """
    belongs: list[Turn] = []
    after: list[Turn] = []
    before_entry: dict[str, Turn] = {}
    now: Turn = (0, None)
    for record in log.records:
        if record.kind == "entry":
            belongs.append(now)
            now = _through(record.entries, now, before_entry)
        else:
            now = _led_to(record, now, after, before_entry)
            belongs.append(now)
        after.append(now)
    return belongs


def _led_to(record: Record, now: Turn, after: list[Turn], before_entry: dict[str, Turn]) -> Turn:
    if record.kind != "amended":
        return after[record.to]
    return _through(record.entries, before_entry.get(record.since, now), before_entry)


def _through(entries: tuple[Entry, ...], now: Turn, before_entry: dict[str, Turn]) -> Turn:
    """The turn after `entries`, which began in the turn `now`."""
    for entry in entries:
        before_entry[entry.id] = now
        for event in entry.events:
            if isinstance(event, TurnStarted):
                now = (event.turn, event.seat)
            elif isinstance(event, TurnSet):
                now = (event.resume.turn, event.resume.seat)
    return now
