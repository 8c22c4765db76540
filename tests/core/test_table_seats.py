"""Who sits at the table, changed while the game is on."""

from __future__ import annotations

from typing import Any

import pytest

from companion.core.model import Refusal
from companion.core.rules.base.book import BaseSlice
from companion.core.rules.pieces import pieces_of
from companion.i18n.text import Ref, SeatRef
from tests.core.driver import Driver
from tests.core.random_play import new_setup


def playing(players: int = 3, **more: Any) -> Driver:
    game = Driver(new_setup(players, **more))
    game.begin_play()
    return game


def test_a_seat_gets_another_name_that_nobody_has() -> None:
    game = playing()
    game.do("rename_seat", whose="s1", name=" Ada ")
    assert game.ctx.seat("s1").name == "Ada"
    assert game.refused("rename_seat", whose="s2", name="ADA") == "name_taken"
    game.do("rename_seat", whose="s1", name="ada")
    assert game.refused("rename_seat", whose="s2", name=" ") == "bad_argument"
    assert game.refused("rename_seat", whose="s2", name="x" * 41) == "bad_argument"
    game.do("rename_seat", whose="s2", name="ADA", forced=True)
    assert game.state.forced == 1
    game.restart()


def test_no_color_is_played_twice_and_the_refusal_names_both() -> None:
    game = playing()
    game.do("recolor_seat", whose="s1", color="purple")
    assert game.ctx.seat("s1").color == "purple"
    for forced in (False, True):
        answer = game.ask("recolor_seat", whose="s2", color="purple", forced=forced)
        assert isinstance(answer, Refusal)
        assert answer.code == "color_taken"
        assert answer.text.params == {
            "seat": SeatRef("s2"), "other": SeatRef("s1"), "color": Ref("color", "purple")
        }  # fmt: skip


def test_the_order_changes_from_the_next_turn_on() -> None:
    game = playing()
    game.do("reorder_seats", order=("s1", "s3", "s2"))
    assert game.ctx.players() == ("s1", "s3", "s2")
    game.roll(2, 3)
    game.do("end_turn", "s1")
    assert game.turn == "s3"
    assert game.refused("reorder_seats", order=("s1", "s2")) == "bad_order"
    assert game.refused("reorder_seats", order=("s1", "s2", "s2")) == "bad_order"
    assert game.refused("reorder_seats", order=("s1", "s2", "s9")) == "bad_argument"
    game.restart()


def test_neutral_colors_keep_their_places() -> None:
    game = playing(2, variants=("two_players",))
    game.do("reorder_seats", order=("s2", "s1"))
    assert [s.id for s in game.ctx.seats()] == ["s2", "s1", "n1", "n2"]


def test_a_seat_reads_its_own_language() -> None:
    game = playing()
    game.do("seat_language", whose="s2", language="cs")
    assert game.ctx.seat("s2").language == "cs"
    game.do("seat_language", whose="s2")
    assert game.ctx.seat("s2").language is None
    assert game.refused("seat_language", whose="s2", language="tlh") == "bad_argument"


# -- leaving -----------------------------------------------------------------------------------


def test_who_leaves_leaves_the_pieces_and_the_turn_passes_on() -> None:
    game = playing()
    game.roll(2, 3)
    game.do("seat_leaves", whose="s1")
    assert game.ctx.players() == ("s2", "s3")
    assert game.turn == "s2"
    assert len(pieces_of(game.ctx, "s1", "settlement")) == 2
    assert game.refused("end_turn", "s1") == "unknown_seat"
    game.restart()


def test_another_seat_leaves_and_the_turn_goes_on() -> None:
    game = playing()
    game.roll(2, 3)
    game.do("seat_leaves", whose="s2")
    assert game.turn == "s1"
    game.do("end_turn", "s1")
    assert game.turn == "s3"


