"""One digest of the boards of a few seeds for every plan and way: golden, as a seed is a promise.

``python -m tests.setup.golden_seeds`` prints them as JSON, under any Python that has msgspec.
"""

from __future__ import annotations

import json
import sys
from hashlib import sha256
from pathlib import Path

import msgspec

from companion.core.board.layout import Board
from companion.setup.drawn import deal_marks
from companion.setup.generate import Generator
from tests.proof.boards import PLANS, ways
from tests.setup.seeds import seed

GOLDEN = Path(__file__).with_name("golden_seeds.json")
SEEDS = 5


def digest(name: str, way: str) -> str:
    """What the first seeds give; the boards whole, as JSON."""
    plan, (problem, options) = PLANS[name], ways(PLANS[name])[way]
    generator = Generator(problem, options)
    boards: list[Board] = []
    for number in range(SEEDS):
        board = generator.draw(seed(number)).board
        assert board is not None
        boards.append(deal_marks(plan, board, seed(number)))
    return sha256(msgspec.json.encode(boards)).hexdigest()[:16]


def digests() -> dict[str, str]:
    """The digest of every plan in every way."""
    return {
        f"{name} {way}": digest(name, way) for name, plan in PLANS.items() for way in ways(plan)
    }


if __name__ == "__main__":
    sys.stdout.write(json.dumps(digests(), indent=2) + "\n")
