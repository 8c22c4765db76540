"""The red die and the event die of Cities & Knights beside the event cards (EV-6)."""

from __future__ import annotations

from collections.abc import Iterable

from companion.core.context import Context
from companion.core.model import Action, Command, Event, Param, Refusal, SeatId
from companion.core.module import ActionKind, Stage, StageEdit
from companion.core.rules.base.facts import is_turn_of
from companion.core.rules.base.turn import resumed_at_play, turn_seat
from companion.core.rules.event_cards.book import EventDiceThrown
from companion.i18n.text import Ref, SeatRef, Text

PROMPT = "event.dice"
STREAM = "event_dice"
FACES = ("ship", "ship", "ship", "yellow", "blue", "green")
"""The event die's six sides: three ships and the gates of the three improvements."""

FACE_NAMES = ("ship", "yellow", "blue", "green")


def played(ctx: Context) -> bool:
    """Whether the table plays Cities & Knights beside the cards (EV-6)."""
    return bool(ctx.setting("event_cards.cities_and_knights"))


def together(ctx: Context) -> bool:
    """Whether its two dice are thrown with the card, not before it (C13)."""
    return played(ctx) and bool(ctx.setting("event_cards.event_dice") == "together")


def params(*, optional: bool) -> tuple[Param, ...]:
    """What says how the two dice fell at the table."""
    return (
        Param("red", "count", low=1, high=6, optional=optional),
        Param("face", "choice", choices=FACE_NAMES, optional=optional),
    )


def thrown(ctx: Context, command: Command) -> list[Event]:
    """The dice as the command enters them, and what they bring; the app throws what is left out."""
    red, face = command.args.get("red"), command.args.get("face")
    throws: list[Event] = []
    if red is None or face is None:
        throw = ctx.throw(STREAM)
        throws = [throw]
        red = red or throw.outcome[0]
        face = face or FACES[throw.outcome[1] - 1]
    return [*throws, EventDiceThrown(red, face, not throws), ctx.tell(PROMPT, _step(red, face))]


def _step(red: int, face: str) -> Text:
    name = Ref("event_die", face)
    if face == "ship":
        return Text("step.event_die_ship", {"red": red, "face": name})
    return Text("step.event_die_gate", {"red": red, "face": name})


def _ask(ctx: Context, visit: int) -> Iterable[Event]:
    if visit or resumed_at_play(ctx):
        return []
    seat = turn_seat(ctx)
    return [ctx.ask(PROMPT, Text("step.event_dice", {"seat": SeatRef(seat)}), (seat,))]


def _offer_throw(ctx: Context, seat: SeatId | None) -> Action | Refusal | None:
    return Action("", seat, group="number", primary=True) if is_turn_of(ctx, seat) else None


def _offer_enter(ctx: Context, seat: SeatId | None) -> Action | Refusal | None:
    if not is_turn_of(ctx, seat):
        return None
    return Action("", seat, params=params(optional=False), group="number")


STAGES = (Stage("event.dice", _ask, "Red die and event die are thrown and carried out."),)

EDITS = (
    StageEdit(
        "turn",
        "before",
        "turn.number",
        ("event.dice",),
        when=lambda ctx: played(ctx) and not together(ctx),
    ),
)

ACTIONS = (
    ActionKind(
        "throw_event_dice",
        "Let the app throw the red die and the event die.",
        (PROMPT,),
        _offer_throw,
        thrown,
        rules=("EV-6",),
        answers=True,
    ),
    ActionKind(
        "enter_event_dice",
        "Enter how the red die and the event die fell.",
        (PROMPT,),
        _offer_enter,
        thrown,
        rules=("EV-6",),
        answers=True,
        params=params(optional=False),
    ),
)
