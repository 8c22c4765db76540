"""Seats as everybody sees them: points with reasons, counts, awards, pieces."""

from __future__ import annotations

from collections.abc import Mapping

from companion.core.actions import open_prompts
from companion.core.context import Context
from companion.core.model import Seat, SeatId, Setup
from companion.core.module import Track
from companion.core.rules.awards import HOLDER, AwardSlice
from companion.core.rules.base.facts import (
    PIECE_LIMIT,
    PIECE_LIMITS,
    POINTS,
    SHIPS_PLAYED,
    TARGET,
    TURN_SEAT,
    points_of,
)
from companion.core.rules.pieces import PIECE_COUNT, PieceSlice
from companion.i18n.text import Ref, Text
from companion.view.model import (
    AwardView,
    PieceCount,
    PointView,
    SeatView,
    TrackView,
)


def name_of(seat: Seat) -> str | Ref:
    """What the seat's person goes by: the name typed, or the color's."""
    return seat.name.strip() or Ref("player", seat.color)


def seat_names(source: Context | Setup) -> Mapping[SeatId, str | Ref]:
    """Names for a `Translator`: of everybody who sits or ever sat at the table."""
    if isinstance(source, Setup):
        return {s.id: name_of(s) for s in source.seats}
    return {s.id: name_of(s) for s in source.rules.all_seats(source)}


def seat_views(ctx: Context) -> tuple[SeatView, ...]:
    """All seats in turn order: those who left keep their place, neutral colors come last."""
    everybody = ctx.rules.all_seats(ctx)
    players = [s for s in everybody if s.kind == "player"]
    vp = {s.id: ctx.get(POINTS, seat=s.id) for s in players}
    most = max((vp[s.id] for s in players if s.present), default=0)
    waiting = {seat for p in open_prompts(ctx) for seat in p.waiting()}
    neutral = [s for s in everybody if s.kind == "neutral"]
    return tuple(
        _seat_view(ctx, s, vp.get(s.id), leads=vp.get(s.id) == most > 0, waits=s.id in waiting)
        for s in (*players, *neutral)
    )


def _seat_view(ctx: Context, seat: Seat, vp: int | None, *, leads: bool, waits: bool) -> SeatView:
    playing = vp is not None
    return SeatView(
        id=seat.id,
        name=name_of(seat),
        color=seat.color,
        kind=seat.kind,
        present=seat.present,
        on_turn=ctx.get(TURN_SEAT) == seat.id,
        waiting=waits,
        leader=leads and seat.present,
        vp=vp,
        target=ctx.get(TARGET, seat=seat.id) if playing else None,
        points=point_views(ctx, seat.id) if playing else (),
        tracks=tuple(
            _track_view(ctx, track, seat.id)
            for track in ctx.rules.tracks.values()
            if playing or track.neutral
        ),
        awards=award_views(ctx, seat.id),
        pieces=_pieces(ctx, seat.id),
        language=seat.language,
    )


def point_views(ctx: Context, seat: SeatId) -> tuple[PointView, ...]:
    """A seat's public points with their reasons."""
    return tuple(PointView(p.reason, p.vp) for p in points_of(ctx, seat))


def award_views(ctx: Context, seat: SeatId) -> tuple[AwardView, ...]:
    """The special cards that lie with `seat`."""
    pins = ctx.slice(AwardSlice).pins
    return tuple(
        AwardView(a.name, Text(f"award.{a.name}"), a.vp, pinned=a.name in pins)
        for a in ctx.rules.awards.values()
        if ctx.get(HOLDER, award=a.name) == seat
    )


def _track_view(ctx: Context, track: Track, seat: SeatId) -> TrackView:
    return TrackView(
        name=track.name,
        label=Text(f"track.{track.name}"),
        value=track.read(ctx, seat),
        shown=track.show,
        correctable=track.write is not None,
    )


def _pieces(ctx: Context, seat: SeatId) -> tuple[PieceCount, ...]:
    in_play = {p.kind for p in ctx.slice(PieceSlice).pieces.values()}
    owned = [k for k in PIECE_LIMITS if k != "ship" or ctx.get(SHIPS_PLAYED) or k in in_play]
    counts = []
    for kind in (*owned, *sorted(in_play - set(owned))):
        placed = ctx.get(PIECE_COUNT, seat=seat, kind=kind)
        limit = ctx.get(PIECE_LIMIT, kind=kind)
        left = max(0, limit - placed) if limit else None
        counts.append(PieceCount(kind, Ref("piece", kind), placed, left))
    return tuple(counts)
