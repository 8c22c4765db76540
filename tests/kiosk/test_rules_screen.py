"""The rule sheet on the touchscreen: what applies and why, and a house rule changed by touch."""

from __future__ import annotations

from typing import Any

import pytest

from companion.view import rule_sheet
from companion.view.pages import SheetView
from tests.kiosk import evenings
from tests.kiosk.evenings import Evening, Open, Window
from tests.kiosk.harness import LETTING_GO, SIZES

pytestmark = pytest.mark.window

opened = pytest.fixture(evenings.windows)


def sheet(window: Window) -> SheetView:
    snapshot = window.table.session.snapshot
    assert snapshot.rules is not None
    assert snapshot.state is not None
    return rule_sheet(snapshot.rules, snapshot.state)


def rows(screen: Any) -> dict[str, Any]:
    """Rows by their text."""
    from companion.kiosk.screens.rules_rows import RuleRow

    column = screen.column.column
    return {row.text: row for row in column.children if isinstance(row, RuleRow)}


def variants() -> Evening:
    table = Evening(evenings.CARDS)
    table.do("skip_setup", "s1")
    return table


def open_row(window: Window, screen: Any, text: str) -> Any:
    """Scroll to a row and tap it; the sheet that opens."""
    row = rows(screen)[text]
    screen.column.scroll_to(row, animate=False)
    window.stage.step(LETTING_GO)  # of the touch before
    window.stage.tap(row)
    # A scrolled column hands a touch on only when it knows that it is no swipe.
    window.stage.until(lambda: bool(window.overlays.sheets.children))
    return window.overlays.sheets.children[0]


def press_in_sheet(window: Window, text: str) -> None:
    """Tap a button of the sheet, which closes once the change counted."""
    window.stage.tap(text)
    window.stage.until(lambda: not window.overlays.sheets.children)
    window.stage.step(3)


def test_the_modules_and_what_follows_from_them_with_who_says_so(opened: Open) -> None:
    window = opened(variants())
    shown = rows(window.go("rules"))
    assert "Base game, Event Cards, Harbormaster, Friendly Robber" in shown
    assert shown["Points to win"].value == "11"
    assert shown["Points to win"].note == "Base game says · Harbormaster adds · BG-10, CO-2"


def test_every_setting_stands_with_its_value_its_layer_and_its_rules(opened: Open) -> None:
    window = opened(evenings.short())
    screen = window.go("rules")
    window.stage.tap("House rules")
    shown = rows(screen)
    assert shown["Points to win"].value == "8"
    assert shown["Points to win"].note == "House rule · BG-10"
    assert len(shown) == len(sheet(window).settings)


def test_disputed_points_say_what_the_editions_say(opened: Open) -> None:
    window = opened(variants())
    screen = window.go("rules")
    window.stage.tap("Disputed")
    shown = rows(screen)
    assert len(shown) == len(sheet(window).disputed) > 0
    row = shown["Trade Advantage while nobody holds the Longest Trade Route"]
    assert "English edition 2020: The sole owner of most roads acts" in row.note


def test_a_game_without_disputes_says_so(opened: Open) -> None:
    window = opened(evenings.short())
    window.go("rules")
    window.stage.tap("Disputed")
    assert window.stage.shows("Nothing in this game is disputed")


def test_a_choice_is_changed_by_touch_and_is_an_entry_to_undo(opened: Open) -> None:
    window = opened(variants())
    screen = window.go("rules")
    screen.show_tab("disputed")
    window.stage.step(2)
    name = "Trade Advantage while nobody holds the Longest Trade Route"
    open_row(window, screen, name)
    window.stage.tap("The sole owner of most roads acts")
    press_in_sheet(window, "Play so from now on")
    assert rows(screen)[name].value == "The sole owner of most roads acts"
    assert rows(screen)[name].note.startswith("House rule")
    window.table.undo()
    window.stage.step(3)
    assert rows(screen)[name].value == "Nobody acts"


def test_a_count_is_stepped_and_can_go_back_to_the_start(opened: Open) -> None:
    window = opened(evenings.short())
    screen = window.go("rules")
    screen.show_tab("settings")
    window.stage.step(2)
    opened_sheet = open_row(window, screen, "Points to win")
    stepper = next(w for w in opened_sheet.walk() if type(w).__name__ == "Stepper")
    window.stage.tap(stepper.plus)
    press_in_sheet(window, "Play so from now on")
    window.stage.until(lambda: rows(screen)["Points to win"].value == "9")
    open_row(window, screen, "Points to win")
    press_in_sheet(window, "As at the start")
    window.stage.until(lambda: rows(screen)["Points to win"].value == "8")


def test_the_edition_is_changed_from_now_on(opened: Open) -> None:
    window = opened(variants())
    screen = window.go("rules")
    open_row(window, screen, "Edition of the books")
    window.stage.tap("Polish edition")
    press_in_sheet(window, "Play so from now on")
    window.stage.until(lambda: rows(screen)["Edition of the books"].value == "Polish edition")
    assert sheet(window).edition == "pl"


def test_the_seal_is_shown_and_the_seed_only_at_the_end(opened: Open) -> None:
    window = opened(evenings.won())
    window.go("rules")
    window.stage.tap("Fair chance")
    assert window.stage.shows("00112233 44556677 8899aabb ccddeeff")
    assert window.stage.shows("islekeeper games verify FILE")
    window.table.do("play_on")
    window.stage.step(3)
    assert not window.stage.shows("00112233 44556677")
    assert window.stage.shows("Shown when the game is over")
    assert window.stage.shows(sheet_seal(window)[:8])


def sheet_seal(window: Window) -> str:
    view = window.host.view
    assert view is not None
    return view.seal.commitment


@pytest.mark.parametrize("size", SIZES, ids=lambda s: f"{s[0]}x{s[1]}")
@pytest.mark.parametrize("language", ["en", "cs"])
def test_nothing_overflows(opened: Open, size: tuple[int, int], language: str) -> None:
    window = opened(variants(), size, "light", language)
    screen = window.go("rules")
    for tab in ("game", "chance", "disputed", "settings"):
        screen.show_tab(tab)
        window.stage.step(3)
        assert window.stage.overflow_report(shortened=True) == [], tab
    for text in list(rows(screen)) if language == "cs" else ():
        open_row(window, screen, text)
        assert window.stage.overflow_report(shortened=True) == [], text
        window.host.back()
