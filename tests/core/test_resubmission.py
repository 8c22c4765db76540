"""A mended entry may open questions; what was entered later counts all the same."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.core import history
from companion.core.context import Context
from companion.core.frozen import FrozenMap
from companion.core.history import Entry, Log, Plan
from companion.core.model import Command
from companion.core.rules.base.book import BaseSlice
from companion.core.rules.pieces import pieces_of
from companion.core.rules.table.book import Settled
from tests.view.scripted import Table

SEATS = ("s1", "s2", "s3")
TURNS = 6


def evening(numbers: list[int]) -> Log:
    """A turn for each number: a road, and the robber's move where it is a 7."""
    table = Table(numbers="typed")
    table.do("skip_setup", "s1")
    for turn, number in enumerate(numbers):
        seat = SEATS[turn % 3]
        table.roll(*faces(number))
        if number == 7:
            table.do("move_robber", seat)
        table.do("build_road", seat)
        table.do("end_turn", seat)
    return table.log


def faces(number: int) -> tuple[int, int]:
    return (number // 2, number - number // 2)


def throws(log: Log) -> list[Entry]:
    return [e for e in log.live() if e.command is not None and e.command.action == "enter_faces"]


def mended(log: Log, at: int, number: int) -> tuple[Plan, Log]:
    """Another number in the throw `at`."""
    entry = throws(log)[at]
    assert entry.command is not None
    command = Command("enter_faces", entry.command.seat, FrozenMap(faces=faces(number)))
    plan = history.plan_amendment(log, entry.id, [command])
    assert isinstance(plan, Plan)
    done = history.amend(log, plan)
    assert isinstance(done, Log)
    return plan, done


def settled(log: Log) -> list[str]:
    return [e.question for entry in log.live() for e in entry.events if isinstance(e, Settled)]


def book(log: Log) -> tuple[object, ...]:
    ctx = Context(log.rules, log.state)
    base = ctx.slice(BaseSlice)
    roads = [len(pieces_of(ctx, seat, "road")) for seat in SEATS]
    return base.seat, base.turn, [p.name for p in log.state.prompts if p.kind == "ask"], roads


@pytest.mark.parametrize("at", [0, 3, 5])
def test_a_number_that_was_a_seven_keeps_all_that_came_later(at: int) -> None:
    log = evening([9] * TURNS)
    plan, done = mended(log, at, 7)
    assert plan.refused == ()
    assert book(done) == book(log)
    assert len(settled(done)) == plan.settled == 1
    put_in = [e for e in done.live() if any(isinstance(x, Settled) for x in e.events)]
    assert [e.amended for e in put_in] == [True]
    assert len({e.id for e in done.live()}) == len(done.live())


def test_a_seven_that_was_none_loses_the_robbers_move_and_no_more() -> None:
    log = evening([9, 7, 9])
    plan, done = mended(log, 1, 9)
    assert [entry.command.action for entry, _ in plan.refused if entry.command] == ["move_robber"]
    assert book(done) == book(log)
    assert (settled(done), plan.settled) == ([], 0)


def test_a_number_changed_back_takes_what_was_settled_with_it_and_refuses_nothing() -> None:
    log = evening([9] * TURNS)
    _, seven = mended(log, 0, 7)
    assert len(settled(seven)) == 1
    plan, back = mended(seven, 0, 9)
    assert plan.refused == ()
    assert (settled(back), book(back)) == ([], book(log))


def test_the_last_number_leaves_its_question_to_the_table() -> None:
    table = Table(numbers="typed")
    table.do("skip_setup", "s1")
    table.roll(4, 5)
    _, done = mended(table.log, 0, 7)
    assert settled(done) == []
    assert any(p.name.startswith("robber") for p in done.state.prompts)


def test_an_end_of_turn_taken_out_stays_out() -> None:
    log = evening([9, 8])
    end = next(e for e in log.live() if e.command is not None and e.command.action == "end_turn")
    plan = history.plan_amendment(log, end.id, [])
    assert isinstance(plan, Plan)
    assert plan.refused  # what the turn that never began had
    assert not any(isinstance(e, Settled) for entry in plan.entries for e in entry.events)


@given(
    st.lists(st.integers(2, 12), min_size=1, max_size=TURNS),
    st.integers(0, TURNS - 1),
    st.integers(2, 12),
)
def test_whatever_a_number_becomes_turns_and_roads_stay(
    numbers: list[int], at: int, number: int
) -> None:
    log = evening(numbers)
    plan, done = mended(log, at % len(numbers), number)
    assert book(done) == book(log)
    assert {entry.command.action for entry, _ in plan.refused if entry.command} <= {"move_robber"}
    back = history.undo(done)
    assert isinstance(back, Log)
    assert back.state == log.state
