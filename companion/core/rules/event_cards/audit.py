"""Whether a recorded card is the one that the shuffled deck held (EV-2)."""

from __future__ import annotations

from collections.abc import Sequence

from companion.core.audit import Doubt
from companion.core.model import Event
from companion.core.rules.event_cards.book import CardDrawn, EventCardsSlice
from companion.core.rules.event_cards.deck import DECK


def audit(s: EventCardsSlice, event: Event, before: Sequence[Event] | None = None) -> Doubt | None:
    """What is wrong with a drawn card, compared with the deck as it was shuffled.

    `before` (see `companion.core.audit`): only a card that the entry had brought before an
    amendment may be kept, whatever then lay on top.
    """
    if not isinstance(event, CardDrawn):
        return None
    wrong = _misread(event) or _misplaced(s, event)
    if wrong is not None:
        return Doubt(wrong)
    return _kept(s, event, before) if event.kept else _top(s, event)


def _named(card: int) -> str:
    number, event = DECK[card]
    return f"card {card} ({number} {event})"


def _misread(event: CardDrawn) -> str | None:
    """What the record says of a card that is not so."""
    if not 0 <= event.card < len(DECK):
        return f"there is no event card {event.card}"
    if (event.number, event.event) == DECK[event.card]:
        return None
    number, name = DECK[event.card]
    return (
        f"event card {event.card} is {number} {name}, the record says {event.number} {event.event}"
    )


def _misplaced(s: EventCardsSlice, event: CardDrawn) -> str | None:
    """What the record says of a draw's place that is not so."""
    place = (s.deck_pass, s.draws + 1)
    if (event.deck_pass, event.position) == place:
        return None
    return (
        f"the card is recorded as draw {event.position} of pass {event.deck_pass}; "
        f"it was draw {place[1]} of pass {place[0]}"
    )


def _top(s: EventCardsSlice, event: CardDrawn) -> Doubt | None:
    """A card that is not kept must have lain on top."""
    if s.left and s.left[0] == event.card:
        return None
    top = s.left[0] if s.left else "nothing"
    place = f"draw {event.position} of pass {event.deck_pass}"
    return Doubt(f"{place} is card {event.card}, the deck had {top} on top")


def _kept(s: EventCardsSlice, event: CardDrawn, before: Sequence[Event] | None) -> Doubt | None:
    """A kept card must be what the entry had drawn, and lie in this pass's deck."""
    what = f"{_named(event.card)} is recorded as kept, but"
    if before is None:
        return Doubt(f"{what} nothing was amended")
    drawn = [card.card for card in before if isinstance(card, CardDrawn)]
    kinds = [DECK[card] for card in drawn if 0 <= card < len(DECK)]
    if DECK[event.card] not in kinds:
        had = ", ".join(map(_named, drawn)) or "no card"
        return Doubt(f"{what} its entry had drawn {had} before the amendment")
    if s.left and s.left[0] == event.card:
        return Doubt(f"{what} it lay on top")
    if event.card in s.left:
        return None
    return _twice(s, event)


def _twice(s: EventCardsSlice, event: CardDrawn) -> Doubt:
    """A kept card that does not lie in this pass's deck any more.

    It comes up again only where an amendment put a draw in that used up all of its kind.
    """
    place = f"in pass {event.deck_pass}"
    alike = [card for card in s.left if DECK[card] == DECK[event.card]]
    if alike:
        return Doubt(
            f"{_named(event.card)} is recorded twice {place} although "
            f"{_named(alike[0])} still lay in the deck"
        )
    return Doubt(f"{_named(event.card)} comes up again {place}: a draw was put in before it", False)
