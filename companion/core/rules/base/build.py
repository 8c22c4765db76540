"""Building: roads, ships, settlements, cities; the declared trade route (BG-4, BG-6)."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from companion.core.context import Context
from companion.core.frozen import FrozenMap
from companion.core.kernel import enter
from companion.core.model import Action, Command, Event, Param, Refusal, SeatId
from companion.core.module import ActionKind, Stage, Standing
from companion.core.rules.base.book import RouteDeclared
from companion.core.rules.base.facts import (
    BUILDABLE,
    LONGEST_POSSIBLE,
    PIECES_LEFT,
    ROUTE_LENGTH,
    SHIPS_PLAYED,
    TRADE_ROUTE_PLAYED,
    is_turn_of,
)
from companion.core.rules.base.start import TRAITS, traits_param
from companion.core.rules.base.turn import PLAY_PROMPT, TURN_PROMPTS
from companion.core.rules.pieces import LINKS, PieceUpgraded, pieces_of, place
from companion.i18n.text import Ref, SeatRef, Text

FREE_PROMPT = "build.free_link"
FREE_FLOW = ("build.free_link",)


def supply(ctx: Context, seat: SeatId, kind: str) -> int:
    """Pieces of `kind` left in the seat's own supply (BG-4)."""
    return ctx.get(PIECES_LEFT, seat=seat, kind=kind)


def no_piece(ctx: Context, seat: SeatId, kind: str) -> Refusal | None:
    """A refusal when the supply holds no `kind` (BG-4)."""
    if supply(ctx, seat, kind) > 0:
        return None
    return Refusal(
        "no_piece", Text("refused.no_piece", {"seat": SeatRef(seat), "piece": Ref("piece", kind)})
    )


def cannot_build(ctx: Context, seat: SeatId, kind: str) -> Refusal | None:
    """Why `seat` can build no `kind` now: a rule of the moment forbids it, or no piece is left."""
    if (reason := ctx.forbidden(BUILDABLE, kind, seat=seat)) is not None:
        return Refusal("forbidden", reason)
    return no_piece(ctx, seat, kind)


def offer_piece(kind: str) -> Callable[[Context, SeatId | None], Action | Refusal | None]:
    """The offer of building a piece of `kind`."""

    def offer(ctx: Context, seat: SeatId | None) -> Action | Refusal | None:
        if seat is None or not is_turn_of(ctx, seat):
            return None
        if kind == "ship" and not ctx.get(SHIPS_PLAYED):
            return None
        return cannot_build(ctx, seat, kind) or Action(
            "",
            seat,
            params=(traits_param(ctx, kind),),
            group="build",
            item=kind,
            left=supply(ctx, seat, kind),
        )

    return offer


def decide_piece(kind: str) -> Callable[[Context, Command], Iterable[Event]]:
    """Building a piece of `kind`."""

    def decide(ctx: Context, command: Command) -> Iterable[Event]:
        assert command.seat is not None
        return [place(ctx, kind, command.seat, command.args.get("traits"))]

    return decide


def _offer_city(ctx: Context, seat: SeatId | None) -> Action | Refusal | None:
    if seat is None or not is_turn_of(ctx, seat):
        return None
    settlements = pieces_of(ctx, seat, "settlement")
    if not settlements:
        return Refusal("no_settlement", Text("refused.no_settlement", {"seat": SeatRef(seat)}))
    alike = len({p.traits for p in settlements}) == 1
    piece = Param("piece", "piece", choices=tuple(p.id for p in settlements), optional=alike)
    return cannot_build(ctx, seat, "city") or Action(
        "", seat, params=(piece,), group="build", item="city", left=supply(ctx, seat, "city")
    )


def _decide_city(ctx: Context, command: Command) -> Iterable[Event] | Refusal:
    assert command.seat is not None
    settlements = pieces_of(ctx, command.seat, "settlement")
    chosen = command.args.get("piece")
    piece = next((p for p in settlements if chosen in (None, p.id)), None)
    if piece is None:
        # Insisted on without a settlement to replace: the city simply stands there.
        return [place(ctx, "city", command.seat)]
    return [PieceUpgraded(piece.id, "city", command.seat)]


