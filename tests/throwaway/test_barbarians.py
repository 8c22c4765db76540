"""Landing and battle with physical dice: loops of stages that survive restarts."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.core.frozen import FrozenMap
from tests.core.driver import Driver
from tests.core.random_play import new_setup, play
from tests.throwaway.barbarians import (
    MODULE,
    BarbarianSlice,
    Knight,
    KnightsFell,
    Won,
    beaten,
    spoils,
    tied,
)


def in_play() -> Driver:
    game = Driver(new_setup(3), extra=(MODULE,))
    game.begin_play()
    game.roll(1, 1)
    return game


def book(game: Driver) -> BarbarianSlice:
    return game.ctx.slice(BarbarianSlice)


def land(game: Driver, *throws: tuple[int, int]) -> None:
    for faces in throws:
        game.do("enter_landing", game.turn, faces=faces)


OTHERS = ("claim_victory", "declare_route", "buy_card", "build_road", "decline_victory")
"""What random play leaves alone, to come to a battle sooner."""


# -- BA-3 ----------------------------------------------------------------------------------------


def test_a_landing_interrupts_the_turn_at_once() -> None:
    game = in_play()
    game.do("build_settlement", "s1")
    assert game.open() == {"enter_landing"}
    land(game, (1, 2), (1, 3), (1, 4))
    assert [book(game).hexes.get(n) for n in (3, 4, 5)] == [1, 1, 1]
    assert book(game).supply == 31
    assert "build_road" in game.open("s1")


def test_sevens_and_repeated_numbers_are_thrown_again() -> None:
    game = in_play()
    game.do("build_city", "s1")
    land(game, (3, 4), (1, 2), (2, 1), (1, 6), (1, 3))
    game.restart()
    assert book(game).landing == (3, 4)
    land(game, (2, 2), (6, 6))
    assert book(game).landing == (3, 4, 12)
    assert book(game).hexes[12] == 2
    assert "end_turn" in game.open("s1")


def test_a_full_hex_takes_no_fourth_and_its_throw_stands() -> None:
    game = in_play()
    for n in range(3):
        game.do("build_settlement" if n < 2 else "build_city", "s1")
        land(game, (6, 6), (1, 2), (2, 2))
    assert book(game).hexes[12] == 3
    assert book(game).hexes[3] == 3
    assert book(game).supply == 34 - 8


def test_for_two_a_neutral_settlement_brings_a_landing_of_its_own() -> None:
    game = Driver(new_setup(2, variants=("two_players",)), extra=(MODULE,))
    game.begin_play()
    game.roll(1, 1)
    game.roll(1, 2)
    game.do("build_settlement", "s1")
    game.do("neutral_settlement", "s1", color="n1")
    land(game, (1, 2), (1, 3), (1, 4), (4, 5), (4, 6), (5, 6))
    assert book(game).supply == 34 - 6
    assert "end_turn" in game.open("s1")


# -- BA-8 and BA-10 ------------------------------------------------------------------------------


def with_knights(*paths: tuple[str, str]) -> Driver:
    """Knights of the seats on paths of hexes; then s1's turn is ended."""
    game = in_play()
    wanted: dict[str, list[str]] = {"s2": [], "s3": [], "s1": []}
    for seat, path in paths:
        wanted[seat].append(path)
    for seat in ("s2", "s3", "s1"):
        while game.turn != seat:
            game.do("end_turn", game.turn)
            game.roll(1, 1)
        for path in wanted[seat]:
            game.do("place_knight", seat, path=path)
    return game


def test_hexes_are_fought_one_after_the_other_in_order() -> None:
    game = with_knights(("s1", "12.0"), ("s1", "12.1"), ("s1", "2.0"), ("s1", "2.4"))
    game.do("end_turn", "s1")
    assert book(game).hexes[2] == 0
    assert book(game).hexes[12] == 1
    game.do("enter_axis", "s1", axis=0)
    assert book(game).hexes[12] == 0
    assert [k.hex for k in book(game).knights] == [12, 12, 2]
    game.restart()
    game.do("enter_axis", "s1", axis=2)
    assert game.turn == "s2"
    assert book(game).prisoners == {"s1": 2}
    assert book(game).gold == {"s1": 3}


