"""History: undo and redo without limit, amendments, what chance gives again."""

from __future__ import annotations

import json
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.core import codec, history, kernel, registry
from companion.core.context import Context
from companion.core.events import ChanceDrawn
from companion.core.foresight import foreseen
from companion.core.frozen import FrozenMap, to_builtins
from companion.core.history import Log, Plan
from companion.core.model import Command, Refusal, Seat, Setup
from companion.core.rules.base.book import BaseSlice, NumberProduced
from tests.core.random_play import random_command

SEED = "00112233445566778899aabbccddeeff"


def new_log(**more: object) -> Log:
    seats = tuple(
        Seat(f"s{i}", name, name.lower()) for i, name in enumerate(("Red", "Blue", "White"), 1)
    )
    rules, setup = registry.prepare(Setup(seats=seats, seed=SEED, **more))  # type: ignore[arg-type]
    return history.start(rules, setup)


def do(log: Log, action: str, seat: str | None = None, **args: object) -> Log:
    answer = history.submit(log, Command(action, seat, FrozenMap(args)))
    assert not isinstance(answer, Refusal), answer
    return answer[0]


def after_setup(**more: object) -> Log:
    return do(new_log(**more), "skip_setup", "s1")


def numbers(log: Log) -> list[int]:
    return [e.number for entry in log.live() for e in entry.events if isinstance(e, NumberProduced)]


def play(log: Log, rounds: int) -> Log:
    """Whole turns with the app's dice: throw, settle a seven, end."""
    for _ in range(rounds):
        seat = Context(log.rules, log.state).slice(BaseSlice).seat
        assert seat
        log = do(log, "throw_dice", seat)
        if numbers(log)[-1] == 7:
            log = do(log, "move_robber", seat)
        log = do(log, "end_turn", seat)
    return log


def test_undo_and_throw_again_gives_the_same_faces() -> None:
    log = after_setup()
    thrown = do(log, "throw_dice", "s1")
    back = history.undo(thrown)
    assert isinstance(back, Log)
    assert back.state == log.state
    assert numbers(do(back, "throw_dice", "s1")) == numbers(thrown)


def test_what_an_undo_showed_is_known_to_come_again() -> None:
    thrown = do(after_setup(), "throw_dice", "s1")
    assert foreseen(thrown) == ()
    back = history.undo(thrown)
    assert isinstance(back, Log)
    (known,) = foreseen(back)
    assert isinstance(known, ChanceDrawn)
    assert sum(known.outcome) == numbers(thrown)[-1]


def test_undo_names_what_it_takes_back_and_a_double_tap_takes_one() -> None:
    log = do(do(after_setup(), "enter_faces", "s1", faces=(3, 5)), "end_turn", "s1")
    top = log.undoable()
    assert isinstance(top, history.Entry)
    assert top.command is not None
    assert top.command.action == "end_turn"
    once = history.undo(log, expect=top.n)
    assert isinstance(once, Log)
    twice = history.undo(once, expect=top.n)
    assert isinstance(twice, Refusal)
    assert twice.code == "stale"


def test_a_new_command_ends_redo_and_the_undone_branch_stays_recorded() -> None:
    log = do(after_setup(), "enter_faces", "s1", faces=(3, 5))
    back = history.undo(log)
    assert isinstance(back, Log)
    other = do(back, "enter_faces", "s1", faces=(2, 2))
    assert isinstance(history.redo(other), Refusal)
    written = [e.command.args for r in other.records for e in r.entries if e.command]
    assert FrozenMap(faces=(3, 5)) in written
    assert numbers(other) == [4]


def test_undo_this_turn_goes_back_to_its_start() -> None:
    log = play(after_setup(), 2)
    started = log
    log = do(log, "enter_faces", "s3", faces=(1, 1))
    log = do(log, "build_road", "s3")
    back = history.undo_turn(log)
    assert isinstance(back, Log)
    assert back.state == started.state
    assert isinstance(history.undo_turn(back), Refusal)
    forward = history.redo(back)
    assert isinstance(forward, Log)
    assert numbers(forward)[-1] == 2


def test_redo_names_what_it_brings_back_and_a_double_tap_brings_one() -> None:
    log = do(do(after_setup(), "note", text="one"), "note", text="two")
    for _ in range(2):
        back = history.undo(log)
        assert isinstance(back, Log)
        log = back
    named = log.ahead[-1].n
    once = history.redo(log, expect=named)
    assert isinstance(once, Log)
    twice = history.redo(once, expect=named)
    assert isinstance(twice, Refusal)
    assert twice.code == "stale"


def test_undo_this_turn_is_refused_when_something_came_since_it_was_seen() -> None:
    log = do(play(after_setup(), 1), "note", text="one")
    answer = history.undo_turn(do(log, "note", text="two"), expect=log.node.n)
    assert isinstance(answer, Refusal)
    assert answer.code == "stale"
    assert isinstance(history.undo_turn(log, expect=log.node.n), Log)


