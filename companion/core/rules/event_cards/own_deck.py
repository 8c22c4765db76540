"""A card that the table turned over from a deck of its own, entered by hand (EV-3)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from companion.core.context import Context
from companion.core.model import Action, Command, Event, Param, Refusal, SeatId
from companion.core.module import ActionKind
from companion.core.rules.base.book import NumberProduced
from companion.core.rules.base.facts import TURN_SEAT
from companion.core.rules.base.turn import NUMBER_PROMPT, number_awaited
from companion.core.rules.event_cards.deck import DECK, EVENTS, NONE
from companion.i18n.text import Ref, Text

NUMBER = Param("number", "number", low=2, high=12)
EVENT = Param("event", "choice", choices=(NONE, *EVENTS), optional=True)


def events_on(number: int) -> tuple[str, ...]:
    """What the cards of a number carry, each once; `NONE` where one carries no event."""
    return tuple(dict.fromkeys(card.event for card in DECK if card.number == number))


def _offer(ctx: Context, seat: SeatId | None) -> Action | Refusal:
    if not number_awaited(ctx):
        return Refusal("no_number_due", Text("refused.no_number_due"))
    return Action("", seat, params=(NUMBER, EVENT), group="table")


def _decide(ctx: Context, command: Command) -> Iterable[Event] | Refusal:
    number = int(command.args["number"])
    known = events_on(number)
    event = command.args.get("event") or (NONE if NONE in known else known[0])
    if event not in known:
        params: dict[str, Any] = {
            "number": number,
            "event": Ref("event", event),
            "known": tuple(Ref("event", one) for one in known),
        }
        return Refusal("no_such_card", Text("refused.no_such_card", params))
    counts = event != NONE and not ctx.setting("event_cards.numbers_only")
    seat = ctx.get(TURN_SEAT)
    produced = NumberProduced(number, "table", seat, (), event if counts else None)
    waiting = ctx.prompt(NUMBER_PROMPT)
    return [produced, ctx.close(waiting)] if waiting is not None else [produced]


ACTIONS = (
    ActionKind(
        "enter_card",
        "Record an event card that the table turned over from a deck of its own, in place of one "
        "of the app's, which stays where it is: its number, and its event where there are "
        "several (left out: none).",
        ("*",),
        _offer,
        _decide,
        rules=("EV-3", "EV-4"),
        correction=True,
        params=(NUMBER, EVENT),
    ),
)
