"""Numbers and players of a game so far, from what counts now: corrections included."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from companion.core.context import Context
from companion.core.frozen import FrozenMap
from companion.core.history import Log
from companion.core.kernel import evolve
from companion.core.model import Event, SeatId, State
from companion.core.rules.base.book import (
    CardPlayed,
    CardsBought,
    Discarded,
    NumberProduced,
    RobberMoved,
    TurnStarted,
)
from companion.core.rules.base.facts import POINTS
from companion.i18n.text import Text
from companion.view.pages import (
    MetricView,
    NumberCount,
    PointsAt,
    SeatStatistics,
    StatisticsView,
)
from companion.view.table import optional

NUMBERS = range(2, 13)
WAYS = {number: 6 - abs(7 - number) for number in NUMBERS}
"""In how many of 36 ways two dice make each number."""

METRICS = ("cards_bought", "knights_played", "robber_moved", "robbed", "discarded")
"""What is counted of each seat, in the order shown."""


@dataclass
class _SeatTally:
    """One seat's counts while the game is read; times in seconds."""

    numbers: Counter[int] = field(default_factory=Counter)
    metrics: Counter[str] = field(default_factory=Counter)
    turns: int = 0
    times: list[float] = field(default_factory=list)


@dataclass
class _Turn:
    """The turn being read: whose it is, and the monotonic second it began."""

    seat: SeatId
    since: float


def statistics(log: Log, *, show_left: bool = False) -> StatisticsView:
    """Counts, times and points of the live entries of `log`.

    `show_left`: say how many cards of each number are left even where no rule of this game
    wants it said.
    A turn's length is known when no clock was set back in it, as a restart does.
    """
    ctx = Context(log.rules, log.state)
    tallies = {seat.id: _SeatTally() for seat in log.rules.all_seats(ctx) if seat.kind == "player"}
    numbers: Counter[int] = Counter()
    turn: _Turn | None = None
    for event, second in _events(log):
        _count(tallies, event)
        if isinstance(event, NumberProduced):
            numbers[event.number] += 1
        if isinstance(event, TurnStarted):
            _clock(tallies, turn, second)
            turn = _Turn(event.seat, second)
            if event.seat in tallies:
                tallies[event.seat].turns += 1
    if turn is not None and log.state.over:
        _clock(tallies, turn, log.live()[-1].stamp.mono)
    total = sum(numbers.values())
    wanted = show_left or _wants_left(ctx)
    return StatisticsView(
        total=total,
        sevens=numbers[7],
        numbers=tuple(
            NumberCount(n, numbers[n], total * WAYS[n] / 36, _left(ctx, n, wanted)) for n in NUMBERS
        ),
        seats=tuple(_seat(seat, tally) for seat, tally in tallies.items()),
        points=tuple(_points(log)),
    )


def _events(log: Log) -> Iterator[tuple[Event, float]]:
    """All events that count, with the monotonic second of their entry."""
    for entry in log.live():
        for event in entry.events:
            yield event, entry.stamp.mono


def _clock(tallies: dict[SeatId, _SeatTally], turn: _Turn | None, now: float) -> None:
    if turn is not None and turn.seat in tallies and now >= turn.since:
        tallies[turn.seat].times.append(now - turn.since)


def _count(tallies: dict[SeatId, _SeatTally], event: Event) -> None:
    seat = getattr(event, "seat", None)
    tally = tallies.get(seat) if isinstance(seat, str) else None
    if isinstance(event, RobberMoved) and event.victim in tallies:
        tallies[event.victim].metrics["robbed"] += 1
    if tally is None:
        return
    if isinstance(event, NumberProduced):
        tally.numbers[event.number] += 1
    elif isinstance(event, CardsBought):
        tally.metrics["cards_bought"] += 1
    elif isinstance(event, CardPlayed):
        tally.metrics["knights_played"] += event.card == "knight"
    elif isinstance(event, RobberMoved):
        tally.metrics["robber_moved"] += event.to == "hex"
    elif isinstance(event, Discarded):
        tally.metrics["discarded"] += event.count


def _seat(seat: SeatId, tally: _SeatTally) -> SeatStatistics:
    return SeatStatistics(
        seat=seat,
        numbers=tuple(tally.numbers[n] for n in NUMBERS),
        sevens=tally.numbers[7],
        turns=tally.turns,
        timed_turns=len(tally.times),
        seconds=sum(tally.times),
        longest=max(tally.times, default=0.0),
        metrics=tuple(
            MetricView(name, Text(f"metric.{name}"), tally.metrics[name]) for name in METRICS
        ),
    )


def _wants_left(ctx: Context) -> bool:
    """Whether a setting of this game wants to show how many cards are left."""
    return any(name.endswith(".show_left") and ctx.setting(name) for name in ctx.rules.settings)


def _left(ctx: Context, number: int, wanted: bool) -> int | None:
    """Cards of a number not drawn yet, where somebody wants to know and there are cards."""
    found = optional(ctx, "cards_left", number=number) if wanted else None
    return int(found) if found is not None else None


def _points(log: Log) -> Iterator[PointsAt]:
    """Everybody's points as each turn began, and as they are now."""
    turn = 0
    for state, event in _states(log):
        if isinstance(event, TurnStarted):
            turn = event.turn
            yield _points_of(log, state, turn)
    yield _points_of(log, log.state, turn)


def _states(log: Log) -> Iterable[tuple[State, Event]]:
    state = log.rules.initial(log.state.setup)
    for entry in log.live():
        for event in entry.events:
            state = evolve(log.rules, state, event)
            yield state, event


def _points_of(log: Log, state: State, turn: int) -> PointsAt:
    ctx = Context(log.rules, state)
    seats = [s.id for s in log.rules.all_seats(ctx) if s.kind == "player"]
    return PointsAt(turn, FrozenMap({seat: ctx.get(POINTS, seat=seat) for seat in seats}))
