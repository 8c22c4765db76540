"""Trade tokens: TW-4, TW-5 and TW-6."""

from __future__ import annotations

from typing import Literal

import pytest

from companion.core import kernel
from companion.core.context import Context
from companion.core.model import Action, Command, Event
from companion.core.module import ActionKind, Module
from companion.core.rules.awards import AwardMoved, HolderPin, HolderPinned
from companion.core.rules.base.book import RobberMoved
from companion.core.rules.pieces import place
from companion.core.rules.two_players.tokens import (
    TOKEN_COST,
    TOKENS_LEFT,
    TokensGained,
)
from tests.core.driver import Driver
from tests.core.for_two import both_numbers, count, for_two, in_play, next_turn, tokens
from tests.core.random_play import new_setup

# -- TW-4: the two token actions -----------------------------------------------------------------


def test_a_token_action_costs_two_with_more_public_points_and_else_one() -> None:
    game = in_play()
    both_numbers(game)
    assert [game.ctx.get(TOKEN_COST, seat=s) for s in ("s1", "s2")] == [1, 1]
    game.do("build_city", "s1")
    assert [game.ctx.get(TOKEN_COST, seat=s) for s in ("s1", "s2")] == [2, 1]
    game.do("banish_robber", "s1")
    assert tokens(game, "s1") == 3
    assert game.ctx.get(TOKENS_LEFT) == 12


def test_banishing_sends_the_robber_home_and_robs_nobody() -> None:
    game = in_play()
    events = game.do("banish_robber", "s1")
    assert RobberMoved("s1", None, "home") in events
    assert game.steps()[-1] == "step.banish_robber"
    assert "throw_dice" in game.open("s1")


def test_one_token_action_a_turn_whichever() -> None:
    game = in_play()
    game.do("forced_trade", "s1")
    assert {"step.forced_trade", "step.forced_trade_few"} <= set(game.steps())
    for action in ("forced_trade", "banish_robber"):
        assert game.refused(action, "s1") == "one_token_action"
    next_turn(game)
    game.do("banish_robber", "s2")
    next_turn(game)
    game.do("banish_robber", "s1")
    assert tokens(game, "s1") == 3


def test_too_few_tokens_are_refused_with_what_is_missing() -> None:
    game = in_play()
    for _ in range(5):
        game.do("forced_trade", game.turn)
        next_turn(game)
        next_turn(game)
    answer = game.refused("forced_trade", "s1")
    assert answer == "too_few_tokens"
    game.do("forced_trade", "s1", forced=True)
    assert tokens(game, "s1") == 0


def test_token_actions_are_for_the_own_turn() -> None:
    assert in_play().refused("forced_trade", "s2") == "not_your_turn"


def test_tw_1_no_count_is_set_right_beyond_the_twenty_tokens() -> None:
    game = in_play()
    assert game.refused("correct_count", track="trade_tokens", whose="s1", value=16) == (
        "bad_count"
    )
    game.do("correct_count", track="trade_tokens", whose="s1", value=15)
    assert game.ctx.get(TOKENS_LEFT) == 0
    over = {"seats": {s: {"tracks": {"trade_tokens": 11}} for s in ("s1", "s2")}}
    assert game.refused("enter_position", position=over) == "bad_position"


# -- TW-5: knights for tokens --------------------------------------------------------------------


def army(game: Driver, knights: dict[str, int]) -> None:
    """Let each seat play its knights, the first named ahead of the others."""
    while True:
        left = {s: n - game.rules.tracks["knights"].read(game.ctx, s) for s, n in knights.items()}
        if not any(left.values()):
            return
        if left.get(game.turn, 0):
            game.do("play_knight", game.turn)
            game.do("move_robber", game.turn)
        next_turn(game)


def with_army(**knights: int) -> Driver:
    game = in_play(settings={"base.count_cards": False})
    army(game, knights)
    while game.turn != "s1":
        next_turn(game)
    return game


def test_a_knight_handed_in_brings_two_tokens_once_a_turn() -> None:
    game = with_army(s1=2)
    events = game.do("hand_in_knight", "s1")
    assert TokensGained("s1", 2, "knight") in events
    assert tokens(game, "s1") == 7
    assert game.refused("hand_in_knight", "s1") == "one_knight_a_turn"
    next_turn(game)
    assert game.refused("hand_in_knight", "s2") == "no_knight"
    next_turn(game)
    game.do("hand_in_knight", "s1")
    assert game.rules.tracks["knights"].read(game.ctx, "s1") == 0


@pytest.mark.parametrize(
    ("mine", "others", "holder"),
    [
        (5, 3, "s1"),
        (4, 3, None),  # level with the opponent
        (3, 0, None),  # fewer than three are left
        (3, 2, None),
        (4, 2, "s1"),
        (4, 0, "s1"),
    ],
)
def test_the_largest_army_is_judged_strictly_after_a_hand_in(
    mine: int, others: int, holder: str | None
) -> None:
    game = with_army(s1=mine, s2=others)
    assert game.holder("largest_army") == "s1"
    game.do("hand_in_knight", "s1")
    assert game.holder("largest_army") == holder


