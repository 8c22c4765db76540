"""What every test of Catan for two needs."""

from __future__ import annotations

from typing import Any

from companion.core.rules.base.book import BaseSlice
from companion.core.rules.pieces import PIECE_COUNT
from tests.core.driver import Driver
from tests.core.random_play import new_setup


def for_two(**more: Any) -> Driver:
    """A game at its set-up."""
    return Driver(new_setup(2, variants=("two_players",), **more))


def in_play(**more: Any) -> Driver:
    """A game at its first number."""
    game = for_two(**more)
    game.begin_play()
    return game


def both_numbers(game: Driver) -> None:
    """Two numbers that bring nothing to decide."""
    game.roll(1, 2)
    game.roll(2, 2)


def next_turn(game: Driver) -> None:
    """Both numbers, and the turn is over."""
    both_numbers(game)
    game.do("end_turn", game.turn)


def count(game: Driver, seat: str, kind: str) -> int:
    """Pieces of a kind."""
    return game.ctx.get(PIECE_COUNT, seat=seat, kind=kind)


def tokens(game: Driver, seat: str) -> int:
    """Trade tokens."""
    return game.rules.tracks["trade_tokens"].read(game.ctx, seat)


def numbers(game: Driver) -> list[int]:
    """The numbers of this turn."""
    return [made.number for made in game.ctx.slice(BaseSlice).numbers]
