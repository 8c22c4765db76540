"""Special cards: who holds them, judged after everything that happens, and pins on them.

A module declares an `Award` with a judge; this module keeps the holder. The table may put a
card where it wants it (a pin): until it is released, or until the next event after which
the judge would give it to somebody else than before.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Literal

import msgspec

from companion.core.context import Context
from companion.core.frozen import FrozenMap
from companion.core.model import Event, Point, SeatId, Struct
from companion.core.module import Module, Query
from companion.i18n.text import Ref, Text

Until = Literal["released", "moved"]


class HolderPin(Struct, frozen=True):
    """The table's word on an award: `verdict` is what the judge said when it was given."""

    until: Until
    verdict: SeatId | None
    reason: str = ""


class AwardSlice(Struct, frozen=True):
    """Holders by award (absent: nobody) and the pins on them."""

    holders: FrozenMap[str, SeatId] = FrozenMap()
    pins: FrozenMap[str, HolderPin] = FrozenMap()


class AwardMoved(Event, frozen=True, tag="awards.moved"):
    """An award goes to `holder` (None: set aside), from `before`."""

    award: str
    holder: SeatId | None
    before: SeatId | None


class HolderPinned(Event, frozen=True, tag="awards.pinned"):
    """The table holds an award where it is."""

    award: str
    pin: HolderPin


class HolderReleased(Event, frozen=True, tag="awards.released"):
    """The judge decides again."""

    award: str


def strictly_most(values: Mapping[SeatId, int], holder: SeatId | None, least: int) -> SeatId | None:
    """Who holds an award for the most of something (BG-6, BG-7, HM-2, HM-3, HM-6).

    The holder keeps it with at least `least` and nobody above; otherwise it goes to whoever
    alone has most and at least `least`, or to nobody.
    """
    top = max(values.values(), default=0)
    if top < least:
        return None
    if holder is not None and values.get(holder, 0) == top:
        return holder
    best = [seat for seat, value in values.items() if value == top]
    return best[0] if len(best) == 1 else None


HOLDER: Query[SeatId | None] = Query(
    "holder",
    "Who holds the award now; None when it is set aside.",
    lambda ctx, award: ctx.slice(AwardSlice).holders.get(award),
    args=("award",),
    takes={"award": "award"},
)


def _holder_by(
    ctx: Context, award: str, holder: SeatId | None, counts: Mapping[SeatId, int]
) -> SeatId | None:
    return ctx.rules.awards[award].verdict(ctx, counts, holder)


HOLDER_BY: Query[SeatId | None] = Query(
    "holder_by",
    "Who holds the award once the counts (route lengths, knights, harbor points) are these and "
    "`holder` has held it so far; None when it is set aside.",
    _holder_by,
    args=("award", "holder", "counts"),
    takes={"award": "award", "holder": "nobody", "counts": "counts"},
    rules=("BG-6", "BG-7", "HM-3", "HM-6"),
)


def at_least(least: int) -> Callable[[Context, Mapping[SeatId, int], SeatId | None], SeatId | None]:
    """The verdict by which a card needs `least` and goes to whoever has strictly most."""
    return lambda ctx, counts, holder: strictly_most(counts, holder, least)


def moved(ctx: Context, award: str, holder: SeatId | None) -> AwardMoved:
    """The event that gives `award` to `holder`."""
    return AwardMoved(award, holder, ctx.slice(AwardSlice).holders.get(award))


def set_aside(ctx: Context, award: str) -> list[Event]:
    """The events by which nobody holds `award` any more, whatever its judge would let be (TW-5).

    Empty when nobody holds it, or the table pinned it until it is released.
    """
    s = ctx.slice(AwardSlice)
    pin = s.pins.get(award)
    if award not in s.holders or (pin is not None and pin.until == "released"):
        return []
    released: list[Event] = [HolderReleased(award)] if pin is not None else []
    return [*released, moved(ctx, award, None)]


def _idle(ctx: Context) -> Iterable[Event]:
    s = ctx.slice(AwardSlice)
    for award in ctx.rules.awards.values():
        holder = s.holders.get(award.name)
        pin = s.pins.get(award.name)
        verdict = award.judge(ctx, holder)
        if pin is not None:
            if pin.until == "released" or verdict == pin.verdict:
                continue
            return [HolderReleased(award.name), AwardMoved(award.name, verdict, holder)]
        if verdict != holder:
            return [AwardMoved(award.name, verdict, holder)]
    return []


def _moved(s: AwardSlice, event: AwardMoved) -> AwardSlice:
    if event.holder is None:
        return msgspec.structs.replace(s, holders=s.holders.drop(event.award))
    return msgspec.structs.replace(s, holders=s.holders.set(event.award, event.holder))


def _pinned(s: AwardSlice, event: HolderPinned) -> AwardSlice:
    return msgspec.structs.replace(s, pins=s.pins.set(event.award, event.pin))


def _released(s: AwardSlice, event: HolderReleased) -> AwardSlice:
    return msgspec.structs.replace(s, pins=s.pins.drop(event.award))


def _points(ctx: Context, seat: SeatId) -> Iterable[Point]:
    for award in ctx.rules.awards.values():
        if award.vp and ctx.get(HOLDER, award=award.name) == seat:
            yield Point(Text("points.award", {"award": Ref("award", award.name)}), award.vp)


def _check(ctx: Context) -> list[str]:
    known = {s.id for s in ctx.seats()}
    return [
        f"the award {award} is held by {holder}, who is not at the table"
        for award, holder in ctx.slice(AwardSlice).holders.items()
        if holder not in known
    ]


MODULE = Module(
    id="awards",
    doc="Special cards and who holds them.",
    slice=AwardSlice,
    events=(AwardMoved, HolderPinned, HolderReleased),
    folds={AwardMoved: _moved, HolderPinned: _pinned, HolderReleased: _released},
    queries=(HOLDER, HOLDER_BY),
    idle=_idle,
    points=_points,
    checks=(_check,),
)
