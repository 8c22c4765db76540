"""The colors nobody plays: their start, and the pieces they get free (TW-1, TW-3)."""

from __future__ import annotations

from collections.abc import Callable, Iterable

import msgspec

from companion.core.context import Context
from companion.core.events import GameStarted
from companion.core.frozen import FrozenMap
from companion.core.kernel import enter
from companion.core.model import (
    COLORS,
    Action,
    Command,
    Event,
    Param,
    Refusal,
    Seat,
    SeatId,
    Setup,
)
from companion.core.module import ActionKind, Query, Stage
from companion.core.names import name_key
from companion.core.rules.base.build import supply
from companion.core.rules.base.facts import NEUTRALS
from companion.core.rules.pieces import KIND, PiecePlaced, place
from companion.i18n.text import Ref, SeatRef, Text

COUNT = 2
PROMPT = "neutral.build"
FLOW = "neutral"

NEUTRAL_KINDS: Query[tuple[str, ...]] = Query(
    "neutral_kinds",
    "What a neutral color may get free when a player built a piece of a kind, best first.",
    lambda ctx, kind: {
        "road": ("road",),
        "ship": ("road", "ship"),
        "settlement": ("settlement", "road"),
    }.get(kind, ()),
    args=("kind",),
    takes=KIND,
    merge="union",
    rules=("TW-3", "V5"),
)


def prepare(setup: Setup) -> Setup:
    """The set-up with as many neutral colors as are missing, in colors nobody took or is called."""
    taken = {word for s in setup.seats for word in (s.color, name_key(s.name))}
    ids = {s.id for s in setup.seats}
    have = sum(1 for s in setup.seats if s.kind == "neutral")
    colors = [c for c in COLORS if c not in taken]
    names = [n for i in range(1, COUNT + 1) if (n := f"n{i}") not in ids]
    more = tuple(
        Seat(name, "", color, kind="neutral")
        for name, color in zip(names[: COUNT - have], colors, strict=False)
    )
    return msgspec.structs.replace(setup, seats=(*setup.seats, *more))


def first_settlements(ctx: Context, event: GameStarted) -> Iterable[Event]:
    """One settlement for each neutral color, without a road (TW-1)."""
    colors: tuple[SeatId, ...] = ctx.get(NEUTRALS)
    return [
        place(ctx, "settlement", seat, start=True, free=True, ahead=i)
        for i, seat in enumerate(colors)
    ]


def owed(ctx: Context, event: PiecePlaced) -> list[Event]:
    """The neutral colors' turn to build, where a player's piece brings it (TW-3)."""
    piece = event.piece
    kinds: tuple[str, ...] = ctx.get(NEUTRAL_KINDS, kind=piece.kind)
    if event.start or not any(_colors(ctx, kind) for kind in kinds):
        return []
    return [enter(ctx, FLOW, piece.seat, FrozenMap({"built": piece.kind}))]


def _colors(ctx: Context, kind: str) -> tuple[SeatId, ...]:
    """The neutral colors that have a piece of `kind` left."""
    return tuple(s for s in ctx.get(NEUTRALS) if supply(ctx, s, kind) > 0)


def _neutral_build(ctx: Context, visit: int) -> Iterable[Event]:
    frame = ctx.frame
    if visit or frame is None or frame.seat is None:
        return []
    built = str(frame.data["built"])
    message = "step.neutral_settlement" if built == "settlement" else "step.neutral_build"
    text = Text(message, {"seat": SeatRef(frame.seat), "piece": Ref("piece", built)})
    return [ctx.ask(PROMPT, text, (frame.seat,), data={"built": built})]


def offer_neutral(kind: str) -> Callable[[Context, SeatId | None], Action | Refusal | None]:
    """The offer of a free piece of `kind` for a neutral color."""

    def offer(ctx: Context, seat: SeatId | None) -> Action | Refusal | None:
        prompt = ctx.prompt(PROMPT)
        if prompt is None:
            return None
        kinds = ctx.get(NEUTRAL_KINDS, kind=prompt.data["built"])
        if kind not in kinds:
            return None
        colors = _colors(ctx, kind)
        if not colors:
            text = Text("refused.no_neutral_piece", {"piece": Ref("piece", kind)})
            return Refusal("no_piece", text)
        color = Param("color", "seat", choices=colors)
        first = kind == kinds[0]
        return Action("", seat, params=(color,), group="build", primary=first, item=kind)

    return offer


def decide_neutral(kind: str) -> Callable[[Context, Command], Iterable[Event]]:
    """Building a free piece of `kind` for a neutral color."""

    def decide(ctx: Context, command: Command) -> Iterable[Event]:
        return [place(ctx, kind, command.args["color"], free=True)]

    return decide


def _action(kind: str, doc: str, *rules: str) -> ActionKind:
    return ActionKind(
        f"neutral_{kind}",
        doc,
        (PROMPT,),
        offer_neutral(kind),
        decide_neutral(kind),
        rules=rules,
        answers=True,
        params=(Param("color", "seat"),),
    )


STAGES = (Stage("neutral.build", _neutral_build, "A neutral color builds free."),)

ACTIONS = (
    _action("settlement", "Place a neutral settlement beside an own one, free.", "TW-3"),
    _action("road", "Place a neutral road, free.", "TW-3", "TW-6"),
    _action("ship", "Place a neutral ship, free.", "TW-3", "V5"),
    ActionKind(
        "skip_neutral",
        "No neutral piece can or shall be placed.",
        (PROMPT,),
        lambda ctx, seat: Action("", seat, group="answer"),
        lambda ctx, command: [],
        rules=("TW-3",),
        answers=True,
    ),
)
