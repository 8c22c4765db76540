"""What a seat draws unseen is its own to see: events, slices, actions and commands."""

from __future__ import annotations

from typing import Any

import pytest

from companion.core.actions import actions
from companion.core.frozen import encode
from companion.core.model import Command
from companion.core.projection import (
    project_action,
    project_command,
    project_event,
    project_state,
)
from tests.core.driver import Driver
from tests.core.random_play import new_setup, play
from tests.throwaway.fish_bag import MODULE, TOKENS, FishDrawn, FishSlice, hand

SCRIPT: tuple[tuple[str, str, dict[str, Any]], ...] = (
    ("skip_setup", "s1", {}),
    ("enter_faces", "s1", {"faces": (1, 1)}),
    ("draw_fish", "s1", {}),
    ("draw_fish", "s1", {}),
    ("end_turn", "s1", {}),
    ("enter_faces", "s2", {"faces": (2, 1)}),
    ("draw_fish", "s2", {}),
)


def drawn(seed: str) -> Driver:
    game = Driver(new_setup(3, seed=seed, numbers="typed"), extra=(MODULE,))
    for action, seat, args in SCRIPT:
        game.do(action, seat, **args)
    return game


def everything(game: Driver, viewer: str | None) -> dict[str, Any]:
    """All that `viewer` can get to see of a game."""
    return {
        "state": project_state(game.rules, game.state, viewer),
        "events": [project_event(e, viewer) for e in game.events],
        "actions": [project_action(a, viewer) for a in actions(game.ctx)],
    }


@pytest.fixture(scope="module")
def games() -> list[Driver]:
    return [drawn(f"{i:032x}") for i in range(8)]


@pytest.mark.parametrize("viewer", [None, "s3"])
def test_games_that_differ_in_hidden_values_look_the_same_to_others(
    games: list[Driver], viewer: str | None
) -> None:
    assert len({hand(g.ctx, "s1") for g in games}) > 1
    seen = {encode(everything(g, viewer)) for g in games}
    assert len(seen) == 1


def test_the_owner_sees_its_own_and_nothing_of_the_others(games: list[Driver]) -> None:
    for game in games:
        seen = everything(game, "s1")
        assert seen["state"]["slices"]["fish_bag"]["hands"] == {"s1": list(hand(game.ctx, "s1"))}
        fish = [e.get("fish") for e in seen["events"] if e["kind"] == "fish_bag.drawn"]
        assert fish == [*hand(game.ctx, "s1"), None]


def test_games_that_differ_in_one_hand_look_the_same_to_the_other(games: list[Driver]) -> None:
    pairs = [
        (a, b)
        for a in games
        for b in games
        if hand(a.ctx, "s2") == hand(b.ctx, "s2") and hand(a.ctx, "s1") != hand(b.ctx, "s1")
    ]
    assert pairs
    for a, b in pairs:
        assert encode(everything(a, "s2")) == encode(everything(b, "s2"))


def test_a_secret_parameter_shows_its_choices_to_its_seat_alone(games: list[Driver]) -> None:
    game = games[0]
    (peek,) = (a for a in actions(game.ctx) if a.name == "peek_fish")
    own = project_action(peek, "s2")["params"][0]
    assert own["choices"] == list(hand(game.ctx, "s2"))
    for viewer in (None, "s1"):
        assert project_action(peek, viewer)["params"][0]["choices"] is None
    fish = hand(game.ctx, "s2")[0]
    command = Command("peek_fish", "s2", {"fish": fish})  # type: ignore[arg-type]
    assert project_command(game.rules, command, "s2")["args"] == {"fish": fish}
    for viewer in (None, "s1"):
        assert project_command(game.rules, command, viewer)["args"] == {}


def test_neither_bag_nor_seed_nor_shuffle_is_ever_shown_before_the_end(
    games: list[Driver],
) -> None:
    game = games[3]
    for viewer in (None, "s1", "s2", "s3"):
        seen = everything(game, viewer)
        assert "bag" not in seen["state"]["slices"]["fish_bag"]
        assert "seed" not in seen["state"]["setup"]
        assert game.setup.seed not in encode(seen).decode()
        shuffles = [e for e in seen["events"] if e["kind"] == "kernel.chance_drawn"]
        assert shuffles
        assert all("outcome" not in e for e in shuffles)


def test_a_spent_token_is_open() -> None:
    game = drawn("5" * 32)
    fish = hand(game.ctx, "s2")[0]
    (event, *_) = game.do("spend_fish", "s2", fish=fish)
    assert project_event(event)["fish"] == fish


@pytest.mark.parametrize("seed", range(4))
def test_random_games_draw_the_bag_in_its_order(seed: int) -> None:
    game = play(new_setup(3), seed, extra=(MODULE,), avoid=("claim_victory",))
    fish = [e.fish for e in game.events if isinstance(e, FishDrawn)]
    assert len(fish) > 3
    bag = game.state.slices["fish_bag"]
    assert isinstance(bag, FishSlice)
    assert sorted((*fish, *bag.bag)) == sorted(TOKENS)
