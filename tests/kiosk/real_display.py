"""An X server of its own and a finger that the X server sees: the second way to test the kiosk.

Needs `Xvfb`, `xdotool` and the X utilities. Slower than `harness.Stage`, but nothing is faked: SDL
opens a window, X delivers the touch.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager

TOOLS = ("Xvfb", "xdotool", "xprop", "xwininfo")


def missing_tools() -> list[str]:
    """What has to be installed first."""
    return [tool for tool in TOOLS if shutil.which(tool) is None]


@contextmanager
def virtual_display(width: int = 1024, height: int = 600) -> Iterator[str]:
    """An X server without a monitor; gives its name for `DISPLAY`."""
    read, write = os.pipe()
    screen = f"{width}x{height}x24"
    # X chooses a free number and says it on the pipe once it listens.
    server = subprocess.Popen(
        ["Xvfb", "-displayfd", str(write), "-screen", "0", screen, "-nolisten", "tcp", "-noreset"],
        pass_fds=[write],
        stderr=subprocess.DEVNULL,
    )
    os.close(write)
    try:
        with os.fdopen(read) as pipe:
            number = pipe.readline().strip()
        if not number:
            raise RuntimeError("Xvfb did not start")
        yield f":{number}"
    finally:
        server.terminate()
        server.wait()


def real_tap(display: str, x: int, y: int) -> None:
    """Touch the screen at (x, y), counted from the upper left."""
    steps = f"mousemove {x} {y} sleep 0.1 mousedown 1 sleep 0.1 mouseup 1 sleep 0.1"
    subprocess.run(
        ["xdotool", *steps.split()], env={**os.environ, "DISPLAY": display}, check=True, timeout=20
    )


def window_shapes(display: str, title: str) -> list[tuple[int, int, int, int]]:
    """Where X has the windows of that title: left, top, width, height in pixels."""
    answer = subprocess.run(
        ["xwininfo", "-root", "-children"],
        env={**os.environ, "DISPLAY": display},
        check=True,
        timeout=20,
        capture_output=True,
        text=True,
    )
    shapes = []
    for line in answer.stdout.splitlines():
        found = re.search(rf'"{title}":.* (\d+)x(\d+)\+.* \+(-?\d+)\+(-?\d+)$', line)
        if found:
            width, height, left, top = map(int, found.groups())
            shapes.append((left, top, width, height))
    return shapes
