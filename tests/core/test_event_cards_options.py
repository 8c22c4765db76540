"""Options of the event cards: numbers only, Cities & Knights, corrections (EV-6, EV-7, EV-8)."""

from __future__ import annotations

import pytest

from companion.core.events import ChanceDrawn
from companion.core.rules.base.book import NumberProduced, RobberMoved
from companion.core.rules.event_cards.book import CardDrawn, EventDiceThrown
from companion.core.rules.event_cards.deck import CONFLICT, EVENTS, ROBBER_ATTACK, TOURNAMENT
from companion.core.rules.event_cards.facts import CARD_SHOWN, DAMAGED_ROADS
from companion.i18n.languages import LANGUAGES
from companion.i18n.translator import Translator
from tests.core.driver import Driver
from tests.core.table import draw, game, happened, knights, next_turn, put, told

DICE_FIRST = {"event_cards.cities_and_knights": True}
TOGETHER = {"event_cards.cities_and_knights": True, "event_cards.event_dice": "together"}


def test_only_the_numbers_count_where_the_table_wants_it() -> None:
    """EV-7: the card still shows its event, and nothing comes of it."""
    g = game("event_cards", settings={"event_cards.numbers_only": True})
    put(g, "s1", "road")
    events = draw(g, "earthquake")
    shown = g.ctx.get(CARD_SHOWN)
    assert shown is not None
    assert shown.event == "earthquake"
    assert happened(events, NumberProduced)[0].event is None
    assert g.ctx.get(DAMAGED_ROADS, seat="s1") == 0
    assert not any(step.startswith("step.event_") for step in g.steps())


def test_the_event_die_is_carried_out_before_the_card() -> None:
    """EV-6, C13: both dice first, then the card."""
    g = game("event_cards", settings=DICE_FIRST)
    assert "draw_card" not in g.open()
    events = g.do("throw_event_dice", g.turn)
    (dice,) = happened(events, EventDiceThrown)
    (throw,) = happened(events, ChanceDrawn)
    assert dice.red == throw.outcome[0]
    assert not dice.entered
    assert any(step.startswith("step.event_die_") for step in g.steps())
    assert happened(g.do("draw_card", g.turn), CardDrawn)


@pytest.mark.parametrize(
    ("face", "step"), [("ship", "step.event_die_ship"), ("blue", "step.event_die_gate")]
)
def test_dice_thrown_at_the_table_are_entered(face: str, step: str) -> None:
    """EV-6."""
    g = game("event_cards", settings=DICE_FIRST)
    events = g.do("enter_event_dice", g.turn, red=4, face=face)
    assert not happened(events, ChanceDrawn)
    assert told(g, step)["red"] == 4
    assert g.refused("enter_event_dice", g.turn, red=4, face=face) == "not_now"


def test_the_dice_come_with_the_card_in_the_newest_edition() -> None:
    """EV-6, C13: together; the event die is told before the card's event."""
    g = game("event_cards", settings=TOGETHER)
    draw(g, "plentiful_year")
    steps = g.steps()
    die = next(i for i, s in enumerate(steps) if s.startswith("step.event_die_"))
    assert die < steps.index("step.event_plentiful_year") < steps.index("step.produce")
    next_turn(g)
    (dice,) = happened(g.do("draw_card", g.turn, red=2, face="green"), EventDiceThrown)
    assert (dice.red, dice.face, dice.entered) == (2, "green", True)


def test_half_entered_dice_are_completed_by_the_app() -> None:
    """EV-6."""
    g = game("event_cards", settings=TOGETHER)
    (dice,) = happened(g.do("draw_card", g.turn, red=2), EventDiceThrown)
    assert (dice.red, dice.entered) == (2, False)


@pytest.mark.parametrize("event", [TOURNAMENT, CONFLICT])
def test_the_strength_of_knights_is_compared_at_the_table(event: str) -> None:
    """EV-4, EV-6: Cities & Knights counts strength, which the book does not hold."""
    g = game("event_cards", settings=TOGETHER)
    knights(g, s1=2)
    draw(g, event)
    assert f"step.event_{event}_all" in g.steps()


@pytest.mark.parametrize(
    ("event", "note"),
    [
        ("epidemic", "no_commodity"),
        ("calm_seas", "no_commodity"),
        ("plentiful_year", "no_commodity"),
        ("good_neighbors", "commodity_too"),
        ("neighborly_assistance", "commodity_too"),
        ("trade_advantage", "no_progress_card"),
    ],
)
def test_commodities_are_spoken_of_only_with_cities_and_knights(event: str, note: str) -> None:
    """EV-4."""
    with_knights, without = game("event_cards", settings=TOGETHER), game("event_cards")
    for g in (with_knights, without):
        draw(g, event)
    assert f"step.event_{note}" in with_knights.steps()
    assert f"step.event_{note}" not in without.steps()


def test_the_pirate_stays_when_the_robber_flees() -> None:
    """EV-8: one piece moves, and it is the robber."""
    g = game("event_cards", "friendly_robber", "harbormaster")
    assert len(happened(draw(g, "robber_flees"), RobberMoved)) == 1


def test_two_cards_are_drawn_for_two_players() -> None:
    """EV-8, TW-2: one after the other, each with its event before the next."""
    g = game("event_cards", "two_players", players=2)
    put(g, g.turn, "road")
    draw(g, "earthquake", "plentiful_year")
    assert "draw_card" in g.open()
    assert "step.event_earthquake" in g.steps()
    assert g.ctx.get(DAMAGED_ROADS, seat=g.turn) == 1
    g.do("draw_card", g.turn)
    assert "step.event_plentiful_year" in g.steps()
    assert "end_turn" in g.open()


def test_a_number_the_table_enters_has_no_event() -> None:
    g = game("event_cards")
    g.do("enter_number", g.turn, number=6)
    assert "step.produce" in g.steps()
    assert g.ctx.get(CARD_SHOWN) is None


def _words(g: Driver, language: str) -> list[str]:
    names = {seat.id: seat.name for seat in g.ctx.seats()}
    translator = Translator(language, names, strict=True)
    return [translator.text(prompt.text) for prompt in g.state.prompts]


@pytest.mark.parametrize("language", list(LANGUAGES))
@pytest.mark.parametrize("rich", [False, True])
@pytest.mark.parametrize("event", [e for e in EVENTS if e != ROBBER_ATTACK])
def test_every_step_has_words(language: str, rich: bool, event: str) -> None:
    """Whether the event does something or nothing, in each language."""
    for settings in ({}, TOGETHER):
        g = game("event_cards", settings=settings)
        if rich:
            knights(g, s1=3, s2=1)
            for seat, count in (("s1", 2), ("s2", 1), ("s3", 1)):
                put(g, seat, "road", count)
                put(g, seat, "settlement", count, harbor="ore")
            g.do("declare_route", "s1", whose="s3", length=5)
        draw(g, event)
        assert all(_words(g, language))
