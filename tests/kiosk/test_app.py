"""The window's plumbing: router, overlays, errors, the way back, Kivy's configuration."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import textwrap
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.kiosk import config
from tests.kiosk.harness import Stage

pytestmark = pytest.mark.window
ROOT = Path(__file__).parents[2]


def made_screen(name: str, log: list[str]) -> Any:
    from companion.kiosk.router import Screen
    from companion.kiosk.widgets.text import AutoLabel

    class Made(Screen):
        def __init__(self) -> None:
            super().__init__()
            self.add_widget(AutoLabel(f"screen {name}"))

        def on_show(self, **params: Any) -> None:
            log.append(f"show {name} {params or ''}".strip())

        def on_hide(self) -> None:
            log.append(f"hide {name}")

        def update(self, snapshot: Any) -> None:
            log.append(f"{name} draws {snapshot}")

    return Made


@pytest.fixture
def app() -> Iterator[Any]:
    """The application's layers on the stage, without its own main loop."""
    stage = Stage.open((800, 480))
    from companion.kiosk.app import KioskApp, KioskSettings, KioskTexts

    log: list[str] = []

    def load(app: KioskApp) -> None:
        assert app.router is not None
        for name in ("home", "table", "rules"):
            app.router.register(name, made_screen(name, log))
        app.router.go("home")

    made = KioskApp(
        load,
        lambda: KioskTexts("Islekeeper", "This screen failed.", "Back to the table"),
        KioskSettings(fade=False),
    )
    made.log, made.stage = log, stage
    stage.show(made.build())
    made.on_start()
    stage.until(lambda: made.router is not None)
    yield made
    made.on_stop()


def test_the_splash_comes_first_and_the_screens_after_the_first_frame() -> None:
    stage = Stage.open((800, 480))
    from companion.kiosk.splash import Splash

    stage.show(Splash("Islekeeper"))
    program = """
        import sys, pathlib
        from companion.kiosk import config
        config.prepare(pathlib.Path(sys.argv[1]), config.Display(True, "x", "offscreen"))
        import companion.kiosk.app
        late = [m for m in sys.modules if m.startswith("companion.kiosk.widgets")]
        late += [m for m in ("companion.kiosk.router", "kivy.uix.scrollview") if m in sys.modules]
        sys.exit(", ".join(late) or 0)
    """
    run_program(program)


def run_program(program: str) -> None:
    """Run a program that configures Kivy for itself; it must end with 0 and touch no home."""
    import tempfile

    with tempfile.TemporaryDirectory() as folder:
        home, state = Path(folder, "home"), Path(folder, "state")
        home.mkdir()
        state.mkdir()
        clean = {k: v for k, v in os.environ.items() if not k.startswith(("KIVY", "SDL", "XDG"))}
        answer = subprocess.run(
            [sys.executable, "-c", textwrap.dedent(program), str(state), "--size=junk"],
            cwd=ROOT,
            env={**clean, "HOME": str(home)},
            capture_output=True,
            text=True,
            timeout=60,
            check=False,
        )
        assert answer.returncode == 0, answer.stderr
        assert list(home.iterdir()) == []


def test_kivy_is_configured_as_the_kiosk_needs() -> None:
    program = """
        import os, pathlib, sys
        from companion.kiosk import config
        config.prepare(pathlib.Path(sys.argv[1]), config.Display(True, "x", "offscreen"),
                       config.WindowSettings(640, 360, full_screen=False))
        from kivy.config import Config
        from kivy.base import EventLoop
        from kivy.core.window import Window
        EventLoop.ensure_window()
        from kivy.input.postproc import kivy_postproc_modules
        assert Config.items("input") == [("mouse", "mouse,disable_multitouch")]
        assert Config.get("kivy", "exit_on_escape") == "0"
        assert dict(Config.items("modules")) == {}
        assert tuple(Window.size) == (640, 360)
        assert os.environ["SDL_MOUSE_FOCUS_CLICKTHROUGH"] == "1"
        assert "--size=junk" in sys.argv
        assert not pathlib.Path(sys.argv[1], "kivy", "config.ini").exists()
    """
    run_program(program)


def test_the_router_remembers_the_way(app: Any) -> None:
    router = app.router
    router.go("table", game=3)
    router.go("rules")
    assert app.stage.shows("screen rules")
    assert router.back()
    assert router.here.params == {"game": 3}
    assert router.back()
    assert not router.back()
    assert app.log == [
        *("show home", "hide home", "show table {'game': 3}", "hide table", "show rules"),
        *("hide rules", "show table {'game': 3}", "hide table", "show home"),
    ]


def test_going_where_one_is_adds_no_step(app: Any) -> None:
    app.router.go("table")
    app.router.go("table")
    app.router.back()
    assert app.router.here.name == "home"


def test_replace_and_home_shorten_the_way(app: Any) -> None:
    app.router.go("table")
    app.router.replace("rules")
    app.router.back()
    assert app.router.here.name == "home"
    app.router.go("rules")
    app.router.home("table")
    assert not app.router.can_go_back
    with pytest.raises(KeyError, match="unknown; known: home, rules, table"):
        app.router.go("nowhere")
    with pytest.raises(ValueError, match="registered twice"):
        app.router.register("home", made_screen("home", []))


