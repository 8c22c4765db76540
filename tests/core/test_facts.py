"""Facts that ask what would be: each answers a rule without playing up to it."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from companion.core.context import FLOW_STAGES
from companion.core.frozen import FrozenMap
from companion.core.rules.awards import HOLDER_BY
from companion.core.rules.base.bank import COST, PAYOUT
from companion.core.rules.base.facts import (
    DISCARD,
    LEFT_NEIGHBOR,
    OPEN_HEXES,
    PIECES_LEFT,
    ROUTE_OF,
    START_INCOME,
    VICTIMS,
    YIELD,
)
from companion.core.rules.event_cards import deck
from companion.core.rules.event_cards.earthquake import SITE_OPEN
from companion.core.rules.event_cards.effects import EVENT_PLAYED, EVENT_STEPS, EVENT_WINNERS
from companion.core.rules.event_cards.facts import (
    CARDS_LEFT,
    CHANCE_ABSENT,
    CHANCE_NEXT,
    DECK_CONTENT,
    DRAW_PLACE,
    Chance,
    DrawPlace,
)
from companion.core.rules.event_cards.happen import EVENT_YIELD
from companion.core.rules.friendly_robber import CLOSED_SEATS
from companion.core.rules.two_players.tokens import (
    FORCED_TRADE,
    SPOT_TOKENS,
    TOKEN_PRICE,
    Trade,
)
from tests.core.driver import Driver
from tests.core.for_two import in_play
from tests.core.table import game, next_turn, put

ROUTE = "longest_trade_route"


def holder(g: Driver, award: str, before: str | None, **counts: int) -> str | None:
    """Who holds the award then."""
    return g.ctx.get(HOLDER_BY, award=award, holder=before, counts=FrozenMap(counts))


@pytest.mark.parametrize(
    ("before", "counts", "after"),
    [
        ("s1", {"s1": 4, "s2": 5, "s3": 3}, "s2"),
        ("s1", {"s1": 4, "s2": 4}, None),
        ("s1", {"s1": 4, "s2": 5, "s3": 5}, None),
        ("s1", {"s1": 5, "s2": 5, "s3": 4}, "s1"),
        ("s1", {"s1": 6, "s2": 7, "s3": 7}, None),
        ("s1", {"s1": 5, "s2": 6}, "s2"),
        (None, {"s1": 5, "s2": 5}, None),
        (None, {"s1": 4}, None),
        (None, {"s1": 5, "s2": 4}, "s1"),
        (None, {}, None),
    ],
)
def test_bg_6_longest_trade_route(
    before: str | None, counts: dict[str, int], after: str | None
) -> None:
    assert holder(game(), ROUTE, before, **counts) == after


@pytest.mark.parametrize(
    ("before", "counts", "after"),
    [
        (None, {"s1": 2}, None),
        (None, {"s1": 3, "s2": 3}, None),
        ("s1", {"s1": 3, "s2": 3}, "s1"),
        ("s1", {"s1": 3, "s2": 4}, "s2"),
    ],
)
def test_bg_7_largest_army(before: str | None, counts: dict[str, int], after: str | None) -> None:
    assert holder(game(), "largest_army", before, **counts) == after


@pytest.mark.parametrize(
    ("judged", "before", "counts", "after"),
    [
        (True, "s1", {"s1": 3, "s2": 4}, "s2"),
        (True, "s1", {"s1": 3, "s2": 3}, "s1"),
        (True, "s1", {"s1": 2, "s2": 2}, None),
        (True, "s1", {"s1": 2, "s2": 3, "s3": 3}, None),
        (True, "s1", {"s1": 2, "s2": 3}, "s2"),
        (False, "s1", {"s1": 2, "s2": 2}, "s1"),
        (False, "s1", {"s1": 2, "s2": 3}, "s2"),
        (False, "s1", {"s1": 2, "s2": 3, "s3": 3}, "s1"),
    ],
)
def test_hm_3_and_hm_6_harbormaster(
    judged: bool, before: str, counts: dict[str, int], after: str | None
) -> None:
    g = game("harbormaster", settings={"harbormaster.judge_losses": judged})
    assert holder(g, "harbormaster", before, **counts) == after


@pytest.mark.parametrize(("held", "back"), [(0, 0), (7, 0), (8, 4), (9, 4), (15, 7), (16, 8)])
def test_bg_3_half_of_more_than_seven_rounded_down(held: int, back: int) -> None:
    assert game().ctx.get(DISCARD, seat="s1", held=held) == back


@pytest.mark.parametrize(
    ("bank", "claims", "paid"),
    [
        (2, {"s1": 1, "s2": 2}, {"s1": 0, "s2": 0}),
        (2, {"s1": 3}, {"s1": 2}),
        (2, {"s1": 0, "s2": 3}, {"s1": 0, "s2": 2}),
        (3, {"s1": 1, "s2": 2}, {"s1": 1, "s2": 2}),
        (0, {"s1": 1}, {"s1": 0}),
        (0, {}, {}),
    ],
)
def test_bg_2_the_bank_pays_everybody_or_nobody_or_a_single_one_the_rest(
    bank: int, claims: dict[str, int], paid: dict[str, int]
) -> None:
    assert game().ctx.get(PAYOUT, bank=bank, claims=FrozenMap(claims)) == paid


def test_bg_4_costs_and_supply() -> None:
    g = game("event_cards")
    costs = {kind: g.ctx.get(COST, kind=kind) for kind in ("road", "city", "repair")}
    assert costs["road"] == costs["repair"] == {"brick": 1, "lumber": 1}
    assert costs["city"] == {"ore": 3, "grain": 2}
    put(g, "s1", "settlement", 2)
    assert g.ctx.get(PIECES_LEFT, seat="s1", kind="settlement") == 3
    with pytest.raises(LookupError):
        game().ctx.get(COST, kind="repair")


def test_bg_1_the_second_round_brings_start_resources() -> None:
    assert game().ctx.get(START_INCOME) == 2


def test_bg_13_a_route_from_its_links() -> None:
    links = (("a", "b"), ("b", "c", "bridge"), ("c", "d", "ship"), ("d", "e", "ship"))
    look = game().ctx.get
    assert look(ROUTE_OF, links=links, own=("c",), foreign=()) == 4
    assert look(ROUTE_OF, links=links, own=(), foreign=("d",)) == 2


def test_ev_4_the_left_neighbor_is_the_next_player_still_there() -> None:
    g = game(players=4)
    assert g.ctx.get(LEFT_NEIGHBOR, seat="s4") == "s1"
    g.do("seat_leaves", whose="s2")
    assert g.ctx.get(LEFT_NEIGHBOR, seat="s1") == "s3"


def test_ev_4_neutral_colors_have_no_neighbors() -> None:
    g = in_play()
    assert [g.ctx.get(LEFT_NEIGHBOR, seat=s) for s in ("s1", "s2")] == ["s2", "s1"]
    with pytest.raises(LookupError):
        g.ctx.get(LEFT_NEIGHBOR, seat="n1")


# -- friendly robber ----------------------------------------------------------------------------


def hexes(g: Driver, robber_at: str, **beside: tuple[str, ...]) -> tuple[str, ...]:
    """Which of the hexes are open to the robber."""
    return g.ctx.get(OPEN_HEXES, hexes=FrozenMap(beside), robber_at=robber_at)


def friendly(*variants: str, vp: dict[str, int], **settings: Any) -> Driver:
    """A game in which the seats have so many settlements."""
    g = game("friendly_robber", *variants, settings=settings, players=len(vp))
    for seat, count in vp.items():
        put(g, seat, "settlement", count)
    return g


def test_bg_3_every_hex_but_its_own_is_open_to_the_robber() -> None:
    assert hexes(game(), "forest", forest=("s1",), hills=("s2",), sea=()) == ("hills", "sea")


def test_fr_1_a_hex_is_closed_for_one_of_its_buildings() -> None:
    g = friendly(vp={"s1": 2, "s2": 2, "s3": 5})
    assert hexes(g, "forest", mountain=("s2",), field=("s1", "s3"), forest=("s3",)) == ()
    assert hexes(g, "desert", mountain=("s2",), field=("s3",), empty=()) == ("field", "empty")


def test_u3_the_mover_s_own_hexes_are_a_setting() -> None:
    vp = {"s1": 2, "s2": 2, "s3": 5}
    assert friendly(vp=vp).ctx.get(CLOSED_SEATS) == ("s1", "s2")
    g = friendly(vp=vp, **{"friendly_robber.own_hexes": False})
    assert g.turn == "s1"
    assert g.ctx.get(CLOSED_SEATS) == ("s2",)
    assert hexes(g, "desert", own=("s1",), other=("s2",)) == ("own",)


def test_u3_neutral_colors_close_no_hex_unless_the_table_says_so() -> None:
    for on, closed in ((False, ()), (True, ("n1", "n2"))):
        settings = {"friendly_robber.neutral_hexes": on}
        g = friendly("two_players", vp={"s1": 3, "s2": 3}, **settings)
        assert g.ctx.get(CLOSED_SEATS) == closed
        assert g.ctx.get(VICTIMS, seat="s1") == ("s2",)


# -- event cards --------------------------------------------------------------------------------


def test_ev_1_the_deck_has_36_numbers_and_the_year_end() -> None:
    content = game("event_cards").ctx.get(DECK_CONTENT)
    assert (content.total, content.year_end) == (37, 1)
    assert sum(c.count for c in content.cards) == 36
    assert sum(c.count for c in content.cards if c.event != deck.NONE) == 20


@pytest.mark.parametrize(
    ("size", "draw", "place"),
    [(31, 1, (1, 1)), (31, 31, (1, 31)), (31, 32, (2, 1)), (31, 63, (3, 1)), (36, 32, (1, 32)),
     (36, 37, (2, 1))],
)  # fmt: skip
def test_ev_2_where_a_draw_falls(size: int, draw: int, place: tuple[int, int]) -> None:
    g = game("event_cards", settings={"event_cards.pass": size})
    assert g.ctx.get(DRAW_PLACE, draw=draw) == DrawPlace(*place)


def test_ev_2_a_card_stays_out_of_a_pass_with_5_in_36() -> None:
    look = game("event_cards").ctx.get
    assert look(CHANCE_ABSENT, copies=1) == Chance(5, 36)
    assert look(CHANCE_ABSENT, copies=2) == Chance(1, 63)
    assert look(CHANCE_ABSENT, copies=6) == Chance(0, 1)
    everything = game("event_cards", settings={"event_cards.pass": 36}).ctx.get
    assert everything(CHANCE_ABSENT, copies=1) == Chance(0, 1)


def test_ev_2_the_chance_of_the_next_card_is_that_of_the_cards_nobody_has_seen() -> None:
    g = game("event_cards")
    for drawn in range(32):
        seen = {n: g.ctx.get(CHANCE_NEXT, number=n) for n in range(2, 13)}
        assert sum(Fraction(c.num, c.den) for c in seen.values()) == 1
        left = g.ctx.get(CARDS_LEFT, number=8)
        hidden = 36 - drawn
        if drawn < 31:
            assert seen[8] == Chance(*Fraction(left, hidden).as_integer_ratio())
        else:
            assert seen[8] == Chance(5, 36)
        if drawn:
            next_turn(g)
        g.do("draw_card", g.turn)
        if "move_robber" in g.open():
            g.do("move_robber", g.turn)


def test_ev_4_under_an_epidemic_a_city_yields_one() -> None:
    look = game("event_cards").ctx.get
    assert look(EVENT_YIELD, event=deck.EPIDEMIC, kind="city") == 1
    assert look(EVENT_YIELD, event=deck.EPIDEMIC, kind="settlement") == 1
    assert look(EVENT_YIELD, event=deck.EARTHQUAKE, kind="city") == 2
    assert look(YIELD, kind="city") == 2


@pytest.mark.parametrize(
    ("before", "intact", "reached_by", "opened"),
    [
        ("roads_and_site", True, ("damaged_road",), False),
        ("roads_and_site", True, ("damaged_road", "road"), True),
        ("roads_and_site", True, ("damaged_road", "ship"), True),
        ("roads_and_site", True, ("road",), True),
        ("roads_and_site", True, (), False),
        ("roads_and_site", False, ("damaged_road", "road"), False),
        ("roads_and_site", False, ("road",), True),
        ("roads", False, ("damaged_road",), True),
        ("everything", True, ("damaged_road", "road"), False),
        ("everything", True, ("road",), True),
    ],
)
def test_c2_and_u10_a_settlement_at_a_damaged_road(
    before: str, intact: bool, reached_by: tuple[str, ...], opened: bool
) -> None:
    settings = {"event_cards.repair_before": before, "event_cards.intact_beside": intact}
    g = game("event_cards", settings=settings)
    assert g.ctx.get(SITE_OPEN, reached_by=reached_by) is opened


def test_ev_7_with_numbers_only_no_event_is_played() -> None:
    g = game("event_cards", settings={"event_cards.numbers_only": True})
    played = [event for event in deck.EVENTS if g.ctx.get(EVENT_PLAYED, event=event)]
    assert played == [deck.ROBBER_ATTACK]
    assert g.ctx.get(EVENT_WINNERS, event=deck.PLENTIFUL_YEAR) == ()
    (said,) = g.ctx.get(EVENT_STEPS, event=deck.PLENTIFUL_YEAR)
    assert said.id == "step.event_nothing"


def test_ev_3_and_ev_4_the_order_of_a_card_and_of_a_robber_attack() -> None:
    g = game("event_cards", "friendly_robber")
    turn = g.ctx.get(FLOW_STAGES, flow="turn")
    assert turn.index("event.card") < turn.index("turn.production") < turn.index("turn.play")
    seven = g.ctx.get(FLOW_STAGES, flow="seven")
    assert seven == ("seven.discard", "robber.friendly", "robber.move")
    with pytest.raises(LookupError):
        g.ctx.get(FLOW_STAGES, flow="sevn")


@pytest.mark.parametrize(
    ("edition", "stages"),
    [
        ("default", ["number", "production", "number", "production"]),
        ("cs", ["number", "number", "production", "production"]),
    ],
)
def test_tw_2_and_c17_when_two_numbers_produce(edition: str, stages: list[str]) -> None:
    found = in_play(edition=edition).ctx.get(FLOW_STAGES, flow="turn")
    assert [stage.removeprefix("turn.") for stage in found[1:-2]] == stages


# -- two players --------------------------------------------------------------------------------


def test_tw_4_prices_and_cards() -> None:
    look = in_play().ctx.get
    prices = [look(TOKEN_PRICE, own=own, opponent=6) for own in (5, 6, 7)]
    assert prices == [1, 1, 2]
    trades = [look(FORCED_TRADE, held=held) for held in (0, 1, 2, 9)]
    assert trades == [Trade(False, 0, 0), Trade(True, 1, 2), Trade(True, 2, 2), Trade(True, 2, 2)]


def test_tw_6_tokens_by_the_spot() -> None:
    look = in_play().ctx.get
    spots = [
        look(SPOT_TOKENS, traits=FrozenMap(desert=desert, coast=coast))
        for desert in (False, True)
        for coast in (False, True)
    ]
    assert spots == [0, 1, 2, 3]
