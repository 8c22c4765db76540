"""How long the turns take, from the stamps of the entries alone: nothing ticks.

An entry's `stamp.mono` is game time: seconds that the game has been open, in all, up to that
entry. A restart goes on where the last entry stood, so the gap is nobody's. Time between a
`pause` and its `resume`, and after the end, counts for nobody either.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

from companion.core.events import GameOver, PlayedOn
from companion.core.frozen import FrozenMap
from companion.core.history import Entry
from companion.core.model import SeatId
from companion.core.rules.base.book import TurnStarted
from companion.core.rules.table.book import Resumed

PAUSE = "pause"
RESUME = "resume"


@dataclass(frozen=True)
class TurnTime:
    """A turn that is over: whose, which one (from 1), and its seconds."""

    seat: SeatId
    turn: int
    seconds: float


@dataclass(frozen=True)
class ClockBook:
    """All durations up to the game time `at`, in seconds.

    `seat` and `turn` are the present turn's (None and 0 before the first), `turn_seconds` its
    own so far; `totals` holds every seat's turns together; `table_seconds` is the whole game.
    """

    at: float = 0.0
    seat: SeatId | None = None
    turn: int = 0
    turn_seconds: float = 0.0
    totals: Mapping[SeatId, float] = field(default_factory=FrozenMap)
    table_seconds: float = 0.0
    finished: tuple[TurnTime, ...] = ()
    paused: bool = False
    over: bool = False

    @property
    def running(self) -> bool:
        """Whether time counts just now."""
        return not (self.paused or self.over)

    def until(self, moment: float) -> ClockBook:
        """The book when nothing happens up to the game time `moment`."""
        elapsed = max(0.0, moment - self.at)
        at = max(self.at, moment)
        if not self.running or not elapsed:
            return replace(self, at=at)
        totals = self.totals
        if self.seat is not None:
            totals = FrozenMap({**totals, self.seat: totals.get(self.seat, 0.0) + elapsed})
        return replace(
            self,
            at=at,
            turn_seconds=self.turn_seconds + elapsed,
            totals=totals,
            table_seconds=self.table_seconds + elapsed,
        )


def advance(book: ClockBook, entry: Entry) -> ClockBook:
    """The book after one more entry."""
    book = book.until(entry.stamp.mono)
    if entry.command is not None and entry.command.action in (PAUSE, RESUME):
        book = replace(book, paused=entry.command.action == PAUSE)
    for event in entry.events:
        if isinstance(event, TurnStarted):
            book = _turn_started(book, event)
        elif isinstance(event, GameOver | PlayedOn):
            book = replace(book, over=isinstance(event, GameOver))
        elif isinstance(event, Resumed):
            # The next move ends a pause that nobody ended by word.
            book = replace(book, paused=False)
    return book


def _turn_started(book: ClockBook, event: TurnStarted) -> ClockBook:
    finished = book.finished
    if book.seat is not None:
        finished = (*finished, TurnTime(book.seat, book.turn, book.turn_seconds))
    return replace(book, seat=event.seat, turn=event.turn, turn_seconds=0.0, finished=finished)


def book_of(entries: Iterable[Entry]) -> ClockBook:
    """The book of a whole history's live entries."""
    book = ClockBook()
    for entry in entries:
        book = advance(book, entry)
    return book


@dataclass(frozen=True)
class Clocks:
    """The clocks as a face shows them.

    The durations of `book` are those at the moment `since` of the session's own monotonic clock;
    from there they go on by themselves while `running`.
    """

    book: ClockBook
    since: float

    @property
    def running(self) -> bool:
        """Whether the clocks go on."""
        return self.book.running

    @property
    def seat(self) -> SeatId | None:
        """Whose turn is timed."""
        return self.book.seat

    def at(self, mono: float) -> ClockBook:
        """All durations at `mono` of the session's monotonic clock."""
        return self.book.until(self.book.at + max(0.0, mono - self.since))

    def turn_seconds(self, mono: float) -> float:
        """Seconds of the present turn at `mono`."""
        return self.at(mono).turn_seconds

    def total_seconds(self, seat: SeatId, mono: float) -> float:
        """Seconds of all turns of `seat` at `mono`."""
        return self.at(mono).totals.get(seat, 0.0)
