"""A stage for widgets and screens: a real window, real touches, frames stepped by hand.

Time is the frames': each is a sixtieth of a second, however long the machine takes to draw it, so
nothing here depends on how busy it is. Only what another thread does is waited for in real time.
Pixels are drawn when somebody looks: a software renderer takes far longer for them than all else.

SDL's `offscreen` driver gives true GL without any X. Kivy has one window in a process, so tests
that use a `Stage` run in one process of their own (see `conftest.py`) and share the window.

    stage = Stage.open(size=(1024, 600), theme="dark", text_scale=1.2)
    stage.show(widget)
    stage.tap("Build")
    stage.screenshot("build.png")
    assert stage.overflow_report() == []
"""

from __future__ import annotations

import atexit
import shutil
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

SIZES: dict[tuple[int, int], float] = {
    (800, 480): 7.0,
    (1024, 600): 7.0,
    (1280, 720): 10.1,
    (1920, 1080): 15.6,
    (720, 1280): 7.0,
}
"""The sizes every screen is looked at, with the diagonal in inches of a usual panel."""

# The offscreen driver never enlarges its picture, so the window opens at the largest size.
LARGEST = (1920, 1280)

FRAME = 1 / 60
"""Seconds that pass with each frame."""

LETTING_GO = 14
"""Frames after a tap until a scroll view has let go of the touch (0.2 s)."""

PATIENCE = 60.0
"""Real seconds to wait for another thread before a test fails."""

Box = tuple[float, float, float, float]
SLACK = 1.5  # pixels of rounding that are no fault


@dataclass(frozen=True, slots=True)
class SeenText:
    """A text on the screen: x, y, width and height in window pixels, from the lower left."""

    text: str
    box: Box
    shortened: bool


