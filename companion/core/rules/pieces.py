"""Pieces on the board, counted or placed, each with the traits of its spot.

Both recording depths give the same thing: a piece with an id and site traits. Rules read
traits only, so each rule is written once.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from companion.core.context import Context
from companion.core.frozen import FrozenMap, freeze
from companion.core.model import Event, PieceId, SeatId, Struct
from companion.core.module import Listed, Module, Query

BUILDINGS = ("settlement", "city")
LINKS = ("road", "ship")
KIND: Mapping[str, Listed] = {"kind": Listed("piece_kinds")}
"""What a fact about a kind of piece can be asked with."""


class Piece(Struct, frozen=True):
    """A piece in play. `site` is where it stands on a drawn board, None in ledger depth."""

    id: PieceId
    kind: str
    seat: SeatId
    traits: FrozenMap[str, Any] = FrozenMap()
    site: str | None = None


class PieceSlice(Struct, frozen=True):
    """All pieces in play, by id, and the next id. Ids are never used twice."""

    pieces: FrozenMap[PieceId, Piece] = FrozenMap()
    next_id: PieceId = 1


class PiecePlaced(Event, frozen=True, tag="pieces.placed"):
    """A piece came into play. `free`: not paid for; `start`: in the set-up phase."""

    piece: Piece
    free: bool = False
    start: bool = False


class PieceRemoved(Event, frozen=True, tag="pieces.removed"):
    """A piece went back to its owner's supply."""

    piece: PieceId


class PieceUpgraded(Event, frozen=True, tag="pieces.upgraded"):
    """A piece became another kind on the same spot (a settlement a city)."""

    piece: PieceId
    kind_now: str
    seat: SeatId


class TraitsTicked(Event, frozen=True, tag="pieces.traits_ticked"):
    """The traits of a standing piece's spot are now these."""

    piece: PieceId
    traits: FrozenMap[str, Any]


def pieces_of(ctx: Context, seat: SeatId, *kinds: str) -> tuple[Piece, ...]:
    """The pieces of `seat` in play, oldest first; of `kinds` only, where any are named."""
    return tuple(
        p
        for p in ctx.slice(PieceSlice).pieces.values()
        if p.seat == seat and (not kinds or p.kind in kinds)
    )


def place(
    ctx: Context,
    kind: str,
    seat: SeatId,
    traits: Any = None,
    *,
    free: bool = False,
    start: bool = False,
    ahead: int = 0,
) -> PiecePlaced:
    """The event that puts a new piece into play; `ahead` counts those of the same command."""
    piece = Piece(ctx.slice(PieceSlice).next_id + ahead, kind, seat, freeze(traits or FrozenMap()))
    return PiecePlaced(piece, free, start)


PIECE_COUNT: Query[int] = Query(
    "piece_count",
    "How many pieces of a kind a seat has in play.",
    lambda ctx, seat, kind: len(pieces_of(ctx, seat, kind)),
    args=("seat", "kind"),
    takes=KIND,
    merge="sum",
)


def _placed(s: PieceSlice, event: PiecePlaced) -> PieceSlice:
    piece = event.piece
    return PieceSlice(s.pieces.set(piece.id, piece), max(s.next_id, piece.id + 1))


def _removed(s: PieceSlice, event: PieceRemoved) -> PieceSlice:
    return msgspec.structs.replace(s, pieces=s.pieces.drop(event.piece))


def _upgraded(s: PieceSlice, event: PieceUpgraded) -> PieceSlice:
    piece = msgspec.structs.replace(s.pieces[event.piece], kind=event.kind_now)
    return msgspec.structs.replace(s, pieces=s.pieces.set(piece.id, piece))


def _ticked(s: PieceSlice, event: TraitsTicked) -> PieceSlice:
    piece = msgspec.structs.replace(s.pieces[event.piece], traits=event.traits)
    return msgspec.structs.replace(s, pieces=s.pieces.set(piece.id, piece))


def _check(ctx: Context) -> list[str]:
    known = {s.id for s in ctx.rules.all_seats(ctx)}
    faults = []
    for key, piece in ctx.slice(PieceSlice).pieces.items():
        if key != piece.id:
            faults.append(f"piece {piece.id} is kept under {key}")
        if piece.seat not in known:
            faults.append(f"piece {piece.id} belongs to the unknown seat {piece.seat}")
        faults += [
            f"piece {piece.id} has the unknown trait {t}"
            for t in piece.traits
            if t not in ctx.rules.traits
        ]
    return faults


MODULE = Module(
    id="pieces",
    doc="Pieces in play and the traits of their spots.",
    slice=PieceSlice,
    events=(PiecePlaced, PieceRemoved, PieceUpgraded, TraitsTicked),
    folds={
        PiecePlaced: _placed,
        PieceRemoved: _removed,
        PieceUpgraded: _upgraded,
        TraitsTicked: _ticked,
    },
    queries=(PIECE_COUNT,),
    checks=(_check,),
)
