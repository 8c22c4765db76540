"""The list of games: go on, put away, delete and take that back, by touches, also quick ones."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from companion.journal import GameStatus
from tests.kiosk.evenings import CARDS, THREE, TWO, Evening, Open, Window, short, windows
from tests.kiosk.harness import SIZES
from tests.kiosk.touching import tap, tap_twice
from tests.session.playing import begun

pytestmark = pytest.mark.window


@pytest.fixture
def opened() -> Iterator[Open]:
    yield from windows()


def several(count: int = 3) -> Evening:
    """That many games, the newest on the table, every third one put away."""
    table = Evening()
    for n in range(count):
        table.clock.turn(3600)
        game = begun(table.session, (THREE, CARDS, TWO)[n % 3]).game
        table.session.games.rename(game, f"Game {n}").result()
        if n % 3 == 1:
            table.session.games.archive(game).result()
    return table


def status_of(window: Window, title: str) -> str:
    games = window.table.session.games.list(*GameStatus).result()
    return next(game.status.value for game in games if game.title == title)


def on_table(window: Window) -> str:
    return window.table.session.snapshot.title


def the_row(window: Window, title: str) -> None:
    """Open the sheet of a game, once no message lies over the list."""
    window.stage.until(lambda: not window.overlays.messages.children)
    tap(window, f"{title} (")


def test_put_away_and_deleted_games_stand_below_their_headings(opened: Open) -> None:
    table = several(4)
    table.session.games.delete(table.session.games.list().result()[-1].id).result()
    window = opened(table)
    window.go("games")
    seen = sorted(window.stage.texts(), key=lambda text: -text.box[1])
    order = [text.text.split(" (")[0] for text in seen]
    wanted = ["Game 3", "Game 2", "Put away", "Game 1", "Deleted", "Game 0"]
    assert [text for text in order if text in wanted] == wanted


def test_a_deleted_game_comes_back_long_after_the_message_has_gone(opened: Open) -> None:
    window = opened(several())
    window.go("games")
    the_row(window, "Game 0")
    tap(window, "Delete")
    the_row(window, "Game 0")
    assert not window.stage.shows("Go on")
    tap(window, "Bring back")
    assert status_of(window, "Game 0") == "active"


def test_a_game_is_put_away_taken_back_and_put_away_again(opened: Open) -> None:
    window = opened(several())
    window.go("games")
    the_row(window, "Game 0")
    tap(window, "Put away")
    assert status_of(window, "Game 0") == "archived"
    assert window.stage.shows("is put away.")
    tap(window, "Undo")
    assert status_of(window, "Game 0") == "active"
    the_row(window, "Game 0")
    tap(window, "Put away")
    the_row(window, "Game 0")
    tap(window, "Bring back")
    assert status_of(window, "Game 0") == "active"


def test_a_deleted_game_comes_back_as_it_was(opened: Open) -> None:
    window = opened(several())
    window.go("games")
    before = window.table.session.games.list().result()
    the_row(window, "Game 0")
    tap(window, "Delete")
    assert status_of(window, "Game 0") == "deleted"
    assert window.stage.shows("is deleted.")
    tap(window, "Undo")
    assert window.table.session.games.list().result() == before
    assert on_table(window) == "Game 2"


def test_the_game_on_the_table_is_deleted_and_comes_back_onto_it(opened: Open) -> None:
    window = opened(several())
    window.go("games")
    seq = window.table.session.snapshot.seq
    the_row(window, "Game 2")
    tap(window, "Delete")
    assert window.table.session.snapshot.game is None
    tap(window, "Undo")
    assert on_table(window) == "Game 2"
    assert window.table.session.snapshot.seq == seq


def test_going_on_with_another_game_brings_it_to_the_table(opened: Open) -> None:
    window = opened(several())
    window.go("games")
    the_row(window, "Game 0")
    tap(window, "Go on")
    assert on_table(window) == "Game 0"
    assert window.router.here.name == "table"


@pytest.mark.parametrize("button", ["Put away", "Delete", "Go on", "Rename", "Write to a file"])
def test_two_quick_taps_in_a_games_sheet_are_one(opened: Open, button: str) -> None:
    window = opened(several())
    window.go("games")
    the_row(window, "Game 0")
    others = {title: status_of(window, title) for title in ("Game 1", "Game 2")}
    tap_twice(window, button)
    assert {title: status_of(window, title) for title in others} == others
    wanted = {"Put away": "archived", "Delete": "deleted"}.get(button, "active")
    assert status_of(window, "Game 0") == wanted
    sheets = 1 if button in ("Rename", "Write to a file") else 0
    assert len(window.overlays.sheets.children) == sheets
    assert window.router.here.name == ("table" if button == "Go on" else "games")


def test_two_quick_taps_on_a_row_open_its_sheet_and_press_nothing(opened: Open) -> None:
    window = opened(several())
    window.go("games")
    tap_twice(window, "Game 0 (")
    assert len(window.overlays.sheets.children) == 1
    assert status_of(window, "Game 0") == "active"
    assert on_table(window) == "Game 2"


def test_two_quick_taps_on_undo_open_no_game(opened: Open) -> None:
    window = opened(several(12))
    window.go("games")
    the_row(window, "Game 11")
    tap(window, "Delete")
    tap_twice(window, "Undo")
    assert status_of(window, "Game 11") == "active"
    assert not window.overlays.sheets.children
    assert window.router.here.name == "games"


@pytest.mark.parametrize("language", ["en", "cs"])
@pytest.mark.parametrize("size", SIZES, ids=lambda s: f"{s[0]}x{s[1]}")
@pytest.mark.parametrize("count", [0, 1, 60])
def test_nothing_is_cut(size: tuple[int, int], language: str, count: int, opened: Open) -> None:
    theme = "dark" if language == "cs" else "light"
    window = opened(short() if count == 1 else several(count), size, theme, language)
    window.go("games")
    assert window.stage.overflow_report(shortened=True) == []
