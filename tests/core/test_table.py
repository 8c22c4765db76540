"""The table is right: counts, pieces, awards and points set by word, and what is refused."""

from __future__ import annotations

from typing import Any

import pytest

from companion.core import history
from companion.core.context import Context
from companion.core.events import ActionForced
from companion.core.frozen import FrozenMap
from companion.core.insisting import NEVER_FORCED, may_insist
from companion.core.model import Command, Refusal
from companion.core.rules.awards import AwardSlice
from companion.core.rules.base.facts import points_of
from companion.core.rules.pieces import PieceSlice, pieces_of
from companion.core.rules.table.book import TableSlice
from companion.i18n.text import Text
from tests.core.driver import Driver
from tests.core.random_play import new_setup


def playing(**more: Any) -> Driver:
    game = Driver(new_setup(more.pop("players", 3), **more))
    game.begin_play()
    return game


def count(game: Driver, track: str, seat: str) -> int:
    return game.rules.tracks[track].read(game.ctx, seat)


# -- counts ------------------------------------------------------------------------------------


def test_a_count_is_set_in_the_module_that_keeps_it() -> None:
    game = playing(players=2, variants=("two_players",))
    game.do("correct_count", track="knights", whose="s2", value=2)
    game.do("correct_count", track="trade_tokens", whose="s1", value=9)
    assert (count(game, "knights", "s2"), count(game, "trade_tokens", "s1")) == (2, 9)
    game.restart()


def test_awards_follow_a_count_that_was_set() -> None:
    game = playing()
    game.do("correct_count", track="knights", whose="s2", value=3)
    assert game.holder("largest_army") == "s2"
    game.do("correct_count", track="knights", whose="s2", value=2)
    assert game.holder("largest_army") is None


@pytest.mark.parametrize(
    ("args", "code"),
    [
        ({"track": "knights", "whose": "s1", "value": 15}, "bad_count"),
        ({"track": "roads", "whose": "s1", "value": 3}, "bad_argument"),
        ({"track": "knights", "whose": "s9", "value": 3}, "bad_argument"),
        ({"track": "knights", "whose": "s1"}, "missing_argument"),
        ({"track": "knights", "whose": "s1", "value": -1}, "bad_argument"),
    ],
)
def test_a_count_that_cannot_be_is_refused(args: dict[str, Any], code: str) -> None:
    assert playing().refused("correct_count", **args) == code


def test_no_more_roads_are_damaged_than_there_are() -> None:
    game = playing(numbers="cards")
    assert game.refused("correct_count", track="damaged_roads", whose="s1", value=3) == "bad_count"
    game.do("correct_count", track="damaged_roads", whose="s1", value=2)
    assert count(game, "damaged_roads", "s1") == 2
    game.do("correct_count", track="damaged_roads", whose="s1", value=3, forced=True)
    assert game.state.forced == 1


def test_a_neutral_color_has_only_its_own_counts() -> None:
    game = playing(players=2, variants=("two_players",))
    game.do("correct_count", track="route", whose="n1", value=6)
    assert game.holder("longest_trade_route") == "n1"
    assert game.refused("correct_count", track="knights", whose="n1", value=1) == "no_such_count"


# -- pieces ------------------------------------------------------------------------------------


def test_pieces_come_and_go_and_their_spots_are_set() -> None:
    game = playing(variants=("harbormaster",))
    game.do("add_piece", whose="s1", kind="city", traits={"harbor": "ore"})
    (city,) = pieces_of(game.ctx, "s1", "city")
    assert city.traits == {"harbor": "ore"}
    assert count(game, "harbor_points", "s1") == 2
    game.do("tick_traits", piece=city.id, traits={"harbor": "none"})
    assert count(game, "harbor_points", "s1") == 0
    game.do("remove_piece", piece=city.id)
    assert not pieces_of(game.ctx, "s1", "city")
    assert game.refused("remove_piece", piece=city.id) == "bad_argument"
    game.restart()


def test_a_piece_the_supply_does_not_hold_can_be_insisted_on() -> None:
    game = playing()
    for _ in range(4):
        game.do("add_piece", whose="s1", kind="city")
    assert game.refused("add_piece", whose="s1", kind="city") == "no_piece"
    game.do("add_piece", whose="s1", kind="city", forced=True)
    assert (len(pieces_of(game.ctx, "s1", "city")), game.state.forced) == (5, 1)