def _offer_route(ctx: Context, seat: SeatId | None) -> Action | Refusal | None:
    if not ctx.get(TRADE_ROUTE_PLAYED) or ctx.state.setup.depth != "ledger":
        return None
    everyone = tuple(s.id for s in ctx.seats())
    known = None if seat is None else ctx.get(ROUTE_LENGTH, seat=seat)
    return Action(
        "",
        seat,
        params=(
            Param("whose", "seat", choices=everyone, default=seat),
            Param("length", "count", low=0, high=ctx.get(LONGEST_POSSIBLE), default=known),
        ),
        group="build",
        item="trade_route",
    )


def _decide_route(ctx: Context, command: Command) -> Iterable[Event]:
    return [RouteDeclared(command.args["whose"], command.args["length"])]


# -- free roads (development card, fish): one after another, each with its traits -------------


def free_links(ctx: Context, seat: SeatId, count: int) -> Event:
    """The event that lets `seat` build `count` roads (or ships) free."""
    return enter(ctx, "free_links", seat, FrozenMap({"count": count}))


def _free_stage(ctx: Context, visit: int) -> Iterable[Event]:
    frame = ctx.frame
    assert frame is not None
    assert frame.seat is not None
    left = int(frame.data["count"]) - visit
    if left <= 0 or not open_links(ctx, frame.seat):
        return []
    text = Text("step.free_links", {"seat": SeatRef(frame.seat), "n": left})
    return [ctx.ask(FREE_PROMPT, text, (frame.seat,), data={"left": left})]


def open_links(ctx: Context, seat: SeatId) -> tuple[str, ...]:
    """The kinds of link (road, ship) that `seat` may build now and has a piece of."""
    buildable = ctx.get(BUILDABLE, seat=seat)
    return tuple(k for k in LINKS if k in buildable and supply(ctx, seat, k) > 0)


def no_link(ctx: Context, seat: SeatId) -> Refusal | None:
    """Why `seat` could build not even one free link, if so: playing for one would be in vain."""
    return None if open_links(ctx, seat) else cannot_build(ctx, seat, "road")


def _offer_free(ctx: Context, seat: SeatId | None) -> Action | Refusal | None:
    if seat is None:
        return None
    kinds = open_links(ctx, seat)
    if not kinds:
        return cannot_build(ctx, seat, "road")
    return Action(
        "",
        seat,
        params=(
            Param("link", "choice", choices=kinds, optional="road" in kinds, default=kinds[0]),
            traits_param(ctx, "road"),
        ),
        group="build",
        primary=True,
        item=kinds[0],
        left=supply(ctx, seat, kinds[0]) if len(kinds) == 1 else None,
    )


def _decide_free(ctx: Context, command: Command) -> Iterable[Event]:
    assert command.seat is not None
    kind = str(command.args.get("link") or "road")
    return [place(ctx, kind, command.seat, command.args.get("traits"), free=True)]


STAGES = (Stage("build.free_link", _free_stage, "Free roads or ships, one after another."),)


def _piece_action(name: str, kind: str, doc: str, *rules: str) -> ActionKind:
    return ActionKind(
        name,
        doc,
        (PLAY_PROMPT,),
        offer_piece(kind),
        decide_piece(kind),
        rules=rules,
        params=(TRAITS,),
        standing=Standing("build", kind),
    )


ACTIONS = (
    _piece_action("build_road", "road", "Build a road.", "BG-4"),
    _piece_action("build_ship", "ship", "Build a ship.", "SF-1"),
    _piece_action("build_settlement", "settlement", "Found a settlement.", "BG-4"),
    ActionKind(
        "build_city",
        "Turn a settlement into a city; say which where their spots differ.",
        (PLAY_PROMPT,),
        _offer_city,
        _decide_city,
        rules=("BG-4",),
        params=(Param("piece", "piece", optional=True),),
        standing=Standing("build", "city"),
    ),
    ActionKind(
        "build_free_link",
        "Build one of the free roads (or ships).",
        (FREE_PROMPT,),
        _offer_free,
        _decide_free,
        rules=("BG-12", "SF-5"),
        answers=True,
        params=(Param("link", "choice", choices=LINKS, optional=True), TRAITS),
    ),
    ActionKind(
        "declare_route",
        "Say how long a color's longest trade route is; where the holder's is cut, say the "
        "others' first, since the card goes to the longest that is known.",
        TURN_PROMPTS,
        _offer_route,
        _decide_route,
        rules=("BG-6", "BG-13"),
        params=(Param("whose", "seat"), Param("length", "count", low=0, high=99)),
        standing=Standing("build", "trade_route"),
    ),
)