def test_undo_this_turn_takes_the_turn_and_no_more_after_an_amendment_before_it() -> None:
    log = do(after_setup(), "enter_faces", "s1", faces=(2, 3))
    log = do(do(log, "end_turn", "s1"), "enter_faces", "s2", faces=(2, 4))
    plan = history.plan_amendment(log, "2", [Command("enter_faces", "s1", FrozenMap(faces=(1, 1)))])
    assert isinstance(plan, Plan)
    mended = history.amend(log, plan)
    assert isinstance(mended, Log)
    assert numbers(mended) == [2, 6]
    back = history.undo_turn(mended, expect=mended.node.n)
    assert isinstance(back, Log)
    assert [entry.id for entry in back.live()] == ["0", "1", "2", "3"]
    assert numbers(back) == [2]
    assert Context(back.rules, back.state).slice(BaseSlice).seat == "s2"
    again = history.undo(back)
    assert isinstance(again, Log)
    assert again.state == mended.state


def test_undo_this_turn_takes_an_amendment_inside_the_turn_with_it() -> None:
    started = play(after_setup(), 1)
    log = do(do(started, "enter_faces", "s2", faces=(2, 4)), "note", text="one")
    mended = Command("enter_faces", "s2", FrozenMap(faces=(1, 1)))
    plan = history.plan_amendment(log, str(started.next_number), [mended])
    assert isinstance(plan, Plan)
    log = history.amend(log, plan)  # type: ignore[assignment]
    back = history.undo_turn(log)
    assert isinstance(back, Log)
    assert back.node is started.node


def test_nothing_to_undo_at_the_start_is_an_ordinary_refusal() -> None:
    answer = history.undo(new_log())
    assert isinstance(answer, Refusal)
    assert answer.code == "nothing_to_undo"


def test_a_prompt_id_never_means_something_else_after_an_undo() -> None:
    log = after_setup()
    thrown = do(log, "enter_faces", "s1", faces=(3, 5))
    asked = next(p.id for p in thrown.state.prompts if p.name == "turn.play")
    back = history.undo(thrown)
    assert isinstance(back, Log)
    again = do(back, "enter_faces", "s1", faces=(6, 5))
    answer = history.submit(again, Command("end_turn", "s1", prompt=asked))
    assert isinstance(answer, Refusal)
    assert answer.code == "stale"


def test_a_wrong_reading_is_cured_after_the_robber_has_moved() -> None:
    """The faces 3 and 4 were read; they were 3 and 3. The robber's move no longer fits."""
    log = do(after_setup(), "enter_faces", "s1", faces=(3, 4))
    reading = log.live()[-1]
    log = do(log, "move_robber", "s1", victim="s2")
    log = do(log, "build_road", "s1")
    log = do(log, "end_turn", "s1")
    plan = history.plan_amendment(
        log, reading.id, [Command("enter_faces", "s1", FrozenMap(faces=(3, 3)))]
    )
    assert isinstance(plan, Plan)
    assert [entry.command.action for entry, _ in plan.refused if entry.command] == ["move_robber"]
    mended = history.amend(log, plan)
    assert isinstance(mended, Log)
    assert numbers(mended) == [6]
    assert [e.command.action for e in mended.live() if e.command][-2:] == ["build_road", "end_turn"]
    undone = history.undo(mended)
    assert isinstance(undone, Log)
    assert undone.state == log.state


def test_a_missed_turn_is_put_in_and_the_later_throws_stay() -> None:
    log = play(after_setup(), 4)
    before = numbers(log)
    first_end = next(e for e in log.live() if e.command and e.command.action == "end_turn")
    plan = history.plan_amendment(
        log, first_end.id, [Command("enter_number", None, FrozenMap(number=9))], "after"
    )
    assert isinstance(plan, Plan)
    mended = history.amend(log, plan)
    assert isinstance(mended, Log)
    assert sorted(numbers(mended)) != sorted(before)
    assert 9 in numbers(mended)
    drawn = [e for entry in mended.live() for e in entry.events if isinstance(e, ChanceDrawn)]
    was = [e for entry in log.live() for e in entry.events if isinstance(e, ChanceDrawn)]
    assert all(d in was for d in drawn)


def test_a_plan_is_stale_once_something_else_was_entered() -> None:
    log = do(after_setup(), "enter_faces", "s1", faces=(3, 5))
    plan = history.plan_amendment(log, log.live()[-1].id, [])
    assert isinstance(plan, Plan)
    answer = history.amend(do(log, "build_road", "s1"), plan)
    assert isinstance(answer, Refusal)


def test_the_first_entry_cannot_be_amended() -> None:
    answer = history.plan_amendment(after_setup(), "0", [])
    assert isinstance(answer, Refusal)
    assert answer.code == "no_such_entry"


@pytest.mark.parametrize("kind", ["undone", "redone", "amended", "entry"])
def test_a_record_that_does_not_fit_is_named(kind: str) -> None:
    log = after_setup()
    wrong = history.Record(2, kind, to=77, since="77")  # type: ignore[arg-type]
    if kind == "entry":
        wrong = history.Record(9, "entry")
    with pytest.raises(ValueError, match=r"9|77"):
        history.load(log.rules, (*log.records, wrong))


