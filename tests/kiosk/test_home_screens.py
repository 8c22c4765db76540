"""Home, new game, games, people, settings, position: real touches, no overflow at any size."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from tests.kiosk.evenings import THREE, Evening, Window, short, won
from tests.kiosk.harness import SIZES

pytestmark = pytest.mark.window


@pytest.fixture
def club() -> Iterator[Evening]:
    """Four people on the list, nothing played yet."""
    evening = Evening()
    for name, color in (
        ("Anna", "red"),
        ("Bořivoj Nejezchleba-Dlouhý", "blue"),
        ("Cecílie", "white"),
        ("Bartholomew Featherstonehaugh", "green"),
    ):
        evening.session.people.add(name, color=color).result()
    yield evening
    evening.close()


def tap(window: Window, what: Any) -> None:
    primary = getattr(window.router.screen, "primary", None)
    window.stage.until(lambda: primary is None or not primary.waking)
    window.stage.tap(what)
    window.stage.step(5)


def start(window: Window) -> None:
    tap(window, window.router.screen.start)


def players(evening: Evening) -> list[str]:
    state = evening.session.snapshot.state
    assert state is not None
    return [s.name for s in state.setup.seats]


def newest(evening: Evening) -> str:
    log = evening.session.snapshot.log
    assert log is not None
    command = log.live()[-1].command
    return "" if command is None else command.action


def test_quitting_is_asked_for_and_a_locked_kiosk_offers_it_nowhere(club: Evening) -> None:
    window = Window(club)
    from kivy.core.window import Window as System

    from companion.kiosk.screens.quit_sheet import QuitSheet

    try:
        stopped: list[str] = []
        window.app.stop = lambda *_: stopped.append("stop")
        window.go("home")
        tap(window, "Quit")
        tap(window, "Stay")
        assert not window.overlays.sheets.children
        for _ in range(2):
            System.dispatch("on_keyboard", ord("q"), 0, "q", ["ctrl"])
        window.stage.step(5)
        assert [type(sheet) for sheet in window.overlays.sheets.children] == [QuitSheet]
        assert stopped == []
        tap(window, over(window, QuitSheet).foot.children[0])
        assert stopped == ["stop"]
        window.overlays.close_sheets()
        window.app.may_quit = False
        window.router.rebuild()
        window.stage.step(4)
        assert not window.stage.shows("Quit")
        System.dispatch("on_keyboard", ord("q"), 0, "q", ["ctrl"])
        assert not window.overlays.sheets.children
    finally:
        window.close()


def over(window: Window, kind: type) -> Any:
    """The first widget of `kind` in what lies over the screen."""
    overlays = window.app.overlays
    assert overlays is not None
    return next(w for w in overlays.walk() if isinstance(w, kind))


def test_a_first_game_is_people_and_start(club: Evening) -> None:
    window = Window(club, (1024, 600))
    window.go("home")
    tap(window, "New game")
    for name in ("Cecílie", "Anna"):
        tap(window, name)
    assert window.router.screen.chosen.by_count() == ("two_players",)
    tap(window, window.stage.texts() and "Bartholomew Featherstonehaugh")
    assert window.router.screen.chosen.by_count() == ()
    start(window)
    assert players(club) == ["Cecílie", "Anna", "Bartholomew Featherstonehaugh"]
    assert window.router.here.name == "table"
    window.close()


def test_the_last_group_plays_again_with_two_touches(club: Evening) -> None:
    window = Window(club, (1024, 600))
    window.go("new_game")
    for name in ("Cecílie", "Anna", "Bartholomew Featherstonehaugh"):
        tap(window, name)
    tap(window, "Harbormaster")
    start(window)
    before = club.session.snapshot.game
    window.host.home("home")
    window.stage.step(4)
    tap(window, "New game")
    start(window)
    assert club.session.snapshot.game != before
    assert players(club) == ["Cecílie", "Anna", "Bartholomew Featherstonehaugh"]
    state = club.session.snapshot.state
    assert state is not None
    assert "harbormaster" in state.setup.variants
    window.host.home("home")
    window.stage.step(4)
    tap(window, "Same again")
    assert players(club) == ["Cecílie", "Anna", "Bartholomew Featherstonehaugh"]
    window.close()


def test_a_combination_no_book_allows_is_explained_and_nothing_lost(club: Evening) -> None:
    window = Window(club, (1024, 600))
    window.go("new_game")
    for name in ("Anna", "Cecílie", "Bartholomew Featherstonehaugh"):
        tap(window, name)
    window.router.screen.chosen.settings["base.target"] = 77
    start(window)
    assert club.session.snapshot.game is None
    assert window.router.here.name == "new_game"
    assert any("77" in seen.text for seen in window.stage.texts())
    window.close()


def test_a_house_rule_is_chosen_and_one_as_the_edition_has_it_is_none(club: Evening) -> None:
    window = Window(club, (1024, 600))
    window.go("new_game")
    screen = window.router.screen
    tap(window, screen.rules)
    from companion.kiosk.widgets.inputs import Stepper

    stepper = over(window, Stepper)
    stepper.plus.dispatch("on_tap")
    assert screen.chosen.settings == {"base.target": 11}
    stepper.minus.dispatch("on_tap")
    assert screen.chosen.settings == {}
    window.close()


def test_somebody_new_is_typed_on_the_own_keyboard(club: Evening) -> None:
    window = Window(club, (1024, 600))
    window.go("people")
    tap(window, "Somebody new")
    from companion.kiosk.widgets.buttons import TileButton
    from companion.kiosk.widgets.keyboard import OnScreenKeyboard

    keys = over(window, OnScreenKeyboard)
    for letter in "di":
        tiles = (w for w in keys.walk() if isinstance(w, TileButton))
        tap(window, next(t for t in tiles if t.text.lower() == letter))
    assert keys.text.lower() == "di"
    keys.dispatch("on_enter")
    window.stage.step(5)
    assert "di" in [p.name.lower() for p in club.session.people.list().result()]
    window.close()


def test_a_deleted_game_comes_back_by_the_message() -> None:
    evening = short()
    window = Window(evening, (1024, 600))
    screen = window.go("games")
    game = evening.session.games.list().result()[0]
    screen._delete(game)
    window.stage.step(6)
    assert evening.session.games.list().result() == ()
    tap(window, "Undo")
    assert [g.id for g in evening.session.games.list().result()] == [game.id]
    window.close()
    evening.close()


def test_the_language_changes_while_running_and_is_kept() -> None:
    evening = Evening(THREE)
    window = Window(evening, (1024, 600))
    window.go("settings")
    tap(window, "Čeština")
    assert window.stage.shows("Nastavení")
    kept = evening.session.preferences.get("kiosk").result()
    assert kept["language"] == "cs"
    window.close()
    evening.close()


def test_a_position_shows_its_changes_before_it_counts() -> None:
    evening = Evening(THREE)
    evening.do("skip_setup", "s1")
    window = Window(evening, (1024, 600))
    screen = window.go("position")
    screen.data["seats"]["s1"]["pieces"]["city"] = [{}, {}]
    tap(window, "Show what changes")
    assert newest(evening) == "skip_setup"
    tap(window, "That is right")
    assert newest(evening) == "enter_position"
    assert window.host.view.seats[0].vp == 6
    window.close()
    evening.close()


@pytest.mark.parametrize("language", ["en", "cs"])
@pytest.mark.parametrize("size", SIZES, ids=lambda s: f"{s[0]}x{s[1]}")
def test_nothing_overflows(size: tuple[int, int], language: str, club: Evening) -> None:
    theme = "dark" if language == "cs" else "light"
    ended = won()
    for evening in (club, ended):
        for name in ("home", "new_game", "games", "people", "settings", "position"):
            window = Window(evening, size, theme, language)
            window.go(name)
            window.stage.step(4)
            assert window.stage.overflow_report() == [], name
            window.close()
    ended.close()


def test_a_finished_game_shows_its_result_from_home_each_time(club: Evening) -> None:
    ended = won()
    window = Window(ended)
    for _ in range(2):
        window.host.home("home")
        window.stage.step(4)
        assert not window.stage.shows("Go on")
        tap(window, "Result")
        assert window.router.here.name == "game_over"
        window.host.back()
        window.stage.step(4)
        assert window.router.here.name == "table"
    window.close()
    ended.close()
