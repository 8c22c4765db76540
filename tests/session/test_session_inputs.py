"""Inputs: answered once, in order, on the disk before anybody sees them."""

from __future__ import annotations

import sqlite3
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from random import Random

import pytest

from companion.core.codec import command_from_data, command_to_data
from companion.core.frozen import FrozenMap
from companion.core.history import Plan, Stamp
from companion.core.model import Command
from companion.core.rules.base.book import BaseSlice
from companion.session import Done, Options, Session, SessionClosed, Snapshot
from tests.session.playing import (
    TABLES,
    FakeClock,
    Player,
    begun,
    do,
    inline,
    log_of,
    no,
    same_history,
    turns,
)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "journal.sqlite3"


def number(value: int, command_id: str = "") -> Command:
    return Command("enter_number", args=FrozenMap({"number": value}), id=command_id)


def test_a_command_counts_once_however_often_it_is_sent(path: Path) -> None:
    with inline(path) as session:
        begun(session)
        first = session.submit(number(4, "tap-1"), "touch").result()
        assert isinstance(first, Done)
        assert not first.repeated
        again = session.submit(number(4, "tap-1"), "touch").result()
        assert isinstance(again, Done)
        assert again.repeated
        assert again.record == first.record
        records = log_of(session).records
    with inline(path) as session:
        after = session.submit(number(4, "tap-1"), "touch").result()
        assert isinstance(after, Done)
        assert after.repeated
        assert after.record == first.record
        assert log_of(session).records == records


def test_an_undo_that_is_sent_twice_takes_back_one_entry(path: Path) -> None:
    with inline(path) as session:
        begun(session)
        do(session, "enter_number", number=4)
        do(session, "enter_number", number=5)
        last = log_of(session).node.n
        assert isinstance(session.undo(last, command_id="u1").result(), Done)
        assert no(session.undo(last).result()).code == "stale"  # another tap on the same button
        again = session.undo(last, command_id="u1").result()  # the same tap, sent again
        assert isinstance(again, Done)
        assert again.repeated
        assert log_of(session).node.n == last - 1


def test_a_redo_that_is_tapped_twice_brings_back_one_entry(path: Path) -> None:
    with inline(path) as session:
        begun(session)
        start = log_of(session).node.n
        for faces in (4, 5):
            do(session, "enter_number", number=faces)
            session.submit(Command("note", args=FrozenMap(text=str(faces)))).result()
        for _ in range(4):
            session.undo().result()
        named = log_of(session).ahead[-1].n
        assert isinstance(session.redo(named, command_id="r1").result(), Done)
        assert no(session.redo(named).result()).code == "stale"
        again = session.redo(named, command_id="r1").result()
        assert isinstance(again, Done)
        assert again.repeated
        assert log_of(session).node.n == named == start + 1


def test_undo_turn_after_an_amendment_is_one_record_and_is_kept(path: Path) -> None:
    with inline(path) as session:
        begun(session)
        turns(session, 1)
        entry = next(
            e for e in log_of(session).live() if e.command and e.command.action == "enter_faces"
        )
        do(session, "note", text="in the next turn")
        mended = Command("enter_faces", "s1", FrozenMap(faces=(1, 1)))
        plan = session.plan_amendment(entry.id, [mended]).result()
        assert isinstance(plan, Plan)
        session.amend(plan).result()
        amended = log_of(session)
        done = session.undo_turn(amended.node.n, command_id="t1").result()
        assert isinstance(done, Done)
        log = log_of(session)
        assert log.live() == amended.live()[:-1]
    with inline(path) as session:
        same_history(log, log_of(session))
        again = session.undo_turn(amended.node.n, command_id="t1").result()
        assert isinstance(again, Done)
        assert again.repeated


def test_one_id_for_two_different_commands_is_refused(path: Path) -> None:
    with inline(path) as session:
        begun(session)
        session.submit(number(4, "x"), "touch").result()
        assert no(session.submit(number(5, "x"), "touch").result()).code == "id_reused"
        assert no(session.redo(command_id="x").result()).code == "id_reused"


