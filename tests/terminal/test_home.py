"""The terminal's menu without a game: games that go on, that are over, or are damaged."""

from __future__ import annotations

import sqlite3
from pathlib import Path

from companion.core.model import Command
from companion.session import Options, Session
from tests.terminal.playing import table


def put_away(path: Path, *, over: bool = False) -> str:
    """A game of Anna and Ben in the journal, off the table; its id."""
    with Session(Options(path), inline=True) as session:
        session.new_game({"players": ["Anna", "Ben", "Cy"], "numbers": "typed"}).result()
        session.submit(Command("skip_setup", "s1")).result()
        if over:
            session.submit(Command("end_game", "s1")).result()
        game = session.snapshot.game
        assert game is not None
        session.close_game().result()
    return game


def test_a_game_that_goes_on_and_one_that_is_over_are_told_apart(tmp_path: Path) -> None:
    path = tmp_path / "j.sqlite3"
    put_away(path)
    assert "Resume: Anna 2, Ben 2, Cy 2 (turn 1)" in table(path, ["q"])
    put_away(path, over=True)
    shown = table(path, ["q"])
    assert "Finished: Anna 2, Ben 2, Cy 2 (turn 1)" in shown
    assert "Resume: " in shown


def test_a_game_whose_summary_says_nothing_is_not_offered_to_go_on_at_turn_0(
    tmp_path: Path,
) -> None:
    path = tmp_path / "j.sqlite3"
    put_away(path)
    with sqlite3.connect(path) as journal:
        journal.execute("UPDATE game SET summary = '{}'")
    shown = table(path, ["q"])
    assert "turn 0" not in shown
    assert "choose it to open it, or to see why it cannot be" in shown
