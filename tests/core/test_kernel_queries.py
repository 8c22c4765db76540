"""Queries: four phases, who changed what, circles and clashes by name."""

from __future__ import annotations

from itertools import permutations
from typing import Any

import pytest

from companion.core.compose import CompositionRefused
from companion.core.context import Context, KernelFault
from companion.core.frozen import FrozenMap
from companion.core.module import Award, Contribution, Module, Query, Setting, Trait
from companion.core.rules.base.facts import HAND_LIMIT, POINTS, TARGET, VICTIMS
from companion.i18n.text import Text
from tests.core.driver import Driver
from tests.core.random_play import new_setup

SUM: Query[int] = Query(
    "sum", "A number.", lambda ctx, seat: 10, args=("seat",), merge="sum", sheet=True
)
LIST: Query[tuple[str, ...]] = Query("list", "Options.", lambda ctx: ("a", "b"), merge="union")

OWNER = Module(id="owner", role="scenario", queries=(SUM, LIST))


def part(query: Query[Any], phase: Any, fn: Any, layer: Any = "module") -> Contribution:
    return Contribution(query, phase, fn, layer)


def module(name: str, *parts: Contribution) -> Module:
    return Module(id=name, role="variant", contributions=parts)


def ctx_of(*modules: Module) -> Context:
    return Driver(new_setup(3), extra=(OWNER, *modules)).ctx


def refused(*modules: Module, **setup: Any) -> list[tuple[str, tuple[str, ...]]]:
    with pytest.raises(CompositionRefused) as fault:
        Driver(new_setup(3, **setup), extra=(OWNER, *modules))
    return [(p.code, p.sides) for p in fault.value.problems]


# -- phases and provenance -----------------------------------------------------------------------


def test_the_default_is_its_owner_s() -> None:
    assert ctx_of().explain(SUM, seat="s1") == (10, (("owner", "default"),))


SETS = module("sets", part(SUM, "set", lambda ctx, seat: 20 if seat == "s1" else None))
ADDS = module("adds", part(SUM, "add", lambda ctx, seat: 3))
ADDS_NONE = module("none", part(SUM, "add", lambda ctx, seat: 0))
DOUBLES = module("doubles", part(SUM, "replace", lambda ctx, value, seat: value * 2))


@pytest.mark.parametrize("order", list(permutations((SETS, ADDS, ADDS_NONE, DOUBLES))))
def test_set_add_replace_run_in_their_phases_whatever_the_modules_order(
    order: tuple[Module, ...],
) -> None:
    ctx = ctx_of(*order)
    assert ctx.explain(SUM, seat="s1") == (
        46,
        (("sets", "set"), ("adds", "add"), ("doubles", "replace")),
    )
    # The set has no opinion on s2, so the owner's default stands.
    assert ctx.explain(SUM, seat="s2") == (
        26,
        (("owner", "default"), ("adds", "add"), ("doubles", "replace")),
    )


def test_forbid_takes_options_out_after_adding_and_says_why() -> None:
    more = module("more", part(LIST, "add", lambda ctx: ("c",)))
    less = module(
        "less",
        part(
            LIST, "forbid", lambda ctx, option: Text("no", {"o": option}) if option > "a" else None
        ),
        part(LIST, "replace", lambda ctx, value: (*value, "z")),
    )
    ctx = ctx_of(less, more)
    value, sources = ctx.explain(LIST)
    assert value == ("a", "z")
    assert sources == (
        ("owner", "default"),
        ("more", "add"),
        ("less", "forbid"),
        ("less", "replace"),
    )
    assert ctx.forbidden(LIST, "c") == Text("no", {"o": "c"})
    assert ctx.forbidden(LIST, "a") is None


def test_who_did_not_change_the_answer_is_not_named() -> None:
    idle = module(
        "idle",
        part(LIST, "forbid", lambda ctx, option: None),
        part(LIST, "replace", lambda ctx, value: value),
        part(LIST, "set", lambda ctx: None),
    )
    assert ctx_of(idle).explain(LIST) == (("a", "b"), (("owner", "default"),))


def test_a_scenario_s_word_comes_before_a_module_s() -> None:
    rule = module("rule", part(SUM, "set", lambda ctx, seat: 1))
    scenario = module("story", part(SUM, "set", lambda ctx, seat: 2, "scenario"))
    for order in ((rule, scenario), (scenario, rule)):
        assert ctx_of(*order).explain(SUM, seat="s1") == (2, (("story", "set"),))


