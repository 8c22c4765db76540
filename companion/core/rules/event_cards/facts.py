"""What anybody may know of the deck of event cards, as facts (EV-1, EV-2)."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

from companion.core.context import Context
from companion.core.model import Struct
from companion.core.module import Query
from companion.core.rules.event_cards.book import EventCardsSlice, ShownCard
from companion.core.rules.event_cards.deck import DECK, absent, least_drawn, place_of


class CardCount(Struct, frozen=True):
    """How many cards the deck has of a number and event ("none": without one)."""

    number: int
    event: str
    count: int


class DeckContent(Struct, frozen=True):
    """The deck: its number cards, the year end card, and how many cards that makes."""

    cards: tuple[CardCount, ...]
    year_end: int
    total: int


class DrawPlace(Struct, frozen=True):
    """Where a draw falls: in which pass, and as which card of it, both from 1."""

    deck_pass: int
    position: int


class Chance(Struct, frozen=True):
    """A probability as a fraction in lowest terms."""

    num: int
    den: int


def _content(ctx: Context) -> DeckContent:
    cards = tuple(
        CardCount(number, event, count) for (number, event), count in Counter(DECK).items()
    )
    return DeckContent(cards, 1, len(DECK) + 1)


def _size(ctx: Context) -> int:
    return int(ctx.setting("event_cards.pass"))


def _chance_absent(ctx: Context, copies: int) -> Chance:
    chance = absent(copies, _size(ctx))
    return Chance(chance.numerator, chance.denominator)


def _cards_left(ctx: Context, number: int) -> int:
    seen = ctx.slice(EventCardsSlice).drawn
    return sum(c.number == number for c in DECK) - sum(DECK[c].number == number for c in seen)


def _chance_next(ctx: Context, number: int) -> Chance:
    """All cards that nobody has seen are alike, those set aside too; after a year end all are."""
    hidden, left = len(DECK), sum(card.number == number for card in DECK)
    if ctx.get(DECK_LEFT):
        hidden -= len(ctx.slice(EventCardsSlice).drawn)
        left = max(0, _cards_left(ctx, number))
    chance = Fraction(left, hidden)
    return Chance(chance.numerator, chance.denominator)


CARD_SHOWN: Query[ShownCard | None] = Query(
    "card_shown",
    "The event card that lies open; None before the first.",
    lambda ctx: ctx.slice(EventCardsSlice).shown,
    rules=("EV-3",),
)
DECK_LEFT: Query[int] = Query(
    "deck_left",
    "How many more cards are drawn before the year ends.",
    lambda ctx: max(0, _size(ctx) - ctx.slice(EventCardsSlice).draws),
    rules=("EV-2",),
)
CARDS_LEFT: Query[int] = Query(
    "cards_left",
    "How many cards with a number have not been seen in this pass, those set aside included.",
    _cards_left,
    args=("number",),
    takes={"number": "count"},
    rules=("EV-1",),
)
CHANCE_NEXT: Query[Chance] = Query(
    "chance_next",
    "The chance that the next card shows a number, for whoever has seen all cards of this pass.",
    _chance_next,
    args=("number",),
    takes={"number": "count"},
    rules=("EV-1", "EV-2"),
)
DAMAGED_ROADS: Query[int] = Query(
    "damaged_roads",
    "Roads of a seat that an earthquake turned and nobody has repaired.",
    lambda ctx, seat: ctx.slice(EventCardsSlice).damaged.get(seat, 0),
    args=("seat",),
    merge="sum",
    rules=("EV-4",),
)


DECK_CONTENT: Query[DeckContent] = Query(
    "deck_content",
    "All cards of the deck by number and event, the year end card beside them.",
    _content,
    rules=("EV-1", "EV-2"),
)
DRAW_PLACE: Query[DrawPlace] = Query(
    "draw_place",
    "In which pass of the deck the game's n-th draw falls, and as which card of it.",
    lambda ctx, draw: DrawPlace(*place_of(draw, _size(ctx))),
    args=("draw",),
    rules=("EV-2", "C16"),
    takes={"draw": "count"},
)
CHANCE_ABSENT: Query[Chance] = Query(
    "chance_absent",
    "The chance that none of so many given cards comes up in a pass, as a fraction.",
    _chance_absent,
    args=("copies",),
    rules=("EV-2", "C16"),
    takes={"copies": "count"},
)
LEAST_DRAWN: Query[int] = Query(
    "least_drawn",
    "How many of so many given cards come up at least in every pass.",
    lambda ctx, copies: least_drawn(copies, _size(ctx)),
    args=("copies",),
    rules=("EV-2", "C16"),
    takes={"copies": "count"},
)

QUERIES = (
    CARD_SHOWN,
    DECK_LEFT,
    CARDS_LEFT,
    CHANCE_NEXT,
    DAMAGED_ROADS,
    DECK_CONTENT,
    DRAW_PLACE,
    CHANCE_ABSENT,
    LEAST_DRAWN,
)
