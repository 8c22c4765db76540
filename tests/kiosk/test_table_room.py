"""What to do stays readable from a metre in every situation, and every name whole."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from companion.kiosk.widgets.fitting import ONE_LINE_DOWN_TO
from tests.kiosk.evenings import Evening, Window
from tests.kiosk.states import STATES
from tests.kiosk.test_table_layout import names_cut

pytestmark = pytest.mark.window

SMALL = (((800, 480), "cs"), ((1024, 600), "en"), ((720, 1280), "en"))
"""Screens of 7 inches: room is shortest there."""
NOT_AT_THE_TABLE = ("won",)


@pytest.fixture(params=[name for name in STATES if name not in NOT_AT_THE_TABLE])
def table(request: pytest.FixtureRequest) -> Iterator[Evening]:
    evening = STATES[request.param]()
    yield evening
    evening.close()


def smallest_step(window: Window) -> float:
    """Font size of the smallest text that says what to do now, in pixels."""
    return min(label._fitted.size for label in window.router.screen.steps._texts)


def test_steps_are_readable_and_nothing_is_cut(table: Evening) -> None:
    for size, language in SMALL:
        window = Window(table, size, "light", language)
        screen = window.go("table")
        window.stage.step(8)
        body = window.stage.theme.metrics.text("body")
        assert screen.steps.column.opacity == 1
        # A line that nearly fits is set a little tighter.
        assert smallest_step(window) >= ONE_LINE_DOWN_TO * body - 1, size
        assert screen.steps.column.height <= screen.steps.height + 1, size
        assert names_cut(screen) == [], size
        assert window.stage.overflow_report() == [], size
        window.close()
