"""Whom the table speaks to, and in which language: read from a view, without any rule."""

from __future__ import annotations

from collections.abc import Iterable

from companion.core.model import SeatId
from companion.view.model import TableView


def seat_shown(view: TableView) -> SeatId | None:
    """Who acts now: whose turn it is, and in the start phase who is asked to place."""
    if view.turn.phase == "start":
        asked = (p.waiting[0] for p in view.prompts if p.blocking and p.waiting)
        return next(asked, view.turn.seat)
    return view.turn.seat


def language_for(view: TableView, seats: Iterable[SeatId | None]) -> str | None:
    """The language that all of `seats` read; None, the table's, where they share no own one."""
    own = {seat.id: seat.language for seat in view.seats}
    spoken = {own.get(seat) if seat is not None else None for seat in seats}
    return spoken.pop() if len(spoken) == 1 else None
