"""The eleven events: whom they concern, what they say and change (EV-4, EV-5, EV-8, EV-9)."""

from __future__ import annotations

import pytest

from companion.core.context import Context
from companion.core.module import Contribution, Module
from companion.core.rules.awards import HOLDER
from companion.core.rules.base.book import Discarded, NumberProduced, RobberMoved, SevenCame
from companion.core.rules.base.facts import (
    ROBBER_HOME,
    ROUTE_LENGTH,
    SHIPS_PLAYED,
    TRADE_ROUTE_PLAYED,
    YIELD,
)
from companion.core.rules.event_cards.book import EventCardTaken, RoadsDamaged
from companion.core.rules.event_cards.deck import EVENTS
from companion.core.rules.event_cards.earthquake import SITE_OPEN
from companion.core.rules.event_cards.effects import EVENT_PLAYED, EVENT_VICTIMS, EVENT_WINNERS
from companion.core.rules.event_cards.facts import DAMAGED_ROADS
from tests.core.driver import Driver
from tests.core.random_play import new_setup
from tests.core.table import clear, draw, game, happened, knights, next_turn, put, seats, told


def winners(g: Driver, event: str) -> tuple[str, ...]:
    return g.ctx.get(EVENT_WINNERS, event=event)


def nothing(g: Driver) -> str:
    """Why nothing happens."""
    why = told(g, "step.event_nothing")["why"]
    return str(why.id)


@pytest.mark.parametrize("event", [e for e in EVENTS if e != "robber_attack"])
def test_an_event_is_told_before_its_number(event: str) -> None:
    """EV-3: the event's steps stand before those of production."""
    g = game("event_cards")
    events = draw(g, event)
    assert happened(events, NumberProduced)[0].event == event
    steps = g.steps()
    first = min(i for i, s in enumerate(steps) if s.startswith("step.event_"))
    assert first < steps.index("step.produce")


def test_a_robber_attack_is_a_seven() -> None:
    """EV-4: the hand limit, then the drawer moves the robber; one seven, not two."""
    g = game("event_cards", settings={"base.record_discards": True})
    events = draw(g, "robber_attack")
    assert len(happened(events, SevenCame)) == 1
    assert "move_robber" not in g.open()
    for seat, back in (("s1", 0), ("s2", 4), ("s3", 7)):
        held = {"s1": 7, "s2": 8, "s3": 15}[seat]
        (discarded,) = happened(g.do("discard", seat, held=held), Discarded)
        assert discarded.count == back
    assert "step.produce" not in g.steps()
    (moved,) = happened(g.do("move_robber", "s1", victim="s3"), RobberMoved)
    assert (moved.seat, moved.victim) == ("s1", "s3")


def test_an_epidemic_halves_the_cities_of_this_production_only() -> None:
    """EV-4."""
    g = game("event_cards")
    draw(g, "epidemic")
    assert told(g, "step.produce")["city"] == 1
    assert told(g, "step.produce")["settlement"] == 1
    assert g.ctx.get(YIELD, kind="city") == 2


def test_the_number_after_an_epidemic_pays_cities_in_full() -> None:
    """EV-4: only this turn."""
    g = game("event_cards")
    draw(g, "epidemic", "none")
    next_turn(g)
    g.do("draw_card", g.turn)
    assert told(g, "step.produce")["city"] == 2


def test_an_earthquake_turns_a_road_of_everybody_who_has_one() -> None:
    """EV-4, EV-8: ships are no roads."""
    g = game("event_cards")
    put(g, "s1", "road", 2)
    put(g, "s2", "road")
    put(g, "s3", "ship", 3)
    (damaged,) = happened(draw(g, "earthquake"), RoadsDamaged)
    assert damaged.seats == ("s1", "s2")
    assert [g.ctx.get(DAMAGED_ROADS, seat=s) for s in ("s1", "s2", "s3")] == [1, 1, 0]
    assert seats(told(g, "step.event_earthquake")) == ("s1", "s2")
    for _ in range(3):
        next_turn(g)
        draw(g, "earthquake")
    # A road that is turned already cannot be turned again.
    assert [g.ctx.get(DAMAGED_ROADS, seat=s) for s in ("s1", "s2", "s3")] == [2, 1, 0]


