"""Trade tokens: their supply, their two actions, and what brings them (TW-4, TW-5, TW-6)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Literal

import msgspec

from companion.core.context import Context
from companion.core.frozen import FrozenMap
from companion.core.model import (
    Action,
    Command,
    Event,
    PieceId,
    Refusal,
    SeatId,
    Setup,
    Struct,
)
from companion.core.module import ActionKind, Query, Standing, Track
from companion.core.rules import awards
from companion.core.rules.base.book import KnightsChanged, RobberMoved, TurnStarted
from companion.core.rules.base.facts import KNIGHTS, POINTS, ROBBER_HOME, is_turn_of
from companion.core.rules.base.turn import TURN_PROMPTS
from companion.core.rules.pieces import PiecePlaced, PieceSlice
from companion.core.rules.traits import COAST, DESERT
from companion.i18n.text import Param, Ref, SeatRef, Text

SUPPLY = 20
START = 5
FOR_KNIGHT = 2

_replace = msgspec.structs.replace


class TokenSlice(Struct, frozen=True):
    """Trade tokens by seat; whether this turn's token action and knight are used up."""

    tokens: FrozenMap[SeatId, int] = FrozenMap()
    acted: bool = False
    handed_in: bool = False


class TokensGained(Event, frozen=True, tag="two_players.tokens_gained"):
    """A seat took trade tokens from the supply, for a knight or for the settlement `piece`."""

    seat: SeatId
    count: int
    why: Literal["knight", "site"]
    piece: PieceId | None = None


class TokenActionTaken(Event, frozen=True, tag="two_players.token_action_taken"):
    """A seat paid `cost` trade tokens for the turn's one token action."""

    seat: SeatId
    deed: str
    cost: int


class KnightHandedIn(Event, frozen=True, tag="two_players.knight_handed_in"):
    """A face-up knight was discarded for trade tokens."""

    seat: SeatId


def tokens(ctx: Context, seat: SeatId) -> int:
    """Trade tokens of `seat`."""
    return ctx.slice(TokenSlice).tokens.get(seat, 0)


def _opponent(ctx: Context, seat: SeatId) -> SeatId | None:
    return next((s for s in ctx.players() if s != seat), None)


def _token_cost(ctx: Context, seat: SeatId) -> int:
    other = _opponent(ctx, seat)
    if other is None:
        return 1
    return price(ctx.get(POINTS, seat=seat), ctx.get(POINTS, seat=other))


def price(own: int, opponent: int) -> int:
    """Trade tokens that a token action costs with so many public victory points (TW-4)."""
    return 2 if own > opponent else 1


class Trade(Struct, frozen=True):
    """A forced trade: how many hidden cards are drawn, and how many of any are given back."""

    possible: bool
    draw: int
    give: int


def trade_with(held: int) -> Trade:
    """The forced trade with an opponent who holds `held` resource cards (TW-4)."""
    return Trade(True, min(held, 2), 2) if held > 0 else Trade(False, 0, 0)


def _spot_tokens(ctx: Context, traits: FrozenMap[str, Any]) -> int:
    worth = {DESERT.name: 2, COAST.name: 1}
    return sum(count for trait, count in worth.items() if traits.get(trait))


def _site_tokens(ctx: Context, piece: PieceId) -> int:
    found = ctx.slice(PieceSlice).pieces.get(piece)
    if found is None or found.kind != "settlement" or ctx.seat(found.seat).kind == "neutral":
        return 0
    return ctx.get(SPOT_TOKENS, traits=found.traits)


TOKEN_COST: Query[int] = Query(
    "token_cost",
    "Trade tokens that a token action costs a seat now: 2 with more public points, else 1.",
    _token_cost,
    args=("seat",),
    merge="sum",
    rules=("TW-4",),
)
TOKEN_PRICE: Query[int] = Query(
    "token_price",
    "Trade tokens that a token action costs whoever has `own` public points against `opponent`.",
    lambda ctx, own, opponent: price(own, opponent),
    args=("own", "opponent"),
    rules=("TW-4",),
    takes={"own": "count", "opponent": "count"},
)
FORCED_TRADE: Query[Trade] = Query(
    "forced_trade_cards",
    "What a forced trade takes and gives where the opponent holds so many resource cards.",
    lambda ctx, held: trade_with(held),
    args=("held",),
    rules=("TW-4",),
    takes={"held": "count"},
)
TOKENS_LEFT: Query[int] = Query(
    "tokens_left",
    "Trade tokens in the supply.",
    lambda ctx: max(0, SUPPLY - sum(ctx.slice(TokenSlice).tokens.values())),
    rules=("TW-1",),
)
SPOT_TOKENS: Query[int] = Query(
    "spot_tokens",
    "Trade tokens that an own settlement brings on a spot with these traits, in the set-up too.",
    _spot_tokens,
    args=("traits",),
    merge="sum",
    rules=("TW-6",),
    takes={"traits": "traits"},
)
SITE_TOKENS: Query[int] = Query(
    "site_tokens",
    "Trade tokens that founding this settlement brings its owner, if the supply has them.",
    _site_tokens,
    args=("piece",),
    merge="sum",
    rules=("TW-6",),
    takes={"piece": "piece"},
)


