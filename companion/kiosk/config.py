"""What has to be settled before Kivy is imported, and whether there is a display at all.

Kivy reads its environment and configuration while it is imported, so `prepare` must run first.
Nothing is ever read from or written to `~/.kivy`.
"""

from __future__ import annotations

import logging
import os
import socket
import sys
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

from companion.kiosk.bare_screen import bare_screen_size

log = logging.getLogger(__name__)

SOFTWARE_RENDERERS = ("llvmpipe", "softpipe", "swrast", "software rasterizer")
MAX_FPS = 60
MULTISAMPLES = 0
"""All that is drawn has smooth edges of its own; samples would only cost frames."""
# The drivers in Kivy's bundled SDL that show something, or draw for tests (`offscreen`).
KNOWN_DRIVERS = ("x11", "kmsdrm", "offscreen", "cocoa", "windows")


class KioskConfigError(RuntimeError):
    """The kiosk cannot be configured; the message says what and how to cure it."""


@dataclass(frozen=True, slots=True)
class Display:
    """Whether a window can be opened. `reason` is a message id, `params` its parameters."""

    found: bool
    reason: str
    driver: str | None = None
    params: Mapping[str, str] = field(default_factory=dict)

    def __bool__(self) -> bool:
        return self.found


@dataclass(frozen=True, slots=True)
class WindowSettings:
    """How the window opens. Sizes in pixels; `full_screen` takes the screen's own size.

    A bare X server without a window manager enlarges no window: there `prepare` opens one without
    a border in the screen's size.
    """

    width: int = 800
    height: int = 480
    full_screen: bool = True
    show_cursor: bool = False
    borderless: bool = False
    may_quit: bool = True  # whether a screen offers to close it


def _x_server_answers(display: str) -> bool:
    """Whether something listens where `DISPLAY` points."""
    host, _, rest = display.rpartition(":")
    number = rest.split(".")[0]
    if not number.isdigit():
        return False
    addresses: list[tuple[int, str | tuple[str, int]]] = []
    if host in ("", "unix"):
        path = f"/tmp/.X11-unix/X{number}"
        addresses = [(socket.AF_UNIX, path), (socket.AF_UNIX, "\0" + path)]
    else:
        addresses = [(socket.AF_INET, (host, 6000 + int(number)))]
    for family, address in addresses:
        with socket.socket(family, socket.SOCK_STREAM) as probe:
            probe.settimeout(2.0)
            try:
                probe.connect(address)
            except OSError:
                continue
            return True
    return False


def _drm_cards(folder: Path = Path("/dev/dri")) -> list[Path]:
    return [card for card in sorted(folder.glob("card*")) if os.access(card, os.R_OK | os.W_OK)]


def detect_display(
    environ: Mapping[str, str] = os.environ, platform: str = sys.platform
) -> Display:
    """Where a window would open, found without importing Kivy.

    An explicit `SDL_VIDEODRIVER` is believed. Otherwise X (or Xwayland) if it answers, then the
    bare screen by KMS/DRM. Reasons: `display-asked`, `display-unknown-driver`, `display-x11`,
    `display-x11-silent`, `display-wayland-only`, `display-kmsdrm`, `display-native`,
    `display-none`.
    """
    asked = environ.get("SDL_VIDEODRIVER", "")
    if asked:
        known = asked in KNOWN_DRIVERS
        reason = "display-asked" if known else "display-unknown-driver"
        return Display(known, reason, asked if known else None, {"driver": asked})
    if platform == "darwin":
        return Display(True, "display-native", "cocoa")
    if platform == "win32":
        return Display(True, "display-native", "windows")
    x11 = environ.get("DISPLAY", "")
    if x11:
        if _x_server_answers(x11):
            return Display(True, "display-x11", "x11", {"display": x11})
        return Display(False, "display-x11-silent", None, {"display": x11})
    if environ.get("WAYLAND_DISPLAY"):
        return Display(False, "display-wayland-only", None, {"display": environ["WAYLAND_DISPLAY"]})
    # Over ssh the card belongs to somebody else's screen: a window there would be a surprise.
    if not environ.get("SSH_CONNECTION") and _drm_cards():
        return Display(True, "display-kmsdrm", "kmsdrm")
    return Display(False, "display-none")


