"""The table in a terminal, played by what somebody would type."""

from __future__ import annotations

import io
import os
import pty
import re
import select
import subprocess
import sys
from pathlib import Path
from random import Random

import pytest

from companion.core.actions import _TYPES
from companion.core.model import Command
from companion.i18n.text import Text
from companion.i18n.translator import Translator
from companion.session import Options, Session
from companion.terminal.console import BACK, Console
from companion.terminal.pickers import PICKERS, arguments
from companion.terminal.table import TableFace
from companion.terminal.tables import ScriptClock
from companion.view import present
from companion.view.model import ActionView, ChoiceView, ParamView, TraitView
from tests.terminal.playing import Keys, table

ROOT = Path(__file__).parents[2]
GOLDEN = Path(__file__).parent / "golden"

NEW_GAME = ["1", "Anna", "", "Ben", "", "Cy", "", "", "", "3", "2"]
"""New game: three names in their first colors, no variant, own dice typed in, no house rules."""


def skip_setup(shown: str) -> str:
    """The number of the move that says all start pieces stand."""
    found = re.findall(r"^ *(\d+)  .*All placed$", shown, re.MULTILINE)
    return str(found[-1])


def begun(path: Path) -> None:
    """A game on the table in `path`, its set-up past."""
    with Session(Options(path, clock=ScriptClock()), inline=True) as session:
        request = {"players": ["Anna", "Ben", "Cy"], "numbers": "typed", "seed": "terminal"}
        session.new_game(request).result()
        log = session.snapshot.log
        assert log is not None
        session.submit(Command("skip_setup", "s1")).result()


def compare(name: str, shown: str) -> None:
    """`shown` is what was looked at and kept. Set ISLEKEEPER_GOLDENS=write to keep it anew."""
    file = GOLDEN / name
    if os.environ.get("ISLEKEEPER_GOLDENS") == "write":
        GOLDEN.mkdir(exist_ok=True)
        file.write_text(shown, encoding="utf-8")
    assert shown == file.read_text(encoding="utf-8")


def test_a_new_game_is_a_few_answers(tmp_path: Path) -> None:
    shown = table(tmp_path / "j.sqlite3", NEW_GAME)
    assert "Round 1" in shown
    assert "● Anna  0/10" in shown
    answer = table(tmp_path / "j.sqlite3", [skip_setup(shown), "q"])
    assert "Turn 1: ● Anna" in answer


@pytest.mark.parametrize(("language", "width"), [("en", 80), ("cs", 80), ("en", 32)])
def test_screens(language: str, width: int, tmp_path: Path) -> None:
    path = tmp_path / "j.sqlite3"
    begun(path)
    keys = ["", "5 6", "", "", "34", "h", "", "s", "", "g", "", "k", "", "q"]
    shown = table(path, keys, language, width=width)
    longest = max(len(line) for line in shown.splitlines())
    assert longest <= width + 20  # what is typed stands behind its question
    compare(f"table-{language}-{width}.txt", shown)


def test_settling_stands_behind_every_move_and_asks_where_it_takes_all_answers(
    tmp_path: Path,
) -> None:
    path = tmp_path / "j.sqlite3"
    with Session(Options(path, clock=ScriptClock()), inline=True) as session:
        session.new_game({"players": ["Anna", "Ben", "Cy"], "numbers": "typed"}).result()
    shown = table(path, ["q"])
    assert re.findall(r"^ +\d  (.*)$", shown, re.MULTILINE)[-1] == "Anna: Settled at the table"
    shown = table(path, ["3", "2", "q"])
    assert "Settle it for everybody at once (Anna, Ben, Cy)?" in shown
    assert "Undo" not in shown
    shown = table(path, ["3", "1", "q"])
    assert "Round 2" in shown.split("Settle it for everybody")[1]
    assert "Undo: Anna, settled at the table: “Round 1: everybody" in " ".join(shown.split())


def test_undo_redo_and_undo_of_the_turn_say_what_they_take(tmp_path: Path) -> None:
    path = tmp_path / "j.sqlite3"
    begun(path)
    shown = table(path, ["", "56", "u", "r", "t", "q"])
    assert "Undo: 11 comes up: 5 + 6" in shown
    assert "Redo: 11 comes up: 5 + 6" in shown
    assert shown.rstrip().split("Turn 1")[-1].count("comes up?") == 1


