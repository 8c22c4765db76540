"""The table screen: real touches on a real session; nothing overflows at any size."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from tests.kiosk import evenings
from tests.kiosk.evenings import CARDS, THREE, TWO, Evening, Window
from tests.kiosk.harness import SIZES

pytestmark = pytest.mark.window


@pytest.fixture
def table() -> Iterator[Evening]:
    evening = Evening(CARDS)
    evening.do("skip_setup", "s1")
    yield evening
    evening.close()


def rolled(*faces: int) -> Evening:
    evening = Evening(THREE)
    evening.do("skip_setup", "s1")
    if faces:
        evening.roll(faces[0], faces[1])
    return evening


def tap(window: Window, what: Any) -> None:
    window.stage.tap(what)
    window.stage.step(4)


def wake(window: Window) -> None:
    """Wait until the primary button may be pressed again."""
    window.stage.until(lambda: not window.router.screen.primary.waking)


def answer(window: Window, text: str) -> None:
    """Tap the answer `text` among the steps; the name may stand elsewhere too."""
    widgets = window.router.screen.steps.walk()
    found = (w for w in widgets if text in (getattr(w, "text", ""), getattr(w, "name", "")))
    tap(window, next(w for w in found if w.is_target))


def actions(window: Window) -> Any:
    assert window.host.view is not None
    return window.host.view.actions


def number(window: Window) -> Any:
    assert window.host.view is not None
    return window.host.view.number


def pauses(window: Window) -> Any:
    overlays = window.app.overlays
    assert overlays is not None
    return overlays.pauses


def over(window: Window, kind: type) -> Any:
    """The first widget of `kind` in what lies over the screen."""
    overlays = window.app.overlays
    assert overlays is not None
    return next(w for w in overlays.walk() if isinstance(w, kind))


def live(evening: Evening) -> tuple[Any, ...]:
    log = evening.session.snapshot.log
    assert log is not None
    return log.live()


def state(evening: Evening) -> Any:
    found = evening.session.snapshot.state
    assert found is not None
    return found


def newest(evening: Evening) -> str:
    entry = live(evening)[-1]
    return "" if entry.command is None else str(entry.command.action)


def test_the_big_button_draws_and_the_card_turns_over(table: Evening) -> None:
    window = Window(table)
    screen = window.go("table")
    wake(window)
    tap(window, screen.primary)
    assert newest(table) == "draw_card"
    assert screen.number.card.flipping
    window.stage.until(lambda: not screen.number.card.flipping)
    assert screen.number.card.number == number(window).number
    window.close()


def test_a_touch_ends_the_flip_and_does_nothing_else(table: Evening) -> None:
    window = Window(table)
    screen = window.go("table")
    wake(window)
    tap(window, screen.primary)
    card = screen.number.card
    assert card.flipping
    entries = len(live(table))
    touch = window.stage.press(card)
    assert not card.flipping
    assert (card.turn, card.number) == (1.0, number(window).number)
    window.stage.release(touch)
    assert window.router.here.name == "table"
    assert len(live(table)) == entries
    window.close()


def test_while_a_card_turns_over_it_is_drawn_only_for_its_new_face(
    table: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    window = Window(table)
    screen = window.go("table")
    wake(window)
    card, drawn = screen.number.card, []
    draw = card.draw

    def counted() -> None:
        drawn.append(card.turn)
        draw()

    monkeypatch.setattr(card, "draw", counted)
    tap(window, screen.primary)
    window.stage.until(lambda: not card.flipping)
    window.stage.step(2)
    assert 1 <= len(drawn) <= 3
    assert card._scale.x == 1.0
    window.close()


def test_a_double_tap_draws_one_card(table: Evening) -> None:
    window = Window(table)
    screen = window.go("table")
    wake(window)
    before = len(live(table))
    for _ in range(2):
        touch = window.stage.press(screen.primary)
        window.stage.release(touch, frames=2)
    assert newest(table) == "draw_card"
    assert len(live(table)) == before + 1
    window.close()


def test_undo_says_what_it_takes_back_and_draws_no_new_card(table: Evening) -> None:
    table.do("draw_card", "s1")
    window = Window(table)
    screen = window.go("table")
    drawn = number(window).number
    assert str(drawn) in screen.undo.text
    tap(window, screen.undo)
    assert number(window) is None
    assert window.host.view is not None
    assert window.stage.shows(window.host.say(window.host.view.known[0]))
    wake(window)
    tap(window, screen.primary)
    assert number(window).number == drawn
    window.close()


def test_the_robber_is_answered_beside_the_question() -> None:
    evening = rolled(6, 1)
    window = Window(evening, (1024, 600))
    window.go("table")
    answer(window, "Bořivoj")
    assert newest(evening) == "move_robber"
    moved = live(evening)[-1].command
    assert moved is not None
    assert moved.args == {"victim": "s2"}
    window.close()
    evening.close()


def test_own_dice_are_two_taps() -> None:
    evening = rolled()
    window = Window(evening)
    screen = window.go("table")
    keys = screen.number.pad._keys
    tap(window, keys[0][2])
    tap(window, keys[1][4])
    assert newest(evening) == "enter_faces"
    assert number(window).number == 8
    window.close()
    evening.close()


def test_building_is_a_tap_on_the_build_sheet() -> None:
    evening = rolled(3, 5)
    window = Window(evening)
    screen = window.go("table")
    tap(window, screen.build)
    tap(window, "Road")
    assert newest(evening) == "build_road"
    tap(window, "Done")
    assert window.router.here.name == "table"
    window.close()
    evening.close()


def test_a_refusal_offers_to_record_it_anyway() -> None:
    evening = rolled(3, 5)
    window = Window(evening, (1024, 600))
    window.go("table")
    from companion.core.frozen import FrozenMap
    from companion.core.model import Command

    window.host.submit(Command("play_knight", "s1", FrozenMap()))
    window.stage.step(6)
    tap(window, window.host.tr("kiosk.record_anyway"))
    assert newest(evening) == "play_knight"
    assert state(evening).forced == 1
    window.close()
    evening.close()


def test_reaching_the_target_asks_and_does_not_lock() -> None:
    evening = evenings.short()
    evening.do("build_settlement", "s1")
    evening.do("build_city", "s1")
    evening.do("build_city", "s1")
    window = Window(evening, (1024, 600))
    window.go("table")
    claim = next(a for g in actions(window) for a in g.actions if a.name == "claim_victory")
    answer(window, window.host.say(claim.label))
    assert window.router.here.name == "game_over"
    window.host.correct("play_on", {})
    window.stage.step(6)
    assert not state(evening).over
    window.close()
    evening.close()


def test_the_pause_covers_the_table_until_it_is_over(table: Evening) -> None:
    window = Window(table)
    window.go("table")
    window.host.correct("pause", {})
    window.stage.step(6)
    assert pauses(window).children
    tap(window, window.host.tr("common.resume"))
    assert not pauses(window).children
    window.close()


def test_counts_are_corrected_with_a_preview() -> None:
    evening = rolled(3, 5)
    window = Window(evening, (1024, 600))
    window.go("corrections")
    correct = next(a for g in actions(window) for a in g.actions if a.name == "correct_count")
    tap(window, window.host.say(correct.label))
    from companion.kiosk.screens.counts_sheet import CountsForm

    form = over(window, CountsForm)
    tap(window, form.steppers["knights"].plus)
    assert window.stage.shows(window.host.tr("kiosk.corrections.was", before=0, now=1))
    tap(window, window.host.tr("kiosk.corrections.apply"))
    assert newest(evening) == "correct_count"
    window.close()
    evening.close()


@pytest.mark.parametrize("language", ["en", "cs"])
@pytest.mark.parametrize("size", SIZES, ids=lambda s: f"{s[0]}x{s[1]}")
def test_nothing_overflows(size: tuple[int, int], language: str) -> None:
    for request in (CARDS, TWO, THREE):
        evening = Evening(request)
        for screen in ("table", "build", "corrections"):
            window = Window(evening, size, "dark" if language == "cs" else "light", language)
            window.go(screen)
            assert window.stage.overflow_report() == [], (request, screen)
            window.close()
        evening.close()
