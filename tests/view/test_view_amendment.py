"""What an amendment would mean, before it is accepted; what could have been entered then."""

from __future__ import annotations

from typing import Any

from companion.core import history
from companion.core.frozen import FrozenMap, freeze
from companion.core.history import Plan
from companion.core.model import Command
from companion.core.rules.base.facts import TURN_SEAT
from companion.i18n.text import Text
from companion.view.amendment import actions_then, moment, plan_view
from companion.view.differences import differences
from tests.view.scripted import Table, evening


def entry_of(table: Table, action: str, at: int = 0) -> str:
    """The id of the live entry that `action` made, the first one unless told."""
    found = [e.id for e in table.log.live() if e.command and e.command.action == action]
    return found[at]


def planned(
    table: Table, entry: str, *commands: Command, how: Any = "replace"
) -> tuple[Plan, dict[tuple[str | None, str], tuple[str, str]]]:
    """The plan, and its changes in English: (seat, what) -> (before, after)."""
    plan = history.plan_amendment(table.log, entry, commands, how)
    assert isinstance(plan, Plan), plan
    tr = table.translator()
    changes = plan_view(table.log, plan).changes
    return plan, {(c.seat, c.what): (tr.show(c.before), tr.show(c.after)) for c in changes}


def test_nothing_differs_from_itself() -> None:
    table = evening()
    assert differences(table.log.rules, table.log.state, table.log.state) == ()


def test_taking_out_a_settlement_takes_its_point_and_its_count() -> None:
    table = evening()
    _, changes = planned(table, entry_of(table, "build_settlement"))
    assert changes == {("s1", "vp"): ("5", "4"), ("s1", "tracks.settlements"): ("3", "2")}


def test_an_award_that_would_lie_elsewhere_is_a_change_of_the_table() -> None:
    table = evening()
    entry = entry_of(table, "declare_route")
    args = freeze({"whose": "s3", "length": 5})
    _, changes = planned(table, entry, Command("declare_route", "s2", args))
    assert changes[(None, "awards.longest_trade_route")] == ("Ada", "Bára")
    assert changes[("s1", "vp")] == ("5", "3")
    assert changes[("s3", "vp")] == ("2", "4")


def test_another_number_is_named_in_this_turn_only() -> None:
    table = evening()
    entry = entry_of(table, "enter_faces", at=-1)
    seat = table.ctx.get(TURN_SEAT)
    _, changes = planned(table, entry, Command("enter_faces", seat, freeze({"faces": (4, 5)})))
    assert changes == {(None, "numbers"): ("5", "9")}


def test_what_no_longer_fits_is_told_with_its_reason() -> None:
    table = Table(numbers="typed")
    for seat in ("s1", "s2", "s3", "s3", "s2", "s1"):
        table.do("place_start", seat)
    table.roll(6, 1)
    table.do("move_robber", "s1", victim="s2")
    entry = entry_of(table, "enter_faces")
    plan, _ = planned(table, entry, Command("enter_faces", "s1", freeze({"faces": (3, 5)})))
    refused = plan_view(table.log, plan).refused
    assert [one.id for one in refused] == [entry_of(table, "move_robber")]
    tr = table.translator()
    assert "robber" in tr.text(refused[0].what)
    assert tr.text(refused[0].reason)


def test_each_question_that_would_be_settled_is_named() -> None:
    table = Table(numbers="typed")
    table.do("skip_setup", "s1")
    table.roll(4, 5)
    table.do("build_road", "s1")
    entry = entry_of(table, "enter_faces")
    plan, _ = planned(table, entry, Command("enter_faces", "s1", freeze({"faces": (3, 4)})))
    (said,) = map(table.translator().text, plan_view(table.log, plan).settled)
    assert "settled at the table" in said
    assert "robber" in said


def test_another_turn_is_said_with_whose_it_is() -> None:
    table = evening()
    plan, changes = planned(table, entry_of(table, "end_turn", at=-1))
    assert changes[(None, "turn")] == ("Bára, turn 3", "Blue, turn 2")
    assert plan.refused  # the number of a turn that did not begin


def test_a_seat_that_joined_in_between_has_nothing_before() -> None:
    table = evening()
    before = table.log.state
    table.do("seat_joins", name="Dan", color="green")
    found = differences(table.log.rules, before, table.log.state)
    by_what = {d.what: d for d in found if d.seat == "s4"}
    assert by_what["name"].before == Text("common.nothing")
    assert by_what["name"].after == "Dan"


def test_the_actions_then_are_those_of_that_moment_with_what_was_entered_first() -> None:
    table = evening()
    built = entry_of(table, "build_settlement")
    now = {a.name for a in actions_then(table.log, built)}
    first = actions_then(table.log, built)[0]
    assert (first.name, first.seat) == ("build_settlement", "s1")
    assert "place_start" not in now
    begin = entry_of(table, "place_start")
    assert "place_start" in {a.name for a in actions_then(table.log, begin)}


def test_before_the_game_there_is_no_moment_but_after_its_beginning() -> None:
    table = evening()
    first = table.log.live()[0].id
    assert moment(table.log, first) is None
    assert actions_then(table.log, first) == ()
    assert "place_start" in {a.name for a in actions_then(table.log, first, "after")}
    assert actions_then(table.log, "999") == ()


def test_a_missed_turn_is_put_in_with_one_command() -> None:
    table = Table(numbers="typed", settings=FrozenMap({"base.target": 8}))
    for seat in ("s1", "s2", "s3", "s3", "s2", "s1"):
        table.do("place_start", seat)
    table.roll(3, 5)
    table.do("end_turn", "s1")
    table.roll(2, 2)
    _, changes = planned(
        table,
        entry_of(table, "enter_faces", at=-1),
        Command("enter_faces", "s2", freeze({"faces": (1, 1)})),
        Command("end_turn", "s2"),
        how="before",
    )
    assert changes[(None, "turn")] == ("Blue, turn 2", "Bára, turn 3")
