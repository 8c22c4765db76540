"""The program as the command line starts it: how it begins, what it says, how it ends."""

from __future__ import annotations

import json
import os
import select
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from companion.core.model import Command
from companion.journal.location import FILE_NAME
from companion.session import Options, Session
from tests.kiosk.real_display import missing_tools, virtual_display

pytestmark = [
    pytest.mark.window,
    pytest.mark.skipif(bool(missing_tools()), reason=f"not installed: {missing_tools()}"),
]
ROOT = Path(__file__).parents[2]
PATIENCE = 40.0
"""Seconds until something has to be on the screen, on a machine that does other things too."""

# The program as the command line starts it; besides, it says what is on its screen.
PROGRAM = """
import functools, json, sys
import companion.kiosk.main as kiosk
from companion.cli import main

def watch(app):
    from kivy.clock import Clock
    from kivy.core.window import Window
    said = []

    def look(_elapsed):
        from companion.kiosk.widgets.text import AutoLabel
        from tests.kiosk.harness import visible
        shown = (widget for child in Window.children for widget in visible(child))
        seen = [widget.text for widget in shown if isinstance(widget, AutoLabel)]
        if seen and said != [seen]:
            said[:] = [seen]
            print(json.dumps(seen), flush=True)

    Clock.schedule_interval(look, 0.1)

kiosk.run = functools.partial(kiosk.run, on_build=watch)
sys.exit(main(sys.argv[1:]))
"""


class Program:
    """The running program and what it shows."""

    def __init__(self, display: str, state: Path) -> None:
        environ = {k: v for k, v in os.environ.items() if not k.startswith(("KIVY", "SDL", "XDG"))}
        environ |= {"DISPLAY": display, "STATE_DIRECTORY": str(state), "HOME": str(state.parent)}
        self.process = subprocess.Popen(
            [sys.executable, "-c", PROGRAM, "kiosk", "--window", "1024x600", "--language", "en"],
            cwd=ROOT,
            env=environ,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )
        assert self.process.stdout is not None
        os.set_blocking(self.process.stdout.fileno(), False)
        self._rest = b""
        self.shown: list[str] = []

    def wait_for(self, text: str) -> None:
        """Until `text` is on the screen."""
        assert self.process.stdout is not None
        until = time.monotonic() + PATIENCE
        while text not in self.shown:
            assert time.monotonic() < until, f"no {text!r} among {self.shown}"
            assert self.process.poll() is None, self.process.communicate()[1].decode()
            select.select([self.process.stdout], [], [], 1.0)
            self._rest += self.process.stdout.read() or b""
            *lines, self._rest = self._rest.split(b"\n")
            if lines:
                self.shown = json.loads(lines[-1])

    def stop(self) -> None:
        """End it as systemd does: that is an ordinary end."""
        self.process.send_signal(signal.SIGTERM)
        _, faults = self.process.communicate(timeout=20)
        assert self.process.returncode == 0, faults.decode()


@contextmanager
def running(display: str, state: Path) -> Iterator[Program]:
    program = Program(display, state)
    try:
        yield program
    finally:
        program.process.kill()
        program.process.communicate()


def test_it_shows_the_game_that_was_open_and_a_stop_closes_the_file(tmp_path: Path) -> None:
    state = tmp_path / "state"
    with Session(Options(state / FILE_NAME), inline=True) as session:
        session.new_game({"players": ["Anna", "Ben", "Cecil"], "numbers": "cards"}).result()
        session.submit(Command("skip_setup", "s1")).result()
    with virtual_display(1024, 600) as display, running(display, state) as program:
        program.wait_for("Turn 1: Anna")
        assert "Go on" in program.shown
        assert (state / f"{FILE_NAME}-wal").exists()
        program.stop()
    assert not (state / f"{FILE_NAME}-wal").exists()


def test_a_damaged_file_is_shown_with_its_cures_and_stays_as_it_is(tmp_path: Path) -> None:
    state = tmp_path / "state"
    state.mkdir()
    (state / FILE_NAME).write_bytes(b"no database" * 500)
    with virtual_display(1024, 600) as display, running(display, state) as program:
        program.wait_for("The games cannot be opened")
        assert "Begin a new file" in program.shown
        program.stop()
    assert (state / FILE_NAME).read_bytes() == b"no database" * 500


FAILING = """
import pathlib, sys
from companion.kiosk import config, main

def open_session():
    raise RuntimeError("this part is missing")

display = config.detect_display()
sys.exit(main.run(open_session, pathlib.Path(sys.argv[1]), display))
"""


def test_a_start_that_fails_ends_loudly_instead_of_showing_its_first_frame(tmp_path: Path) -> None:
    environ = {k: v for k, v in os.environ.items() if not k.startswith("KIVY")}
    done = subprocess.run(
        [sys.executable, "-c", FAILING, str(tmp_path)],
        cwd=ROOT,
        env={**environ, "SDL_VIDEODRIVER": "offscreen"},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert done.returncode != 0
    assert "this part is missing" in done.stderr
