"""A card that turns over on the table screen against a moving square in an empty Kivy app.

Each runs in processes of its own, in turn, under the same X server (Xvfb with software GL), at
the same size and for as long; see `flip_child`.
"""

from __future__ import annotations

from statistics import median
from typing import Any

from benchmarks.kiosk import SIZE, child
from tests.kiosk.real_display import virtual_display

ROUNDS = 3
TIMES = 12
"""Animations in one process."""


def run(rounds: int = ROUNDS, times: int = TIMES) -> dict[str, Any]:
    """Medians over `rounds` runs of each, taken in turn, and their ratios."""
    seen: dict[str, list[dict[str, Any]]] = {"empty": [], "kiosk": []}
    with virtual_display(*SIZE) as display:
        for _ in range(rounds):
            for what, runs in seen.items():
                runs.append(child("flip_child", what, display, str(times), drawn=False))
    figures: dict[str, Any] = {
        f"{what}_{name}": round(median(r[name] for r in runs), 1)
        for what, runs in seen.items()
        for name in runs[0]
    }
    frames, gap = "frames_ratio", "gap_p95_ratio"
    figures[frames] = round(figures["kiosk_frames"] / figures["empty_frames"], 2)
    figures[gap] = round(figures["kiosk_gap_p95_ms"] / figures["empty_gap_p95_ms"], 2)
    return figures
