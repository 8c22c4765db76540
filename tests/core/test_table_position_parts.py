"""What else a position holds: pinned points and holders, and how the event deck stands."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from companion.core import history
from companion.core.foresight import foreseen
from companion.core.frozen import FrozenMap, freeze
from companion.core.model import Command, Refusal
from companion.core.rules.awards import AwardSlice
from companion.core.rules.event_cards.book import CardDrawn
from companion.core.rules.event_cards.deck import DECK, Card
from companion.core.rules.event_cards.facts import CARDS_LEFT, DECK_LEFT
from companion.core.rules.table.book import TableSlice
from companion.core.rules.table.entering import differences, read_position
from companion.core.rules.table.position import Position, position_of
from companion.core.verify import verify_records
from tests.core.driver import Driver
from tests.core.positions import faults, fresh, playing

# -- pins --------------------------------------------------------------------------------------


def test_points_and_holders_may_be_pinned_with_a_reason() -> None:
    game = playing()
    position: dict[str, Any] = {
        "seats": {"s1": {"pieces": {"city": 2}, "points": 7},
                  "s2": {"points": {"vp": 3, "until": "released", "reason": "as agreed"}}},
        "holders": {"largest_army": {"holder": "s2", "until": "released"},
                    "harbormaster": {"holder": None, "reason": "nobody counted"}},
    }  # fmt: skip
    game.do("enter_position", position=position)
    assert [game.points(s) for s in ("s1", "s2")] == [7, 3]
    pins = game.ctx.slice(TableSlice).pins
    assert (pins["s1"].until, pins["s1"].computed, pins["s1"].reason) == ("moved", 4, "")
    assert (pins["s2"].until, pins["s2"].computed) == ("released", 2)
    assert pins["s2"].reason == "as agreed"
    held = game.ctx.slice(AwardSlice).pins
    assert (held["largest_army"].until, held["harbormaster"].until) == ("released", "moved")
    assert held["harbormaster"].reason == "nobody counted"

    data = position_of(game.ctx)
    assert data["seats"]["s1"]["points"] == 7
    assert data["seats"]["s2"]["points"] == position["seats"]["s2"]["points"]
    assert data["holders"]["largest_army"] == position["holders"]["largest_army"]
    assert data["holders"]["longest_trade_route"] is None
    other = fresh()
    other.do("enter_position", position=data)
    assert position_of(other.ctx) == data
    game.restart()


def test_pinned_points_stand_until_the_count_moves() -> None:
    game = playing()
    position = {"seats": {"s1": {"pieces": {"city": 2}, "tracks": {"knights": 3}, "points": 9}}}
    game.do("enter_position", position=position)
    assert game.holder("largest_army") == "s1"
    assert game.points("s1") == 9, "the army that comes with the knights is no later move"
    game.do("add_piece", whose="s1", kind="settlement")
    assert game.points("s1") == 4 + 2 + 1


def test_entering_what_is_so_already_changes_no_pin() -> None:
    game = playing()
    game.do("set_holder", award="largest_army", holder="s3", until="released", reason="by lot")
    game.do("pin_points", whose="s2", vp=5, until="released", reason="counted")
    game.do("enter_position", position=position_of(game.ctx))
    tags = [e.__struct_config__.tag for e in game.events[-4:]]
    assert "awards.released" not in tags
    assert game.ctx.slice(AwardSlice).pins["largest_army"].reason == "by lot"
    assert game.ctx.slice(TableSlice).pins["s2"].reason == "counted"


@pytest.mark.parametrize(
    ("data", "found"),
    [
        ({"seats": {"s1": {"points": 100}}}, {"seats.s1.points": "position.value"}),
        ({"seats": {"s1": {"points": True}}}, {"seats.s1.points": "position.value"}),
        ({"seats": {"s1": {"points": {"vp": 4, "until": "noon", "why": "x"}}}},
         {"seats.s1.points": "position.key.unknown", "seats.s1.points.until": "position.value"}),
        ({"seats": {"s1": {"points": {"reason": 7}}}},
         {"seats.s1.points.reason": "position.value", "seats.s1.points.vp": "position.value"}),
        ({"holders": {"largest_army": {"holder": "Zoe", "until": 3}}},
         {"holders.largest_army.holder": "position.seat.unknown",
          "holders.largest_army.until": "position.value"}),
    ],
)  # fmt: skip
def test_what_is_no_pin_is_told_with_its_place(data: Any, found: dict[str, str]) -> None:
    assert faults(playing(), data) == found


# -- the event cards ---------------------------------------------------------------------------

SEEN = [
    {"number": 6, "event": "epidemic"},
    {"number": 7, "event": "robber_attack", "count": 3},
    {"number": 8, "count": 2},
]


def with_cards(**settings: Any) -> Driver:
    game = fresh(numbers="cards", settings=settings)
    game.begin_play()
    return game


def draw(game: Driver) -> CardDrawn:
    """Draw a card, do what it asks and end the turn."""
    seat = game.turn
    before = len(game.events)
    game.do("draw_card", seat)
    if "move_robber" in game.open(seat):
        game.do("move_robber", seat)
    game.do("end_turn", seat)
    return next(e for e in game.events[before:] if isinstance(e, CardDrawn))


def test_the_cards_that_lie_out_do_not_come_again_in_this_pass() -> None:
    game = with_cards()
    game.do("enter_position", position={"deck": {"seen": SEEN, "unseen": 2}})
    assert position_of(game.ctx)["deck"] == {"seen": SEEN, "unseen": 2}
    assert game.ctx.get(DECK_LEFT) == 31 - 6 - 2
    assert game.ctx.get(CARDS_LEFT, number=7) == 6 - 3
    drawn = [draw(game) for _ in range(31 - 6 - 2)]
    assert [card.position for card in drawn] == list(range(9, 32))
    assert {card.deck_pass for card in drawn} == {1}
    counts = Counter(DECK[card.card] for card in drawn)
    assert counts[Card(6, "epidemic")] == 0
    assert counts[Card(7, "robber_attack")] <= 3
    assert counts[Card(8, "none")] <= 2
    assert position_of(game.ctx)["deck"]["unseen"] == 2
    first = draw(game)
    assert (first.deck_pass, first.position) == (2, 1), "the year ended"
    assert "unseen" not in position_of(game.ctx)["deck"]
    game.restart()


def test_a_deck_that_was_dealt_from_is_shuffled_anew_and_its_card_is_known_no_more() -> None:
    game = with_cards()
    log = history.start(game.rules, game.setup)
    commands = (Command("skip_setup", "s1"), Command("draw_card", "s1"))
    for command in commands:
        answer = history.submit(log, command)
        assert not isinstance(answer, Refusal)
        log = answer[0]
    back = history.undo(log)
    assert not isinstance(back, Refusal)
    assert any(isinstance(e, CardDrawn) for e in foreseen(back))
    position = freeze({"deck": {"seen": SEEN}})
    answer = history.submit(back, Command("enter_position", args=FrozenMap({"position": position})))
    assert not isinstance(answer, Refusal)
    entered = answer[0]
    known = [e for e in foreseen(entered) if isinstance(e, CardDrawn)]
    answer = history.submit(entered, Command("draw_card", "s1"))
    assert not isinstance(answer, Refusal)
    drawn = [e for e in answer[1].events if isinstance(e, CardDrawn)]
    assert all(card in drawn for card in known)
    again = history.undo(answer[0])
    assert not isinstance(again, Refusal)
    assert [e for e in foreseen(again) if isinstance(e, CardDrawn)] == drawn


def test_what_lies_out_already_is_not_shuffled_again() -> None:
    game = with_cards()
    for _ in range(3):
        draw(game)
    data = position_of(game.ctx)
    assert sum(card.get("count", 1) for card in data["deck"]["seen"]) == 3
    before = len(game.events)
    game.do("enter_position", position=data)
    tags = [e.__struct_config__.tag for e in game.events[before:]]
    assert tags == ["table.position_entered"]
    game.do("enter_position", position={"deck": {}})
    assert position_of(game.ctx)["deck"] == {}
    assert draw(game).deck_pass == 2


def test_what_differs_in_the_deck_shows_before_it_is_accepted() -> None:
    game = with_cards()
    position = read_position(game.ctx, freeze({"deck": {"seen": SEEN, "unseen": 4}}))
    assert isinstance(position, Position)
    assert {d.what: (d.before, d.after) for d in differences(game.ctx, position)} == {
        "deck.6.epidemic": (0, 1),
        "deck.7.robber_attack": (0, 3),
        "deck.8.none": (0, 2),
        "deck.unseen": (0, 4),
    }


def test_an_amendment_before_an_entered_deck_keeps_its_order() -> None:
    game = with_cards()
    log = history.start(game.rules, game.setup)
    position = freeze({"deck": {"seen": SEEN}})
    for command in (
        Command("skip_setup", "s1"),
        Command("enter_position", args=FrozenMap({"position": position})),
        Command("draw_card", "s1"),
    ):
        answer = history.submit(log, command)
        assert not isinstance(answer, Refusal)
        log = answer[0]
    count = {"track": "knights", "whose": "s2", "value": 1}
    plan = history.plan_amendment(
        log, log.live()[1].id, [Command("correct_count", args=FrozenMap(count))], "after"
    )
    assert not isinstance(plan, Refusal)
    assert plan.refused == ()
    amended = history.amend(log, plan)
    assert not isinstance(amended, Refusal)
    assert amended.state.slices["event_cards"] == log.state.slices["event_cards"]
    faults = [f for f in verify_records(amended.rules, amended.records) if f.level == "fault"]
    assert faults == []


@pytest.mark.parametrize(
    ("deck", "found"),
    [
        (7, {"deck": "position.value"}),
        ({"sene": []}, {"deck": "position.key.did_you_mean"}),
        ({"seen": 5}, {"deck.seen": "position.value"}),
        ({"seen": [{"number": 13}]}, {"deck.seen.1.number": "position.value"}),
        ({"seen": [{"number": 6.0}]}, {"deck.seen.1.number": "position.value"}),
        ({"seen": [{"number": 6, "event": "epidemik"}]},
         {"deck.seen.1.event": "position.event.did_you_mean"}),
        ({"seen": [{"number": 7}]}, {"deck.seen.1.event": "position.event.unknown"}),
        ({"seen": [{"number": 6, "event": "epidemic", "count": 2}]},
         {"deck.seen.1.count": "position.value"}),
        ({"seen": [{"number": 12, "event": "calm_seas"}] * 2},
         {"deck.seen.2.count": "position.value"}),
        ({"seen": SEEN, "unseen": 26}, {"deck.unseen": "position.value"}),
        ({"seen": [{"number": n, "event": e, "count": c} for (n, e), c in Counter(DECK).items()]},
         {"deck.seen": "position.value"}),
    ],
)  # fmt: skip
def test_what_is_no_deck_is_told_with_its_place(deck: Any, found: dict[str, str]) -> None:
    assert faults(with_cards(), {"deck": deck}) == found


def test_a_game_with_dice_has_no_deck_to_enter() -> None:
    assert faults(playing(), {"deck": {}}) == {"position": "position.key.unknown"}
