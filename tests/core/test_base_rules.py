"""The base game, rule by rule (BG-1 to BG-13)."""

from __future__ import annotations

import pytest

from companion.core.compose import CompositionRefused
from companion.core.rules.base.book import RobberMoved
from companion.core.rules.base.facts import PIECES_LEFT, TURN_SEAT, VICTIMS
from tests.core.driver import Driver
from tests.core.random_play import new_setup
from tests.core.table import game, happened, hidden_cards, next_turn, put, told


def at_play(**more: object) -> Driver:
    """s1 trades and builds, with nothing on the board."""
    g = game(**more)  # type: ignore[arg-type]
    g.roll(2, 3)
    return g


# -- BG-1: set-up ------------------------------------------------------------------------------


def test_bg_1_the_second_round_goes_backwards_and_the_first_player_begins() -> None:
    g = Driver(new_setup(3))
    for seat in ("s1", "s2", "s3"):
        assert g.refused("place_start", "s2" if seat == "s1" else "s1") == "not_your_turn"
        g.do("place_start", seat)
    assert g.steps() == ["step.setup_last"]
    for seat in ("s3", "s2", "s1"):
        g.do("place_start", seat)
    assert g.turn == "s1"
    assert [g.points(seat) for seat in ("s1", "s2", "s3")] == [2, 2, 2]


@pytest.mark.parametrize("players", [2, 5])
def test_bg_1_three_or_four_play(players: int) -> None:
    with pytest.raises(CompositionRefused):
        Driver(new_setup(players))


# -- BG-2, BG-3: the number and the seven ------------------------------------------------------


def test_bg_2_a_development_card_may_come_before_the_number() -> None:
    g = game()
    hidden_cards(g, "s1", 1)
    g.do("play_knight", "s1")
    g.do("move_robber", "s1")
    assert g.steps() == ["step.number"]


def test_bg_3_a_seven_brings_the_hand_limit_then_the_robber() -> None:
    g = game(settings={"base.record_discards": True})
    g.roll(3, 4)
    assert g.steps() == ["step.discard"]
    assert g.refused("move_robber", "s1") == "not_now"
    for seat in g.ctx.players():
        g.do("discard", seat, held=8)
    assert g.steps() == ["step.robber"]
    assert g.refused("move_robber", "s2") == "not_your_turn"


def test_bg_3_the_roller_takes_from_another_player_or_from_nobody() -> None:
    g = game()
    g.roll(3, 4)
    assert g.ctx.get(VICTIMS, seat="s1") == ("s2", "s3")
    assert g.refused("move_robber", "s1", victim="s1") == "bad_argument"
    (moved,) = happened(g.do("move_robber", "s1"), RobberMoved)
    assert (moved.victim, moved.to) == (None, "hex")
    assert "end_turn" in g.open("s1")


# -- BG-4: pieces ------------------------------------------------------------------------------


def test_bg_4_a_city_gives_its_settlement_back() -> None:
    g = at_play()
    put(g, "s1", "settlement", 5)
    assert g.refused("build_settlement", "s1") == "no_piece"
    g.do("build_city", "s1")
    assert g.ctx.get(PIECES_LEFT, seat="s1", kind="settlement") == 1
    g.do("build_settlement", "s1")


@pytest.mark.parametrize(("kind", "owned"), [("road", 15), ("settlement", 5)])
def test_bg_4_without_a_piece_nothing_is_built(kind: str, owned: int) -> None:
    g = at_play()
    put(g, "s1", kind, owned)
    assert g.refused(f"build_{kind}", "s1") == "no_piece"


def test_bg_4_four_cities_and_no_fifth() -> None:
    g = at_play()
    put(g, "s1", "settlement")
    put(g, "s1", "city", 4)
    assert g.refused("build_city", "s1") == "no_piece"


def test_bg_4_a_city_needs_a_settlement() -> None:
    assert at_play().refused("build_city", "s1") == "no_settlement"


# -- BG-6, BG-7: awards ------------------------------------------------------------------------


def test_bg_6_the_card_follows_the_declared_lengths() -> None:
    g = at_play()
    seen = []
    for seat, length in (
        ("s1", 4), ("s1", 5), ("s2", 5), ("s2", 6), ("s3", 6), ("s2", 5), ("s1", 7), ("s1", 0),
        ("s2", 6), ("s3", 4),
    ):  # fmt: skip
        g.do("declare_route", "s1", whose=seat, length=length)
        seen.append(g.holder("longest_trade_route"))
    assert seen == [None, "s1", "s1", "s2", "s2", "s3", "s1", "s3", "s3", "s2"]


