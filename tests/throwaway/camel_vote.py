"""A vote at the turn's end, open and in order (CA-3, CA-4), as stages of the turn."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import msgspec

from companion.core.context import Context
from companion.core.frozen import FrozenMap
from companion.core.model import Action, Command, Event, Param, SeatId, Struct
from companion.core.module import ActionKind, Module, Stage, StageEdit
from companion.core.rules.base.book import TurnStarted
from companion.core.rules.base.turn import turn_seat
from companion.core.rules.pieces import PiecePlaced, PieceUpgraded
from companion.i18n.text import SeatRef, Text

CAMELS = 22
_replace = msgspec.structs.replace


class VoteSlice(Struct, frozen=True):
    """`votes` of this turn's vote; `decider` once it is known; camels left in the supply."""

    owed: bool = False
    votes: FrozenMap[SeatId, int] = FrozenMap()
    decider: SeatId | None = None
    placed: bool = False
    camels: int = CAMELS


class VoteOwed(Event, frozen=True, tag="camel_vote.owed"):
    """The turn's player has built: there is a vote when the turn ends."""


class VotesLaid(Event, frozen=True, tag="camel_vote.laid"):
    seat: SeatId
    count: int


class Decided(Event, frozen=True, tag="camel_vote.decided"):
    """Who places the camel, and how that came about."""

    seat: SeatId
    how: str


class CamelPlaced(Event, frozen=True, tag="camel_vote.placed"):
    seat: SeatId


def alone(votes: Mapping[SeatId, int]) -> SeatId | None:
    """The seat with more votes than all others together."""
    total = sum(votes.values())
    return next((s for s, n in votes.items() if 2 * n > total), None)


def agreement(votes: Mapping[SeatId, int], agreed: Iterable[SeatId]) -> bool:
    """Whether those who agree have laid at least one vote each and more than half together."""
    mine = [votes.get(s, 0) for s in agreed]
    return len(mine) > 1 and all(mine) and 2 * sum(mine) > sum(votes.values())


def deadlock(votes: Mapping[SeatId, int], turn: SeatId) -> SeatId:
    """Who decides when nobody agrees: the sole highest bidder, else the turn's player."""
    top = max(votes.values(), default=0)
    best = [s for s, n in votes.items() if n == top]
    return best[0] if top and len(best) == 1 else turn


def _owe(ctx: Context, seat: SeatId, start: bool) -> Iterable[Event]:
    if start or ctx.correcting or ctx.frame_of("turn") is None or seat != turn_seat(ctx):
        return []
    return [VoteOwed()]


def _vote(ctx: Context, visit: int) -> Iterable[Event]:
    s = ctx.slice(VoteSlice)
    if visit or not s.owed or not s.camels:
        return []
    players, first = ctx.players(), turn_seat(ctx)
    at = players.index(first)
    order = (*players[at:], *players[:at])
    return [ctx.ask("camel.vote", Text("camel.vote"), order, order="in_order")]


def _decide(ctx: Context, visit: int) -> Iterable[Event]:
    s = ctx.slice(VoteSlice)
    if not s.votes or s.placed:
        return []
    if s.decider is not None:
        text = Text("camel.place", {"seat": SeatRef(s.decider)})
        return [ctx.ask("camel.place", text, (s.decider,))]
    winner = alone(s.votes)
    if winner is not None:
        return [Decided(winner, "alone")]
    if sum(1 for n in s.votes.values() if n) < 2:
        return [Decided(deadlock(s.votes, turn_seat(ctx)), "deadlock")]
    return [ctx.ask("camel.agree", Text("camel.agree"), (turn_seat(ctx),))]


def _coalitions(ctx: Context) -> tuple[str, ...]:
    """Pairs and more that have the majority, written "s1+s2"; the first of each places."""
    votes = ctx.slice(VoteSlice).votes
    voters = [s for s in ctx.players() if votes.get(s)]
    groups: list[list[SeatId]] = [[]]
    for seat in voters:
        groups += [[*g, seat] for g in groups]
    return tuple("+".join(g) for g in groups if agreement(votes, g))


def _offer_agree(ctx: Context, seat: SeatId | None) -> Action | None:
    found = _coalitions(ctx)
    return Action("", seat, params=(Param("who", "choice", choices=found),)) if found else None


def _decide_agree(ctx: Context, command: Command) -> Iterable[Event]:
    return [Decided(str(command.args["who"]).split("+")[0], "agreement")]


def _decide_deadlock(ctx: Context, command: Command) -> Iterable[Event]:
    return [Decided(deadlock(ctx.slice(VoteSlice).votes, turn_seat(ctx)), "deadlock")]


def _lay(ctx: Context, command: Command) -> Iterable[Event]:
    assert command.seat is not None
    return [VotesLaid(command.seat, command.args["count"])]


def _place(ctx: Context, command: Command) -> Iterable[Event]:
    assert command.seat is not None
    return [CamelPlaced(command.seat)]


def _open(ctx: Context, seat: SeatId | None) -> Action:
    return Action("", seat)


MODULE = Module(
    id="camel_vote",
    role="scenario",
    slice=VoteSlice,
    events=(VoteOwed, VotesLaid, Decided, CamelPlaced),
    folds={
        TurnStarted: lambda s, e: VoteSlice(camels=s.camels),
        VoteOwed: lambda s, e: _replace(s, owed=True),
        VotesLaid: lambda s, e: _replace(s, votes=s.votes.set(e.seat, e.count)),
        Decided: lambda s, e: _replace(s, decider=e.seat),
        CamelPlaced: lambda s, e: _replace(s, placed=True, camels=s.camels - 1),
    },
    reacts={
        PiecePlaced: lambda ctx, e: (
            _owe(ctx, e.piece.seat, e.start) if e.piece.kind == "settlement" else []
        ),
        PieceUpgraded: lambda ctx, e: _owe(ctx, e.seat, False),
    },
    actions=(
        ActionKind(
            "lay_votes",
            "Lay votes, once.",
            ("camel.vote",),
            lambda ctx, seat: Action("", seat, params=(Param("count", "count", low=0, high=38),)),
            _lay,
            answers=True,
        ),
        ActionKind("agree", "", ("camel.agree",), _offer_agree, _decide_agree, answers=True),
        ActionKind("no_agreement", "", ("camel.agree",), _open, _decide_deadlock, answers=True),
        ActionKind("place_camel", "", ("camel.place",), _open, _place, answers=True),
    ),
    stages=(Stage("camel.vote", _vote), Stage("camel.decide", _decide)),
    edits=(StageEdit("turn", "before", "turn.end", ("camel.vote", "camel.decide")),),
    requires=("base",),
)