def test_the_shown_screen_draws_snapshots_and_others_the_newest_when_shown(app: Any) -> None:
    for number in (1, 2):
        app.bridge.publish(number)
        app.stage.step(2)
    app.router.go("table")
    draws = [line for line in app.log if "draws" in line]
    assert draws == ["home draws 1", "home draws 2", "table draws 2"]


def test_another_language_builds_the_screens_anew_and_stays(app: Any) -> None:
    app.router.go("table", game=3)
    before = app.router.screen
    app.language_changed()
    assert app.router.screen is not before
    assert app.router.here.params == {"game": 3}
    assert app.router.back()


def test_a_failing_screen_shows_the_way_back(app: Any) -> None:
    app.router.go("table")
    from kivy.base import ExceptionManager

    result = ExceptionManager.handle_exception(RuntimeError("drawn wrongly"))
    assert result == ExceptionManager.PASS
    app.stage.step(3)
    assert app.stage.shows("This screen failed.")
    assert app.stage.overflow_report() == []
    app.stage.tap("Back to the table")
    assert app.router.here.name == "home"
    assert not app.stage.shows("This screen failed.")


def test_a_screen_that_fails_again_and_again_is_left(app: Any) -> None:
    app.router.go("table")
    for _ in range(5):
        app.show_failure(RuntimeError("again"))
    assert app.router.here.name == "home"


def test_an_interrupt_is_no_failure_of_a_screen(app: Any) -> None:
    from kivy.base import ExceptionManager

    assert ExceptionManager.handle_exception(KeyboardInterrupt()) == ExceptionManager.RAISE


def test_escape_goes_back_and_f1_does_nothing(app: Any) -> None:
    app.router.go("table")
    assert app.stage.window.dispatch("on_keyboard", 27, 0, "", [])
    assert app.router.here.name == "home"
    assert app.stage.window.dispatch("on_keyboard", 282, 0, "", [])
    assert app.open_settings() is False


def test_back_closes_a_sheet_first(app: Any) -> None:
    from companion.kiosk.widgets.sheet import Sheet

    app.router.go("table")
    closed: list[bool] = []
    sheet = app.overlays.open_sheet(Sheet("Build"))
    sheet.bind(on_dismiss=lambda *_: closed.append(True))
    app.stage.step(2)
    assert app.back()
    assert closed == [True]
    assert app.router.here.name == "table"
    assert app.back()
    assert not app.back()


def test_a_pause_covers_the_table(app: Any) -> None:
    resumed: list[bool] = []
    app.overlays.pause("Break", "The clocks stand still.", "Go on", lambda: resumed.append(True))
    app.stage.step(3)
    app.stage.tap((10, 10))
    assert app.stage.overflow_report() == []
    app.stage.tap("Go on")
    assert resumed == [True]
    app.overlays.resume()
    app.stage.step(2)
    assert not app.stage.shows("Break")


def test_messages_replace_each_other(app: Any) -> None:
    app.overlays.error("Disk full")
    app.overlays.toast("Undone")
    app.stage.step(3)
    assert not app.stage.shows("Disk full")
    assert app.stage.shows("Undone")


@pytest.mark.parametrize(
    ("environ", "platform", "found", "reason"),
    [
        ({"SDL_VIDEODRIVER": "offscreen"}, "linux", True, "display-asked"),
        ({"SDL_VIDEODRIVER": "wayland"}, "linux", False, "display-unknown-driver"),
        ({"DISPLAY": ":9871"}, "linux", False, "display-x11-silent"),
        ({"DISPLAY": "nonsense"}, "linux", False, "display-x11-silent"),
        ({"WAYLAND_DISPLAY": "wayland-0"}, "linux", False, "display-wayland-only"),
        ({"SSH_CONNECTION": "1 2 3 4"}, "linux", False, "display-none"),
        ({}, "darwin", True, "display-native"),
    ],
)
def test_where_a_window_would_open(
    environ: dict[str, str], platform: str, found: bool, reason: str
) -> None:
    display = config.detect_display(environ, platform)
    assert (bool(display), display.reason) == (found, reason)
    assert (display.driver is not None) is found


def test_an_x_server_that_answers_is_found() -> None:
    number = 9872
    with socket.socket(socket.AF_UNIX) as server:
        server.bind(f"\0/tmp/.X11-unix/X{number}")
        server.listen()
        assert config.detect_display({"DISPLAY": f":{number}.0"}, "linux").driver == "x11"


def test_preparing_without_a_display_or_too_late_is_refused(tmp_path: Path) -> None:
    import kivy  # noqa: F401

    with pytest.raises(config.KioskConfigError, match="display-none"):
        config.prepare(tmp_path, config.Display(False, "display-none"))
    with pytest.raises(config.KioskConfigError, match="imported before"):
        config.prepare(tmp_path, config.Display(True, "display-x11", "x11"))


def test_software_drawing_is_warned_of(caplog: pytest.LogCaptureFixture) -> None:
    assert config.check_renderer("V3D 4.2")
    assert not caplog.records
    assert not config.check_renderer("llvmpipe (LLVM 15.0.6, 256 bits)")
    assert "render" in caplog.text
