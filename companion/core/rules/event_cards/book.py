"""What the event cards write down: the deck, the card shown, damaged roads, the event die."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

import msgspec

from companion.core.context import Context
from companion.core.events import ChanceDrawn
from companion.core.frozen import FrozenMap
from companion.core.model import Event, SeatId, Struct, Visibility
from companion.core.rules.event_cards.deck import DECK, STREAM
from companion.core.rules.pieces import pieces_of

_replace = msgspec.structs.replace


class ShownCard(Struct, frozen=True):
    """The card that lies open. `card` is its id, `position` its place in the pass, from 1."""

    card: int
    number: int
    event: str
    deck_pass: int
    position: int


class ShownDice(Struct, frozen=True):
    """The two dice of Cities & Knights: the red one (1 to 6) and the event die's face."""

    red: int
    face: str


class EventCardsSlice(Struct, frozen=True):
    """The deck and what its cards left behind.

    `left` are the ids of the cards not drawn in this pass, next first: nobody may see them.
    `drawn` are those drawn, oldest first; `strays` of them did not lie in this pass's deck
    (an amendment repeated a card that had come up already). `unseen` more were drawn before the
    table entered where it stood, and nobody knows which: they may still be among `left`.
    `deck_pass` counts from 1; it is 0 before the first draw. `damaged` counts turned roads by seat.
    """

    secrets: ClassVar[Mapping[str, Visibility]] = {"left": "nobody"}

    left: tuple[int, ...] = ()
    drawn: tuple[int, ...] = ()
    strays: int = 0
    deck_pass: int = 0
    shown: ShownCard | None = None
    damaged: FrozenMap[SeatId, int] = FrozenMap()
    dice: ShownDice | None = None
    unseen: int = 0

    @property
    def draws(self) -> int:
        """How many cards were drawn in this pass, seen or not."""
        return len(self.drawn) + self.unseen


class YearEnded(Event, frozen=True, tag="event_cards.year_ended"):
    """The year end card came up: pass `deck_pass` is over and all cards are shuffled (EV-2)."""

    deck_pass: int


class CardDrawn(Event, frozen=True, tag="event_cards.card_drawn"):
    """An event card was turned over.

    `card` is its id in the deck; `position` its place in pass `deck_pass`, from 1. `kept`: it
    is not the top card, because an amendment repeats what the table has seen and played.
    """

    card: int
    number: int
    event: str
    deck_pass: int
    position: int
    kept: bool = False

    def foresight(self) -> tuple[str, int] | None:
        """The deck keeps its order: a card taken back comes up again."""
        if self.kept:
            return None
        return f"{STREAM}.card", self.deck_pass * 100 + self.position


class PassEntered(Event, frozen=True, tag="event_cards.pass_entered"):
    """The table said how its deck stands: `cards` (ids) lie out, `unseen` more were drawn.

    All cards were shuffled just before; this takes out those that lie out.
    """

    cards: tuple[int, ...]
    unseen: int = 0


class EventDiceThrown(Event, frozen=True, tag="event_cards.dice_thrown"):
    """The red die and the event die of Cities & Knights fell so, by the app or at the table."""

    red: int
    face: str
    entered: bool = False


class RoadsDamaged(Event, frozen=True, tag="event_cards.roads_damaged"):
    """An earthquake: each of `seats` turned one of its roads."""

    seats: tuple[SeatId, ...]


class RoadRepaired(Event, frozen=True, tag="event_cards.road_repaired"):
    """A seat paid for turning a damaged road back."""

    seat: SeatId


class DamageLost(Event, frozen=True, tag="event_cards.damage_lost"):
    """A seat has fewer roads than damaged ones were counted: `count` damaged are left."""

    seat: SeatId
    count: int


class EventCardTaken(Event, frozen=True, tag="event_cards.card_taken"):
    """An event let `seat` take a hidden card from `victim` (None: it took none)."""

    seat: SeatId
    victim: SeatId | None
    event: str


def with_damage(s: EventCardsSlice, seat: SeatId, count: int) -> EventCardsSlice:
    """`s` with `count` damaged roads of `seat`."""
    damaged = s.damaged.set(seat, count) if count > 0 else s.damaged.drop(seat)
    return _replace(s, damaged=damaged)


def _shuffled(s: EventCardsSlice, event: ChanceDrawn) -> EventCardsSlice:
    if event.stream != STREAM:
        return s
    return _replace(s, left=event.outcome, drawn=(), strays=0, unseen=0, deck_pass=s.deck_pass + 1)


def _drawn(s: EventCardsSlice, event: CardDrawn) -> EventCardsSlice:
    in_deck = event.card in s.left
    return _replace(
        s,
        left=tuple(card for card in s.left if card != event.card),
        drawn=(*s.drawn, event.card),
        strays=s.strays + (not in_deck),
        shown=ShownCard(event.card, event.number, event.event, event.deck_pass, event.position),
    )


def _entered(s: EventCardsSlice, event: PassEntered) -> EventCardsSlice:
    left = tuple(card for card in s.left if card not in event.cards)
    return _replace(s, left=left, drawn=event.cards, unseen=event.unseen)


def _damaged(s: EventCardsSlice, event: RoadsDamaged) -> EventCardsSlice:
    for seat in event.seats:
        s = with_damage(s, seat, s.damaged.get(seat, 0) + 1)
    return s


def road_count(ctx: Context, seat: SeatId) -> int:
    """Roads of `seat` in play; ships and bridges are none (EV-8)."""
    return len(pieces_of(ctx, seat, "road"))


def check(ctx: Context) -> list[str]:
    """What is wrong with the deck or the damage, if anything."""
    s = ctx.slice(EventCardsSlice)
    faults = []
    if s.deck_pass and sorted({*s.left, *s.drawn}) != list(range(len(DECK))):
        faults.append(f"the event deck lost cards: left {s.left}, drawn {s.drawn}")
    if len({*s.drawn}) != len(s.drawn) - s.strays:
        faults.append(f"a card was drawn twice in one pass: {s.drawn}")
    if {*s.left} & {*s.drawn}:
        faults.append(f"a drawn card lies in the deck: {sorted({*s.left} & {*s.drawn})}")
    faults += [
        f"seat {seat} has {count} damaged roads but {road_count(ctx, seat)} in play"
        for seat, count in s.damaged.items()
        if not ctx.state.forced and count > road_count(ctx, seat)
    ]
    return faults


EVENT_KINDS: tuple[type[Event], ...] = (
    YearEnded,
    CardDrawn,
    PassEntered,
    EventDiceThrown,
    RoadsDamaged,
    RoadRepaired,
    DamageLost,
    EventCardTaken,
)

FOLDS: dict[type[Event], Any] = {
    ChanceDrawn: _shuffled,
    CardDrawn: _drawn,
    PassEntered: _entered,
    EventDiceThrown: lambda s, e: _replace(s, dice=ShownDice(e.red, e.face)),
    RoadsDamaged: _damaged,
    RoadRepaired: lambda s, e: with_damage(s, e.seat, s.damaged.get(e.seat, 0) - 1),
    DamageLost: lambda s, e: with_damage(s, e.seat, e.count),
}
