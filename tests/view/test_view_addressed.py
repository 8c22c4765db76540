"""Whom the table speaks to, and in which language."""

from __future__ import annotations

from companion.core.model import Seat
from companion.view import present
from companion.view.addressed import language_for, seat_shown
from companion.view.model import TableView
from tests.view.scripted import Table

SEATS = (
    Seat("s1", "Ada", "red", language="cs"),
    Seat("s2", "Ben", "blue", language="en"),
    Seat("s3", "Bára", "white", language="cs"),
    Seat("s4", "Dan", "orange"),
)


def view(table: Table) -> TableView:
    return present(table.log.rules, table.log.state, log=table.log)


def test_in_the_start_phase_who_places_is_shown() -> None:
    table = Table(numbers="typed", seats=SEATS)
    assert seat_shown(view(table)) == "s1"
    table.do("place_start", "s1")
    assert seat_shown(view(table)) == "s2"


def test_later_whose_turn_it_is_is_shown_whoever_is_asked() -> None:
    table = Table(numbers="typed", seats=SEATS, settings={"base.record_discards": True})
    table.do("skip_setup", "s1")
    table.roll(6, 1)
    shown = view(table)
    assert any(len(p.waiting) == 4 for p in shown.prompts)
    assert seat_shown(shown) == "s1"


def test_a_seat_has_its_own_language_and_several_the_one_they_share() -> None:
    shown = view(Table(numbers="typed", seats=SEATS))
    assert language_for(shown, ["s1"]) == "cs"
    assert language_for(shown, ["s1", "s3"]) == "cs"
    assert language_for(shown, ["s1", "s2"]) is None
    assert language_for(shown, ["s1", "s4"]) is None


def test_nobody_in_particular_is_spoken_to_in_the_language_of_the_table() -> None:
    shown = view(Table(numbers="typed", seats=SEATS))
    assert language_for(shown, []) is None
    assert language_for(shown, [None]) is None
    assert language_for(shown, ["s4"]) is None
