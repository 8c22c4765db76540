"""The deck of event cards as data (EV-1)."""

from __future__ import annotations

from fractions import Fraction
from math import comb
from typing import NamedTuple

NONE = "none"
"""What a card without an event is called."""

STREAM = "event_deck"
"""The stream of chance that shuffles the deck, once for each pass."""

ROBBER_ATTACK = "robber_attack"
EPIDEMIC = "epidemic"
EARTHQUAKE = "earthquake"
GOOD_NEIGHBORS = "good_neighbors"
TOURNAMENT = "tournament"
TRADE_ADVANTAGE = "trade_advantage"
CALM_SEAS = "calm_seas"
ROBBER_FLEES = "robber_flees"
NEIGHBORLY_ASSISTANCE = "neighborly_assistance"
CONFLICT = "conflict"
PLENTIFUL_YEAR = "plentiful_year"

EVENTS = (
    ROBBER_ATTACK,
    EPIDEMIC,
    EARTHQUAKE,
    GOOD_NEIGHBORS,
    TOURNAMENT,
    TRADE_ADVANTAGE,
    CALM_SEAS,
    ROBBER_FLEES,
    NEIGHBORLY_ASSISTANCE,
    CONFLICT,
    PLENTIFUL_YEAR,
)


class Card(NamedTuple):
    """A card's number (2 to 12) and event."""

    number: int
    event: str


_KINDS: tuple[tuple[int, str, int], ...] = (
    (2, PLENTIFUL_YEAR, 1),
    (3, CONFLICT, 1),
    (3, NONE, 1),
    (4, ROBBER_FLEES, 2),
    (4, NONE, 1),
    (5, TOURNAMENT, 1),
    (5, TRADE_ADVANTAGE, 1),
    (5, NONE, 2),
    (6, EPIDEMIC, 1),
    (6, EARTHQUAKE, 1),
    (6, GOOD_NEIGHBORS, 1),
    (6, NONE, 2),
    (7, ROBBER_ATTACK, 6),
    (8, EPIDEMIC, 1),
    (8, NONE, 4),
    (9, CALM_SEAS, 1),
    (9, NONE, 3),
    (10, NEIGHBORLY_ASSISTANCE, 1),
    (10, NONE, 2),
    (11, NEIGHBORLY_ASSISTANCE, 1),
    (11, NONE, 1),
    (12, CALM_SEAS, 1),
)
"""Number, event, how many such cards."""

DECK: tuple[Card, ...] = tuple(
    Card(number, event) for number, event, count in _KINDS for _ in range(count)
)
"""The 36 number cards; a card's place here is its id, which never changes (recorded games)."""

SIZE = len(DECK)
BEFORE_YEAR_END = 31
"""Draws of a pass: the year end card lies on the last 5 (EV-2)."""


def place_of(draw: int, size: int) -> tuple[int, int]:
    """Pass and place in it, both from 1, of the game's `draw`-th card where a pass has `size`.

    Raises ValueError for a draw before the first.
    """
    if draw < 1:
        raise ValueError(f"draws count from 1, got {draw}")
    before, place = divmod(draw - 1, size)
    return before + 1, place + 1


def absent(copies: int, size: int) -> Fraction:
    """The chance that none of `copies` given cards comes up in a pass of `size` draws.

    Raises ValueError for more cards than there are.
    """
    if not 0 <= copies <= SIZE:
        raise ValueError(f"the deck has {SIZE} cards, got {copies}")
    return Fraction(comb(SIZE - copies, size), comb(SIZE, size))


def least_drawn(copies: int, size: int) -> int:
    """How many of `copies` given cards come up at least in a pass of `size` draws.

    Raises ValueError for more cards than there are.
    """
    if not 0 <= copies <= SIZE:
        raise ValueError(f"the deck has {SIZE} cards, got {copies}")
    return max(0, copies - (SIZE - size))
