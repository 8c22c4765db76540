"""The kiosk as it is, telling its test what it shows: ``python -m tests.kiosk.kiosk_child STATE``.

Whenever screen, record number or texts change it prints a line of JSON: the screen's name, the
number of the game's last record (-1: no game), and where each button's middle is, from the upper
left, as X counts.
"""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path
from typing import Any

LOOK_SECONDS = 0.1


class Teller:
    """Looks at the window ten times a second, as the test's eyes."""

    def __init__(self) -> None:
        self._said = ""

    def begin(self, app: Any) -> None:
        from kivy.clock import Clock

        self._app = app
        Clock.schedule_interval(self._look, LOOK_SECONDS)

    def _look(self, _elapsed: float) -> None:
        from kivy.core.window import Window

        from companion.kiosk.widgets.buttons import TileButton

        router = self._app.router
        if router is None or router.here is None:
            return
        buttons = {}
        for widget in router.walk():
            if isinstance(widget, TileButton) and not widget.disabled:
                x, y = widget.to_window(*widget.center)
                words = widget.text or getattr(widget, "name", "")
                buttons[words] = (round(x), round(Window.height - y))
        primary = getattr(router.screen, "primary", None)
        seen = {
            "screen": router.here.name,
            "record": self._app.shown_record,
            "waking": bool(getattr(primary, "waking", False)),
            "buttons": buttons,
        }
        said = json.dumps(seen)
        if said != self._said:
            self._said = said
            print(said, flush=True)


def main(state: Path) -> int:
    """Run the kiosk on the display of the environment."""
    os.environ["STATE_DIRECTORY"] = str(state)
    from companion.app import open_session
    from companion.kiosk import main as kiosk
    from companion.kiosk.config import WindowSettings, detect_display

    teller = Teller()

    def build(app: Any) -> None:
        app.shown_record = -1
        teller.begin(app)

    def session() -> Any:
        opened = open_session()
        opened.subscribe(lambda snapshot: setattr(teller._app, "shown_record", snapshot.seq))
        return opened

    window = WindowSettings(1024, 600, full_screen=False)
    return kiosk.run(session, state, detect_display(), window, language="en", on_build=build)


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1])))
