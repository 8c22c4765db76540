"""The end of a game on the touchscreen: ranking, seed, play on, rematch."""

from __future__ import annotations

from typing import Any

import pytest

from tests.kiosk import evenings
from tests.kiosk.evenings import Evening, Open, Window
from tests.kiosk.harness import SIZES

pytestmark = pytest.mark.window

opened = pytest.fixture(evenings.windows)


def with_table(host: Any, router: Any) -> None:
    """The screens of the kiosk, and plain ones where some are not there yet."""
    from companion.kiosk.router import Screen
    from companion.kiosk.screens.game_over import GameOverScreen
    from companion.kiosk.screens.statistics import StatisticsScreen

    router.register("home", Screen)
    router.register("table", Screen)
    router.register("statistics", lambda: StatisticsScreen(host))
    router.register("game_over", lambda: GameOverScreen(host))


def ended(opened: Open, table: Evening | None = None, *look: Any) -> tuple[Window, Any]:
    """The window on the end of a game, as one comes there from the table."""
    window = opened(table or evenings.won(), *look, register=with_table)
    window.go("table")
    return window, window.go("game_over")


def test_the_winner_stands_highest_with_the_reasons(opened: Open) -> None:
    window, screen = ended(opened)
    assert window.stage.shows("Anna wins!")
    stands = screen.podium._stands
    assert [(s.place, s.name, s.figure) for s in stands] == [
        (1, "Anna", "8 VP"),
        (2, "Bořivoj", "3 VP"),
        (2, "Cecílie", "3 VP"),
    ]
    assert [s.winner for s in stands] == [True, False, False]
    assert window.stage.shows("Longest Trade Route: 2 · 2 settlements: 2 · 2 cities: 4")


def test_time_turns_and_seed_are_told(opened: Open) -> None:
    window, _ = ended(opened)
    assert window.stage.shows("16 min in 4 turns")
    assert window.stage.shows("Seed of chance: 00112233445566778899aabbccddeeff")


def test_play_on_goes_back_to_the_table(opened: Open) -> None:
    window, _ = ended(opened)
    window.stage.tap("Play on")
    window.stage.until(lambda: window.router.here.name == "table")
    state = window.table.session.snapshot.state
    assert state is not None
    assert not state.over


def test_a_rematch_is_a_new_game_with_the_same_seats_once(opened: Open) -> None:
    window, screen = ended(opened)
    before = window.table.session.snapshot.game
    screen.play_again()
    screen.play_again()
    window.stage.until(lambda: window.router.here.name == "table")
    after = window.table.session.snapshot
    assert after.game != before
    assert after.state is not None
    assert [seat.name for seat in after.state.setup.seats] == ["Anna", "Bořivoj", "Cecílie"]
    assert len(window.table.session.games.list().result()) == 2


def test_the_rematch_button_begins_it(opened: Open) -> None:
    window, _ = ended(opened)
    before = window.table.session.snapshot.game
    window.stage.tap("Rematch")
    window.stage.until(lambda: window.router.here.name == "table")
    assert window.table.session.snapshot.game != before


def test_statistics_and_home_are_one_tap_away(opened: Open) -> None:
    window, _ = ended(opened)
    window.stage.tap("Statistics")
    assert window.router.here.name == "statistics"
    window.host.back()
    window.stage.tap("Home")
    assert window.router.here.name == "home"
    assert not window.router.can_go_back


def test_an_end_without_a_winner_is_no_victory(opened: Open) -> None:
    table = evenings.short()
    table.do("end_game")
    window, screen = ended(opened, table)
    assert window.stage.shows("Ended without a winner")
    assert not any(stand.winner for stand in screen.podium._stands)


def test_while_the_game_goes_on_it_shows_how_it_stands(opened: Open) -> None:
    window, screen = ended(opened, evenings.short())
    assert window.stage.shows("The game goes on")
    assert screen.next.play_on.disabled
    assert not window.stage.shows("Seed of chance")


def test_equal_places_stand_equally_high(opened: Open) -> None:
    _, screen = ended(opened)
    first, second, third = screen.podium._stands
    heights = [screen.podium._block(stand) for stand in (first, second, third)]
    assert heights[0] > heights[1] == heights[2]


@pytest.mark.parametrize("size", SIZES, ids=lambda s: f"{s[0]}x{s[1]}")
@pytest.mark.parametrize("language", ["en", "cs"])
def test_nothing_overflows(opened: Open, size: tuple[int, int], language: str) -> None:
    long = Evening({**evenings.THREE, "players": evenings.CARDS["players"]})
    long.do("skip_setup", "s1")
    long.do("end_game", winner="s2")
    for table in (evenings.won(), long):
        window, _ = ended(opened, table, size, "light", language)
        assert window.stage.overflow_report() == []