def test_without_a_road_nothing_is_turned() -> None:
    """EV-4."""
    g = game("event_cards")
    assert not happened(draw(g, "earthquake"), RoadsDamaged)
    assert nothing(g) == "event_why.no_road"


def _shaken(**settings: object) -> Driver:
    """A game in which s1, on turn, has one damaged road of two, and a settlement."""
    g = game("event_cards", settings={f"event_cards.{k}": v for k, v in settings.items()})
    put(g, "s1", "road", 2)
    put(g, "s1", "settlement")
    draw(g, "earthquake")
    return g


def test_a_damaged_road_is_repaired_before_another_is_built() -> None:
    """EV-4, C2."""
    g = _shaken()
    assert told(g, "step.damaged_roads_and_site")["n"] == 1
    assert g.refused("build_road", "s1") == "forbidden"
    assert {"build_settlement", "build_city", "repair_road"} <= g.open("s1")
    g.do("repair_road", "s1")
    assert told(g, "step.repair")["seat"].id == "s1"
    assert "repair_road" not in g.open("s1")
    g.do("build_road", "s1")


def test_free_roads_wait_too_and_the_card_is_not_wasted() -> None:
    """EV-4: a free road included."""
    g = _shaken()
    g.do("buy_card", "s1")
    for _ in range(3):
        next_turn(g)
        draw(g, "plentiful_year")
    assert g.refused("play_road_building", "s1") == "forbidden"
    g.do("repair_road", "s1")
    g.do("play_road_building", "s1")
    assert "build_free_link" in g.open("s1")


def test_ships_are_built_beside_a_damaged_road() -> None:
    """EV-8: the ban names roads only."""
    sea = Module("sea", contributions=(Contribution(SHIPS_PLAYED, "set", lambda ctx: True),))
    g = Driver(new_setup(3, numbers="cards"), extra=(sea,))
    g.begin_play()
    clear(g)
    put(g, "s1", "road")
    draw(g, "earthquake")
    assert g.refused("build_road", "s1") == "forbidden"
    g.do("build_ship", "s1")


@pytest.mark.parametrize(
    ("before", "waiting"),
    [
        ("roads", {"build_road"}),
        ("roads_and_site", {"build_road"}),
        ("everything", {"build_road", "build_settlement", "build_city"}),
    ],
)
def test_what_waits_for_the_repair_is_a_setting(before: str, waiting: set[str]) -> None:
    """C2."""
    g = _shaken(repair_before=before)
    builds = {"build_road", "build_settlement", "build_city"}
    assert builds - g.open("s1") == waiting


def test_no_settlement_where_only_the_damaged_road_leads() -> None:
    """EV-4, U10: an intact road beside it is enough; the Polish edition knows no such ban."""
    g = game("event_cards")
    assert not g.ctx.get(SITE_OPEN, reached_by=("damaged_road",))
    assert g.ctx.get(SITE_OPEN, reached_by=("damaged_road", "road"))
    assert not g.ctx.get(SITE_OPEN, reached_by=())
    polish = game("event_cards", edition="pl")
    assert polish.ctx.get(SITE_OPEN, reached_by=("damaged_road",))


def test_a_damaged_road_counts_for_the_trade_route() -> None:
    """EV-4."""
    g = game("event_cards")
    put(g, "s1", "road", 5)
    g.do("declare_route", "s1", whose="s1", length=5)
    draw(g, "earthquake")
    assert g.ctx.get(ROUTE_LENGTH, seat="s1") == 5
    assert g.holder("longest_trade_route") == "s1"


