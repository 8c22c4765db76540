"""Entering a position: what it sets and leaves, what it shows before, what is wrong with it."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.core.frozen import freeze
from companion.core.model import Refusal
from companion.core.rules.awards import AwardSlice
from companion.core.rules.base.book import BaseSlice
from companion.core.rules.pieces import pieces_of
from companion.core.rules.table.entering import differences, read_position
from companion.core.rules.table.position import Position, position_of
from companion.i18n.text import Ref, SeatRef, Text
from companion.i18n.translator import Translator
from tests.core.positions import faults, fresh, playing

MID_PLAY: dict[str, Any] = {
    "seats": {
        "player 1": {
            "pieces": {"road": 7, "settlement": [{"harbor": "ore"}, {}], "city": 1},
            "tracks": {"knights": 3, "cards_bought": 5, "cards_played": 3},
        },
        "s2": {"name": "Ben", "color": "white", "pieces": {"road": 5, "settlement": 4}},
        "s3": {"color": "blue", "pieces": {"road": 9, "city": [{"harbor": "generic"}]},
               "tracks": {"route": 6}},
    },
    "holders": {"largest_army": "player 1", "longest_trade_route": "s3"},
    "turn": {"seat": "Player 3", "number": 14, "stage": "play"},
}  # fmt: skip


def test_a_game_begins_in_mid_play() -> None:
    game = fresh()
    game.do("enter_position", position=MID_PLAY)
    assert game.turn == "s3"
    assert game.ctx.slice(BaseSlice).turn == 14
    assert "end_turn" in game.open("s3")
    assert [game.points(s) for s in ("s1", "s2", "s3")] == [2 + 2 + 2, 4, 2 + 2]
    assert {s.id: s.color for s in game.ctx.seats()} == {
        "s1": "red", "s2": "white", "s3": "blue"
    }  # fmt: skip
    assert game.ctx.seat("s2").name == "Ben"
    assert game.holder("largest_army") == "s1"
    assert game.holder("longest_trade_route") == "s3"
    assert not game.ctx.slice(AwardSlice).pins, "the rules say the same"
    game.restart()


def test_what_a_named_seat_does_not_mention_is_none_and_other_seats_stay() -> None:
    game = playing()
    game.do("correct_count", track="knights", whose="s1", value=4)
    game.do("correct_count", track="knights", whose="s2", value=1)
    game.do("enter_position", position={"seats": {"s1": {}}})
    assert not pieces_of(game.ctx, "s1")
    assert game.holder("largest_army") is None
    assert position_of(game.ctx)["seats"]["s1"]["tracks"] == {}
    assert position_of(game.ctx)["seats"]["s2"]["tracks"] == {"knights": 1}
    assert len(pieces_of(game.ctx, "s2")) == 4
    assert game.turn == "s1"


def test_pieces_on_the_same_spots_stay() -> None:
    game = playing()
    before = pieces_of(game.ctx, "s1")
    game.do("enter_position", position={"seats": {"s1": {"pieces": {"settlement": 2, "road": 3}}}})
    assert pieces_of(game.ctx, "s1")[:4] == before
    assert len(pieces_of(game.ctx, "s1")) == 5


def test_a_holder_the_rules_would_not_choose_is_pinned() -> None:
    game = playing()
    game.do("enter_position", position={"holders": {"longest_trade_route": "s2"}})
    assert game.holder("longest_trade_route") == "s2"
    assert game.ctx.slice(AwardSlice).pins["longest_trade_route"].until == "moved"
    game.do("correct_count", track="route", whose="s1", value=7)
    assert game.holder("longest_trade_route") == "s1"
    game.do("enter_position", position={"holders": {"longest_trade_route": None}})
    assert game.holder("longest_trade_route") is None
    game.restart()


def test_colors_may_be_swapped() -> None:
    game = playing()
    seats = {"s1": {"color": "blue"}, "s2": {"color": "red"}}
    game.do("enter_position", position={"seats": seats})
    assert [s.color for s in game.ctx.seats()] == ["blue", "red", "white"]


def test_without_a_turn_the_set_up_ends_and_the_first_player_begins() -> None:
    game = fresh()
    game.do("enter_position", position={"seats": {"s2": {"pieces": {"city": 1}}}})
    assert game.turn == "s1"
    assert "enter_faces" in game.open("s1")


def test_the_turn_that_is_already_goes_on_undisturbed() -> None:
    game = playing()
    game.roll(2, 3)
    data = position_of(game.ctx)
    assert data["turn"] == {"seat": "s1", "number": 1, "stage": "play"}
    game.do("enter_position", position=data)
    assert [made.number for made in game.ctx.slice(BaseSlice).numbers] == [5]
    assert len(game.events[-1:]) == 1
    assert game.events[-1].__struct_config__.tag == "table.position_entered"


def test_damaged_roads_come_with_their_roads() -> None:
    game = playing(numbers="cards")
    game.do("correct_count", track="damaged_roads", whose="s1", value=2)
    seat = {"pieces": {"road": 1}, "tracks": {"damaged_roads": 1}}
    game.do("enter_position", position={"seats": {"s1": seat}})
    assert game.rules.tracks["damaged_roads"].read(game.ctx, "s1") == 1
    seat = {"pieces": {"road": 1}, "tracks": {"damaged_roads": 2}}
    assert faults(game, {"seats": {"s1": seat}}) == {
        "seats.s1.tracks.damaged_roads": "position.value"
    }


# -- differences -------------------------------------------------------------------------------


def test_every_difference_shows_before_it_is_accepted() -> None:
    game = playing()
    game.do("pin_points", whose="s1", vp=8, until="released")
    data = {
        "seats": {
            "s1": {"name": "Ada", "pieces": {"settlement": [{"harbor": "ore"}, {}], "road": 2},
                   "tracks": {"knights": 3}},
        },
        "turn": {"seat": "s2", "number": 4},
    }  # fmt: skip
    position = read_position(game.ctx, freeze(data))
    assert isinstance(position, Position)
    shown = {(d.what, d.seat): (d.before, d.after) for d in differences(game.ctx, position)}
    spots = shown.pop(("spots.settlement", "s1"))
    assert spots == (({}, {}), ({}, {"harbor": "ore"})) or spots[1] == ({"harbor": "ore"}, {})
    turns = shown.pop(("turn", None))
    assert [t.id for t in turns] == ["difference.before_number"] * 2
    assert turns[1].params == {"seat": SeatRef("s2"), "n": 4}
    assert shown == {
        ("name", "s1"): ("Player 1", "Ada"),
        ("tracks.knights", "s1"): (0, 3),
        ("points", "s1"): (8, 4),
        ("pins.points", "s1"): (Text("difference.until_released"), Text("difference.by_rules")),
        ("holders.largest_army", None): (Text("common.nobody"), SeatRef("s1")),
    }
    assert game.ctx.seat("s1").name == "Player 1", "nothing has happened yet"


def test_a_count_of_pieces_shows_as_one_difference() -> None:
    game = playing()
    seat = {"pieces": {"settlement": 2, "road": 4}}
    position = read_position(game.ctx, freeze({"seats": {"s1": seat}}))
    assert isinstance(position, Position)
    (one,) = differences(game.ctx, position)
    assert (one.what, one.label, one.seat) == ("pieces.road", Ref("piece", "road"), "s1")
    assert (one.before, one.after) == (2, 4)


# -- faults ------------------------------------------------------------------------------------


def test_all_faults_are_told_at_once_with_their_places() -> None:
    data = {
        "seat": {},
        "seats": {
            "Player One": {},
            "s1": {"colour": "red", "pieces": {"road": 16, "citys": 1,
                                               "settlement": [{"harbour": "ore"}, {"harbor": 7}]},
                   "tracks": {"knight": 2, "route": -1}},
            "player 1": {},
            "s2": {"color": "rde", "name": "", "pieces": {"city": [{}] * 5}},
            "s3": 7,
        },
        "holders": {"largest_amy": "s1", "harbormaster": "Zoe"},
        "turn": {"seat": "n1", "number": 0, "stage": "end", "who": "s1"},
    }  # fmt: skip
    found = faults(playing(), data)
    assert found == {
        "position": "position.key.did_you_mean",
        "seats.Player One": "position.seat.did_you_mean",
        "seats.player 1": "position.seat_twice",
        "seats.s1": "position.key.did_you_mean",
        "seats.s1.pieces.road": "position.value",
        "seats.s1.pieces.citys": "position.piece.did_you_mean",
        "seats.s1.pieces.settlement.1": "position.trait.did_you_mean",
        "seats.s1.pieces.settlement.2.harbor": "position.value",
        "seats.s1.tracks.knight": "position.track.did_you_mean",
        "seats.s1.tracks.route": "position.value",
        "seats.s2.color": "position.color.did_you_mean",
        "seats.s2.name": "position.value",
        "seats.s2.pieces.city": "position.value",
        "seats.s3": "position.value",
        "holders.largest_amy": "position.award.did_you_mean",
        "holders.harbormaster": "position.seat.unknown",
        "turn": "position.key.unknown",
        "turn.seat": "position.seat.unknown",
        "turn.number": "position.value",
        "turn.stage": "position.value",
    }


@pytest.mark.parametrize(
    ("seats", "path"),
    [
        ({"s1": {"color": "blue"}}, "seats.s1.color"),
        ({"s3": {"name": "PLAYER 2"}}, "seats.s3.name"),
        ({"s1": {"name": "Ada"}, "s2": {"name": "ada"}}, "seats.s2.name"),
    ],
)
def test_no_two_seats_get_one_color_or_name(seats: dict[str, Any], path: str) -> None:
    assert faults(playing(), {"seats": seats}) == {path: "position.taken"}


@pytest.mark.parametrize("data", [7, "red", [1], {"seats": 3}, {"holders": []}, {"turn": 1}])
def test_what_is_no_position_is_refused_and_not_even_insisted_on(data: Any) -> None:
    game = playing()
    for forced in (False, True):
        answer = game.ask("enter_position", position=data, forced=forced)
        assert isinstance(answer, Refusal)
        assert answer.code in ("bad_position", "bad_argument_type")


WORDS = st.sampled_from(
    ["seats", "holders", "turn", "s1", "Player 2", "name", "color", "pieces", "tracks", "city",
     "settlement", "harbor", "knights", "route", "largest_army", "seat", "number", "stage",
     "play", "red", "ore", "", "zzz"]
)  # fmt: skip
ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | WORDS,
    lambda part: st.lists(part, max_size=4) | st.dictionaries(WORDS, part, max_size=6),
    max_leaves=30,
)


@settings(max_examples=300)
@given(data=ANYTHING)
def test_anything_at_all_is_read_or_refused_in_words(data: Any) -> None:
    game = playing()
    read = read_position(game.ctx, freeze(data))
    if isinstance(read, Position):
        assert not isinstance(game.ask("enter_position", position=data), Refusal)
    else:
        assert all(Translator("cs", strict=True).text(fault) for fault in read)


@pytest.mark.parametrize("language", ["en", "cs"])
def test_the_refusal_reads_with_place_value_and_cure(language: str) -> None:
    answer = playing().ask("enter_position", position={"seats": {"s1": {"pieces": {"citys": 1}}}})
    assert isinstance(answer, Refusal)
    said = Translator(language, strict=True).text(answer.text)
    assert "seats.s1.pieces.citys" in said
    assert "city" in said
