"""All throwaway modules in one game, with every variant: they know nothing of each other."""

from __future__ import annotations

import pytest

from companion.core.projection import project_state
from tests.core.driver import Driver
from tests.core.random_play import new_setup, play
from tests.throwaway import barbarians, camel_vote, fish_bag, pirate_fleet, wagon

MODULES = tuple(m.MODULE for m in (camel_vote, barbarians, wagon, pirate_fleet, fish_bag))


def test_the_turn_holds_the_stages_of_all_of_them() -> None:
    game = Driver(new_setup(2, variants=("two_players",)), extra=MODULES)
    game.begin_play()
    assert game.state.frames[-1].stages == (
        "turn.begin",
        *("turn.number", "fleet.sail", "turn.production") * 2,
        "turn.play",
        "camel.vote",
        "camel.decide",
        "wagon.move",
        "turn.end",
        "battle.hexes",
    )


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("numbers", ["cards", "dice", "typed"])
@pytest.mark.parametrize("players", [2, 3])
def test_random_games(players: int, numbers: str, seed: int) -> None:
    variants = ("harbormaster", "friendly_robber", *["two_players"] * (players == 2))
    setup = new_setup(players, variants=variants, numbers=numbers, seed=f"{seed:032x}")
    game = play(setup, seed, steps=250, extra=MODULES, avoid=("claim_victory",))
    assert game.state.slices["base"].turn > 3
    shown = project_state(game.rules, game.state)
    assert set(shown["slices"]) == set(game.state.slices)