class Stage:
    """The open window. `open` it, `show` a widget, act, look."""

    _opened: Stage | None = None

    def __init__(self) -> None:
        from companion.kiosk.config import Display, WindowSettings, prepare

        state = Path(tempfile.mkdtemp(prefix="kiosk-stage-"))
        atexit.register(shutil.rmtree, state, True)
        prepare(
            state,
            Display(True, "display-asked", "offscreen"),
            WindowSettings(*LARGEST, full_screen=False),
        )
        from kivy.base import EventLoop
        from kivy.core.window import Window

        from companion.kiosk.theme import theme

        self.window, self.loop, self.theme = Window, EventLoop, theme
        self.seconds = 0.0
        self._take_over_the_clock()
        EventLoop.status = "started"
        EventLoop.ensure_window()
        self.root: Any = None

    @classmethod
    def open(
        cls,
        size: tuple[int, int] = (800, 480),
        theme: str = "light",
        text_scale: float = 1.0,
        diagonal: float | None = None,
    ) -> Stage:
        """The process's stage, brought to this size and theme, with nothing on it."""
        if cls._opened is None:
            cls._opened = cls()
        stage = cls._opened
        stage.clear()
        if tuple(stage.window.size) != size:
            stage.window.size = size
            stage.step(2)
        inches = diagonal if diagonal is not None else SIZES.get(size, 7.0)
        from companion.kiosk.metrics import Metrics

        stage.theme.use_metrics(Metrics(*size, inches, text_scale))
        stage.theme.use_palette(theme)
        stage.window.clearcolor = stage.theme.color("table")
        return stage

    def _take_over_the_clock(self) -> None:
        """Kivy's clock and the widgets' own count frames; nothing sleeps until the next frame."""
        from kivy.clock import Clock

        from companion.kiosk.widgets.base import Pressable

        Clock.time = self.now
        Clock._max_fps = 0
        Clock._last_tick = self.seconds
        Pressable.now = staticmethod(self.now)

    def now(self) -> float:
        """The stage's time in seconds."""
        return self.seconds

    def clear(self) -> None:
        """Take everything off the window."""
        for child in list(self.window.children):
            self.window.remove_widget(child)
        self.root = None
        self.step(1)

    def show(self, widget: Any, frames: int = 4) -> Any:
        """Make `widget` the only thing in the window, laid out over all of it."""
        self.clear()
        self.window.add_widget(widget)
        self.root = widget
        self.step(frames)
        return widget

    def step(self, frames: int = 1) -> None:
        """Run this many frames: clock, input, layout."""
        from kivy.clock import Clock
        from kivy.lang import Builder

        # As `EventLoop.idle` does it, without the drawing.
        for _ in range(frames):
            self.seconds += FRAME
            Clock.tick()
            self.loop.dispatch_input()
            Builder.sync()
            Clock.tick_draw()
            Builder.sync()
            self.window.dispatch("on_flip")

    def until(self, condition: Callable[[], bool], frames: int = 400) -> None:
        """Step until `condition` holds.

        An AssertionError after `frames` frames, if other threads had `PATIENCE` seconds too.
        """
        last = time.monotonic() + PATIENCE
        stepped = 0
        while not condition():
            if stepped >= frames and (time.monotonic() > last or threading.active_count() == 1):
                raise AssertionError(f"not so within {frames} frames")
            self.step()
            stepped += 1

    def screenshot(self, path: str | Path) -> Path:
        """Save what the window shows as a PNG."""
        from kivy.graphics.opengl import GL_RGB, GL_UNSIGNED_BYTE, glReadPixels
        from PIL import Image

        self.step(2)
        self.window.dispatch("on_draw")
        width, height = self.window.size
        pixels = glReadPixels(0, 0, int(width), int(height), GL_RGB, GL_UNSIGNED_BYTE)
        picture = Image.frombytes("RGB", (int(width), int(height)), bytes(pixels))
        path = Path(path)
        path.parent.mkdir(parents=True, exist_ok=True)
        picture.transpose(Image.Transpose.FLIP_TOP_BOTTOM).save(path)
        return path

    # Touching

    def tap(self, target: Any, frames: int = LETTING_GO) -> None:
        """Tap a widget, a text that is shown, or a point (x, y) of the window.

        Waits for what is dead for a moment because its meaning is new. To tap all the same, as
        somebody does who taps twice, `press` and `release`.
        """
        self.until(self.awake)
        touch = self.press(target)
        self.step(2)
        self.release(touch, frames)

    def awake(self) -> bool:
        """Whether everything on the screen may be tapped."""
        return not any(getattr(widget, "waking", False) for widget in self.widgets())

    def press(self, target: Any) -> Any:
        """Put a finger down and leave it there; hand the result to `release`."""
        from kivy.tests.common import UnitTestTouch

        touch = UnitTestTouch(*self.point(target))
        touch.touch_down()
        return touch

    def release(self, touch: Any, frames: int = LETTING_GO) -> None:
        """Lift the finger."""
        touch.touch_up()
        self.step(frames)

    def swipe(self, start: Any, end: Any, frames: int = 8) -> None:
        """Move a finger from one place to another."""
        x0, y0 = self.point(start)
        x1, y1 = self.point(end)
        touch = self.press((x0, y0))
        for at in range(1, frames + 1):
            touch.touch_move(x0 + (x1 - x0) * at / frames, y0 + (y1 - y0) * at / frames)
            self.step()
        self.release(touch, frames=20)

    def point(self, target: Any) -> tuple[float, float]:
        """The middle of a widget or of a shown text."""
        if isinstance(target, tuple):
            return float(target[0]), float(target[1])
        if isinstance(target, str):
            found = [seen for seen in self.texts() if seen.text == target]
            found = found or [seen for seen in self.texts() if target in seen.text]
            if not found:
                shown = sorted({seen.text for seen in self.texts()})
                raise AssertionError(f"{target!r} is not on the screen; shown: {shown}")
            x, y, width, height = found[-1].box
            return x + width / 2, y + height / 2
        x, y, width, height = window_box(target)
        return x + width / 2, y + height / 2

    # Looking

    def widgets(self) -> Iterator[Any]:
        """Every widget that may be seen, parents before children, lowest first."""
        for child in reversed(self.window.children):
            yield from visible(child)

    def texts(self) -> list[SeenText]:
        """Every text that is shown (also if scrolled out of its view), lowest first."""
        from companion.kiosk.widgets.text import AutoLabel

        found = []
        for widget in self.widgets():
            if isinstance(widget, AutoLabel) and widget.text and widget.width > 0:
                x, y, width, height = widget.text_box
                left, bottom = widget.to_window(x, y, relative=False)
                found.append(SeenText(widget.text, (left, bottom, width, height), widget.shortened))
        return found

    def shows(self, text: str) -> bool:
        """Whether a shown text contains `text`."""
        return any(text in seen.text for seen in self.texts())

    def overflow_report(self, shortened: bool = False) -> list[str]:
        """What is wrong with the layout, one line a fault; see `tests.kiosk.layout_faults`."""
        from tests.kiosk.layout_faults import layout_faults

        self.step(2)
        return layout_faults(self, shortened)


def visible(widget: Any) -> Iterator[Any]:
    """The widget and its descendants, but nothing that is fully transparent."""
    if widget.opacity <= 0:
        return
    yield widget
    for child in reversed(widget.children):
        yield from visible(child)


def window_box(widget: Any) -> Box:
    """Where a widget lies in the window: x, y, width, height in pixels."""
    x, y = widget.to_window(*widget.pos)
    return (x, y, widget.width, widget.height)
