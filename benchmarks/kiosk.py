"""The touchscreen against an empty Kivy app: first frame, idle CPU, memory.

Each runs in processes of its own, in turn, under the same X server (Xvfb with software GL), at
the same size. The child process reports by one line of JSON; see `kiosk_child`.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from statistics import median
from typing import Any

from companion.core.model import Command
from companion.journal.location import FILE_NAME
from companion.session import Options, Session
from tests.kiosk.real_display import virtual_display

ROOT = Path(__file__).parents[1]
ROUNDS = 5
IDLE_SECONDS = 12.0
SIZE = (1024, 600)


def game_in_its_middle(state: Path, *, drawn: bool = True) -> None:
    """A game on the table screen with everything to show; `drawn`: its first card too."""
    with Session(Options(state / FILE_NAME), inline=True) as session:
        request = {
            "players": ["Anna", "Bára", "Cyril", "Dora"],
            "variants": ["event_cards", "harbormaster"],
        }
        session.new_game(request).result()
        session.submit(Command("skip_setup", "s1")).result()
        if drawn:
            session.submit(Command("draw_card", "s1")).result()


def child(module: str, what: str, display: str, more: str, *, drawn: bool = True) -> dict[str, Any]:
    """The figures of one run of `benchmarks.MODULE WHAT WxH MORE` with a folder of its own."""
    with tempfile.TemporaryDirectory(prefix="bench-kiosk-") as state:
        if what == "kiosk":
            game_in_its_middle(Path(state), drawn=drawn)
        environ = {
            **os.environ,
            "DISPLAY": display,
            "STATE_DIRECTORY": state,
            "HOME": state,
            "SDL_VIDEODRIVER": "x11",
        }
        size = f"{SIZE[0]}x{SIZE[1]}"
        command = [sys.executable, "-m", f"benchmarks.{module}", what, size, more]
        done = subprocess.run(
            command, cwd=ROOT, env=environ, capture_output=True, text=True, check=False, timeout=180
        )
        if done.returncode != 0:
            raise RuntimeError(f"{what} failed:\n{done.stderr[-4000:]}")
        figures: dict[str, Any] = json.loads(done.stdout.strip().splitlines()[-1])
        return figures


def run(rounds: int = ROUNDS, idle: float = IDLE_SECONDS) -> dict[str, Any]:
    """Medians over `rounds` runs of each, taken in turn, and their ratios."""
    seen: dict[str, list[dict[str, Any]]] = {"empty": [], "kiosk": []}
    with virtual_display(*SIZE) as display:
        for _ in range(rounds):
            for what, runs in seen.items():
                runs.append(child("kiosk_child", what, display, str(idle)))
    figures: dict[str, Any] = {}
    for what, runs in seen.items():
        for name in runs[0]:
            figures[f"{what}_{name}"] = round(median(r[name] for r in runs), 3)
    figures["first_frame_ratio"] = round(
        figures["kiosk_first_frame_s"] / figures["empty_first_frame_s"], 2
    )
    figures["idle_cpu_ratio"] = round(
        figures["kiosk_idle_cpu_percent"] / figures["empty_idle_cpu_percent"], 2
    )
    figures["memory_more_mib"] = round(figures["kiosk_rss_mib"] - figures["empty_rss_mib"], 1)
    return figures
