"""From the finger on the big button to the drawn result, on the stage, through a real session.

The baseline is the same window drawing a frame in which one label changed: what no program can
do without.
"""

from __future__ import annotations

import time
from statistics import median
from typing import Any

ROUNDS = 40


def _draw(stage: Any) -> None:
    """One frame with its pixels, which the stage leaves out where nobody looks."""
    stage.step()
    stage.window.dispatch("on_draw")
    stage.window.flip()


def run() -> dict[str, Any]:
    """Milliseconds from the end of a touch to the frame that shows it; the ratio to one frame."""
    from tests.kiosk.evenings import THREE, Evening, Window

    evening = Evening({**THREE, "numbers": "dice"})
    evening.do("skip_setup", "s1")
    window = Window(evening, (1024, 600), animate=False)
    screen = window.go("table")
    touched, frames = [], []
    for _ in range(ROUNDS):
        window.stage.until(lambda: not screen.primary.waking)
        meaning = screen.primary.meaning
        began = time.perf_counter()
        screen.primary.dispatch("on_tap")
        while screen.primary.meaning == meaning:
            _draw(window.stage)
        _draw(window.stage)
        touched.append((time.perf_counter() - began) * 1000)
        began = time.perf_counter()
        screen.seats.children[0].canvas.ask_update()
        screen.undo.text = str(began)
        _draw(window.stage)
        frames.append((time.perf_counter() - began) * 1000)
        primary = None if window.host.view is None else window.host.view.primary
        if primary is not None and primary.name == "move_robber":
            evening.do("move_robber", evening.on_turn)
            window.stage.step(3)
    window.close()
    evening.close()
    return {
        "touch_to_drawn_ms": round(median(touched), 1),
        "one_frame_ms": round(median(frames), 1),
        "ratio": round(median(touched) / median(frames), 2),
    }
