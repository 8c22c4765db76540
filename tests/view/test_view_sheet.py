"""The rule sheet: what applies, and who says so. And the ranking at the end."""

from __future__ import annotations

import pytest

from companion.core import registry
from companion.core.context import Context
from companion.core.frozen import FrozenMap
from companion.core.kernel import begin
from companion.core.model import COLORS, Seat, SeatId, Setup
from companion.core.module import Contribution, Module, Query
from companion.core.rules.base.facts import TARGET
from companion.i18n.text import Ref, Text
from companion.view import ranking, rule_sheet
from companion.view.pages import SheetView
from tests.view.scripted import SEED, Table


def sheet(extra: tuple[Module, ...] = (), **more: object) -> SheetView:
    count = 2 if "two_players" in more.get("variants", ()) else 3  # type: ignore[operator]
    seats = tuple(Seat(f"s{i + 1}", f"P{i + 1}", COLORS[i]) for i in range(count))
    setup = Setup(seats=seats, seed=SEED, **more)  # type: ignore[arg-type]
    rules, setup = registry.prepare(setup, extra=extra)
    return rule_sheet(rules, begin(rules, setup).state)


def _harder(ctx: Context, seat: SeatId) -> int:
    return 2 if seat == "s2" else 0


HARDER = Module(
    id="harder",
    role="variant",
    contributions=(Contribution(TARGET, "add", _harder),),
)


def test_a_setting_says_which_layer_it_comes_from() -> None:
    layers = {
        s.name: (s.value, s.layer, s.source)
        for s in sheet(
            variants=("two_players",),
            edition="cs",
            settings=FrozenMap({"base.target": 12}),
            scenario_settings=FrozenMap({"base.record_discards": True}),
        ).settings
    }
    assert layers["base.target"] == (12, "house", "table")
    assert layers["base.record_discards"] == (True, "scenario", "base")
    assert layers["two_players.production"] == ("after_both", "edition", "cs")
    assert layers["base.count_cards"] == (True, "default", "base")


def test_a_disputed_point_shows_how_each_edition_reads_it() -> None:
    shown = sheet(variants=("two_players",))
    assert shown.disputed == ("two_players.production", "two_players.equal_cards")
    point = next(s for s in shown.settings if s.name == "two_players.production")
    assert [(r.edition, r.value) for r in point.readings] == [
        ("default", "each_at_once"),
        ("cs", "after_both"),
    ]
    assert point.rules == ("TW-2", "C17")


def test_a_fact_that_is_everybodys_stands_once() -> None:
    (target,) = [f for f in sheet().facts if f.name == "target"]
    assert (target.seat, target.value) == (None, 10)
    assert [(s.module, s.phase) for s in target.sources] == [("base", "default")]


def test_a_fact_that_differs_stands_for_each_seat_with_who_changed_it() -> None:
    facts = {f.seat: f for f in sheet(extra=(HARDER,)).facts if f.name == "target"}
    assert {seat: f.value for seat, f in facts.items()} == {"s1": 10, "s2": 12, "s3": 10}
    assert [(s.module, s.phase) for s in facts["s2"].sources] == [
        ("base", "default"),
        ("harder", "add"),
    ]


def test_facts_without_a_seat_are_words() -> None:
    values = {f.name: f.value for f in sheet().facts}
    assert values["robber_home"] == Ref("place", "desert")
    assert values["largest_army_played"] == Text("common.yes")
    assert values["ships_played"] == Text("common.no")


@pytest.mark.parametrize(
    ("query", "fault"),
    [
        (Query("odd", "", lambda ctx: "raw", sheet=True), "query 'odd' answers 'raw'"),
        (
            Query("odd", "", lambda ctx, kind: 1, args=("kind",), sheet=True),
            "query 'odd' wants kind",
        ),
    ],
)
def test_a_fact_nobody_could_read_is_named(query: Query[object], fault: str) -> None:
    with pytest.raises(ValueError, match=fault):
        sheet(extra=(Module(id="odd", queries=(query,)),))


def test_the_modules_stand_with_their_versions() -> None:
    shown = sheet(variants=("two_players",), numbers="typed")
    assert [m.id for m in shown.modules] == [
        "table", "pieces", "awards", "base", "dice", "two_players",
    ]  # fmt: skip
    assert shown.numbers_by == Ref("number_source", "typed")
    assert (shown.scenario, shown.edition, shown.depth) == ("base", "default", "ledger")


def test_before_the_end_equals_share_a_place() -> None:
    table = Table(numbers="typed")
    table.do("skip_setup", "s1")
    table.roll(2, 4)
    table.do("build_settlement", "s1")
    shown = ranking(table.log.rules, table.log.state)
    assert [(p.place, p.seat, p.vp) for p in shown.places] == [
        (1, "s1", 3),
        (2, "s2", 2),
        (2, "s3", 2),
    ]
    assert (shown.over, shown.winner, shown.seal.seed) == (False, None, None)


def test_the_winner_stands_first_whatever_the_points() -> None:
    table = Table(numbers="typed")
    table.do("skip_setup", "s1")
    table.roll(2, 4)
    table.do("build_settlement", "s1")
    table.do("end_game", winner="s3")
    shown = ranking(table.log.rules, table.log.state)
    assert [(p.place, p.seat, p.winner) for p in shown.places] == [
        (1, "s3", True),
        (2, "s1", False),
        (3, "s2", False),
    ]
    assert shown.seal.seed == SEED
    assert sum(p.vp for p in shown.places[1].points) == shown.places[1].vp
