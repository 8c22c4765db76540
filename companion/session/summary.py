"""What the list of games says about one, and how its players fared."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

import msgspec

from companion.core.compose import Rules
from companion.core.context import Context
from companion.core.model import Seat, SeatId, State
from companion.core.rules.base.facts import POINTS
from companion.journal import Result
from companion.session.clocks import ClockBook
from companion.view.ranking import ranking


class SeatSummary(msgspec.Struct, frozen=True, omit_defaults=True):
    """One player in the list of games."""

    name: str
    color: str
    vp: int = 0
    person: str | None = None


class Summary(msgspec.Struct, frozen=True, omit_defaults=True):
    """A game in the list. `leaders` and `winner` are indices into `players`."""

    players: tuple[SeatSummary, ...] = ()
    scenario: str = ""
    variants: tuple[str, ...] = ()
    leaders: tuple[int, ...] = ()
    turn: int = 0
    over: bool = False
    winner: int | None = None
    seconds: int = 0


def players(ctx: Context) -> tuple[Seat, ...]:
    """The persons at the table in turn order."""
    return tuple(s for s in ctx.seats() if s.kind == "player")


def points(ctx: Context) -> dict[SeatId, int]:
    """Public victory points of everybody at the table."""
    return {s.id: ctx.get(POINTS, seat=s.id) for s in players(ctx)}


def summarize(rules: Rules, state: State, clocks: ClockBook) -> dict[str, Any]:
    """The summary of a game as the journal keeps it; `read_summary` reads it again."""
    ctx = Context(rules, state)
    seats = players(ctx)
    vp = points(ctx)
    most = max(vp.values(), default=0)
    summary = Summary(
        players=tuple(SeatSummary(s.name, s.color, vp[s.id], s.person) for s in seats),
        scenario=state.setup.scenario,
        variants=state.setup.variants,
        leaders=tuple(i for i, s in enumerate(seats) if vp[s.id] == most > 0),
        turn=clocks.turn,
        over=state.over,
        winner=next((i for i, s in enumerate(seats) if s.id == state.winner), None),
        seconds=round(clocks.table_seconds),
    )
    data: dict[str, Any] = msgspec.to_builtins(summary)
    return data


def read_summary(data: object) -> Summary:
    """A summary from the list of games; an empty one for data of another shape."""
    try:
        return msgspec.convert(data, Summary)
    except msgspec.ValidationError:
        return Summary()


def results(rules: Rules, state: State, known: Collection[str], at: str) -> tuple[Result, ...]:
    """How the persons of a finished game fared; none before the end.

    `known` are the ids of persons that the journal has; `at` is the time of day.
    """
    if not state.over:
        return ()
    person = {seat.id: seat.person for seat in players(Context(rules, state))}
    found: dict[str, Result] = {}
    for place in ranking(rules, state).places:
        who = person.get(place.seat)
        if who is not None and who in known and who not in found:
            found[who] = Result(
                person_id=who,
                place=place.place,
                victory_points=place.vp,
                won=place.winner,
                at=at,
            )
    return tuple(found.values())
