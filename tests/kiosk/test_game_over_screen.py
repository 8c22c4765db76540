"""The end of a game on the touchscreen: ranking, seed, play on, rematch."""

from __future__ import annotations

from typing import Any

import pytest

from tests.kiosk import evenings
from tests.kiosk.evenings import Evening, Open, Window
from tests.kiosk.harness import SIZES
from tests.kiosk.touching import tap_twice

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


def seats_of(window: Window) -> list[str]:
    state = window.table.session.snapshot.state
    assert state is not None
    return [seat.name for seat in state.setup.seats]


def on_the_table(window: Window) -> bool:
    return bool(window.router.here.name == "table")


@pytest.mark.parametrize(
    ("begins", "order"),
    [
        ("began last time", ["Anna", "Bořivoj", "Cecílie"]),
        ("sits next", ["Bořivoj", "Cecílie", "Anna"]),
        ("Cecílie", ["Cecílie", "Anna", "Bořivoj"]),
    ],
)
def test_whoever_the_table_likes_begins_the_rematch(
    opened: Open, begins: str, order: list[str]
) -> None:
    window, _ = ended(opened)
    before = window.table.session.snapshot.game
    window.stage.tap("Rematch")
    window.stage.tap(begins)
    window.stage.until(lambda: on_the_table(window))
    assert window.table.session.snapshot.game != before
    assert seats_of(window) == order


def test_what_may_decide_who_begins_is_told(opened: Open) -> None:
    window, _ = ended(opened)
    window.stage.tap("Rematch")
    assert window.stage.shows("began last time · has won")
    assert window.stage.shows("sits next · has the fewest points")
    assert window.table.session.snapshot.state is not None
    assert len(window.table.session.games.list().result()) == 1  # nothing begins by itself


def test_two_quick_taps_begin_one_rematch(opened: Open) -> None:
    window, _ = ended(opened)
    tap_twice(window, "Rematch")
    assert len(window.overlays.sheets.children) == 1
    tap_twice(window, "Cecílie")
    window.stage.until(lambda: on_the_table(window))
    assert len(window.table.session.games.list().result()) == 2
    assert not window.overlays.sheets.children
    assert window.router.here.name == "table"


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
        window.stage.tap(window.router.screen.next.rematch)
        assert window.stage.overflow_report() == []