def test_what_is_refused_can_be_insisted_on(tmp_path: Path) -> None:
    path = tmp_path / "j.sqlite3"
    begun(path)
    shown = table(path, ["i", "2", "1", "1", "q"])
    with Session(Options(path), inline=True) as session:
        state = session.snapshot.state
        assert state is not None
        assert state.forced == 1, shown


def test_a_wrong_reading_is_mended_in_the_history(tmp_path: Path) -> None:
    path = tmp_path / "j.sqlite3"
    begun(path)
    # Entry 2, replace it, the same move, other faces, yes.
    shown = table(path, ["", "5 6", "h", "2", "1", "", "2 3", "1", "q"])
    assert "~     2  5 comes up: 2 + 3" in table(path, ["h", "", "q"]), shown


def test_the_language_is_kept(tmp_path: Path) -> None:
    path = tmp_path / "j.sqlite3"
    begun(path)
    table(path, ["l", "2", "q"])
    out = _run(["table"], tmp_path, "q\n")
    assert "Tah 1" not in out  # another state directory: nothing of it is there
    with Session(Options(path), inline=True) as session:
        assert session.preferences.get("terminal.language").result() == "cs"


@pytest.mark.parametrize(
    "keys", [[], ["xyz", "999", "", "-1", "²", "q"], ["1", BACK, "q"], ["c", BACK]]
)
def test_whatever_is_typed_the_table_stays(keys: list[str], tmp_path: Path) -> None:
    path = tmp_path / "j.sqlite3"
    begun(path)
    shown = table(path, keys)
    assert "Everything is saved." in shown
    assert "Traceback" not in shown


def test_a_whole_game_to_its_end(tmp_path: Path) -> None:
    """Random numbers typed at the terminal, until somebody has won; then the ranking shows."""
    path = tmp_path / "j.sqlite3"
    begun(path)
    rng = Random(7)
    with Session(Options(path), inline=True) as session:
        keys = Typist(session, rng)
        out = io.StringIO()
        console = Console(keys, out, Translator("en"))
        TableFace(session, console, "en").run()
        state = session.snapshot.state
    shown = out.getvalue()
    assert state is not None
    assert state.over
    assert "wins!" in shown
    assert "Ranking" in shown
    assert "Seed: " in shown
    assert keys.typed > 50


class Typist:
    """Types any number that stands on the screen of a game, and yes when asked about the win."""

    LIMIT = 4000

    def __init__(self, session: Session, rng: Random) -> None:
        self._session = session
        self._rng = rng
        self.typed = 0
        self._last: list[str] = []

    def __call__(self) -> str:
        self.typed += 1
        assert self.typed < self.LIMIT, "the game does not end"
        log = self._session.snapshot.log
        assert log is not None
        if log.state.over:
            self._last = self._last or ["k", "", "q"]
            return self._last.pop(0)
        moves = [
            a
            for g in present(log.rules, log.state, log=log).actions
            for a in g.actions
            if not a.correction
        ]
        claim = next((n for n, a in enumerate(moves, 1) if a.name == "claim_victory"), None)
        if claim is not None:
            return str(claim)
        return self._rng.choice(
            ["", "1", "2", "3", str(self._rng.randint(1, len(moves) or 1)), "34"]
        )


def _run(arguments: list[str], state: Path, stdin: str) -> str:
    env = {**os.environ, "STATE_DIRECTORY": str(state / "other"), "LANG": "C.UTF-8"}
    return subprocess.run(
        [sys.executable, "-m", "companion", *arguments],
        cwd=ROOT, env=env, input=stdin, capture_output=True, text=True, check=True, timeout=60,
    ).stdout  # fmt: skip


IN_TERMINAL = """
import fcntl, os, signal, sys, termios
signal.signal(signal.SIGINT, signal.SIG_DFL)  # what runs the tests in the background ignores it
fcntl.ioctl(0, termios.TIOCSCTTY, 0)  # so that Ctrl-C comes from it
os.execv(sys.executable, [sys.executable, "-m", "companion", "table"])
"""


