"""Kill -9 at random moments: nothing acknowledged is lost, nothing is half there.

``python -m tests.proof.kill 300`` plays 300 games, each in a child process that is killed and,
every third time, started again and killed once more. It prints the figures as JSON.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
import time
from dataclasses import asdict, dataclass, field
from pathlib import Path
from random import Random
from statistics import median
from threading import Timer
from typing import Any

from companion.core import kernel
from companion.core.history import Record
from companion.core.model import State
from companion.journal import Journal
from companion.session import Done
from tests.session.playing import digest, do, inline, log_of

ROOT = Path(__file__).parents[2]
MOST_INPUTS = 120
"""The kill comes after at most so many acknowledged inputs of a run."""


@dataclass
class Figures:
    """What was done and found."""

    games: int = 0
    kills: int = 0
    acknowledged: int = 0
    lost: int = 0
    unanswered_kept: int = 0
    repeated_once: int = 0
    killed_before_first: int = 0
    seconds: float = 0.0
    restart_ms: list[float] = field(default_factory=list)

    def shown(self) -> dict[str, Any]:
        """The figures for the page of proofs."""
        found = asdict(self)
        times = sorted(found.pop("restart_ms"))
        found["restart_ms_median"] = round(median(times), 1)
        found["restart_ms_worst"] = round(times[-1], 1)
        found["seconds"] = round(self.seconds, 1)
        return found


def play_until_killed(path: Path, seed: int, rng: Random) -> list[dict[str, Any]]:
    """Let a child play for a while and kill it with -9; what it acknowledged."""
    inputs = rng.randint(0, MOST_INPUTS)
    late = rng.uniform(0, 0.02) if inputs else rng.uniform(0, 1.0)
    with subprocess.Popen(
        [sys.executable, "-m", "tests.proof.game_child", str(path), str(seed)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        cwd=ROOT,
    ) as child:
        assert child.stdout is not None
        assert child.stderr is not None
        lines = [child.stdout.readline() for _ in range(inputs)]
        killer = Timer(late, child.kill)
        killer.start()
        lines += child.stdout.readlines()
        errors = child.stderr.read()
        child.wait()
        killer.cancel()
    assert child.returncode == -9, errors.decode()
    whole = [line for line in lines if line.endswith(b"\n")]
    return [json.loads(line) for line in whole]


def states(records: tuple[Record, ...], path: Path, game: str) -> list[str]:
    """The digest of the state after each record, folded from the journal's rows alone."""
    with inline(path) as session:
        session.open_game(game).result()
        rules = log_of(session).rules
    folded: dict[int, State] = {}
    entries: dict[int, tuple[Any, ...]] = {}
    now = -1
    found = []
    for record in records:
        if record.kind in ("undone", "redone"):
            now = record.to
        else:
            live = entries.get(now, ())
            if record.since:
                at = next(i for i, entry in enumerate(live) if entry.id == record.since)
                live = live[:at]
            entries[record.n] = (*live, *record.entries)
            now = record.n
            events = [event for entry in entries[now] for event in entry.events]
            folded[now] = kernel.fold(rules, events)
        found.append(digest(folded[now]))
    return found


def check(path: Path, acknowledged: list[dict[str, Any]], figures: Figures) -> None:
    """Everything that was acknowledged is there, whole and once, after a start like any other."""
    if not path.exists():
        assert not acknowledged
        figures.killed_before_first += 1
        return
    began = time.perf_counter()
    with inline(path) as session:
        figures.restart_ms.append((time.perf_counter() - began) * 1000)
        snapshot = session.snapshot
        assert snapshot.journal.open, snapshot.journal.trouble
        game = snapshot.game
        if game is None:
            assert not acknowledged
            figures.killed_before_first += 1
            return
        log = log_of(session)
        assert snapshot.trouble is None
        report = session.games.verify(game).result()
        assert report.good, [f for f in report.findings if f.level == "fault"]
    with Journal.open(path) as journal:
        ids = [entry.command_id for entry in journal.entries(game)]
    assert len(ids) == len(set(ids)) == len(log.records)
    figures.acknowledged += len(acknowledged)
    after = states(log.records, path, game)
    for line in acknowledged:
        there = line["n"] < len(ids) and ids[line["n"]] == line["id"]
        figures.lost += not there
        assert there, line
        assert log.records[line["n"]].kind == line["kind"]
        assert after[line["n"]] == line["digest"], line
    assert digest(log.state) == after[-1]
    if not acknowledged:
        figures.killed_before_first += 1
        return
    assert acknowledged[-1]["game"] == game
    # At most the one input that was under way may be there without its answer.
    extra = len(log.records) - 1 - acknowledged[-1]["n"]
    assert extra in (0, 1), extra
    figures.unanswered_kept += extra
    resubmit(path, log.records, figures)


def resubmit(path: Path, records: tuple[Record, ...], figures: Figures) -> None:
    """A face that heard no answer sends its last command again: it counts once."""
    last = records[-1]
    if last.kind != "entry" or last.entries[0].command is None:
        return
    with inline(path) as session:
        answer = session.submit(last.entries[0].command).result()
        assert isinstance(answer, Done)
        assert answer.repeated
        assert answer.record == last
        assert log_of(session).records == records
        figures.repeated_once += 1
        # And the game goes on.
        do(session, "enter_number", number=4)


def run(games: int, seed: int = 20261201) -> Figures:
    """Play and kill so many games. Raises AssertionError where anything is lost."""
    rng = Random(seed)
    figures = Figures()
    began = time.perf_counter()
    for number in range(games):
        with tempfile.TemporaryDirectory(prefix="islekeeper-kill-") as folder:
            path = Path(folder) / "journal.sqlite3"
            for _ in range(2 if number % 3 == 0 else 1):
                lines = play_until_killed(path, number, rng)
                figures.kills += 1
                check(path, lines, figures)
        figures.games += 1
    figures.seconds = time.perf_counter() - began
    return figures


if __name__ == "__main__":
    print(json.dumps(run(int(sys.argv[1]) if len(sys.argv) > 1 else 300).shown(), indent=2))
