"""How `games` says, in words, where a game stands."""

from __future__ import annotations

from pathlib import Path

from tests.session.playing import begun, do, inline
from tests.test_cli import islekeeper


def test_a_game_that_was_won_is_listed_and_shown_as_finished(tmp_path: Path) -> None:
    with inline(tmp_path / "journal.sqlite3") as session:
        game = begun(session).game
        do(session, "skip_setup", "s1")
        assert "  active  " in islekeeper("games", "list", state=tmp_path).stdout
        do(session, "end_game", winner="s2")
    assert "  finished  " in islekeeper("games", "list", state=tmp_path).stdout
    assert "finished" in islekeeper("games", "show", game, state=tmp_path).stdout
