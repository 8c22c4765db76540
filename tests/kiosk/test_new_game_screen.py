"""A new game by touch: who sits where, in which color, who begins."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from msgspec.structs import replace

from tests.kiosk.evenings import Evening, Open, windows
from tests.kiosk.harness import SIZES
from tests.kiosk.new_game_touches import (
    FAULTY,
    GROUP,
    PEOPLE,
    SHORT_GAME,
    Finger,
    club,
    first_game,
    over,
    own_files,
    seats,
)

pytestmark = pytest.mark.window

FEWEST = 5
"""Touches that must be enough for the last group's next game."""


@pytest.fixture
def opened() -> Iterator[Open]:
    yield from windows()


def test_a_first_game_takes_a_touch_for_each_player_and_two_more(opened: Open) -> None:
    assert first_game(opened(club())).touches == len(GROUP) + 2


@pytest.mark.parametrize("size", SIZES, ids=lambda s: f"{s[0]}x{s[1]}")
def test_the_last_group_plays_again_within_five_touches_of_its_table(
    size: tuple[int, int], opened: Open
) -> None:
    window = opened(club(), size)
    first_game(window)
    first = window.table.session.snapshot.game
    assert window.router.here.name == "table"
    finger = Finger(window)
    finger.tap(window.router.screen.header.lead)
    finger.tap(window.host.tr("kiosk.menu.home"))
    finger.tap("New game")
    finger.start()
    assert finger.touches <= FEWEST
    assert window.table.session.snapshot.game != first
    assert [name for name, _ in seats(window)] == list(GROUP)


def test_the_last_group_plays_again_with_one_touch_when_no_game_is_open(opened: Open) -> None:
    window = opened(club())
    first_game(window)
    window.table.session.close_game().result()
    window.host.home("home")
    window.stage.step(4)
    finger = Finger(window)
    finger.tap("Same again")
    assert finger.touches == 1
    assert [name for name, _ in seats(window)] == list(GROUP)


def test_the_last_group_is_shown_by_its_present_names_while_it_is_whole(opened: Open) -> None:
    table = club()
    window = opened(table)
    first_game(window)
    table.session.close_game().result()
    people = {p.name: p for p in table.session.people.list().result()}
    table.session.people.change(replace(people["Anna"], name="Annie")).result()
    window.host.home("home")
    window.stage.step(4)
    assert window.stage.shows("Last time")
    assert window.stage.shows("Annie")
    Finger(window).tap("Same again")
    assert [name for name, _ in seats(window)] == ["Cecílie", "Annie", "Dan"]
    table.session.close_game().result()
    table.session.people.remove(people["Dan"].id).result()
    window.host.home("home")
    window.stage.step(4)
    assert not window.stage.shows("Same again")
    assert window.stage.shows("Welcome")


def test_nobody_has_the_color_of_another(opened: Open) -> None:
    window = opened(club())
    window.go("new_game")
    finger = Finger(window)
    for name, _ in PEOPLE:
        finger.tap(name)
    colors = [p.color for p in window.router.screen.chosen.players]
    assert colors[0] == "red"  # Ben likes red as well, and Anna came first
    assert len(set(colors)) == len(PEOPLE)
    finger.tap("2. Ben")
    from companion.kiosk.widgets.seat import SeatColorPicker

    picker = over(window, SeatColorPicker)
    taken = [c for c in colors if c != colors[1]]
    before = picker.color
    others = [chip for chip in picker.children if chip.disabled]
    assert len(others) == len(taken)
    for chip in others:
        finger.tap(chip)
    assert picker.color == before
    assert window.router.screen.chosen.players[1].color not in taken


