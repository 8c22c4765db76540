"""The widgets in a real window, touched as a person would."""

from __future__ import annotations

from typing import Any

import pytest

from tests.kiosk.harness import FRAME, SIZES, Stage
from tests.kiosk.widget_pages import centered, taps_of

pytestmark = pytest.mark.window


@pytest.mark.parametrize(
    ("size", "scale"),
    [
        *((size, 1.0) for size in SIZES),
        *(((800, 480), scale) for scale in (0.85, 1.5)),
        *(((720, 1280), scale) for scale in (0.85, 1.5)),
    ],
)
def test_gallery_has_no_layout_fault(size: tuple[int, int], scale: float) -> None:
    stage = Stage.open(size, "light", scale)
    from tests.kiosk.gallery_pages import PAGES

    faults = []
    for name, build in PAGES.items():
        stage.show(build())
        faults += [f"{name}: {fault}" for fault in stage.overflow_report()]
    assert faults == []


def test_the_layout_check_finds_faults(stage: Stage) -> None:
    from companion.kiosk.widgets.base import Panel
    from companion.kiosk.widgets.buttons import TileButton
    from companion.kiosk.widgets.text import AutoLabel

    page = Panel()
    places = ((0, 0), (30, 0), (780, 300), (400, 300))
    for at, place in enumerate(places):
        small = at == 3
        side = (30, 30) if small else (90, 90)
        page.add_widget(TileButton(f"B{at}", size_hint=(None, None), pos=place))
        page.children[0].size = side
    label = AutoLabel("out", size_hint=(None, None), size=(100, 40), pos=(-80, 100))
    page.add_widget(label)
    stage.show(page)
    report = "\n".join(stage.overflow_report())
    assert "targets TileButton('B0') and TileButton('B1') overlap" in report
    assert "target TileButton('B2') leaves the window" in report
    assert "target TileButton('B3') is only 5.7 mm across" in report
    assert "text 'out' leaves the window" in report


def test_one_touch_is_one_tap(stage: Stage) -> None:
    from companion.kiosk.widgets.buttons import TileButton

    button = TileButton("Build")
    taps = taps_of(button)
    stage.show(centered(button))
    for _ in range(3):
        stage.tap("Build")
    assert taps == ["Build"] * 3


def test_a_finger_that_leaves_taps_nothing(stage: Stage) -> None:
    from companion.kiosk.widgets.buttons import TileButton

    button = TileButton("Build")
    taps = taps_of(button)
    stage.show(centered(button))
    stage.swipe(button, (5, 5))
    assert taps == []
    assert not button.pressed


def test_a_disabled_button_taps_nothing(stage: Stage) -> None:
    from companion.kiosk.widgets.buttons import TileButton

    button = TileButton("Build", disabled=True)
    taps = taps_of(button)
    stage.show(centered(button))
    stage.tap(button)
    assert taps == []


def test_the_primary_button_is_dead_while_its_meaning_is_new(stage: Stage) -> None:
    from companion.kiosk.widgets.buttons import DEAD_SECONDS, PrimaryButton

    button = PrimaryButton("Draw", meaning="draw")
    taps = taps_of(button)
    stage.show(centered(button))
    stage.tap(button)
    button.offer("End turn", "end")
    began = stage.seconds
    while stage.seconds < began + DEAD_SECONDS - 2 * FRAME:
        assert button.tones()[0] != "primary"
        stage.release(stage.press(button), frames=1)
    assert taps == ["Draw"]
    stage.until(lambda: button.tones()[0] == "primary", frames=5)
    stage.release(stage.press(button), frames=1)
    assert taps == ["Draw", "End turn"]


def test_a_finger_put_down_before_the_change_does_not_tap_the_new_meaning(stage: Stage) -> None:
    from companion.kiosk.widgets.buttons import PrimaryButton

    button = PrimaryButton("Draw", meaning="draw")
    taps = taps_of(button)
    stage.show(centered(button))
    finger = stage.press(button)
    button.offer("End turn", "end")
    stage.until(stage.awake)
    finger.touch_move(finger.x + 1, finger.y)
    stage.release(finger)
    assert taps == []


def test_the_same_meaning_stays_awake(stage: Stage) -> None:
    from companion.kiosk.widgets.buttons import PrimaryButton

    button = PrimaryButton("Draw", meaning="draw")
    taps = taps_of(button)
    stage.show(centered(button))
    button.offer("Otočit", "draw")
    stage.tap("Otočit")
    assert taps == ["Otočit"]


def test_the_card_turns_and_rests(stage: Stage) -> None:
    from companion.kiosk.widgets.card import FLIP_SECONDS, EventCard

    assert FLIP_SECONDS <= 0.45
    card = EventCard(3, "epidemic", "Epidemic")
    taps = taps_of(card)
    stage.show(card)
    card.reveal(8, "tournament", "Tournament")
    assert card.flipping
    stage.step(2)
    assert stage.shows("Epidemic")
    stage.until(lambda: not card.flipping)
    stage.step(2)
    assert stage.shows("Tournament")
    assert (card.number, card.turn) == (8, 1.0)
    stage.tap(card)
    assert len(taps) == 1


def test_a_tap_ends_the_flip_and_does_nothing_else(stage: Stage) -> None:
    from companion.kiosk.widgets.card import EventCard

    card = EventCard(3, "epidemic", "Epidemic")
    taps = taps_of(card)
    stage.show(card)
    card.reveal(8, "tournament", "Tournament")
    stage.step(2)
    stage.tap(card)
    assert not card.flipping
    assert (card.number, card.turn) == (8, 1.0)
    assert taps == []


def test_two_reveals_in_a_row_show_the_last(stage: Stage) -> None:
    from companion.kiosk.widgets.card import EventCard

    card = EventCard()
    stage.show(card)
    card.reveal(8, "tournament", "A")
    stage.step(2)
    card.reveal(9, "conflict", "B")
    stage.until(lambda: not card.flipping)
    assert (card.number, card.event, card.title) == (9, "conflict", "B")


def test_nothing_is_scheduled_while_nothing_moves(stage: Stage) -> None:
    from kivy.clock import Clock

    from tests.kiosk.gallery_pages import PAGES

    stage.clear()
    stage.until(lambda: len(armed(Clock)) <= 1)
    before = armed(Clock)  # Kivy's own heartbeat, once a second
    for name in ("table", "card", "inputs", "keyboard", "rows", "charts"):
        stage.show(PAGES[name]())
        stage.until(lambda: armed(Clock) == before, frames=90)
        stage.step(3)
        assert armed(Clock) == before, name


def armed(clock: Any) -> list[float]:
    """The delays, in seconds, of all that the clock is going to call."""
    return [event.timeout for event in clock.get_events() if event.is_triggered]
