"""Every widget of the kit, in both themes at all sizes, as pictures to be looked at.

`python -m tests.kiosk.gallery FOLDER [PAGE ...]` writes `PAGE-WIDTHxHEIGHT-THEME.png` and prints
the layout faults it found; it exits with 1 if there are any.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from tests.kiosk.harness import SIZES, Stage


def draw_gallery(folder: Path, names: list[str], sizes: list[tuple[int, int]]) -> list[str]:
    """Draw the pages called `names` (all if empty); the faults found, one a line."""
    faults = []
    for size in sizes:
        for theme in ("light", "dark"):
            stage = Stage.open(size, theme)
            from tests.kiosk.gallery_pages import PAGES

            for name, build in PAGES.items():
                if names and name not in names:
                    continue
                stage.show(build())
                picture = f"{name}-{size[0]}x{size[1]}-{theme}.png"
                stage.screenshot(folder / picture)
                faults += [f"{picture}: {fault}" for fault in stage.overflow_report()]
    return faults


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.kiosk.gallery", description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("pages", nargs="*")
    parser.add_argument("--size", action="append", metavar="WxH", default=[])
    asked = parser.parse_args()
    sizes = [tuple(int(part) for part in size.split("x")) for size in asked.size] or list(SIZES)
    faults = draw_gallery(asked.folder, asked.pages, [(size[0], size[1]) for size in sizes])
    print(*faults, sep="\n")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