def in_terminal(state: Path, keys: bytes, **environment: str) -> tuple[str, int]:
    """What a real (pseudo) terminal shows, and the exit status."""
    env = {**os.environ, "STATE_DIRECTORY": str(state), "LANG": "C.UTF-8", "TERM": "xterm"}
    leader, follower = pty.openpty()
    with subprocess.Popen(
        [sys.executable, "-c", IN_TERMINAL],
        cwd=ROOT, env={**env, **environment}, stdin=follower, stdout=follower, stderr=follower,
        start_new_session=True,
    ) as process:  # fmt: skip
        os.close(follower)
        shown = b""
        sent = False
        while select.select([leader], [], [], 30)[0]:
            try:
                more = os.read(leader, 65536)
            except OSError:
                break
            shown += more
            if not sent and shown.rstrip(b" ").endswith(b">"):
                sent = True
                os.write(leader, keys)
        status = process.wait(30)
    os.close(leader)
    return shown.decode("utf-8", "replace"), status


@pytest.mark.parametrize("keys", [b"\x04", b"\x03"], ids=["end-of-input", "ctrl-c"])
def test_leaving_a_terminal_is_clean(keys: bytes, tmp_path: Path) -> None:
    shown, status = in_terminal(tmp_path, keys)
    assert status == 0
    assert "Everything is saved." in shown
    assert "Traceback" not in shown


def test_colors_only_where_they_are_wanted(tmp_path: Path) -> None:
    assert "\x1b[1m" in in_terminal(tmp_path, b"\x04")[0]
    plain = in_terminal(tmp_path, b"\x04", NO_COLOR="1")[0]
    assert "m" not in re.findall(r"\x1b\[[0-9;]*([A-Za-z])", plain)
    assert "\x1b" not in in_terminal(tmp_path, b"\x04", TERM="dumb")[0]


# -- pickers ----------------------------------------------------------------------------------


def ask(param: ParamView, *keys: str) -> object:
    """What a picker gives for what is typed."""
    out = io.StringIO()
    console = Console(Keys(keys), out, Translator("en"))
    action = ActionView("x", Text("common.ok"), None, None, "turn", False, False, (param,))
    return arguments(console, action).get(param.name)


CHOICES = (ChoiceView("a", "A"), ChoiceView("b", "B"))
TRAITS = (
    TraitView("coast", Text("common.on"), "flag"),
    TraitView("harbor", Text("common.name"), "choice", CHOICES),
    TraitView("set", Text("common.color"), "set", CHOICES),
)


@pytest.mark.parametrize(
    ("param", "keys", "value"),
    [
        (ParamView("p", "seat", Text("common.name"), choices=CHOICES), ["3", "0", "x", "2"], "b"),
        (ParamView("p", "choice", Text("common.name"), True, choices=CHOICES), [""], None),
        (ParamView("p", "choice", Text("common.name"), True, default="b", choices=CHOICES), [""],
         "b"),
        (ParamView("p", "seats", Text("common.name"), choices=CHOICES), ["2, 1 2"], ("b", "a")),
        (ParamView("p", "count", Text("common.name"), low=1, high=3), ["4", "", "1.5", "2"], 2),
        (ParamView("p", "faces", Text("common.name"), high=6, count=2), ["7 1", "3", "3+4"],
         (3, 4)),
        (ParamView("p", "faces", Text("common.name"), high=6, count=2), ["34"], (3, 4)),
        (ParamView("p", "flag", Text("common.name"), default=False), ["1"], True),
        (ParamView("p", "name", Text("common.name")), ["", " Bára "], "Bára"),
        (ParamView("p", "value", Text("common.name")), ["12"], 12),
        (ParamView("p", "value", Text("common.name")), ["yes"], True),
        (ParamView("p", "position", Text("common.name")), ["{", "7", '{"seats":{}}'],
         {"seats": {}}),
        (ParamView("p", "traits", Text("common.name"), True, traits=TRAITS), ["1", "2", "1 2"],
         {"coast": True, "harbor": "b", "set": ("a", "b")}),
        (ParamView("p", "traits", Text("common.name"), True, traits=TRAITS), ["", "", ""], None),
    ],
)  # fmt: skip
def test_each_picker_insists_on_a_value_that_fits(
    param: ParamView, keys: list[str], value: object
) -> None:
    assert ask(param, *keys) == value


def test_every_type_of_the_rules_has_a_picker() -> None:
    # Records and positions are typed as JSON.
    assert set(_TYPES) - set(PICKERS) == {"list", "position"}
