"""Roads that an earthquake turned: what waits for the repair, and the repair (EV-4, C2)."""

from __future__ import annotations

from collections.abc import Iterable

from companion.core.context import Context
from companion.core.frozen import FrozenMap
from companion.core.model import INSTEAD_OF, Action, Command, Event, Refusal, SeatId
from companion.core.module import ActionKind, Contribution, Query, Several, Stage, StageEdit
from companion.core.rules.base.bank import COST, PRICED, Price
from companion.core.rules.base.facts import BUILDABLE, is_turn_of
from companion.core.rules.base.turn import PLAY_PROMPT, turn_seat
from companion.core.rules.event_cards.book import (
    DamageLost,
    EventCardsSlice,
    RoadRepaired,
    road_count,
)
from companion.core.rules.event_cards.facts import DAMAGED_ROADS
from companion.core.rules.pieces import PieceRemoved
from companion.i18n.text import Ref, SeatRef, Text

STAGE = "event.damage"
DAMAGED = "damaged_road"
REPAIR: Price = FrozenMap(brick=1, lumber=1)

WAITING = {
    "roads": ("road",),
    "roads_and_site": ("road",),
    "everything": ("road", "settlement", "city"),
}
"""What a seat may not build before the repair, by the setting `repair_before` (C2)."""


def _blocked(ctx: Context, option: str, seat: SeatId) -> Text | None:
    """Why `seat` may not build `option`: a damaged road first (ships are none, EV-8)."""
    if option not in WAITING[ctx.setting("event_cards.repair_before")]:
        return None
    damaged = ctx.get(DAMAGED_ROADS, seat=seat)
    if not damaged:
        return None
    return Text(
        "refused.repair_first",
        {"seat": SeatRef(seat), "n": damaged, "piece": Ref("piece", option)},
    )


def _site_open(ctx: Context, reached_by: tuple[str, ...]) -> bool:
    before = ctx.setting("event_cards.repair_before")
    damaged = DAMAGED in reached_by
    if damaged and before == "roads":
        return True
    if damaged and (before == "everything" or not ctx.setting("event_cards.intact_beside")):
        return False
    return any(link != DAMAGED for link in reached_by)


def _repair_cost(ctx: Context, kind: str) -> Price | None:
    return REPAIR if kind == "repair" else None


SITE_OPEN: Query[bool] = Query(
    "site_open",
    "Whether a settlement may be founded at a node that a seat's own links reach: each of them "
    "a road, a ship, a bridge or a damaged_road; at none without one.",
    _site_open,
    args=("reached_by",),
    rules=("EV-4", "BG-5", "C2", "U10"),
    takes={"reached_by": Several(("road", "ship", "bridge", DAMAGED))},
)


def _remind(ctx: Context, visit: int) -> Iterable[Event]:
    """Tell whoever is on turn what waits for the repair."""
    seat = turn_seat(ctx)
    damaged = ctx.get(DAMAGED_ROADS, seat=seat)
    if visit or not damaged:
        return []
    return [_reminder(ctx, seat, damaged)]


def _reminder(ctx: Context, seat: SeatId, damaged: int) -> Event:
    before = ctx.setting("event_cards.repair_before")
    step = Text(f"step.damaged_{before}", {"seat": SeatRef(seat), "n": damaged})
    return ctx.tell(STAGE, step, (seat,), data={"damaged": damaged})


def _offer_repair(ctx: Context, seat: SeatId | None) -> Action | Refusal | None:
    if seat is None or not is_turn_of(ctx, seat):
        return None
    if not ctx.get(DAMAGED_ROADS, seat=seat):
        return Refusal("no_damage", Text("refused.no_damage", {"seat": SeatRef(seat)}))
    return Action("", seat, group="build", item="road")


def _decide_repair(ctx: Context, command: Command) -> Iterable[Event]:
    assert command.seat is not None
    step = Text("step.repair", {"seat": SeatRef(command.seat)})
    left = ctx.get(DAMAGED_ROADS, seat=command.seat) - 1
    return [
        RoadRepaired(command.seat),
        ctx.tell("repair", step, data={INSTEAD_OF: STAGE}),
        *([_reminder(ctx, command.seat, left)] if left > 0 else []),
    ]


def removed(ctx: Context, event: PieceRemoved) -> Iterable[Event]:
    """A road that was taken off the board is not damaged any more."""
    return [
        DamageLost(seat, road_count(ctx, seat))
        for seat, count in ctx.slice(EventCardsSlice).damaged.items()
        if count > road_count(ctx, seat)
    ]


STAGES = (Stage(STAGE, _remind, "Whoever has a damaged road is reminded of it."),)
EDITS = (StageEdit("turn", "before", "turn.play", (STAGE,)),)
CONTRIBUTIONS = (
    Contribution(BUILDABLE, "forbid", _blocked, rules=("EV-4", "EV-8")),
    Contribution(PRICED, "add", lambda ctx: ("repair",), rules=("EV-4",)),
    Contribution(COST, "set", _repair_cost, rules=("EV-4",)),
)
QUERIES = (SITE_OPEN,)
ACTIONS = (
    ActionKind(
        "repair_road",
        "Repair a damaged road for 1 lumber and 1 brick.",
        (PLAY_PROMPT,),
        _offer_repair,
        _decide_repair,
        rules=("EV-4",),
    ),
)
