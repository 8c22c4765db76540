"""The clock of the turn: off at first, quiet, still in a break, and nothing ticks unseen."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from tests.kiosk.evenings import Evening, Open, Window, windows
from tests.kiosk.harness import SIZES
from tests.kiosk.states import LONG, request

pytestmark = pytest.mark.window

SECOND = 61
"""Frames of a second, and one more."""


@pytest.fixture
def opened() -> Iterator[Open]:
    yield from windows()


def begun(*names: str) -> Evening:
    table = Evening(request(*(names or ("Anna", "Ben", "Cyril")), numbers="typed"))
    table.do("skip_setup", "s1")
    return table


def timed(opened: Open, table: Evening) -> tuple[Window, Any]:
    window = opened(table, (1024, 600), "light", "en", turn_clock=True)
    return window, window.go("table")


def shown_and_ticking(screen: Any) -> bool:
    """Whether the clock is there and counts; it must not count where nobody sees it."""
    assert (screen.clock.parent is not None) == screen.clock.ticking
    return bool(screen.clock.ticking)


def pass_seconds(window: Window, seconds: int) -> None:
    """Let so much time pass for the table and for the frames."""
    for _ in range(seconds):
        window.table.clock.turn(1)
        window.stage.step(SECOND)


def test_there_is_no_clock_until_it_is_wanted(opened: Open) -> None:
    table = begun()
    window = opened(table)
    screen = window.go("table")
    assert not shown_and_ticking(screen)
    window.host.change_preferences(turn_clock=True)
    window.go("settings")
    window.host.back()
    window.stage.step(2)
    assert shown_and_ticking(screen)


def test_it_counts_the_seconds_of_the_turn_and_begins_anew_with_the_next(opened: Open) -> None:
    table = begun()
    window, screen = timed(opened, table)
    assert screen.clock.text == "0:00"
    pass_seconds(window, 3)
    assert screen.clock.text == "0:03"
    table.roll(3, 5)
    window.stage.step(2)
    assert screen.clock.text == "0:43"
    table.clock.turn(60)
    pass_seconds(window, 1)
    assert screen.clock.text == "1:44"
    table.end()
    window.stage.step(2)
    assert screen.clock.text == "0:00"


def test_undo_goes_on_with_the_turn_before(opened: Open) -> None:
    table = begun()
    window, screen = timed(opened, table)
    table.roll(3, 5)
    table.end()
    table.undo()
    window.stage.step(2)
    assert screen.clock.text == "1:25"


def test_a_break_stops_it(opened: Open) -> None:
    table = begun()
    window, screen = timed(opened, table)
    pass_seconds(window, 2)
    window.host.correct("pause", {})
    window.stage.step(2)
    before = screen.clock.text
    assert not screen.clock.ticking
    pass_seconds(window, 5)
    assert screen.clock.text == before
    window.host.correct("resume", {})
    window.stage.step(2)
    assert screen.clock.ticking
    pass_seconds(window, 1)
    assert screen.clock.text == "0:03"


def test_nothing_ticks_while_the_screen_is_dimmed_or_another_is_shown(opened: Open) -> None:
    table = begun()
    window, screen = timed(opened, table)
    dim = window.overlays.dim
    dim.minutes = 1
    window.stage.step(60 * SECOND)
    assert dim.dimmed
    assert not screen.clock.ticking
    table.clock.turn(60)
    dim.wake()
    assert screen.clock.ticking
    assert screen.clock.text == "1:00"
    window.go("history")
    assert not screen.clock.ticking


def test_before_the_first_turn_and_after_the_game_there_is_nothing_to_time(opened: Open) -> None:
    table = Evening(request("Anna", "Ben", "Cyril", numbers="typed"))
    window, screen = timed(opened, table)
    assert (screen.clock.text, screen.clock.ticking) == ("", False)
    table.do("skip_setup", "s1")
    window.stage.step(2)
    assert (screen.clock.text, screen.clock.ticking) == ("0:00", True)


@pytest.mark.parametrize("size", SIZES, ids=lambda s: f"{s[0]}x{s[1]}")
def test_beside_a_long_name_and_a_long_turn_nothing_overflows(
    size: tuple[int, int], opened: Open
) -> None:
    table = begun(*LONG)
    table.clock.turn(3 * 3600)
    window = opened(table, size, "light", "cs", turn_clock=True)
    screen = window.go("table")
    assert screen.clock.text == "3:00:00"
    assert window.stage.overflow_report() == []
    assert not screen.clock.shortened
    assert not screen.badge.label.shortened


def test_on_the_table_nothing_is_scheduled_but_the_next_second(opened: Open) -> None:
    from kivy.clock import Clock

    def armed() -> set[Any]:
        return {event for event in Clock.get_events() if event.is_triggered}

    table = begun()
    table.roll(6, 1)
    before = armed()
    window = opened(table)
    screen = window.go("table")
    window.stage.step(5 * SECOND)
    assert armed() - before <= {window.overlays.dim._timer}
    window.host.change_preferences(turn_clock=True)
    window.router.update(window.host.snapshot)
    window.stage.step(4)
    assert armed() - before == {window.overlays.dim._timer, screen.clock._tick}
