"""The history on the touchscreen: rows in sight only, marks, undo and redo, an entry's details."""

from __future__ import annotations

from functools import wraps
from typing import Any

import pytest
from msgspec.structs import replace

from companion.core.history import Entry, Plan
from companion.core.model import Command
from tests.kiosk import evenings
from tests.kiosk.evenings import Evening, Open
from tests.kiosk.harness import SIZES

pytestmark = pytest.mark.window

opened = pytest.fixture(evenings.windows)


def live(table: Evening) -> tuple[Entry, ...]:
    log = table.session.snapshot.log
    assert log is not None
    return log.live()


def rows(screen: Any) -> list[Any]:
    """The rows of entries that exist, from the top."""
    found = [r for r in screen.list.rows.children if hasattr(r, "line") and r.line is not None]
    return sorted(found, key=lambda row: -row.y)


def row_of(screen: Any, text: str) -> Any:
    return next(row for row in rows(screen) if row.text.startswith(text))


def test_entries_stand_newest_first_under_their_turn(opened: Open) -> None:
    window = opened(evenings.short())
    screen = window.go("history")
    assert [row.text for row in rows(screen)[:3]] == [
        "Taken back: Anna builds a settlement",
        "Anna builds a settlement",
        "8 comes up: 4 + 4",
    ]
    assert window.stage.shows("Turn 4 · Anna")
    assert window.stage.shows("Turn 3 · Cecílie")


def test_what_was_undone_stays_faded_and_says_so(opened: Open) -> None:
    window = opened(evenings.short())
    screen = window.go("history")
    undone = row_of(screen, "Anna builds a settlement")
    assert undone.faded
    assert undone.note == "taken back"
    assert not row_of(screen, "8 comes up").faded


def test_what_the_table_insisted_on_is_marked(opened: Open) -> None:
    table = evenings.short()
    command = Command("play_knight", "s2", forced=True)
    answer = table.session.submit(command, "touch").result()
    assert not hasattr(answer, "code"), answer
    window = opened(table)
    newest = rows(window.go("history"))[0]
    assert newest.look == "danger"
    assert "against the rules" in newest.note


def test_undo_and_redo_name_what_and_whose_and_do_it(opened: Open) -> None:
    window = opened(evenings.short())
    screen = window.go("history")
    stage = window.stage
    assert screen.steps.undo.text == "Undo: 8 comes up: 4 + 4 (Anna)"
    assert screen.steps.redo.text == "Redo: Anna builds a settlement"
    stage.tap(screen.steps.redo)
    stage.until(lambda: screen.steps.redo.disabled)
    assert screen.steps.redo.text == "Nothing to redo"
    assert screen.steps.undo.text == "Undo: Anna builds a settlement"
    assert rows(screen)[0].text.startswith("Done again")
    stage.tap(screen.steps.undo)
    stage.until(lambda: not screen.steps.redo.disabled)
    assert rows(screen)[0].text.startswith("Taken back: Anna")


def test_undo_this_turn_goes_to_the_turns_beginning(opened: Open) -> None:
    window = opened(evenings.short())
    screen = window.go("history")
    assert screen.steps.turn.text == "Undo this turn: Anna"
    window.stage.tap(screen.steps.turn)
    window.stage.until(lambda: bool(screen.steps.turn.disabled))
    assert row_of(screen, "8 comes up").faded
    assert screen.steps.undo.text == "Undo: Cecílie ends the turn"


def test_two_taps_on_the_same_redo_bring_back_one_entry(opened: Open) -> None:
    table = evenings.short(threaded=True)
    table.undo()
    window = opened(table)
    before = len(live(table))
    # Both before the window has heard of the first.
    window.host.redo()
    window.host.redo()
    table.session.draw_lots(1).result()  # behind both of them
    assert len(live(table)) == before + 1
    window.stage.step(3)
    assert not window.stage.shows("Something else has happened since")


