"""One run of the empty Kivy app or of the kiosk: ``kiosk_child empty|kiosk WxH IDLE_SECONDS``.

Prints one line of JSON: seconds from the process's start to its first frame, CPU percent while
idle, resident MiB at the end. The kiosk's run holds a game in its middle on the table screen.
"""

from __future__ import annotations

import json
import os
import sys
import time
from pathlib import Path
from typing import Any

SETTLE_SECONDS = 3.0


def seconds_since_start() -> float:
    """Seconds since the kernel started this process."""
    ticks = int(Path("/proc/self/stat").read_text().rsplit(")", 1)[1].split()[19])
    return time.clock_gettime(time.CLOCK_BOOTTIME) - ticks / os.sysconf("SC_CLK_TCK")


def resident_mib() -> float:
    """Resident memory of this process, MiB."""
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 2**20


class Meter:
    """Watches the window: the first flip, then a stretch of idleness, then stops the app."""

    def __init__(self, idle: float) -> None:
        self.idle = idle
        self.first: float | None = None
        self._cpu = self._wall = 0.0

    def watch(self, app: Any) -> None:
        """Begin; call before the app runs, after its window exists."""
        from kivy.core.window import Window

        self.app = app
        Window.bind(on_flip=self._flip)

    def _flip(self, *_: object) -> None:
        from kivy.clock import Clock
        from kivy.core.window import Window

        self.first = seconds_since_start()
        Window.unbind(on_flip=self._flip)
        self._looking = Clock.schedule_interval(self._look, 0.1)

    def _look(self, *_: object) -> None:
        """Wait until everything is loaded: what comes after the first frame is no idleness."""
        from kivy.clock import Clock

        if getattr(self.app, "ready", True):
            self._looking.cancel()
            Clock.schedule_once(self._settled, SETTLE_SECONDS)

    def _settled(self, *_: object) -> None:
        from kivy.clock import Clock

        self._cpu, self._wall = time.process_time(), time.monotonic()
        Clock.schedule_once(self._done, self.idle)

    def _done(self, *_: object) -> None:
        spent = time.process_time() - self._cpu
        elapsed = time.monotonic() - self._wall
        figures = {
            "first_frame_s": self.first,
            "idle_cpu_percent": 100 * spent / elapsed,
            "rss_mib": resident_mib(),
        }
        print(json.dumps(figures), flush=True)
        self.app.stop()


def run_empty(size: tuple[int, int], meter: Meter) -> None:
    """An app with one empty widget, Kivy's own configuration but for the size."""
    os.environ["KIVY_NO_ARGS"] = "1"
    from kivy.config import Config

    Config.set("graphics", "width", size[0])
    Config.set("graphics", "height", size[1])
    from kivy.app import App
    from kivy.uix.widget import Widget

    class EmptyApp(App):  # type: ignore[misc]
        def build(self) -> Widget:
            meter.watch(self)
            return Widget()

    EmptyApp().run()


def run_kiosk(size: tuple[int, int], meter: Meter) -> None:
    """The kiosk as it is, brought to the table screen once it is ready."""
    from companion.app import open_session
    from companion.kiosk import main
    from companion.kiosk.config import WindowSettings, detect_display

    state = Path(os.environ["STATE_DIRECTORY"])
    started: dict[str, Any] = {}

    def watch(app: Any) -> None:
        started["app"] = app
        meter.watch(app)

    main.run(
        open_session,
        state,
        detect_display(),
        WindowSettings(*size, full_screen=False),
        on_build=watch,
        first_screen="table",
    )


if __name__ == "__main__":
    width, height = (int(n) for n in sys.argv[2].split("x"))
    meter_now = Meter(float(sys.argv[3]))
    if sys.argv[1] == "empty":
        run_empty((width, height), meter_now)
    else:
        run_kiosk((width, height), meter_now)
