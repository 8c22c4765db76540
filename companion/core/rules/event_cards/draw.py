"""Drawing a card instead of throwing dice (EV-2, EV-3)."""

from __future__ import annotations

from collections.abc import Iterable

from companion.core.context import Context
from companion.core.model import Action, Command, Event, Param, Refusal, SeatId
from companion.core.module import ActionKind
from companion.core.rules.base.book import NumberProduced
from companion.core.rules.base.facts import is_turn_of
from companion.core.rules.base.turn import NUMBER_PROMPT
from companion.core.rules.event_cards import event_dice
from companion.core.rules.event_cards.book import CardDrawn, EventCardsSlice, YearEnded
from companion.core.rules.event_cards.deck import DECK, NONE, SIZE, STREAM

_KEPT = "recorded event cards"


def draw_card(ctx: Context, seat: SeatId) -> list[Event]:
    """The events of `seat` drawing one card: the year's end if it came, the card, its number.

    A card that this command drew before an amendment comes again, wherever it now lies; so
    does the year's end (EV-2).
    """
    s = ctx.slice(EventCardsSlice)
    events: list[Event] = []
    kept = _recorded(ctx)
    left, deck_pass, position = s.left, s.deck_pass, s.draws + 1
    if _must_shuffle(ctx, s, kept):
        if s.deck_pass:
            events.append(YearEnded(s.deck_pass))
        shuffled = ctx.shuffle(STREAM, SIZE)
        events.append(shuffled)
        left, deck_pass, position = shuffled.outcome, s.deck_pass + 1, 1
    card = left[0] if kept is None else _where(kept.card, left)
    number, event = DECK[card]
    events.append(CardDrawn(card, number, event, deck_pass, position, card != left[0]))
    counts = event != NONE and not ctx.setting("event_cards.numbers_only")
    events.append(NumberProduced(number, "cards", seat, (), event if counts else None))
    return events


def foresees(ctx: Context, event: Event) -> bool:
    """Whether a card that was taken back will come up again: in this pass, or in the next ones."""
    if not isinstance(event, CardDrawn):
        return True
    s = ctx.slice(EventCardsSlice)
    ahead = event.deck_pass - s.deck_pass
    if ahead <= 0:
        order, at = s.left, event.position - s.draws - 1
    else:
        order, at = ctx.shuffle_ahead(STREAM, SIZE, ahead - 1), event.position - 1
    return ahead >= 0 and 0 <= at < len(order) and order[at] == event.card


def _recorded(ctx: Context) -> CardDrawn | None:
    """The card that this command drew before an amendment; the next one at each asking."""
    at = ctx.tally.uses.get(_KEPT, 0)
    cards = [event for event in ctx.recorded if isinstance(event, CardDrawn)]
    if at >= len(cards):
        return None
    ctx.tally.uses[_KEPT] = at + 1
    return cards[at]


def _must_shuffle(ctx: Context, s: EventCardsSlice, kept: CardDrawn | None) -> bool:
    if not s.left:
        return True
    if kept is not None:
        # A pass goes on ending before the card that the table saw first in the next one.
        return kept.deck_pass > s.deck_pass
    return s.draws >= int(ctx.setting("event_cards.pass"))


def _where(card: int, left: tuple[int, ...]) -> int:
    """`card` if it lies in the deck, else one that looks the same, else `card` all the same.

    The last can happen only when an amendment put a draw in: what the table has played counts.
    """
    if card in left:
        return card
    return next((other for other in left if DECK[other] == DECK[card]), card)


def _offer_draw(ctx: Context, seat: SeatId | None) -> Action | Refusal | None:
    if not is_turn_of(ctx, seat):
        return None
    params: tuple[Param, ...] = ()
    if event_dice.together(ctx):
        params = event_dice.params(optional=True)
    return Action("", seat, params=params, group="number", primary=True)


def _decide_draw(ctx: Context, command: Command) -> Iterable[Event]:
    assert command.seat is not None
    dice = event_dice.thrown(ctx, command) if event_dice.together(ctx) else []
    return [*dice, *draw_card(ctx, command.seat)]


ACTIONS = (
    ActionKind(
        "draw_card",
        "Draw an event card instead of throwing dice.",
        (NUMBER_PROMPT,),
        _offer_draw,
        _decide_draw,
        rules=("EV-2", "EV-3"),
        answers=True,
        params=event_dice.params(optional=True),
    ),
)
