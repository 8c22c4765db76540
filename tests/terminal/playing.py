"""Scripts and consoles for tests: lines in, answers out; keys in, a screen out."""

from __future__ import annotations

import io
import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from companion.i18n.translator import Translator
from companion.session import Options, Session
from companion.terminal.console import Console
from companion.terminal.script import Script
from companion.terminal.table import TableFace
from companion.terminal.tables import MemoryTable, ScriptClock

NEW = {"new": {"players": ["Anna", "Ben", "Cy"], "numbers": "typed"}}


def script(language: str = "en") -> Script:
    clock = ScriptClock()
    return Script(MemoryTable(clock), clock, language)


def answers(lines: Iterable[object], on: Script | None = None) -> list[dict[str, Any]]:
    """The answer to each of `lines` (objects, or raw text), one for each that is not blank."""
    source = io.BytesIO(
        b"".join(
            (line if isinstance(line, bytes) else json.dumps(line).encode()) + b"\n"
            for line in lines
        )
    )
    sink = io.BytesIO()
    (on or script()).run(source, sink)
    found = sink.getvalue()
    assert not found or found.endswith(b"\n")
    return [json.loads(line) for line in found.splitlines()]


def refusal(line: object, *before: object) -> dict[str, Any]:
    """How `line` is refused."""
    answer = answers([*before, line])[-1]
    assert answer["ok"] is False, answer
    refused: dict[str, Any] = answer["refused"]
    assert refused["text"]
    assert refused["code"] != "fault", refused
    return refused


class Keys:
    """What somebody types, line by line; then the input ends."""

    def __init__(self, lines: Iterable[str]) -> None:
        self.left = list(lines)

    def __call__(self) -> str:
        if not self.left:
            raise EOFError
        return self.left.pop(0)


def table(
    path: Path, keys: Iterable[str], language: str = "en", *, width: int = 80, colored: bool = False
) -> str:
    """What the terminal shows while `keys` are typed, with the game in the journal `path`."""
    out = io.StringIO()
    console = Console(Keys(keys), out, Translator(language), colored=colored, width=lambda: width)
    # A clock that stands still: what is shown must not depend on the machine.
    with Session(Options(path, clock=ScriptClock()), inline=True) as session:
        TableFace(session, console, language).run()
    return out.getvalue()
