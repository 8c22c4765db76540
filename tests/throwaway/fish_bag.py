"""Tokens drawn unseen from a shuffled bag, each seen by its owner only (like FI-2 to FI-6)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, ClassVar

import msgspec

from companion.core.context import Context
from companion.core.events import ChanceDrawn, GameStarted
from companion.core.frozen import FrozenMap
from companion.core.model import Action, Command, Event, Param, Refusal, SeatId, Struct, Visibility
from companion.core.module import ActionKind, Module, Track
from companion.core.rules.base.turn import PLAY_PROMPT
from companion.i18n.text import Text

TOKENS = (*[1] * 11, *[2] * 10, *[3] * 8)
STREAM = "fish"
_replace = msgspec.structs.replace


class FishSlice(Struct, frozen=True):
    """`bag` in its secret order, the next token first; `hands` are the seats' own to see."""

    secrets: ClassVar[Mapping[str, Visibility]] = {"bag": "nobody"}

    bag: tuple[int, ...] = ()
    hands: FrozenMap[SeatId, tuple[int, ...]] = FrozenMap()
    counts: FrozenMap[SeatId, int] = FrozenMap()


class FishDrawn(Event, frozen=True, tag="fish_bag.drawn"):
    secrets: ClassVar[Mapping[str, Visibility]] = {"fish": "seat"}

    seat: SeatId
    fish: int


class FishSpent(Event, frozen=True, tag="fish_bag.spent"):
    """Laid open on the table: everybody sees it."""

    seat: SeatId
    fish: int


class FishPeeked(Event, frozen=True, tag="fish_bag.peeked"):
    """A seat notes one of its tokens for itself."""

    secrets: ClassVar[Mapping[str, Visibility]] = {"fish": "seat"}

    seat: SeatId
    fish: int


def hand(ctx: Context, seat: SeatId) -> tuple[int, ...]:
    return ctx.slice(FishSlice).hands.get(seat, ())


def _started(ctx: Context, event: GameStarted) -> Iterable[Event]:
    return [ctx.shuffle(STREAM, len(TOKENS))]


def _shuffled(s: FishSlice, event: ChanceDrawn) -> FishSlice:
    if event.stream != STREAM:
        return s
    return _replace(s, bag=tuple(TOKENS[i] for i in event.outcome))


def _drawn(s: FishSlice, event: FishDrawn) -> FishSlice:
    hands = s.hands.set(event.seat, (*s.hands.get(event.seat, ()), event.fish))
    counts = s.counts.set(event.seat, s.counts.get(event.seat, 0) + 1)
    return _replace(s, bag=s.bag[1:], hands=hands, counts=counts)


def _spent(s: FishSlice, event: FishSpent) -> FishSlice:
    left = list(s.hands[event.seat])
    left.remove(event.fish)
    counts = s.counts.set(event.seat, s.counts[event.seat] - 1)
    return _replace(s, hands=s.hands.set(event.seat, tuple(left)), counts=counts)


def _offer_draw(ctx: Context, seat: SeatId | None) -> Action | Refusal | None:
    if not ctx.slice(FishSlice).bag:
        return Refusal("bag_empty", Text("fish.empty"))
    return Action("", seat)


def _draw(ctx: Context, command: Command) -> Iterable[Event]:
    assert command.seat is not None
    return [FishDrawn(command.seat, ctx.slice(FishSlice).bag[0])]


def _offer_own(ctx: Context, seat: SeatId | None) -> Action | Refusal | None:
    if seat is None or not ctx.slice(FishSlice).counts.get(seat, 0):
        return Refusal("no_fish", Text("fish.none"))
    choices = tuple(sorted(set(hand(ctx, seat))))
    return Action("", seat, params=(Param("fish", "choice", choices=choices),))


def _spend(ctx: Context, command: Command) -> Iterable[Event]:
    assert command.seat is not None
    return [FishSpent(command.seat, command.args["fish"])]


def _peek(ctx: Context, command: Command) -> Iterable[Event]:
    assert command.seat is not None
    return [FishPeeked(command.seat, command.args["fish"])]


def _check(ctx: Context) -> list[str]:
    s = ctx.slice(FishSlice)
    held: Any = {seat: len(tokens) for seat, tokens in s.hands.items()}
    return [] if held == dict(s.counts) else [f"counts {s.counts} against {held}"]


MODULE = Module(
    id="fish_bag",
    role="scenario",
    slice=FishSlice,
    slice_secrets={"hands": "seat"},
    events=(FishDrawn, FishSpent, FishPeeked),
    folds={ChanceDrawn: _shuffled, FishDrawn: _drawn, FishSpent: _spent},
    reacts={GameStarted: _started},
    actions=(
        ActionKind("draw_fish", "", (PLAY_PROMPT,), _offer_draw, _draw),
        ActionKind("spend_fish", "", (PLAY_PROMPT,), _offer_own, _spend, secrets=("fish",)),
        ActionKind("peek_fish", "", (PLAY_PROMPT,), _offer_own, _peek, secrets=("fish",)),
    ),
    tracks=(Track("fish", "Tokens held.", lambda ctx, s: ctx.slice(FishSlice).counts.get(s, 0)),),
    checks=(_check,),
    requires=("base",),
)
