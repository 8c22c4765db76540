"""The script's boards: drawn, read, kept, swapped, laid, told; and refused."""

from __future__ import annotations

from typing import Any

import pytest

from companion.setup.request import MOST_FAULTS
from tests.terminal.playing import answers, refusal

STRICT = {"reds_apart": True, "equal_apart": True, "extremes_apart": True, "node_most": 11}


def board(**asked: Any) -> dict[str, Any]:
    (answer,) = answers([{"board": asked}])
    assert answer["ok"], answer
    found: dict[str, Any] = answer["board"]
    return found


def refused(**asked: Any) -> dict[str, Any]:
    return refusal({"board": asked})


def codes_of(refused: dict[str, Any]) -> list[str]:
    return [p["code"] for p in refused.get("problems", [refused])]


def test_the_same_line_gives_the_same_board() -> None:
    first = board(scenario="base", wishes=STRICT)
    assert first["outcome"] == "board"
    assert first["exact"] is True
    assert first["broken"] == []
    assert board(scenario="base", wishes=STRICT) == first
    assert board(scenario="base", wishes=STRICT, seed="another") != first
    by_code = board(code=first["code"])
    assert by_code["board"] == first["board"]
    assert board(board=first["board"])["code"] == first["code"]


def test_hexes_and_harbors_are_kept_while_the_rest_is_drawn() -> None:
    first = board(scenario="base")
    tiles = {tuple(tile["hex"]): tile for tile in first["board"]["tiles"]}
    harbor = first["board"]["harbors"][0]
    again = board(code=first["code"], keep=[[0, 0], [1, 0], harbor["edge"]], seed="again")
    after = {tuple(tile["hex"]): tile for tile in again["board"]["tiles"]}
    assert (after[0, 0], after[1, 0]) == (tiles[0, 0], tiles[1, 0])
    assert harbor in again["board"]["harbors"]
    assert again["board"]["tiles"] != first["board"]["tiles"]


def test_swaps_are_done_in_turn_and_what_they_break_is_told() -> None:
    first = board(scenario="base", wishes=STRICT)
    tiles = first["board"]["tiles"]
    six, eight = (next(t["hex"] for t in tiles if t.get("number") == n) for n in (6, 8))
    q, r = eight
    beside = next(
        [q + dq, r + dr]
        for dq, dr in ((1, 0), (0, 1), (-1, 0), (0, -1), (1, -1), (-1, 1))
        if any(t["hex"] == [q + dq, r + dr] for t in tiles)
    )
    swapped = board(code=first["code"], swap=[[six, beside]])
    assert "reds_apart" in [fault["wish"] for fault in swapped["broken"]]
    assert swapped["broken"][0]["text"]
    twice = board(code=first["code"], swap=[[six, beside], [six, beside]])
    assert twice["board"] == first["board"]


def test_players_lay_harbors_in_turn() -> None:
    world = board(scenario="new_world")
    assert len(world["to_lay"]) == 10
    by_lot = board(scenario="new_world", lay=True)
    assert by_lot["to_lay"] == []
    edge = by_lot["board"]["harbors"][0]["edge"]
    one = board(scenario="new_world", lay=[edge])
    assert [h["edge"] for h in one["board"]["harbors"]] == [edge]
    assert one["board"]["harbors"][0]["kind"] == world["to_lay"][0]
    assert one["to_lay"] == world["to_lay"][1:]
    assert codes_of(refused(scenario="new_world", lay=[[[0, 0], [9, 9]]])) == ["bad_site"]


def test_report_guide_and_drawing_are_told_when_asked_for() -> None:
    told = board(scenario="base", mode="printed", show=["report", "guide", "text"])
    assert told["report"]["resources"]["wool"] == {"pips": 10, "hexes": 4, "fair": 12.89}
    assert told["report"]["starts"] == [20, 20, 20, 20]
    assert told["guide"][0]["id"] == "pieces"
    assert "Mo10" in told["drawing"]
    assert "report" not in board(scenario="base")


def test_contradictions_get_an_honest_answer() -> None:
    none = board(scenario="base", wishes={"node_most": 8})
    assert none["outcome"] == "impossible"
    assert none["relax"] == [{"wish": "node_most", "limit": 9}]
    assert len(none["text"]) == 2
    assert "board" not in none


