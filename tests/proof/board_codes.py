"""Share codes of many boards: each gives its board back, and what is mistyped is refused.

``python -m tests.proof.board_codes 10000`` takes that many boards of every plan and prints
figures as JSON. For each board: its code, the board of that code, the code with a character
wrong or two neighbors swapped; for one board in a hundred every wrong character and
every swap there is; and as many random strings of a code's length.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping
from multiprocessing import Pool, cpu_count
from random import Random

import msgspec
from msgspec.structs import replace

from companion.core.board.plan import Plan
from companion.scenario.plans import scattered
from companion.setup.code import decode, encode
from companion.setup.code_json import is_long_form
from companion.setup.code_text import ALPHABET, CodeRefused, check_holds, values
from tests.setup.plans import drawn, finds
from tools.layouts import boards

ALL_SLIPS_EVERY = 100
CHUNK = 250


class Figures(msgspec.Struct):
    """What was counted; of the last four, only the very last may be more than 0, by chance."""

    boards: int = 0
    codes: int = 0
    longest: int = 0
    slips: int = 0
    random: int = 0
    other_board: int = 0
    long_form: int = 0
    slips_read: int = 0
    random_read: int = 0

    def merge(self, other: Figures) -> None:
        """Add what another has counted."""
        for name in self.__struct_fields__:
            one, two = getattr(self, name), getattr(other, name)
            setattr(self, name, max(one, two) if name == "longest" else one + two)

    @property
    def good(self) -> bool:
        """Whether nothing went wrong; a random string is read as a board by chance only."""
        faults = self.other_board + self.long_form + self.slips_read
        return not faults and self.random_read <= self.random / 1000


def proved() -> dict[str, tuple[Plan, Plan]]:
    """Every board that comes with the program: its plan, and the plan to draw its boards of.

    Where numbers may lie along paths they are drawn both ways.
    """
    found = {}
    for of in boards():
        name = "-".join(filter(None, [of.scenario, of.edition, *map(str, of.players)]))
        anywhere = replace(of, variable=scattered(of.variable))
        found[name] = (of, of)
        if anywhere != of:
            found[f"{name}-scattered"] = (of, anywhere)
    return found


def prove(of: Plan, way: Plan, first: int, count: int) -> Figures:
    """The figures of the boards of so many seeds from `first` on, drawn the way of another plan."""
    figures = Figures()
    codes = set()
    for number in range(first, first + count):
        board = drawn(way, number)
        code = encode(of, board)
        codes.add(code)
        figures.boards += 1
        figures.longest = max(figures.longest, len(code))
        figures.long_form += is_long_form(code)
        figures.other_board += decode(code, finds(of)).board != board
        chance = Random(number)
        slips = sorted(_slips(code))
        if number % ALL_SLIPS_EVERY == 0:
            # Nothing is read whose check does not hold.
            figures.slips += len(slips)
            figures.slips_read += sum(check_holds(values(slip)) for slip in slips)
        figures.slips += 1
        figures.slips_read += _is_read(chance.choice(slips), of)
        figures.random += 1
        figures.random_read += _is_read("".join(chance.choices(ALPHABET, k=len(code))), of)
    figures.codes = len(codes)
    return figures


def _slips(code: str) -> set[str]:
    """The code with any one character wrong, and with any two neighbors swapped."""
    found = {code[:at] + c + code[at + 1 :] for at in range(len(code)) for c in ALPHABET}
    for at in range(len(code) - 1):
        found.add(code[:at] + code[at + 1] + code[at] + code[at + 2 :])
    return found - {code}


def _is_read(text: str, of: Plan) -> bool:
    try:
        decode(text, finds(of))
    except CodeRefused:
        return False
    return True


def _part(name: str, first: int, count: int) -> tuple[str, Figures]:
    return name, prove(*proved()[name], first, count)


def main(count: int) -> Mapping[str, Figures]:
    """The figures of `count` boards of each plan, by its name, on all processors."""
    total = {name: Figures() for name in proved()}
    jobs = [
        (name, first, min(CHUNK, count - first))
        for name in total
        for first in range(0, count, CHUNK)
    ]
    with Pool(cpu_count()) as pool:
        for name, figures in pool.starmap(_part, jobs, chunksize=1):
            total[name].merge(figures)
    return total


if __name__ == "__main__":
    found = main(int(sys.argv[1]) if len(sys.argv) > 1 else 200)
    sys.stdout.write(json.dumps({n: msgspec.to_builtins(f) for n, f in found.items()}) + "\n")
    sys.exit(0 if all(figures.good for figures in found.values()) else 1)
