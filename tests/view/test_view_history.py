"""The history as lines: what happened, what of it still counts."""

from __future__ import annotations

from companion.core import history
from companion.core.frozen import FrozenMap
from companion.core.history import Log, Plan
from companion.core.model import Command
from companion.view import history_lines, redo_view, undo_view
from companion.view.pages import LineView
from tests.view.scripted import Table


def started(**more: object) -> Table:
    table = Table(**{"numbers": "typed", **more})
    table.do("skip_setup", "s1")
    return table


def read(table: Table, language: str = "en") -> list[str]:
    tr = table.translator(language)
    return [tr.show(line.what) for line in history_lines(table.log)]


def more(table: Table, line: LineView) -> list[str]:
    return [table.translator().show(text) for text in line.more]


def amended(table: Table, entry: str, *commands: Command) -> Plan:
    plan = history.plan_amendment(table.log, entry, commands)
    assert isinstance(plan, Plan), plan
    log = history.amend(table.log, plan, table.stamp())
    assert isinstance(log, Log)
    table.log = log
    return plan


def test_a_line_says_who_did_what_when_and_by_what() -> None:
    table = started()
    table.roll(2, 4)
    table.do("build_road", "s1")
    line = history_lines(table.log)[-1]
    assert table.translator().show(line.what) == "Ada builds a road"
    assert (line.record, line.id, line.who, line.actor) == (3, "3", "s1", "s1")
    assert (line.action, line.source, line.mark) == ("build_road", "touch", "live")
    assert line.at == "2026-12-01T19:04:00"


def test_consequences_stand_behind_what_was_done() -> None:
    table = started()
    table.roll(2, 4)
    table.do("declare_route", "s1", whose="s2", length=5)
    table.do("end_turn", "s1")
    lines = history_lines(table.log)
    assert more(table, lines[-2]) == ["Blue takes Longest Trade Route"]
    assert more(table, lines[-1]) == ["Turn 2: Blue"]


def test_start_pieces_counted_all_at_once_are_one_line() -> None:
    lines = history_lines(started().log)
    assert read(started())[1] == "All start pieces stand"
    assert more(started(), lines[1]) == ["The set-up phase is over", "Turn 1: Ada"]


def test_the_robber_with_and_without_a_victim() -> None:
    table = started(settings=FrozenMap({"base.count_cards": False}))
    table.roll(3, 4)
    table.do("move_robber", "s1", victim="s3")
    table.do("end_turn", "s1")
    table.roll(3, 4)
    table.do("move_robber", "s2")
    assert read(table)[3] == "Ada moves the robber; Bára loses a card"
    assert read(table)[-1] == "Blue moves the robber"
    assert read(table, "cs")[3] == "Ada přesouvá zloděje; o kartu přichází Bára"


def test_a_card_names_what_was_taken() -> None:
    table = started(settings=FrozenMap({"base.count_cards": False}))
    table.roll(2, 4)
    table.do("play_invention", "s1", first="ore", second="wool")
    assert read(table)[-1] == "Ada plays Invention: ore and wool"
    table.do("end_turn", "s1")
    table.roll(2, 4)
    table.do("play_monopoly", "s2", resource="grain")
    assert read(table, "cs")[-1] == "Modrý hraje kartu Monopol: obilí"


def test_what_was_undone_stays_and_is_marked() -> None:
    table = started()
    table.roll(2, 4)
    table.do("build_road", "s1")
    table.undo()
    lines = history_lines(table.log)
    assert [line.mark for line in lines] == ["live", "live", "live", "undone", "live"]
    assert (lines[-1].kind, lines[-1].id) == ("undone", None)
    assert read(table)[-1] == "Taken back: Ada builds a road"
    table.redo()
    lines = history_lines(table.log)
    assert [line.mark for line in lines] == ["live"] * 6
    assert read(table)[-1] == "Done again: Ada builds a road"


def test_undo_and_redo_name_what_they_take() -> None:
    table = Table(numbers="typed")
    assert undo_view(table.log) is None
    assert redo_view(table.log) is None
    table.do("skip_setup", "s1")
    table.roll(2, 4)
    table.do("build_city", "s1", piece=1)
    tr = table.translator()
    undo = undo_view(table.log)
    assert undo is not None
    assert (undo.record, tr.show(undo.label)) == (3, "Undo: Ada builds a city")
    table.undo()
    redo = redo_view(table.log)
    assert redo is not None
    assert (redo.record, tr.show(redo.label)) == (3, "Redo: Ada builds a city")


def test_a_piece_whose_id_came_up_again_is_told_as_what_it_is_now() -> None:
    table = started()
    table.roll(2, 4)
    table.do("build_road", "s1")
    table.undo()
    table.do("build_settlement", "s1")
    assert read(table)[3] == "Ada builds a road"
    assert read(table)[-1] == "Ada builds a settlement"


