"""What the script says of a wrong line, and what it knows without being told."""

from __future__ import annotations

import re
from typing import Any

import pytest

from tests.terminal.playing import NEW, answers, refusal

PLAYING = (NEW, {"do": "skip_setup", "seat": "Anna"})
FRIENDLY = {"new": {**NEW["new"], "variants": ["friendly_robber"]}}


@pytest.mark.parametrize(
    ("new", "code", "said"),
    [
        ({"players": ["Anna", "ANNA ", "Cy"]}, "seat_twice", "ANNA"),
        ({"players": ["Anna  B", "anna b", "Cy"]}, "seat_twice", "anna b"),
        ({"players": ["Zoe\u0301", "Zo\u00e9", "Cy"]}, "seat_twice", "Zo\u00e9"),
        ({"players": ["x" * 41, "Ben", "Cy"]}, "long_name", "40"),
        ({"players": ["Anna", "Ben", "Cy"], "depth": "board"}, "bad_value", "ledger"),
        ({"players": ["Anna", "Ben"]}, "players", "variants"),
        ({"players": [{"name": "Anna", "colour": "red"}, "Ben", "Cy"]}, "unknown_key", "color?"),
        ({"players": ["Anna", 7, "Cy"]}, "bad_value", "Player 2 cannot be 7"),
        ({"players": ["Anna", "Ben", "Cy"], "Variants": []}, "unknown_key", "variants?"),
    ],
)
def test_a_game_that_cannot_be_is_refused(new: dict[str, Any], code: str, said: str) -> None:
    refused = refusal({"new": new})
    assert refused["code"] == code
    assert said in refused["text"]


def test_who_is_called_like_a_color_has_it_wherever_they_sit() -> None:
    players = ["Blue", "", "Red", {"name": "Orange", "color": "white"}]
    seats = answers([{"new": {"players": players, "numbers": "typed"}}])[0]["view"]["seats"]
    assert [seat["color"] for seat in seats] == ["blue", "green", "red", "white"]
    assert len({seat["name"] for seat in seats}) == 4


def test_co_4_two_and_cities_and_knights_are_refused_before_and_in_the_game() -> None:
    name = "event_cards.cities_and_knights"
    new = {"players": ["Anna", "Ben"], "variants": ["two_players", "event_cards"]}
    refused = refusal({"new": {**new, "settings": {name: True}}})
    assert refused["code"] == "does_not_fit"
    assert "Catan for Two" in refused["text"]
    assert "Cities & Knights" in refused["text"]
    change = {"do": "change_setting", "args": {"setting": name, "value": True}}
    assert refusal(change, {"new": new})["code"] == "does_not_fit"
    assert answers([{"new": new}, {**change, "forced": True}])[-1]["ok"]


def test_whatever_a_name_is_too_long_for_is_said_without_repeating_it() -> None:
    for name in ("", "  ", "x" * 500):
        rename = {"do": "rename_seat", "args": {"whose": "Anna", "name": name}}
        refused = refusal(rename, *PLAYING)
        assert refused["code"] == "bad_argument"
        assert "40" in refused["text"]
        assert "xx" not in refused["text"]


def test_who_does_it_may_be_left_out_where_only_one_can_be_meant() -> None:
    lines = [NEW, {"do": "skip_setup"}, {"do": "enter_faces", "args": {"faces": [1, 2]}}]
    found = answers([*lines, {"do": "end_turn"}, {"undo": True}])
    assert [answer["ok"] for answer in found] == [True] * 5
    assert found[3]["view"]["turn"] == "Ben"
    discards = {"new": {**NEW["new"], "settings": {"base.record_discards": True}}}
    seven = (discards, {"do": "skip_setup"}, {"do": "enter_faces", "args": {"faces": [3, 4]}})
    assert refusal({"do": "discard", "args": {"held": 9}}, *seven)["code"] == "missing_seat"


def test_what_is_missing_is_said_with_what_it_may_be() -> None:
    spots = {"Anna": {"pieces": {"settlement": [{"harbor": "ore"}, {}]}}}
    position = {"seats": spots, "turn": {"seat": "Anna", "number": 3, "stage": "play"}}
    new = {"new": {**NEW["new"], "variants": ["harbormaster"], "position": position}}
    refused = refusal({"do": "build_city"}, new)
    assert refused["code"] == "missing_argument"
    assert re.search(r"piece.*\d+, \d+", refused["text"])


def test_what_the_game_waits_for_is_said_before_what_may_be_left_open() -> None:
    position = {
        "seats": {"Anna": {"pieces": {"city": 4}}},
        "turn": {"seat": "Anna", "number": 3, "stage": "number"},
    }
    route = {"do": "declare_route", "args": {"whose": "Anna", "length": 5}}
    lines = ({"new": {**NEW["new"], "position": position}}, route)
    assert answers(lines)[-1]["view"]["prompts"][-1]["name"] == "victory"
    assert "which number" in refusal({"do": "end_turn"}, *lines)["text"]


def test_what_belongs_to_a_variant_that_is_not_played_says_which() -> None:
    price = {"facts": [{"name": "token_price", "args": {"own": 1, "opponent": 1}}]}
    for line, module in (
        ({"do": "hand_in_knight"}, "Catan for Two"),
        ({"do": "draw_card"}, "Event Cards"),
        (price, "Catan for Two"),
        ({"facts": ["closed_seats"]}, "Friendly Robber"),
    ):
        refused = refusal(line, *PLAYING)
        assert refused["code"] in ("unknown_action", "unknown_fact")
        assert module in refused["text"]
    assert "closed_seats" in refusal({"facts": ["closed_seat"]}, FRIENDLY)["text"]
