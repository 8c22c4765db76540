"""The new game in a terminal: each answer is judged at once, and nothing that was typed is lost."""

from __future__ import annotations

import io
from pathlib import Path
from typing import Any

import pytest

from companion.core import registry
from companion.i18n.text import Ref
from companion.i18n.translator import Translator
from companion.journal import JournalFull
from companion.scenario.files import ScenarioRefused, available, load, sort_boards, sort_out
from companion.session import Options, Session
from companion.terminal.console import BACK, Console
from companion.terminal.table import TableFace
from companion.terminal.tables import ScriptClock
from tests.terminal.playing import Keys

THREE = ["Anna", "", "Ben", "", "Cy", "", ""]
REST = ["", "3", "2"]
"""No variant, numbers typed in, no house rules."""

SOUND = 'format = 1\nid = "{id}"\nmodules = ["base"]\nplayers = [{low}, {high}]\n'


class Evening:
    """What the terminal showed, and the game that came of it, if any."""

    def __init__(
        self, folder: Path, keys: list[str], own: Path | None = None, language: str = "en"
    ) -> None:
        out = io.StringIO()
        console = Console(Keys(keys), out, Translator(language, strict=True), width=lambda: 100)
        options = Options(folder / "j.sqlite3", clock=ScriptClock(), own_scenarios=own)
        with Session(options, inline=True) as session:
            TableFace(session, console, language, own).run()
            state = session.snapshot.state
            self.setup: Any = None if state is None else state.setup
        self.shown = out.getvalue()

    @property
    def names(self) -> list[str]:
        return [seat.name for seat in self.setup.seats if seat.kind == "player"]


def number_of(variant: str) -> str:
    known = [v for v in registry.variants() if v not in registry.NUMBER_MODULES.values()]
    return str(known.index(variant) + 1)


@pytest.mark.parametrize(
    ("bad", "said"),
    [
        ("x" * 41, "too long"),
        ("anna", "anna"),
        ("A\x1bb", "control characters"),
        ("", "at least"),
    ],
)
@pytest.mark.parametrize("language", ["en", "cs"])
def test_a_name_is_judged_when_it_is_typed(
    bad: str, said: str, language: str, tmp_path: Path
) -> None:
    keys = ["1", "Anna", "", bad, *THREE[2:], *REST]
    evening = Evening(tmp_path, keys, language=language)
    assert evening.names == ["Anna", "Ben", "Cy"]
    complaint, following = evening.shown.split("Cy")[0], evening.shown
    if language == "en":
        assert said in complaint
    again = Translator(language)("newgame.player", n=2)
    assert following.count(again) == 2  # the same question once more, and no other anew
    assert following.count(Translator(language)("newgame.player", n=1)) == 1


def test_no_more_names_are_asked_for_than_can_play(tmp_path: Path) -> None:
    four = ["Anna", "", "Ben", "", "Cy", "", "Dan", ""]
    evening = Evening(tmp_path, ["1", *four, *REST])
    assert evening.names == ["Anna", "Ben", "Cy", "Dan"]
    assert "Player 5" not in evening.shown


def test_what_cannot_be_together_is_asked_again_at_once(tmp_path: Path) -> None:
    """Two players need their variant, and event cards are no third source of numbers."""
    two = ["Anna", "", "Ben", "", ""]
    pair = number_of("two_players")
    evening = Evening(tmp_path, ["1", *two, "", pair, "3", "2"])
    assert evening.names == ["Anna", "Ben"]
    assert evening.setup.variants == ("two_players",)
    assert evening.shown.count(Translator("en")("newgame.variants")) == 2
    assert "Player 1" in evening.shown.split(Translator("en")("newgame.variants"))[0]
    assert evening.shown.count("Player 1>") == 1


@pytest.mark.parametrize("steps", range(1, 4))
def test_back_goes_one_question_back(steps: int, tmp_path: Path) -> None:
    """From the last question, as many times: what was entered stands there as the default."""
    pair = [number_of("two_players"), "3"]
    back = ["1", "Anna", "", "Ben", "", "", *pair, *[BACK] * steps]
    again = ["", "", ""][3 - steps :] if steps < 3 else ["", "", ""]
    evening = Evening(tmp_path, [*back, *again, "", "q"])
    assert evening.names == ["Anna", "Ben"]
    assert evening.setup.variants == ("two_players",)
    assert evening.setup.numbers == "typed"


def test_back_in_the_list_of_players_takes_the_last_answer_back(tmp_path: Path) -> None:
    keys = ["1", "Anna", "", "Bob", BACK, "Ben", "", "Dan", "", BACK, "Cy", "", "", *REST]
    assert Evening(tmp_path, keys).names == ["Anna", "Ben", "Cy"]


