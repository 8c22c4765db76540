"""How long turns take: from stamps, without a tick, over pauses, undos and restarts."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.core.events import GameOver, PlayedOn
from companion.core.history import Entry, Stamp
from companion.core.model import Command, Event
from companion.core.rules.base.book import TurnStarted
from companion.core.rules.table.book import Resumed
from companion.session import ClockBook, Clocks, Session, TurnTime
from companion.session.clocks import book_of
from tests.session.playing import FakeClock, begun, do, inline


def entry(mono: float, *events: Event, action: str = "something") -> Entry:
    return Entry(0, Command(action), events, Stamp(mono=mono))


def test_a_turn_lasts_until_the_next_begins() -> None:
    book = book_of(
        [
            entry(0),
            entry(10, TurnStarted("s1", 1)),
            entry(25),
            entry(40, TurnStarted("s2", 2)),
            entry(45),
        ]
    )
    assert book.finished == (TurnTime("s1", 1, 30.0),)
    assert (book.seat, book.turn, book.turn_seconds) == ("s2", 2, 5.0)
    assert book.totals == {"s1": 30.0, "s2": 5.0}
    assert book.table_seconds == 45.0


def test_a_pause_stops_all_clocks() -> None:
    book = book_of(
        [
            entry(0, TurnStarted("s1", 1)),
            entry(10, action="pause"),
            entry(110, action="resume"),
            entry(115),
        ]
    )
    assert (book.turn_seconds, book.table_seconds) == (15.0, 15.0)
    paused = book_of([entry(0, TurnStarted("s1", 1)), entry(10, action="pause")])
    assert not paused.running
    assert Clocks(paused, since=500.0).turn_seconds(900.0) == 10.0


def test_a_move_ends_the_pause_that_nobody_ended_by_word() -> None:
    book = book_of(
        [
            entry(0, TurnStarted("s1", 1)),
            entry(10, action="pause"),
            entry(20, action="note"),
            entry(110, Resumed()),
            entry(115),
        ]
    )
    assert (book.turn_seconds, book.table_seconds) == (15.0, 15.0)


def test_the_end_stops_all_clocks_until_somebody_plays_on() -> None:
    ended = [entry(0, TurnStarted("s1", 1)), entry(10, GameOver("s1"))]
    assert book_of(ended).until(100).table_seconds == 10.0
    on = book_of([*ended, entry(100, PlayedOn()), entry(103)])
    assert on.table_seconds == 13.0


@given(
    st.lists(
        st.tuples(
            st.floats(0, 1000),
            st.sampled_from(["something", "pause", "resume"]),
            st.sampled_from([None, "s1", "s2"]),
        )
    )
)
def test_time_is_never_negative_and_the_seats_share_the_table_s(
    steps: list[tuple[float, str, str | None]],
) -> None:
    entries = [
        entry(mono, *([TurnStarted(seat, 1)] if seat else []), action=action)
        for mono, action, seat in steps  # stamps of several threads may come out of order
    ]
    book = book_of(entries)
    assert book.turn_seconds >= 0
    assert all(seconds >= 0 for seconds in book.totals.values())
    assert all(turn.seconds >= 0 for turn in book.finished)
    assert sum(book.totals.values()) <= book.table_seconds + 1e-6
    ended = sum(turn.seconds for turn in book.finished) + book.turn_seconds
    assert ended <= book.table_seconds + 1e-6


def clocks(session: Session) -> Clocks:
    found = session.snapshot.clocks
    assert found is not None
    return found


def test_faces_compute_from_the_snapshot(tmp_path: Path) -> None:
    clock = FakeClock()
    with inline(tmp_path / "j.sqlite3", clock=clock) as session:
        begun(session)
        clock.turn(60)
        do(session, "skip_setup", "s1")
        revision = session.snapshot.revision
        clock.turn(20)
        now = clocks(session)
        assert (now.seat, now.running) == ("s1", True)
        assert now.turn_seconds(session.mono()) == pytest.approx(20)
        assert session.snapshot.revision == revision  # nothing ticks
        do(session, "enter_faces", "s1", faces=[2, 3])
        do(session, "end_turn", "s1")
        clock.turn(7)
        now = clocks(session)
        assert now.seat == "s2"
        assert now.turn_seconds(session.mono()) == pytest.approx(7)
        assert now.total_seconds("s1", session.mono()) == pytest.approx(20)
        assert now.at(session.mono()).table_seconds == pytest.approx(87)


def test_an_undone_turn_s_end_gives_the_time_to_whoever_plays_on(tmp_path: Path) -> None:
    clock = FakeClock()
    with inline(tmp_path / "j.sqlite3", clock=clock) as session:
        begun(session)
        do(session, "skip_setup", "s1")
        do(session, "enter_faces", "s1", faces=[2, 3])
        clock.turn(30)
        do(session, "end_turn", "s1")
        clock.turn(5)
        session.undo().result()
        clock.turn(5)
        assert clocks(session).seat == "s1"
        assert clocks(session).turn_seconds(session.mono()) == pytest.approx(40)


def test_the_gap_of_a_restart_is_nobody_s(tmp_path: Path) -> None:
    clock = FakeClock()
    path = tmp_path / "j.sqlite3"
    with inline(path, clock=clock) as session:
        begun(session)
        do(session, "skip_setup", "s1")
        clock.turn(50)
        do(session, "enter_faces", "s1", faces=[2, 3])
    later = FakeClock(mono=3.0)  # the machine was started anew: its clock begins again
    with inline(path, clock=later) as session:
        assert clocks(session).turn_seconds(session.mono()) == pytest.approx(50)
        later.turn(10)
        assert clocks(session).turn_seconds(session.mono()) == pytest.approx(60)
        do(session, "end_turn", "s1")
        later.turn(1)
        (first,) = clocks(session).book.finished
        assert (first.seat, first.turn) == ("s1", 1)
        assert first.seconds == pytest.approx(60)
        session.close_game().result()
        later.turn(5000)
        assert session.open_game(session.games.list().result()[0].id).result() is None
        assert clocks(session).turn_seconds(session.mono()) == pytest.approx(0)
        assert clocks(session).seat == "s2"
    assert ClockBook().running
