"""The command line: `islekeeper`, the same as `python -m companion`.

Nothing heavy is imported at the top, so that `--help` answers at once on a small computer. The
words of the help come from the catalogs by the standard library's gettext alone.
"""

from __future__ import annotations

import argparse
import gettext
import os
import sys
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

from companion import __version__

# As in `companion.i18n.languages`, whose package costs more to import than the whole help.
_DOMAIN = "islekeeper"
_FALLBACK = "en"
_LOCALE = Path(__file__).parent / "i18n" / "locale"
_ENVIRONMENT = ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG")

OK, FAILED, MISUSED, INTERRUPTED = 0, 1, 2, 130

Words = Callable[[str], str]


def words(language: str) -> Words:
    """What turns a message id without parameters into words, without loading a translator."""
    return gettext.translation(_DOMAIN, _LOCALE, [language, _FALLBACK], fallback=True).gettext


def languages() -> list[str]:
    """The codes of the languages that have a catalog."""
    return sorted(folder.parent.name for folder in _LOCALE.glob("*/LC_MESSAGES"))


def choose(wanted: Iterable[str]) -> str:
    """The first of `wanted` (`cs`, `cs_CZ.UTF-8`, `cs-CZ`) that is spoken, else English."""
    codes = (name.replace("-", "_").split("_")[0].split(".")[0].lower() for name in wanted)
    spoken = languages()
    return next((code for code in codes if code in spoken), _FALLBACK)


def wanted_language(arguments: Sequence[str]) -> str:
    """The language that the arguments name, else the environment's, as far as it is spoken."""
    for at, word in enumerate(arguments):
        if word == "--language" and at + 1 < len(arguments):
            return choose([arguments[at + 1]])
        if word.startswith("--language="):
            return choose([word.partition("=")[2]])
    named = (part for key in _ENVIRONMENT for part in os.environ.get(key, "").split(":") if part)
    return choose(named)


def build_parser(_: Words) -> argparse.ArgumentParser:
    """The parser of the whole command line, its help in the words of `_`."""
    parser = argparse.ArgumentParser(
        prog="islekeeper", description=_("cli.about"), epilog=_("cli.state")
    )
    parser.add_argument("--version", action="version", version=f"%(prog)s {__version__}")
    _language_option(parser, _, None)
    _window_option(parser, _, None)
    commands = parser.add_subparsers(dest="command", metavar="COMMAND")

    def command(name: str, about: str) -> argparse.ArgumentParser:
        made = commands.add_parser(name, help=about, description=about)
        _language_option(made, _, argparse.SUPPRESS)
        return made

    _window_option(command("kiosk", _("cli.kiosk")), _, argparse.SUPPRESS)
    table = command("table", _("cli.table"))
    table.add_argument("--read-only", action="store_true", help=_("cli.table_read_only"))
    script = command("script", _("cli.script"))
    script.add_argument("file", nargs="?", default="-", metavar="FILE", help=_("cli.script_file"))
    script.add_argument("--db", metavar="FILE", help=_("cli.script_db"))
    deck = command("deck", _("cli.deck"))
    deck.add_argument("--all", action="store_true", help=_("cli.deck_all"))
    deck.add_argument("--new", action="store_true", help=_("cli.deck_new"))
    _add_games(command("games", _("cli.games")), _)
    _add_scenarios(command("scenarios", _("cli.scenarios")), _)
    _add_board(command("board", _("cli.board")), _)
    return parser


def _language_option(parser: argparse.ArgumentParser, _: Words, default: str | None) -> None:
    parser.add_argument("--language", choices=languages(), default=default, help=_("cli.language"))


def _window_option(parser: argparse.ArgumentParser, _: Words, default: str | None) -> None:
    parser.add_argument(
        "--window", type=_size, metavar="WxH", default=default, help=_("cli.window")
    )
    kept = False if default is None else default
    parser.add_argument("--no-quit", action="store_true", default=kept, help=_("cli.no_quit"))


def _size(text: str) -> tuple[int, int]:
    """A window's size as people write it: 1024x600."""
    width, _x, height = text.lower().partition("x")
    if not (width.isdigit() and height.isdigit() and int(width) >= 320 and int(height) >= 240):
        raise argparse.ArgumentTypeError(f"{text!r}: a size such as 1024x600")
    return int(width), int(height)


