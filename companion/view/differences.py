"""What differs between the book before and after: for the table to judge before it accepts."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from companion.core.compose import Rules
from companion.core.context import Context
from companion.core.model import SeatId, State
from companion.core.rules.awards import HOLDER
from companion.core.rules.base.book import BaseSlice
from companion.core.rules.table.position import compared, parts_of
from companion.i18n.text import Ref, SeatRef, Text
from companion.view.model import SeatView, View, Words
from companion.view.seats import seat_views

NOTHING = Text("common.nothing")

COUNTED_BY = {"road": "roads", "settlement": "settlements", "city": "cities"}
"""Kinds of pieces that a track counts already: the same said twice would be noise."""


class DifferenceView(View, frozen=True):
    """One thing that is another afterwards.

    `what` is its place: "vp", "target", "name", "color", "present", "tracks.<name>",
    "pieces.<kind>" (of `seat`), or "awards.<name>", "turn", "numbers", "winner" of the table.
    """

    what: str
    label: Words
    seat: SeatId | None
    before: Words
    after: Words


def differences(rules: Rules, before: State, after: State) -> tuple[DifferenceView, ...]:
    """Everything that the table sees and that differs: the turn first, seats, then awards."""
    old, new = Context(rules, before), Context(rules, after)
    found = [
        *_of_table(old, new),
        *_of_seats(old, new),
        *(
            DifferenceView(f"awards.{name}", Text(f"award.{name}"), None, *holders)
            for name in rules.awards
            for holders in [(_holder(old, name), _holder(new, name))]
        ),
    ]
    return tuple(d for d in found if d.before != d.after)


def entered(rules: Rules, before: State, after: State) -> tuple[DifferenceView, ...]:
    """What entering a position changes: `differences`, what the table pins, the modules' parts.

    What is the table's comes first, then seat by seat.
    """
    old, new = Context(rules, before), Context(rules, after)
    shown = {"pins", *parts_of(new)}
    found = [*differences(rules, before, after)]
    found += [
        DifferenceView(d.what, d.label, d.seat, d.before, d.after)
        for d in compared(old, new)
        if d.what.partition(".")[0] in shown
    ]
    seats = [None, *(seat.id for seat in seat_views(new))]
    return tuple(sorted(found, key=lambda d: seats.index(d.seat)))


def _of_table(old: Context, new: Context) -> Iterator[DifferenceView]:
    parts = {"turn": _turn, "numbers": _numbers, "winner": _winner}
    for what, read in parts.items():
        yield DifferenceView(what, Text(f"change.{what}"), None, read(old), read(new))


def _turn(ctx: Context) -> Words:
    base = ctx.slice(BaseSlice)
    if base.seat is None or not base.turn:
        return Text("change.before_first")
    return Text("change.turn_of", {"seat": SeatRef(base.seat), "turn": base.turn})


def _numbers(ctx: Context) -> Words:
    made = ctx.slice(BaseSlice).numbers
    return Text("change.list", {"items": tuple(m.number for m in made)}) if made else NOTHING


def _winner(ctx: Context) -> Words:
    winner = ctx.state.winner
    if winner is not None:
        return SeatRef(winner)
    return Text("common.nobody" if ctx.state.over else "change.plays_on")


def _holder(ctx: Context, award: str) -> Words:
    holder = ctx.get(HOLDER, award=award)
    return Text("common.nobody") if holder is None else SeatRef(holder)


def _of_seats(old: Context, new: Context) -> Iterator[DifferenceView]:
    was = {seat.id: _seat(seat) for seat in seat_views(old)}
    now = {seat.id: _seat(seat) for seat in seat_views(new)}
    for seat in dict.fromkeys((*now, *was)):
        before, after = was.get(seat, {}), now.get(seat, {})
        for what in dict.fromkeys((*after, *before)):
            label = (after.get(what) or before[what])[0]
            values = [of[what][1] if what in of else NOTHING for of in (before, after)]
            yield DifferenceView(what, label, seat, *values)


def _seat(seat: SeatView) -> Mapping[str, tuple[Words, Words]]:
    """All of a seat that can differ: its label and its value in words."""
    found: dict[str, tuple[Words, Words]] = {}
    if seat.vp is not None and seat.target is not None:
        found["vp"] = (Text("change.vp"), seat.vp)
        found["target"] = (Text("change.target"), seat.target)
    found["name"] = (Text("common.name"), seat.name)
    found["color"] = (Text("common.color"), Ref("color", seat.color))
    at_table: Any = Text("common.yes" if seat.present else "common.no")
    found["present"] = (Text("change.present"), at_table)
    for track in seat.tracks:
        found[f"tracks.{track.name}"] = (track.label, track.value)
    for piece in seat.pieces:
        if f"tracks.{COUNTED_BY.get(piece.kind)}" not in found:
            found[f"pieces.{piece.kind}"] = (piece.label, piece.placed)
    return found