def test_undo_this_turn_is_there_after_an_earlier_turn_was_set_right(opened: Open) -> None:
    table = evenings.short()
    entry = next(e for e in live(table) if e.command and e.command.action == "enter_faces")
    assert entry.command is not None
    plan = table.session.plan_amendment(entry.id, [replace(entry.command, prompt=None)]).result()
    assert isinstance(plan, Plan)
    table.session.amend(plan, "touch").result()
    window = opened(table)
    screen = window.go("history")
    window.stage.tap(screen.steps.turn)
    window.stage.until(lambda: bool(screen.steps.turn.disabled))
    assert rows(screen)[0].text.startswith("Taken back: 8 comes up")
    newest = live(table)[-1].command
    assert newest is not None
    assert newest.action == "end_turn"


def test_a_card_that_was_taken_back_is_said_to_come_again(opened: Open) -> None:
    table = Evening(evenings.CARDS)
    table.do("skip_setup", "s1")
    table.do("draw_card", table.on_turn)
    window = opened(table)
    screen = window.go("history")
    assert screen.known.height == 0
    table.undo()
    window.stage.step(3)
    assert window.stage.shows("Known, as it was taken back")
    assert screen.known.height > 0
    ground, known = screen.known.ground, screen.known
    assert (ground.pos, ground.size) == (known.pos, known.size), "the highlight is behind the words"


def test_an_entry_opens_with_all_of_it_and_goes_to_the_amendment(opened: Open) -> None:
    window = opened(evenings.short())
    screen = window.go("history")
    window.stage.tap(row_of(screen, "Cecílie ends the turn"))
    assert window.stage.shows("Entry 19")
    assert window.stage.shows("– Turn 4: Anna")
    assert window.stage.shows("For Cecílie")
    assert window.stage.shows("Cecílie, turn 3")  # what it changed: from
    assert window.stage.shows("Anna, turn 4")  # and to
    window.stage.tap("Insert before")
    window.stage.until(lambda: window.router.here.name == "amend")
    assert dict(window.router.here.params) == {"entry": "19", "how": "before"}


def test_an_entry_that_does_not_count_offers_no_change(opened: Open) -> None:
    window = opened(evenings.short())
    screen = window.go("history")
    window.stage.tap(row_of(screen, "Anna builds a settlement"))
    assert window.stage.shows("does not count any more")
    assert not window.stage.shows("Change it")


def test_the_first_entry_only_takes_something_after_it(opened: Open) -> None:
    window = opened(evenings.empty())
    screen = window.go("history")
    assert screen.steps.undo.disabled
    assert screen.steps.undo.text == "Nothing to undo"
    window.stage.tap(rows(screen)[-1])
    assert window.stage.shows("Insert after")
    assert not window.stage.shows("Take it out")


def test_a_long_history_builds_only_the_rows_in_sight(opened: Open) -> None:
    window = opened(evenings.turns(1000))
    screen = window.go("history")
    assert len(screen.list.data) > 1000
    assert len(screen.list.rows.children) < 20
    screen.list.scroll_y = 0.0
    window.stage.step(4)
    assert "The game begins" in rows(screen)[-1].text
    assert len(screen.list.rows.children) < 20


