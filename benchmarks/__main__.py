"""``make bench``: measure everything and write the figures to benchmarks/README.md."""

from __future__ import annotations

import json
import platform
import subprocess
import sys
from pathlib import Path

from benchmarks import kiosk, rules

PAGE = Path(__file__).with_name("README.md")

HEAD = """# Benchmarks

Ratios against baselines that ran side by side, in turn, on the same machine; absolute times are
only good for comparing lines of one run. `make bench` writes this page anew.

| what | against | goal | here |
|---|---|---|---|
"""


def _touch() -> dict[str, float]:
    # Kivy has one window in a process: the stage gets one of its own.
    command = [sys.executable, "-c", "from benchmarks import touch; print(touch.run())"]
    done = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True)
    figures: dict[str, float] = json.loads(done.stdout.strip().splitlines()[-1].replace("'", '"'))
    return figures


def main() -> int:
    """Measure and write."""
    screen, core, touch = kiosk.run(), rules.run(), _touch()
    fold, decide = core["fold"], core["decide"]
    rows = [
        ("start to first frame", "an empty Kivy app", "≤ 1.5×", f"{screen['first_frame_ratio']}×"),
        ("CPU while idle on the table", "an empty Kivy app", "≤ 1.1×",
         f"{screen['idle_cpu_ratio']}×"),
        ("resident memory with a game", "an empty Kivy app", "≤ +60 MiB",
         f"+{screen['memory_more_mib']} MiB"),
        ("touch to drawn result", "one frame with one changed label", "",
         f"{touch['ratio']}× ({touch['touch_to_drawn_ms']} ms)"),
        (f"fold of {fold['entries']:.0f} entries ({fold['events']:.0f} events)",
         "reading the same events from JSON", "< 20 ms",
         f"{fold['ratio']}× ({fold['fold_ms']} ms)"),
        ("decide one command, p99 (median)", "", "",
         f"{decide['decide_ms_p99']} ms ({decide['decide_ms_median']} ms)"),
    ]  # fmt: skip
    lines = "\n".join(f"| {' | '.join(row)} |" for row in rows)
    where = f"{platform.machine()}, Python {platform.python_version()}, Xvfb with software GL"
    raw = json.dumps({"kiosk": screen, "rules": core, "touch": touch}, indent=2)
    PAGE.write_text(f"{HEAD}{lines}\n\n{where}. All figures:\n\n```json\n{raw}\n```\n", "utf-8")
    print(lines)
    return 0


if __name__ == "__main__":
    sys.exit(main())