QUERIES = (TOKEN_COST, TOKEN_PRICE, TOKENS_LEFT, SPOT_TOKENS, SITE_TOKENS, FORCED_TRADE)


def initial(setup: Setup, settings: Mapping[str, Any]) -> TokenSlice:
    """Five tokens for each player (TW-1)."""
    players = [s.id for s in setup.seats if s.kind == "player"]
    return TokenSlice(FrozenMap(dict.fromkeys(players, START)))


def for_site(ctx: Context, event: PiecePlaced) -> list[Event]:
    """Tokens for the spot of a settlement that a player founded, in the set-up too (TW-6)."""
    piece = event.piece
    return _gain(ctx, piece.seat, ctx.get(SITE_TOKENS, piece=piece.id), "site", piece.id)


def _gain(
    ctx: Context,
    seat: SeatId,
    count: int,
    why: Literal["knight", "site"],
    piece: PieceId | None = None,
) -> list[Event]:
    """Tokens for `seat`, as many of `count` as the supply has, and the step that says so."""
    count = min(count, ctx.get(TOKENS_LEFT))
    if count <= 0:
        return []
    text = Text("step.tokens_gained", {"seat": SeatRef(seat), "n": count})
    return [TokensGained(seat, count, why, piece), ctx.tell("tokens", text)]


def no_token_action(ctx: Context, seat: SeatId) -> Refusal | None:
    """Why `seat` may not take a token action now, if it may not (TW-4)."""
    if ctx.slice(TokenSlice).acted:
        return Refusal("one_token_action", Text("refused.one_token_action"))
    cost, have = ctx.get(TOKEN_COST, seat=seat), tokens(ctx, seat)
    if have >= cost:
        return None
    params: dict[str, Param] = {"seat": SeatRef(seat), "n": cost, "have": have}
    return Refusal("too_few_tokens", Text("refused.too_few_tokens", params))


def pay(ctx: Context, seat: SeatId, deed: str) -> TokenActionTaken:
    """The event that pays for the token action `deed`."""
    return TokenActionTaken(seat, deed, ctx.get(TOKEN_COST, seat=seat))


def _offer_trade(ctx: Context, seat: SeatId | None) -> Action | Refusal | None:
    if seat is None or not is_turn_of(ctx, seat) or _opponent(ctx, seat) is None:
        return None
    return no_token_action(ctx, seat) or Action("", seat, group="trade")


def _decide_trade(ctx: Context, command: Command) -> Iterable[Event] | Refusal:
    assert command.seat is not None
    other = _opponent(ctx, command.seat)
    if other is None:
        action = Ref("action", "forced_trade")
        return Refusal("not_now", Text("refused.not_now", {"action": action}))
    seats = {"seat": SeatRef(command.seat), "other": SeatRef(other)}
    return [
        pay(ctx, command.seat, "forced_trade"),
        ctx.tell("tokens", Text("step.forced_trade", seats)),
        ctx.tell("tokens", Text("step.forced_trade_few", seats)),
    ]


def _offer_banish(ctx: Context, seat: SeatId | None) -> Action | Refusal | None:
    if seat is None or not is_turn_of(ctx, seat) or ctx.get(ROBBER_HOME) is None:
        return None
    return no_token_action(ctx, seat) or Action("", seat, group="robber")


def _decide_banish(ctx: Context, command: Command) -> Iterable[Event]:
    assert command.seat is not None
    home = ctx.get(ROBBER_HOME)
    events: list[Event] = [
        pay(ctx, command.seat, "banish_robber"),
        RobberMoved(command.seat, None, "home"),
    ]
    if home is not None:
        events.append(ctx.tell("tokens", Text("step.banish_robber", {"home": home})))
    return events