def test_an_answer_is_remembered_for_one_state_only() -> None:
    asked: list[str] = []

    def one_more(ctx: Context, seat: str) -> int:
        asked.append(seat)
        return 1

    ctx = ctx_of(module("counting", part(SUM, "add", one_more)))
    assert [ctx.get(SUM, seat=s) for s in ("s1", "s1", "s2")] == [11, 11, 11]
    assert asked == ["s1", "s2"]
    assert ctx.at(ctx.state).get(SUM, seat="s1") == 11
    assert asked == ["s1", "s2", "s1"]


def test_base_facts_can_be_changed_by_any_module() -> None:
    kind = module(
        "kind",
        part(TARGET, "add", lambda ctx, seat: 1 if seat == "s2" else 0),
        part(HAND_LIMIT, "replace", lambda ctx, value, seat: value + 2),
        part(VICTIMS, "forbid", lambda ctx, option, seat: Text("no") if option == "s3" else None),
        part(POINTS, "add", lambda ctx, seat: 5),
    )
    ctx = ctx_of(kind)
    assert [ctx.get(TARGET, seat=s) for s in ("s1", "s2")] == [10, 11]
    assert ctx.get(HAND_LIMIT, seat="s1") == 9
    assert ctx.get(VICTIMS, seat="s1") == ("s2",)
    assert ctx.get(POINTS, seat="s1") == 5


# -- faults --------------------------------------------------------------------------------------


def test_a_circle_of_queries_is_named_in_full() -> None:
    circle = module(
        "circle",
        part(SUM, "add", lambda ctx, seat: len(ctx.get(LIST))),
        part(LIST, "add", lambda ctx: ("c",) * ctx.get(SUM, seat="s1")),
    )
    ctx = ctx_of(circle)
    with pytest.raises(KernelFault, match=r"sum\('s1',\) > list\(\) > sum\('s1',\)"):
        ctx.get(SUM, seat="s1")
    with pytest.raises(KernelFault, match=r"list\(\) > sum\('s1',\) > list\(\)"):
        ctx.get(LIST)


def test_the_same_query_for_another_seat_is_no_circle() -> None:
    chain = module(
        "chain",
        part(SUM, "add", lambda ctx, seat: 1 if seat == "s3" else ctx.get(SUM, seat="s3")),
    )
    assert ctx_of(chain).get(SUM, seat="s1") == 21


def test_an_undeclared_query_is_a_fault_when_asked_and_refused_when_answered() -> None:
    stray: Query[int] = Query("stray", "Nobody's.", lambda ctx: 1)
    with pytest.raises(KernelFault, match="declares the query 'stray'"):
        ctx_of().get(stray)
    with pytest.raises(CompositionRefused) as fault:
        ctx_of(module("lost", part(stray, "add", lambda ctx: 1)))
    (problem,) = fault.value.problems
    assert (problem.code, dict(problem.text.params)) == (
        "undeclared_query",
        {"module": "lost", "query": "stray"},
    )


def test_an_argument_that_cannot_be_remembered_is_named() -> None:
    with pytest.raises(KernelFault, match="query sum"):
        ctx_of().get(SUM, seat=["s1"])


def test_two_that_set_one_query_are_refused_and_both_are_named() -> None:
    first = module("first", part(SUM, "set", lambda ctx, seat: 1))
    second = module("second", part(SUM, "set", lambda ctx, seat: 2))
    assert refused(first, second) == [("sets_clash", ("first", "second"))]


def test_every_reason_is_given_at_once() -> None:
    first = module("first", part(SUM, "set", lambda ctx, seat: 1))
    second = Module(
        id="second",
        role="variant",
        contributions=(part(SUM, "set", lambda ctx, seat: 2),),
        requires=("dragons",),
        conflicts={"first": Text("why")},
    )
    found = refused(first, second, settings={"base.target": 99, "base.wings": 2})
    assert sorted(found) == sorted(
        [
            ("requires", ("second", "dragons")),
            ("conflict", ("second", "first")),
            ("sets_clash", ("first", "second")),
            ("bad_setting", ("house",)),
            ("unknown_setting", ("house",)),
        ]
    )


