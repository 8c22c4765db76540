"""Harbormaster (HM-1 to HM-6)."""

from __future__ import annotations

import pytest

from companion.core.frozen import FrozenMap
from companion.core.module import Contribution, Module
from companion.core.rules.base.facts import TARGET
from companion.core.rules.harbormaster import HARBOR_POINTS
from tests.core.driver import Driver
from tests.core.random_play import new_setup
from tests.core.table import clear, game, put


def points(g: Driver, seat: str) -> int:
    return g.ctx.get(HARBOR_POINTS, seat=seat)


def judged(g: Driver) -> str | None:
    """The holder after something happened."""
    g.do("enter_number", g.turn, number=4)
    return g.holder("harbormaster")


def test_a_settlement_at_a_harbor_counts_one_and_a_city_two() -> None:
    """HM-1."""
    g = game("harbormaster")
    put(g, "s1", "settlement", harbor="generic")
    put(g, "s1", "city", harbor="grain")
    put(g, "s1", "city", harbor="none")
    put(g, "s1", "settlement", 2)
    assert points(g, "s1") == 3
    assert g.rules.tracks["harbor_points"].read(g.ctx, "s1") == 3


def test_the_first_with_three_gets_the_card() -> None:
    """HM-2: 2 victory points."""
    g = game("harbormaster")
    put(g, "s2", "settlement", 2, harbor="ore")
    assert judged(g) is None
    put(g, "s2", "settlement", harbor="wool")
    before = g.points("s2")
    assert judged(g) == "s2"
    assert g.points("s2") == before + 2


def test_a_building_takes_it_at_once() -> None:
    """HM-2, HM-3: by an ordinary move, with the points."""
    g = game("harbormaster")
    put(g, "s1", "city", harbor="ore")
    put(g, "s2", "city", harbor="generic")
    put(g, "s2", "settlement", harbor="wool")
    assert judged(g) == "s2"
    g.do("end_turn", "s1")
    for seat in ("s2", "s3"):
        g.do("enter_number", seat, number=4)
        g.do("end_turn", seat)
    g.do("enter_number", "s1", number=4)
    g.do("build_settlement", "s1", traits={"harbor": "brick"})
    assert g.holder("harbormaster") == "s2", "equal is not enough"
    g.do("build_settlement", "s1", traits={"harbor": "lumber"})
    assert g.holder("harbormaster") == "s1"


def test_one_point_more_is_needed_to_win() -> None:
    """HM-4: 11 in the base game."""
    assert game().ctx.get(TARGET, seat="s1") == 10
    assert game("harbormaster").ctx.get(TARGET, seat="s1") == 11
    target = {"base.target": 13}
    assert game("harbormaster", settings=target).ctx.get(TARGET, seat="s1") == 14


def _with_losses(lost: dict[str, int], **settings: object) -> Driver:
    """A game in which another module takes harbor points away, as a conquest does (CO-6)."""
    conquest = Module(
        "conquest",
        contributions=(Contribution(HARBOR_POINTS, "add", lambda ctx, seat: -lost.get(seat, 0)),),
        after=("harbormaster",),
    )
    named = FrozenMap({f"harbormaster.{k}": v for k, v in settings.items()})
    g = Driver(new_setup(3, variants=("harbormaster",), settings=named), extra=(conquest,))
    g.begin_play()
    clear(g)
    return g


def test_a_dead_harbor_counts_nothing() -> None:
    """HM-5, CO-6: another module says which harbors count for nothing."""
    g = _with_losses({"s1": 2})
    put(g, "s1", "city", harbor="ore")
    put(g, "s1", "settlement", harbor="generic")
    assert points(g, "s1") == 1


@pytest.mark.parametrize(
    ("others", "house_rule", "holder"),
    [
        ({"s2": 3}, True, "s2"),
        ({"s2": 3, "s3": 3}, True, None),
        ({"s2": 2}, True, None),
        ({"s2": 2}, False, "s1"),
        ({"s2": 3}, False, "s2"),
        ({"s2": 3, "s3": 3}, False, "s1"),
    ],
)
def test_a_holder_who_falls_back_may_lose_the_card(
    others: dict[str, int], house_rule: bool, holder: str | None
) -> None:
    """HM-6: to the sole most with at least 3, else set aside; a house rule."""
    lost: dict[str, int] = {}
    g = _with_losses(lost, judge_losses=house_rule)
    put(g, "s1", "settlement", 4, harbor="ore")
    assert judged(g) == "s1"
    for seat, count in others.items():
        put(g, seat, "settlement", count, harbor="wool")
    assert judged(g) == "s1"
    lost["s1"] = 2
    assert judged(g) == holder