def test_awards_are_judged_again_without_who_left_pinned_or_not() -> None:
    game = playing()
    game.do("correct_count", track="knights", whose="s1", value=4)
    game.do("correct_count", track="knights", whose="s2", value=3)
    assert game.holder("largest_army") == "s1"
    game.do("set_holder", award="largest_army", holder="s1", until="released")
    game.do("pin_points", whose="s1", vp=5, until="released")
    game.do("seat_leaves", whose="s1")
    assert game.holder("largest_army") == "s2"


def test_nobody_waits_for_who_left() -> None:
    game = playing(settings={"base.record_discards": True})
    game.roll(3, 4)
    game.do("discard", "s1")
    game.do("discard", "s3")
    game.do("seat_leaves", whose="s2")
    assert game.open() == {"move_robber"}


def test_who_leaves_during_the_set_up_is_passed_over() -> None:
    game = Driver(new_setup(3))
    game.do("place_start", "s1")
    game.do("seat_leaves", whose="s2")
    game.do("place_start", "s3")
    game.do("place_start", "s3")
    game.do("place_start", "s1")
    assert game.turn == "s1"
    game.restart()


def test_fewer_may_play_on_than_may_begin_but_not_nobody() -> None:
    game = playing()
    game.do("seat_leaves", whose="s1")
    game.do("seat_leaves", whose="s2")
    assert game.ctx.players() == ("s3",)
    for forced in (False, True):
        answer = game.ask("seat_leaves", whose="s3", forced=forced)
        assert isinstance(answer, Refusal)
        assert answer.code == "last_player"
    for _ in range(2):
        game.roll(2, 3)
        game.do("end_turn", "s3")
    assert game.turn == "s3"


def test_who_left_comes_back() -> None:
    game = playing()
    assert game.refused("seat_returns", whose="s2") == "not_now"
    game.do("seat_leaves", whose="s2")
    game.do("seat_returns", whose="s2")
    assert game.ctx.players() == ("s1", "s2", "s3")


# -- coming ------------------------------------------------------------------------------------


def test_who_joins_gets_an_id_that_nobody_ever_had() -> None:
    game = playing()
    game.do("seat_leaves", whose="s3")
    game.do("seat_joins", name="Dan", color="green", after="s1")
    assert [s.id for s in game.ctx.rules.all_seats(game.ctx)] == ["s1", "s4", "s2", "s3"]
    assert game.ctx.players() == ("s1", "s4", "s2")
    game.do("add_piece", whose="s4", kind="settlement")
    assert game.points("s4") == 1
    game.roll(2, 3)
    game.do("end_turn", "s1")
    assert game.turn == "s4"
    game.roll(2, 3)
    game.do("buy_card", "s4")
    game.restart()


@pytest.mark.parametrize(
    ("args", "code"),
    [
        ({"name": "Dan", "color": "red"}, "bad_argument"),
        ({"name": "player 1"}, "name_taken"),
        ({"name": "Dan", "after": "s9"}, "bad_argument"),
        ({"color": "green"}, "missing_argument"),
    ],
)
def test_who_cannot_join_is_told_why(args: dict[str, Any], code: str) -> None:
    assert playing().refused("seat_joins", **args) == code


def test_a_full_table_can_insist_on_one_more() -> None:
    game = playing(2, variants=("two_players",))
    assert game.refused("seat_joins", name="Third") == "too_many_players"
    game.do("seat_joins", name="Third", forced=True)
    assert len(game.ctx.players()) == 3
    game.roll(2, 3)
    game.roll(2, 4)
    game.do("forced_trade", "s1")
    game.restart()


def test_somebody_else_plays_a_seat_on() -> None:
    game = playing()
    game.do("replace_player", whose="s2", name="Eve", person="p7")
    seat = game.ctx.seat("s2")
    assert (seat.name, seat.person, seat.color) == ("Eve", "p7", "blue")
    assert game.refused("replace_player", whose="s1", name="eve") == "name_taken"
    assert game.ctx.slice(BaseSlice).books["s2"].bought == 0
