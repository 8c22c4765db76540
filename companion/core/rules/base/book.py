"""What the base game writes down: turns, numbers, development cards, declared routes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar, Literal

import msgspec

from companion.core.context import Context
from companion.core.events import FlowEntered
from companion.core.frozen import FrozenMap
from companion.core.model import Event, SeatId, Setup, Struct

CARDS: Mapping[str, int] = {
    "knight": 14,
    "road_building": 2,
    "invention": 2,
    "monopoly": 2,
    "victory_point": 5,
}
"""The development deck (BG-8): 25 cards."""

_replace = msgspec.structs.replace


class SeatBook(Struct, frozen=True):
    """A seat's counts. `knights` lie face up; `bought_now` were bought in this turn."""

    bought: int = 0
    bought_now: int = 0
    played: int = 0
    knights: int = 0
    revealed: int = 0
    route: int = 0


class Produced(Struct, frozen=True):
    """A number that came up: by whom it was made and for whose turn."""

    number: int
    source: str
    seat: SeatId | None
    faces: tuple[int, ...] = ()
    event: str | None = None


class Resume(Struct, frozen=True):
    """Where the table wants the game to go on: whose turn, which one, and at what stage."""

    seat: SeatId
    turn: int
    stage: Literal["number", "play"]


class BaseSlice(Struct, frozen=True):
    """`turn` counts from 1 (0: set-up); `numbers` are those of this turn, newest last.

    `settled` are the productions of this turn (0 for its first) that the table settled without
    a number. `shown` counts the cards that were played, by kind, whoever played them.
    """

    books: FrozenMap[SeatId, SeatBook] = FrozenMap()
    turn: int = 0
    seat: SeatId | None = None
    numbers: tuple[Produced, ...] = ()
    settled: tuple[int, ...] = ()
    card_played: bool = False
    start_placed: bool = False
    declined: int = 0
    phase: Literal["start", "play"] = "start"
    resume: Resume | None = None
    shown: FrozenMap[str, int] = FrozenMap()


class SetupSkipped(Event, frozen=True, tag="base.setup_skipped"):
    """Everybody's start pieces stand on the board; the app counts them without traits."""


class SetupEnded(Event, frozen=True, tag="base.setup_ended"):
    """All start pieces are placed."""


class TurnSet(Event, frozen=True, tag="base.turn_set"):
    """The table says whose turn it is; the agenda goes on from there."""

    resume: Resume


class TurnStarted(Event, frozen=True, tag="base.turn_started"):
    """The turn `turn` (from 1) begins; it is `seat`'s."""

    milestone: ClassVar[bool] = True

    seat: SeatId
    turn: int


class TurnEnded(Event, frozen=True, tag="base.turn_ended"):
    """The turn is over."""

    seat: SeatId
    turn: int


class NumberProduced(Event, frozen=True, tag="base.number_produced"):
    """A number came up, whoever made it: a card, the app's dice, typed or read faces."""

    number: int
    source: Literal["cards", "dice", "typed", "device", "table"]
    seat: SeatId | None
    faces: tuple[int, ...] = ()
    event: str | None = None


class NumberRepeated(Event, frozen=True, tag="base.number_repeated"):
    """The newest number does not count: another one is made in its place."""

    number: int


class NumberSettled(Event, frozen=True, tag="base.number_settled"):
    """The table dealt with a production of this turn by itself: no number is recorded for it."""

    index: int


class SevenCame(Event, frozen=True, tag="base.seven_came"):
    """A seven stops production and is dealt with (BG-3)."""

    seat: SeatId


class Discarded(Event, frozen=True, tag="base.discarded"):
    """A seat returned `count` cards because of the hand limit."""

    seat: SeatId
    count: int


class RobberMoved(Event, frozen=True, tag="base.robber_moved"):
    """The robber went to another hex, or home, and perhaps took a card from `victim`."""

    seat: SeatId
    victim: SeatId | None
    to: Literal["hex", "home"] = "hex"


class CardsBought(Event, frozen=True, tag="base.card_bought"):
    """A development card was bought, hidden from everybody else."""

    seat: SeatId


class CardPlayed(Event, frozen=True, tag="base.card_played"):
    """A development card was played openly."""

    seat: SeatId
    card: str
    resources: tuple[str, ...] = ()


class PointsRevealed(Event, frozen=True, tag="base.points_revealed"):
    """Victory point cards were shown."""

    seat: SeatId
    count: int


class KnightsChanged(Event, frozen=True, tag="base.knights_changed"):
    """Face-up knights of a seat changed by something other than playing one."""

    seat: SeatId
    change: int


