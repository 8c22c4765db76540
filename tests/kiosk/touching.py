"""Touches of the tests that drive whole screens."""

from __future__ import annotations

from typing import Any

from tests.kiosk.evenings import Window


def tap(window: Window, what: Any) -> None:
    """Tap what is shown, and let what follows come to rest."""
    window.stage.tap(what)
    window.stage.step(5)


def tap_twice(window: Window, what: Any) -> None:
    """Two touches on one spot, as quick as a finger can."""
    window.stage.until(window.stage.awake)
    at = window.stage.point(what)
    for _ in range(2):
        window.stage.release(window.stage.press(at))
    window.stage.step(30)