def prepare(state_dir: Path, display: Display, window: WindowSettings | None = None) -> None:
    """Configure Kivy for the kiosk, in this process. Call once, before any `import kivy`.

    `state_dir` must exist and be writable: Kivy's own folder is `state_dir/kivy`.
    Raises `KioskConfigError` when Kivy was imported already or there is no display.
    """
    if not display.found or display.driver is None:
        raise KioskConfigError(f"no display to open a window on ({display.reason})")
    if "kivy" in sys.modules:
        raise KioskConfigError("Kivy was imported before companion.kiosk.config.prepare ran")
    _set_environment(state_dir, display.driver)
    _set_kivy_config(fit_to_screen(window or WindowSettings(), display.driver))


def fit_to_screen(window: WindowSettings, driver: str) -> WindowSettings:
    """The window as it can be had: full screen only where something makes a window full screen."""
    if not window.full_screen or driver != "x11":
        return window
    size = bare_screen_size()
    if size is None:
        return window
    log.info("no window manager: the window opens in the screen's size, %d x %d", *size)
    width, height = size
    return replace(window, width=width, height=height, full_screen=False, borderless=True)


def _set_environment(state_dir: Path, driver: str) -> None:
    home = state_dir / "kivy"
    home.mkdir(parents=True, exist_ok=True)
    os.environ.update(
        KIVY_HOME=str(home),
        KIVY_NO_CONFIG="1",  # neither read nor write config.ini: ours is set in memory
        KIVY_NO_ARGS="1",
        KIVY_NO_ENV_CONFIG="1",
        KIVY_LOG_MODE="PYTHON",  # leave the root logger and stderr to the program
        KIVY_WINDOW="sdl2",
        KIVY_TEXT="sdl2",
        KIVY_CLIPBOARD="dummy",  # the others start helper programs at import
        KIVY_SPELLING="dummy",
        # The first touch on a fresh window counts, instead of only focusing it.
        SDL_MOUSE_FOCUS_CLICKTHROUGH="1",
        # Without it SDL falls through to `offscreen` when X is gone, and runs invisible.
        SDL_VIDEODRIVER=driver,
        SDL_VIDEO_ALLOW_SCREENSAVER="0",
    )
    os.environ.pop("KIVY_NO_CONSOLELOG", None)  # it would swallow the traceback of a failing start


def _set_kivy_config(window: WindowSettings) -> None:
    from kivy.config import Config

    for name, _ in list(Config.items("input")):
        Config.remove_option("input", name)
    # Exactly one provider: one touch is one touch (touch screens arrive as an emulated mouse).
    Config.set("input", "mouse", "mouse,disable_multitouch")
    for name, _ in list(Config.items("modules")):
        Config.remove_option("modules", name)
    settings: dict[tuple[str, str], object] = {
        ("graphics", "position"): "custom" if window.full_screen or window.borderless else "auto",
        ("graphics", "left"): 0,
        ("graphics", "top"): 0,
        ("kivy", "exit_on_escape"): 0,
        ("kivy", "log_enable"): 0,
        ("kivy", "log_level"): "info",
        ("kivy", "keyboard_mode"): "system",
        ("kivy", "kivy_clock"): "default",
        ("graphics", "width"): window.width,
        ("graphics", "height"): window.height,
        ("graphics", "fullscreen"): "auto" if window.full_screen else 0,
        ("graphics", "borderless"): int(window.borderless),
        ("graphics", "resizable"): 1,
        ("graphics", "show_cursor"): int(window.show_cursor),
        ("graphics", "maxfps"): MAX_FPS,
        ("graphics", "multisamples"): MULTISAMPLES,
        ("graphics", "vsync"): 1,
        ("widgets", "scroll_timeout"): 90,
    }
    for (section, name), value in settings.items():
        Config.set(section, name, value)


def check_renderer(renderer: str) -> bool:
    """Log the GL renderer; warn and return False when it draws in software."""
    software = any(name in renderer.lower() for name in SOFTWARE_RENDERERS)
    if software:
        log.warning(
            "drawing in software (%s): slow and warm; "
            "is the user in the groups 'render' and 'video'?",
            renderer,
        )
    else:
        log.info("GL renderer: %s", renderer)
    return not software
