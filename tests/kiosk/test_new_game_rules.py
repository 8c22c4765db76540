"""A new game by touch: by which rules it is played, and what cannot be."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.kiosk.evenings import Open, windows
from tests.kiosk.new_game_touches import FAULTY, PEOPLE, SHORT_GAME, Finger, club, over, own_files

pytestmark = pytest.mark.window


@pytest.fixture
def opened() -> Iterator[Open]:
    yield from windows()


def test_a_house_rule_names_its_source_and_its_rule(opened: Open) -> None:
    window = opened(club())
    window.go("new_game")
    finger = Finger(window)
    finger.tap(window.router.screen.rules)
    assert window.stage.shows("Rules · BG-10")
    from companion.kiosk.widgets.inputs import Stepper

    finger.tap(over(window, Stepper).plus)
    assert window.stage.shows("House rule · BG-10")
    finger.tap(over(window, Stepper).minus)
    assert window.stage.shows("Rules · BG-10")
    assert not window.stage.shows("House rule · BG-10")


def test_what_a_variant_adds_to_a_setting_is_said_before_the_game(opened: Open) -> None:
    window = opened(club(), (1280, 720))
    window.go("new_game")
    finger = Finger(window)
    finger.tap("Harbormaster")
    finger.tap(window.router.screen.rules)
    from companion.kiosk.screens.rules_rows import RuleRow
    from companion.kiosk.widgets.inputs import Stepper

    row = over(window, RuleRow)
    assert (row.text, row.value) == ("Points to win", "11")
    assert "Harbormaster" in row.note
    finger.tap(over(window, Stepper).plus)
    assert over(window, RuleRow).value == "12"


def test_every_reason_against_a_game_is_said(opened: Open) -> None:
    window = opened(club())
    window.go("new_game")
    finger = Finger(window)
    for name, _ in PEOPLE:
        finger.tap(name)
    chosen = window.router.screen.chosen
    chosen.settings = {"base.target": 77, "base.count_cards": "perhaps"}
    finger.start()
    assert window.table.session.snapshot.game is None
    assert window.router.here.name == "new_game"
    assert window.stage.shows("This game cannot be")
    seen = " ".join(text.text for text in window.stage.texts())
    assert "77" in seen
    assert "perhaps" in seen
    assert len(chosen.players) == len(PEOPLE)


def test_a_rule_of_a_variant_that_was_switched_off_does_not_count(opened: Open) -> None:
    window = opened(club())
    window.go("new_game")
    finger = Finger(window)
    for name in ("Anna", "Ben", "Cecílie"):
        finger.tap(name)
    finger.tap("Harbormaster")
    chosen = window.router.screen.chosen
    chosen.settings = {"harbormaster.judge_losses": True, "base.target": 11}
    finger.tap("Harbormaster")
    finger.start()
    state = window.table.session.snapshot.state
    assert state is not None
    assert dict(state.setup.settings) == {"base.target": 11}


def test_a_game_under_way_goes_on_to_its_position(opened: Open) -> None:
    window = opened(club(), (1280, 720))
    window.go("new_game")
    finger = Finger(window)
    for name in ("Anna", "Ben", "Cecílie"):
        finger.tap(name)
    screen = window.router.screen
    screen.game.scroll_y = 0
    window.stage.step(3)
    finger.tap("The game is under way: enter where it stands")
    finger.start()
    assert window.router.here.name == "position"
    assert window.stage.shows("Anna")
    assert not window.router.screen.ready.disabled
    finger.tap(window.router.screen.ready)
    finger.tap("That is right")
    assert window.router.here.name == "table"
    assert window.host.view.turn.number == 1


def test_only_the_programs_scenario_is_no_question(opened: Open) -> None:
    window = opened(club())
    window.go("new_game")
    assert not window.stage.shows("Scenario")


def test_a_scenario_of_the_tables_own_is_played_with_its_settings(opened: Open) -> None:
    table = club()
    own_files(table, quick=SHORT_GAME)
    window = opened(table)
    window.go("new_game")
    finger = Finger(window)
    for name, _ in PEOPLE:
        finger.tap(name)
    finger.tap("quick")
    assert window.stage.shows("This scenario is for 2 to 3 players.")
    finger.tap("4. Dan")
    finger.tap("Does not play")
    assert not window.stage.shows("This scenario is for")
    finger.tap(window.router.screen.rules)
    assert window.stage.shows("Scenario · BG-10")
    from companion.kiosk.widgets.inputs import Stepper

    assert over(window, Stepper).value == 7
    finger.tap(over(window, Stepper).plus)
    assert window.stage.shows("House rule · BG-10")
    finger.tap(over(window, Stepper).minus)
    window.overlays.close_sheet()
    assert window.router.screen.chosen.settings == {}
    finger.start()
    state = table.session.snapshot.state
    assert state is not None
    assert (state.setup.scenario, dict(state.setup.scenario_settings)) == (
        "quick",
        {"base.target": 7},
    )
    window.host.home("home")
    window.stage.step(4)
    assert window.stage.shows("quick")
    (table.scenarios / "quick.toml").unlink()
    window.go("new_game")
    assert window.router.screen.chosen.scenario == "base"


@pytest.mark.parametrize("size", [(800, 480), (720, 1280)], ids=lambda s: f"{s[0]}x{s[1]}")
def test_every_fault_of_a_scenario_file_is_read_and_the_others_are_played(
    size: tuple[int, int], opened: Open
) -> None:
    table = club()
    own_files(table, broken="format =", faulty=FAULTY, quick=SHORT_GAME)
    window = opened(table, size, "dark", "cs")
    window.go("new_game")
    finger = Finger(window)
    assert window.stage.shows("quick")
    assert window.stage.shows("1 chyba")
    assert window.stage.shows("5 chyb")
    assert window.stage.overflow_report(shortened=True) == []
    finger.tap("faulty.toml")
    seen = " ".join(text.text for text in window.stage.texts())
    for words in (str(table.scenarios), "other", "bse", "[4, 2]", "700", "base.tarrget"):
        assert words in seen, words
    assert window.stage.overflow_report(shortened=True) == []
    window.overlays.close_sheet()
    finger.tap("broken.toml")
    assert window.stage.shows("broken.toml nelze přečíst")