def test_bg_6_several_who_tie_leave_it_set_aside_until_one_is_alone() -> None:
    g = at_play()
    for seat in ("s1", "s2", "s3"):
        g.do("declare_route", "s1", whose=seat, length=6)
    g.do("declare_route", "s1", whose="s1", length=3)
    assert g.holder("longest_trade_route") is None
    g.do("declare_route", "s1", whose="s3", length=7)
    assert g.holder("longest_trade_route") == "s3"
    assert g.points("s3") == 2


def test_bg_7_three_knights_and_then_strictly_more() -> None:
    g = game(settings={"base.count_cards": False})
    holders = []
    for _ in range(12):
        if g.turn != "s3":
            g.do("play_knight", g.turn)
            g.do("move_robber", g.turn)
        holders.append(g.holder("largest_army"))
        g.roll(2, 3)
        g.do("end_turn", g.turn)
    # s1 has its third in the seventh turn; s2 draws level in the eighth, and both go on so.
    assert holders == [None] * 6 + ["s1"] * 6


# -- BG-8, BG-12: development cards ------------------------------------------------------------


def test_bg_8_not_in_the_turn_it_was_bought() -> None:
    g = at_play()
    g.do("buy_card", "s1")
    assert g.refused("play_knight", "s1") == "no_card"
    for _ in range(3):
        next_turn(g)
        g.roll(2, 3)
    g.do("play_knight", "s1")


def test_bg_8_one_a_turn() -> None:
    g = game()
    hidden_cards(g, "s1", 2)
    g.do("play_monopoly", "s1", resource="ore")
    assert g.refused("play_invention", "s1") == "one_card_a_turn"


def test_bg_8_points_are_shown_in_the_turn_they_were_bought_and_any_number() -> None:
    g = at_play()
    hidden_cards(g, "s1", 1)
    g.do("buy_card", "s1")
    g.do("reveal_points", "s1", count=2)
    assert g.points("s1") == 2


def test_bg_8_an_older_card_is_playable_beside_a_shown_new_one() -> None:
    """Nobody sees which cards were shown: what may be the older one is not refused."""
    g = at_play()
    hidden_cards(g, "s1", 1)
    g.do("buy_card", "s1")
    g.do("reveal_points", "s1", count=1)
    g.do("play_knight", "s1")


def test_bg_8_a_shown_card_makes_no_new_one_older() -> None:
    g = at_play()
    g.do("buy_card", "s1")
    g.do("buy_card", "s1")
    g.do("reveal_points", "s1", count=1)
    assert g.refused("play_knight", "s1") == "no_card"


def test_bg_8_the_deck_has_25_cards_and_played_ones_stay_out() -> None:
    g = at_play()
    for _ in range(25):
        g.do("buy_card", "s1")
    assert g.refused("buy_card", "s1") == "no_card_left"


def test_bg_12_a_knight_brings_no_hand_limit() -> None:
    g = game(settings={"base.record_discards": True})
    hidden_cards(g, "s1", 1)
    g.do("play_knight", "s1")
    assert g.steps() == ["step.number", "step.robber"]


@pytest.mark.parametrize(("built", "free"), [(0, 2), (13, 2), (14, 1)])
def test_bg_12_road_building_builds_what_can_be_built(built: int, free: int) -> None:
    g = game()
    put(g, "s1", "road", built)
    hidden_cards(g, "s1", 1)
    g.do("play_road_building", "s1")
    for _ in range(free):
        assert "build_free_link" in g.open("s1")
        g.do("build_free_link", "s1")
    assert "build_free_link" not in g.open("s1")


def test_bg_12_no_road_building_without_a_road() -> None:
    g = game()
    put(g, "s1", "road", 15)
    hidden_cards(g, "s1", 1)
    assert g.refused("play_road_building", "s1") == "no_piece"


def test_bg_12_monopoly_and_invention_say_what_is_named() -> None:
    g = game()
    hidden_cards(g, "s1", 1)
    g.do("play_monopoly", "s1", resource="wool")
    assert told(g, "step.monopoly")["resource"].id == "wool"


# -- BG-10: winning ----------------------------------------------------------------------------


def test_bg_10_won_on_the_own_turn_only() -> None:
    g = at_play()
    put(g, "s2", "city", 4)
    g.do("declare_route", "s1", whose="s2", length=5)
    assert g.points("s2") == 10
    assert "ask.victory" not in g.steps()
    g.do("end_turn", "s1")
    assert "ask.victory" in g.steps()
    g.do("claim_victory", "s2")
    assert g.state.over
    assert g.ctx.get(TURN_SEAT) == "s2"


def test_bg_10_hidden_points_win_when_they_are_shown() -> None:
    g = at_play()
    put(g, "s1", "city", 4)
    put(g, "s1", "settlement")
    g.do("buy_card", "s1")
    assert g.points("s1") == 9
    assert "ask.victory" not in g.steps()
    g.do("reveal_points", "s1", count=1)
    assert "ask.victory" in g.steps()
