"""A fleet moves before each production, a seven's effects included (PI-4, PI-11)."""

from __future__ import annotations

import pytest

from companion.core.events import ChanceDrawn
from companion.core.rules.base.book import SevenCame
from tests.core.driver import Driver
from tests.core.random_play import new_setup, play
from tests.throwaway.pirate_fleet import MODULE, PATH, FleetMoved, FleetSlice, Raided

PRODUCTION_MODES = ("each_at_once", "after_both")


def in_play(players: int = 3, **more: object) -> Driver:
    game = Driver(new_setup(players, **more), extra=(MODULE,))
    game.begin_play()
    return game


def test_the_fleet_moves_by_the_lower_die_before_the_number_produces() -> None:
    game = in_play()
    events = game.roll(5, 2)
    assert FleetMoved((5, 2), 2) in events
    assert not [e for e in events if isinstance(e, SevenCame)]
    assert game.open() == {"raid"}
    events = game.do("raid", "s1", owners=[])
    assert [e for e in events if isinstance(e, SevenCame)]


def test_a_raid_compares_the_die_with_the_warships() -> None:
    game = in_play()
    game.roll(1, 1)
    game.do("raid", "s1", owners=[])
    game.do("build_city", "s1")
    game.do("end_turn", "s1")
    game.roll(2, 3)
    events = game.do("raid", "s2", owners=["s1", "s3"])
    assert [e for e in events if isinstance(e, Raided)] == [Raided("s1", 2), Raided("s3", 1)]


@pytest.mark.parametrize("number", [2, 7, 12])
def test_a_number_without_faces_gets_a_pair_that_gives_it(number: int) -> None:
    game = in_play()
    events = game.do("enter_number", None, number=number)
    (drawn,) = (e for e in events if isinstance(e, ChanceDrawn))
    (moved,) = (e for e in events if isinstance(e, FleetMoved))
    assert sum(moved.faces) == number
    assert drawn.bounds == (6 - abs(7 - number),)


@pytest.mark.parametrize("mode", PRODUCTION_MODES)
def test_with_two_productions_it_moves_before_each(mode: str) -> None:
    game = in_play(2, variants=("two_players",), settings={"two_players.production": mode})
    stages = game.state.frames[-1].stages
    assert stages.count("fleet.sail") == 2
    game.roll(6, 2)
    if mode == "each_at_once":
        game.do("raid", "s1", owners=[])
        game.roll(5, 5)
        game.do("raid", "s1", owners=["s2"])
    else:
        game.do("raid", "s1", owners=[])
        assert "throw_dice" in game.open("s1")
        game.roll(5, 5)
        game.do("raid", "s1", owners=["s2"])
    moved = [e for e in game.events if isinstance(e, FleetMoved)]
    assert [(e.faces, e.position) for e in moved] == [((6, 2), 2), ((5, 5), 7)]
    assert game.open("s1") >= {"end_turn"}


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("players", [2, 3])
def test_random_games(players: int, seed: int) -> None:
    variants = ("two_players",) if players == 2 else ()
    game = play(
        new_setup(players, variants=variants), seed, extra=(MODULE,), avoid=("claim_victory",)
    )
    moved = [e for e in game.events if isinstance(e, FleetMoved)]
    assert game.state.slices["pirate_fleet"].position == sum(min(e.faces) for e in moved) % PATH
    assert isinstance(game.state.slices["pirate_fleet"], FleetSlice)
