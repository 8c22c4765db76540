"""Friendly robber: who has 2 points or fewer is left alone (FR)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from companion.core.context import Context
from companion.core.model import Command, Event, SeatId
from companion.core.module import Contribution, Module, Query, Setting, Stage, StageEdit
from companion.core.rules.base.facts import (
    NEUTRALS,
    OPEN_HEXES,
    POINTS,
    ROBBER_GOALS,
    ROBBER_HOME,
    TURN_SEAT,
    VICTIMS,
)
from companion.i18n.text import SeatRef, Text

STAGE = "robber.friendly"
FEW = 2
"""Public victory points up to which a player is left alone (FR-1)."""


def _closed(ctx: Context) -> tuple[SeatId, ...]:
    if ctx.get(ROBBER_HOME) is None:
        return ()
    seats = ctx.players()
    if not ctx.setting("friendly_robber.own_hexes"):
        seats = tuple(seat for seat in seats if seat != ctx.get(TURN_SEAT))
    if ctx.setting("friendly_robber.neutral_hexes"):
        seats = (*seats, *ctx.get(NEUTRALS))
    return tuple(seat for seat in seats if ctx.get(POINTS, seat=seat) <= FEW)


def _home_victims(ctx: Context, seat: SeatId) -> tuple[SeatId, ...]:
    """Who may be robbed beside the robber's home when no hex is open (C1)."""
    if ctx.setting("friendly_robber.spared_at_home") == "everybody":
        return ()
    return ctx.get(VICTIMS, seat=seat)


CLOSED_SEATS: Query[tuple[SeatId, ...]] = Query(
    "closed_seats",
    "Whose settlements and cities close every hex beside them to the robber (and to the "
    "pirate): players with 2 public points or fewer, whoever moves it included; no neutral color "
    "(two settings say otherwise).",
    _closed,
    merge="union",
    rules=("FR-1", "FR-4", "FR-6", "U3"),
)
HOME_VICTIMS: Query[tuple[SeatId, ...]] = Query(
    "home_victims",
    "Whom a seat may take a hidden card from where the robber went home for want of an open hex.",
    _home_victims,
    args=("seat",),
    merge="union",
    rules=("FR-2", "C1"),
)


def _spared(ctx: Context, option: SeatId, seat: SeatId) -> Text | None:
    if option not in ctx.get(CLOSED_SEATS):
        return None
    return Text("refused.friendly_robber", {"seat": SeatRef(option), "vp": FEW})


def _hex_closed(
    ctx: Context, option: str, hexes: Mapping[str, tuple[SeatId, ...]], robber_at: str
) -> Text | None:
    beside = tuple(seat for seat in hexes[option] if seat in ctx.get(CLOSED_SEATS))
    if not beside:
        return None
    return Text("step.friendly_robber", {"seats": tuple(map(SeatRef, beside)), "vp": FEW})


def _goals(ctx: Context, seat: SeatId) -> tuple[str, ...]:
    return ("home",) if ctx.get(CLOSED_SEATS) else ()


def _veto_at_home(ctx: Context, command: Command) -> Text | None:
    victim = command.args.get("victim")
    if command.action != "move_robber" or command.args.get("to") != "home" or victim is None:
        return None
    assert command.seat is not None
    if victim in ctx.get(HOME_VICTIMS, seat=command.seat):
        return None
    return Text("refused.nobody_at_home")


def _tell(ctx: Context, visit: int) -> Iterable[Event]:
    closed = ctx.get(CLOSED_SEATS)
    home = ctx.get(ROBBER_HOME)
    if visit or not closed or home is None:
        return []
    spared = ctx.setting("friendly_robber.spared_at_home")
    away = Text("step.friendly_robber", {"seats": tuple(map(SeatRef, closed)), "vp": FEW})
    back = Text(f"step.friendly_robber_home_{spared}", {"home": home, "vp": FEW})
    return [ctx.tell(STAGE, away, data={"closed": closed}), ctx.tell(STAGE, back)]


MODULE = Module(
    id="friendly_robber",
    doc="The robber leaves players with 2 points or fewer alone.",
    role="variant",
    queries=(CLOSED_SEATS, HOME_VICTIMS),
    contributions=(
        Contribution(VICTIMS, "forbid", _spared, rules=("FR-1", "FR-2")),
        Contribution(OPEN_HEXES, "forbid", _hex_closed, rules=("FR-1", "FR-4")),
        Contribution(ROBBER_GOALS, "add", _goals, rules=("FR-2",)),
    ),
    vetoes=(_veto_at_home,),
    stages=(Stage(STAGE, _tell, "Says whom the robber leaves alone."),),
    edits=(
        StageEdit("seven", "before", "robber.move", (STAGE,)),
        StageEdit("robber", "before", "robber.move", (STAGE,)),
    ),
    settings=(
        Setting("spared_at_home", "choice", "few",
                "Who gives up no card where the robber goes home because no hex is open: players "
                "with 2 points or fewer, or everybody.",
                choices=("few", "everybody"), editions={"cs": "everybody"},
                rules=("FR-2", "C1")),
        Setting("own_hexes", "flag", True,
                "Whoever moves the robber and has 2 points or fewer closes the own hexes too.",
                rules=("FR-1", "U3")),
        Setting("neutral_hexes", "flag", False,
                "A neutral color with 2 points or fewer closes its hexes like a player.",
                rules=("FR-1", "U3")),
    ),
    requires=("base",),
    after=("base",),
)  # fmt: skip
