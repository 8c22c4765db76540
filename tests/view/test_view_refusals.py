"""Whatever is refused, before a game or in it, can be said in every language."""

from __future__ import annotations

from typing import Any

import pytest

from companion.core import history, registry
from companion.core.compose import CompositionRefused
from companion.core.frozen import FrozenMap
from companion.core.model import Command, ModuleRef, Refusal, Seat, Setup
from companion.i18n.languages import LANGUAGES
from companion.i18n.translator import Translator
from tests.view.scripted import SEATS, SEED, Table

TWO = SEATS[:2]
REFUSED_SETUPS: dict[str, tuple[dict[str, Any], str]] = {
    "too few": (
        {"seats": TWO},
        "Base game is for 3 to 4 players; 2 sit at the table. Change the players or the variants.",
    ),
    "too many": (
        {"variants": ("two_players",)},
        "Catan for Two is for 2 players; 3 sit at the table. Change the players or the variants.",
    ),
    "no such variant": (
        {"variants": ("two_player",)},
        "There is no variant two_player. Did you mean two_players?",
    ),
    "no such setting": (
        {"settings": FrozenMap({"base.targets": 9})},
        "No rules of this game have a setting base.targets (house). Did you mean base.target?",
    ),
    "no such value": (
        {"settings": FrozenMap({"base.target": 99})},
        "base.target cannot be 99. Possible: 3–30.",
    ),
    "no such edition": (
        {"edition": "en20200"},
        "There is no edition en20200. Did you mean en2020?",
    ),
    "one color twice": (
        {"seats": (*TWO, Seat("s3", "Bára", "red"))},
        "Two seats have the same color: red. Change one of them.",
    ),
}


@pytest.mark.parametrize("case", REFUSED_SETUPS)
def test_a_set_up_that_makes_no_game_says_why(case: str) -> None:
    more, english = REFUSED_SETUPS[case]
    with pytest.raises(CompositionRefused) as refused:
        registry.prepare(Setup(**{"seats": SEATS, "seed": SEED, **more}))
    (problem,) = refused.value.problems
    assert Translator("en", strict=True).text(problem.text) == english
    for code in LANGUAGES:
        assert Translator(code, strict=True).text(problem.text)


def test_a_game_of_other_rules_says_what_it_needs() -> None:
    setup = Setup(seats=SEATS, seed=SEED, modules=(ModuleRef("base", 99),))
    with pytest.raises(CompositionRefused) as refused:
        registry.rules_of(setup)
    english = Translator("en", strict=True).text(refused.value.problems[0].text)
    assert english.startswith("This game was begun with base version 99; this program has 1.")


REFUSED_COMMANDS: dict[str, tuple[Command, str]] = {
    "unknown action": (
        Command("build_raod", "s1"),
        "There is no action build_raod in this game. Did you mean build_road?",
    ),
    "unknown seat": (Command("build_road", "x"), "Nobody sits at x. Seats: s1, s2, s3."),
    "unknown argument": (
        Command("enter_faces", "s1", FrozenMap({"face": (1, 2)})),
        "This action takes no face. Did you mean faces?",
    ),
    "missing argument": (
        Command("enter_faces", "s1"),
        "Something is missing: faces. Possible: 2 × 1–6.",
    ),
    "bad argument": (
        Command("enter_faces", "s1", FrozenMap({"faces": (1, 7)})),
        "faces: [1, 7] is not possible. Possible: 2 × 1–6.",
    ),
    "too early": (
        Command("build_road", "s1"),
        "Road: not now. Ada: which number comes up?",
    ),
    "somebody else": (
        Command("enter_faces", "s2", FrozenMap({"faces": (1, 2)})),
        "It is up to Ada now.",
    ),
    "stale": (
        Command("enter_faces", "s1", FrozenMap({"faces": (1, 2)}), prompt="0.99"),
        "That is settled already.",
    ),
    "no card": (Command("play_knight", "s1"), "Ada holds no development card."),
}


@pytest.mark.parametrize("case", REFUSED_COMMANDS)
def test_a_command_that_is_refused_says_why(case: str) -> None:
    command, english = REFUSED_COMMANDS[case]
    table = Table(numbers="typed")
    table.do("skip_setup", "s1")
    refusal = history.submit(table.log, command)
    assert isinstance(refusal, Refusal)
    assert table.translator().text(refusal.text) == english
    for code in LANGUAGES:
        assert table.translator(code).text(refusal.text)


def test_what_cannot_be_undone_or_redone_says_so() -> None:
    log = Table(numbers="typed").log
    said = {
        refusal.code: Translator("en", strict=True).text(refusal.text)
        for refusal in (history.undo(log), history.redo(log), history.undo_turn(log))
        if isinstance(refusal, Refusal)
    }
    assert said == {
        "nothing_to_undo": "Nothing has happened in this turn yet.",
        "nothing_to_redo": "There is nothing to redo.",
    }
