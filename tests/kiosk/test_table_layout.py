"""Where the table's parts stand: seats in sight, undo whole, dice large enough, at every size."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from tests.kiosk.evenings import TWO, Evening, Open, windows
from tests.kiosk.harness import SIZES
from tests.kiosk.states import FOUR as FOUR_NAMES
from tests.kiosk.states import LONG, STATES, cards, request, settle_all

pytestmark = pytest.mark.window

FOUR: dict[str, Any] = {
    "players": [
        {"name": name, "color": color}
        for name, color in (
            ("Anna", "red"),
            ("Bořivoj Nejezchleba", "blue"),
            ("Cecílie", "white"),
            ("Dan", "orange"),
        )
    ],
    "numbers": "typed",
}
UPRIGHT = (720, 1280)


@pytest.fixture
def opened() -> Iterator[Open]:
    yield from windows()


def begun(request: dict[str, Any]) -> Evening:
    evening = Evening(request)
    evening.do("skip_setup", "s1")
    return evening


def names_cut(screen: Any) -> list[str]:
    """Names on badges and chips that had to be cut."""
    from companion.kiosk.widgets.seat import SeatBadge

    badges = [w for w in screen.walk() if isinstance(w, SeatBadge)]
    return [badge.name for badge in badges if badge.label.shortened]


def hidden(pane: Any) -> float:
    """How much of a scrolled column is out of sight, in pixels."""
    return max(0.0, float(pane.column.height - pane.height))


@pytest.mark.parametrize("language", ["en", "cs"])
@pytest.mark.parametrize("size", SIZES, ids=lambda s: f"{s[0]}x{s[1]}")
def test_undo_says_all_that_it_takes_back(
    size: tuple[int, int], language: str, opened: Open
) -> None:
    evening = begun(FOUR)
    evening.roll(3, 5)
    evening.do("declare_route", "s1", whose="s2", length=5)
    screen = opened(evening, size, "dark", language).go("table")
    assert "Bořivoj Nejezchleba" in screen.undo.text
    assert not screen.undo.label.shortened


@pytest.mark.parametrize("size", SIZES, ids=lambda s: f"{s[0]}x{s[1]}")
@pytest.mark.parametrize("request_", [FOUR, TWO], ids=["four", "two with neutrals"])
def test_four_seats_are_in_sight(
    size: tuple[int, int], request_: dict[str, Any], opened: Open
) -> None:
    screen = opened(begun(request_), size).go("table")
    assert len(screen.seats.column.children) == 4
    assert hidden(screen.seats) < 1


def test_an_upright_screen_gives_the_dice_room_to_be_tapped(opened: Open) -> None:
    evening = begun(FOUR)
    window = opened(evening, UPRIGHT)
    screen = window.go("table")
    with_pad = screen.number.height
    assert window.stage.overflow_report() == []
    evening.roll(6, 1)
    window.stage.step(4)
    assert screen.number.pad is None
    assert screen.number.height < with_pad


def test_turning_the_screen_moves_the_foot_into_two_rows_and_back(opened: Open) -> None:
    from companion.kiosk.theme import theme

    window = opened(begun(FOUR), (1024, 600))
    screen = window.go("table")
    assert screen.undo.parent is screen.primary.parent
    theme.resize(*UPRIGHT)
    window.stage.step(4)
    assert screen.undo.parent is not screen.primary.parent
    assert screen.undo.parent is screen.redo.parent
    theme.resize(1024, 600)
    window.stage.step(4)
    assert screen.undo.parent is screen.primary.parent


def test_a_grown_text_takes_no_room_for_a_line_it_does_not_need(opened: Open) -> None:
    window = opened(begun(FOUR), (1024, 600))
    from companion.kiosk.widgets.text import AutoLabel

    label = AutoLabel("Is that a win?", style="lead", grow=True, size_hint=(None, None))
    label.width = label.natural_width() * 0.95
    window.stage.show(label)
    window.stage.step(2)
    assert len(label._fitted.lines) == 1
    assert label.height < 2 * label.line_step()


@pytest.mark.parametrize("size", SIZES, ids=lambda s: f"{s[0]}x{s[1]}")
@pytest.mark.parametrize("several", [False, True], ids=["victims", "discards"])
def test_long_names_are_whole_on_the_band_and_on_answers(
    size: tuple[int, int], several: bool, opened: Open
) -> None:
    settings = {"base.record_discards": several}
    evening = begun(request(*LONG, numbers="typed", settings=settings))
    evening.roll(6, 1)
    window = opened(evening, size, "dark", "cs")
    screen = window.go("table")
    chips = [w for w in screen.steps.walk() if type(w).__name__ == "SeatChip"]
    assert screen.badge.name == LONG[0]
    assert len(chips) >= len(LONG) - 1
    assert names_cut(screen) == []
    assert window.stage.overflow_report() == []


@pytest.mark.parametrize("size", SIZES, ids=lambda s: f"{s[0]}x{s[1]}")
def test_the_first_of_two_numbers_is_noted_below_the_second(
    size: tuple[int, int], opened: Open
) -> None:
    evening = begun(request("Anna", "Ben", variants=["two_players"], numbers="typed"))
    evening.roll(3, 5)
    settle_all(evening)
    evening.roll(4, 2)
    window = opened(evening, size, "light", "cs")
    note = window.go("table").number.note
    assert note.text.endswith("8")
    assert note.height >= note.line_step()
    assert window.stage.overflow_report() == []


def test_a_scroll_bar_comes_once_where_the_rows_fit_only_without_it(opened: Open) -> None:
    window = opened(begun(FOUR), (1024, 600))
    from companion.kiosk.widgets.layout import ScrollColumn
    from companion.kiosk.widgets.text import AutoLabel

    words = "Whoever holds more than seven cards returns half of them to the bank"
    label = AutoLabel(words, style="lead", grow=True)
    column = ScrollColumn(size_hint=(None, None))
    column.add_row(label)
    # One line just fits; narrowed by the bar it becomes two, which do not.
    column.size = (label.natural_width() + 1, label.line_step() * 1.4)
    window.stage.show(column)
    bars = []
    column.column.bind(padding=lambda _, padding: bars.append(padding[2]))
    window.stage.step(10)
    assert len(bars) <= 3
    before = len(bars)
    window.stage.step(10)
    assert len(bars) == before


def test_every_count_is_read_where_there_is_room(opened: Open) -> None:
    screen = opened(STATES["middle"](), (1280, 720), "light", "cs").go("table")
    rows = screen.seats.column.children
    assert max(row.note_label.text.count("·") for row in rows) >= 2
    assert not any(row.note_label.shortened for row in rows)
    assert hidden(screen.seats) < 1


@pytest.mark.parametrize("size", SIZES, ids=lambda s: f"{s[0]}x{s[1]}")
def test_who_has_an_award_has_its_badge_clear_of_the_words(
    opened: Open, size: tuple[int, int]
) -> None:
    from companion.kiosk.art.icons import icon
    from companion.kiosk.art.pieces import AWARDS, award_art

    window = opened(STATES["middle"](), size)
    screen = window.go("table")
    seats = {seat.name: seat.awards for seat in window.host.view.seats}
    for row in screen.seats.column.children:
        assert row.badges == [AWARDS[award.name] for award in seats[row.text]]
        side = row._badge_side(row.figure_label.width)
        assert len(row.badges) * side <= row.figure_label.width + 1
        assert side >= 0.9 * window.stage.theme.metrics.text("caption") or not row.badges
        assert row.figure_label.y >= row.y + side
    assert sum(len(awards) for awards in seats.values()) == len(AWARDS)
    assert award_art("an award of a variant to come") == icon("trophy")


def test_nobody_leads_while_the_table_is_set_up(opened: Open) -> None:
    window = opened(STATES["placing"](), (1024, 600))
    window.go("table")
    assert any(seat.leader for seat in window.host.view.seats)
    assert not window.stage.shows("leads")


def test_short_steps_are_larger_than_long_ones(opened: Open) -> None:
    heights = {}
    for name in ("typed", "earthquake"):
        screen = opened(STATES[name](), (1024, 600)).go("table")
        heights[name] = min(label.font_size() for label in screen.steps._texts)
    assert heights["typed"] > 1.3 * heights["earthquake"]


def test_steps_are_as_large_after_a_move_as_on_a_fresh_screen(opened: Open) -> None:
    table = cards(*FOUR_NAMES)
    window = opened(table, (800, 480))
    steps = window.go("table").steps
    for _ in range(8):
        table.do("draw_card", table.on_turn)
        window.stage.step(12)
        chosen = [label.font_size() for label in steps._texts]
        steps._resized()
        window.stage.step(12)
        assert [label.font_size() for label in steps._texts] == chosen
        settle_all(table)
        table.end()
        window.stage.step(2)


def test_steps_that_say_the_same_are_not_built_anew(opened: Open) -> None:
    table = begun(FOUR)
    table.roll(3, 5)
    window = opened(table, (1024, 600))
    screen = window.go("table")
    rows = list(screen.steps.column.children)
    window.host.correct("correct_count", {"track": "knights", "whose": "s2", "value": 1})
    window.stage.step(4)
    assert window.stage.shows("Knights")
    assert screen.steps.column.children == rows
