"""Boards of many seeds under their scenario's rules and under strict wishes, each looked at.

``python -m tests.proof.boards 10000`` draws so many boards of every plan in every way and prints
figures as JSON. A checker that shares nothing with the generator looks at each.
"""

from __future__ import annotations

import json
import sys
import time
from array import array
from collections.abc import Mapping
from functools import cache
from multiprocessing import Pool, cpu_count

import msgspec
from msgspec.structs import replace

from companion.core.board.options import Options
from companion.core.board.plan import Plan
from companion.core.board.problem import Problem
from companion.scenario.plans import as_printed, scattered
from companion.setup.drawn import deal_marks, problem_of
from companion.setup.generate import Generator
from tests.setup.checker_plan import plan_faults
from tests.setup.every import EVERY, name_of
from tests.setup.seeds import seed

STRICT_NODE = 11
PRINTED_NODE = {"barbarian_attack": 12}
"""Where the numbers are printed and only the terrain below them is drawn: the pips they have."""

AT_FLOOR = 10
"""One seed in so many is drawn at the floor, too: some boards there take tenths of a second."""

CHUNK = 500

Way = tuple[Problem, Options]


class Figures(msgspec.Struct):
    """What came of the seeds, and the CPU milliseconds of a board.

    exact, near: boards that were exactly uniform, or only nearly so. first_ms: the worst first
    board of a generator, which makes its grounds ready; p99 and worst are of all the others.
    """

    boards: int = 0
    exact: int = 0
    near: int = 0
    not_found: int = 0
    impossible: int = 0
    faults: int = 0
    first_ms: float = 0.0
    p99_ms: float = 0.0
    worst_ms: float = 0.0

    @property
    def good(self) -> bool:
        """Whether every seed gave a board without a fault."""
        return not self.faults + self.not_found + self.impossible


class Part(msgspec.Struct):
    """What one process found of one way: the counts, the times of all boards but the first."""

    counts: dict[str, int]
    first_ms: float
    times: array[float]
    found: list[str]


def strict(plan: Plan, most: int) -> Options:
    """The scenario's rules and the strict wishes, with at most so many pips at a node."""
    return replace(
        plan.rules, reds_apart=True, equal_apart=True, extremes_apart=True, node_most=most
    )


def ways(plan: Plan) -> dict[str, Way]:
    """All ways in which a plan's boards are drawn here, by name."""
    own, anywhere = problem_of(plan, "variable"), scattered(plan.variable)
    assert own is not None
    found: dict[str, Way] = {"own": (own, plan.rules)}
    if any(pool.paths for pool in plan.variable.numbers) and not plan.along_paths:
        found["letters"] = (plan.variable, plan.rules)
    printed = as_printed(plan)
    if printed is not None and printed.harbors:
        found["printed"] = (printed, Options())
    if plan.variable.numbers:
        floor = plan.floor or PRINTED_NODE.get(plan.scenario, 0)
        found["strict"] = (anywhere, strict(plan, max(STRICT_NODE, floor)))
        if 0 < floor < STRICT_NODE:
            found["floor"] = (anywhere, strict(plan, floor))
    return found


PLANS: Mapping[str, Plan] = {name_of(plan): plan for plan in EVERY}


@cache
def _generator(name: str, way: str) -> Generator:
    return Generator(*ways(PLANS[name])[way])


def prove(name: str, way: str, first: int, count: int) -> Part:
    """Draw and look at the boards of so many seeds from `first` on."""
    plan, (problem, options) = PLANS[name], ways(PLANS[name])[way]
    known = _generator.cache_info().misses
    generator = _generator(name, way)
    fresh = _generator.cache_info().misses > known
    part = Part(dict.fromkeys(("exact", "near", "not_found", "impossible"), 0), 0.0, array("d"), [])
    for number in range(first, first + count):
        began = time.process_time()
        answer = generator.draw(seed(number))
        spent = (time.process_time() - began) * 1000
        if fresh and number == first:
            part.first_ms = spent
        else:
            part.times.append(spent)
        if answer.board is None:
            part.counts[answer.outcome] += 1
            continue
        part.counts["exact" if answer.exact else "near"] += 1
        board = deal_marks(plan, answer.board, seed(number))
        found = plan_faults(board, plan, problem, options)
        part.found += [f"{name} {way} seed {number}: {fault}" for fault in found]
    return part


def merged(parts: list[Part]) -> Figures:
    """The figures of several parts of one way."""
    total = {key: sum(part.counts[key] for part in parts) for key in parts[0].counts}
    times = sorted(spent for part in parts for spent in part.times)
    return Figures(
        boards=total["exact"] + total["near"],
        **total,
        faults=sum(len(part.found) for part in parts),
        first_ms=round(max(part.first_ms for part in parts), 1),
        p99_ms=round(times[len(times) * 99 // 100], 2),
        worst_ms=round(times[-1], 1),
    )


def main(count: int) -> dict[str, Figures]:
    """The figures of so many seeds of every plan in every way, on all processors."""
    counts = {
        (name, way): count // AT_FLOOR if way == "floor" else count
        for name, plan in PLANS.items()
        for way in ways(plan)
    }
    jobs = [
        (*key, first, min(CHUNK, wanted - first))
        for key, wanted in counts.items()
        for first in range(0, wanted, CHUNK)
    ]
    parts: dict[tuple[str, str], list[Part]] = {key: [] for key in counts}
    with Pool(cpu_count()) as pool:
        for job, part in zip(jobs, pool.starmap(prove, jobs, chunksize=1), strict=True):
            parts[job[:2]].append(part)
            sys.stderr.writelines(f"{fault}\n" for fault in part.found)
    return {f"{name} {way}": merged(found) for (name, way), found in parts.items()}


if __name__ == "__main__":
    figures = main(int(sys.argv[1]) if len(sys.argv) > 1 else 200)
    sys.stdout.write(json.dumps({n: msgspec.to_builtins(f) for n, f in figures.items()}) + "\n")
    sys.exit(0 if all(found.good for found in figures.values()) else 1)
