"""The sheets of corrections: what they ask for, what is chosen already, where it fits."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from tests.kiosk import evenings, states
from tests.kiosk.evenings import Open, Window
from tests.kiosk.harness import SIZES

pytestmark = pytest.mark.window


@pytest.fixture
def opened() -> Iterator[Open]:
    yield from evenings.windows()


def open_sheet(window: Window, name: str) -> Any:
    """The form of the correction `name`."""
    from companion.kiosk.screens.amend_form import ArgumentForm

    screen = window.go("corrections")
    action = next(a for g in window.host.view.actions for a in g.actions if a.name == name)
    screen._open(action)
    window.stage.step(4)
    return next(w for w in window.overlays.walk() if isinstance(w, ArgumentForm))


@pytest.mark.parametrize("scale", [1.0, 1.5])
def test_all_tiles_are_written_in_one_size(opened: Open, scale: float) -> None:
    window = opened(states.middle(), (800, 480), "light", "cs", text_scale=scale)
    window.host.apply_preferences()
    screen = window.go("corrections")
    window.stage.step(3)
    scales = {tile.label.scale for tile in screen._tiles}
    assert len(scales) == 1
    assert all(not tile.label.shortened for tile in screen._tiles)
    assert 0.72 <= min(scales) <= 1.0
    assert (min(scales) > 0.9) is (scale == 1.0)


def test_points_are_set_from_those_that_the_seat_has(opened: Open) -> None:
    window = opened(states.pinned())
    form = open_sheet(window, "pin_points")
    seats = {seat.id: seat.vp for seat in window.host.view.seats}
    for seat in ("s2", "s1"):
        window.stage.tap(form.pickers["whose"]._chips[seat])
        assert form.pickers["vp"].value == seats[seat] > 0
    form.pickers["vp"].value = 5
    assert form.arguments() == {"whose": "s1", "vp": 5, "until": "moved"}


def test_where_there_is_one_thing_to_choose_it_is_chosen(opened: Open) -> None:
    window = opened(states.pinned())
    assert open_sheet(window, "release_points").arguments() == {"whose": "s1"}


def test_no_id_is_asked_for(opened: Open) -> None:
    window = opened(states.middle())
    assert set(open_sheet(window, "replace_player").pickers) == {"whose", "name"}


def test_pieces_of_several_seats_are_named_with_their_owner(opened: Open) -> None:
    window = opened(states.middle())
    open_sheet(window, "remove_piece")
    assert window.stage.shows("Anna: Road (2×)")
    assert window.stage.shows("Bořivoj: Road (2×)")


def test_an_order_is_tapped_one_after_the_other(opened: Open) -> None:
    window = opened(states.middle())
    form = open_sheet(window, "reorder_seats")
    assert window.stage.shows("Tap them in the order you want.")
    for name in ("Dan", "Anna", "Cecílie", "Bořivoj"):
        window.stage.tap(name)
    assert form.arguments() == {"order": ["s4", "s1", "s3", "s2"]}


def test_a_card_of_the_own_deck_is_a_number_and_an_event(opened: Open) -> None:
    window = opened(states.to_draw(), (1280, 720))
    form = open_sheet(window, "enter_card")
    assert form.arguments() is None
    window.stage.tap("6")
    assert form.arguments() == {"number": 6}
    window.stage.tap("Earthquake")
    assert form.arguments() == {"number": 6, "event": "earthquake"}


def test_a_sheet_with_a_keyboard_has_room_for_ten_keys_in_a_row(opened: Open) -> None:
    window = opened(states.middle(), (800, 480))
    open_sheet(window, "note")
    tops = {seen.text: seen.box[1] for seen in window.stage.texts()}
    assert tops["Q"] == tops["P"]
    assert window.stage.overflow_report() == []


def test_what_follows_leaves_room_for_what_is_set(opened: Open) -> None:
    window = opened(states.event("tournament", states.LONG), (800, 480))
    screen = window.go("corrections")
    from companion.kiosk.screens.amend_plan import ChangeRow
    from companion.kiosk.screens.counts_sheet import CountsForm

    actions = (a for g in window.host.view.actions for a in g.actions)
    screen._open(next(a for a in actions if a.name == "correct_count"))
    window.stage.step(4)
    form = next(w for w in window.overlays.walk() if isinstance(w, CountsForm))
    for track, times in (("knights", 3), ("route", 6)):
        for _ in range(times):
            form.steppers[track].plus.dispatch("on_tap")
    window.stage.until(lambda: window.stage.shows("and 1 more change"))
    shown = [w for w in form.result.walk() if isinstance(w, ChangeRow)]
    assert [row.what.text for row in shown] == ["Victory points", "Largest Army"]
    assert shown[0].seat == "white"
    window.stage.step(3)
    assert form.column.height > 1.5 * form.steppers["knights"].height
    assert window.stage.overflow_report() == []


@pytest.mark.parametrize("language", ["en", "cs"])
@pytest.mark.parametrize("size", SIZES, ids=lambda s: f"{s[0]}x{s[1]}")
def test_nothing_overflows_in_any_sheet(opened: Open, size: tuple[int, int], language: str) -> None:
    window = opened(states.pinned(), size, "dark" if language == "cs" else "light", language)
    screen = window.go("corrections")
    assert window.stage.overflow_report() == []
    from companion.kiosk.screens.corrections import ELSEWHERE, NOT_HERE

    open_now = [a for g in window.host.view.actions for a in g.actions if a.correction]
    shown = [a for a in open_now if a.name not in (*ELSEWHERE, *NOT_HERE)]
    assert len(shown) > 12
    for action in shown:
        screen._open(action)
        window.stage.step(3)
        assert window.stage.overflow_report() == [], action.name
        window.overlays.close_sheet()
        window.stage.step(2)
