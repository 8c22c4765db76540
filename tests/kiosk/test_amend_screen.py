"""Mending the past on the touchscreen, by real touches: what it means is shown before it counts."""

from __future__ import annotations

from typing import Any

import pytest

from companion.core.history import Log
from companion.view import history_lines
from tests.kiosk import evenings
from tests.kiosk.evenings import Open, Window
from tests.kiosk.harness import SIZES

pytestmark = pytest.mark.window

opened = pytest.fixture(evenings.windows)


def log_of(window: Window) -> Log:
    log = window.table.session.snapshot.log
    assert log is not None
    return log


def entry(window: Window, action: str, at: int = -1) -> str:
    """The id of a live entry that `action` made, the last one unless told."""
    return [e.id for e in log_of(window).live() if e.command and e.command.action == action][at]


def amend(window: Window, action: str, how: str, at: int = -1) -> Any:
    """The screen, as it is reached from the history."""
    window.go("history")
    screen = window.go("amend", entry=entry(window, action, at), how=how)
    window.stage.step(4)
    return screen


def press(window: Window, screen: Any, text: str) -> None:
    """Tap the primary button, which must say `text`, as soon as it is awake."""
    window.stage.until(lambda: screen.primary.text == text and not screen.primary.waking)
    window.stage.tap(screen.primary)


def changes(screen: Any) -> list[tuple[str, str, str]]:
    """The rows of what changes, from the top: what, before, after."""
    from companion.kiosk.screens.amend_plan import ChangeRow

    column = screen.place.children[0].column
    found = [row for row in column.children if isinstance(row, ChangeRow)]
    return [(r.what.text, r.before.text, r.after.text) for r in reversed(found)]


def test_taking_out_shows_what_it_means_and_counts_only_when_accepted(opened: Open) -> None:
    window = opened(evenings.short())
    screen = amend(window, "build_settlement", "remove")
    before = log_of(window)
    assert changes(screen) == [
        ("Cecílie: Victory points", "3", "2"),
        ("Cecílie: Settlements", "3", "2"),
    ]
    assert log_of(window) is before
    press(window, screen, "Accept")
    window.stage.until(lambda: window.router.here.name == "history")
    assert log_of(window).records[-1].kind == "amended"
    assert window.stage.shows("One undo takes all of it back")


def test_an_accepted_amendment_is_one_record_that_one_undo_takes_back(opened: Open) -> None:
    window = opened(evenings.short())
    state = log_of(window).state
    screen = amend(window, "build_settlement", "remove")
    press(window, screen, "Accept")
    window.stage.until(lambda: window.router.here.name == "history")
    assert log_of(window).state != state
    window.stage.tap(window.router.screen.steps.undo)
    window.stage.until(lambda: log_of(window).state == state)


def test_back_leaves_everything_as_it_was(opened: Open) -> None:
    window = opened(evenings.short())
    before = log_of(window)
    screen = amend(window, "build_settlement", "remove")
    window.stage.tap(screen.back_button)
    assert window.router.here.name == "history"
    assert log_of(window) is before


def test_a_wrong_reading_is_set_right_with_its_faces_filled_in(opened: Open) -> None:
    window = opened(evenings.short())
    screen = amend(window, "enter_faces", "replace")
    assert window.stage.shows("8 comes up: 4 + 4")
    form = screen.place.children[0]
    assert form.arguments()["faces"] == [4, 4]
    window.stage.tap(next(w for w in form.walk() if getattr(w, "name", "") == "face 5"))
    assert form.arguments()["faces"] == [5, 4]
    press(window, screen, "See what changes")
    window.stage.until(lambda: screen.primary.text == "Accept")
    assert changes(screen) == [("Numbers of this turn", "8", "9")]
    press(window, screen, "Accept")
    window.stage.until(lambda: window.router.here.name == "history")
    told = [line.what for line in history_lines(log_of(window)) if line.mark == "live"]
    assert any(window.host.say(text).startswith("9 comes up") for text in told)


def test_back_goes_one_step_at_a_time(opened: Open) -> None:
    window = opened(evenings.short())
    screen = amend(window, "enter_faces", "replace")
    press(window, screen, "See what changes")
    window.stage.until(lambda: screen.primary.text == "Accept")
    window.stage.tap(screen.back_button)
    assert screen.primary.text == "See what changes"
    window.stage.tap(screen.back_button)
    assert window.stage.shows("What could be done then")
    assert screen.primary.opacity == 0
    window.stage.tap(screen.back_button)
    assert window.router.here.name == "history"


def test_what_no_longer_fits_is_shown_with_the_reason(opened: Open) -> None:
    window = opened(evenings.short())
    screen = amend(window, "end_turn", "remove")
    assert ("Turn", "Anna, turn 4", "Cecílie, turn 3") in changes(screen)
    assert window.stage.shows("1 later entry no longer fits")
    assert window.stage.shows(f"{entry(window, 'enter_faces')}: 8 comes up: 4 + 4")
    assert window.stage.shows("Cecílie trades and builds")


