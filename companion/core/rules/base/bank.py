"""The bank: what pieces cost, and what it pays when it runs short (BG-2, BG-4)."""

from __future__ import annotations

from collections.abc import Mapping

from companion.core.context import Context
from companion.core.frozen import FrozenMap
from companion.core.model import RESOURCES, SeatId
from companion.core.module import Listed, Query, Several
from companion.core.rules.base.facts import PIECE_KINDS
from companion.core.rules.traits import HARBOR

Price = FrozenMap[str, int]
"""Resource cards by resource."""

COSTS: Mapping[str, Price] = {
    "road": FrozenMap(brick=1, lumber=1),
    "settlement": FrozenMap(brick=1, lumber=1, wool=1, grain=1),
    "city": FrozenMap(ore=3, grain=2),
    "ship": FrozenMap(lumber=1, wool=1),
    "development_card": FrozenMap(ore=1, wool=1, grain=1),
}


def payout(bank: int, claims: Mapping[SeatId, int]) -> FrozenMap[SeatId, int]:
    """What each seat gets of one kind of which the bank holds `bank` cards (BG-2).

    Everybody is paid in full, or nobody anything; only where a single seat is due it gets the
    rest.
    """
    due = [seat for seat, claim in claims.items() if claim > 0]
    if sum(claims.values()) <= bank:
        return FrozenMap(claims)
    alone = due[0] if len(due) == 1 else None
    return FrozenMap({seat: bank if seat == alone else 0 for seat in claims})


def _priced(ctx: Context) -> tuple[str, ...]:
    return (*(kind for kind in ctx.get(PIECE_KINDS) if kind in COSTS), "development_card")


def _cost(ctx: Context, kind: str) -> Price:
    if kind not in COSTS:
        raise LookupError(kind)
    return COSTS[kind]


def _bank_rates(ctx: Context, harbors: tuple[str, ...]) -> Price:
    usual = 3 if "generic" in harbors else 4
    return FrozenMap({kind: 2 if kind in harbors else usual for kind in RESOURCES})


PRICED: Query[tuple[str, ...]] = Query(
    "priced", "What has a cost in this game.", _priced, merge="union", rules=("BG-4", "EV-4")
)
COST: Query[Price] = Query(
    "cost",
    "Resource cards that a kind of piece, a development_card or a repair costs.",
    _cost,
    args=("kind",),
    takes={"kind": Listed("priced")},
    rules=("BG-4", "EV-4"),
)
PAYOUT: Query[FrozenMap[SeatId, int]] = Query(
    "payout",
    "What each seat gets of one kind of resource of which the bank has so many cards left and "
    "the seats claim so many.",
    lambda ctx, bank, claims: payout(bank, claims),
    args=("bank", "claims"),
    rules=("BG-2",),
    takes={"bank": "count", "claims": "counts"},
)

BANK_RATES: Query[Price] = Query(
    "bank_rates",
    "How many cards of each kind the bank takes for one of another, from a player with a "
    "building at each of these harbors.",
    _bank_rates,
    args=("harbors",),
    rules=("BG-9",),
    takes={"harbors": Several(HARBOR.choices)},
)

QUERIES = (PRICED, COST, PAYOUT, BANK_RATES)