def test_a_refused_id_keeps_its_refusal(path: Path) -> None:
    with inline(path) as session:
        begun(session)
        command = Command("end_turn", "s1", id="early")
        refused = no(session.submit(command).result())
        turns(session, 0)
        do(session, "skip_setup", "s1")
        do(session, "enter_faces", "s1", faces=[2, 3])
        assert no(session.submit(command).result()) == refused
        assert isinstance(session.submit(Command("end_turn", "s1", id="now")).result(), Done)


def test_a_closed_prompt_is_stale_and_changes_nothing(path: Path) -> None:
    with inline(path) as session:
        begun(session)
        do(session, "skip_setup", "s1")
        prompt = log_of(session).state.prompts[-1].id
        faces = FrozenMap({"faces": (2, 3)})
        answer = session.submit(Command("enter_faces", "s1", faces, prompt)).result()
        assert isinstance(answer, Done)
        before = log_of(session)
        late = session.submit(Command("enter_faces", "s1", faces, prompt)).result()
        assert no(late).code == "stale"
        assert log_of(session) is before


def test_five_answers_at_once_all_count(path: Path) -> None:
    with Session(Options(path)) as session:
        assert isinstance(session.new_game(TABLES[0]).result(), Done)
        commands = [number(2 + n % 5, f"c{n}") for n in range(40)]
        with ThreadPoolExecutor(5) as pool:  # each command is sent from two threads
            futures = list(pool.map(session.submit, commands + commands))
        answers = [future.result() for future in futures]
        assert all(isinstance(answer, Done) for answer in answers)
        first, second = answers[:40], answers[40:]
        assert [a.record for a in first if isinstance(a, Done)] == [
            a.record for a in second if isinstance(a, Done)
        ]
        live = log_of(session).live()
        assert sorted(e.command.id for e in live if e.command) == sorted(c.id for c in commands)
        log = log_of(session)
    with inline(path) as session:
        same_history(log, log_of(session))


def test_snapshots_come_in_order_and_only_from_the_disk(path: Path) -> None:
    seen: list[Snapshot] = []
    on_disk: list[int] = []

    def watch(snapshot: Snapshot) -> None:
        seen.append(snapshot)
        with sqlite3.connect(path) as reader:
            on_disk.append(reader.execute("SELECT count(*) FROM entry").fetchone()[0])

    with Session(Options(path)) as session:
        session.new_game(TABLES[0]).result()
        stop = session.subscribe(watch)
        futures = [session.submit(number(4), "test") for _ in range(20)]
        answers = [future.result() for future in futures]
        stop()
        session.submit(number(4), "test").result()
    assert [s.revision for s in seen] == list(range(seen[0].revision, seen[0].revision + 21))
    assert [s.seq for s in seen] == list(range(21))
    assert on_disk == [s.seq + 1 for s in seen]
    assert [s.log for s in seen[1:]] == [a.log for a in answers if isinstance(a, Done)]


def test_a_subscriber_that_fails_harms_nobody(path: Path, caplog: pytest.LogCaptureFixture) -> None:
    seen: list[int] = []

    def broken(_snapshot: Snapshot) -> None:
        raise RuntimeError("a face fell over")

    with inline(path) as session:
        session.subscribe(broken)
        session.subscribe(lambda snapshot: seen.append(snapshot.seq))
        begun(session)
        do(session, "enter_number", number=4)
    assert seen[-1] == 1
    assert "a face fell over" in caplog.text


def test_a_subscriber_may_enter_something_itself(path: Path) -> None:
    with inline(path) as session:
        begun(session)
        answers = []

        def echo(snapshot: Snapshot) -> None:
            if snapshot.seq == 1:
                answers.append(session.submit(number(9), "echo"))

        session.subscribe(echo)
        do(session, "enter_number", number=4)
        (answer,) = answers
        assert isinstance(answer.result(), Done)
        assert log_of(session).next_number == 3


