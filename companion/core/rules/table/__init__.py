"""The table is right: corrections, pins, seats, house rules, the turn, positions, as entries."""

from __future__ import annotations

from companion.core.context import ALL_SEATS, Context
from companion.core.model import Seat
from companion.core.module import Contribution, Module
from companion.core.rules.table import agenda, book, counts, entering, house, seats
from companion.core.rules.table.book import TableSlice


def _all_seats(ctx: Context) -> tuple[Seat, ...]:
    return ctx.slice(TableSlice).seats


MODULE = Module(
    id="table",
    doc="What the table says for itself, and it is right.",
    slice=TableSlice,
    initial=book.initial,
    events=book.EVENTS,
    folds=book.FOLDS,
    actions=(
        *agenda.ACTIONS,
        *counts.ACTIONS,
        *seats.ACTIONS,
        *house.ACTIONS,
        *entering.ACTIONS,
    ),
    idle=agenda.idle,
    contributions=(Contribution(ALL_SEATS, "set", _all_seats),),
    points=counts.points,
    requires=("base",),
    checks=(seats.check, house.check),
)
