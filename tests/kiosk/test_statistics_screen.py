"""Statistics on the touchscreen: tabs, charts with the view's figures, cards left when wanted."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from companion.kiosk.palette import rgba
from companion.view import statistics
from companion.view.pages import StatisticsView
from tests.kiosk import evenings
from tests.kiosk.evenings import Evening, Open, Window
from tests.kiosk.harness import SIZES

pytestmark = pytest.mark.window

opened = pytest.fixture(evenings.windows)


def counted(window: Window) -> StatisticsView:
    log = window.table.session.snapshot.log
    assert log is not None
    return statistics(log)


def page(screen: Any) -> Any:
    return screen.place.children[0]


def drawn() -> Evening:
    """Cards drawn in three turns."""
    table = Evening(evenings.CARDS)
    table.do("skip_setup", "s1")
    table.do("draw_card", "s1")
    return table


def test_before_the_first_number_there_is_nothing_and_it_says_so(opened: Open) -> None:
    window = opened(evenings.empty())
    window.go("statistics")
    assert window.stage.shows("No number has come up yet.")


def test_without_a_game_it_says_so(opened: Open) -> None:
    window = opened(Evening())
    window.go("statistics")
    assert window.stage.shows("No game is open.")


def test_bars_are_what_came_up_and_ticks_what_was_to_be_expected(opened: Open) -> None:
    window = opened(evenings.turns(80))
    screen = window.go("statistics")
    view = counted(window)
    bars = page(screen).chart.bars
    assert [int(bar.name) for bar in bars] == list(range(2, 13))
    assert [bar.value for bar in bars] == [one.count for one in view.numbers]
    assert [bar.expected for bar in bars] == [one.expected for one in view.numbers]
    assert window.stage.shows(f"{view.total} numbers so far, 0 sevens")


def test_a_new_number_is_drawn_at_once(opened: Open) -> None:
    window = opened(evenings.short())
    screen = window.go("statistics")
    before = [bar.value for bar in page(screen).chart.bars]
    window.table.end()
    window.table.roll(6, 6)
    window.stage.step(3)
    after = [bar.value for bar in page(screen).chart.bars]
    assert [b - a for a, b in zip(before, after, strict=True)] == [0] * 10 + [1]


def test_cards_left_are_not_shown_and_it_says_why(opened: Open) -> None:
    window = opened(drawn())
    screen = window.go("statistics")
    assert page(screen).left.parent is None
    assert window.stage.shows("counting them spoils the deck")


def test_cards_left_are_shown_where_the_screen_is_set_so(opened: Open) -> None:
    window = opened(drawn(), show_left=True)
    screen = window.go("statistics")
    bars = page(screen).left.bars
    assert sum(bar.value for bar in bars) == 35
    assert window.stage.shows("Cards left of each number")


def test_with_dice_there_are_no_cards_to_speak_of(opened: Open) -> None:
    window = opened(evenings.short(), show_left=True)
    screen = window.go("statistics")
    assert page(screen).left.parent is None
    assert page(screen).left_caption.text == ""


def test_players_stand_side_by_side_with_their_counts(opened: Open) -> None:
    window = opened(evenings.short())
    window.go("statistics")
    window.stage.tap("Players")
    for text in ("Anna", "Bořivoj", "Cecílie", "Development cards bought", "Times robbed"):
        assert window.stage.shows(text)


def test_turn_times_are_written_out(opened: Open) -> None:
    window = opened(evenings.short())
    screen = window.go("statistics")
    window.stage.tap("Turn times")
    view = counted(window)
    rows = page(screen).chart.rows
    assert [name for _, name, _, _ in rows] == ["Anna", "Bořivoj", "Cecílie"]
    assert rows[0][2] == pytest.approx(view.seats[0].seconds / view.seats[0].timed_turns)
    assert window.stage.shows("A turn takes")


def test_points_over_time_have_the_seats_colors_and_the_target(opened: Open) -> None:
    window = opened(evenings.short())
    screen = window.go("statistics")
    window.stage.tap("Points")
    chart = page(screen).chart
    assert [line.color for line in chart.lines] == ["red", "blue", "white"]
    assert list(chart.lines[0].values) == [at.vp["s1"] for at in counted(window).points]
    assert chart.target == 8


def test_neutral_colors_have_no_line_and_no_column(opened: Open) -> None:
    window = opened(evenings.played(evenings.TWO, 60))
    screen = window.go("statistics")
    screen.show_tab("points")
    window.stage.step(2)
    assert len(page(screen).chart.lines) == len(counted(window).seats)


def test_the_way_back_is_on_the_screen(opened: Open) -> None:
    window = opened(evenings.short())
    window.go("history")
    screen = window.go("statistics")
    header = next(w for w in screen.walk() if type(w).__name__ == "HeaderBar")
    window.stage.tap(header.lead)
    assert window.router.here.name == "history"


@pytest.mark.parametrize("size", SIZES, ids=lambda s: f"{s[0]}x{s[1]}")
@pytest.mark.parametrize("language", ["en", "cs"])
def test_nothing_overflows(opened: Open, size: tuple[int, int], language: str) -> None:
    window = opened(evenings.played(evenings.CARDS, 120), size, "dark", language, show_left=True)
    screen = window.go("statistics")
    for tab in ("numbers", "players", "turns", "points"):
        screen.show_tab(tab)
        window.stage.step(3)
        # Upright there is no room for words of seventeen letters beside or above the figures.
        upright = size[1] > size[0]
        assert window.stage.overflow_report(shortened=not upright) == [], tab


def test_lines_that_would_cover_each_other_run_side_by_side(opened: Open, tmp_path: Path) -> None:
    """Everybody begins with two points: a line each has to be seen, not the last one's only."""
    window = opened(evenings.turns(6), (800, 480))
    screen = window.go("statistics")
    screen.show_tab("points")
    window.stage.step(5)
    from companion.kiosk.seats import seat_color

    picture = window.stage.screenshot(tmp_path / "points.png")
    with Image.open(picture) as seen:
        pixels = seen.convert("RGB")
    chart = screen.place.children[0].chart
    x, y = (round(v) for v in chart.to_window(chart.x + chart.width * 0.3, chart.y))
    top = pixels.height - 1 - y
    column = {pixels.getpixel((x, top - up)) for up in range(min(top, round(chart.height)))}
    for color in ("red", "blue", "white"):
        assert tuple(round(255 * part) for part in rgba(seat_color(color).fill)[:3]) in column
