"""An event deck alone, for a table that wants nothing else.

The whole state is a seed and how many cards were drawn: which card comes is a pure function of
both (`companion.core.chance`), so undo puts a card back where it lay, and it comes again.
"""

from __future__ import annotations

import secrets
from collections import Counter
from typing import Any, Final, NamedTuple

from companion.core import chance
from companion.core.rules.event_cards.deck import BEFORE_YEAR_END, DECK, SIZE, STREAM, Card

KEY: Final = "deck"
"""The preference that holds the deck."""


class DeckState(NamedTuple):
    """A deck: its chance, cards of a pass before the year ends, cards drawn and ever seen."""

    seed: str
    size: int
    drawn: int = 0
    seen: int = 0

    def card(self, n: int) -> Card:
        """The n-th card of this deck, from 0."""
        deck_pass, place = divmod(n, self.size)
        return DECK[chance.shuffle(self.seed, STREAM, deck_pass, tuple(range(SIZE)))[place]]

    def draw(self) -> DeckState:
        """With one card more."""
        return self._replace(drawn=self.drawn + 1, seen=max(self.seen, self.drawn + 1))

    def undo(self) -> DeckState:
        """With the last card back on the deck."""
        return self._replace(drawn=max(0, self.drawn - 1))

    @property
    def place(self) -> int:
        """Cards drawn in this pass; a full one counts until the next draw."""
        return (self.drawn - 1) % self.size + 1 if self.drawn else 0

    def remaining(self) -> Counter[int]:
        """How many cards of each number have not come in this pass, those set aside included."""
        left = Counter(card.number for card in DECK)
        left.subtract(self.card(n).number for n in range(self.drawn - self.place, self.drawn))
        return left


def new_deck(size: int) -> DeckState:
    """A deck freshly shuffled by the machine's own chance."""
    return DeckState(chance.new_seed(secrets.token_bytes), size)


def read_deck(data: Any) -> DeckState | None:
    """The deck that was kept; None where there is none, or it is no deck."""
    if not isinstance(data, list) or len(data) != len(DeckState._fields):
        return None
    seed, size, drawn, seen = data
    numbers = all(type(n) is int for n in (size, drawn, seen))
    if not isinstance(seed, str) or not numbers or size not in (BEFORE_YEAR_END, SIZE):
        return None
    try:
        chance.commitment(seed)
    except ValueError:
        return None
    return DeckState(seed, size, drawn, seen) if 0 <= drawn <= seen else None
