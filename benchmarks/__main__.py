"""``make bench``: measure everything and write the figures to benchmarks/README.md.

``python -m benchmarks PART ...`` measures these parts (kiosk, rules, touch, flip, boards) only and
keeps the figures of the others.
"""

from __future__ import annotations

import json
import platform
import subprocess
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from benchmarks import boards, flip, kiosk, rules

PAGE = Path(__file__).with_name("README.md")

HEAD = """# Benchmarks

Ratios against baselines that ran side by side, in turn, on the same machine; absolute times are
only good for comparing lines of one run. `make bench` writes this page anew.

| what | against | goal | here |
|---|---|---|---|
"""


def _touch() -> dict[str, Any]:
    # Kivy has one window in a process: the stage gets one of its own.
    command = [sys.executable, "-c", "from benchmarks import touch; print(touch.run())"]
    done = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True)
    figures: dict[str, Any] = json.loads(done.stdout.strip().splitlines()[-1].replace("'", '"'))
    return figures


PARTS: Mapping[str, Callable[[], dict[str, Any]]] = {
    "kiosk": kiosk.run,
    "rules": rules.run,
    "touch": _touch,
    "flip": flip.run,
    "boards": boards.run,
}


def _kept() -> dict[str, Any]:
    """The figures of the page as it is; none where there is no page yet."""
    if not PAGE.exists():
        return {}
    raw = PAGE.read_text("utf-8").partition("```json\n")[2].partition("\n```")[0]
    kept: dict[str, Any] = json.loads(raw or "{}")
    return kept


def _rows(figures: Mapping[str, Any]) -> list[tuple[str, str, str, str]]:
    screen, touch, card = figures["kiosk"], figures["touch"], figures["flip"]
    fold, decide = figures["rules"]["fold"], figures["rules"]["decide"]
    return [
        *_board_rows(figures["boards"]),
        ("start to first frame", "an empty Kivy app", "≤ 1.5×", f"{screen['first_frame_ratio']}×"),
        ("CPU while idle on the table", "an empty Kivy app", "≤ 1.1×",
         f"{screen['idle_cpu_ratio']}×"),
        ("resident memory with a game", "an empty Kivy app", "≤ +60 MiB",
         f"+{screen['memory_more_mib']} MiB"),
        ("touch to drawn result", "one frame with one changed label", "",
         f"{touch['ratio']}× ({touch['touch_to_drawn_ms']} ms)"),
        ("another board drawn on the screen, slowest of three scenarios: median, first", "",
         "< 100 ms", _board_touch(touch["boards"])),
        ("frames drawn while a card turns over", "a square that moves as long", "",
         f"{card['frames_ratio']}× ({card['kiosk_frames']:g} of {card['empty_frames']:g})"),
        ("gap between two of these frames, p95", "a square that moves as long", "",
         f"{card['gap_p95_ratio']}× ({card['kiosk_gap_p95_ms']} ms)"),
        (f"fold of {fold['entries']:.0f} entries ({fold['events']:.0f} events)",
         "reading the same events from JSON", "< 20 ms",
         f"{fold['ratio']}× ({fold['fold_ms']} ms)"),
        ("decide one command, p99 (median)", "", "",
         f"{decide['decide_ms_p99']} ms ({decide['decide_ms_median']} ms)"),
    ]  # fmt: skip


def _board_touch(boards: Mapping[str, Mapping[str, float]]) -> str:
    slowest = max(boards, key=lambda name: boards[name]["median_ms"])
    line = boards[slowest]
    return f"{line['median_ms']:g} ms, {line['first_ms']:g} ms ({slowest})"


def _board_rows(figures: Mapping[str, Any]) -> list[tuple[str, str, str, str]]:
    base, floors, against = figures["base"], figures["floors"], figures["against"]
    rows = []
    for name, rate, p99 in (
        ("reds apart", "25,000", "0.2"), ("strict 11", "4,000", "2"), ("strict 10", "400", "15")
    ):  # fmt: skip
        line = base[name]
        for baseline in ("plain rejection", "catanatron"):
            ratio = against.get(f"{name}: {baseline}")
            if ratio is not None:
                rows.append((f"base boards a second, {name}", baseline, "", f"{ratio:,}×"))
        here = f"{line['per_s']:,}, {line['p99_ms']} ms"
        rows.append(
            (f"base boards a CPU second, {name}, and p99", "", f"≥ {rate}, ≤ {p99} ms", here)
        )
    slowest = min(floors, key=lambda name: floors[name]["per_s"])
    line = floors[slowest]
    rows.append(
        (f"the slowest scenario at its floor ({slowest}), p99", "", "",
         f"{line['per_s']:g} a second, {line['p99_ms']} ms")
    )  # fmt: skip
    never = figures["impossible"]
    rows.append(
        (f"proof that a wish is impossible, worst of {never['plans']} boards", "", "< 1 s",
         f"{never['worst_ms']} ms ({never['worst']})")
    )  # fmt: skip
    return rows


def main(asked: list[str]) -> int:
    """Measure the parts that are asked for, all of them if none is, and write."""
    unknown = [name for name in asked if name not in PARTS]
    if unknown:
        print(f"unknown: {', '.join(unknown)}; parts are {', '.join(PARTS)}", file=sys.stderr)
        return 2
    kept = _kept()
    figures = {
        name: run() if name in asked or not asked or name not in kept else kept[name]
        for name, run in PARTS.items()
    }
    lines = "\n".join(f"| {' | '.join(row)} |" for row in _rows(figures))
    where = f"{platform.machine()}, Python {platform.python_version()}, Xvfb with software GL"
    raw = json.dumps(figures, indent=2)
    PAGE.write_text(f"{HEAD}{lines}\n\n{where}. All figures:\n\n```json\n{raw}\n```\n", "utf-8")
    print(lines)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