def test_a_missed_turn_is_put_in_with_its_number_and_its_end(opened: Open) -> None:
    window = opened(evenings.short())
    screen = amend(window, "enter_faces", "before")
    window.stage.tap("A whole turn that was missed: Anna")
    press(window, screen, "See what changes")
    assert window.stage.shows("Something is still missing")
    window.stage.tap("10")
    press(window, screen, "See what changes")
    window.stage.until(lambda: screen.primary.text == "Accept")
    assert ("Turn", "Anna, turn 4", "Bořivoj, turn 5") in changes(screen)


def test_a_missed_number_is_put_in_where_it_belongs(opened: Open) -> None:
    window = opened(evenings.short())
    screen = amend(window, "end_turn", "before")
    window.stage.tap("A number that was missed")
    window.stage.tap("11")
    press(window, screen, "See what changes")
    window.stage.until(lambda: screen.primary.text == "Accept")
    press(window, screen, "Accept")
    window.stage.until(lambda: window.router.here.name == "history")
    numbers = [
        e.command.args["number"]
        for e in log_of(window).live()
        if e.command and e.command.action == "enter_number"
    ]
    assert numbers == [11]


def test_another_move_can_stand_in_its_place(opened: Open) -> None:
    window = opened(evenings.short())
    screen = amend(window, "build_settlement", "replace")
    if not window.stage.shows("What could be done then"):
        window.stage.tap(screen.back_button)
    window.stage.tap(row_named(screen, "Road"))
    window.stage.until(lambda: screen.primary.text in ("Accept", "See what changes"))
    if screen.primary.text == "See what changes":
        press(window, screen, "See what changes")
        window.stage.until(lambda: screen.primary.text == "Accept")
    assert ("Cecílie: Roads", "2", "3") in changes(screen)
    assert ("Cecílie: Settlements", "3", "2") in changes(screen)


def row_named(screen: Any, text: str) -> Any:
    """The row of a move, wherever it is scrolled to."""
    column = screen.place.children[0]
    row = next(r for r in column.column.children if getattr(r, "text", "") == text)
    column.scroll_to(row, animate=False)
    return row


def test_an_input_that_comes_between_makes_the_plan_anew(opened: Open) -> None:
    window = opened(evenings.short())
    screen = amend(window, "build_settlement", "remove", at=0)
    assert ("Anna: Settlements", "3", "2") in changes(screen)
    window.table.do("build_settlement", "s1")
    window.stage.step(4)
    assert ("Anna: Settlements", "4", "3") in changes(screen)
    press(window, screen, "Accept")
    window.stage.until(lambda: window.router.here.name == "history")
    assert log_of(window).records[-1].kind == "amended"


def test_an_entry_that_is_undone_meanwhile_cannot_be_changed(opened: Open) -> None:
    window = opened(evenings.short())
    amend(window, "enter_faces", "replace")
    window.table.undo()
    window.stage.step(4)
    assert window.stage.shows("does not count any more")


@pytest.mark.parametrize("how", ["remove", "replace"])
def test_accepting_leaves_the_screen_at_once_also_with_a_thread(opened: Open, how: str) -> None:
    window = opened(evenings.short(threaded=True))
    screen = amend(window, "enter_faces", how)
    if how == "replace":
        press(window, screen, "See what changes")
    shown: list[str] = []
    for step in ("_gone", "_show_plan"):
        plain = getattr(screen, step)

        def noted(*args: Any, _plain: Any = plain, _step: str = step) -> None:
            shown.append(_step)
            _plain(*args)

        setattr(screen, step, noted)
    window.stage.until(lambda: screen.primary.text == "Accept")
    before = len(shown)
    press(window, screen, "Accept")
    window.stage.until(lambda: window.router.here.name == "history")
    window.stage.step(5)
    assert len(shown) == before
    assert log_of(window).records[-1].kind == "amended"


@pytest.mark.parametrize("size", SIZES, ids=lambda s: f"{s[0]}x{s[1]}")
@pytest.mark.parametrize("language", ["en", "cs"])
def test_nothing_overflows(opened: Open, size: tuple[int, int], language: str) -> None:
    window = opened(evenings.short(), size, "light", language)
    for action, how in (
        ("enter_faces", "replace"),
        ("enter_faces", "before"),
        ("end_turn", "remove"),
        ("declare_route", "replace"),
        ("move_robber", "replace"),
    ):
        amend(window, action, how)
        assert window.stage.overflow_report() == [], (action, how)
        window.host.back()


def test_long_values_of_a_change_stand_below_its_words(opened: Open) -> None:
    window = opened(evenings.empty(), (800, 480))
    from companion.kiosk.screens.amend_plan import ChangeRow  # a window must be there first

    short, long = ChangeRow("Victory points", "3", "4"), ChangeRow("Turn", *evenings.LONG_NAMES[:2])
    for row in (short, long):
        window.stage.show(row)
        row.size_hint_x, row.width = None, 420
        window.stage.step(3)
    assert not short.stacked()
    assert short.what.center_y == short.after.center_y
    assert long.stacked()
    assert long.what.y >= long.after.top - 1
    assert not long.before.shortened
    assert not long.after.shortened
    assert long.height > short.height
