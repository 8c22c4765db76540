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
    """What belongs to a turn, newest first.

    `turn` is 0 and `seat` None before the first turn. After an undo over a turn's beginning the
    same turn comes twice: what was taken back stays where it was.
    """

    turn: int
    seat: SeatId | None
    lines: tuple[LineView, ...]


def history_by_turn(log: Log, viewer: SeatId | None = None) -> tuple[TurnLines, ...]:
    """Every line of `history_lines` in the order of the game, by turns, newest first.

    What was put in later stands where it belongs, what was corrected beside what it was before.
    """
    lines = _in_game_order(log, history_lines(log, viewer))
    turns = _turns(log, lines)
    both = zip(reversed(turns), reversed(lines), strict=True)
    return tuple(
        TurnLines(turn, seat, tuple(line for _, line in group))
        for (turn, seat), group in groupby(both, key=lambda pair: pair[0])
    )


def _in_game_order(log: Log, lines: tuple[LineView, ...]) -> list[LineView]:
    """The lines, which come as they were entered, each where it belongs in the game."""
    order: list[LineView] = []
    at = 0
    for record in log.records:
        while at < len(lines) and lines[at].record == record.n:
            line = lines[at]
            if record.kind == "amended" and line.kind == "entry":
                order.insert(_place(order, record, line), line)
            else:
                order.append(line)
            at += 1
    return order


def _place(order: list[LineView], record: Record, line: LineView) -> int:
    """Where an entry of an amendment goes: behind its older self, else between its neighbors."""
    if (older := _last(order, line.id)) is not None:
        return older + 1
    ids = [entry.id for entry in record.entries]
    before = ids[: ids.index(str(line.id))]
    if before and (neighbor := _last(order, before[-1])) is not None:
        return neighbor + 1
    first = next((i for i, one in enumerate(order) if one.id == record.since), None)
    # Behind everything that counted; the line that tells of the amendment itself stays last.
    return len(order) - 1 if first is None else first


def _last(order: list[LineView], entry_id: str | None) -> int | None:
    """The place of the last line about an entry."""
    return next((i for i in reversed(range(len(order))) if order[i].id == entry_id), None)


def _turns(log: Log, lines: list[LineView]) -> list[Turn]:
    """The turn that each line belongs to: in the game as it is now, else as it was entered."""
    now: dict[str, Turn] = {}
    _through(log.live(), (0, None), now)
    entered = _entered_in(log)
    turns: list[Turn] = []
    for line in lines:
        if line.mark == "live" and line.id is not None:
            turns.append(now[line.id])
        elif line.kind == "entry" and log.records[line.record].kind == "amended":
            turns.append(turns[-1])
        else:
            turns.append(entered[line.record])
    return turns


def _entered_in(log: Log) -> list[Turn]:
    """The turn in which each record was entered.

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
