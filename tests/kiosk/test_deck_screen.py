"""The event deck alone: what was drawn is kept, comes back the same, and fits every screen."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from companion.session.deck import KEY, DeckState, read_deck
from tests.kiosk.evenings import Evening, Open, Window, windows
from tests.kiosk.harness import SIZES
from tests.kiosk.touching import tap_twice

pytestmark = pytest.mark.window

SEED = "ab" * 16


@pytest.fixture
def opened() -> Iterator[Open]:
    yield from windows()


def deck_of(window: Window) -> DeckState:
    deck = read_deck(window.table.session.preferences.get(KEY).result())
    assert deck is not None
    return deck


def lay(table: Evening, deck: DeckState) -> None:
    table.session.preferences.set(KEY, list(deck)).result()


def draw(window: Window) -> None:
    primary = window.router.screen.primary
    window.stage.until(lambda: not primary.waking)
    window.stage.tap(primary)
    window.stage.until(lambda: not window.router.screen.card.flipping)


def tap(window: Window, what: Any) -> None:
    window.stage.tap(what)
    window.stage.step(4)


def test_a_card_is_drawn_taken_back_and_comes_again(opened: Open) -> None:
    window = opened(Evening())
    window.go("home")
    tap(window, "Event deck only")
    assert window.stage.shows("Seal of chance")
    draw(window)
    first = deck_of(window)
    card = first.card(0)
    assert first.drawn == 1
    assert window.router.screen.card.number == card.number
    assert window.stage.shows("Card 1 of 31")
    tap(window, f"Undo: the {card.number}")
    assert deck_of(window).drawn == 0
    assert not window.router.screen.card.face_up
    assert window.stage.shows(f"the next card is {card.number}")
    draw(window)
    assert deck_of(window) == first
    window.host.back()
    window.go("deck")
    assert window.router.screen.card.number == card.number
    assert not window.router.screen.card.flipping


def test_the_year_ends_after_its_last_card(opened: Open) -> None:
    table = Evening()
    lay(table, DeckState(SEED, 31, 30, 30))
    window = opened(table)
    window.go("deck")
    assert not window.stage.shows("The year ends")
    draw(window)
    assert window.stage.shows("The year ends")
    draw(window)
    assert window.stage.shows("Card 1 of 31")
    assert not window.stage.shows("The year ends")


def test_a_new_deck_is_chosen_and_the_old_one_had_back(opened: Open) -> None:
    table = Evening()
    before = DeckState(SEED, 31, 4, 4)
    lay(table, before)
    window = opened(table)
    window.go("deck")
    tap(window, "New deck")
    tap(window, "After 36 of the 36 cards")
    after = deck_of(window)
    assert (after.size, after.drawn) == (36, 0)
    assert after.seed != SEED
    tap(window, "Undo")
    assert deck_of(window) == before


def test_two_quick_touches_draw_one_card_and_lay_one_deck(opened: Open) -> None:
    table = Evening()
    lay(table, DeckState(SEED, 31, 4, 4))
    window = opened(table)
    window.go("deck")
    tap_twice(window, window.router.screen.primary)
    assert deck_of(window) == DeckState(SEED, 31, 5, 5)
    tap_twice(window, "New deck")
    sizes = window.overlays.sheets.children
    assert len(sizes) == 1
    tap_twice(window, "After 36 of the 36 cards")
    after = deck_of(window)
    assert (after.size, after.drawn) == (36, 0)
    assert not window.overlays.sheets.children
    tap(window, "Undo")
    assert deck_of(window) == DeckState(SEED, 31, 5, 5)


def test_a_card_that_cannot_be_kept_is_not_drawn(opened: Open) -> None:
    table = Evening()
    lay(table, DeckState(SEED, 31, 2, 2))
    window = opened(table)
    window.go("deck")
    number = window.router.screen.card.number
    table.session.reopen(read_only=True).result()
    draw(window)
    window.stage.step(4)
    assert window.overlays.messages.children
    assert window.router.screen.card.number == number
    assert window.router.screen.deck == DeckState(SEED, 31, 2, 2)


def test_what_is_left_is_shown_only_when_somebody_asks(opened: Open) -> None:
    table = Evening()
    deck = DeckState(SEED, 31, 7, 7)
    lay(table, deck)
    window = opened(table)
    window.go("deck")
    assert not window.stage.shows("Not yet drawn")
    stats = next(w for w in window.router.screen.walk() if getattr(w, "icon", "") == "stats")
    tap(window, stats)
    from companion.kiosk.widgets.charts import BarChart

    chart = next(w for w in window.overlays.walk() if isinstance(w, BarChart))
    assert {int(bar.name): bar.value for bar in chart.bars} == {
        number: deck.remaining()[number] for number in range(2, 13)
    }


@pytest.mark.parametrize("language", ["en", "cs"])
@pytest.mark.parametrize("size", SIZES, ids=lambda s: f"{s[0]}x{s[1]}")
def test_nothing_overflows(size: tuple[int, int], language: str, opened: Open) -> None:
    theme = "dark" if language == "cs" else "light"
    for drawn in (0, 9, 31):  # a new deck, one taken back, the end of the year
        table = Evening()
        lay(table, DeckState(SEED, 31, drawn, drawn + (drawn == 9)))
        window = opened(table, size, theme, language)
        window.go("deck")
        assert window.stage.overflow_report(shortened=True) == [], drawn
        window.router.screen._show_left()
        assert window.stage.overflow_report(shortened=True) == [], drawn
        window.host.back()
        window.router.screen._ask_size()
        assert window.stage.overflow_report(shortened=True) == [], drawn
