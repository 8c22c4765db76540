"""Corrections with real touches: what they would change is shown before they are entered."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from tests.kiosk.evenings import Evening, Window
from tests.kiosk.states import STATES

pytestmark = pytest.mark.window

SIZE = (1024, 600)


@pytest.fixture
def table() -> Iterator[Evening]:
    evening = STATES["middle"]()
    yield evening
    evening.close()


@pytest.fixture
def window(table: Evening) -> Iterator[Window]:
    opened = Window(table, SIZE)
    opened.go("table")
    opened.go("corrections")
    yield opened
    opened.close()


def tap(window: Window, what: Any) -> None:
    window.stage.tap(what)
    window.stage.step(6)


def action(window: Window, name: str) -> Any:
    return next(a for g in window.host.view.actions for a in g.actions if a.name == name)


def over(window: Window, kind: str) -> list[Any]:
    """Widgets of the class called `kind` on the open sheet, uppermost first."""
    found = [w for w in window.overlays.walk(restrict=True) if type(w).__name__ == kind]
    return sorted(found, key=lambda w: -w.to_window(*w.pos)[1])


def rows(window: Window) -> dict[str, tuple[str, str]]:
    """What would change: before and after by what it is."""
    return {r.what.text: (r.before.text, r.after.text) for r in over(window, "ChangeRow")}


def points(window: Window, seat: str) -> int:
    return next(s.vp for s in window.host.view.seats if s.id == seat)


def commands(table: Evening) -> list[Any]:
    log = table.session.snapshot.log
    assert log is not None
    return [entry.command for entry in log.live() if entry.command is not None]


def test_moving_a_count_shows_who_gets_the_points(window: Window, table: Evening) -> None:
    tap(window, window.host.say(action(window, "correct_count").label))
    before = len(commands(table))
    form = over(window, "CountsForm")[0]
    for _ in range(4):
        form.steppers["knights"].plus.dispatch("on_tap")
    window.stage.step(6)
    assert rows(window) == {
        "Bořivoj: Victory points": ("9", "7"),
        "Cecílie: Victory points": ("4", "6"),
        "Largest Army": ("Bořivoj", "Cecílie"),
    }
    assert len(commands(table)) == before
    tap(window, window.host.tr("kiosk.corrections.apply"))
    assert (points(window, "s2"), points(window, "s3")) == (7, 6)
    assert window.router.here.name == "table"


def test_counts_of_several_seats_are_set_at_once(window: Window, table: Evening) -> None:
    tap(window, window.host.say(action(window, "correct_count").label))
    form = over(window, "CountsForm")[0]
    form.steppers["knights"].plus.dispatch("on_tap")
    form.whose.value = "s1"
    form.steppers["knights"].plus.dispatch("on_tap")
    form.steppers["knights"].plus.dispatch("on_tap")
    form.whose.value = "s3"
    assert form.steppers["knights"].value == 1
    tap(window, window.host.tr("kiosk.corrections.apply"))
    set_now = [c.args for c in commands(table)[-2:]]
    assert [(a["whose"], a["value"]) for a in set_now] == [("s3", 1), ("s1", 2)]


def test_a_count_that_cannot_be_says_so_while_it_is_set(window: Window) -> None:
    tap(window, window.host.say(action(window, "correct_count").label))
    form = over(window, "CountsForm")[0]
    form.steppers["knights"].value = 99
    window.stage.step(6)
    assert rows(window) == {}
    assert [w.text for w in form.result.children] == [window.host.say(_refusal(window))]


def _refusal(window: Window) -> Any:
    from companion.core.model import Refusal

    form = over(window, "CountsForm")[0]
    log = window.host.snapshot.log
    last = log.live()[-1].id
    answer = window.host.session.plan_amendment(last, form.commands(), "after").result()
    assert isinstance(answer, Refusal)
    return answer.text


def test_giving_an_award_shows_what_it_costs(window: Window, table: Evening) -> None:
    award = action(window, "set_holder")
    tap(window, window.host.say(award.label))
    tap(window, "Longest Trade Route")
    assert rows(window)["Longest Trade Route"] == ("Cecílie", "Nobody")
    assert rows(window)["Cecílie: Victory points"] == ("4", "2")
    confirm = window.overlays.sheets.children[0].foot.children[0]
    tap(window, confirm)
    assert points(window, "s3") == 2
    tap(window, window.router.screen.undo)
    assert points(window, "s3") == 4


def test_every_correction_has_a_tile_and_every_tile_leads_somewhere(table: Evening) -> None:
    from companion.kiosk.screens.corrections import ELSEWHERE, NOT_HERE

    window = Window(table, SIZE)
    window.go("table")
    names = [a.name for g in table_actions(window) for a in g.actions if a.correction]
    asked = [n for n in names if n not in NOT_HERE]
    assert len(asked) > len(ELSEWHERE)
    for name in asked:
        screen = window.go("corrections")
        before = len(commands(table))
        screen._open(action(window, name))
        window.stage.step(4)
        opened = bool(window.overlays.sheets.children)
        moved = window.router.here.name != "corrections"
        assert opened or moved or len(commands(table)) > before, name
        window.overlays.close_sheets()
        while len(commands(table)) > before:
            table.undo()
        window.host.home("table")
        window.stage.step(4)
    window.close()


def table_actions(window: Window) -> Any:
    assert window.host.view is not None
    return window.host.view.actions


@pytest.mark.parametrize("size", [(800, 480), (720, 1280)], ids=str)
def test_the_sheets_fit(table: Evening, size: tuple[int, int]) -> None:
    window = Window(table, size, "dark", "cs")
    for name in ("correct_count", "set_holder", "reorder_seats", "pin_points", "rename_seat"):
        window.go("corrections")._open(action(window, name))
        window.stage.step(6)
        assert window.stage.overflow_report() == [], name
        window.overlays.close_sheets()
    window.close()
