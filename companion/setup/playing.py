"""A board for a new game: given as a code or in full, kept in full in the game's set-up."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec
from msgspec.structs import replace

from companion.core.compose import CompositionRefused
from companion.core.frozen import encode, freeze
from companion.core.model import Problem, Setup
from companion.i18n.text import Text
from companion.scenario.newgame import NewGame
from companion.setup.naming import scenario_name

if TYPE_CHECKING:
    from companion.setup.code_record import Decoded

# What reads boards is imported where a game has one: most have none, and the table waits for this.


def with_board(request: NewGame, own: Path | None) -> NewGame:
    """The request with its board in full, if it asks for one: `{"code": …}` or a board's JSON.

    own: the folder of the table's own scenario files.

    Raises CompositionRefused with every fault: a code or a board that cannot be read, one of
    another scenario or for another number of players.
    """
    if request.board is None:
        return request
    from companion.setup.code_json import to_json  # noqa: PLC0415

    shown = _read(request, own)
    given: dict[str, Any] = {"scenario": scenario_name(request.scenario), "n": len(request.players)}
    problems = []
    if shown.plan.scenario != request.scenario:
        of = scenario_name(shown.plan.scenario)
        problems.append(
            Problem("board_scenario", Text("newgame.board_scenario", {**given, "of": of}))
        )
    elif len(request.players) not in shown.plan.players:
        fits = {**given, "fits": shown.plan.players}
        problems.append(Problem("board_players", Text("newgame.board_players", fits)))
    if problems:
        raise CompositionRefused(problems)
    full = to_json(
        shown.plan, shown.board, players=shown.players, options=shown.options, rules=shown.rules
    )
    return replace(request, board=freeze(full))


def _read(request: NewGame, own: Path | None) -> Decoded:
    from companion.scenario.plans import plan_for  # noqa: PLC0415
    from companion.setup.code import decode  # noqa: PLC0415
    from companion.setup.code_json import from_json  # noqa: PLC0415
    from companion.setup.code_text import CodeRefused  # noqa: PLC0415

    data = _thawed(request.board)
    find = partial(plan_for, own=own)
    try:
        if "code" not in data:
            return from_json(data, find)
        if set(data) != {"code"} or not isinstance(data["code"], str):
            raise CompositionRefused([Problem("bad_board", Text("newgame.board_code"))])
        return decode(data["code"], find)
    except CodeRefused as refused:
        raise CompositionRefused(refused.problems) from refused


def _thawed(board: object) -> Any:
    """Frozen data as JSON has it: with lists and dicts."""
    return msgspec.json.decode(encode(board))


def board_of_game(setup: Setup, own: Path | None) -> Decoded | None:
    """The board that a game is played on, with its plan; None for a game without one.

    Raises CodeRefused if its scenario's file is gone or has changed so that it does not fit.
    """
    if setup.board is None:
        return None
    from companion.scenario.plans import plan_for  # noqa: PLC0415
    from companion.setup.code_json import from_json  # noqa: PLC0415

    return from_json(_thawed(setup.board), partial(plan_for, own=own))
