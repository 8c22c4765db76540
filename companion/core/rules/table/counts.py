"""Setting the book right: counts, pieces and their spots, holders of awards, points."""

from __future__ import annotations

from collections.abc import Iterable

from companion.core.context import Context
from companion.core.events import TrackSet
from companion.core.frozen import freeze
from companion.core.model import Action, Command, Event, Param, Point, Refusal, SeatId
from companion.core.module import Track
from companion.core.rules import awards
from companion.core.rules.awards import AwardSlice, HolderPin, HolderPinned, HolderReleased
from companion.core.rules.base import build
from companion.core.rules.base.facts import PIECE_KINDS
from companion.core.rules.pieces import PieceRemoved, PieceSlice, TraitsTicked, place
from companion.core.rules.table.book import PointsPinned, PointsReleased, TableSlice
from companion.core.rules.table.seats import WHOSE, among, correction
from companion.i18n.text import Ref, SeatRef, Text

UNTIL: tuple[awards.Until, ...] = ("moved", "released")
LONGEST_REASON = 200
MOST_POINTS = 99

_UNTIL = Param("until", "choice", choices=UNTIL, optional=True, default="moved")
_REASON = Param("reason", "text", high=LONGEST_REASON, optional=True)
_TRAITS = Param("traits", "traits", optional=True)
_PIECE = Param("piece", "piece")


# -- counts ----------------------------------------------------------------------------------


def writable(ctx: Context, seat: SeatId) -> tuple[Track, ...]:
    """The tracks of `seat` that can be set right."""
    player = ctx.seat(seat).kind == "player"
    return tuple(
        t for t in ctx.rules.tracks.values() if t.write is not None and (player or t.neutral)
    )


def most(ctx: Context, track: Track, seat: SeatId) -> int:
    """The greatest value `track` may have for `seat` now."""
    return track.high if track.most is None else min(track.high, track.most(ctx, seat))


def _offer_count(ctx: Context, seat: SeatId | None) -> Action | None:
    names = tuple(t.name for t in ctx.rules.tracks.values() if t.write is not None)
    track = Param("track", "choice", choices=names)
    value = Param("value", "count", low=0, high=99)
    return Action("", seat, params=(track, among(ctx), value), group="table") if names else None


def _decide_count(ctx: Context, command: Command) -> Iterable[Event] | Refusal:
    name, whose, value = (command.args[k] for k in ("track", "whose", "value"))
    track = next((t for t in writable(ctx, whose) if t.name == name), None)
    if track is None:
        known = tuple(Ref("track", t.name) for t in writable(ctx, whose))
        text = Text("refused.no_such_count", {"seat": SeatRef(whose), "known": known})
        return Refusal("no_such_count", text)
    high = most(ctx, track, whose)
    if not track.low <= value <= high and not (command.forced and value <= track.high):
        return Refusal(
            "bad_count",
            Text(
                "refused.bad_count",
                {"track": Ref("track", name), "value": value, "low": track.low, "high": high},
            ),
        )
    return [TrackSet(name, whose, value)]


# -- pieces ----------------------------------------------------------------------------------


def _offer_add(ctx: Context, seat: SeatId | None) -> Action:
    kind = Param("kind", "choice", choices=ctx.get(PIECE_KINDS))
    return Action("", seat, params=(among(ctx), kind, _TRAITS), group="table")


def _decide_add(ctx: Context, command: Command) -> Iterable[Event] | Refusal:
    whose, kind = command.args["whose"], command.args["kind"]
    if kind not in ctx.get(PIECE_KINDS):
        kinds = tuple(Ref("piece", k) for k in ctx.get(PIECE_KINDS))
        return Refusal("no_such_kind", Text("refused.no_such_kind", {"kinds": kinds}))
    traits = command.args.get("traits") or {}
    fault = _wrong_spot(ctx, kind, traits)
    if fault is None and not command.forced:
        fault = build.no_piece(ctx, whose, kind)
    return fault or [place(ctx, kind, whose, traits, free=True)]


def _wrong_spot(ctx: Context, kind: str, traits: Iterable[str]) -> Refusal | None:
    """A refusal when a trait is none that spots of `kind` have."""
    for name in traits:
        if kind not in ctx.rules.traits[name].pieces:
            params = {"trait": Ref("trait", name), "piece": Ref("piece", kind)}
            return Refusal("wrong_spot", Text("refused.wrong_spot", params))
    return None


def _offer_piece(ctx: Context, seat: SeatId | None) -> Action | None:
    ids = tuple(ctx.slice(PieceSlice).pieces)
    piece = Param("piece", "piece", choices=ids)
    return Action("", seat, params=(piece,), group="table") if ids else None


def _offer_tick(ctx: Context, seat: SeatId | None) -> Action | None:
    offer = _offer_piece(ctx, seat)
    if offer is None or not ctx.rules.traits:
        return None
    traits = Param("traits", "traits")
    return Action("", seat, params=(*offer.params, traits), group="table")


def _no_such_piece(ctx: Context, piece: int) -> Refusal | None:
    if piece in ctx.slice(PieceSlice).pieces:
        return None
    return Refusal("no_such_piece", Text("refused.no_such_piece", {"n": piece}))


def _decide_remove(ctx: Context, command: Command) -> Iterable[Event] | Refusal:
    piece = command.args["piece"]
    return _no_such_piece(ctx, piece) or [PieceRemoved(piece)]


def _decide_tick(ctx: Context, command: Command) -> Iterable[Event] | Refusal:
    piece, traits = command.args["piece"], command.args["traits"]
    if (missing := _no_such_piece(ctx, piece)) is not None:
        return missing
    kind = ctx.slice(PieceSlice).pieces[piece].kind
    return _wrong_spot(ctx, kind, traits) or [TraitsTicked(piece, freeze(traits))]


