"""A game in the real kiosk, by real touches; pulled out with kill -9, it is there again."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from companion.journal.location import FILE_NAME
from companion.session import Options, Session
from tests.kiosk.real_display import missing_tools, real_tap, virtual_display

pytestmark = [
    pytest.mark.window,
    pytest.mark.skipif(bool(missing_tools()), reason=f"not installed: {missing_tools()}"),
]
ROOT = Path(__file__).parents[2]


class Kiosk:
    """The running kiosk: what it shows, and a finger on it."""

    def __init__(self, process: subprocess.Popen[str], display: str) -> None:
        self._process, self._display = process, display
        self.seen: dict[str, Any] = {}

    def until(self, holds: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
        """Read what it shows until `holds`. The test's own time limit ends a wait in vain."""
        assert self._process.stdout is not None
        while not self.seen or not holds(self.seen):
            line = self._process.stdout.readline()
            assert line, "the kiosk ended"
            if line.startswith("{"):
                self.seen = json.loads(line)
        return self.seen

    def tap(self, words: str) -> None:
        """Wait for a button that is awake and touch it."""
        seen = self.until(lambda s: words in s["buttons"] and not s["waking"])
        x, y = seen["buttons"][words]
        real_tap(self._display, x, y)


@contextmanager
def running(state: Path, display: str) -> Iterator[Kiosk]:
    environ = {k: v for k, v in os.environ.items() if not k.startswith(("KIVY", "SDL", "XDG"))}
    process = subprocess.Popen(
        [sys.executable, "-m", "tests.kiosk.kiosk_child", str(state)],
        cwd=ROOT,
        env={**environ, "DISPLAY": display, "HOME": str(state)},
        stdout=subprocess.PIPE,
        text=True,
    )
    try:
        yield Kiosk(process, display)
    finally:
        process.kill()
        process.wait()
        assert process.stdout is not None
        process.stdout.close()


def test_two_touches_begin_a_game_that_survives_kill_9(tmp_path: Path) -> None:
    with Session(Options(tmp_path / FILE_NAME), inline=True) as session:
        people = [session.people.add(name).result() for name in ("Anna", "Ben", "Cyril")]
        players = [{"name": p.name, "person": p.id} for p in people]
        request = {"players": players, "numbers": "cards"}
        session.preferences.set("kiosk.last_set_up", request).result()
    with virtual_display(1024, 600) as display:
        with running(tmp_path, display) as kiosk:
            kiosk.until(lambda s: s["screen"] == "home")
            kiosk.tap("New game")
            kiosk.tap("Start")
            kiosk.until(lambda s: s["screen"] == "table" and s["record"] == 0)
            kiosk.tap("All placed")
            kiosk.until(lambda s: s["record"] == 1)
            kiosk.tap("Draw a card")
            kiosk.until(lambda s: s["record"] == 2)
        # `running` ended the kiosk with SIGKILL: nothing was closed or tidied up.
        with running(tmp_path, display) as kiosk:
            seen = kiosk.until(lambda s: s["screen"] == "home" and s["record"] == 2)
            assert any(words.startswith("Go on") for words in seen["buttons"])
            kiosk.tap("Go on")
            kiosk.until(lambda s: s["screen"] == "table")
    with Session(Options(tmp_path / FILE_NAME), inline=True) as session:
        log = session.snapshot.log
        assert log is not None
        done = [entry.command.action for entry in log.live() if entry.command]
        assert done == ["skip_setup", "draw_card"]