def _deeds(
    parser: argparse.ArgumentParser, _: Words
) -> Callable[[str, str], argparse.ArgumentParser]:
    """What adds a deed, by its name and what it is about, to a command that has several."""
    deeds = parser.add_subparsers(dest="deed", metavar="DEED", required=True)

    def deed(name: str, about: str) -> argparse.ArgumentParser:
        made = deeds.add_parser(name, help=about, description=about)
        _language_option(made, _, argparse.SUPPRESS)
        return made

    return deed


def _add_games(games: argparse.ArgumentParser, _: Words) -> None:
    deed = _deeds(games, _)
    listed = deed("list", _("cli.games_list"))
    listed.add_argument("--deleted", action="store_true", help=_("cli.games_list_deleted"))
    for name, about in (
        ("show", _("cli.games_show")),
        ("archive", _("cli.games_archive")),
        ("unarchive", _("cli.games_unarchive")),
        ("delete", _("cli.games_delete")),
        ("undelete", _("cli.games_undelete")),
        ("rescue", _("cli.games_rescue")),
    ):
        deed(name, about).add_argument("game", metavar="GAME", help=_("cli.game"))
    export = deed("export", _("cli.games_export"))
    export.add_argument("game", metavar="GAME", help=_("cli.game"))
    export.add_argument("file", metavar="FILE", nargs="?", help=_("cli.games_export_file"))
    export.add_argument("--force", action="store_true", help=_("cli.games_export_force"))
    verify = deed("verify", _("cli.games_verify"))
    verify.add_argument("what", metavar="FILE|GAME", help=_("cli.games_verify_what"))
    verify.add_argument("--seal", metavar="HEX", help=_("cli.games_verify_seal"))
    restore = deed("restore", _("cli.games_restore"))
    restore.add_argument("backup", metavar="BACKUP", nargs="?", help=_("cli.games_restore_backup"))
    deed("set-aside", _("cli.games_set_aside"))
    deed("import", _("cli.games_import")).add_argument("file", metavar="FILE")


def _add_scenarios(scenarios: argparse.ArgumentParser, _: Words) -> None:
    deed = _deeds(scenarios, _)
    deed("list", _("cli.scenarios_list"))
    deed("show", _("cli.scenarios_show")).add_argument("id", help=_("cli.scenarios_id"))
    deed("check", _("cli.scenarios_check")).add_argument("files", metavar="FILE", nargs="+")


BOARD_FORMS = ("text", "code", "json", "svg", "png", "report", "guide", "page")
"""`companion.terminal.boards.FORMS`, which is imported only when a board is asked for."""


def _add_board(board: argparse.ArgumentParser, _: Words) -> None:
    add = board.add_argument
    add("scenario", nargs="?", metavar="SCENARIO", help=_("cli.scenarios_id"))
    add("--players", type=int, metavar="N", help=_("cli.board_players"))
    add("--edition", default="", help=_("cli.board_edition"))
    add("--seed", metavar="WORDS", help=_("cli.board_seed"))
    add("--want", action="append", default=[], metavar="WISH[=N]", help=_("cli.board_want"))
    add("--no-rules", dest="rules", action="store_false", help=_("cli.board_no_rules"))
    add(
        "--printed",
        dest="mode",
        action="store_const",
        const="printed",
        default="variable",
        help=_("cli.board_printed"),
    )
    add("--code", metavar="CODE", help=_("cli.board_code"))
    add("--file", metavar="FILE", help=_("cli.board_file"))
    add("--format", choices=BOARD_FORMS, help=_("cli.board_format"))
    add("--output", metavar="FILE", help=_("cli.board_output"))


def open_missing_streams() -> None:
    """Put the null device in the place of each standard stream that the process began without.

    The descriptor is filled too: the next file to be opened, perhaps the journal, would get it.
    """
    for descriptor, (name, mode) in enumerate((("stdin", "r"), ("stdout", "w"), ("stderr", "w"))):
        if getattr(sys, name) is not None:
            continue
        try:
            os.fstat(descriptor)
        except OSError:
            os.dup2(null := os.open(os.devnull, os.O_RDWR), descriptor)
            if null != descriptor:
                os.close(null)
        setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: SIM115, PTH123


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return the exit status: 0 done, 1 it failed, 2 it was misused.

    Arguments:
        arguments: the words after the program's name; `sys.argv` when `None`.
    """
    open_missing_streams()
    given = sys.argv[1:] if arguments is None else list(arguments)
    language = wanted_language(given)
    options = build_parser(words(language)).parse_args(given)
    try:
        from companion import app  # noqa: PLC0415 - all that is heavy comes with it

        return app.run(options, language)
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        # Whoever read the answers has gone.
        from companion.app import silence_output  # noqa: PLC0415

        silence_output()
        return FAILED