def _offer_hand_in(ctx: Context, seat: SeatId | None) -> Action | Refusal | None:
    if seat is None or not is_turn_of(ctx, seat):
        return None
    if ctx.slice(TokenSlice).handed_in:
        return Refusal("one_knight_a_turn", Text("refused.one_knight_a_turn"))
    if ctx.get(KNIGHTS, seat=seat) <= 0:
        return Refusal("no_knight", Text("refused.no_knight_face_up", {"seat": SeatRef(seat)}))
    if not ctx.get(TOKENS_LEFT):
        return Refusal("no_token_left", Text("refused.no_token_left"))
    return Action("", seat, group="cards", item="knight")


def _decide_hand_in(ctx: Context, command: Command) -> Iterable[Event]:
    assert command.seat is not None
    return [
        KnightsChanged(command.seat, -1),
        KnightHandedIn(command.seat),
        *_gain(ctx, command.seat, FOR_KNIGHT, "knight"),
    ]


def judge_strictly(ctx: Context, event: KnightHandedIn) -> Iterable[Event]:
    """Its holder loses the largest army by handing in where a tie by playing would keep it."""
    if ctx.get(awards.HOLDER, award="largest_army") != event.seat:
        return []
    knights = {s: ctx.get(KNIGHTS, seat=s) for s in ctx.players()}
    if awards.strictly_most(knights, None, 3) == event.seat:
        return []
    return awards.set_aside(ctx, "largest_army")


def _gained(s: TokenSlice, event: TokensGained) -> TokenSlice:
    have = s.tokens.get(event.seat, 0)
    return _replace(s, tokens=s.tokens.set(event.seat, have + event.count))


def _paid(s: TokenSlice, event: TokenActionTaken) -> TokenSlice:
    # An insisting table may pay more than it has: the book then stands at nothing.
    left = max(0, s.tokens.get(event.seat, 0) - event.cost)
    return _replace(s, tokens=s.tokens.set(event.seat, left), acted=True)


def _counted(s: TokenSlice, seat: SeatId, value: int) -> TokenSlice:
    return _replace(s, tokens=s.tokens.set(seat, value))


def _within_reach(ctx: Context, seat: SeatId) -> int:
    """The tokens that the others do not have."""
    tokens = ctx.slice(TokenSlice).tokens
    return SUPPLY - sum(count for other, count in tokens.items() if other != seat)


def check(ctx: Context) -> list[str]:
    """Seats with more tokens than there are."""
    counts = ctx.slice(TokenSlice).tokens
    faults = [
        f"seat {seat} has {count} trade tokens" for seat, count in counts.items() if count < 0
    ]
    if sum(counts.values()) > SUPPLY:
        faults.append(f"the players have more than {SUPPLY} trade tokens: {dict(counts)}")
    return faults


EVENTS: tuple[type[Event], ...] = (TokensGained, TokenActionTaken, KnightHandedIn)

FOLDS: dict[type[Event], Any] = {
    TokensGained: _gained,
    TokenActionTaken: _paid,
    KnightHandedIn: lambda s, e: _replace(s, handed_in=True),
    TurnStarted: lambda s, e: _replace(s, acted=False, handed_in=False),
}

TRACK = Track(
    "trade_tokens",
    "Trade tokens.",
    tokens,
    _counted,
    high=SUPPLY,
    most=_within_reach,
    rules=("TW-1",),
)

ACTIONS = (
    ActionKind(
        "forced_trade",
        "Pay trade tokens: draw 2 hidden cards from the opponent and give 2 back.",
        TURN_PROMPTS,
        _offer_trade,
        _decide_trade,
        rules=("TW-4",),
        standing=Standing("trade"),
    ),
    ActionKind(
        "banish_robber",
        "Pay trade tokens: send the robber home; nobody loses a card.",
        TURN_PROMPTS,
        _offer_banish,
        _decide_banish,
        rules=("TW-4",),
        standing=Standing("robber"),
    ),
    ActionKind(
        "hand_in_knight",
        "Discard an own face-up knight for 2 trade tokens.",
        TURN_PROMPTS,
        _offer_hand_in,
        _decide_hand_in,
        rules=("TW-5",),
        standing=Standing("cards", "knight"),
    ),
)
