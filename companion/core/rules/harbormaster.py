"""Harbormaster: a special card for the most harbor points (HM)."""

from __future__ import annotations

from collections.abc import Mapping

from companion.core.context import Context
from companion.core.model import SeatId
from companion.core.module import Award, Contribution, Module, Query, Setting, Track
from companion.core.rules.awards import strictly_most
from companion.core.rules.base.facts import TARGET
from companion.core.rules.pieces import BUILDINGS, pieces_of
from companion.core.rules.traits import HARBOR

AWARD = "harbormaster"
LEAST = 3
EACH = {"settlement": 1, "city": 2}
"""Harbor points of a building at a harbor (HM-1)."""


def _harbor_points(ctx: Context, seat: SeatId) -> int:
    return sum(
        EACH[piece.kind]
        for piece in pieces_of(ctx, seat, *BUILDINGS)
        if piece.traits.get(HARBOR.name, "none") != "none"
    )


HARBOR_POINTS: Query[int] = Query(
    "harbor_points",
    "Harbor points of a seat: a settlement at a harbor counts 1, a city 2.",
    _harbor_points,
    args=("seat",),
    merge="sum",
    rules=("HM-1", "HM-5", "CO-6"),
)


def _points(ctx: Context) -> dict[SeatId, int]:
    return {seat: ctx.get(HARBOR_POINTS, seat=seat) for seat in ctx.players()}


def _verdict(ctx: Context, points: Mapping[SeatId, int], holder: SeatId | None) -> SeatId | None:
    if holder is None or holder not in points or ctx.setting("harbormaster.judge_losses"):
        return strictly_most(points, holder, LEAST)
    # The books know no loss: whoever holds the card keeps it until one other alone has more.
    above = {seat: value for seat, value in points.items() if value > points[holder]}
    return strictly_most(above, None, LEAST) or holder


MODULE = Module(
    id="harbormaster",
    doc="A special card for the most harbor points.",
    role="variant",
    queries=(HARBOR_POINTS,),
    contributions=(
        Contribution(TARGET, "add", lambda ctx, seat: 1, rules=("HM-4", "CO-2")),
    ),
    settings=(
        Setting("judge_losses", "flag", True,
                "A holder who loses harbor points loses the card too: it goes to whoever alone "
                "has most and at least 3, or is set aside.", rules=("HM-6",)),
    ),
    traits=(HARBOR,),
    tracks=(
        Track("harbor_points", "Harbor points.",
              lambda ctx, seat: ctx.get(HARBOR_POINTS, seat=seat), rules=("HM-1",)),
    ),
    awards=(
        Award(AWARD, 2, _points, _verdict, "Most harbor points, at least 3.",
              ("HM-2", "HM-3", "HM-6")),
    ),
    requires=("base",),
    after=("base",),
)  # fmt: skip