def test_what_was_settled_is_told_with_its_question_and_whose_it_was() -> None:
    table = Table(numbers="typed")
    table.do("place_start", "s1")
    table.do("settle", "s2")
    said = "Blue, settled at the table: “Round 1: everybody places a settlement with a road.”"
    assert read(table)[-1] == said
    undo = undo_view(table.log)
    assert undo is not None
    assert table.translator().show(undo.label) == f"Undo: {said}"
    table.undo()
    assert read(table)[-2] == said
    redo = redo_view(table.log)
    assert redo is not None
    assert table.translator().show(redo.label) == f"Redo: {said}"


def test_an_undone_settling_keeps_the_question_of_its_time() -> None:
    table = Table(numbers="typed")
    table.do("settle", "s1")
    table.do("settle", "s3")
    assert "Round 1" in read(table)[1]
    assert "Round 2" in read(table)[2]


def test_what_the_table_insisted_on_is_marked_with_the_reason() -> None:
    table = started()
    table.do("build_city", "s2", forced=True)
    line = history_lines(table.log)[-1]
    assert line.forced
    assert table.translator().show(line.what) == "Blue builds a city"
    assert more(table, line)[-1].startswith("The table insists: City (")


def test_an_amended_entry_replaces_the_old_one() -> None:
    table = started()
    table.roll(2, 4)
    table.do("build_road", "s1")
    amended(table, "2", Command("enter_faces", "s1", FrozenMap({"faces": (2, 3)})))
    lines = history_lines(table.log)
    assert [(line.kind, line.mark) for line in lines[2:]] == [
        ("entry", "replaced"),
        ("entry", "live"),
        ("amended", "live"),
        ("entry", "live"),
    ]
    assert lines[-1].amended
    assert read(table)[2:] == [
        "6 comes up: 2 + 4",
        "Ada builds a road",
        "Corrected: 5 comes up: 2 + 3, instead of 6 comes up: 2 + 4",
        "5 comes up: 2 + 3",
    ]
    undo = undo_view(table.log)
    assert undo is not None
    assert (
        table.translator().show(undo.label)
        == "Undo: Corrected: 5 comes up: 2 + 3, instead of 6 comes up: 2 + 4"
    )


def test_an_undone_amendment_gives_the_old_entry_back() -> None:
    table = started()
    table.roll(2, 4)
    amended(table, "2", Command("enter_faces", "s1", FrozenMap({"faces": (2, 3)})))
    table.undo()
    marks = {line.id: line.mark for line in history_lines(table.log) if not line.amended}
    assert marks["2"] == "live"
    assert [line.mark for line in history_lines(table.log) if line.amended] == ["replaced"]


def test_an_amended_entry_is_listed_once_however_often_more_is_amended() -> None:
    table = started()
    table.roll(2, 4)
    table.do("build_road", "s1")
    amended(table, "2", Command("enter_faces", "s1", FrozenMap({"faces": (2, 3)})))
    amended(table, "3", Command("build_settlement", "s1"))
    shown = [line for line in history_lines(table.log) if line.amended]
    assert [(line.id, line.mark) for line in shown] == [("2", "live"), ("3", "live")]


def test_an_entry_that_was_taken_out_does_not_count() -> None:
    table = started()
    table.roll(2, 4)
    table.do("build_road", "s1")
    amended(table, "3")
    assert [line.mark for line in history_lines(table.log)][3] == "undone"


def test_a_card_of_the_own_deck_is_told_with_its_event() -> None:
    table = started(numbers="cards")
    table.do("enter_card", "s1", number=6, event="earthquake")
    table.do("end_turn", "s1")
    table.do("enter_card", "s2", number=9)
    assert read(table)[-3] == "6 comes up with Earthquake: said by the table"
    assert read(table)[-1] == "9 comes up: said by the table"


def test_what_the_table_insisted_on_is_marked_where_undo_names_it() -> None:
    table = started()
    table.roll(2, 4)
    table.do("build_road", "s1")
    undo = undo_view(table.log)
    assert undo is not None
    assert table.translator().show(undo.label) == "Undo: Ada builds a road"
    answer = history.submit(table.log, Command("play_knight", "s1", forced=True))
    assert isinstance(answer, tuple)
    undo = undo_view(answer[0])
    assert undo is not None
    assert table.translator().show(undo.label).endswith("(against the rules)")


def test_a_pause_that_goes_with_an_undone_step_is_not_counted_as_one() -> None:
    table = started()
    table.roll(2, 4)
    table.do("pause", None)
    table.do("resume", None)
    undone = history.undo(table.log)
    assert isinstance(undone, Log)
    said = table.translator().show(history_lines(undone)[-1].what)
    assert said == "Taken back: 6 comes up: 2 + 4"
    redone = history.redo(undone)
    assert isinstance(redone, Log)
    assert table.translator().show(history_lines(redone)[-1].what) == (
        "Done again: 6 comes up: 2 + 4"
    )
