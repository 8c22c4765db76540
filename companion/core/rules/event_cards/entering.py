"""The deck of a physical game that goes on in the app: the cards that lie out (EV-2).

What a table knows of its deck is what it has seen: the cards of this pass that lie face up, and
perhaps how many more were drawn that nobody remembers. The app shuffles all cards, takes out
those that lie out, and deals the rest in its order: whatever is left comes equally likely in any
order, as on the table. Cards drawn unseen stay in the deck, for nobody knows which they are; the
year only ends so many draws sooner.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

from companion.core.context import Context
from companion.core.model import Event, Struct
from companion.core.positions import PositionPart, Reading
from companion.core.rules.event_cards.book import EventCardsSlice, PassEntered
from companion.core.rules.event_cards.deck import DECK, NONE, SIZE, STREAM, Card
from companion.core.rules.event_cards.facts import CardCount
from companion.core.settings import did_you_mean
from companion.i18n.text import Ref, Text

KEYS = ("seen", "unseen")
CARD_KEYS = ("number", "event", "count")
KINDS: Mapping[Card, int] = Counter(DECK)
"""How many cards there are of each number and event, in the deck's order."""


class DeckPosition(Struct, frozen=True):
    """The cards of this pass that lie out, in the deck's order, and how many were drawn unseen."""

    seen: tuple[CardCount, ...] = ()
    unseen: int = 0


def _counted(cards: Mapping[Card, int]) -> tuple[CardCount, ...]:
    return tuple(CardCount(*kind, cards[kind]) for kind in KINDS if cards.get(kind))


def deck_now(ctx: Context) -> DeckPosition:
    """What lies out now. A card that an amendment made come up again lies there once."""
    s = ctx.slice(EventCardsSlice)
    return DeckPosition(_counted(Counter(DECK[card] for card in {*s.drawn})), s.unseen)


def read_deck(ctx: Context, reading: Reading, data: Any) -> DeckPosition:
    """The deck that `data` says; `{}` is a fresh pass."""
    data = reading.mapping("deck", data, KEYS)
    cards: Counter[Card] = Counter()
    listed = data.get("seen", ())
    if not isinstance(listed, (list, tuple)):
        reading.wrong("deck.seen", listed, "[…]")
        listed = ()
    for at, said in enumerate(listed, 1):
        _read_card(reading, f"deck.seen.{at}", said, cards)
    size = int(ctx.setting("event_cards.pass"))
    if cards.total() > size:
        reading.wrong("deck.seen", cards.total(), f"≤ {size}")
    most = max(0, size - cards.total())
    return DeckPosition(
        _counted(cards), reading.count("deck.unseen", data.get("unseen", 0), 0, most)
    )


def _read_card(reading: Reading, path: str, data: Any, cards: Counter[Card]) -> None:
    """Add the cards of one line to those seen so far."""
    data = reading.mapping(path, data, CARD_KEYS)
    number, event = data.get("number"), data.get("event", NONE)
    events = [kind.event for kind in KINDS if kind.number == number and type(number) is int]
    if not events:
        reading.wrong(f"{path}.number", number, "2–12")
    elif event not in events:
        reading.fault(f"{path}.event", did_you_mean("position.event", str(event), events))
    else:
        kind = Card(number, event)
        most = KINDS[kind] - cards[kind]
        cards[kind] += reading.count(f"{path}.count", data.get("count", 1), 0, most)


def _data(deck: DeckPosition) -> dict[str, Any]:
    said: dict[str, Any] = {}
    if deck.seen:
        said["seen"] = [_card_data(card) for card in deck.seen]
    if deck.unseen:
        said["unseen"] = deck.unseen
    return said


def _card_data(card: CardCount) -> dict[str, Any]:
    said: dict[str, Any] = {"number": card.number}
    if card.event != NONE:
        said["event"] = card.event
    if card.count > 1:
        said["count"] = card.count
    return said


def _enter(ctx: Context, deck: DeckPosition) -> Iterable[Event]:
    if deck == deck_now(ctx):
        return []
    wanted = {Card(card.number, card.event): card.count for card in deck.seen}
    cards: list[int] = []
    for card, kind in enumerate(DECK):
        # Cards of a kind are alike: which of them lie out makes no difference.
        if wanted.get(kind, 0) > 0:
            wanted[kind] -= 1
            cards.append(card)
    return [ctx.shuffle(STREAM, SIZE), PassEntered(tuple(cards), deck.unseen)]


def _said(ctx: Context) -> Mapping[str, tuple[Text | Ref, int]]:
    deck = deck_now(ctx)
    seen = {Card(card.number, card.event): card.count for card in deck.seen}
    said: dict[str, tuple[Text | Ref, int]] = {
        f"{kind.number}.{kind.event}": (card_label(kind), seen.get(kind, 0)) for kind in KINDS
    }
    said["unseen"] = (Text("difference.event_cards_unseen"), deck.unseen)
    return said


def card_label(kind: Card) -> Text:
    """A card in words: its number, and its event where it has one."""
    if kind.event == NONE:
        return Text("difference.event_card_plain", {"number": kind.number})
    event = Ref("event", kind.event)
    return Text("difference.event_card", {"number": kind.number, "event": event})


PART = PositionPart(
    "deck",
    "The event cards of this pass that lie out: `seen` lists them, each `number`, `event` (none "
    "said: without one) and `count` (1); `unseen` more were drawn and nobody knows which. `{}` is "
    "a fresh pass. The rest is shuffled anew.",
    deck_now,
    read_deck,
    _data,
    _enter,
    _said,
)
