"""Sticks to plug in and pull: real small file systems, or folders that only say they are one."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from companion.journal import Drives


class Plugs:
    """A computer's root folder with nothing plugged in yet."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.here: set[Path] = set()
        self.drives = Drives(root, mounted=self.here.__contains__)

    def plug(self, name: str, where: str = "media/pi") -> Path:
        """A drive called `name`; its folder may hold files from before."""
        path = self.root / where / name
        path.mkdir(parents=True, exist_ok=True)
        self.here.add(path)
        return path

    def pull(self, path: Path) -> None:
        """Take the drive away; its folder stays behind, as it does after a rough unplugging."""
        self.here.remove(path)


@contextmanager
def small_stick(path: Path) -> Iterator[Path]:
    """A real file system of 256 KiB, mounted at `path`; skips where mounting is not allowed."""
    path.mkdir(parents=True)
    mount = ["mount", "-t", "tmpfs", "-o", "size=256k", "tmpfs", str(path)]
    done = subprocess.run(mount, check=False, capture_output=True)
    if done.returncode != 0:
        pytest.skip(f"mounting is not allowed here: {done.stderr.decode().strip()}")
    try:
        yield path
    finally:
        subprocess.run(["umount", "--lazy", str(path)], check=False, capture_output=True)


def lock(path: Path) -> None:
    """Move the little switch on the side of a mounted stick."""
    subprocess.run(["mount", "-o", "remount,ro", str(path)], check=True)
