"""Cards that turn over, or a moving square: ``flip_child empty|kiosk WxH TIMES``.

Prints one line of JSON: frames drawn in one animation (median of the times) and the 95th
percentile of the gaps between two frames, in ms. The kiosk draws a card by its big button, takes
it back and draws it again, so the first frames have the whole screen to bring up to date.
"""

from __future__ import annotations

import json
import os
import sys
import time
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from statistics import median, quantiles
from typing import Any

from benchmarks.kiosk_child import SETTLE_SECONDS

REST_SECONDS = 0.6
"""Between two animations: longer than the big button is dead."""


class FlipMeter:
    """Counts the frames of `times` animations, then stops the app.

    `begin` starts one, `moving` says whether it runs, `back` makes the next one possible.
    """

    begin: Callable[[], None]
    moving: Callable[[], bool]

    def __init__(self, times: int) -> None:
        self.times = times
        self.frames: list[int] = []
        self.gaps: list[float] = []
        self._flips: list[float] | None = None

    def watch(self, app: Any) -> None:
        """Begin; call before the app runs, after its window exists."""
        from kivy.clock import Clock
        from kivy.core.window import Window

        self.app = app
        Window.bind(on_flip=self._flip)
        self._looking = Clock.schedule_interval(self._look, 0.1)

    def back(self) -> None:
        """Bring everything to where another animation can begin."""

    def _look(self, *_: object) -> None:
        from kivy.clock import Clock

        if getattr(self.app, "ready", True):
            self._looking.cancel()
            Clock.schedule_once(self._next, SETTLE_SECONDS)

    def _next(self, *_: object) -> None:
        if len(self.frames) == self.times:
            self._report()
            return
        self._flips = []
        self.begin()

    def _flip(self, *_: object) -> None:
        if self._flips is None:
            return
        if self.moving():
            self._flips.append(time.perf_counter())
        elif self._flips:
            self._over(self._flips)

    def _over(self, flips: list[float]) -> None:
        from kivy.clock import Clock

        self._flips = None
        self.frames.append(len(flips))
        self.gaps += [1000 * (later - earlier) for earlier, later in pairwise(flips)]
        self.back()
        Clock.schedule_once(self._next, REST_SECONDS)

    def _report(self) -> None:
        figures = {
            "frames": median(self.frames),
            "gap_p95_ms": quantiles(self.gaps, n=20)[-1],
        }
        print(json.dumps(figures), flush=True)
        self.app.stop()


def run_empty(size: tuple[int, int], meter: FlipMeter) -> None:
    """A square that moves across an empty window, as long as a card turns over."""
    os.environ["KIVY_NO_ARGS"] = "1"
    from kivy.config import Config

    Config.set("graphics", "width", size[0])
    Config.set("graphics", "height", size[1])
    from kivy.animation import Animation
    from kivy.app import App
    from kivy.graphics import Rectangle
    from kivy.uix.widget import Widget

    from companion.kiosk.config import MAX_FPS, MULTISAMPLES
    from companion.kiosk.widgets.card import FLIP_SECONDS

    Config.set("graphics", "maxfps", MAX_FPS)
    Config.set("graphics", "multisamples", MULTISAMPLES)

    class EmptyApp(App):  # type: ignore[misc]
        def build(self) -> Widget:
            root = Widget()
            with root.canvas:
                square = Rectangle(size=(100, 100))
            running: list[Animation] = []

            def begin() -> None:
                moved = Animation(pos=(size[0] - 100, 0), duration=FLIP_SECONDS)
                moved.bind(on_complete=lambda *_: running.clear())
                running.append(moved)
                moved.start(square)

            def moving() -> bool:
                root.canvas.ask_update()  # one more frame, in which the meter sees the end
                return bool(running)

            def back() -> None:
                square.pos = (0, 0)

            meter.begin, meter.moving, meter.back = begin, moving, back  # type: ignore[method-assign]
            meter.watch(self)
            return root

    EmptyApp().run()


def run_kiosk(size: tuple[int, int], meter: FlipMeter) -> None:
    """The kiosk on the table screen, where the next card lies face down."""
    from companion.app import open_session
    from companion.kiosk import main
    from companion.kiosk.config import WindowSettings, detect_display

    def watch(app: Any) -> None:
        def screen() -> Any:
            return app.router.screen

        def moving() -> bool:
            card = screen().number.card
            card.canvas.ask_update()
            return bool(card.flipping)

        meter.begin = lambda: screen().primary.dispatch("on_tap")
        meter.moving = moving
        meter.back = lambda: screen().undo.dispatch("on_tap")  # type: ignore[method-assign]
        meter.watch(app)

    main.run(
        open_session,
        Path(os.environ["STATE_DIRECTORY"]),
        detect_display(),
        WindowSettings(*size, full_screen=False),
        on_build=watch,
        first_screen="table",
    )


if __name__ == "__main__":
    width, height = (int(n) for n in sys.argv[2].split("x"))
    run = {"empty": run_empty, "kiosk": run_kiosk}[sys.argv[1]]
    run((width, height), FlipMeter(int(sys.argv[3])))
