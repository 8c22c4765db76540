"""The rules core: folding a long evening, deciding one command.

Baselines run in the same process, in turn with what is measured: reading the same events from
JSON (the work a restart cannot avoid), and rendering one frame's worth of plain Python calls.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from random import Random
from statistics import median, quantiles
from typing import Any

import msgspec

from companion.core import history, kernel, registry
from companion.core.codec import event_from_data, event_to_data
from companion.core.context import Context
from companion.core.history import Log
from companion.core.model import Command, Refusal
from tests.core.random_play import new_setup, random_command

ENTRIES = 1_000
ROUNDS = 15


def evening(entries: int = ENTRIES) -> Log:
    """A history of `entries` accepted commands: card by card, with all variants, played on."""
    variants = ("harbormaster", "friendly_robber")
    rules, setup = registry.prepare(new_setup(4, variants=variants, numbers="cards"))
    log = history.start(rules, setup)
    chosen = Random(7)
    while len(log.records) <= entries:
        if log.state.over:
            command: Command | None = Command("play_on")
        else:
            command = random_command(chosen, Context(rules, log.state), avoid=("claim_victory",))
        assert command is not None
        answer = history.submit(log, command)
        if not isinstance(answer, Refusal):
            log = answer[0]
    return log


def _timed(act: Callable[[], Any]) -> float:
    began = time.perf_counter()
    act()
    return (time.perf_counter() - began) * 1000


def fold_against_reading() -> dict[str, float]:
    """Milliseconds to fold 1,000 entries, and to read their events from JSON; the ratio."""
    log = evening()
    events = [event for entry in log.live() for event in entry.events]
    written = [event_to_data(event) for event in events]
    raw = msgspec.json.encode(written)

    def read() -> None:
        for kind, version, data in msgspec.json.decode(raw):
            event_from_data(log.rules, kind, version, data)

    folds, reads = [], []
    for _ in range(ROUNDS):
        folds.append(_timed(lambda: kernel.fold(log.rules, events)))
        reads.append(_timed(read))
    return {
        "entries": len(log.live()),
        "events": len(events),
        "fold_ms": round(median(folds), 2),
        "read_ms": round(median(reads), 2),
        "ratio": round(median(folds) / median(reads), 3),
    }


def decide_against_fold() -> dict[str, float]:
    """Milliseconds to decide one command (median, p99), in a game of 1,000 entries."""
    log = evening()
    state = log.rules.initial(log.state.setup)
    times = []
    for entry in log.live():
        if entry.command is not None:
            command = msgspec.structs.replace(entry.command, prompt=None)
            began = time.perf_counter()
            kernel.decide(log.rules, state, command, ticket=str(entry.n))
            times.append((time.perf_counter() - began) * 1000)
        for event in entry.events:
            state = kernel.evolve(log.rules, state, event)
    cuts = quantiles(times, n=100)
    return {"decide_ms_median": round(median(times), 3), "decide_ms_p99": round(cuts[98], 3)}


def run() -> dict[str, dict[str, float]]:
    """All measurements of this module."""
    return {"fold": fold_against_reading(), "decide": decide_against_fold()}