def test_a_spot_that_a_piece_cannot_have_is_refused() -> None:
    game = playing(variants=("harbormaster",))
    wrong: dict[str, Any] = {"whose": "s1", "kind": "road", "traits": {"harbor": "ore"}}
    assert game.refused("add_piece", **wrong) == "wrong_spot"
    assert game.refused("add_piece", whose="s1", kind="city", traits={"harbour": 1}) == (
        "unknown_trait"
    )
    assert game.refused("add_piece", whose="s1", kind="cities") == "bad_argument"


def test_a_correction_in_the_game_for_two_brings_no_tokens_and_no_neutral_road() -> None:
    game = playing(players=2, variants=("two_players",))
    game.do("add_piece", whose="s1", kind="settlement", traits={"coast": True})
    assert count(game, "trade_tokens", "s1") == 5
    assert "skip_neutral" not in game.open()


# -- awards by word ----------------------------------------------------------------------------


def test_a_card_stays_by_word_until_the_rules_would_move_it() -> None:
    game = playing()
    game.do("set_holder", award="largest_army", holder="s3", reason="agreed before")
    assert game.holder("largest_army") == "s3"
    game.do("correct_count", track="knights", whose="s1", value=2)
    assert game.holder("largest_army") == "s3"
    game.do("correct_count", track="knights", whose="s1", value=3)
    assert game.holder("largest_army") == "s1"
    assert not game.ctx.slice(AwardSlice).pins
    game.restart()


def test_a_card_stays_by_word_until_it_is_released() -> None:
    game = playing()
    game.do("correct_count", track="knights", whose="s1", value=3)
    game.do("set_holder", award="largest_army", until="released")
    assert game.holder("largest_army") is None
    game.do("correct_count", track="knights", whose="s2", value=5)
    assert game.holder("largest_army") is None
    game.do("release_holder", award="largest_army")
    assert game.holder("largest_army") == "s2"
    assert game.refused("release_holder", award="largest_army") == "not_now"


def test_a_tie_by_word_keeps() -> None:
    game = playing()
    game.do("correct_count", track="knights", whose="s1", value=3)
    game.do("correct_count", track="knights", whose="s2", value=3)
    assert game.holder("largest_army") == "s1"
    game.do("set_holder", award="largest_army", holder="s2")
    assert game.holder("largest_army") == "s2"
    game.roll(2, 3)
    assert game.holder("largest_army") == "s2"


# -- points by word ----------------------------------------------------------------------------


def test_pinned_points_are_the_total_with_their_reason() -> None:
    game = playing()
    assert game.points("s1") == 2
    game.do("pin_points", whose="s1", vp=7, until="released", reason="counted at the table")
    assert game.points("s1") == 7
    assert [p.reason.id for p in points_of(game.ctx, "s1")].count("points.pinned") == 1
    game.do("add_piece", whose="s1", kind="settlement")
    assert game.points("s1") == 7
    game.do("release_points", whose="s1")
    assert game.points("s1") == 3
    game.restart()


def test_points_pinned_until_they_move_go_by_themselves() -> None:
    game = playing()
    game.do("pin_points", whose="s1", vp=7)
    game.do("add_piece", whose="s2", kind="settlement")
    assert game.points("s1") == 7
    game.do("add_piece", whose="s1", kind="settlement")
    assert game.points("s1") == 3
    assert not game.ctx.slice(TableSlice).pins
    game.restart()


def test_a_pin_can_win() -> None:
    game = playing()
    game.roll(2, 3)
    game.do("pin_points", whose="s1", vp=10)
    assert "claim_victory" in game.open("s1")


def test_undo_takes_a_pin_and_its_release_back() -> None:
    game = playing()
    log = history.start(game.rules, game.setup)
    for command in (
        Command("skip_setup", "s1"),
        Command("pin_points", args=_args(whose="s1", vp=9)),
        Command("add_piece", args=_args(whose="s1", kind="city")),
    ):
        done = history.submit(log, command)
        assert not isinstance(done, Refusal), done
        log = done[0]
    assert _pins(log) == 0
    back = history.undo(log)
    assert isinstance(back, history.Log)
    assert _pins(back) == 1
    forward = history.redo(back)
    assert isinstance(forward, history.Log)
    assert forward.state == log.state


def _args(**args: Any) -> FrozenMap[str, Any]:
    return FrozenMap(args)


def _pins(log: history.Log) -> int:
    return len(Context(log.rules, log.state).slice(TableSlice).pins)


# -- house rules -------------------------------------------------------------------------------