def test_places_change_and_somebody_leaves(opened: Open) -> None:
    window = opened(club())
    window.go("new_game")
    finger = Finger(window)
    for name in ("Anna", "Ben", "Cecílie"):
        finger.tap(name)
    finger.tap("3. Cecílie")
    finger.tap("Begins")
    assert window.stage.shows("1. Cecílie")
    finger.tap("Later")
    finger.tap("Čeština")
    window.overlays.close_sheet()
    window.stage.step(3)
    chosen = window.router.screen.chosen.players
    assert [p.name for p in chosen] == ["Anna", "Cecílie", "Ben"]
    assert chosen[1].language == "cs"
    finger.tap("3. Ben")
    finger.tap("Does not play")
    assert [p.name for p in window.router.screen.chosen.players] == ["Anna", "Cecílie"]
    assert window.stage.shows("With 2 players: Catan for Two")
    finger.start()
    state = window.table.session.snapshot.state
    assert state is not None
    assert "two_players" in state.setup.variants
    assert {s.name: s.language for s in state.setup.seats}["Cecílie"] == "cs"


def test_drawing_who_begins_keeps_the_order_around_the_table(opened: Open) -> None:
    window = opened(club())
    window.go("new_game")
    finger = Finger(window)
    for name, _ in PEOPLE:
        finger.tap(name)
    around = [name for name, _ in PEOPLE]
    now, first = around, set()
    for _ in range(20):
        finger.tap("Draw who begins")
        now = [p.name for p in window.router.screen.chosen.players]
        at = around.index(now[0])
        assert now == around[at:] + around[:at]
        assert window.stage.shows(f"{now[0]} begins.")
        assert window.stage.shows(f"1. {now[0]}")
        first.add(now[0])
    assert first == set(around)
    finger.start()
    assert [name for name, _ in seats(window)] == now


def test_places_are_drawn_anew(opened: Open) -> None:
    window = opened(club())
    window.go("new_game")
    finger = Finger(window)
    for name, _ in PEOPLE:
        finger.tap(name)
    seen = set()
    for _ in range(10):
        finger.tap("Shuffle the order")
        seen.add(tuple(p.name for p in window.router.screen.chosen.players))
    assert len(seen) > 2
    assert all(sorted(order) == sorted(name for name, _ in PEOPLE) for order in seen)


quickly = pytest.mark.parametrize("apart", [0, 1, 6])
"""Frames between two touches: both before the first is answered, or the second on what came."""


@quickly
def test_two_quick_touches_on_start_begin_one_game(apart: int, opened: Open) -> None:
    table = club()
    window = opened(table)
    window.go("new_game")
    finger = Finger(window)
    for name, _ in PEOPLE:
        finger.tap(name)
    finger.tap_twice(window.router.screen.start, apart)
    assert len(table.session.games.list().result()) == 1
    assert window.router.here.name == "table"
    log = table.session.snapshot.log
    assert log is not None
    assert len(log.records) == 1  # nothing of the table was touched either
    assert not window.overlays.sheets.children


@quickly
@pytest.mark.parametrize("on_table", [True, False])
def test_two_quick_touches_on_same_again_begin_one_game(
    apart: int, on_table: bool, opened: Open
) -> None:
    table = club()
    window = opened(table)
    window.go("new_game")
    finger = Finger(window)
    for name, _ in PEOPLE:
        finger.tap(name)
    finger.start()
    if not on_table:
        table.session.close_game().result()
    window.host.home("home")
    window.stage.step(20)
    finger.tap_twice("Same again", apart)
    assert len(table.session.games.list().result()) == 2
    assert window.router.here.name == "table"


@quickly
@pytest.mark.parametrize("size", [(800, 480), (720, 1280)], ids=lambda s: f"{s[0]}x{s[1]}")
@pytest.mark.parametrize("screen", ["new_game", "people"])
def test_a_name_entered_twice_is_one_person(
    screen: str, size: tuple[int, int], apart: int, opened: Open
) -> None:
    table = club()
    window = opened(table, size)
    window.go(screen)
    finger = Finger(window)
    from companion.kiosk.widgets.buttons import TileButton
    from companion.kiosk.widgets.keyboard import OnScreenKeyboard

    finger.tap_twice("Somebody new", apart)
    keys = over(window, OnScreenKeyboard)
    assert keys.text == ""  # the second touch did not come through to the keys
    window.stage.step(20)
    for letter in "eva":
        tiles = [w for w in keys.walk() if isinstance(w, TileButton)]
        finger.tap(next(t for t in tiles if t.text.lower() == letter))
    finger.tap_twice(next(w for w in keys.walk() if getattr(w, "icon", "") == "check"), apart)
    names = [p.name.lower() for p in table.session.people.list().result()]
    assert names.count("eva") == 1
    assert len(names) == len(PEOPLE) + 1
    assert table.session.snapshot.game is None
    assert window.router.here.name == screen
    assert not window.overlays.sheets.children


