"""The composition root: the only module that knows every part.

It opens the session on the state directory and hands it to a face. State is written nowhere
else. Each command gives the exit status of the process.

Nothing heavy is imported at the top: the kiosk shows its first frame before rules, journal and
session are loaded.
"""

from __future__ import annotations

import argparse
import errno
import os
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from companion.i18n.text import Text
    from companion.i18n.translator import Translator
    from companion.kiosk.config import Display
    from companion.session import Options, Session

OK, FAILED = 0, 1

Command = Callable[[argparse.Namespace, "Translator"], int]


def run(options: argparse.Namespace, language: str) -> int:
    """Carry out the command that was parsed; a fault becomes one line on the error stream."""
    if options.command in (None, "kiosk"):
        from companion.kiosk.config import detect_display

        display = detect_display()
        if display:
            return _one_line(lambda: _kiosk(options, display), language)
    return _without_window(options, language)


def _kiosk(options: argparse.Namespace, display: Display) -> int:
    """The touchscreen. Its window is there before anything else is loaded."""
    from dataclasses import replace

    from companion.journal.location import state_directory
    from companion.kiosk.config import WindowSettings
    from companion.kiosk.main import run as run_kiosk

    window = WindowSettings(may_quit=not options.no_quit)
    if options.window is not None:
        width, height = options.window
        window = replace(window, width=width, height=height, full_screen=False, show_cursor=True)
    return run_kiosk(open_session, state_directory(), display, window, language=options.language)


def open_session() -> Session:
    """The session on the state directory, on a thread of its own."""
    from companion.session import Session

    return Session(_options())


def _without_window(options: argparse.Namespace, language: str) -> int:
    from companion.i18n.translator import Translator

    tr = Translator(language)
    for stream in (sys.stdout, sys.stderr):
        # A terminal that has no Czech letters gets something in their place, not an error.
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors="replace")
    command = COMMANDS.get(options.command, _no_window)
    return _one_line(lambda: command(options, tr), language)


def _one_line(deed: Callable[[], int], language: str) -> int:
    """What `deed` answers; a fault with a cure becomes one line on the error stream."""
    try:
        status = deed()
        sys.stdout.flush()  # a full disk is told here, not by Python at its own end
        return status
    except Exception as fault:
        text = _fault_text(fault)
        if text is None:
            raise
    from companion.core.names import harmless
    from companion.i18n.translator import Translator

    try:
        sys.stdout.flush()
    except OSError:
        silence_output()
    sys.stderr.write(f"islekeeper: {harmless(_with_cure(Translator(language), text))}\n")
    return FAILED


def silence_output() -> None:
    """Drop what could not be written, or Python would complain once more at its own end."""
    null = os.open(os.devnull, os.O_WRONLY)
    os.dup2(null, sys.stdout.fileno())
    os.close(null)


def _fault_text(fault: Exception) -> Text | None:
    """What to tell a person of a fault; None for one that is the program's own."""
    from companion.journal import JournalError
    from companion.session import fault_text
    from companion.terminal.console import TroubleError

    if isinstance(fault, TroubleError):
        return fault.text
    if isinstance(fault, JournalError):
        return fault_text(fault)
    if isinstance(fault, OSError) and not isinstance(fault, BrokenPipeError):
        return _os_fault_text(fault)
    return None


def _with_cure(tr: Translator, text: Text) -> str:
    """`text` with the command that cures it, where there is one."""
    from companion.journal import JournalError, default_path
    from companion.terminal.cures import with_cure

    try:
        return with_cure(tr, text, default_path(), _deck_path())
    except JournalError:  # $STATE_DIRECTORY itself is wrong, and that is what `text` says
        return tr.text(text)


def _os_fault_text(fault: OSError) -> Text:
    """A fault of the system with its cure; one that names no file is of a standard stream."""
    from companion.i18n.text import Text

    detail = fault.strerror or str(fault)
    if fault.errno in (errno.ENOSPC, errno.EDQUOT, errno.EFBIG):
        file = str(fault.filename) if fault.filename else Text("cli.standard_output")
        return Text("cli.file_full", {"file": file, "detail": detail})
    if not fault.filename:
        return Text("cli.stream_fault", {"detail": detail})
    return Text("cli.file_fault", {"file": str(fault.filename), "detail": detail})


def _own_scenarios() -> Path:
    from companion.journal import state_directory

    return state_directory() / "scenarios"


def _deck_path() -> Path:
    from companion.journal import state_directory

    return state_directory() / "deck.sqlite3"


def _options() -> Options:
    from companion.journal import default_path
    from companion.session import Options

    return Options(default_path(), own_scenarios=_own_scenarios())


def _no_window(options: argparse.Namespace, tr: Translator) -> int:
    """No display: the kiosk says so and ends; without a command the terminal takes its place."""
    from companion.i18n.text import Text
    from companion.kiosk.config import detect_display
    from companion.terminal.console import TroubleError

    display = detect_display()
    reason = Text(f"cli.{display.reason.replace('-', '_')}", dict(display.params))
    if options.command == "kiosk":
        raise TroubleError(reason)
    sys.stderr.write(f"{tr.text(reason)} {tr('cli.no_display')}\n")
    return _table(options, tr)


def _table(options: argparse.Namespace, tr: Translator) -> int:
    from companion.session import Session
    from companion.terminal.console import Console, TroubleError
    from companion.terminal.table import TableFace

    read_only = getattr(options, "read_only", False)
    with Session(_options(), inline=True, read_only=read_only) as session:
        trouble = session.ready.result().journal.trouble
        if trouble is not None:
            raise TroubleError(trouble.text)
        console = Console.standard(tr)
        TableFace(session, console, options.language, _own_scenarios()).run()
    return OK


def _script(options: argparse.Namespace, tr: Translator) -> int:
    from companion.i18n.text import Text
    from companion.session.time import SystemClock
    from companion.terminal.console import TroubleError
    from companion.terminal.script import Script
    from companion.terminal.tables import MemoryTable, ScriptClock, SessionTable

    # In memory nothing reads a clock, so that the same lines give the same answers.
    clock = ScriptClock(None if options.db is None else SystemClock())
    table: MemoryTable | SessionTable = MemoryTable(clock, _own_scenarios())
    if options.db == "":
        raise TroubleError(Text("cli.no_file_name", {"option": "--db"}))
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
    from companion.terminal.games import GamesCommand

    return GamesCommand(_options(), tr, sys.stdout).run(options.deed, vars(options))


def _scenarios(options: argparse.Namespace, tr: Translator) -> int:
    from companion.terminal.scenarios import ScenariosCommand

    return ScenariosCommand(_own_scenarios(), tr, sys.stdout).run(options.deed, vars(options))


def _board(options: argparse.Namespace, tr: Translator) -> int:
    from companion.terminal.boards import BoardCommand

    return BoardCommand(_own_scenarios(), tr, sys.stdout).run(vars(options))


def _deck(options: argparse.Namespace, tr: Translator) -> int:
    from companion.terminal.console import Console
    from companion.terminal.deck import DeckFace

    with DeckFace(
        _deck_path(), Console.standard(tr), every_card=options.all, anew=options.new
    ) as face:
        face.run()
    return OK


COMMANDS: Mapping[str | None, Command] = {
    "kiosk": _no_window,
    "table": _table,
    "script": _script,
    "games": _games,
    "deck": _deck,
    "scenarios": _scenarios,
    "board": _board,
}
