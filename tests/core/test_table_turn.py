"""Settling asks, setting the turn, pausing: the agenda goes on sensibly."""

from __future__ import annotations

from typing import Any

from companion.core import history
from companion.core.actions import actions
from companion.core.frozen import FrozenMap
from companion.core.model import Command, Refusal
from companion.core.rules.base.book import BaseSlice
from companion.core.rules.table.book import Resumed, TableSlice
from tests.core.driver import Driver
from tests.core.random_play import new_setup


def playing(players: int = 3, **more: Any) -> Driver:
    game = Driver(new_setup(players, **more))
    game.begin_play()
    return game


def numbers(game: Driver) -> list[int]:
    return [made.number for made in game.ctx.slice(BaseSlice).numbers]


def test_every_ask_can_be_settled_by_whoever_it_waits_for() -> None:
    game = Driver(new_setup())
    (settle,) = [a for a in actions(game.ctx) if a.name == "settle"]
    assert (settle.seat, settle.group, settle.primary) == ("s1", "settle", False)
    assert settle.prompt == game.state.prompts[0].id
    assert "settle" not in game.open()
    assert game.refused("settle", "s2") == "not_your_turn"
    assert game.refused("settle") == "missing_seat"


def test_settling_the_set_up_counts_no_pieces() -> None:
    game = Driver(new_setup())
    game.do("place_start", "s1")
    game.do("settle", "s2")
    game.do("settle", "s3")
    assert game.turn == "s1"
    assert game.points("s1") == 1
    assert game.points("s2") == 0
    game.restart()


def test_settling_the_number_records_none_and_the_turn_goes_on() -> None:
    game = playing()
    game.do("settle", "s1")
    assert numbers(game) == []
    assert "end_turn" in game.open("s1")
    game.do("end_turn", "s1")
    assert game.turn == "s2"
    game.roll(2, 3)
    assert numbers(game) == [5]
    game.restart()


def test_settling_one_of_two_productions_leaves_the_other_its_own_number() -> None:
    for production in ("each_at_once", "after_both"):
        game = playing(
            2, variants=("two_players",), settings={"two_players.production": production}
        )
        game.do("settle", "s1")
        assert "enter_faces" in game.open("s1")
        events = game.roll(2, 3)
        assert numbers(game) == [5]
        assert "production" in [p.name for p in game.state.prompts], (production, events)
        assert "end_turn" in game.open("s1")
        game.do("end_turn", "s1")
        game.roll(2, 3)
        game.do("settle", "s2")
        assert "end_turn" in game.open("s2")
        game.restart()


def test_a_number_entered_after_one_was_settled_belongs_to_the_second_production() -> None:
    game = playing(2, variants=("two_players",))
    game.do("settle", "s1")
    game.do("enter_number", number=9)
    assert "end_turn" in game.open("s1")


def test_settling_the_play_ends_the_turn() -> None:
    game = playing()
    game.roll(2, 3)
    game.do("settle", "s1")
    assert game.turn == "s2"
    assert not [p for p in game.state.prompts if p.kind == "tell"]


def test_settling_a_discard_settles_it_for_everybody() -> None:
    game = playing(settings={"base.record_discards": True})
    game.roll(3, 4)
    game.do("settle", "s3")
    assert "move_robber" in game.open("s1")
    game.do("settle", "s1")
    assert "end_turn" in game.open("s1")


def test_a_win_left_unanswered_is_played_on_and_asked_when_it_grows() -> None:
    game = playing()
    game.roll(2, 3)
    game.do("pin_points", whose="s1", vp=10)
    asked = next(p for p in game.state.prompts if p.name == "victory")
    game.do("settle", "s1", prompt=asked.id)
    assert "claim_victory" not in game.open("s1")
    assert "end_turn" in game.open("s1")
    game.do("pin_points", whose="s1", vp=11)
    assert "claim_victory" in game.open("s1")


def test_settling_a_free_road_asks_for_the_next_one_only() -> None:
    game = playing(settings={"base.count_cards": False})
    game.roll(2, 3)
    game.do("play_road_building", "s1")
    game.do("settle", "s1")
    game.do("settle", "s1")
    assert "end_turn" in game.open("s1")


def test_an_insisting_table_settles_for_another_seat() -> None:
    game = playing()
    game.do("settle", "s3", forced=True)
    assert "end_turn" in game.open("s1")
    assert game.state.forced == 1


def test_a_settled_ask_stays_that_ask_when_the_past_is_mended() -> None:
    """A win that was settled must not become the turn's end when the win is taken out."""
    rules = playing().rules
    log = history.start(rules, playing().setup)
    for command in (
        Command("skip_setup", "s1"),
        Command("enter_faces", "s1", FrozenMap({"faces": (2, 3)})),
        Command("pin_points", args=FrozenMap({"whose": "s1", "vp": 10})),
        Command("settle", "s1"),
    ):
        done = history.submit(log, command)
        assert not isinstance(done, Refusal), done
        log = done[0]
    pinned = log.live()[3]
    plan = history.plan_amendment(log, pinned.id, [])
    assert not isinstance(plan, Refusal), plan
    assert [entry.command.action for entry, _ in plan.refused if entry.command] == ["settle"]
    assert plan.state.slices["base"].seat == "s1"


# -- whose turn it is --------------------------------------------------------------------------


def test_the_table_says_whose_turn_it_is_before_its_number() -> None:
    game = playing()
    game.roll(2, 3)
    game.do("set_turn", whose="s3", stage="number", turn=8)
    s = game.ctx.slice(BaseSlice)
    assert (game.turn, s.turn, s.numbers) == ("s3", 8, ())
    assert "enter_faces" in game.open("s3")
    game.roll(2, 3)
    game.do("end_turn", "s3")
    assert (game.turn, game.ctx.slice(BaseSlice).turn) == ("s1", 9)
    game.restart()


def test_the_table_says_whose_turn_it_is_after_its_number() -> None:
    game = playing()
    game.roll(3, 4)
    game.do("set_turn", whose="s2", stage="play")
    assert "end_turn" in game.open("s2")
    assert game.steps() == ["step.play"]
    assert game.ctx.slice(BaseSlice).turn == 1


def test_setting_the_turn_ends_the_set_up() -> None:
    game = Driver(new_setup())
    game.do("set_turn", whose="s2", stage="number")
    assert "enter_faces" in game.open("s2")
    game.restart()


def test_only_who_sits_here_can_have_the_turn() -> None:
    game = playing(2, variants=("two_players",))
    assert game.refused("set_turn", whose="n1", stage="play") == "bad_argument"
    assert game.refused("set_turn", whose="s1", stage="end") == "bad_argument"
    assert isinstance(game.ask("set_turn", whose="n1", stage="play", forced=True), Refusal)


# -- pauses ------------------------------------------------------------------------------------


def paused(game: Driver) -> bool:
    return game.ctx.slice(TableSlice).paused


def test_a_pause_lasts_until_somebody_resumes() -> None:
    game = playing()
    assert game.refused("resume") == "not_now"
    game.do("pause")
    assert paused(game)
    assert game.refused("pause") == "not_now"
    game.do("resume")
    assert not paused(game)


def test_a_move_ends_the_pause_and_a_correction_does_not() -> None:
    game = playing()
    game.do("pause")
    game.do("rename_seat", whose="s1", name="Ada")
    game.do("note", text="pizza")
    assert paused(game)
    events = game.roll(2, 3)
    assert any(isinstance(event, Resumed) for event in events)
    assert not paused(game)
    game.restart()