def test_a_tie_by_playing_leaves_the_army_with_its_holder() -> None:
    game = with_army(s1=3)
    army(game, {"s1": 3, "s2": 3})
    assert game.holder("largest_army") == "s1"


def test_a_lost_army_waits_until_somebody_has_three_and_more_than_the_other() -> None:
    game = with_army(s1=4, s2=3)
    game.do("hand_in_knight", "s1")
    army(game, {"s1": 3, "s2": 4})
    assert game.holder("largest_army") == "s2"


def test_handing_in_by_somebody_else_does_not_touch_the_holder() -> None:
    game = with_army(s1=3)
    army(game, {"s1": 3, "s2": 3})
    while game.turn != "s2":
        next_turn(game)
    events = game.do("hand_in_knight", "s2")
    assert not [e for e in events if isinstance(e, AwardMoved)]
    assert game.holder("largest_army") == "s1"


# -- TW-6: tokens for spots ----------------------------------------------------------------------


SPOTS = [({}, 0), ({"coast": True}, 1), ({"desert": True}, 2), ({"coast": True, "desert": True}, 3)]


@pytest.mark.parametrize(("traits", "gained"), SPOTS)
def test_a_settlement_brings_tokens_by_its_spot(traits: dict[str, bool], gained: int) -> None:
    game = in_play()
    both_numbers(game)
    game.do("build_settlement", "s1", traits=traits)
    assert tokens(game, "s1") == 5 + gained
    assert ("step.tokens_gained" in game.steps()) == bool(gained)


@pytest.mark.parametrize(("traits", "gained"), SPOTS)
def test_and_in_the_set_up_too(traits: dict[str, bool], gained: int) -> None:
    game = for_two()
    game.do("place_start", "s1", traits=traits)
    assert tokens(game, "s1") == 5 + gained


def test_a_city_on_the_spot_and_a_neutral_settlement_bring_none() -> None:
    game = for_two()
    game.do("place_start", "s1", traits={"coast": True})
    game.do("skip_setup", "s2")
    both_numbers(game)
    game.do("build_city", "s1", piece=3)
    game.do("build_settlement", "s1")
    game.do("neutral_settlement", "s1", color="n1")
    assert [tokens(game, s) for s in ("s1", "s2", "n1")] == [6, 5, 0]


def test_only_what_the_supply_has_left_is_gained() -> None:
    game = in_play()
    both_numbers(game)
    for _ in range(3):
        game.do("build_settlement", "s1", traits={"coast": True, "desert": True})
        game.do("skip_neutral", "s1")
        game.do("build_city", "s1", piece=max(game.state.slices["pieces"].pieces))
    game.do("build_settlement", "s1", traits={"coast": True, "desert": True})
    assert tokens(game, "s1") == 15
    assert game.ctx.get(TOKENS_LEFT) == 0


# -- corrections and pins ------------------------------------------------------------------------


def test_a_correction_brings_neither_tokens_nor_a_neutral_piece() -> None:
    def settle(ctx: Context, command: Command) -> list[Event]:
        return [place(ctx, "settlement", "s1", {"desert": True})]

    mend = ActionKind(
        "mend", "", ("*",), lambda ctx, seat: Action("", seat), settle, correction=True
    )
    game = Driver(
        new_setup(2, variants=("two_players",)),
        extra=(Module(id="mending", role="scenario", actions=(mend,)),),
    )
    game.begin_play()
    both_numbers(game)
    game.do("mend")
    assert count(game, "s1", "settlement") == 3
    assert tokens(game, "s1") == 5
    assert "end_turn" in game.open("s1")
    game.do("build_settlement", "s1", traits={"desert": True})
    assert tokens(game, "s1") == 7


def pinned(game: Driver, until: Literal["released", "moved"]) -> Driver:
    """The largest army is held by s1 by the table's word."""
    event = HolderPinned("largest_army", HolderPin(until, "s1"))
    game.state = kernel.evolve(game.rules, game.state, event)
    game.events.append(event)
    return game


def test_a_pin_until_released_outlasts_a_hand_in() -> None:
    game = pinned(with_army(s1=4, s2=3), "released")
    game.do("hand_in_knight", "s1")
    assert game.holder("largest_army") == "s1"


def test_a_pin_until_it_would_move_ends_with_a_hand_in() -> None:
    game = pinned(with_army(s1=4, s2=3), "moved")
    game.do("hand_in_knight", "s1")
    assert game.holder("largest_army") is None
    assert not game.state.slices["awards"].pins
    game.restart()
