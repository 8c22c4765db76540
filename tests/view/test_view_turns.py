"""The history under the turns it was entered in."""

from __future__ import annotations

from companion.core import history
from companion.core.frozen import freeze
from companion.core.history import Log, Plan
from companion.core.model import Command
from companion.view import history_lines
from companion.view.turns import history_by_turn
from tests.view.scripted import Table, evening


def shape(table: Table) -> list[tuple[int, str | None, list[str]]]:
    """Turns, seats and what was done in them, newest first."""
    return [
        (group.turn, group.seat, [line.action or line.kind for line in group.lines])
        for group in history_by_turn(table.log)
    ]


def test_every_line_is_there_once_newest_first() -> None:
    table = evening()
    told = [line for group in history_by_turn(table.log) for line in group.lines]
    assert told == list(reversed(history_lines(table.log)))


def test_the_entry_that_ends_a_turn_belongs_to_it() -> None:
    table = evening()
    newest, second, first, before = shape(table)
    assert newest == (3, "s3", ["enter_faces"])
    assert (second[0], second[1], second[2][0]) == (2, "s2", "end_turn")
    assert first[2] == ["end_turn", "buy_card", "build_settlement", "build_road", "enter_faces"]
    assert (before[0], before[1]) == (0, None)
    assert before[2][-1] == "entry"  # the game itself began


def test_after_an_undo_over_a_turns_beginning_the_earlier_turn_comes_again() -> None:
    table = evening()
    table.undo()
    table.undo()
    assert shape(table)[:3] == [
        (2, "s2", ["undone"]),
        (3, "s3", ["undone", "enter_faces"]),
        shape(evening())[1],
    ]
    table.redo()
    assert shape(table)[0] == (3, "s3", ["redone"])


def test_an_amendment_belongs_to_the_turn_it_leads_to() -> None:
    table = evening()
    entry = next(e.id for e in table.log.live() if e.command and e.command.action == "enter_faces")
    command = Command("enter_faces", "s1", freeze({"faces": (5, 5)}))
    plan = history.plan_amendment(table.log, entry, [command])
    assert isinstance(plan, Plan)
    log = history.amend(table.log, plan, table.stamp())
    assert isinstance(log, Log)
    table.log = log
    assert shape(table)[0][:2] == (3, "s3")
    assert shape(table)[0][2][-2:] == ["amended", "enter_faces"]


def test_the_tables_own_word_about_the_turn_is_followed() -> None:
    table = evening()
    table.do("set_turn", whose="s1", stage="number", turn=9)
    table.roll(2, 2)
    assert shape(table)[0] == (9, "s1", ["enter_faces"])


def test_what_is_put_in_later_stands_where_it_belongs_and_what_was_corrected_beside_it() -> None:
    table = evening()
    first = next(e for e in table.log.live() if e.command and e.command.action == "enter_faces")
    corrected = Command("enter_faces", "s1", freeze({"faces": (5, 5)}))
    plan = history.plan_amendment(table.log, first.id, [corrected])
    assert isinstance(plan, Plan)
    log = history.amend(table.log, plan, table.stamp())
    assert isinstance(log, Log)
    missed = Command("build_road", "s1")
    plan = history.plan_amendment(log, first.id, [missed], how="after")
    assert isinstance(plan, Plan)
    log = history.amend(log, plan, table.stamp())
    assert isinstance(log, Log)
    table.log = log
    turns = {(group.turn, group.seat): group.lines for group in history_by_turn(log)}
    (new, now, before) = turns[1, "s1"][-3:]
    assert [(line.action, line.mark, line.amended) for line in (before, now, new)] == [
        ("enter_faces", "replaced", False),
        ("enter_faces", "live", True),
        ("build_road", "live", True),
    ]
    told = [line for lines in turns.values() for line in lines]
    assert sorted(told, key=repr) == sorted(history_lines(log), key=repr)