def test_a_dialog_that_was_left_opens_with_what_was_entered(tmp_path: Path) -> None:
    left = ["1", *THREE, BACK, "2", BACK]  # back to the players, others, back to the table
    evening = Evening(tmp_path, [*left, "1", "", *REST])
    assert evening.names == ["Anna", "Ben", "Cy"]
    kept = Translator("en")("newgame.these_players", players=("Anna", "Ben", "Cy"))
    assert kept in evening.shown


def test_a_game_that_was_not_recorded_is_asked_for_with_what_was_entered(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    class FullOnce:
        left = 1

    from companion.journal.games import Games

    create = Games.create

    def full(self: Games, *args: Any, **given: Any) -> Any:
        if FullOnce.left:
            FullOnce.left -= 1
            raise JournalFull("journal.full", file="j.sqlite3", detail="no room")
        return create(self, *args, **given)

    monkeypatch.setattr(Games, "create", full)
    evening = Evening(tmp_path, ["1", *THREE, *REST, "1", "", "", "", ""])
    assert "No room" in evening.shown
    assert evening.names == ["Anna", "Ben", "Cy"]
    assert evening.setup.numbers == "typed"


def test_a_finished_draft_is_not_kept_for_the_next_game(tmp_path: Path) -> None:
    evening = Evening(tmp_path, ["1", *THREE, *REST, "n", "1"])
    assert "Keep these players" not in evening.shown
    assert "The same players again" in evening.shown


# -- scenarios ----------------------------------------------------------------------------------


def scenarios(folder: Path) -> Path:
    """Two sound scenarios, and every kind of faulty one."""
    own = folder / "scenarios"
    own.mkdir()
    (own / "six.toml").write_text(SOUND.format(id="six", low=5, high=6))
    (own / "three.toml").write_text(SOUND.format(id="three", low=3, high=3))
    (own / "wrong.toml").write_text("format = 7\nplayers = 4\nwhat = 1\n")
    (own / "text.toml").write_text("no toml at all")
    (own / "bytes.toml").write_bytes(b"\xff\xfe")
    (own / "folder.toml").mkdir()
    (own / "dangling.toml").symlink_to("nowhere")
    return own


FAULTY = {"wrong", "text", "bytes", "folder", "dangling"}


def test_whatever_is_offered_can_be_loaded_or_says_why_not(tmp_path: Path) -> None:
    own = scenarios(tmp_path)
    sound, faulty = sort_out(own)
    assert set(sound) == {"base", "six", "three"}
    assert set(faulty) == FAULTY
    boards_only = set(available(own)) - {*sound, *faulty}
    assert boards_only == {name for name, found in sort_boards(own)[0].items() if not found.modules}
    for name in faulty:
        with pytest.raises(ScenarioRefused) as refused:
            load(name, own)
        for problem in refused.value.problems:
            said = Translator("en", strict=True).text(problem.text)
            assert f"{name}.toml" in said
            assert "Errno" not in said
            assert "Did you mean" not in said or name == "wrong"


@pytest.mark.parametrize("language", ["en", "cs"])
def test_faulty_scenarios_are_named_with_every_fault_and_not_offered(
    language: str, tmp_path: Path
) -> None:
    own, tr = scenarios(tmp_path), Translator(language, strict=True)
    # 1 base, 2 six, 3 three; six is not for three players, and an empty line is the base game.
    evening = Evening(tmp_path, ["1", *THREE, "2", "4", "", *REST], own, language)
    assert evening.setup.scenario == "base"
    flat = " ".join(evening.shown.split())
    for name, problems in sort_out(own)[1].items():
        assert tr("newgame.faulty_scenario", name=name) in flat
        for problem in problems:
            assert "".join(tr.text(problem.text).split()) in "".join(flat.split())
    assert " 3  three" in evening.shown
    asked = evening.shown.split(tr("newgame.scenario"))[1]
    assert " 4  " not in asked.split(tr("newgame.variants"))[0]
    assert tr("newgame.players", count=3, low=5, high=6) in flat
    assert tr("terminal.number_between", low=1, high=3) in flat


def test_as_many_may_play_as_a_scenario_of_the_table_takes(tmp_path: Path) -> None:
    own = scenarios(tmp_path)
    five = [word for name in ("Anna", "Ben", "Cy", "Dan", "Eve") for word in (name, "")]
    evening = Evening(tmp_path, ["1", *five, "", BACK, "2", "Anna", "", "Ben", "", "Cy"], own)
    assert "Player 6" in evening.shown
    assert "Which scenario?" in evening.shown


def test_every_question_with_a_usual_answer_takes_an_empty_line(tmp_path: Path) -> None:
    own = scenarios(tmp_path)
    evening = Evening(tmp_path, ["1", *THREE, "", "", "", ""], own)
    assert evening.setup.scenario == "base"
    assert evening.setup.numbers == "cards"
    assert evening.setup.edition == "default"
    shown = Translator("en").show(Ref("number_source", "cards"))
    assert f"{shown} *" in evening.shown
