"""The echo of a touch: what a sheet or a screen brings under the finger is not pressed by it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from tests.kiosk.evenings import Evening, Open, Window, windows

pytestmark = pytest.mark.window

SPOT = (700.0, 300.0)
BESIDE = (700.0, 100.0)


@pytest.fixture
def window() -> Iterator[Window]:
    opened: Iterator[Open] = windows()
    yield next(opened)(Evening())
    next(opened, None)


class Pressed:
    """Buttons in a column of a new sheet, and which of them were tapped."""

    def __init__(self, window: Window) -> None:
        from companion.kiosk.widgets.base import Box
        from companion.kiosk.widgets.buttons import TileButton
        from companion.kiosk.widgets.sheet import Sheet

        self.names: list[str] = []
        column = Box(orientation="vertical")
        for name in ("above", "below"):
            tile = TileButton(name, size_hint_y=1)
            tile.bind(on_tap=lambda _, name=name: self.names.append(name))
            column.add_widget(tile)
        self.sheet = Sheet("", column)
        window.overlays.open_sheet(self.sheet)
        window.stage.step(2)


def touch(window: Window, at: Any) -> None:
    """A touch that waits for nothing, with the shortest time a finger is down."""
    window.stage.release(window.stage.press(at), frames=1)


def test_the_second_touch_on_the_spot_is_swallowed_and_one_beside_it_counts(
    window: Window,
) -> None:
    touch(window, SPOT)
    pressed = Pressed(window)
    touch(window, SPOT)
    assert pressed.names == []
    touch(window, BESIDE)
    assert pressed.names == ["below"]


def test_the_spot_is_live_again_before_a_person_can_have_read_what_came(window: Window) -> None:
    touch(window, SPOT)
    pressed = Pressed(window)
    window.stage.step(20)  # a third of a second
    touch(window, SPOT)
    assert pressed.names == ["above"]


def test_what_a_closed_sheet_uncovers_is_not_pressed(window: Window) -> None:
    below, above = Pressed(window), Pressed(window)
    window.stage.step(20)
    touch(window, SPOT)
    above.sheet.dismiss()
    window.stage.step(1)
    touch(window, SPOT)
    assert (above.names, below.names) == (["above"], [])


def test_another_screen_is_not_pressed_by_the_touch_that_brought_it(window: Window) -> None:
    screen = window.go("home")
    window.stage.until(window.stage.awake)
    spot = window.stage.point("People")
    touch(window, spot)
    window.stage.step(2)
    assert window.router.here.name == "people"
    touch(window, spot)
    window.stage.step(2)
    assert window.router.here.name == "people"
    assert not window.overlays.sheets.children
    assert screen is not window.router.screen


def test_a_touch_meant_for_a_message_that_just_went_presses_nothing_below(window: Window) -> None:
    pressed = Pressed(window)
    window.stage.until(window.stage.awake)
    banner = window.overlays.toast("Something to read")
    window.stage.step(2)
    spot = window.stage.point(banner)
    gone: list[object] = []
    banner.bind(on_gone=gone.append)
    window.stage.until(lambda: bool(gone), frames=2000)
    touch(window, spot)
    sheet = pressed.sheet
    assert (pressed.names, sheet.parent is not None) == ([], True)
    window.stage.step(30)
    touch(window, window.stage.point("above"))
    assert pressed.names == ["above"]


def test_a_message_takes_every_touch_and_its_closing_has_no_echo(window: Window) -> None:
    pressed = Pressed(window)
    window.stage.until(window.stage.awake)
    banner = window.overlays.error("Something was refused")
    window.stage.step(2)
    touch(window, banner.label)
    assert pressed.sheet.parent is not None
    close = window.stage.point(banner.close)
    touch(window, close)
    assert banner.parent is None
    touch(window, close)
    assert (pressed.names, pressed.sheet.parent is not None) == ([], True)
