"""An X server of its own and a finger that the X server sees: the second way to test the kiosk.

Needs `Xvfb` and `xdotool`. Slower than `harness.Stage`, but nothing is faked: SDL opens a window,
X delivers the touch.
"""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager

TOOLS = ("Xvfb", "xdotool")


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
        ["Xvfb", "-displayfd", str(write), "-screen", "0", screen, "-nolisten", "tcp"],
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