@pytest.mark.parametrize(
    ("asked", "codes"),
    [
        ({}, ["missing_key"]),
        ({"scenari": "base", "players": "4"}, ["unknown_key", "bad_type"]),
        ({"scenario": "bas"}, ["unknown_scenario"]),
        ({"scenario": "base", "players": 10**15}, ["no_board"]),
        ({"scenario": "base", "players": 2.5}, ["bad_value"]),
        ({"scenario": "base", "players": -3}, ["no_board"]),
        ({"scenario": "base", "mode": "variabel"}, ["bad_value"]),
        ({"scenario": "base", "seed": ""}, ["bad_seed"]),
        ({"scenario": "new_world", "mode": "printed"}, ["unfit"]),
        ({"scenario": "base", "show": ["fairness"]}, ["bad_value"]),
        ({"scenario": "base", "keep": [[0, 0]]}, ["nothing_to_keep"]),
        ({"code": "28GN", "board": {}}, ["two_boards"]),
        ({"code": "284WE", "scenario": "cloth", "seed": "x"}, ["not_heeded"]),
        ({"scenario": "base", "lay": True}, ["nothing_to_lay"]),
        ({"scenario": "../scenarios/base"}, ["unknown_scenario"]),
        ({"scenario": "/etc/hosts"}, ["unknown_scenario"]),
        ({"scenario": "x" * 2_000_000}, ["unknown_scenario"]),
        ({"code": "Z" * 100_000}, ["code_too_long"]),
        ({"scenario": "base", "swap": [7]}, ["bad_site"]),
        ({"scenario": "base", "swap": [[[0, 0], [99, 99]]]}, ["bad_site"]),
        ({"scenario": "base", "swap": [[[0, 0]]]}, ["bad_site"]),
        (
            {"scenario": "base", "wishes": {"node_mst": 1, "reds_apart": 2, "balance": 99}},
            ["unknown_wish", "bad_wish", "bad_limit"],
        ),
        ({"scenario": "base", "wishes": {"node_most": True}}, ["bad_limit"]),
        ({"scenario": "base", "wishes": {"node_most": "11"}}, ["bad_limit"]),
    ],
)
def test_what_is_wrong_is_named_all_at_once(asked: dict[str, Any], codes: list[str]) -> None:
    assert codes_of(refused(**asked)) == codes


def test_harbors_that_players_laid_stay_where_there_is_a_coast() -> None:
    first = board(scenario="new_world", lay=True)
    edges = [harbor["edge"] for harbor in first["board"]["harbors"]]
    hexes = [tile["hex"] for tile in first["board"]["tiles"]]
    same = board(code=first["code"], keep=[*hexes, *edges], seed="again")
    assert same["board"]["harbors"] == first["board"]["harbors"]
    assert same["to_lay"] == []
    other = board(code=first["code"], keep=edges, seed="again")
    kept = other["board"]["harbors"]
    assert len(kept) + len(other["to_lay"]) == 10
    assert all(harbor in first["board"]["harbors"] for harbor in kept)
    assert other["broken"] == []


def test_whoever_has_the_board_has_the_same_stack_of_harbors() -> None:
    first = board(scenario="new_world", seed="a")
    assert len(set(first["to_lay"][:5])) > 1
    assert board(code=first["code"])["to_lay"] == first["to_lay"]


def test_what_is_asked_often_is_told_once() -> None:
    told = board(scenario="base", show=["report", "report", "text"])
    assert "drawing" in told


def test_a_flood_of_faults_is_cut() -> None:
    assert len(codes_of(refused(**{f"key{n}": 1 for n in range(5000)}))) == MOST_FAULTS
    many = {f"wish{n}": True for n in range(5000)}
    assert len(codes_of(refused(scenario="base", wishes=many))) == MOST_FAULTS
    code = board(scenario="base")["code"]
    assert len(codes_of(refused(code=code, keep=[[9, 9]] * 5000))) == MOST_FAULTS


def test_a_game_is_begun_on_a_board() -> None:
    code = board(scenario="base")["code"]
    new = {"players": ["Anna", "Ben", "Cy"], "board": {"code": code}}
    first, second = answers([{"new": new}, {"export": True}])
    assert first["ok"], first
    assert second["ok"]
    assert refusal({"new": {**new, "board": {"code": "1234"}}})["code"].startswith("code_")