def test_a_house_rule_changes_in_mid_game_and_goes_back() -> None:
    game = playing()
    game.do("change_setting", setting="base.target", value=12)
    assert game.ctx.setting("base.target") == 12
    assert game.rules.explain_setting(game.state, "base.target").layer == "house"
    game.do("change_setting", setting="base.target")
    assert game.ctx.setting("base.target") == 10
    game.restart()


@pytest.mark.parametrize(
    ("name", "value", "code"),
    [
        ("base.target", 99, "bad_setting"),
        ("base.target", True, "bad_setting"),
        ("base.target", "ten", "bad_setting"),
        ("base.goal", 10, "bad_argument"),
    ],
)
def test_a_house_rule_that_cannot_be_is_refused_even_when_insisted_on(
    name: str, value: Any, code: str
) -> None:
    game = playing()
    assert game.refused("change_setting", setting=name, value=value) == code
    answer = game.ask("change_setting", setting=name, value=value, forced=True)
    assert isinstance(answer, Refusal)


def test_another_edition_decides_where_no_house_rule_does() -> None:
    game = playing(numbers="cards", settings={"event_cards.trade_advantage": "holder"})
    game.do("change_edition", edition="en2020")
    assert game.ctx.setting("event_cards.trade_advantage") == "holder"
    other = playing(numbers="cards")
    other.do("change_edition", edition="en2020")
    assert other.ctx.setting("event_cards.trade_advantage") == "most_roads"
    assert other.refused("change_edition", edition="cz") == "bad_argument"
    other.restart()


def test_a_correction_takes_no_tell_away() -> None:
    game = playing()
    game.roll(2, 3)
    told = game.steps()
    game.do("note", "s1", text="the robber stood on 5")
    assert game.steps() == told
    assert game.ctx.slice(TableSlice).notes[0].text == "the robber stood on 5"
    assert game.refused("note", text="  ") == "bad_argument"
    assert len(game.ctx.slice(PieceSlice).pieces) == 12


# -- insisting ---------------------------------------------------------------------------------


def test_what_is_insisted_on_is_marked_whoever_refused_it() -> None:
    """By the list of actions, or only by the rule that knows the arguments: both count."""
    game = playing(variants=("friendly_robber",))
    game.do("buy_card", "s2", forced=True)
    game.do("rename_seat", whose="s2", name="Player 1", forced=True)
    forced = [e for e in game.events if isinstance(e, ActionForced)]
    assert [(e.action, e.code) for e in forced] == [
        ("buy_card", "not_now"),
        ("rename_seat", "name_taken"),
    ]
    game.do("rename_seat", whose="s2", name="Ben", forced=True)
    assert game.state.forced == 2, "what needed no insisting is not marked"
    game.restart()


@pytest.mark.parametrize(
    ("action", "seat", "args", "code"),
    [
        ("play_monopoly", "s1", {}, "missing_argument"),
        ("play_monopoly", "s1", {"resource": "gold"}, "impossible_argument"),
        ("play_monopoly", "s1", {"resource": 3}, "bad_argument_type"),
        ("play_monopoly", "s1", {"kind": "ore"}, "unknown_argument"),
        ("play_monopoly", None, {"resource": "ore"}, "missing_seat"),
        ("play_monopoly", "s9", {"resource": "ore"}, "unknown_seat"),
        ("enter_faces", "s2", {"faces": (0, 7)}, "impossible_argument"),
        ("build_settlement", "s2", {"traits": {"volcano": True}}, "unknown_trait"),
        ("reveal_points", "s2", {"count": 10**30}, "impossible_argument"),
        ("move_robber", "s2", {"victim": "s9"}, "impossible_argument"),
    ],
)
def test_what_has_no_meaning_cannot_be_insisted_on(
    action: str, seat: str | None, args: dict[str, Any], code: str
) -> None:
    game = playing()
    answer = game.ask(action, seat, forced=True, **args)
    assert isinstance(answer, Refusal)
    assert answer.code == code
    assert code in NEVER_FORCED
    assert not may_insist(answer)


@pytest.mark.parametrize(
    ("code", "insists"),
    [("not_your_turn", True), ("no_piece", True), ("forbidden", True), ("stale", False),
     ("unknown_seat", False), ("other_game", False), ("bad_command", False),
     ("journal.disk_full", False)],
)  # fmt: skip
def test_a_table_insists_against_the_rules_and_against_nothing_else(
    code: str, insists: bool
) -> None:
    assert may_insist(Refusal(code, Text("refused.not_now"))) is insists
