"""Where messages stand: they never cover what a table must see at every moment."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from tests.kiosk.evenings import Open, Window, windows
from tests.kiosk.harness import SIZES, window_box
from tests.kiosk.states import STATES

pytestmark = pytest.mark.window

LONG_TEXT = (
    "The robber may not be moved there: every player with a building beside that hex has "
    "no more than two points."
)


@pytest.fixture
def opened() -> Iterator[Open]:
    yield from windows()


def covered(window: Window, banner: Any, widgets: dict[str, Any]) -> list[str]:
    """Names of the widgets that the message lies over."""
    left, low, right, top = window_box(banner)
    found = []
    for name, widget in widgets.items():
        x, y, right_of, top_of = window_box(widget)
        if min(right, right_of) - max(left, x) > 1 and min(top, top_of) - max(low, y) > 1:
            found.append(name)
    return found


@pytest.mark.parametrize("scale", [1.0, 1.5])
@pytest.mark.parametrize("size", SIZES, ids=lambda s: f"{s[0]}x{s[1]}")
def test_at_the_table_a_message_covers_neither_turn_nor_number_nor_steps_nor_undo(
    size: tuple[int, int], scale: float, opened: Open
) -> None:
    window = opened(STATES["middle"](), size)
    from companion.kiosk.theme import theme  # only behind the window: it needs Kivy ready

    theme.set_scale(text_scale=scale)
    table = window.go("table")
    must_see = {
        "whose turn": table.badge,
        "number": table.number,
        "steps": table.steps,
        "undo": table.undo,
        "primary": table.primary,
    }
    for banner in (
        window.overlays.error(LONG_TEXT, "Record anyway", lambda: None),
        window.overlays.toast("Cecílie takes Longest Trade Route"),
    ):
        window.overlays.messages.clear_widgets()
        window.overlays.messages.add_widget(banner)
        window.stage.step(4)
        assert covered(window, banner, must_see) == []
        assert window.stage.overflow_report() == []
    theme.set_scale(text_scale=1.0)


def test_on_another_screen_it_leaves_header_and_foot_clear(opened: Open) -> None:
    window = opened(STATES["middle"]())
    screen = window.go("build")
    banner = window.overlays.error(LONG_TEXT, "Record anyway", lambda: None)
    window.stage.step(4)
    seen = {"whose": screen.badge, "undo": screen.undo, "done": screen.done}
    assert covered(window, banner, seen) == []


def test_it_goes_along_to_the_next_screen_and_is_as_wide_as_that_allows(opened: Open) -> None:
    window = opened(STATES["middle"](), (1024, 600))
    window.go("table")
    banner = window.overlays.error(LONG_TEXT)
    window.stage.step(2)
    narrow = banner.width
    window.go("build")
    window.stage.step(4)
    assert banner.width > 2 * narrow
    assert window.stage.overflow_report() == []


def test_over_a_sheet_it_stands_at_the_top_where_no_button_is(opened: Open) -> None:
    window = opened(STATES["middle"]())
    window.go("build")
    window.stage.tap("Trade route")
    window.stage.until(lambda: bool(window.overlays.sheets.children))
    banner = window.overlays.error(LONG_TEXT)
    window.stage.step(4)
    assert banner.y > window.overlays.messages.height / 2
    window.overlays.close_sheets()
    window.stage.step(4)
    assert banner.y < window.overlays.messages.height / 2
