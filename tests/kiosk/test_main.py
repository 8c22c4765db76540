"""The whole program in a real X server: a game begun by touch survives the worst end there is."""

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
SIZE = (1024, 600)
PATIENCE, TOUCHES = 40.0, 8
"""Seconds until something has to be on the screen, on a machine that does other things too; and
how often a finger comes again meanwhile."""

# The program as the command line starts it; besides, it says what is on its screen and where.
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
        seen = {}
        for child in reversed(Window.children):
            for widget in visible(child):
                if isinstance(widget, AutoLabel) and widget.text:
                    x, y, width, height = widget.text_box
                    left, bottom = widget.to_window(x, y, relative=False)
                    seen[widget.text] = left + width / 2, Window.height - bottom - height / 2
        if seen and said != [seen]:
            said[:] = [seen]
            print(json.dumps(seen), flush=True)

    Clock.schedule_interval(look, 0.1)

kiosk.run = functools.partial(kiosk.run, on_build=watch)
sys.exit(main(sys.argv[1:]))
"""


class Program:
    """The running program: what it shows, and a finger on it."""

    def __init__(self, display: str, state: Path) -> None:
        self._display = display
        environ = {k: v for k, v in os.environ.items() if not k.startswith(("KIVY", "SDL", "XDG"))}
        environ |= {"DISPLAY": display, "STATE_DIRECTORY": str(state), "HOME": str(state.parent)}
        size = f"{SIZE[0]}x{SIZE[1]}"
        self.process = subprocess.Popen(
            [sys.executable, "-c", PROGRAM, "kiosk", "--window", size, "--language", "en"],
            cwd=ROOT,
            env=environ,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )
        assert self.process.stdout is not None
        os.set_blocking(self.process.stdout.fileno(), False)
        self._rest = b""
        self.shown: dict[str, tuple[float, float]] = {}

    def place(self, text: str) -> tuple[float, float] | None:
        """Where `text` is, alone or after whose move it is ("Anna: End turn")."""
        for seen, place in self.shown.items():
            if seen == text or seen.endswith(f": {text}"):
                return place
        return None

    def look(self, text: str, seconds: float) -> bool:
        """Whether `text` is on the screen within so many seconds."""
        assert self.process.stdout is not None
        until = time.monotonic() + seconds
        while self.place(text) is None:
            left = until - time.monotonic()
            if left <= 0:
                return False
            assert self.process.poll() is None, self.process.communicate()[1].decode()
            select.select([self.process.stdout], [], [], left)
            self._rest += self.process.stdout.read() or b""
            *lines, self._rest = self._rest.split(b"\n")
            if lines:
                self.shown = json.loads(lines[-1])
        return True

    def tap(self, text: str, then: str) -> None:
        """Touch `text` once it is there, until `then` is.

        A button whose meaning has just changed ignores touches for a moment, so like a person
        the finger comes again while the screen stays as it is.
        """
        assert self.look(text, PATIENCE), f"no {text!r} among {sorted(self.shown)}"
        for _ in range(TOUCHES):
            place = self.place(text)
            if place is not None:
                real_tap(self._display, round(place[0]), round(place[1]))
            if self.look(then, PATIENCE / TOUCHES):
                return
        raise AssertionError(f"no {then!r} after {text!r} among {sorted(self.shown)}")


@contextmanager
def running(display: str, state: Path) -> Iterator[Program]:
    program = Program(display, state)
    try:
        yield program
    finally:
        program.process.kill()
        program.process.communicate()


def recorded(state: Path) -> list[str]:
    """The actions in the journal, in their order."""
    with Session(Options(state / FILE_NAME), inline=True) as session:
        log: Any = session.snapshot.log
        return [entry.command.action for entry in log.live() if entry.command is not None]


def test_a_game_begun_by_touch_is_there_after_kill_9(tmp_path: Path) -> None:
    state = tmp_path / "state"
    with Session(Options(state / FILE_NAME), inline=True) as session:
        for name, color in (("Anna", "red"), ("Ben", "blue"), ("Cecil", "white")):
            session.people.add(name, color=color).result()
    with virtual_display(*SIZE) as display:
        with running(display, state) as program:
            program.tap("New game", then="Anna")
            for number, name in enumerate(("Cecil", "Anna", "Ben"), 1):
                program.tap(name, then=f"{number}. {name}")
            program.tap("Start", then="All placed")
            program.tap("All placed", then="Draw a card")
            program.tap("Draw a card", then="End turn")
            shown = set(program.shown)
            program.process.send_signal(signal.SIGKILL)
            program.process.wait(timeout=20)
        entered = recorded(state)
        assert entered[-1] == "draw_card"
        with running(display, state) as program:
            program.tap("Go on", then="End turn")
            assert shown - set(program.shown) == set()
            program.process.send_signal(signal.SIGTERM)
            _, faults = program.process.communicate(timeout=20)
            assert program.process.returncode == 0, faults.decode()
        assert recorded(state) == entered
        assert not (state / f"{FILE_NAME}-wal").exists()


def test_a_damaged_file_is_shown_with_its_cures_and_stays_as_it_is(tmp_path: Path) -> None:
    state = tmp_path / "state"
    state.mkdir()
    (state / FILE_NAME).write_bytes(b"no database" * 500)
    with virtual_display(*SIZE) as display, running(display, state) as program:
        assert program.look("The games cannot be opened", PATIENCE), program.shown
        assert program.place("Begin a new file, keep the old one") is not None
        program.process.send_signal(signal.SIGTERM)
        _, faults = program.process.communicate(timeout=20)
        assert program.process.returncode == 0, faults.decode()
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
