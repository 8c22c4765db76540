"""Run every test file that opens a window, each in a process of its own.

`python -m tests.windows [pytest arguments]`. Kivy has one window in a process, and what a file
does to it (size, theme, language) must not reach the next file.
"""

import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

PYTEST = [sys.executable, "-m", "pytest", "-m", "window", "-n", "0"]
NOTHING_COLLECTED = 5


def window_files() -> list[str]:
    """Return the paths of the files with window tests, as pytest itself finds them.

    Raises:
        SystemExit: pytest cannot collect the tests; it has said why.
    """
    found = subprocess.run(
        [*PYTEST, "--collect-only", "-qq"], stdout=subprocess.PIPE, text=True, check=False
    )
    if found.returncode not in (0, NOTHING_COLLECTED):
        sys.exit(found.stdout)
    # "-qq" answers one line a file: "tests/kiosk/test_home.py: 7".
    return [line.rpartition(":")[0] for line in found.stdout.splitlines() if ".py: " in line]


def run_file(path: str, arguments: list[str]) -> subprocess.CompletedProcess[str]:
    """Run one file's window tests; its output is kept together, as files run side by side."""
    return subprocess.run(
        [*PYTEST, path, *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )


def main(arguments: list[str]) -> int:
    """Run them all, one process a core at a time; 0 when every file passed."""
    failed = []
    files = window_files()
    with ThreadPoolExecutor(max_workers=os.cpu_count()) as pool:
        runs = pool.map(lambda path: run_file(path, arguments), files)
        for path, run in zip(files, runs, strict=True):
            print(run.stdout, flush=True)
            if run.returncode:
                failed.append(path)
    print(f"window tests: {len(files) - len(failed)} of {len(files)} files passed", *failed)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
