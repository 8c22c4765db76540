"""Whom the eleven events concern, as facts, and what they say to do, as steps (EV-4)."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from companion.core.context import Context
from companion.core.model import SeatId
from companion.core.module import Query
from companion.core.rules.awards import HOLDER
from companion.core.rules.base.facts import (
    HARBOR_BUILDINGS,
    KNIGHTS,
    LEFT_NEIGHBOR,
    POINTS,
    ROBBER_HOME,
    TRADE_ROUTE_PLAYED,
    TURN_SEAT,
)
from companion.core.rules.base.robber import discard_step, robber_step
from companion.core.rules.event_cards import deck, event_dice
from companion.core.rules.event_cards.book import road_count
from companion.core.rules.event_cards.facts import DAMAGED_ROADS
from companion.i18n.text import Ref, SeatRef, Text

THEFTS = (deck.TRADE_ADVANTAGE, deck.CONFLICT)
"""Events that let one player take a hidden card from another."""


def most(ctx: Context, values: Mapping[SeatId, int]) -> tuple[SeatId, ...]:
    """All who have most (EV-5); nobody has most of zero, unless the table says so (EV-9)."""
    top = max(values.values(), default=0)
    if top == 0 and ctx.setting("event_cards.zero_is_nobody"):
        return ()
    return tuple(seat for seat, value in values.items() if value == top)


def sole(seats: tuple[SeatId, ...]) -> tuple[SeatId, ...]:
    """`seats` if it is one, else nobody."""
    return seats if len(seats) == 1 else ()


def _knights(ctx: Context) -> tuple[SeatId, ...]:
    return most(ctx, {seat: ctx.get(KNIGHTS, seat=seat) for seat in ctx.players()})


def _held(ctx: Context, award: str) -> tuple[SeatId, ...] | None:
    """The holder of an award if a player has it; () for a neutral color, None for nobody."""
    holder = ctx.get(HOLDER, award=award) if award in ctx.rules.awards else None
    if holder is None:
        return None
    return tuple(seat for seat in ctx.players() if seat == holder)


def _trade_advantage(ctx: Context) -> tuple[SeatId, ...]:
    held = _held(ctx, "longest_trade_route")
    if held is not None:
        return held
    if ctx.setting("event_cards.trade_advantage") != "most_roads":
        return ()
    return sole(most(ctx, {seat: road_count(ctx, seat) for seat in ctx.players()}))


def _conflict(ctx: Context) -> tuple[SeatId, ...]:
    if event_dice.played(ctx):
        return ()
    held = _held(ctx, "largest_army")
    return held if held is not None else sole(_knights(ctx))


def _helpers(ctx: Context) -> tuple[tuple[SeatId, ...], tuple[SeatId, ...]]:
    """Players with most public VP, and those with fewer."""
    points = {seat: ctx.get(POINTS, seat=seat) for seat in ctx.players()}
    top = max(points.values(), default=0)
    return (
        tuple(seat for seat, vp in points.items() if vp == top),
        tuple(seat for seat, vp in points.items() if vp < top),
    )


_WINNERS: Mapping[str, Callable[[Context], tuple[SeatId, ...]]] = {
    deck.GOOD_NEIGHBORS: lambda ctx: ctx.players(),
    deck.TOURNAMENT: lambda ctx: () if event_dice.played(ctx) else _knights(ctx),
    deck.TRADE_ADVANTAGE: _trade_advantage,
    deck.CALM_SEAS: lambda ctx: most(
        ctx, {seat: ctx.get(HARBOR_BUILDINGS, seat=seat) for seat in ctx.players()}
    ),
    deck.NEIGHBORLY_ASSISTANCE: lambda ctx: _helpers(ctx)[1],
    deck.CONFLICT: _conflict,
    deck.PLENTIFUL_YEAR: lambda ctx: ctx.players(),
}


def _winners(ctx: Context, event: str) -> tuple[SeatId, ...]:
    find = _WINNERS.get(event)
    if find is None or not ctx.get(EVENT_PLAYED, event=event):
        return ()
    return find(ctx)


def _victims(ctx: Context, event: str) -> tuple[SeatId, ...]:
    winners = ctx.get(EVENT_WINNERS, event=event)
    if event in THEFTS:
        return tuple(seat for seat in ctx.players() if winners and seat not in winners)
    if event == deck.NEIGHBORLY_ASSISTANCE:
        return _helpers(ctx)[0] if winners else ()
    if event == deck.GOOD_NEIGHBORS:
        return winners
    if event == deck.EARTHQUAKE and ctx.get(EVENT_PLAYED, event=event):
        return tuple(
            seat
            for seat in ctx.players()
            if road_count(ctx, seat) > ctx.get(DAMAGED_ROADS, seat=seat)
        )
    return ()


def _played(ctx: Context, event: str) -> bool:
    if event != deck.ROBBER_ATTACK and ctx.setting("event_cards.numbers_only"):
        return False
    if event == deck.TRADE_ADVANTAGE:
        return ctx.get(TRADE_ROUTE_PLAYED)
    if event == deck.ROBBER_FLEES:
        return ctx.get(ROBBER_HOME) is not None
    return True


EVENT: Mapping[str, tuple[str, ...]] = {"event": deck.EVENTS}
"""What a fact about an event can be asked with."""

EVENT_PLAYED: Query[bool] = Query(
    "event_played",
    "Whether this game has what an event speaks of; if not, nothing happens.",
    _played,
    args=("event",),
    takes=EVENT,
    rules=("CO-5",),
)
EVENT_WINNERS: Query[tuple[SeatId, ...]] = Query(
    "event_winners",
    "Who gains by an event: takes a card or may be given one.",
    _winners,
    args=("event",),
    takes=EVENT,
    merge="union",
    rules=("EV-4", "EV-5", "EV-9"),
)
EVENT_VICTIMS: Query[tuple[SeatId, ...]] = Query(
    "event_victims",
    "Who loses by an event: gives a card, may have one taken, or turns a road.",
    _victims,
    args=("event",),
    takes=EVENT,
    merge="union",
    rules=("EV-4",),
)


# -- steps ----------------------------------------------------------------------------------------


def _refs(seats: tuple[SeatId, ...]) -> tuple[Ref, ...]:
    return tuple(SeatRef(seat) for seat in seats)


def nothing(event: str, why: str) -> tuple[Text, ...]:
    """The step that says why an event does nothing; its number still counts (CO-5)."""
    return (
        Text("step.event_nothing", {"event": Ref("event", event), "why": Text(f"event_why.{why}")}),
    )


def _take_one(message: str, why: str) -> Callable[[Context, str], tuple[Text, ...]]:
    def steps(ctx: Context, event: str) -> tuple[Text, ...]:
        winners = ctx.get(EVENT_WINNERS, event=event)
        if not winners:
            return nothing(event, why)
        return (Text(message, {"seats": _refs(winners)}),)

    return steps


def _theft_steps(ctx: Context, event: str) -> tuple[Text, ...]:
    winners = ctx.get(EVENT_WINNERS, event=event)
    if not winners:
        if event == deck.CONFLICT:
            tied = bool(_knights(ctx))
            return nothing(event, "knights_tied" if tied else "no_knight")
        if ctx.get(HOLDER, award="longest_trade_route") is not None:
            return nothing(event, "neutral_route")
        by_roads = ctx.setting("event_cards.trade_advantage") == "most_roads"
        return nothing(event, "roads_tied" if by_roads else "no_route")
    return (Text("step.event_theft", {"event": Ref("event", event), "seat": SeatRef(winners[0])}),)


def _neighbors(ctx: Context, event: str) -> tuple[Text, ...]:
    pairs = tuple(
        Text("step.event_gives", {"giver": SeatRef(giver), "receiver": SeatRef(receiver)})
        for giver in ctx.players()
        if (receiver := ctx.get(LEFT_NEIGHBOR, seat=giver))
    )
    return (Text("step.event_good_neighbors", {"pairs": pairs}),)


def _assistance(ctx: Context, event: str) -> tuple[Text, ...]:
    receivers = ctx.get(EVENT_WINNERS, event=event)
    givers = ctx.get(EVENT_VICTIMS, event=event)
    if not receivers or not givers:
        return nothing(event, "all_level")
    return (
        Text("step.event_assistance", {"givers": _refs(givers), "receivers": _refs(receivers)}),
    )


def _earthquake(ctx: Context, event: str) -> tuple[Text, ...]:
    seats = ctx.get(EVENT_VICTIMS, event=event)
    if not seats:
        return nothing(event, "no_road")
    return (
        Text("step.event_earthquake", {"seats": _refs(seats)}),
        Text(f"step.event_repair_{ctx.setting('event_cards.repair_before')}"),
    )


def _flees(ctx: Context, event: str) -> tuple[Text, ...]:
    home = ctx.get(ROBBER_HOME)
    if home is None:
        return nothing(event, "no_robber")
    return (Text("step.event_robber_flees", {"home": home}),)


def _attack(ctx: Context, event: str) -> tuple[Text, ...]:
    if ctx.get(ROBBER_HOME) is None:
        return (discard_step(ctx),)
    return discard_step(ctx), robber_step(ctx.get(TURN_SEAT) or ctx.players()[0])


_STEPS: Mapping[str, Callable[[Context, str], tuple[Text, ...]]] = {
    deck.ROBBER_ATTACK: _attack,
    deck.EPIDEMIC: lambda ctx, event: (Text("step.event_epidemic"),),
    deck.EARTHQUAKE: _earthquake,
    deck.GOOD_NEIGHBORS: _neighbors,
    deck.TOURNAMENT: _take_one("step.event_tournament", "no_knight"),
    deck.TRADE_ADVANTAGE: _theft_steps,
    deck.CALM_SEAS: _take_one("step.event_calm_seas", "no_harbor"),
    deck.ROBBER_FLEES: _flees,
    deck.NEIGHBORLY_ASSISTANCE: _assistance,
    deck.CONFLICT: _theft_steps,
    deck.PLENTIFUL_YEAR: _take_one("step.event_plentiful_year", "nobody"),
}
CITIES_AND_KNIGHTS = {
    deck.EPIDEMIC: "no_commodity",
    deck.GOOD_NEIGHBORS: "commodity_too",
    deck.CALM_SEAS: "no_commodity",
    deck.NEIGHBORLY_ASSISTANCE: "commodity_too",
    deck.TRADE_ADVANTAGE: "no_progress_card",
    deck.PLENTIFUL_YEAR: "no_commodity",
}


def _steps(ctx: Context, event: str) -> tuple[Text, ...]:
    if not ctx.get(EVENT_PLAYED, event=event):
        return nothing(event, "not_in_this_game")
    knights = event_dice.played(ctx)
    if knights and event in (deck.TOURNAMENT, deck.CONFLICT):
        # The strength of knights on the board is not in the book: the table compares.
        return (Text(f"step.event_{event}_{ctx.setting('event_cards.knight_strength')}"),)
    find = _STEPS.get(event)
    steps = () if find is None else find(ctx, event)
    if knights and event in CITIES_AND_KNIGHTS:
        steps = (*steps, Text(f"step.event_{CITIES_AND_KNIGHTS[event]}"))
    return steps


EVENT_STEPS: Query[tuple[Text, ...]] = Query(
    "event_steps",
    "What an event says to do, as steps that name the players.",
    _steps,
    args=("event",),
    takes=EVENT,
    merge="union",
    rules=("EV-4", "CO-5"),
)

QUERIES = (EVENT_PLAYED, EVENT_WINNERS, EVENT_VICTIMS, EVENT_STEPS)
