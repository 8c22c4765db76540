"""How a game ended, or stands."""

from __future__ import annotations

from companion.core.compose import Rules
from companion.core.context import Context
from companion.core.model import State
from companion.core.rules.base.facts import POINTS
from companion.view.pages import (
    PlaceView,
    RankingView,
)
from companion.view.seal import seal_view
from companion.view.seats import award_views, point_views


def ranking(rules: Rules, state: State) -> RankingView:
    """Everybody who plays by points: the winner first, equals share a place."""
    ctx = Context(rules, state)
    vp = {seat: ctx.get(POINTS, seat=seat) for seat in ctx.players()}
    winner = state.winner if state.winner in vp else None
    others = {seat: points for seat, points in vp.items() if seat != winner}
    first = 1 if winner is None else 2
    places = [
        PlaceView(
            place=1 if seat == winner else first + sum(more > points for more in others.values()),
            seat=seat,
            vp=points,
            winner=seat == winner,
            points=point_views(ctx, seat),
            awards=award_views(ctx, seat),
        )
        for seat, points in vp.items()
    ]
    return RankingView(
        state.over, winner, tuple(sorted(places, key=lambda p: p.place)), seal_view(state)
    )
