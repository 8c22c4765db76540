"""The command line: what it says, how it ends, where it writes."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest

from companion import cli
from companion.i18n.languages import DOMAIN, FALLBACK, LANGUAGES, choose_language
from companion.i18n.translator import LOCALE

ROOT = Path(__file__).parents[1]
NEW = {"new": {"players": ["Anna", "Ben", "Cy"], "numbers": "cards"}}
HEAVY = {"kivy", "msgspec", "sqlite3", "asyncio", "platformdirs", "companion.core", "companion.app"}


def islekeeper(
    *arguments: str, state: Path, stdin: str = "", **environment: str
) -> subprocess.CompletedProcess[str]:
    env = {k: v for k, v in os.environ.items() if k not in ("DISPLAY", "SDL_VIDEODRIVER")}
    env |= {"STATE_DIRECTORY": str(state), "LANG": "C.UTF-8", **environment}
    return subprocess.run(
        [sys.executable, "-m", "companion", *arguments],
        cwd=ROOT, env=env, input=stdin, capture_output=True, text=True, check=False, timeout=120,
    )  # fmt: skip


def lines(*requests: object) -> str:
    return "".join(json.dumps(r) + "\n" for r in requests)


def files(folder: Path) -> set[str]:
    return {str(p.relative_to(folder)) for p in folder.rglob("*") if p.is_file()}


def test_its_constants_are_those_of_the_catalogs() -> None:
    assert (cli._DOMAIN, cli._FALLBACK, cli._LOCALE) == (DOMAIN, FALLBACK, LOCALE)
    assert cli.languages() == sorted(LANGUAGES)


@pytest.mark.parametrize(
    "wanted", [["cs_CZ.UTF-8"], ["cs-CZ"], ["xx", "cs"], ["C"], [], ["C.UTF-8", "cs"]]
)
def test_it_chooses_the_language_as_the_program_does(wanted: Iterable[str]) -> None:
    assert cli.choose(wanted) == choose_language(wanted)


@pytest.mark.parametrize("arguments", [("--help",), ("games", "--help"), ("--version",)])
def test_help_loads_nothing_heavy(arguments: tuple[str, ...]) -> None:
    answer = subprocess.run(
        [sys.executable, "-X", "importtime", "-m", "companion", *arguments],
        cwd=ROOT, capture_output=True, text=True, check=True,
    )  # fmt: skip
    loaded = {line.rpartition("|")[2].strip() for line in answer.stderr.splitlines()}
    assert not loaded & HEAVY


def test_help_names_every_command_in_both_languages(tmp_path: Path) -> None:
    english = islekeeper("--help", state=tmp_path).stdout
    czech = islekeeper("--help", "--language", "cs", state=tmp_path).stdout
    for name in ("kiosk", "table", "script", "games", "deck"):
        assert name in english
        assert name in czech
    assert "touchscreen" in english
    assert "dotyk" in czech
    assert "cli." not in english + czech
    assert islekeeper("--help", state=tmp_path, LANG="cs_CZ.UTF-8").stdout == czech


@pytest.mark.parametrize(
    "arguments",
    [("tabel",), ("games",), ("games", "shwo", "x"), ("--language", "xx"), ("script", "a", "b")],
)
def test_a_wrong_command_line_ends_with_2(arguments: tuple[str, ...], tmp_path: Path) -> None:
    answer = islekeeper(*arguments, state=tmp_path)
    assert answer.returncode == 2
    assert "usage" in answer.stderr
    assert files(tmp_path) == set()


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("script", "/no/such/file"), "/no/such/file"),
        (("script", "--db", "/dev/null/file"), "/dev/null/file"),
        (("games", "show", "x"), "journal"),
        (("games", "verify", "/no/such/file"), "journal"),
        (("games", "import", "/no/such/file"), "/no/such/file"),
        (("games", "restore", "/no/such/file"), "/no/such/file"),
    ],
)
def test_what_fails_says_so_in_one_line(
    arguments: tuple[str, ...], said: str, tmp_path: Path
) -> None:
    answer = islekeeper(*arguments, state=tmp_path)
    assert answer.returncode == 1
    assert len(answer.stderr.splitlines()) == 1, answer.stderr
    assert answer.stderr.startswith("islekeeper: ")
    assert said in answer.stderr


def test_the_touchscreen_says_that_it_needs_a_display(tmp_path: Path) -> None:
    answer = islekeeper("kiosk", state=tmp_path, SSH_CONNECTION="1", WAYLAND_DISPLAY="")
    assert answer.returncode == 1
    assert "display" in answer.stderr
    assert len(answer.stderr.splitlines()) == 1


@pytest.mark.parametrize("folder", ["beside", "/dev/null/islekeeper"])
def test_the_touchscreen_says_in_one_line_that_its_folder_does_not_do(
    folder: str, tmp_path: Path
) -> None:
    answer = islekeeper(
        "kiosk", state=tmp_path, STATE_DIRECTORY=folder, SDL_VIDEODRIVER="offscreen"
    )
    assert answer.returncode == 1
    assert len(answer.stderr.splitlines()) == 1, answer.stderr
    assert folder in answer.stderr


def test_the_touchscreen_gets_a_session_a_folder_and_a_display(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    given: list[Any] = []

    def run(open_session: Any, state_dir: Path, display: Any, *_: Any, language: str | None) -> int:
        with open_session() as session:
            given.extend([session.path, state_dir, bool(display), language])
        return 0

    monkeypatch.setenv("STATE_DIRECTORY", str(tmp_path))
    monkeypatch.setenv("SDL_VIDEODRIVER", "offscreen")
    monkeypatch.setattr("companion.kiosk.main.run", run)
    assert cli.main(["--language", "cs"]) == 0
    assert given == [tmp_path / "journal.sqlite3", tmp_path, True, "cs"]


def test_without_a_display_the_table_opens_in_the_terminal_and_says_so(tmp_path: Path) -> None:
    answer = islekeeper(state=tmp_path, SSH_CONNECTION="1", WAYLAND_DISPLAY="")
    assert answer.returncode == 0, answer.stderr
    assert "no display" in answer.stderr
    assert "New game" in answer.stdout


def test_a_script_answers_each_line_and_writes_nothing(tmp_path: Path) -> None:
    answer = islekeeper("script", state=tmp_path, stdin=lines(NEW, {"undo": True}) + "\nx\n")
    assert answer.returncode == 0
    assert [json.loads(line)["ok"] for line in answer.stdout.splitlines()] == [True, False, False]
    assert answer.stderr == ""
    assert files(tmp_path) == set()


def test_a_script_speaks_the_language_asked_for_and_reads_a_file(tmp_path: Path) -> None:
    asked = tmp_path / "game.jsonl"
    asked.write_text(lines({"undo": True}), encoding="utf-8")
    answer = islekeeper("script", str(asked), "--language", "cs", state=tmp_path)
    assert "Ještě žádná hra" in json.loads(answer.stdout)["refused"]["text"]


def test_a_broken_pipe_is_quiet(tmp_path: Path) -> None:
    command = f"yes '{json.dumps(NEW)}' | {sys.executable} -m companion script | head -n 1"
    answer = subprocess.run(
        ["bash", "-c", command], cwd=ROOT, capture_output=True, text=True, check=False, timeout=60,
        env={**os.environ, "STATE_DIRECTORY": str(tmp_path)},
    )  # fmt: skip
    assert len(answer.stdout.splitlines()) == 1
    assert answer.stderr == ""


COMMANDS = [("table",), ("deck",), ("script",), ("games", "list")]


@pytest.mark.parametrize("closed", ["<&-", ">&-", "2>&-", "<&- >&- 2>&-"])
@pytest.mark.parametrize("command", COMMANDS)
def test_a_standard_stream_may_be_closed(
    command: tuple[str, ...], closed: str, tmp_path: Path
) -> None:
    """As if it were the null device: its descriptor must not go to the journal either."""
    answer = redirected(command, closed, tmp_path)
    assert (answer.returncode, answer.stderr) == (0, "")
    if command[0] in ("table", "deck"):
        assert islekeeper(*command, state=tmp_path).returncode == 0


@pytest.mark.parametrize("command", [*COMMANDS[:2], COMMANDS[3], ("games", "export", "g")])
def test_a_full_disk_under_the_output_is_named_with_its_cure(
    command: tuple[str, ...], tmp_path: Path
) -> None:
    if "export" in command:
        journal = str(tmp_path / "journal.sqlite3")
        assert islekeeper("script", "--db", journal, state=tmp_path, stdin=lines(NEW)).stdout
        command = (*command[:2], islekeeper("games", "list", state=tmp_path).stdout.split()[0])
    answer = redirected(command, ">/dev/full", tmp_path)
    assert answer.returncode == 1
    assert len(answer.stderr.splitlines()) == 1, answer.stderr
    assert "standard output" in answer.stderr
    assert "room" in answer.stderr


def redirected(command: tuple[str, ...], how: str, state: Path) -> subprocess.CompletedProcess[str]:
    """`command` run by a shell that redirects its streams by `how`."""
    return subprocess.run(
        ["bash", "-c", f'"$0" -m companion "$@" {how}', sys.executable, *command],
        cwd=ROOT, env={**os.environ, "STATE_DIRECTORY": str(state), "LANG": "C.UTF-8"},
        stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False, timeout=60,
    )  # fmt: skip


def test_games_from_begin_to_end(tmp_path: Path) -> None:
    """List, show, export, verify, delete, bring back, import: on a journal that a script made."""
    journal = tmp_path / "journal.sqlite3"
    play = lines(NEW, {"do": "skip_setup", "seat": "Anna"}, {"do": "draw_card", "seat": "Anna"})
    assert islekeeper("games", "list", state=tmp_path).stdout.strip() == "There is no game yet."
    assert islekeeper("script", "--db", str(journal), state=tmp_path, stdin=play).returncode == 0
    listed = islekeeper("games", "list", state=tmp_path).stdout
    game = listed.split()[0]
    assert "Anna 2, Ben 2, Cy 2" in listed
    assert "Entries: 3" in islekeeper("games", "show", game[:4], state=tmp_path).stdout
    copy = tmp_path / "copy.json"
    assert islekeeper("games", "export", game, str(copy), state=tmp_path).returncode == 0
    assert islekeeper("games", "export", game, str(copy), state=tmp_path).returncode == 0
    note = tmp_path / "note.txt"
    note.write_text("what to buy", encoding="utf-8")
    kept = islekeeper("games", "export", game, str(note), state=tmp_path)
    assert (kept.returncode, note.read_text("utf-8")) == (1, "what to buy")
    assert "--force" in kept.stderr
    forced = islekeeper("games", "export", game, str(note), "--force", state=tmp_path)
    assert (forced.returncode, note.read_bytes()[:9]) == (0, b'{"format"')
    checked = islekeeper("games", "verify", str(copy), state=tmp_path)
    assert checked.returncode == 0, checked.stdout
    assert islekeeper("games", "verify", game, state=tmp_path).returncode == 0
    copy.write_text(copy.read_text("utf-8").replace('"Ben"', '"Bob"'), encoding="utf-8")
    spoiled = islekeeper("games", "verify", str(copy), state=tmp_path)
    assert spoiled.returncode == 1
    assert "fault" in spoiled.stdout
    assert islekeeper("games", "delete", game, state=tmp_path).returncode == 0
    assert "no game" in islekeeper("games", "list", state=tmp_path).stdout
    assert game in islekeeper("games", "list", "--deleted", state=tmp_path).stdout
    assert islekeeper("games", "undelete", game, state=tmp_path).returncode == 0
    assert islekeeper("games", "archive", game, state=tmp_path).returncode == 0
    assert "archived" in islekeeper("games", "list", state=tmp_path).stdout
    missing = islekeeper("games", "show", "zzzz", state=tmp_path)
    assert (missing.returncode, "zzzz" in missing.stderr) == (1, True)
    good = islekeeper("games", "export", game, state=tmp_path).stdout
    copy.write_text(good, encoding="utf-8")
    other = tmp_path / "other"
    assert islekeeper("games", "import", str(copy), state=other).returncode == 0
    assert "Anna 2" in islekeeper("games", "list", state=other).stdout
    piped = islekeeper("games", "import", "-", state=tmp_path / "piped", stdin=good)
    assert piped.returncode == 0, piped.stderr


def test_a_damaged_game_goes_on_from_its_sound_part(tmp_path: Path) -> None:
    journal = tmp_path / "journal.sqlite3"
    play = lines(NEW, {"do": "skip_setup", "seat": "Anna"}, {"do": "draw_card", "seat": "Anna"})
    assert islekeeper("script", "--db", str(journal), state=tmp_path, stdin=play).returncode == 0
    game = islekeeper("games", "list", state=tmp_path).stdout.split()[0]
    sound = islekeeper("games", "rescue", game, state=tmp_path).stdout
    assert "nothing to rescue" in sound
    content = journal.read_bytes()
    journal.write_bytes(content.replace(b'"action":"draw_card"', b'"action":"draw_carb"'))
    refused = islekeeper("games", "export", game, state=tmp_path)
    assert refused.returncode == 1
    assert "damaged after entry 2" in refused.stderr
    rescued = islekeeper("games", "rescue", game, state=tmp_path)
    assert rescued.returncode == 0, rescued.stderr
    new = rescued.stdout.split()[-1].rstrip(".")
    assert "Entries: 2" in islekeeper("games", "show", new, state=tmp_path).stdout
    assert "Entries: 3" in islekeeper("games", "show", game, state=tmp_path).stdout


def test_the_deck_goes_on_where_it_was(tmp_path: Path) -> None:
    first = islekeeper("deck", state=tmp_path, stdin="\n\nu\n").stdout
    again = islekeeper("deck", state=tmp_path, stdin="q\n").stdout
    assert "Card 2 of 31" in first
    assert "Card 1 of 31" in again
    assert "Known" in again
    assert files(tmp_path) <= {"deck.sqlite3", "deck.sqlite3.lock"}
    assert "36 cards" in islekeeper("deck", "--new", "--all", state=tmp_path, stdin="q\n").stdout