def test_good_neighbors_give_to_the_left() -> None:
    """EV-4: everyone, to the next in turn order."""
    g = game("event_cards", players=4)
    draw(g, "good_neighbors")
    pairs = told(g, "step.event_good_neighbors")["pairs"]
    assert [(p.params["giver"].id, p.params["receiver"].id) for p in pairs] == [
        ("s1", "s2"), ("s2", "s3"), ("s3", "s4"), ("s4", "s1"),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("shown", "gain"),
    [
        ({"s1": 2, "s2": 1}, ("s1",)),
        ({"s1": 2, "s2": 2}, ("s1", "s2")),
        ({}, ()),
    ],
)
def test_a_tournament_is_won_by_all_with_most_knights(
    shown: dict[str, int], gain: tuple[str, ...]
) -> None:
    """EV-4, EV-5, EV-9."""
    g = game("event_cards")
    knights(g, **shown)
    draw(g, "tournament")
    assert winners(g, "tournament") == gain
    if gain:
        assert seats(told(g, "step.event_tournament")) == gain
    else:
        assert nothing(g) == "event_why.no_knight"


def test_most_of_zero_is_everybodys_where_the_table_says_so() -> None:
    """EV-9 is a house rule."""
    g = game("event_cards", settings={"event_cards.zero_is_nobody": False})
    assert winners(g, "tournament") == ("s1", "s2", "s3")
    assert winners(g, "calm_seas") == ("s1", "s2", "s3")
    assert winners(g, "conflict") == ()


def test_trade_advantage_is_the_holders() -> None:
    """EV-4, EV-5: the holder's alone, however long the others' routes are."""
    g = game("event_cards")
    g.do("declare_route", "s1", whose="s2", length=6)
    g.do("declare_route", "s1", whose="s3", length=6)
    draw(g, "trade_advantage")
    assert told(g, "step.event_theft")["seat"].id == "s2"
    assert g.ctx.get(EVENT_VICTIMS, event="trade_advantage") == ("s1", "s3")
    assert "step.produce" in g.steps()
    assert g.refused("record_event_theft", "s1") == "not_your_turn"
    assert g.refused("record_event_theft", "s2", victim="s2") == "bad_argument"
    (taken,) = happened(g.do("record_event_theft", "s2", victim="s1"), EventCardTaken)
    assert (taken.victim, taken.event) == ("s1", "trade_advantage")


def test_a_theft_need_not_be_recorded() -> None:
    g = game("event_cards")
    g.do("declare_route", "s1", whose="s2", length=5)
    draw(g, "trade_advantage")
    next_turn(g)
    assert "step.event_theft" not in g.steps()


@pytest.mark.parametrize(
    ("edition", "roads", "gain"),
    [
        ("default", {"s1": 3}, ()),
        ("en2020", {"s1": 3, "s2": 2}, ("s1",)),
        ("en2020", {"s1": 3, "s2": 3}, ()),
        ("en2020", {}, ()),
    ],
)
def test_trade_advantage_without_a_holder(
    edition: str, roads: dict[str, int], gain: tuple[str, ...]
) -> None:
    """C12."""
    g = game("event_cards", edition=edition)
    for seat, count in roads.items():
        put(g, seat, "road", count)
    draw(g, "trade_advantage")
    assert winners(g, "trade_advantage") == gain
    if not gain:
        why = "roads_tied" if edition == "en2020" else "no_route"
        assert nothing(g) == f"event_why.{why}"


def test_calm_seas_counts_buildings_not_points() -> None:
    """EV-4: a city is one building; inland ones do not count."""
    g = game("event_cards")
    put(g, "s1", "city", harbor="generic")
    put(g, "s1", "settlement", 4)
    put(g, "s2", "settlement", 2, harbor="ore")
    put(g, "s3", "settlement", harbor="none")
    draw(g, "calm_seas")
    assert seats(told(g, "step.event_calm_seas")) == ("s2",)
    put(g, "s1", "settlement", harbor="wool")
    assert winners(g, "calm_seas") == ("s1", "s2")


def test_without_a_harbor_building_the_seas_bring_nothing() -> None:
    """EV-9."""
    g = game("event_cards")
    draw(g, "calm_seas")
    assert nothing(g) == "event_why.no_harbor"