def test_everything_is_read_back_as_it_was(path: Path) -> None:
    kinds = set()
    for seed, table in enumerate(TABLES):
        file = path.with_name(f"{seed}.sqlite3")
        with inline(file, clock=FakeClock()) as session:
            begun(session, table)
            player = Player(session, Random(seed))
            for _ in range(120):
                player.step()
            log, book = log_of(session), session.snapshot.clocks
            kinds |= {record.kind for record in log.records}
        with inline(file, clock=FakeClock()) as session:
            same_history(log, log_of(session))
            assert book is not None
            assert session.snapshot.clocks is not None
            assert session.snapshot.clocks.book.seat == book.book.seat
    assert kinds == {"entry", "undone", "redone", "amended"}


def test_an_amendment_is_one_record_and_is_kept(path: Path) -> None:
    with inline(path) as session:
        begun(session)
        turns(session, 3)
        entry = next(
            e for e in log_of(session).live() if e.command and e.command.action == "enter_faces"
        )
        assert entry.command is not None
        changed = command_to_data(entry.command)
        changed["args"] = {"faces": [6, 5]}
        changed["id"] = ""
        changed["prompt"] = None
        plan = session.plan_amendment(entry.id, [command_from_data(changed)]).result()
        assert isinstance(plan, Plan)
        before = log_of(session).next_number
        done = session.amend(plan, "touch", command_id="mend").result()
        assert isinstance(done, Done)
        assert done.record.kind == "amended"
        assert log_of(session).next_number == before + 1
        assert no(session.amend(plan, "touch").result()).code == "stale"
        log = log_of(session)
    with inline(path) as session:
        same_history(log, log_of(session))
        again = session.amend(plan, "touch", command_id="mend").result()
        assert isinstance(again, Done)
        assert again.repeated
        session.undo().result()
        assert log_of(session).live()[-1].id == str(before - 1)


def test_undo_turn_goes_back_to_its_beginning(path: Path) -> None:
    with inline(path) as session:
        begun(session)
        turns(session, 1)
        start = log_of(session)
        do(session, "enter_faces", "s2", faces=[2, 3])
        do(session, "enter_number", number=4)
        assert isinstance(session.undo_turn(source="touch").result(), Done)
        assert log_of(session).state == start.state
        assert isinstance(session.redo(source="touch").result(), Done)
        turn = log_of(session).state.slices["base"]
        assert isinstance(turn, BaseSlice)
        assert len(turn.numbers) == 1


def test_an_input_for_another_game_is_refused(path: Path) -> None:
    with inline(path) as session:
        old = begun(session).game
        new = begun(session).game
        assert no(session.submit(number(4), game=old).result()).code == "other_game"
        assert isinstance(session.submit(number(4), game=new).result(), Done)


def test_what_cannot_be_written_is_a_bad_command(path: Path) -> None:
    with inline(path) as session:
        begun(session)
        odd = Command("enter_number", args=FrozenMap({"number": object()}))
        assert no(session.submit(odd).result()).code == "bad_command"
        assert no(session.plan_amendment("0", [odd], "after").result()).code == "bad_command"  # type: ignore[arg-type]
        half = Command("rename", args=FrozenMap({"name": "\ud800"}))
        assert no(session.submit(half).result()).code in ("unknown_action", "bad_command")
        assert session.snapshot.alarm is None


def test_the_stamp_says_when_and_by_what(path: Path) -> None:
    clock = FakeClock()
    with inline(path, clock=clock) as session:
        begun(session)
        clock.turn(2.5)
        done = session.submit(number(4), "button:2").result()
        assert isinstance(done, Done)
        assert done.record.stamp == Stamp("2026-12-01T19:30:02.500Z", 2.5, "button:2")


def test_without_a_game_nothing_is_entered(path: Path) -> None:
    with inline(path) as session:
        assert no(session.submit(number(4)).result()).code == "no_game"
        assert no(session.undo().result()).code == "no_game"
        assert no(session.rematch().result()).code == "no_game"
        plan = session.plan_amendment("0", []).result()
        assert no(plan).code == "no_game"  # type: ignore[arg-type]


@pytest.mark.parametrize("without_thread", [True, False])
def test_a_closed_session_says_so(path: Path, without_thread: bool) -> None:
    session = Session(Options(path), inline=without_thread)
    session.close()
    session.close()
    with pytest.raises(SessionClosed):
        session.undo().result()