def test_knights_that_fell_do_not_fight_at_the_next_hex() -> None:
    book_before = BarbarianSlice(knights=(Knight("s1", 2, 0), Knight("s1", 2, 3)))
    assert beaten(book_before) == 2
    fell = MODULE.folds[KnightsFell](book_before, KnightsFell(2, 0))
    assert beaten(fell) is None


def test_equal_rolls_are_repeated_by_those_who_are_level_only() -> None:
    game = in_play()
    game.do("build_city", "s1")
    land(game, (1, 1), (6, 6), (2, 2))
    for seat, path in (("s1", "2.0"), ("s2", "2.1"), ("s3", "2.2")):
        game.do("place_knight", seat, path=path)
        game.do("end_turn", seat)
        if seat != "s3":
            game.roll(1, 1)
    assert game.open("s1") == game.open("s2") == game.open("s3") == {"enter_roll_off"}
    game.do("enter_roll_off", "s3", faces=[3])
    game.do("enter_roll_off", "s1", faces=[6])
    game.restart()
    game.do("enter_roll_off", "s2", faces=[3])
    assert game.open("s1") == set()
    for face in (4, 5):
        game.do("enter_roll_off", "s2", faces=[face])
        game.do("enter_roll_off", "s3", faces=[4])
    won = [e for e in game.events if isinstance(e, Won)]
    assert won == [Won(2, FrozenMap({"s1": 1, "s2": 1}), ("s3",))]
    assert game.open("s3") == {"enter_axis"}


@pytest.mark.parametrize(
    ("parties", "barbarians", "sure", "rivals", "places"),
    [
        ({"a": 3}, 2, {"a": 2}, (), 0),
        ({"a": 1, "b": 1}, 1, {}, ("a", "b"), 1),
        ({"a": 2, "b": 1}, 2, {"a": 1, "b": 1}, (), 0),
        ({"a": 3, "b": 1}, 3, {"a": 2, "b": 1}, (), 0),
        ({"a": 2, "b": 2}, 3, {"a": 1, "b": 1}, ("a", "b"), 1),
        ({"a": 1, "b": 1, "c": 1}, 2, {}, ("a", "b", "c"), 2),
    ],
)
def test_prisoners_are_shared(
    parties: dict[str, int],
    barbarians: int,
    sure: dict[str, int],
    rivals: tuple[str, ...],
    places: int,
) -> None:
    found = spoils(parties, barbarians)
    assert (dict(found.sure), found.rivals, found.places) == (sure, rivals, places)


@given(st.lists(st.integers(1, 6), min_size=2, max_size=6), st.data())
def test_a_roll_off_ends_when_the_edge_is_clear(faces: list[int], data: st.DataObject) -> None:
    rolls = {f"s{i}": (face,) for i, face in enumerate(faces)}
    places = data.draw(st.integers(1, len(rolls) - 1))
    again = tied(rolls, places)
    ranked = sorted(faces, reverse=True)
    assert bool(again) == (ranked[places - 1] == ranked[places])
    assert len({rolls[s] for s in again}) <= 1
    settled = {s: (*r, i) if s in again else r for i, (s, r) in enumerate(rolls.items())}
    assert tied(settled, places) == ()


@pytest.mark.parametrize("seed", range(4))
def test_random_games_lose_no_barbarian(seed: int) -> None:
    game = play(new_setup(4), seed, extra=(MODULE,), avoid=("claim_victory",))
    end = game.state.slices["barbarians"]
    assert sum(end.hexes.values()) + end.supply + sum(end.prisoners.values()) == 36
    assert end.supply < 34


def test_random_games_come_to_battles() -> None:
    won = [
        e
        for seed in range(6)
        for e in play(new_setup(3), seed, steps=400, extra=(MODULE,), avoid=OTHERS).events
        if isinstance(e, Won)
    ]
    assert won