def test_the_robber_flees_without_any_effect() -> None:
    """EV-4: nobody loses a card, nobody chooses."""
    g = game("event_cards")
    (moved,) = happened(draw(g, "robber_flees"), RobberMoved)
    assert (moved.to, moved.victim) == ("home", None)
    assert "move_robber" not in g.open()
    assert told(g, "step.event_robber_flees")["home"].id == "desert"


def test_those_with_most_points_help_those_with_fewer() -> None:
    """EV-4, EV-5: only what everybody sees counts."""
    g = game("event_cards")
    put(g, "s1", "settlement", 2)
    put(g, "s2", "city")
    put(g, "s3", "settlement")
    draw(g, "neighborly_assistance")
    step = told(g, "step.event_assistance")
    assert seats(step, "givers") == ("s1", "s2")
    assert seats(step, "receivers") == ("s3",)


def test_nobody_helps_where_all_are_level() -> None:
    """EV-4."""
    g = game("event_cards")
    draw(g, "neighborly_assistance")
    assert nothing(g) == "event_why.all_level"


@pytest.mark.parametrize(
    ("shown", "gain", "why"),
    [
        ({"s1": 3, "s2": 2}, ("s1",), ""),
        ({"s1": 2, "s2": 1}, ("s1",), ""),
        ({"s1": 2, "s2": 2}, (), "knights_tied"),
        ({}, (), "no_knight"),
    ],
)
def test_conflict_is_the_armys_or_the_sole_most_knights(
    shown: dict[str, int], gain: tuple[str, ...], why: str
) -> None:
    """EV-4, EV-5: with a tie and no holder nobody takes a card."""
    g = game("event_cards")
    knights(g, **shown)
    draw(g, "conflict")
    assert winners(g, "conflict") == gain
    if gain:
        assert told(g, "step.event_theft")["seat"].id == gain[0]
    else:
        assert nothing(g) == f"event_why.{why}"


def test_the_holder_of_the_army_takes_although_another_has_as_many_knights() -> None:
    """EV-5: the card goes to the holder."""
    g = game("event_cards")
    knights(g, s1=3)
    draw(g, "plentiful_year")
    assert g.holder("largest_army") == "s1"
    knights(g, s1=3, s2=3)
    assert winners(g, "conflict") == ("s1",)


def test_in_a_plentiful_year_everybody_takes_one() -> None:
    """EV-4."""
    g = game("event_cards")
    draw(g, "plentiful_year")
    assert seats(told(g, "step.event_plentiful_year")) == ("s1", "s2", "s3")


def _without(*parts: Contribution) -> Driver:
    g = Driver(new_setup(3, numbers="cards"), extra=(Module("poorer", contributions=parts),))
    g.begin_play()
    return g


def test_an_event_of_what_this_game_lacks_does_nothing() -> None:
    """CO-5: the number counts all the same."""
    g = _without(Contribution(TRADE_ROUTE_PLAYED, "set", lambda ctx: False))
    draw(g, "trade_advantage")
    assert nothing(g) == "event_why.not_in_this_game"
    assert "step.produce" in g.steps()


def test_where_there_is_no_robber_none_flees() -> None:
    """CO-5, CO-1."""

    def nowhere(ctx: Context, value: object) -> None:
        return None

    g = _without(Contribution(ROBBER_HOME, "replace", nowhere))
    assert not happened(draw(g, "robber_flees"), RobberMoved)
    assert nothing(g) == "event_why.not_in_this_game"
    assert not g.ctx.get(EVENT_PLAYED, event="robber_flees")


def test_with_two_players_a_neutral_route_gives_nobody_an_advantage() -> None:
    """EV-4, TW-3: the holder is nobody who could take a card."""
    g = game("event_cards", "two_players", players=2)
    neutral = next(s.id for s in g.ctx.seats() if s.kind == "neutral")
    g.do("declare_route", "s1", whose=neutral, length=5)
    assert g.ctx.get(HOLDER, award="longest_trade_route") == neutral
    draw(g, "trade_advantage")
    assert nothing(g) == "event_why.neutral_route"
