"""``make proof``: the long versions of what `make test` proves in short; figures to docs/proof.md.

``python -m tests.proof [PART…]`` runs all parts, or those named; each part replaces its own
section of the page and leaves the others as they were.
"""

from __future__ import annotations

import json
import platform
import re
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "proof.md"

PARTS: dict[str, tuple[str, list[str]]] = {
    "deck": (
        (
            "200,000 seeded passes of the event deck, each card drawn by a command through the "
            "kernel: EV-1's composition always, 31 draws and then the year's end, uniform order."
        ),
        ["tests.proof.deck_passes", "200000"],
    ),
    "subsets": (
        (
            "Every subset of modules with every source of numbers and one to five seats: refused "
            "with a reason, or 40 random games each, checked at every step (replay = live, undo at "
            "every point = shorter prefix, JSON round trip, the modules' own checks)."
        ),
        ["tests.proof.subsets", "40"],
    ),
    "kill": (
        (
            "300 games in processes that are killed with -9 at random moments and started again: "
            "nothing acknowledged is lost, nothing is half there."
        ),
        ["tests.proof.kill", "300"],
    ),
    "codes": (
        (
            "10,000 boards of every plan in share codes: each gives its board back; every wrong "
            "character and every swap of neighbors of one in a hundred, one of each other, and as "
            "many random strings as boards are refused."
        ),
        ["tests.proof.board_codes", "10000"],
    ),
    "boards": (
        (
            "10,000 seeds of every board by its scenario's rules (`own`; `letters`: numbers in the "
            "order of their letters; `printed`: what every game shuffles), under strict wishes "
            "(`strict`: the rules, and reds, equal numbers, 2 and 12 apart, at most 11 pips at a "
            "node; 12 where the printed numbers have it) and, where less can be kept, 1,000 at the "
            "proved floor (`floor`). A checker that shares nothing with the generator sees all. "
            "`near`: a walk's boards, only nearly uniform. CPU milliseconds of a board; `first_ms` "
            "makes the generator ready as well."
        ),
        ["tests.proof.boards", "10000"],
    ),
    "pythons": (
        (
            "Five golden seeds of every board in every way: the digests are as committed, under "
            "this Python and all that `ISLEKEEPER_PYTHONS` names; how many differ, by version."
        ),
        ["tests.proof.pythons"],
    ),
}

HEAD = """# Proofs

The long versions of what `make test` proves in short, run by `make proof`; each part prints
the figures below. They are from one run each, on the machine and commit named.
"""


def laid_out(figures: Any) -> str:
    """The figures as JSON; of many of a kind, such as those of each board, one to a line."""
    if (
        isinstance(figures, dict)
        and len(figures) > 4
        and all(isinstance(f, dict) for f in figures.values())
    ):
        lines = [f"  {json.dumps(name)}: {json.dumps(found)}" for name, found in figures.items()]
        return "{\n" + ",\n".join(lines) + "\n}"
    return json.dumps(figures, indent=2, ensure_ascii=False)


def run(part: str) -> str:
    """Run one part; its section of the page. Raises CalledProcessError when it fails."""
    about, command = PARTS[part]
    began = time.monotonic()
    done = subprocess.run(
        [sys.executable, "-m", *command], cwd=ROOT, check=True, stdout=subprocess.PIPE, text=True
    )
    minutes = (time.monotonic() - began) / 60
    figures = json.loads(done.stdout[done.stdout.index("{") :])
    asked = ["git", "rev-parse", "--short", "HEAD"]
    git = subprocess.run(asked, cwd=ROOT, stdout=subprocess.PIPE, text=True, check=False)
    commit = git.stdout.strip()
    where = f"{platform.machine()}, Python {platform.python_version()}, commit {commit or 'none'}"
    shown = laid_out(figures)
    return (
        f"## {part}\n\n{about}\n\n`python -m {' '.join(command)}`, {minutes:.1f} minutes "
        f"({where}):\n\n```json\n{shown}\n```\n"
    )


def sections(text: str) -> dict[str, str]:
    """The page's sections by part."""
    found = re.findall(r"^## (\w+)\n.*?(?=^## |\Z)", text, re.MULTILINE | re.DOTALL)
    bodies = re.findall(r"^## \w+\n.*?(?=^## |\Z)", text, re.MULTILINE | re.DOTALL)
    return dict(zip(found, bodies, strict=True))


def main(wanted: list[str]) -> int:
    """Run the parts `wanted` (all, when none is named) and write the page after each."""
    unknown = [part for part in wanted if part not in PARTS]
    if unknown:
        print(f"unknown part {', '.join(unknown)}; there are {', '.join(PARTS)}", file=sys.stderr)
        return 2
    for part in wanted or list(PARTS):
        section = run(part)
        kept = sections(PAGE.read_text("utf-8")) if PAGE.is_file() else {}
        kept[part] = section
        ordered = [kept[name].rstrip() + "\n" for name in PARTS if name in kept]
        PAGE.write_text("\n".join([HEAD, *ordered]), "utf-8")
        print(f"{part}: done")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
