"""The written cases of Catan for two, each executed through the kernel."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import msgspec
import pytest

from companion.core.compose import Rules
from companion.core.frozen import FrozenMap
from companion.core.model import State
from companion.core.rules.base.book import BaseSlice
from companion.core.rules.pieces import Piece, PieceSlice
from companion.core.rules.two_players.tokens import TOKEN_COST
from tests.core.driver import Driver
from tests.core.random_play import new_setup

FILE = Path(__file__).parents[1] / "cases" / "two_player.jsonl"
CASES = [json.loads(line) for line in FILE.read_text(encoding="utf-8").splitlines()]
GIVEN = {
    "faces", "settings", "edition", "do", "refuse", "points", "hidden", "tokens", "knights",
    "start",
}  # fmt: skip


def _track(rules: Rules, state: State, name: str, values: Mapping[str, int]) -> State:
    """`state` with a count of each seat set, as a correction would."""
    owner = next(m for m in rules.modules if any(t.name == name for t in m.tracks))
    write = rules.tracks[name].write
    assert write is not None
    part = state.slices[owner.id]
    for seat, value in values.items():
        part = write(part, seat, value)
    return msgspec.structs.replace(state, slices=state.slices.set(owner.id, part))


def _settlements(state: State, points: Mapping[str, int]) -> State:
    """`state` in which each seat has settlements for so many points."""
    pieces = state.slices["pieces"]
    kept = {k: p for k, p in pieces.pieces.items() if p.seat not in points}
    number = pieces.next_id
    for seat, count in points.items():
        for _ in range(count):
            kept[number] = Piece(number, "settlement", seat)
            number += 1
    part = PieceSlice(FrozenMap(kept), number)
    return msgspec.structs.replace(state, slices=state.slices.set("pieces", part))


def played(given: Mapping[str, Any]) -> Driver:
    """The game of a case, up to what it asks about."""
    assert set(given) <= GIVEN
    setup = new_setup(
        2,
        variants=("two_players",),
        edition=given.get("edition", "default"),
        settings=given.get("settings", {}),
    )
    game = Driver(setup)
    if "start" in given:
        game.do("place_start", "s1", traits=given["start"])
        return game
    game.begin_play()
    if "points" in given:
        game.state = _settlements(game.state, given["points"])
    for key, track in (
        ("tokens", "trade_tokens"),
        ("knights", "knights"),
        ("hidden", "cards_bought"),
    ):
        if key in given:
            game.state = _track(game.rules, game.state, track, given[key])
    if "knights" in given:
        held = max(given["knights"], key=lambda s: (given["knights"][s], s == "s1"))
        if given["knights"][held] >= 3:
            awards = game.state.slices["awards"]
            part = msgspec.structs.replace(awards, holders=FrozenMap({"largest_army": held}))
            slices = game.state.slices.set("awards", part)
            game.state = msgspec.structs.replace(game.state, slices=slices)
    for faces in given.get("faces", ()):
        game.roll(*faces)
    for action, seat, *args in given.get("do", ()):
        game.do(action, seat, **(args[0] if args else {}))
    return game


def facts(game: Driver, given: Mapping[str, Any], wanted: Mapping[str, Any]) -> dict[str, Any]:
    """What `wanted` asks about, as it is in the game."""

    def of_seats(name: str) -> dict[str, int]:
        read = game.rules.tracks[name].read
        key = "tokens" if name == "trade_tokens" else name
        return {seat: read(game.ctx, seat) for seat in wanted[key]}

    looks: dict[str, Callable[[], Any]] = {
        "numbers": lambda: [made.number for made in game.ctx.slice(BaseSlice).numbers],
        "open": lambda: [a for a in wanted["open"] if a in game.open("s1")],
        "closed": lambda: [a for a in wanted["closed"] if a not in game.open("s1")],
        "steps": lambda: [s for s in wanted["steps"] if s in game.steps()],
        "tokens": lambda: of_seats("trade_tokens"),
        "knights": lambda: of_seats("knights"),
        "cost": lambda: {s: game.ctx.get(TOKEN_COST, seat=s) for s in wanted["cost"]},
        "army": lambda: game.holder("largest_army"),
        "route": lambda: game.holder("longest_trade_route"),
        "refused": lambda: game.refused(*given["refuse"]),
    }
    return {key: looks[key]() for key in wanted}


@pytest.mark.parametrize("case", CASES, ids=[c["id"] for c in CASES])
def test_case(case: dict[str, Any]) -> None:
    assert case["expect"], "a case that expects nothing proves nothing"
    game = played(case["given"])
    assert facts(game, case["given"], case["expect"]) == case["expect"], case["situation"]


def test_cases_are_named_once() -> None:
    ids = [c["id"] for c in CASES]
    assert len(ids) == len(set(ids)) > 20
