"""The base game (BG)."""

from __future__ import annotations

from companion.core.context import Context
from companion.core.model import SeatId
from companion.core.module import Award, Module, Setting, Track
from companion.core.rules.awards import at_least
from companion.core.rules.base import (
    bank,
    book,
    build,
    cards,
    facts,
    robber,
    sites,
    start,
    turn,
    victory,
)
from companion.core.rules.base.book import BaseSlice
from companion.core.rules.pieces import PIECE_COUNT


def _armies(ctx: Context) -> dict[SeatId, int]:
    if not ctx.get(facts.LARGEST_ARMY_PLAYED):
        return {}
    return {s: ctx.get(facts.KNIGHTS, seat=s) for s in ctx.players()}


def _routes(ctx: Context) -> dict[SeatId, int]:
    """Everybody's route, a neutral color's too (TW-3)."""
    if not ctx.get(facts.TRADE_ROUTE_PLAYED):
        return {}
    return {s.id: ctx.get(facts.ROUTE_LENGTH, seat=s.id) for s in ctx.seats()}


def _check(ctx: Context) -> list[str]:
    faults = []
    s = ctx.slice(BaseSlice)
    for seat, b in s.books.items():
        if min(b.bought, b.bought_now, b.played, b.knights, b.revealed, b.route) < 0:
            faults.append(f"seat {seat} has a negative count: {b}")
    if not ctx.state.forced:
        faults += [
            f"seat {seat} has more {kind} pieces than it owns"
            for seat in ctx.players()
            for kind in ("road", "settlement", "city", "ship")
            if build.supply(ctx, seat, kind) < 0
        ]
    return faults


MODULE = Module(
    id="base",
    doc="The base game.",
    role="base",
    slice=BaseSlice,
    initial=book.initial,
    events=book.EVENTS,
    folds=book.FOLDS,
    actions=(
        *turn.ACTIONS,
        *start.ACTIONS,
        *build.ACTIONS,
        *cards.ACTIONS,
        *robber.ACTIONS,
        *victory.ACTIONS,
    ),
    idle=victory.idle,
    queries=(*facts.QUERIES, *bank.QUERIES, *sites.QUERIES),
    contributions=turn.CONTRIBUTIONS,
    flows={
        "setup": start.FLOW,
        "turn": turn.FLOW,
        "seven": robber.SEVEN_FLOW,
        "robber": robber.ROBBER_FLOW,
        "free_links": build.FREE_FLOW,
    },
    stages=(*start.STAGES, *turn.STAGES, *robber.STAGES, *build.STAGES),
    settles={**turn.SETTLES, **victory.SETTLES},
    settings=(
        Setting("target", "count", 10, "Victory points needed to win.", low=3, high=30,
                rules=("BG-10",)),
        Setting("record_discards", "flag", False,
                "Ask every seat how many cards it held when a seven comes.", rules=("BG-3",)),
        Setting("count_cards", "flag", True,
                "Development cards are bought in the app before they are played.",
                rules=("BG-8",)),
    ),
    tracks=(
        Track("roads", "Roads in play.",
              lambda ctx, seat: ctx.get(PIECE_COUNT, seat=seat, kind="road"), neutral=True),
        Track("settlements", "Settlements in play.",
              lambda ctx, seat: ctx.get(PIECE_COUNT, seat=seat, kind="settlement"), neutral=True),
        Track("cities", "Cities in play.",
              lambda ctx, seat: ctx.get(PIECE_COUNT, seat=seat, kind="city")),
        Track("knights", "Knight cards face up.",
              lambda ctx, seat: book.book(ctx, seat).knights,
              lambda s, seat, value: book.changed(s, seat, knights=value), high=14,
              most=cards.reach(lambda b: b.knights, "knight")),
        Track("route", "Declared length of the longest trade route.",
              lambda ctx, seat: book.book(ctx, seat).route,
              lambda s, seat, value: book.changed(s, seat, route=value),
              most=lambda ctx, seat: ctx.get(facts.LONGEST_POSSIBLE), neutral=True),
        Track("cards_bought", "Development cards bought.",
              lambda ctx, seat: book.book(ctx, seat).bought,
              lambda s, seat, value: book.changed(s, seat, bought=value), high=34,
              most=cards.reach(lambda b: b.bought, *book.CARDS), show=False),
        Track("cards_played", "Development cards played.",
              lambda ctx, seat: book.book(ctx, seat).played,
              lambda s, seat, value: book.changed(s, seat, played=value), high=34, show=False),
        Track("cards_held", "Hidden development cards held.", cards.held),
        Track("victory_points_shown", "Victory point cards shown.",
              lambda ctx, seat: book.book(ctx, seat).revealed,
              lambda s, seat, value: book.changed(s, seat, revealed=value), high=5,
              most=cards.reach(lambda b: b.revealed, "victory_point"), show=False),
    ),
    awards=(
        Award("largest_army", 2, _armies, at_least(3), "Most knights face up, at least 3.",
              ("BG-7",)),
        Award("longest_trade_route", 2, _routes, at_least(5), "Longest trade route, at least 5.",
              ("BG-6",)),
    ),
    points=facts.points,
    players=(3, 4),
    checks=(_check,),
)  # fmt: skip
