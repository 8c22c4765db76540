"""From the finger on the big button to the drawn result, on the stage, through a real session.

The same for another board on the screen where boards are made: each roll with its drawing.

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
    boards = roll_boards()
    return {
        "touch_to_drawn_ms": round(median(touched), 1),
        "one_frame_ms": round(median(frames), 1),
        "ratio": round(median(touched) / median(frames), 2),
        "boards": boards,
    }


BOARDS = (("base", 4), ("four_islands", 4), ("wonders", 4))
ROLLS = 30


def roll_boards() -> dict[str, Any]:
    """Milliseconds from "draw anew" to the frame that shows the other board: median, slowest.

    The wishes are the strict ones of the screen. The first roll, which makes ready, is told apart.
    """
    from companion.setup.draft import Wanted
    from tests.kiosk.evenings import Evening, Window

    found = {}
    for scenario, players in BOARDS:
        evening = Evening()
        window = Window(evening, (1024, 600), animate=False)
        # Only with the window: it brings Kivy along.
        from companion.kiosk.screens.board_wishes import presets

        plan = window.host.boards.plan(scenario, players)
        wanted = Wanted(wishes=presets(plan)["strict"])
        window.host.boards.choose(scenario, players, "", wanted)
        screen = window.go("board")
        times = []
        for _ in range(ROLLS + 1):
            before = window.host.boards.draft.stand
            began = time.perf_counter()
            screen.roll.dispatch("on_tap")
            while window.host.boards.draft.stand is before:
                window.stage.step()
            _draw(window.stage)
            times.append((time.perf_counter() - began) * 1000)
        window.close()
        evening.close()
        found[f"{scenario}-{players}"] = {
            "first_ms": round(times[0], 1),
            "median_ms": round(median(times[1:]), 1),
            "slowest_ms": round(max(times[1:]), 1),
        }
    return found