@settings(max_examples=40, deadline=None)
@given(st.integers(0, 2**32), st.lists(st.integers(0, 99), min_size=20, max_size=120))
def test_any_walk_through_history_replays_to_what_was_live(seed: int, steps: list[int]) -> None:
    chosen = random.Random(seed)
    log = new_log()
    for step in steps:
        log = _walk(log, step, chosen)
        assert kernel.fold(log.rules, [e for n in log.live() for e in n.events]) == log.state
    again = history.load(log.rules, log.records)
    assert again.state == log.state
    assert again.live() == log.live()
    assert [n.n for n in again.ahead] == [n.n for n in log.ahead]
    ids = [e.id for e in log.live()]
    assert len(ids) == len(set(ids))
    data = json.loads(json.dumps(to_builtins(codec.state_to_data(log.state))))
    assert codec.state_from_data(log.rules, data) == log.state
    for entry in log.live():
        for event in entry.events:
            kind, version, plain = codec.event_to_data(event)
            read = codec.event_from_data(log.rules, kind, version, json.loads(json.dumps(plain)))
            assert read == event


@settings(max_examples=40, deadline=None)
@given(st.integers(0, 2**32), st.lists(st.integers(0, 60), min_size=20, max_size=120))
def test_what_is_foreseen_lies_beyond_all_that_counts(seed: int, steps: list[int]) -> None:
    chosen = random.Random(seed)
    log = after_setup()
    for step in steps:
        log = _walk(log, step, chosen)
        shown = [
            [(seen, event) for entry in entries for event in entry.events
             if (seen := event.foresight()) is not None]
            for entries in (log.live(), [e for record in log.records for e in record.entries])
        ]  # fmt: skip
        newest: dict[str, int] = {}
        for (stream, position), _ in shown[0]:
            newest[stream] = max(newest.get(stream, -1), position)
        beyond = {seen: event for seen, event in shown[1] if seen[1] > newest.get(seen[0], -1)}
        assert foreseen(log) == tuple(beyond[seen] for seen in sorted(beyond))


@settings(max_examples=40, deadline=None)
@given(st.integers(0, 2**32), st.lists(st.integers(0, 99), min_size=20, max_size=120))
def test_undo_this_turn_leaves_what_counted_up_to_the_turns_beginning(
    seed: int, steps: list[int]
) -> None:
    chosen = random.Random(seed)
    log = after_setup()
    for step in steps:
        log = _walk(log, step, chosen)
        live = log.live()
        began = [e for e in live if any(event.milestone for event in e.events)] or [live[0]]
        back = history.undo_turn(log)
        if live[-1] is began[-1]:
            assert isinstance(back, Refusal)
            assert back.code == "nothing_to_undo"
            continue
        assert isinstance(back, Log)
        assert back.live() == live[: live.index(began[-1]) + 1]
        assert kernel.fold(log.rules, [e for n in back.live() for e in n.events]) == back.state
        assert history.load(log.rules, back.records).state == back.state


def _walk(log: Log, step: int, chosen: random.Random) -> Log:
    """One step: mostly a move of play, sometimes undo, redo, undo of the turn, an amendment."""
    answer: Log | Refusal
    if step < 12:
        answer = history.undo(log)
    elif step < 18:
        answer = history.redo(log)
    elif step < 20:
        answer = history.undo_turn(log)
    elif step < 24:
        how = chosen.choice(("replace", "before", "after"))
        number = Command("enter_number", None, FrozenMap(number=chosen.randint(2, 12)))
        commands = [number] if chosen.random() < 0.6 else []
        plan = history.plan_amendment(log, chosen.choice(log.live()).id, commands, how)  # type: ignore[arg-type]
        answer = history.amend(log, plan) if isinstance(plan, Plan) else plan
    else:
        command = random_command(chosen, Context(log.rules, log.state))
        if command is None:
            return log
        result = history.submit(log, command)
        assert not isinstance(result, Refusal), (command, result)
        answer = result[0]
    return answer if isinstance(answer, Log) else log


def test_a_pause_is_no_step_of_undo_but_goes_with_the_step_before_it() -> None:
    log = new_log()
    before = log.node
    log = do(log, "skip_setup", "s1")
    step = log.node
    log = do(do(log, "pause"), "resume")
    assert log.undoable() == step.record.entries[0]
    undone = history.undo(log, expect=log.node.n)
    assert isinstance(undone, Log)
    assert undone.node is before
    assert undone.redoable() == step.record.entries[0]
    redone = history.redo(undone, expect=step.n)
    assert isinstance(redone, Log)
    assert redone.node is step
    assert redone.redo_step() is None
    again = history.load(log.rules, redone.records)
    assert (again.node.n, [n.n for n in again.ahead]) == (step.n, [n.n for n in redone.ahead])


def test_a_pause_before_the_first_step_is_nothing_to_undo() -> None:
    log = do(new_log(), "pause")
    assert isinstance(history.undo(log), Refusal)
