"""The whole window in a real X server, touched through it."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from companion.kiosk.bare_screen import bare_screen_size
from tests.kiosk.real_display import missing_tools, real_tap, virtual_display, window_shapes

pytestmark = [
    pytest.mark.window,
    pytest.mark.skipif(bool(missing_tools()), reason=f"not installed: {missing_tools()}"),
]
ROOT = Path(__file__).parents[2]
TAPS = 20

PROGRAM = """
import pathlib, sys
from companion.kiosk import config
display = config.detect_display()
config.prepare(pathlib.Path(sys.argv[1]), display, config.WindowSettings())
from companion.kiosk.app import KioskApp, KioskTexts

def load(app):
    from kivy.core.window import Window
    from companion.kiosk.router import Screen
    from companion.kiosk.widgets.buttons import TileButton

    class Home(Screen):
        def __init__(self):
            super().__init__()
            button = TileButton("Tap")
            button.bind(on_tap=lambda *_: print("tap", flush=True))
            self.add_widget(button)

        def update(self, snapshot):
            raise RuntimeError(snapshot)

    app.router.register("home", Home)
    app.router.go("home")
    from kivy.clock import Clock
    Clock.schedule_once(lambda *_: print("ready", *Window.size, flush=True), 0.3)

app = KioskApp(load, lambda: KioskTexts("Islekeeper", "Failed", "Back"))
app.run()
"""


def test_every_touch_counts_once_and_a_failure_ends_nothing(tmp_path: Path) -> None:
    home = tmp_path / "home"
    home.mkdir()
    environ = {k: v for k, v in os.environ.items() if not k.startswith(("KIVY", "SDL", "XDG"))}
    with virtual_display(1024, 600) as display:
        app = subprocess.Popen(
            [sys.executable, "-c", PROGRAM, str(tmp_path)],
            cwd=ROOT,
            env={**environ, "DISPLAY": display, "HOME": str(home)},
            stdout=subprocess.PIPE,
            text=True,
        )
        assert app.stdout is not None
        try:
            assert app.stdout.readline() == "ready 1024 600\n"
            for at in range(TAPS):
                real_tap(display, 10 + at * 52, 10 + at * 30)  # from corner to corner
                assert app.stdout.readline() == "tap\n"
            subprocess.run(
                ["xdotool", "key", "Escape", "key", "F1"],
                env={**os.environ, "DISPLAY": display},
                check=True,
                timeout=20,
            )
            real_tap(display, 100, 500)
            assert app.stdout.readline() == "tap\n"
        finally:
            app.terminate()
            rest = app.communicate(timeout=20)[0]
    assert rest == ""
    assert list(home.iterdir()) == []


@pytest.mark.parametrize(("width", "height"), [(800, 480), (1280, 720), (720, 1280)])
def test_the_window_fills_a_screen_without_a_window_manager(
    tmp_path: Path, width: int, height: int
) -> None:
    environ = {k: v for k, v in os.environ.items() if not k.startswith(("KIVY", "SDL", "XDG"))}
    with virtual_display(width, height) as display:
        app = subprocess.Popen(
            [sys.executable, "-c", PROGRAM, str(tmp_path)],
            cwd=ROOT,
            env={**environ, "DISPLAY": display, "HOME": str(tmp_path)},
            stdout=subprocess.PIPE,
            text=True,
        )
        assert app.stdout is not None
        try:
            assert app.stdout.readline() == f"ready {width} {height}\n"
            assert window_shapes(display, "Islekeeper") == [(0, 0, width, height)]
            real_tap(display, width - 5, height - 5)
            assert app.stdout.readline() == "tap\n"
        finally:
            app.terminate()
            app.communicate(timeout=20)


def test_a_screen_with_a_window_manager_is_left_to_it() -> None:
    mark = "_NET_SUPPORTING_WM_CHECK"
    with virtual_display(640, 480) as display:
        assert bare_screen_size(display) == (640, 480)
        subprocess.run(
            ["xprop", "-root", "-f", mark, "32x", "-set", mark, "0x1"],
            env={**os.environ, "DISPLAY": display},
            check=True,
            timeout=20,
        )
        assert bare_screen_size(display) is None
    assert bare_screen_size(":9873") is None


def test_without_a_display_the_start_fails_loudly(tmp_path: Path) -> None:
    environ = {k: v for k, v in os.environ.items() if not k.startswith(("KIVY", "SDL"))}
    answer = subprocess.run(
        [sys.executable, "-c", PROGRAM, str(tmp_path)],
        cwd=ROOT,
        env={**environ, "DISPLAY": ":9873"},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert answer.returncode != 0
    assert "display-x11-silent" in answer.stderr
