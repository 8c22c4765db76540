"""Winning: on the own turn with the target reached, when the table says so (BG-10)."""

from __future__ import annotations

from collections.abc import Iterable

from companion.core.context import Context
from companion.core.events import GameOver, PlayedOn
from companion.core.model import Action, Command, Event, Param, Prompt, Refusal, SeatId
from companion.core.module import ActionKind
from companion.core.rules.base.book import BaseSlice, VictoryDeclined
from companion.core.rules.base.facts import POINTS, TARGET, is_turn_of
from companion.i18n.text import SeatRef, Text

PROMPT = "victory"


def idle(ctx: Context) -> Iterable[Event]:
    """Ask whether the turn's player wins; take the question back when the points are gone."""
    s = ctx.slice(BaseSlice)
    asked = ctx.prompt(PROMPT)
    seat = s.seat
    if ctx.state.over or seat is None or not is_turn_of(ctx, seat):
        return []
    vp = ctx.get(POINTS, seat=seat)
    reached = vp >= ctx.get(TARGET, seat=seat)
    if asked is not None and (not reached or asked.seats != (seat,) or asked.data["vp"] != vp):
        return [ctx.close(asked, "overtaken")]
    if reached and asked is None and s.declined < vp:
        text = Text("ask.victory", {"seat": SeatRef(seat), "vp": vp})
        return [ctx.ask(PROMPT, text, (seat,), blocking=False, data={"vp": vp})]
    return []


def _decide_win(ctx: Context, command: Command) -> Iterable[Event]:
    return [GameOver(command.seat)]


def _decide_decline(ctx: Context, command: Command) -> Iterable[Event]:
    assert command.seat is not None
    return [VictoryDeclined(command.seat, ctx.get(POINTS, seat=command.seat))]


def _offer_declare(ctx: Context, seat: SeatId | None) -> Action | Refusal | None:
    if ctx.state.over:
        return None
    winner = Param("winner", "seat", choices=ctx.players(), optional=True)
    return Action("", seat, params=(winner,), group="table")


def _offer_on(ctx: Context, seat: SeatId | None) -> Action | Refusal | None:
    return Action("", seat, group="table") if ctx.state.over else None


def _settled(ctx: Context, prompt: Prompt) -> Iterable[Event]:
    """Who leaves the question unanswered plays on."""
    return [VictoryDeclined(seat, ctx.get(POINTS, seat=seat)) for seat in prompt.seats]


SETTLES = {PROMPT: _settled}

ACTIONS = (
    ActionKind(
        "claim_victory",
        "Yes, this seat has won: the game ends (and can still be played on).",
        (PROMPT,),
        lambda ctx, seat: Action("", seat, group="answer", primary=True),
        _decide_win,
        ("BG-10",),
        answers=True,
    ),
    ActionKind(
        "decline_victory",
        "No, play on; asked again when the points grow or in the next own turn.",
        (PROMPT,),
        lambda ctx, seat: Action("", seat, group="answer"),
        _decide_decline,
        ("BG-10",),
        answers=True,
    ),
    ActionKind(
        "end_game",
        "End the game by the table's word, with a winner or without.",
        ("*",),
        _offer_declare,
        lambda ctx, command: [GameOver(command.args.get("winner"))],
        correction=True,
        params=(Param("winner", "seat", optional=True),),
    ),
    ActionKind(
        "play_on",
        "Go on after an end.",
        ("*",),
        _offer_on,
        lambda ctx, command: _play_on(ctx),
        correction=True,
    ),
)


def _play_on(ctx: Context) -> Iterable[Event]:
    events: list[Event] = [PlayedOn()]
    s = ctx.slice(BaseSlice)
    seat: SeatId | None = s.seat
    if seat is not None:
        events.append(VictoryDeclined(seat, ctx.get(POINTS, seat=seat)))
    return events
