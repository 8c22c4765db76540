"""Statistics count what counts now."""

from __future__ import annotations

import pytest

from companion.core import history
from companion.core.frozen import FrozenMap
from companion.core.history import Log, Plan, Stamp
from companion.core.model import Command
from companion.view import statistics
from companion.view.pages import SeatStatistics
from tests.view.scripted import Table


def started(**more: object) -> Table:
    table = Table(**{"numbers": "typed", **more})
    table.do("skip_setup", "s1")
    return table


def counts(table: Table) -> dict[int, int]:
    return {n.number: n.count for n in statistics(table.log).numbers if n.count}


def seat(table: Table, name: str) -> SeatStatistics:
    return next(s for s in statistics(table.log).seats if s.seat == name)


def metrics(table: Table, name: str) -> dict[str, int]:
    return {m.name: m.value for m in seat(table, name).metrics if m.value}


def rounds(table: Table, *throws: tuple[int, int]) -> Table:
    for first, second in throws:
        table.roll(first, second)
        if first + second == 7:
            table.do("move_robber", table.ctx.state.frames[-1].seat, victim="s3")
        table.do("end_turn", table.ctx.state.frames[-1].seat)
    return table


def test_numbers_against_what_two_dice_would_give() -> None:
    table = rounds(started(), (2, 4), (3, 4), (1, 5), (6, 6))
    shown = statistics(table.log)
    assert counts(table) == {6: 2, 7: 1, 12: 1}
    assert (shown.total, shown.sevens) == (4, 1)
    assert sum(n.expected for n in shown.numbers) == pytest.approx(shown.total)
    by_number = {n.number: n.expected for n in shown.numbers}
    assert by_number[7] == pytest.approx(4 * 6 / 36)
    assert by_number[2] == pytest.approx(4 * 1 / 36)


def test_each_seat_has_its_own_numbers() -> None:
    table = rounds(started(), (2, 4), (3, 4), (1, 5), (6, 6))
    assert seat(table, "s1").numbers == (0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 1)
    assert seat(table, "s2").sevens == 1
    assert [seat(table, s).turns for s in ("s1", "s2", "s3")] == [2, 2, 1]


def test_what_is_undone_does_not_count() -> None:
    table = started()
    table.roll(2, 4)
    table.undo()
    assert counts(table) == {}
    table.redo()
    assert counts(table) == {6: 1}


def test_an_amended_reading_counts_as_amended() -> None:
    table = rounds(started(), (2, 4))
    command = Command("enter_faces", "s1", FrozenMap({"faces": (6, 6)}))
    plan = history.plan_amendment(table.log, "2", (command,))
    assert isinstance(plan, Plan)
    log = history.amend(table.log, plan)
    assert isinstance(log, Log)
    table.log = log
    assert counts(table) == {12: 1}


def test_turns_are_timed_from_one_to_the_next() -> None:
    # A minute passes between entries: the first turn has begun with the second one.
    table = rounds(started(), (2, 4), (3, 4))
    first, second = seat(table, "s1"), seat(table, "s2")
    assert (first.seconds, first.timed_turns, first.longest) == (120.0, 1, 120.0)
    assert (second.seconds, second.timed_turns) == (180.0, 1)
    assert seat(table, "s3").timed_turns == 0


def test_a_turn_in_which_the_clock_began_anew_has_no_length() -> None:
    table = started()
    table.roll(2, 4)
    answer = history.submit(table.log, Command("end_turn", "s1"), Stamp(mono=1.0))
    assert isinstance(answer, tuple)
    table.log = answer[0]
    assert (seat(table, "s1").timed_turns, seat(table, "s1").longest) == (0, 0.0)


def test_the_last_turn_is_timed_when_the_game_is_over() -> None:
    table = started()
    table.roll(2, 4)
    table.do("end_game", winner="s1")
    assert seat(table, "s1").seconds == 120.0


def test_points_as_each_turn_began_and_now() -> None:
    table = started()
    table.roll(2, 4)
    table.do("build_city", "s1", piece=1)
    table.do("end_turn", "s1")
    table.roll(2, 4)
    table.do("build_settlement", "s2")
    shown = [(p.turn, p.vp["s1"], p.vp["s2"]) for p in statistics(table.log).points]
    assert shown == [(1, 2, 2), (2, 3, 2), (2, 3, 3)]


def test_what_each_seat_did() -> None:
    table = started(settings=FrozenMap({"base.record_discards": True}))
    table.roll(3, 4)
    table.do("discard", "s1", held=9)
    table.do("discard", "s2")
    table.do("discard", "s3", held=8)
    table.do("move_robber", "s1", victim="s3")
    table.do("buy_card", "s1")
    assert metrics(table, "s1") == {"cards_bought": 1, "robber_moved": 1, "discarded": 4}
    assert metrics(table, "s3") == {"robbed": 1, "discarded": 4}


def test_a_knight_is_counted_as_played() -> None:
    table = started(settings=FrozenMap({"base.count_cards": False}))
    table.do("play_knight", "s1")
    assert metrics(table, "s1") == {"knights_played": 1}


@pytest.mark.parametrize("shown", [True, False])
def test_cards_left_are_shown_only_where_the_table_wants_it(shown: bool) -> None:
    settings = FrozenMap({"event_cards.show_left": shown})
    table = started(numbers="cards", settings=settings)
    table.do("draw_card", "s1")
    left = [n.left for n in statistics(table.log).numbers]
    if shown:
        assert sum(n for n in left if n is not None) == 35
    else:
        assert left == [None] * 11