class RouteDeclared(Event, frozen=True, tag="base.route_declared"):
    """A color's longest trade route has this length, as the table counts it (BG-13)."""

    seat: SeatId
    length: int


class VictoryDeclined(Event, frozen=True, tag="base.victory_declined"):
    """The table plays on although the target is reached with `vp` points."""

    seat: SeatId
    vp: int


def book(ctx: Context, seat: SeatId) -> SeatBook:
    """The counts of `seat`."""
    return ctx.slice(BaseSlice).books.get(seat, SeatBook())


def number_of(s: BaseSlice, index: int) -> Produced | None:
    """The number of a production of this turn (0 for its first); None where there is none."""
    if index in s.settled:
        return None
    place = index - sum(1 for settled in s.settled if settled < index)
    return s.numbers[place] if place < len(s.numbers) else None


def initial(setup: Setup, settings: Mapping[str, Any]) -> BaseSlice:
    """An empty book for everybody at the table."""
    return BaseSlice(books=FrozenMap({s.id: SeatBook() for s in setup.seats}))


def changed(s: BaseSlice, seat: SeatId, **fields: Any) -> BaseSlice:
    """`s` with some of a seat's counts changed."""
    before = s.books.get(seat, SeatBook())
    return _replace(s, books=s.books.set(seat, _replace(before, **fields)))


def _turn_started(s: BaseSlice, event: TurnStarted) -> BaseSlice:
    books = FrozenMap(
        {k: _replace(b, bought_now=0) if b.bought_now else b for k, b in s.books.items()}
    )
    return _replace(
        s,
        books=books,
        turn=event.turn,
        seat=event.seat,
        numbers=(),
        settled=(),
        card_played=False,
        declined=0,
        phase="play",
        resume=None,
    )


def _produced(s: BaseSlice, event: NumberProduced) -> BaseSlice:
    made = Produced(event.number, event.source, event.seat, event.faces, event.event)
    return _replace(s, numbers=(*s.numbers, made))


def _bought(s: BaseSlice, event: CardsBought) -> BaseSlice:
    b = s.books.get(event.seat, SeatBook())
    return changed(s, event.seat, bought=b.bought + 1, bought_now=b.bought_now + 1)


def _played(s: BaseSlice, event: CardPlayed) -> BaseSlice:
    b = s.books.get(event.seat, SeatBook())
    knights = b.knights + (event.card == "knight")
    s = changed(s, event.seat, played=b.played + 1, knights=knights)
    shown = s.shown.set(event.card, s.shown.get(event.card, 0) + 1)
    return _replace(s, card_played=True, shown=shown)


def _revealed(s: BaseSlice, event: PointsRevealed) -> BaseSlice:
    b = s.books.get(event.seat, SeatBook())
    # Nobody sees which ones were shown: those bought in this turn, as long as there are any, so
    # that no card which may be an older one is refused.
    return changed(
        s,
        event.seat,
        revealed=b.revealed + event.count,
        bought_now=max(0, b.bought_now - event.count),
    )


def _knights(s: BaseSlice, event: KnightsChanged) -> BaseSlice:
    b = s.books.get(event.seat, SeatBook())
    return changed(s, event.seat, knights=max(0, b.knights + event.change))


def _flow(s: BaseSlice, event: FlowEntered) -> BaseSlice:
    return _replace(s, start_placed=False) if event.flow == "setup" else s


FOLDS: dict[type[Event], Any] = {
    SetupSkipped: lambda s, e: _replace(s, start_placed=True),
    SetupEnded: lambda s, e: _replace(s, phase="play"),
    TurnSet: lambda s, e: _replace(s, phase="play", resume=e.resume),
    TurnStarted: _turn_started,
    NumberProduced: _produced,
    NumberRepeated: lambda s, e: _replace(s, numbers=s.numbers[:-1]),
    NumberSettled: lambda s, e: _replace(s, settled=(*s.settled, e.index)),
    CardsBought: _bought,
    CardPlayed: _played,
    PointsRevealed: _revealed,
    KnightsChanged: _knights,
    RouteDeclared: lambda s, e: changed(s, e.seat, route=e.length),
    VictoryDeclined: lambda s, e: _replace(s, declined=e.vp),
    FlowEntered: _flow,
}

EVENTS: tuple[type[Event], ...] = (
    SetupSkipped,
    SetupEnded,
    TurnSet,
    TurnStarted,
    TurnEnded,
    NumberProduced,
    NumberRepeated,
    NumberSettled,
    SevenCame,
    Discarded,
    RobberMoved,
    CardsBought,
    CardPlayed,
    PointsRevealed,
    KnightsChanged,
    RouteDeclared,
    VictoryDeclined,
)
