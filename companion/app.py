"""The composition root: the only module that knows every part.

It opens the session on the state directory and hands it to a face. State is written nowhere
else. Each command gives the exit status of the process.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Mapping
from importlib import import_module
from pathlib import Path

from companion.i18n.text import Text
from companion.i18n.translator import Translator
from companion.journal import JournalError, default_path, state_directory
from companion.session import Options, Session, fault_text
from companion.terminal.console import TroubleError

OK, FAILED = 0, 1

Command = Callable[[argparse.Namespace, Translator], int]


def run(options: argparse.Namespace, language: str) -> int:
    """Carry out the command that was parsed; a fault becomes one line on the error stream."""
    tr = Translator(language)
    for stream in (sys.stdout, sys.stderr):
        # A terminal that has no Czech letters gets something in their place, not an error.
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors="replace")
    command = COMMANDS.get(options.command, _open_table)
    try:
        return command(options, tr)
    except TroubleError as fault:
        text = fault.text
    except JournalError as fault:
        text = fault_text(fault)
    except OSError as fault:
        if isinstance(fault, BrokenPipeError):
            raise
        name = fault.filename or ""
        text = Text("cli.file_fault", {"file": str(name), "detail": fault.strerror or str(fault)})
    sys.stderr.write(f"islekeeper: {tr.text(text)}\n")
    return FAILED


def _own_scenarios() -> Path:
    return state_directory() / "scenarios"


def _options() -> Options:
    return Options(default_path(), own_scenarios=_own_scenarios())


def _open_table(options: argparse.Namespace, tr: Translator) -> int:
    """The touchscreen where there is a display, else the same table in the terminal."""
    from companion.kiosk.config import detect_display  # noqa: PLC0415 - only this command needs it

    if detect_display():
        return _kiosk(options, tr)
    sys.stderr.write(tr("cli.no_display") + "\n")
    return _table(options, tr)


def _kiosk(options: argparse.Namespace, tr: Translator) -> int:
    try:
        kiosk = import_module("companion.kiosk.main")  # it brings Kivy
    except ImportError as fault:
        raise TroubleError(Text("cli.no_kiosk", {"detail": str(fault)})) from fault
    with Session(_options()) as session:
        status: int | None = kiosk.run(session, language=options.language)
    return status or OK


def _table(options: argparse.Namespace, tr: Translator) -> int:
    from companion.terminal.console import Console  # noqa: PLC0415
    from companion.terminal.table import TableFace  # noqa: PLC0415

    with Session(_options(), inline=True) as session:
        trouble = session.ready.result().journal.trouble
        if trouble is not None:
            raise TroubleError(trouble.text)
        console = Console.standard(tr)
        TableFace(session, console, options.language, _own_scenarios()).run()
    return OK


def _script(options: argparse.Namespace, tr: Translator) -> int:
    from companion.terminal.script import Script  # noqa: PLC0415
    from companion.terminal.tables import MemoryTable, ScriptClock, SessionTable  # noqa: PLC0415

    clock = ScriptClock()
    table: MemoryTable | SessionTable = MemoryTable(clock, _own_scenarios())
    if options.db is not None:
        table = SessionTable.open(Path(options.db), clock, _own_scenarios())
        trouble = table.session.snapshot.journal.trouble
        if trouble is not None:
            raise TroubleError(trouble.text)
    script = Script(table, clock, tr.language)
    try:
        if options.file == "-":
            script.run(sys.stdin.buffer, sys.stdout.buffer)
        else:
            with Path(options.file).open("rb") as source:
                script.run(source, sys.stdout.buffer)
    finally:
        if isinstance(table, SessionTable):
            table.session.close()
    return OK


def _games(options: argparse.Namespace, tr: Translator) -> int:
    from companion.terminal.games import GamesCommand  # noqa: PLC0415

    return GamesCommand(_options(), tr, sys.stdout).run(options.deed, vars(options))


def _deck(options: argparse.Namespace, tr: Translator) -> int:
    from companion.terminal.console import Console  # noqa: PLC0415
    from companion.terminal.deck import DeckFace  # noqa: PLC0415

    path = state_directory() / "deck.sqlite3"
    with DeckFace(path, Console.standard(tr), every_card=options.all, anew=options.new) as face:
        face.run()
    return OK


COMMANDS: Mapping[str | None, Command] = {
    "kiosk": _kiosk,
    "table": _table,
    "script": _script,
    "games": _games,
    "deck": _deck,
}
