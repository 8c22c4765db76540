"""Carrying out a card's event before its number (EV-3, EV-4)."""

from __future__ import annotations

from collections.abc import Iterable

from companion.core.context import Context
from companion.core.model import Action, Command, Event, Param, Refusal, SeatId
from companion.core.module import ActionKind, Contribution, Query, Stage, StageEdit
from companion.core.rules.base.book import BaseSlice, RobberMoved, number_of
from companion.core.rules.base.facts import IGNORED, ROBBER_HOME, YIELD
from companion.core.rules.base.turn import production_index, resumed_at_play, turn_seat
from companion.core.rules.event_cards import deck
from companion.core.rules.event_cards.book import EventCardTaken, RoadsDamaged
from companion.core.rules.event_cards.effects import (
    EVENT,
    EVENT_PLAYED,
    EVENT_STEPS,
    EVENT_VICTIMS,
    EVENT_WINNERS,
    THEFTS,
)
from companion.core.rules.pieces import KIND
from companion.i18n.text import Text

STAGE = "event.card"
TELL = "event"
THEFT_PROMPT = "event.theft"


def current_event(ctx: Context) -> str | None:
    """The event that goes with the number being dealt with just now."""
    frame = ctx.frame_of("turn")
    if frame is None or frame.stage not in (STAGE, "turn.production"):
        return None
    at = production_index(ctx)
    made = number_of(ctx.slice(BaseSlice), at)
    return None if made is None or ctx.get(IGNORED, index=at) else made.event


def _run(ctx: Context, visit: int) -> Iterable[Event]:
    event = current_event(ctx)
    if visit or event is None or resumed_at_play(ctx):
        return []
    # The number of a robber attack is a seven, which asks for everything by itself.
    steps = () if event == deck.ROBBER_ATTACK else ctx.get(EVENT_STEPS, event=event)
    return [*_changes(ctx, event), *_said(ctx, event, steps)]


def _changes(ctx: Context, event: str) -> list[Event]:
    """What the book itself has to write down."""
    if not ctx.get(EVENT_PLAYED, event=event):
        return []
    if event == deck.EARTHQUAKE and (seats := ctx.get(EVENT_VICTIMS, event=event)):
        return [RoadsDamaged(seats)]
    if event == deck.ROBBER_FLEES and ctx.get(ROBBER_HOME) is not None:
        return [RobberMoved(turn_seat(ctx), None, "home")]
    return []


def _said(ctx: Context, event: str, steps: tuple[Text, ...]) -> list[Event]:
    """The steps; a theft may be answered by its victim's name, and need not be."""
    data = {"event": event}
    winners = ctx.get(EVENT_WINNERS, event=event) if event in THEFTS else ()
    said: list[Event] = []
    for step in steps:
        if winners and not said:
            said.append(ctx.ask(THEFT_PROMPT, step, winners[:1], blocking=False, data=data))
        else:
            said.append(ctx.tell(TELL, step, data=data))
    return said


def _offer_victim(ctx: Context, seat: SeatId | None) -> Action | Refusal | None:
    prompt = ctx.prompt(THEFT_PROMPT)
    if prompt is None or seat is None:
        return None
    victims = ctx.get(EVENT_VICTIMS, event=str(prompt.data["event"]))
    choices = tuple(victim for victim in victims if victim != seat)
    return Action(
        "", seat, params=(Param("victim", "seat", choices=choices, optional=True),), group="answer"
    )


def _decide_victim(ctx: Context, command: Command) -> Iterable[Event]:
    prompt = ctx.prompt(THEFT_PROMPT)
    event = str(prompt.data["event"]) if prompt else deck.TRADE_ADVANTAGE
    assert command.seat is not None
    return [EventCardTaken(command.seat, command.args.get("victim"), event)]


def _under(event: str | None, value: int, kind: str) -> int:
    """What is left of a building's yield: under an epidemic every city yields 1 only."""
    return min(value, 1) if kind == "city" and event == deck.EPIDEMIC else value


def _epidemic(ctx: Context, value: int, kind: str) -> int:
    return _under(current_event(ctx), value, kind)


EVENT_YIELD: Query[int] = Query(
    "event_yield",
    "Resource cards one building of a kind takes from a hex (a gold hex too) by the number of a "
    "card with this event.",
    lambda ctx, event, kind: _under(event, ctx.get(YIELD, kind=kind), kind),
    args=("event", "kind"),
    rules=("EV-4",),
    takes={**EVENT, **KIND},
)


STAGES = (Stage(STAGE, _run, "The card's event, before its number."),)
EDITS = (StageEdit("turn", "before", "turn.production", (STAGE,)),)
QUERIES = (EVENT_YIELD,)
CONTRIBUTIONS = (Contribution(YIELD, "replace", _epidemic, rules=("EV-4",)),)
ACTIONS = (
    ActionKind(
        "record_event_theft",
        "Say from whom an event's hidden card was taken (or that none was); may be left out.",
        (THEFT_PROMPT,),
        _offer_victim,
        _decide_victim,
        rules=("EV-4",),
        answers=True,
        params=(Param("victim", "seat", optional=True),),
    ),
)
