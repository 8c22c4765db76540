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

    `known` are the ids of persons that the journal has; `at` is the time of day. The winner
    is first, the others follow by their points, equals share a place.
    """
    if not state.over:
        return ()
    ctx = Context(rules, state)
    vp = points(ctx)
    found = {}
    for seat in players(ctx):
        if seat.person is None or seat.person not in known or seat.person in found:
            continue
        won = seat.id == state.winner
        ahead = sum(1 for s in vp if s != seat.id and (s == state.winner or vp[s] > vp[seat.id]))
        found[seat.person] = Result(
            person_id=seat.person,
            place=1 if won else 1 + ahead,
            victory_points=vp[seat.id],
            won=won,
            at=at,
        )
    return tuple(found.values())
