"""Screens in all situations of `states`, as pictures to be looked at.

`python -m tests.kiosk.looks FOLDER [STATE ...] [--screen table] [--size 800x480] [--dark] [--cs]`
writes `SCREEN-STATE-SIZE-THEME-LANGUAGE.png`, prints the layout faults it found, and exits with 1
if there are any.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from tests.kiosk.evenings import Evening, Window
from tests.kiosk.harness import SIZES
from tests.kiosk.states import STATES

SETTLED_FRAMES = 30
"""Enough for what moves to come to rest."""


def draw(
    evening: Evening, screen: str, size: tuple[int, int], looks: tuple[str, str], to: Path
) -> list[str]:
    """One picture; the faults of its layout."""
    theme, language = looks
    window = Window(evening, size, theme, language)
    window.go(screen)
    window.stage.step(SETTLED_FRAMES)
    window.stage.screenshot(to)
    faults = window.stage.overflow_report()
    window.close()
    return faults


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.kiosk.looks", description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("states", nargs="*")
    parser.add_argument("--screen", action="append", default=[])
    parser.add_argument("--size", action="append", metavar="WxH", default=[])
    parser.add_argument("--dark", action="store_true")
    parser.add_argument("--cs", action="store_true")
    asked = parser.parse_args()
    sizes = [(int(w), int(h)) for w, h in (size.split("x") for size in asked.size)] or list(SIZES)
    looks = ("dark" if asked.dark else "light", "cs" if asked.cs else "en")
    faults = []
    for name in asked.states or STATES:
        evening = STATES[name]()
        for screen in asked.screen or ["table"]:
            for size in sizes:
                picture = f"{screen}-{name}-{size[0]}x{size[1]}-{'-'.join(looks)}.png"
                found = draw(evening, screen, size, looks, asked.folder / picture)
                faults += [f"{picture}: {fault}" for fault in found]
        evening.close()
    print(*faults, sep="\n")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
