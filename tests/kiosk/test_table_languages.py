"""What is said to a seat is said in its language; what is said to all stays in the screen's."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from companion.i18n.translator import Translator
from tests.kiosk.evenings import Evening, Open, windows
from tests.kiosk.harness import SIZES
from tests.kiosk.states import request, settle_all

pytestmark = pytest.mark.window

NAMES = ("Jana", "Ben", "Cyril")


@pytest.fixture
def opened() -> Iterator[Open]:
    yield from windows()


def mixed(**more: Any) -> Evening:
    """Jana reads Czech, Ben English, Cyril what the table reads; the set-up is past."""
    asked = request(*NAMES, **{"numbers": "typed", **more})
    asked["players"][0]["language"] = "cs"
    asked["players"][1]["language"] = "en"
    table = Evening(asked)
    table.do("skip_setup", "s1")
    return table


def steps(screen: Any) -> str:
    return " / ".join(label.text for label in screen.steps._texts)


def chips(screen: Any) -> set[str]:
    """What the answers among the steps say."""
    targets = [w for w in screen.steps.walk() if getattr(w, "is_target", False)]
    return {getattr(w, "text", "") or getattr(w, "name", "") for w in targets}


def test_band_steps_and_button_speak_to_whose_turn_it_is(opened: Open) -> None:
    table = mixed()
    table.roll(3, 5)
    window = opened(table, (1024, 600), "light", "en")
    screen = window.go("table")
    assert (screen.badge.name, screen.badge.figure) == ("Jana", "Tah 1")
    assert "Jana obchoduje a staví." in steps(screen)
    assert "Pole s číslem 8" in steps(screen)
    assert screen.primary.text == "Konec tahu"
    assert screen.build.text == window.host.tr("kiosk.table.build")
    assert screen.undo.text.startswith("Undo")
    table.end()
    window.stage.step(4)
    assert (screen.badge.name, screen.badge.figure) == ("Ben", "Turn 2")
    assert window.stage.shows("First die")
    assert screen.primary.text == "Tap both dice"
    table.roll(3, 5)
    table.end()
    window.stage.step(4)
    assert screen.badge.name == "Cyril"
    assert "Cyril: which number comes up?" in steps(screen)


def test_a_seat_without_a_language_follows_the_screen(opened: Open) -> None:
    table = mixed()
    for _ in range(2):
        table.roll(3, 5)
        table.end()
    window = opened(table, (1024, 600), "light", "cs")
    screen = window.go("table")
    assert (screen.badge.name, screen.badge.figure) == ("Cyril", "Tah 3")
    assert "Cyril: jaké číslo padne?" in steps(screen)


def test_a_question_and_its_answers_are_in_the_language_of_who_is_asked(opened: Open) -> None:
    table = mixed()
    table.roll(6, 1)
    window = opened(table, (1024, 600), "light", "en")
    screen = window.go("table")
    assert "Jana přesune zloděje" in steps(screen)
    assert {"Ben", "Cyril", "Nikdo", "Vyřešeno u stolu"} <= chips(screen)
    assert screen.primary.text == "Zloděj přesunut"
    window.stage.until(lambda: not screen.primary.waking)
    window.stage.tap(screen.primary)
    window.stage.step(4)
    assert window.stage.shows("Zloděj přesunut")
    assert window.stage.shows(window.host.to("s1").tr("kiosk.amend.not_said"))


def test_several_who_are_asked_at_once_are_asked_in_the_language_of_the_screen(
    opened: Open,
) -> None:
    table = mixed(settings={"base.record_discards": True})
    table.roll(6, 1)
    window = opened(table, (1024, 600), "light", "en")
    screen = window.go("table")
    assert "With more than 7 cards return half" in steps(screen)
    assert "Settled at the table" in chips(screen)
    assert screen.primary.text == "Answer first"


def test_a_language_chosen_in_the_game_counts_at_once(opened: Open) -> None:
    table = mixed()
    table.roll(3, 5)
    window = opened(table, (1024, 600), "light", "en")
    screen = window.go("table")
    window.host.correct("seat_language", {"whose": "s1", "language": "en"})
    window.stage.step(4)
    assert screen.badge.figure == "Turn 1"
    assert "Jana trades and builds." in steps(screen)
    window.host.correct("seat_language", {"whose": "s1"})
    window.host.change_preferences(language="cs")
    window.stage.step(6)
    assert window.router.screen.badge.figure == "Tah 1"


def test_the_title_of_a_card_is_in_the_language_of_who_drew_it(opened: Open) -> None:
    table = mixed(numbers=None, variants=["event_cards"])
    window = opened(table, (1024, 600), "light", "en")
    screen = window.go("table")
    titles: dict[str, str] = {}
    while len(titles) < 2:
        seat = table.on_turn
        table.do("draw_card", seat)
        window.stage.step(4)
        window.stage.until(lambda: not screen.number.card.flipping)
        shown = window.host.view.number
        if shown.event_label is not None and seat in ("s1", "s2"):
            titles[seat] = screen.number.card.title
            language = {"s1": "cs", "s2": "en"}[seat]
            assert titles[seat] == Translator(language).show(shown.event_label)
        settle_all(table)
        table.end()


@pytest.mark.parametrize("size", SIZES, ids=lambda s: f"{s[0]}x{s[1]}")
def test_two_languages_overflow_nowhere(size: tuple[int, int], opened: Open) -> None:
    table = mixed()
    table.roll(6, 1)
    window = opened(table, size, "dark", "en")
    window.go("table")
    assert window.stage.overflow_report() == []
