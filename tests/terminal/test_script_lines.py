"""What a line of the script may be, and the time that it gives."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from datetime import UTC, datetime
from pathlib import Path

import pytest

from companion.journal import Journal, iso
from companion.terminal.script import Script
from companion.terminal.tables import EPOCH, ScriptClock, SessionTable
from tests.terminal.playing import NEW, answers, refusal, script

PLAYING = (NEW, {"do": "skip_setup", "seat": "Anna"})
NOTE = {"do": "note", "args": {"text": "a word"}}
MACHINE = datetime(2026, 12, 1, 18, 0, 0, tzinfo=UTC)


class Machine:
    """A machine's clock that the test turns."""

    def __init__(self) -> None:
        self.seconds = 500.0

    def wall(self) -> datetime:
        return MACHINE

    def mono(self) -> float:
        return self.seconds


@pytest.mark.parametrize(
    ("line", "key"),
    [
        (b'{"do":"note","do":"end_turn"}', "do"),
        (b'{"do":"note","args":{"text":"a","text":"b"}}', "text"),
        (b'{"facts":[{"name":"target","name":"target"}]}', "name"),
        (b'{"view":"public","vi\\u0065w":"Anna"}', "view"),
    ],
)
def test_a_key_that_stands_twice_is_named_and_nothing_is_done(line: bytes, key: str) -> None:
    on = script()
    before = answers(PLAYING, on)[-1]["view"]
    refused, after = answers([line, {"view": "public"}], on)
    assert refused["refused"]["code"] == "repeated_key"
    assert refused["refused"]["params"] == {"key": key}
    assert after["view"] == before


def test_the_same_key_in_two_objects_is_fine() -> None:
    asked = [{"name": "target", "args": {"seat": seat}} for seat in ("Anna", "Ben")]
    assert answers([*PLAYING, {"facts": asked}])[-1]["ok"]


def test_the_time_of_the_lines_never_goes_back() -> None:
    later, earlier = "2026-12-01T19:00:00Z", "2026-12-01T19:30:00+01:00"
    refused = refusal({**NOTE, "at": earlier}, {**NEW, "at": later})
    assert refused["code"] == "bad_time"
    assert refused["params"] == {"value": earlier, "last": "2026-12-01T19:00:00.000Z"}
    same = answers([{**NEW, "at": later}, {**NOTE, "at": later}])
    assert all(answer["ok"] for answer in same)


def test_the_clock_is_the_machine_s_until_a_line_gives_a_time() -> None:
    machine = Machine()
    clock = ScriptClock(machine)
    assert (clock.wall(), clock.mono()) == (MACHINE, 500.0)
    machine.seconds = 560.0
    clock.set(datetime(2020, 1, 1, tzinfo=UTC))
    machine.seconds = 9_000.0
    assert (clock.wall().year, clock.mono()) == (2020, 560.0)
    clock.set(datetime(2020, 1, 1, 0, 1, tzinfo=UTC))
    assert clock.mono() == 620.0
    with pytest.raises(ValueError, match=r"2020-01-01T00:00:00.000Z is before"):
        clock.set(datetime(2020, 1, 1, tzinfo=UTC))
    assert clock.mono() == 620.0
    assert (ScriptClock().wall(), ScriptClock().mono()) == (EPOCH, 0.0)


def test_a_journal_is_stamped_by_the_machine_and_then_by_the_lines(tmp_path: Path) -> None:
    path = tmp_path / "games.sqlite3"
    clock = ScriptClock(Machine())
    kept = SessionTable.open(path, clock)
    timed = {**NOTE, "at": "2026-12-01T19:00:00Z"}
    found = answers([*PLAYING, NOTE, timed, {"history": True}], Script(kept, clock))
    stamps = [line["at"] for line in found[-1]["history"]]
    assert stamps == ["2026-12-01T18:00:00.000Z"] * 3 + ["2026-12-01T19:00:00.000Z"]
    kept.session.close()
    with Journal.open(path, read_only=True) as journal:
        (game,) = journal.games.list()
    assert game.created_at == "2026-12-01T18:00:00.000Z"
    assert game.updated_at == "2026-12-01T19:00:00.000Z"


@pytest.mark.parametrize("kept", [True, False])
def test_the_command_reads_the_machine_s_clock_for_a_journal_only(
    kept: bool, tmp_path: Path
) -> None:
    source = tmp_path / "lines.jsonl"
    source.write_text("\n".join(json.dumps(line) for line in (NEW, {"history": True})))
    db = ["--db", str(tmp_path / "games.sqlite3")] if kept else []
    before = iso(datetime.now(UTC))
    run = subprocess.run(
        [sys.executable, "-m", "companion", "script", str(source), *db],
        env={**os.environ, "STATE_DIRECTORY": str(tmp_path)}, capture_output=True, check=True,
        timeout=60,
    )  # fmt: skip
    (begun,) = json.loads(run.stdout.splitlines()[-1])["history"]
    assert (before <= begun["at"] <= iso(datetime.now(UTC))) if kept else "at" not in begun
