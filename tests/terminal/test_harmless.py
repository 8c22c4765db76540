"""What a stranger's file or a script brings: it is shown, but it does nothing to the terminal."""

from __future__ import annotations

import io
import unicodedata
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.core.names import harmless, one_line
from companion.i18n.translator import Translator
from companion.session import Options, Session
from companion.terminal.console import Console
from companion.terminal.games import GamesCommand
from tests.terminal.playing import NEW, refusal, table

EVIL = {
    "escape": "A\x1b[2Jnna",
    "title": "A\x1b]0;x\x07nna",
    "c1": "A\x9b31mnna",
    "line": "A\nnna",
    "return": "A\rnna",
    "separator": "A\u2028nna",
    "override": "A\u202ennA",
    "isolate": "A\u2067nna",
    "mark": "A\u200fnna",
}


def does_something(shown: str) -> set[str]:
    """The characters of `shown` that move the cursor or turn the line around."""
    return {
        c
        for c in shown
        if (c != "\n" and unicodedata.category(c) in ("Cc", "Zl", "Zp"))
        or c in "\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"
    }  # fmt: skip


@given(st.text())
def test_whatever_is_written_only_the_console_ends_lines_and_colors(text: str) -> None:
    out = io.StringIO()
    console = Console(lambda: "", out, Translator("en"), width=lambda: 10_000)
    console.write_raw(text, text, "bold")
    console.rule(text)
    console.ask(text)
    assert not does_something(out.getvalue())
    assert out.getvalue().count("\n") == 2
    console.write(text)
    console.complain(text)
    assert not does_something(out.getvalue())


@given(st.text())
def test_what_is_harmless_stays(text: str) -> None:
    assert one_line(harmless(text))
    assert one_line(text) == (not does_something(text) and "\n" not in text and _whole(text))


def _whole(text: str) -> bool:
    return not any("\ud800" <= c <= "\udfff" for c in text)


@pytest.mark.parametrize("text", ["Žofie", "O’Neil", "李", "👩‍🚀", "عمر", "a b"])
def test_names_of_all_the_world_are_harmless(text: str) -> None:
    assert harmless(text) == text


@pytest.mark.parametrize("name", EVIL.values(), ids=EVIL)
def test_new_names_and_notes_of_that_kind_are_refused(name: str) -> None:
    lines: list[Any] = [
        {"new": {"players": [name, "Ben", "Cy"], "numbers": "typed"}},
        {"do": "rename_seat", "args": {"whose": "Ben", "name": name}},
        {"do": "note", "args": {"text": name}},
        {"do": "note", "args": {"text": name}, "forced": True},
        {"do": "enter_position", "args": {"position": {"seats": {"Ben": {"name": name}}}}},
    ]
    for line in lines:
        refused = refusal(line, NEW)
        said = [refused["text"], *(p["text"] for p in refused.get("problems", ()))]
        assert any("control characters" in text for text in said), line
        assert not does_something("".join(said))


@pytest.mark.parametrize("name", EVIL.values(), ids=EVIL)
def test_a_strangers_file_is_read_in_and_shown_harmless(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Another program wrote it, one that takes any name.
    monkeypatch.setattr("companion.scenario.newgame.one_line", lambda _: True)
    with Session(Options(tmp_path / "mine.sqlite3"), inline=True) as session:
        session.new_game({"players": [name, "Ben", "Cy"], "numbers": "typed"}).result()
        game = session.snapshot.game
        assert game is not None
        file = session.games.export(game, tmp_path / "game.json").result()
    out = io.StringIO()
    games = GamesCommand(Options(tmp_path / "j.sqlite3"), Translator("en"), out)
    assert games.run("import", {"file": str(file)}) == 0
    assert games.run("list", {"deleted": False}) == 0
    assert games.run("show", {"game": game}) == 0
    shown = out.getvalue() + table(tmp_path / "j.sqlite3", ["2", "h", "", "k", "", "q"])
    assert shown.count("nna") + shown.count("nnA") > 5
    assert not does_something(shown)
