"""Catan for two: the rules TW-1 to TW-8, with C3 and C17."""

from __future__ import annotations

import pytest

from companion.core.compose import CompositionRefused
from companion.core.context import Context
from companion.core.model import Event, Seat, Setup
from companion.core.rules.base.book import BaseSlice, NumberRepeated, SevenCame
from companion.core.rules.base.turn import production_index
from companion.core.rules.pieces import PiecePlaced
from companion.core.rules.two_players.tokens import (
    TOKENS_LEFT,
    TokenSlice,
)
from companion.i18n.text import Ref, SeatRef, Text
from companion.i18n.translator import Translator
from tests.core.driver import Driver
from tests.core.for_two import both_numbers, count, for_two, in_play, numbers, tokens
from tests.core.random_play import SEED, new_setup, play

# -- TW-1: two colors nobody plays ---------------------------------------------------------------


def test_two_neutral_colors_begin_with_a_settlement_and_no_road() -> None:
    game = for_two()
    neutral = [s for s in game.ctx.seats() if s.kind == "neutral"]
    assert [s.color for s in neutral] == ["white", "orange"]
    assert [count(game, s.id, "settlement") for s in neutral] == [1, 1]
    assert [count(game, s.id, "road") for s in neutral] == [0, 0]
    assert game.ctx.players() == ("s1", "s2")
    assert [tokens(game, s) for s in ("s1", "s2")] == [5, 5]
    assert game.ctx.get(TOKENS_LEFT) == 10


def test_neutral_colors_are_those_nobody_took_and_not_added_twice() -> None:
    seats = (Seat("s1", "Ada", "white"), Seat("s2", "Bo", "red"))
    first = Driver(Setup(seats=seats, seed=SEED, variants=("two_players",)))
    assert [s.color for s in first.setup.seats] == ["white", "red", "blue", "orange"]
    again = Driver(Setup(seats=first.setup.seats, seed=SEED, variants=("two_players",)))
    assert again.setup.seats == first.setup.seats
    called = (Seat("s1", "Blue", "white"), Seat("s2", "Bo", "red"))
    third = Driver(Setup(seats=called, seed=SEED, variants=("two_players",)))
    assert [s.color for s in third.setup.seats][2:] == ["orange", "green"]


@pytest.mark.parametrize("players", [3, 4])
def test_only_two_may_play(players: int) -> None:
    with pytest.raises(CompositionRefused) as fault:
        Driver(new_setup(players, variants=("two_players",)))
    assert [p.code for p in fault.value.problems] == ["players"]
    assert fault.value.problems[0].sides == ("two_players",)


def test_neutral_colors_are_never_asked_and_never_have_a_turn() -> None:
    asked: set[str] = set()
    game = play(
        new_setup(2, variants=("two_players",)),
        3,
        watch=lambda ctx, _: asked.update(s for p in ctx.state.prompts for s in p.seats),
    )
    assert game.state.slices["base"].turn > 1
    assert asked == {"s1", "s2"}


# -- TW-2: two productions, different numbers ----------------------------------------------------


def test_each_number_produces_before_the_next_is_made() -> None:
    game = in_play()
    game.roll(1, 3)
    assert game.steps() == ["step.produce", "step.number"]
    game.roll(4, 4)
    assert game.steps() == ["step.produce", "step.play"]
    assert numbers(game) == [4, 8]


@pytest.mark.parametrize("source", ["dice", "typed", "device"])
def test_an_equal_second_number_is_made_again_until_it_differs(source: str) -> None:
    game = in_play(numbers=source)
    game.roll(1, 3)
    for faces in ((2, 2), (3, 1)):
        game.roll(*faces)
        assert game.steps() == ["step.equal_again", "step.number"]
        assert numbers(game) == [4]
    game.roll(1, 4)
    assert numbers(game) == [4, 5]
    assert game.steps() == ["step.produce", "step.play"]


def test_dice_thrown_by_the_app_are_thrown_again_when_equal() -> None:
    repeats = 0
    for i in range(40):
        game = in_play(seed=f"{i:032x}")
        while "end_turn" not in game.open("s1"):
            if "move_robber" in game.open("s1"):
                game.do("move_robber", "s1")
            else:
                events = game.do("throw_dice", "s1")
                repeats += any(isinstance(e, NumberRepeated) for e in events)
        first, second = numbers(game)
        assert first != second
    assert repeats, "forty games without an equal throw cannot show the rule"


def test_a_number_entered_by_the_table_counts_as_the_second_one() -> None:
    game = in_play()
    game.roll(1, 1)
    game.do("enter_number", None, number=2)
    assert game.steps()[-2:] == ["step.equal_again", "step.number"]
    game.do("enter_number", None, number=9)
    assert numbers(game) == [2, 9]
    assert "end_turn" in game.open("s1")


def test_a_number_entered_while_the_robber_moves_is_the_next_production_s() -> None:
    game = in_play()
    game.roll(3, 4)
    game.do("enter_number", None, number=9)
    assert "move_robber" in game.open("s1")
    game.do("move_robber", "s1")
    assert game.steps() == ["step.produce", "step.play"]


def test_a_seven_is_dealt_with_before_the_second_number() -> None:
    game = in_play()
    game.roll(3, 4)
    assert game.open("s1") == {"move_robber"}
    game.do("move_robber", "s1", victim="s2")
    assert game.steps()[-1] == "step.number"
    game.roll(1, 1)
    assert game.steps() == ["step.produce", "step.play"]