# -- holders of awards -----------------------------------------------------------------------


def hold(
    ctx: Context, award: str, holder: SeatId | None, until: awards.Until, reason: str = ""
) -> list[Event]:
    """The events by which the table puts `award` with `holder`, whatever its judge says."""
    verdict = ctx.rules.awards[award].judge(ctx, holder)
    events: list[Event] = [HolderPinned(award, HolderPin(until, verdict, reason))]
    if ctx.get(awards.HOLDER, award=award) != holder:
        events.append(awards.moved(ctx, award, holder))
    return events


def _offer_hold(ctx: Context, seat: SeatId | None) -> Action | None:
    names = tuple(ctx.rules.awards)
    award = Param("award", "choice", choices=names)
    holder = Param("holder", "seat", choices=tuple(s.id for s in ctx.seats()), optional=True)
    params = (award, holder, _UNTIL, _REASON)
    return Action("", seat, params=params, group="table") if names else None


def _decide_hold(ctx: Context, command: Command) -> Iterable[Event] | Refusal:
    args = command.args
    award, holder = args["award"], args.get("holder")
    if award not in ctx.rules.awards:
        known = tuple(Ref("award", a) for a in ctx.rules.awards)
        return Refusal("no_such_award", Text("refused.no_such_award", {"known": known}))
    if holder is not None and holder not in {s.id for s in ctx.seats()}:
        return Refusal("not_at_table", Text("refused.not_at_table", {"seat": SeatRef(holder)}))
    return hold(ctx, award, holder, args.get("until") or "moved", args.get("reason") or "")


def _offer_release(ctx: Context, seat: SeatId | None) -> Action | None:
    pinned = tuple(ctx.slice(AwardSlice).pins)
    award = Param("award", "choice", choices=pinned)
    return Action("", seat, params=(award,), group="table") if pinned else None


def _decide_release(ctx: Context, command: Command) -> Iterable[Event] | Refusal:
    award = command.args["award"]
    if award not in ctx.slice(AwardSlice).pins:
        return Refusal("not_pinned", Text("refused.not_pinned"))
    return [HolderReleased(award)]


# -- points ----------------------------------------------------------------------------------


def computed(ctx: Context, seat: SeatId) -> int:
    """The points of `seat` by the rules, whatever the table says."""
    return sum(
        point.vp
        for module in ctx.rules.modules
        if module.points is not None and module.points is not points
        for point in module.points(ctx, seat)
    )


def points(ctx: Context, seat: SeatId) -> list[Point]:
    """What is missing from, or too many for, the points that the table pinned."""
    pin = ctx.slice(TableSlice).pins.get(seat)
    if pin is None:
        return []
    return [Point(Text("points.pinned", {"n": pin.vp}), pin.vp - computed(ctx, seat))]


def moved(ctx: Context) -> list[Event]:
    """Pins that held until the rules' own count moved, and it did."""
    return [
        PointsReleased(seat)
        for seat, pin in ctx.slice(TableSlice).pins.items()
        if pin.until == "moved" and computed(ctx, seat) != pin.computed
    ]


_VP = Param("vp", "count", low=0, high=MOST_POINTS)


def _offer_pin(ctx: Context, seat: SeatId | None) -> Action:
    return Action("", seat, params=(among(ctx), _VP, _UNTIL, _REASON), group="table")


def _decide_pin(ctx: Context, command: Command) -> Iterable[Event]:
    args = command.args
    whose, now = args["whose"], computed(ctx, args["whose"])
    until: awards.Until = args.get("until") or "moved"
    return [PointsPinned(whose, args["vp"], until, now, args.get("reason") or "")]


def _offer_unpin(ctx: Context, seat: SeatId | None) -> Action | None:
    pinned = tuple(ctx.slice(TableSlice).pins)
    whose = Param("whose", "seat", choices=pinned)
    return Action("", seat, params=(whose,), group="table") if pinned else None


def _decide_unpin(ctx: Context, command: Command) -> Iterable[Event] | Refusal:
    whose = command.args["whose"]
    if whose not in ctx.slice(TableSlice).pins:
        return Refusal("not_pinned", Text("refused.not_pinned"))
    return [PointsReleased(whose)]


_AWARD = Param("award", "choice")
_HOLDER = Param("holder", "seat", optional=True)

ACTIONS = (
    correction("correct_count", "Set a count of a seat right: any track that is kept, not "
               "worked out.", _offer_count, _decide_count,
               Param("track", "choice"), WHOSE, Param("value", "count", low=0, high=99)),
    correction("add_piece", "Put a piece into play that was forgotten.", _offer_add, _decide_add,
               WHOSE, Param("kind", "choice"), _TRAITS),
    correction("remove_piece", "Take a piece off the board.", _offer_piece, _decide_remove,
               _PIECE),
    correction("tick_traits", "Say what the spot of a standing piece has; this replaces what "
               "was ticked.", _offer_tick, _decide_tick, _PIECE, Param("traits", "traits")),
    correction("set_holder", "Put a special card with somebody, or nobody: until released, or "
               "until the rules would move it.", _offer_hold, _decide_hold,
               _AWARD, _HOLDER, _UNTIL, _REASON),
    correction("release_holder", "Let the rules decide again who holds a special card.",
               _offer_release, _decide_release, _AWARD),
    correction("pin_points", "Say how many victory points a seat has: until released, or until "
               "the count by the rules moves.", _offer_pin, _decide_pin,
               WHOSE, _VP, _UNTIL, _REASON),
    correction("release_points", "Let the rules count a seat's points again.",
               _offer_unpin, _decide_unpin, WHOSE),
)  # fmt: skip
