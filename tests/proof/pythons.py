"""The golden seeds under several Pythons: each gives the boards that are committed.

``ISLEKEEPER_PYTHONS=/path/to/python3.12:/path/to/python3.13 python -m tests.proof.pythons`` asks
this Python and those named, which need msgspec and platformdirs and nothing else.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Sequence

from tests.setup.golden_seeds import GOLDEN

NAMED = "ISLEKEEPER_PYTHONS"


def ask(python: str, *command: str) -> str:
    """What a Python prints. Raises CalledProcessError where it cannot run the command."""
    done = subprocess.run([python, *command], check=True, stdout=subprocess.PIPE, text=True)
    return done.stdout.strip()


def main(pythons: Sequence[str]) -> dict[str, int]:
    """For each Python's version how many digests are others than those committed."""
    expected: dict[str, str] = json.loads(GOLDEN.read_text("utf-8"))
    differing = {}
    for python in pythons:
        version = ask(python, "-c", "import platform; print(platform.python_version())")
        found: dict[str, str] = json.loads(ask(python, "-m", "tests.setup.golden_seeds"))
        names = expected.keys() | found.keys()
        differing[version] = sum(expected.get(name) != found.get(name) for name in names)
    return differing


if __name__ == "__main__":
    named = [path for path in os.environ.get(NAMED, "").split(os.pathsep) if path]
    differing = main([sys.executable, *named])
    count = len(json.loads(GOLDEN.read_text("utf-8")))
    sys.stdout.write(json.dumps({"digests": count, "differing": differing}) + "\n")
    sys.exit(any(differing.values()))