def test_both_after_the_second_number_is_the_czech_wording() -> None:
    for more in ({"settings": {"two_players.production": "after_both"}}, {"edition": "cs"}):
        game = in_play(**more)
        first = game.roll(3, 4)
        assert not [e for e in first if isinstance(e, SevenCame)]
        assert game.steps() == ["step.number"]
        second = game.roll(1, 3)
        assert [e for e in second if isinstance(e, SevenCame)]
        game.do("move_robber", "s1")
        assert game.steps() == ["step.produce", "step.play"]
        assert production_index(game.ctx) == 0


def test_after_both_an_equal_number_is_made_again_too() -> None:
    game = in_play(edition="cs")
    game.roll(2, 3)
    game.roll(1, 4)
    assert game.steps() == ["step.equal_again", "step.number"]


def test_a_knight_and_a_token_action_are_possible_between_the_numbers() -> None:
    game = in_play(settings={"base.count_cards": False})
    game.roll(1, 1)
    assert {"play_knight", "forced_trade", "banish_robber"} <= game.open("s1")
    game.do("play_knight", "s1")
    game.do("move_robber", "s1", victim="s2")
    game.do("forced_trade", "s1")
    assert numbers(game) == [2]
    game.roll(1, 2)
    assert numbers(game) == [2, 3]


# -- TW-3: neutral colors build too --------------------------------------------------------------


@pytest.mark.parametrize(
    ("action", "open_now"),
    [
        ("build_road", {"neutral_road", "skip_neutral"}),
        ("build_settlement", {"neutral_settlement", "neutral_road", "skip_neutral"}),
    ],
)
def test_a_neutral_color_gets_the_same_piece_free(action: str, open_now: set[str]) -> None:
    game = in_play()
    both_numbers(game)
    game.do(action, "s1")
    assert game.open() == open_now
    kind = action.removeprefix("build_")
    (placed, *_) = game.do(f"neutral_{kind}", "s1", color="n2")
    assert isinstance(placed, PiecePlaced)
    assert (placed.piece.kind, placed.piece.seat, placed.free) == (kind, "n2", True)
    assert "end_turn" in game.open("s1")


def test_a_road_comes_instead_where_neither_color_has_a_settlement_left() -> None:
    game = in_play()
    both_numbers(game)
    for color in ("n1", "n2"):
        for _ in range(4):
            _settle(game)
            game.do("neutral_settlement", "s1", color=color)
    _settle(game)
    assert game.refused("neutral_settlement", "s1", color="n1") == "no_piece"
    game.do("neutral_road", "s1", color="n1")
    assert count(game, "n1", "road") == 1


def _settle(game: Driver) -> None:
    """Found a settlement for s1, by the table's word when its own supply is empty."""
    game.do("build_settlement", "s1", forced=count(game, "s1", "settlement") >= 5)


def test_only_a_color_that_has_the_piece_is_offered() -> None:
    game = in_play()
    both_numbers(game)
    for _ in range(4):
        _settle(game)
        game.do("neutral_settlement", "s1", color="n1")
    _settle(game)
    assert game.refused("neutral_settlement", "s1", color="n1") == "bad_argument"
    game.do("neutral_settlement", "s1", color="n2")


def test_cities_and_development_cards_bring_nothing_for_neutral_colors() -> None:
    game = in_play()
    both_numbers(game)
    for action in ("build_city", "buy_card"):
        game.do(action, "s1")
        assert "end_turn" in game.open("s1")


def test_free_roads_bring_a_neutral_road_each() -> None:
    game = in_play(settings={"base.count_cards": False})
    both_numbers(game)
    game.do("play_road_building", "s1")
    for _ in range(2):
        game.do("build_free_link", "s1")
        game.do("neutral_road", "s1", color="n1")
    assert count(game, "n1", "road") == 2
    assert count(game, "s1", "road") == 4
    assert "end_turn" in game.open("s1")


def test_the_set_up_brings_no_neutral_piece() -> None:
    game = for_two()
    game.do("place_start", "s1")
    assert game.open() == {"place_start", "skip_setup"}
    assert game.open("s1") == set()


def test_a_neutral_color_may_hold_the_longest_trade_route() -> None:
    game = in_play()
    game.do("declare_route", "s1", whose="s1", length=5)
    game.do("declare_route", "s1", whose="n1", length=6)
    assert game.holder("longest_trade_route") == "n1"
    assert game.points("s1") == 2


# -- whole games ---------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize("edition", ["default", "cs"])
def test_random_games_keep_every_promise(seed: int, edition: str) -> None:
    def watch(ctx: Context, events: tuple[Event, ...]) -> None:
        assert sum(ctx.slice(TokenSlice).tokens.values()) <= 20
        made = [n.number for n in ctx.slice(BaseSlice).numbers]
        assert len(made) == len(set(made)) <= 2

    setup = new_setup(2, variants=("two_players",), edition=edition)
    game = play(setup, seed, steps=250, avoid=("claim_victory",), watch=watch)
    assert game.state.slices["base"].turn > 3


@pytest.mark.parametrize("language", ["en", "cs"])
def test_every_step_and_refusal_has_words(language: str) -> None:
    say = Translator(language, {"s1": "Ada", "s2": "Bo"}, strict=True)
    seats = {"seat": SeatRef("s1"), "other": SeatRef("s2")}
    assert "Bo" in say.text(Text("step.forced_trade", seats))
    road = {"seat": SeatRef("s1"), "piece": Ref("piece", "road")}
    words = say.text(Text("step.neutral_build", road))
    assert ("cestu" if language == "cs" else "road") in words
