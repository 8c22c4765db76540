"""Names of people: two are never called the same, and a second quick tap seats nobody else."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from tests.kiosk.evenings import Open, Window, windows
from tests.kiosk.new_game_touches import PEOPLE, Finger, club, over

pytestmark = pytest.mark.window


@pytest.fixture
def opened() -> Iterator[Open]:
    yield from windows()


def type_name(window: Window, name: str) -> None:
    from companion.kiosk.widgets.keyboard import OnScreenKeyboard

    keys: Any = over(window, OnScreenKeyboard)
    keys.text = name
    keys.dispatch("on_enter")
    window.stage.step(5)


def people(window: Window) -> list[str]:
    return [person.name for person in window.table.session.people.list().result()]


def test_a_name_of_the_list_typed_anew_seats_that_person(opened: Open) -> None:
    window = opened(club())
    window.go("new_game")
    Finger(window).tap("Somebody new")
    type_name(window, "anna")
    assert [p.name for p in window.router.screen.chosen.players] == ["Anna"]
    assert people(window) == [name for name, _ in PEOPLE]


def test_who_plays_already_is_not_seated_twice_and_the_name_can_be_mended(opened: Open) -> None:
    window = opened(club())
    window.go("new_game")
    finger = Finger(window)
    finger.tap("Anna")
    finger.tap("Somebody new")
    type_name(window, "Anna")
    assert window.stage.shows("Somebody is called Anna already")
    assert window.overlays.sheets.children
    type_name(window, "Anna K.")
    assert [p.name for p in window.router.screen.chosen.players] == ["Anna", "Anna K."]


def test_the_list_of_people_takes_no_name_twice(opened: Open) -> None:
    window = opened(club())
    window.go("people")
    finger = Finger(window)
    finger.tap("Somebody new")
    type_name(window, "ANNA ")
    assert window.stage.shows("Somebody is called ANNA already")
    assert people(window) == [name for name, _ in PEOPLE]


def test_a_name_without_a_meaning_is_refused_in_words(opened: Open) -> None:
    window = opened(club())
    window.go("people")
    Finger(window).tap("Somebody new")
    type_name(window, "two\nlines")
    assert window.overlays.messages.children
    assert people(window) == [name for name, _ in PEOPLE]


def test_a_second_tap_on_the_place_of_a_name_that_left_seats_nobody(opened: Open) -> None:
    window = opened(club())
    window.go("new_game")
    Finger(window).tap_twice("Anna", 6)
    window.stage.step(10)
    assert [p.name for p in window.router.screen.chosen.players] == ["Anna"]