def test_a_new_entry_in_a_long_history_builds_no_row_and_refreshes_those_in_sight(
    opened: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    window = opened(evenings.turns(400), (800, 480))
    screen = window.go("history")
    before = rows(screen)
    refreshed: list[str] = []
    kind = type(before[0])
    real = kind.refresh_view_attrs

    @wraps(real)
    def counted(row: Any, *args: Any) -> None:
        refreshed.append(args[-1]["line"].id)
        real(row, *args)

    monkeypatch.setattr(kind, "refresh_view_attrs", counted)
    window.table.do("note", text="whose dice are these")
    window.stage.until(lambda: any("whose dice" in row.note + row.text for row in rows(screen)))
    assert {id(row) for row in rows(screen)} <= {id(row) for row in before}
    assert 0 < len(refreshed) <= 2 * len(before)


def test_scrolling_places_each_row_that_comes_into_sight_once(
    opened: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    window = opened(evenings.turns(400), (800, 480))
    screen = window.go("history")
    kind = type(rows(screen)[0])
    refresh, place = kind.refresh_view_attrs, kind._place
    placings: list[int] = []
    within = [False]

    @wraps(refresh)
    def refreshed(row: Any, *args: Any) -> None:
        placings.append(0)
        within[0] = True
        refresh(row, *args)
        within[0] = False

    @wraps(place)  # rows that are made meanwhile outlive this test, and know it by its name
    def placed(row: Any, *args: Any) -> None:
        if within[0] and not row._changing:
            placings[-1] += 1
        place(row, *args)

    monkeypatch.setattr(kind, "refresh_view_attrs", refreshed)
    monkeypatch.setattr(kind, "_place", placed)
    step = rows(screen)[0].height / (screen.list.rows.height - screen.list.height)
    for at in range(1, 31):
        screen.list.scroll_y = 1 - at * step
        window.stage.step()
    assert 15 <= len(placings) <= 40, "one row or heading comes up for each row's height"
    assert set(placings) == {1}, "not once for each of its properties"


def test_the_scroll_bar_of_a_long_history_can_be_seen_and_reaches_both_ends(opened: Open) -> None:
    window = opened(evenings.turns(400), (800, 480))
    from companion.kiosk.screens.history_rows import LEAST_THUMB  # a window must be there first

    screen = window.go("history")
    start, length = screen.list.vbar
    assert (length, start + length) == (LEAST_THUMB, 1.0)
    screen.list.scroll_y = 0.0
    window.stage.step(3)
    assert screen.list.vbar == (0.0, LEAST_THUMB)
    short = opened(evenings.empty(), (800, 480)).go("history")
    assert short.list.vbar == (0.0, 1.0)


@pytest.mark.parametrize("name", ["history", "statistics", "rules", "game_over"])
def test_nothing_runs_while_nobody_touches_anything(opened: Open, name: str) -> None:
    window = opened(evenings.won())
    from kivy.clock import Clock

    def armed() -> list[float]:
        return [event.timeout for event in Clock.get_events() if event.is_triggered]

    window.stage.clear()
    window.stage.until(lambda: len(armed()) <= 1)
    before = armed()  # Kivy's own heartbeat, once a second
    window.stage.show(window.app.layers)
    window.go(name)
    window.stage.until(lambda: armed() == before, frames=90)
    window.stage.step(3)
    assert armed() == before


def test_the_place_in_the_list_is_kept_over_an_amendment_only(opened: Open) -> None:
    window = opened(evenings.turns(60))
    screen = window.go("history")
    screen.list.scroll_y = 0.4
    window.go("amend", entry="20", how="after")
    window.host.back()
    window.stage.step(3)
    assert screen.list.scroll_y == pytest.approx(0.4)
    window.go("statistics")
    window.host.back()
    assert screen.list.scroll_y == 1.0


def test_a_turned_screen_and_another_theme_lay_the_rows_out_anew(opened: Open) -> None:
    window = opened(evenings.turns(60), (1280, 720))
    screen = window.go("history")
    before = rows(screen)[0].height
    window.stage.window.size = (720, 1280)
    window.stage.theme.resize(720, 1280)
    window.app.set_theme("dark")
    window.stage.step(6)
    assert rows(screen)[0].height > before
    assert window.stage.overflow_report() == []


@pytest.mark.parametrize("size", SIZES, ids=lambda s: f"{s[0]}x{s[1]}")
@pytest.mark.parametrize("language", ["en", "cs"])
def test_nothing_overflows(opened: Open, size: tuple[int, int], language: str) -> None:
    table = evenings.played(evenings.CARDS, 80)
    window = opened(table, size, "dark", language)
    screen = window.go("history")
    assert window.stage.overflow_report() == []
    window.stage.tap(next(row for row in rows(screen) if row.taps))
    assert window.stage.overflow_report() == []