@pytest.mark.parametrize(
    "twice",
    [
        Module(id="twice", role="variant", queries=(Query("sum", "", lambda ctx: 1),)),
        Module(
            id="twice",
            role="variant",
            awards=(Award("largest_army", 2, lambda c: {}, lambda c, n, h: h, ""),),
        ),
        Module(id="twice", role="variant", flows={"turn": ()}),
    ],
)
def test_what_is_declared_twice_is_refused(twice: Module) -> None:
    assert [code for code, _ in refused(twice)] == ["declared_twice"]


def test_modules_that_wait_for_each_other_are_refused() -> None:
    first = Module(id="first", role="variant", after=("second",))
    second = Module(id="second", role="variant", after=("first",))
    assert [code for code, _ in refused(first, second)] == ["order_cycle"]


def test_a_module_stands_behind_those_it_comes_after() -> None:
    late = Module(id="a_late", role="variant", after=("b_early",))
    early = Module(id="b_early", role="variant")
    order = [m.id for m in Driver(new_setup(3), extra=(OWNER, late, early)).rules.modules]
    assert order.index("b_early") < order.index("a_late")


def test_a_trait_is_shared_by_identity_and_its_twin_is_refused() -> None:
    shared = Trait("river", "flag", ("road",), "By a river.")
    one = Module(id="one", role="variant", traits=(shared,))
    two = Module(id="two", role="variant", traits=(shared,))
    assert list(ctx_of(one, two).rules.traits) == ["river"]
    twin = Trait("river", "choice", ("city",), "Another.", choices=("left", "right"))
    other = Module(id="other", role="variant", traits=(twin,))
    assert [code for code, _ in refused(one, other)] == ["declared_twice"]


# -- settings by layer ---------------------------------------------------------------------------

CHOICE = Setting(
    "rule", "choice", "plain", "A rule.", choices=("plain", "old", "story", "ours"),
    editions={"cs": "old"},
)  # fmt: skip


@pytest.mark.parametrize(
    ("setup", "value", "layer", "source"),
    [
        ({}, "plain", "default", "chosen"),
        ({"edition": "pl"}, "plain", "default", "chosen"),
        ({"edition": "cs"}, "old", "edition", "cs"),
        (
            {"edition": "cs", "scenario_settings": {"chosen.rule": "story"}},
            "story",
            "scenario",
            "base",
        ),
        (
            {
                "edition": "cs",
                "scenario_settings": {"chosen.rule": "story"},
                "settings": {"chosen.rule": "ours"},
            },
            "ours",
            "house",
            "table",
        ),
    ],
)
def test_a_setting_comes_from_the_strongest_layer_and_keeps_its_source(
    setup: dict[str, Any], value: str, layer: str, source: str
) -> None:
    chosen = Module(id="chosen", role="variant", settings=(CHOICE,))
    game = Driver(new_setup(3, **setup), extra=(OWNER, chosen))
    found = game.rules.explain_setting(game.state, "chosen.rule")
    assert (found.value, found.layer, found.source) == (value, layer, source)
    assert game.ctx.setting("chosen.rule") == value


# -- remembered answers ----------------------------------------------------------------------------

PAIR: Query[tuple[Any, Any]] = Query(
    "pair", "Two values as they were given.", lambda ctx, a, b: (a, b), args=("a", "b")
)
PAIRS = Module(id="pairs", role="variant", queries=(PAIR,))


def test_an_answer_is_remembered_by_the_names_of_its_arguments() -> None:
    ctx = ctx_of(PAIRS)
    assert ctx.get(PAIR, a=1, b=2) == (1, 2)
    assert ctx.get(PAIR, b=1, a=2) == (2, 1)
    assert ctx.get(PAIR, b=2, a=1) == (1, 2)


@pytest.mark.parametrize(
    ("first", "second"),
    [(1, True), ((1, 0), (True, False)), (FrozenMap({"x": 1}), FrozenMap({"x": True}))],
)
def test_equal_values_of_another_type_are_another_question(first: Any, second: Any) -> None:
    ctx = ctx_of(PAIRS)
    assert first == second
    for value in (first, second):
        assert repr(ctx.get(PAIR, a=value, b=0)) == repr((value, 0))


def test_an_argument_that_no_query_takes_is_named() -> None:
    with pytest.raises(KernelFault, match="query pair takes a, b, not a, b, c"):
        ctx_of(PAIRS).get(PAIR, a=1, b=2, c=3)
