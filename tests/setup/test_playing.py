"""Boards for new games: by code or in full, kept in full."""

from __future__ import annotations

from typing import Any

import pytest

from companion.core.compose import CompositionRefused
from companion.core.frozen import FrozenMap, freeze
from companion.core.model import Setup
from companion.scenario.newgame import NewGame, read_request
from companion.scenario.plans import plan_for
from companion.session import Done, Options, Session
from companion.setup.code import encode
from companion.setup.code_json import to_json
from companion.setup.playing import board_of_game, with_board


def printed_code(scenario: str = "base", players: int = 4) -> str:
    plan = plan_for(scenario, players)
    assert plan.printed is not None
    return encode(plan, plan.printed, players=players)


def asked(board: Any, scenario: str = "base", players: int = 4) -> NewGame:
    names = ["Anna", "Ben", "Cleo", "Dan"][:players]
    return read_request({"players": names, "scenario": scenario, "board": board})


def test_a_code_and_a_whole_board_come_to_the_same() -> None:
    plan = plan_for("base", 4)
    assert plan.printed is not None
    full = to_json(plan, plan.printed, players=4)
    by_code = with_board(asked({"code": printed_code()}), None)
    assert by_code.board == freeze(full)
    assert with_board(asked(full), None).board == by_code.board
    assert with_board(by_code, None) == by_code


def test_no_board_is_no_board() -> None:
    request = asked(None)
    assert with_board(request, None) is request
    assert board_of_game(Setup((), seed=""), None) is None


@pytest.mark.parametrize(
    ("board", "code"),
    [
        ({"code": 12}, "bad_board"),
        ({"code": "28T4", "more": 1}, "bad_board"),
        ({"code": "282T5"}, "code_check"),
        ({}, None),
        ({"tiles": "x" * 1000}, None),
    ],
)
def test_what_is_no_board_is_said(board: Any, code: str | None) -> None:
    with pytest.raises(CompositionRefused) as refused:
        with_board(asked(board), None)
    assert refused.value.problems
    assert code is None or refused.value.problems[0].code == code


def test_a_board_of_another_game_is_refused() -> None:
    with pytest.raises(CompositionRefused) as refused:
        with_board(asked({"code": printed_code("cloth")}), None)
    assert [p.code for p in refused.value.problems] == ["board_scenario"]
    with pytest.raises(CompositionRefused) as refused:
        with_board(asked({"code": printed_code()}, players=2), None)
    assert [p.code for p in refused.value.problems] == ["board_players"]


def test_a_game_keeps_its_board_and_so_does_the_rematch(tmp_path: Any) -> None:
    plan = plan_for("base", 4)
    with Session(Options(tmp_path / "j.sqlite"), inline=True) as session:
        request = {"players": ["Anna", "Ben", "Cleo"], "board": {"code": printed_code("base", 3)}}
        assert isinstance(session.new_game(request).result(), Done)
        for _ in range(2):
            state = session.snapshot.state
            assert state is not None
            assert isinstance(state.setup.board, FrozenMap)
            shown = board_of_game(state.setup, None)
            assert shown is not None
            assert shown.board == plan.printed
            assert shown.players == 3
            session.rematch().result()
