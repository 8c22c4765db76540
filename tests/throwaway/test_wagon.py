"""A wagon moves until its points are used up; driving off takes one physical die."""

from __future__ import annotations

import pytest

from tests.core.driver import Driver
from tests.core.random_play import new_setup, play
from tests.throwaway.wagon import BARBARIANS, MODULE, POINTS, DroveOff, Stepped, WagonSlice, ways


def at_wagon(level: int = 1) -> Driver:
    game = Driver(new_setup(3, settings={"wagon.level": level}), extra=(MODULE,))
    game.begin_play()
    game.roll(1, 1)
    game.do("end_turn", "s1")
    return game


def book(game: Driver) -> WagonSlice:
    return game.ctx.slice(WagonSlice)


@pytest.mark.parametrize("level", POINTS)
def test_points_by_level(level: int) -> None:
    assert book(at_wagon(level)).points == POINTS[level]


def test_steps_cost_by_road_and_barbarian_and_only_affordable_ones_are_offered() -> None:
    game = at_wagon()
    assert ways(game.ctx, "s1")["bare"] == 2
    assert ways(game.ctx, "s1")["own"] == ways(game.ctx, "s1")["s2"] == 1
    assert ways(game.ctx, "s1")["bare+b1"] == 4
    game.do("wagon_step", "s1", way="own")
    assert "bare+b1" not in ways(game.ctx, "s1")
    assert game.refused("wagon_step", "s1", way="bare+b1") == "bad_argument"


def test_the_move_ends_when_points_and_grain_are_used_up() -> None:
    game = at_wagon()
    for way in ("bare", "own", "own"):
        game.do("wagon_step", "s1", way=way)
    assert game.open("s1") == {"feed_wagon", "halt_wagon"}
    game.do("feed_wagon", "s1")
    assert game.refused("feed_wagon", "s1") == "once"
    game.do("wagon_step", "s1", way="bare")
    assert game.turn == "s2"


def test_points_left_are_lost_and_a_halt_ends_the_turn() -> None:
    game = at_wagon()
    game.do("halt_wagon", "s1")
    assert (game.turn, book(game).points) == ("s2", 0)


def test_a_foreign_road_costs_its_owner_s_toll_and_is_closed_without_gold() -> None:
    game = at_wagon(5)
    for _ in range(5):
        game.do("wagon_step", "s1", way="s2")
    assert (book(game).gold["s1"], book(game).gold["s2"]) == (0, 10)
    assert "s2" not in ways(game.ctx, "s1")
    assert game.refused("wagon_step", "s1", way="s2") == "bad_argument"


def test_driving_off_is_tried_once_a_barbarian_and_saves_the_surcharge() -> None:
    game = at_wagon(3)
    game.do("drive_off", "s1", barbarian="b1", faces=[4])
    game.restart()
    game.do("drive_off", "s1", barbarian="b2", faces=[5])
    assert game.refused("drive_off", "s1", barbarian="b1", faces=[6]) == "bad_argument"
    assert ways(game.ctx, "s1")["own+b1"] == 3
    assert ways(game.ctx, "s1")["own+b2"] == 1
    game.do("wagon_step", "s1", way="own+b2")
    assert book(game).points == 5
    game.do("drive_off", "s1", barbarian="b3", faces=[6])
    assert game.refused("drive_off", "s1", barbarian="b3", faces=[6]) == "one_try"


def test_level_one_drives_nothing_off() -> None:
    assert at_wagon().refused("drive_off", "s1", barbarian="b1", faces=[6]) == "level_too_low"


@pytest.mark.parametrize("faces", [[0], [7], [1, 2], []])
def test_a_die_has_one_face_from_one_to_six(faces: list[int]) -> None:
    game = at_wagon(2)
    assert game.refused("drive_off", "s1", barbarian="b1", faces=faces) == "bad_argument"


@pytest.mark.parametrize("seed", range(4))
def test_random_games(seed: int) -> None:
    game = play(new_setup(3), seed, extra=(MODULE,), avoid=("claim_victory",))
    assert any(isinstance(e, Stepped) for e in game.events)
    assert {e.barbarian for e in game.events if isinstance(e, DroveOff)} <= set(BARBARIANS)
