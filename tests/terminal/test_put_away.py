"""A game that the view cannot show is put away; the terminal goes on."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.session import Options, Session
from companion.terminal.tables import ScriptClock
from tests.terminal.playing import table


def _fail(*_: object, **__: object) -> None:
    raise KeyError("a seat that nobody has")


def test_a_game_that_cannot_be_shown_is_put_away_and_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    path = tmp_path / "j.sqlite3"
    with Session(Options(path, clock=ScriptClock()), inline=True) as session:
        session.new_game({"players": ["Anna", "Ben", "Cy"]}).result()
        game = session.snapshot.game
    monkeypatch.setattr("companion.terminal.table.present", _fail)
    shown = table(path, [])
    assert "This game cannot be shown (KeyError: 'a seat that nobody has')" in " ".join(
        shown.split()
    )
    assert "New game" in shown
    assert "a seat that nobody has" in caplog.text
    with Session(Options(path, clock=ScriptClock()), inline=True) as session:
        assert session.snapshot.game is None
        assert [g.id for g in session.games.list().result()] == [game]
