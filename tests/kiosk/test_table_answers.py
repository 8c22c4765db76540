"""Answers beside their question, wrong readings, alarms: real touches in the states of a game."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import pytest

from companion.i18n.text import Text
from companion.session.snapshot import Trouble
from tests.kiosk.evenings import Evening, Window
from tests.kiosk.harness import SIZES
from tests.kiosk.states import STATES

NARROW = ((800, 480), (720, 1280))
"""Where room is shortest, lying and upright."""

pytestmark = pytest.mark.window

At = Callable[..., Window]


@pytest.fixture
def at() -> Iterator[At]:
    """Opens the table's window on a named state; everything is closed at the end."""
    made: list[Window] = []

    def open_window(state: str, size: tuple[int, int] = (1024, 600), **looks: Any) -> Window:
        made.append(Window(STATES[state](), size, **looks))
        made[-1].go("table")
        return made[-1]

    yield open_window
    for window in made:
        window.close()
        window.table.close()


def tap(window: Window, what: Any) -> None:
    window.stage.tap(what)
    window.stage.step(4)


def targets(window: Window, kind: str) -> list[Any]:
    """The steps' touch targets of the class called `kind`."""
    walked = window.router.screen.steps.walk(restrict=True)
    return [w for w in walked if type(w).__name__ == kind and getattr(w, "is_target", False)]


def live(table: Evening) -> list[Any]:
    log = table.session.snapshot.log
    assert log is not None
    return [entry.command for entry in log.live() if entry.command is not None]


def test_victims_stand_in_their_colors_and_nobody_is_an_answer(at: At) -> None:
    window = at("seven")
    chips = targets(window, "SeatChip")
    assert [(c.name, c.color) for c in chips] == [
        ("Bořivoj", "blue"),
        ("Cecílie", "white"),
        ("Dan", "orange"),
    ]
    tap(window, window.host.tr("common.nobody"))
    assert live(window.table)[-1].args == {}
    assert live(window.table)[-1].action == "move_robber"


def test_what_several_owe_at_once_is_answered_by_any_of_them_in_any_order(at: At) -> None:
    window = at("discards")
    assert [chip.name for chip in targets(window, "SeatChip")] == [
        "Anna",
        "Bořivoj",
        "Cecílie",
        "Dan",
    ]
    tap(window, targets(window, "SeatChip")[2])
    stepper = next(w for w in window.overlays.walk() if type(w).__name__ == "Stepper")
    for _ in range(9):
        stepper.plus.dispatch("on_tap")
    window.stage.tap(window.overlays.sheets.children[0].foot.children[0])
    window.stage.step(4)
    assert (live(window.table)[-1].seat, live(window.table)[-1].args) == ("s3", {"held": 9})
    assert [chip.name for chip in targets(window, "SeatChip")] == ["Anna", "Bořivoj", "Dan"]


def test_a_question_can_be_settled_at_the_table(at: At) -> None:
    window = at("discards")
    settled = window.host.tr("common.settled_at_table")
    tap(window, settled)
    assert window.stage.shows("Settle it for everybody at once (Anna, Bořivoj, Cecílie, Dan)?")
    assert window.stage.overflow_report() == []
    assert live(window.table)[-1].action != "settle"
    tap(window, window.overlays.sheets.children[0].foot.children[0])
    assert live(window.table)[-1].action == "settle"
    assert [p.name for p in window.host.view.prompts] == ["robber.move"]
    tap(window, settled)  # one seat's own question is settled with a tap
    assert [c.action for c in live(window.table)[-2:]] == ["settle", "settle"]


def test_a_wrong_reading_is_set_right_with_a_tap_and_the_two_dice(at: At) -> None:
    window = at("typed")
    tap(window, window.router.screen.number.mend)
    pad = next(w for w in window.overlays.walk() if type(w).__name__ == "DiceFacePad")
    tap(window, pad._keys[0][5])
    tap(window, pad._keys[1][3])
    assert window.host.view.number.number == 10
    assert not window.overlays.sheets.children
    assert [c.args.get("faces") for c in live(window.table)].count((6, 4)) == 1


def test_the_pencil_stands_by_read_numbers_only(at: At) -> None:
    assert at("typed").router.screen.number.mend.parent is not None
    assert at("two").router.screen.number.mend.parent is None


def test_a_correction_that_costs_later_entries_is_looked_at_first(at: At) -> None:
    window = at("seven")
    window.table.do("move_robber", "s1", victim="s2")
    window.stage.step(4)
    tap(window, window.router.screen.number.mend)
    pad = next(w for w in window.overlays.walk() if type(w).__name__ == "DiceFacePad")
    tap(window, pad._keys[0][1])
    tap(window, pad._keys[1][1])
    assert window.router.here.name == "amend"
    assert window.host.view.number.number == 7


def test_a_failed_write_is_shown_in_red_until_one_succeeds(at: At) -> None:
    window = at("typed")
    screen = window.router.screen
    assert screen.alarm.height == 0
    quiet = window.table.session.snapshot
    window._take(replace(quiet, alarm=Trouble("full", Text("journal.full"))))
    window.stage.step(4)
    said = window.host.say(Text("journal.full"))
    assert window.stage.shows(said)
    assert window.stage.overflow_report() == []
    window._take(quiet)
    window.stage.step(4)
    assert not window.stage.shows(said)


def test_what_a_turn_allows_besides_has_the_build_sheet(at: At) -> None:
    window = at("two")
    assert [t.text for t in targets(window, "TileButton")] == [
        window.host.tr("common.settled_at_table")
    ]
    tap(window, window.router.screen.build)
    assert window.stage.shows("Banish the robber")


@pytest.mark.parametrize("state", ["seven", "discards", "victory", "placing"])
def test_the_answers_are_in_sight_without_scrolling(at: At, state: str) -> None:
    for size in SIZES if state == "seven" else NARROW:
        window = at(state, size)
        window.stage.step(6)
        steps = window.router.screen.steps
        for chip in targets(window, "SeatChip") + targets(window, "TileButton"):
            _, low = chip.to_window(chip.x, chip.y)
            _, high = chip.to_window(chip.x, chip.y + chip.height)
            _, bottom = steps.to_window(steps.x, steps.y)
            assert bottom - 1 <= low, (size, chip)
            assert high <= bottom + steps.height + 1, (size, chip)


@pytest.mark.parametrize("language", ["en", "cs"])
def test_long_names_and_crowded_tables_fit(at: At, language: str) -> None:
    for state in ("long_names", "crowded"):
        for size in NARROW:
            window = at(state, size, language=language)
            assert window.stage.overflow_report() == [], (state, size)