def test_everybodys_language_is_shown_and_kept(opened: Open) -> None:
    table = club()
    anna = table.session.people.list().result()[0]
    window = opened(table)
    window.go("people")
    finger = Finger(window)
    assert not window.stage.shows("Čeština")
    finger.tap("Anna")
    finger.tap("Čeština")
    window.overlays.close_sheet()
    window.stage.step(20)
    assert window.stage.shows("Čeština")
    assert table.session.people.list().result()[0].language == "cs"
    window.go("new_game")
    for name in ("Anna", "Ben", "Dan"):
        finger.tap(name)
    assert window.stage.shows("Čeština")
    finger.tap("2. Ben")
    finger.tap("English")
    window.overlays.close_sheet()
    window.stage.step(20)
    assert window.stage.shows("English")
    finger.start()
    state = table.session.snapshot.state
    assert state is not None
    languages = {s.name: s.language for s in state.setup.seats}
    assert languages == {"Anna": "cs", "Ben": "en", "Dan": None}
    assert anna.language is None


def test_the_neutral_colors_of_two_are_shown_and_give_way(opened: Open) -> None:
    table = club()
    window = opened(table, (1280, 720))
    window.go("new_game")
    finger = Finger(window)
    finger.tap("Anna")
    assert not window.stage.shows("Neutral")
    finger.tap("Cecílie")
    assert window.stage.shows("Neutral colors")
    assert window.router.screen.chosen.neutral_colors() == ("blue", "orange")
    for color in ("Blue", "Orange"):
        assert window.stage.shows(color)
    finger.tap("1. Anna")
    assert window.stage.shows("Nobody plays blue and orange.")
    from companion.kiosk.widgets.seat import SeatColorPicker

    finger.tap(next(s for s in over(window, SeatColorPicker).children if s.color == "blue"))
    window.overlays.close_sheet()
    window.stage.step(20)
    assert window.router.screen.chosen.neutral_colors() == ("red", "orange")
    assert window.stage.shows("Red")
    finger.start()
    state = table.session.snapshot.state
    assert state is not None
    assert [s.color for s in state.setup.seats if s.kind == "neutral"] == ["red", "orange"]


CROWD = ("Bartholomew Featherstonehaugh", "Žofie Nejezchlebová-Dlouhá", "Al")


@pytest.mark.parametrize(("language", "text_scale"), [("en", 1.0), ("cs", 1.5)])
@pytest.mark.parametrize("size", SIZES, ids=lambda s: f"{s[0]}x{s[1]}")
def test_long_names_and_many_people_fit(
    size: tuple[int, int], language: str, text_scale: float, opened: Open
) -> None:
    table = Evening()
    people = [table.session.people.add(n, language="cs").result() for n in CROWD]
    for number in range(37):
        table.session.people.add(f"Guest {number}").result()
    own_files(table, quick=SHORT_GAME, faulty=FAULTY)
    window = opened(table, size, "light", language, text_scale=text_scale)
    window.host.apply_preferences()
    window.stage.step(3)
    screen = window.go("new_game")

    def fits(what: str) -> None:
        window.stage.step(3)
        assert window.stage.overflow_report(shortened=True) == [], what

    fits("nobody sits here")
    for person in people[:2]:
        screen._sit(person)
    fits("two sit here")
    Finger(window).tap(f"1. {CROWD[0]}")
    fits("the sheet of a seat")
    window.overlays.close_sheet()
    screen._sit(people[2])
    fits("three sit here")
    screen._vary("harbormaster", True)
    Finger(window).tap(screen.rules)
    fits("the rules")
    window.overlays.close_sheet()
    Finger(window).start()
    table.session.close_game().result()
    window.host.home("home")
    fits("the last group at home")
    window.go("people")
    fits("people")
    Finger(window).tap(CROWD[2])
    fits("the sheet of a person")
