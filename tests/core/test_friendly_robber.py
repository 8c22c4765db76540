"""Friendly robber (FR-1 to FR-6)."""

from __future__ import annotations

import pytest

from companion.core.context import Context
from companion.core.events import PromptOpened
from companion.core.model import Refusal
from companion.core.module import Contribution, Module
from companion.core.rules.base.book import Discarded, RobberMoved
from companion.core.rules.base.facts import ROBBER_GOALS, ROBBER_HOME, VICTIMS
from companion.core.rules.friendly_robber import CLOSED_SEATS, HOME_VICTIMS
from companion.i18n.languages import LANGUAGES
from companion.i18n.translator import Translator
from tests.core.driver import Driver
from tests.core.random_play import new_setup
from tests.core.table import clear, draw, game, happened, put, seats, told


def table(*variants: str, **more: object) -> Driver:
    """s1 on turn with 3 points, s2 with 5, s3 with 2."""
    g = game("friendly_robber", *variants, **more)  # type: ignore[arg-type]
    for seat, settlements in (("s1", 3), ("s2", 5), ("s3", 2)):
        put(g, seat, "settlement", settlements)
    return g


def test_a_player_with_two_points_is_left_alone() -> None:
    """FR-1: not robbed, and no hex beside such a player."""
    g = table()
    g.roll(3, 4)
    assert seats(told(g, "step.friendly_robber")) == ("s3",)
    assert g.ctx.get(VICTIMS, seat="s1") == ("s2",)
    assert g.ctx.get(CLOSED_SEATS) == ("s3",)
    assert g.refused("move_robber", "s1", victim="s3") == "forbidden"
    (moved,) = happened(g.do("move_robber", "s1", victim="s2"), RobberMoved)
    assert moved.victim == "s2"


def test_the_table_may_insist() -> None:
    g = table()
    g.roll(3, 4)
    (moved,) = happened(g.do("move_robber", "s1", forced=True, victim="s3"), RobberMoved)
    assert moved.victim == "s3"


def test_a_third_point_opens_the_hex() -> None:
    """FR-1."""
    g = table()
    put(g, "s3", "settlement")
    g.roll(3, 4)
    assert g.ctx.get(CLOSED_SEATS) == ()
    assert "step.friendly_robber" not in g.steps()
    assert g.ctx.get(ROBBER_GOALS, seat="s1") == ("hex",)


def test_only_public_points_count() -> None:
    """FR-1: a hidden victory point card protects still; shown it does not."""
    g = table()
    g.roll(1, 2)
    for seat in ("s1", "s2"):
        g.do("end_turn", seat)
        g.roll(1, 2)
    g.do("buy_card", "s3")
    assert g.ctx.get(CLOSED_SEATS) == ("s3",)
    g.do("reveal_points", "s3", count=1)
    assert g.ctx.get(CLOSED_SEATS) == ()


def test_the_robber_goes_home_where_no_hex_is_open() -> None:
    """FR-2: there too the poor are spared, a richer player may be robbed."""
    g = table()
    g.roll(3, 4)
    assert g.ctx.get(ROBBER_GOALS, seat="s1") == ("hex", "home")
    assert g.ctx.get(HOME_VICTIMS, seat="s1") == ("s2",)
    assert told(g, "step.friendly_robber_home_few")["home"].id == "desert"
    (moved,) = happened(g.do("move_robber", "s1", to="home", victim="s2"), RobberMoved)
    assert (moved.to, moved.victim) == ("home", "s2")


def test_at_home_nobody_is_robbed_as_the_czech_book_reads() -> None:
    """FR-2, C1."""
    g = table(edition="cs")
    g.roll(3, 4)
    assert "step.friendly_robber_home_everybody" in g.steps()
    assert g.ctx.get(HOME_VICTIMS, seat="s1") == ()
    answer = g.ask("move_robber", "s1", to="home", victim="s2")
    assert isinstance(answer, Refusal)
    assert (answer.code, answer.text.id) == ("forbidden", "refused.nobody_at_home")
    assert g.refused("move_robber", "s1", to="home", victim="s3") == "forbidden"
    g.do("move_robber", "s1", to="home")


def test_the_hand_limit_stays() -> None:
    """FR-3: the spared return half as everybody does."""
    g = table(settings={"base.record_discards": True})
    g.roll(3, 4)
    g.do("discard", "s1", held=7)
    g.do("discard", "s2", held=8)
    (discarded,) = happened(g.do("discard", "s3", held=9), Discarded)
    assert (discarded.seat, discarded.count) == ("s3", 4)
    assert "step.friendly_robber" in g.steps()


def test_a_knight_is_as_friendly() -> None:
    """FR-4: every way of moving the robber to a hex of choice."""
    g = table(settings={"base.count_cards": False})
    g.do("play_knight", "s1")
    assert seats(told(g, "step.friendly_robber")) == ("s3",)
    assert g.refused("move_robber", "s1", victim="s3") == "forbidden"


def test_the_movers_own_building_closes_the_hex_and_neutral_ones_never_do() -> None:
    """FR-4, U3."""
    g = game("friendly_robber", "two_players", players=2)
    put(g, g.turn, "settlement", 2)
    other = next(s for s in g.ctx.players() if s != g.turn)
    put(g, other, "settlement", 3)
    assert g.ctx.get(CLOSED_SEATS) == (g.turn,)


def test_sending_the_robber_home_without_a_theft_is_always_allowed() -> None:
    """FR-4: robber flees."""
    g = table("event_cards")
    (moved,) = happened(draw(g, "robber_flees"), RobberMoved)
    assert moved.to == "home"


@pytest.mark.parametrize("others", [(), ("event_cards",), ("harbormaster", "event_cards")])
def test_it_combines_with_the_other_variants(others: tuple[str, ...]) -> None:
    """FR-5."""
    g = table(*others)
    if "event_cards" in others:
        draw(g, "robber_attack")
    else:
        g.roll(3, 4)
    assert g.ctx.get(VICTIMS, seat="s1") == ("s2",)


def _without_robber() -> Driver:
    def nowhere(ctx: Context, value: object) -> None:
        return None

    land = Module("no_robber", contributions=(Contribution(ROBBER_HOME, "replace", nowhere),))
    g = Driver(new_setup(3, variants=("friendly_robber",)), extra=(land,))
    g.begin_play()
    clear(g)
    return g


def test_where_there_is_no_robber_it_changes_nothing() -> None:
    """FR-6: thefts are not limited."""
    g = _without_robber()
    events = g.roll(3, 4)
    assert g.ctx.get(CLOSED_SEATS) == ()
    assert g.ctx.get(VICTIMS, seat="s1") == ("s2", "s3")
    opened = [e.prompt.text.id for e in happened(events, PromptOpened)]
    assert not any(text.startswith("step.friendly") for text in opened)


@pytest.mark.parametrize("edition", ["default", "cs"])
@pytest.mark.parametrize("language", list(LANGUAGES))
def test_every_step_has_words(language: str, edition: str) -> None:
    g = table(edition=edition)
    g.roll(3, 4)
    names = {seat.id: seat.name for seat in g.ctx.seats()}
    translator = Translator(language, names, strict=True)
    assert all(translator.text(prompt.text) for prompt in g.state.prompts)
