"""Inputs, lists, keyboards and themes in a real window, touched as a person would."""

from __future__ import annotations

import itertools
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from tests.kiosk.harness import Stage
from tests.kiosk.widget_pages import centered, taps_of

pytestmark = pytest.mark.window


def test_the_stepper_stays_within_its_limits(stage: Stage) -> None:
    from companion.kiosk.widgets.inputs import Stepper

    stepper = Stepper("Knights", 1, 0, 2, preview=lambda value: f"makes {value + 3}")
    stage.show(centered(stepper, 500))
    for _ in range(4):
        stage.tap(stepper.plus)
    assert stepper.value == 2
    assert stage.shows("makes 5")
    for _ in range(4):
        stage.tap(stepper.minus)
    assert stepper.value == 0
    assert stepper.minus.disabled


def test_chips_and_choices(stage: Stage) -> None:
    from companion.kiosk.widgets.base import Box
    from companion.kiosk.widgets.inputs import ChoiceRow, SegmentedChoice, ToggleChip

    chip = ToggleChip("At a harbor")
    row = ChoiceRow([("wood", "Wood"), ("ore", "Ore")])
    bar = SegmentedChoice([(1, "Ledger"), (2, "Board")])
    page = Box(orientation="vertical")
    for widget in (chip, row, bar):
        page.add_widget(widget)
    stage.show(page)
    assert (chip.on, row.value, bar.value) == (False, None, 1)
    for text in ("At a harbor", "Ore", "Board"):
        stage.tap(text)
    assert (chip.on, row.value, bar.value) == (True, "ore", 2)
    stage.tap("Ore")
    stage.tap("At a harbor")
    assert (chip.on, row.value) == (False, "ore")
    row.set_options([("sheep", "Wool")])
    assert row.value is None


def test_a_sheet_is_modal_and_closes_beside_it(stage: Stage) -> None:
    from companion.kiosk.widgets.base import Panel
    from companion.kiosk.widgets.buttons import TileButton
    from companion.kiosk.widgets.sheet import Sheet

    page, below = Panel(), TileButton("Below", size_hint=(None, None), size=(120, 80), pos=(9, 9))
    taps = taps_of(below)
    page.add_widget(below)
    sheet = Sheet("Build")
    page.add_widget(sheet)
    stage.show(page)
    stage.tap((790, 200))
    assert sheet in page.children
    stage.tap(below)
    assert sheet not in page.children
    assert taps == []
    stage.tap(below)
    assert taps == ["Below"]


def test_dimming_swallows_the_touch_that_wakes(stage: Stage) -> None:
    from companion.kiosk.widgets.base import Panel
    from companion.kiosk.widgets.buttons import TileButton
    from companion.kiosk.widgets.overlay import DimOverlay

    page, button, dim = Panel(), TileButton("Build"), DimOverlay(minutes=0.001)
    taps = taps_of(button)
    page.add_widget(button)
    page.add_widget(dim)
    stage.show(page)
    stage.until(lambda: dim.dimmed)
    finger = stage.press(button)
    assert not dim.dimmed
    dim.minutes = 0
    stage.release(finger)
    assert taps == []
    stage.tap(button)
    assert taps == ["Build"]


def test_typing_a_czech_name(stage: Stage) -> None:
    from companion.kiosk.widgets.keyboard import OnScreenKeyboard

    board = OnScreenKeyboard("cs")
    done: list[str] = []
    board.bind(on_enter=lambda board: done.append(board.text))
    stage.show(board)
    stage.tap("B")
    stage.tap("áčž")
    stage.tap("á")
    for letter in "raq":
        stage.tap(letter)
    stage.tap(board.erase)
    stage.tap(board.space)
    stage.tap(board.space)
    stage.tap("J")
    stage.tap(board.enter)
    assert done == ["Bára J"]


def test_holding_a_letter_offers_its_accents(stage: Stage) -> None:
    from companion.kiosk.widgets.keyboard import OnScreenKeyboard

    board = OnScreenKeyboard("cs", "x")
    stage.show(board)
    finger = stage.press("e")
    stage.until(lambda: stage.shows("ě"))
    stage.release(finger)
    assert board.text == "x"
    stage.tap("ě")
    assert board.text == "xě"
    assert stage.shows("q")


@pytest.mark.parametrize("language", ["en", "cs", "de", "pl", "lv"])
def test_every_language_s_letters_are_reached_from_any_language(
    stage: Stage, language: str
) -> None:
    from companion.kiosk.widgets.keyboard import OnScreenKeyboard
    from companion.kiosk.widgets.keys import ACCENTS

    def offers(letter: str) -> bool:
        return letter in {seen.text for seen in stage.texts()}

    board = OnScreenKeyboard(language, "x")
    stage.show(board)
    wanted = {c for forms in ACCENTS.values() for c in "".join(forms.values())}
    stage.tap(board.accents)
    assert wanted <= {seen.text.lower() for seen in stage.texts()}
    stage.tap(board.accents)
    for plain, letter in (("z", "ž"), ("o", "ô"), ("l", "ł"), ("s", "ß"), ("k", "ķ")):
        finger = stage.press(plain)
        stage.until(partial(offers, letter))
        stage.release(finger)
        stage.tap(letter)
    assert board.text == "xžôłßķ"


def test_a_real_keyboard_types_into_the_field(stage: Stage) -> None:
    from kivy.core.window import Window

    from companion.kiosk.widgets.base import Panel
    from companion.kiosk.widgets.keyboard import KEY_BACKSPACE, KEYS_ENTER, OnScreenKeyboard

    board = OnScreenKeyboard("en")
    done: list[str] = []
    board.bind(on_enter=lambda board: done.append(board.text))
    stage.show(board)
    for character in "Žofix":
        Window.dispatch("on_textinput", character)
    Window.dispatch("on_key_down", KEY_BACKSPACE, 0, "", [])
    stage.tap("e")
    Window.dispatch("on_key_down", KEYS_ENTER[0], 0, "", [])
    assert done == ["Žofie"]
    stage.show(Panel())
    Window.dispatch("on_textinput", "x")
    Window.dispatch("on_key_down", KEYS_ENTER[0], 0, "", [])
    assert (board.text, done) == ("Žofie", ["Žofie"])


def test_a_name_may_be_as_long_as_names_are_and_the_field_says_when_it_is_full(
    stage: Stage,
) -> None:
    from companion.core.names import LONGEST_NAME
    from companion.kiosk.widgets.keyboard import OnScreenKeyboard

    board = OnScreenKeyboard("en", "x" * 24)
    stage.show(board)
    assert board.field.count == ""
    board.text = "x" * (LONGEST_NAME - 1)
    stage.tap("q")
    stage.tap("q")
    assert len(board.text) == LONGEST_NAME
    assert stage.shows(f"{LONGEST_NAME}/{LONGEST_NAME}")
    assert stage.overflow_report() == []


def test_two_taps_are_a_throw(stage: Stage) -> None:
    from companion.kiosk.widgets.dicepad import DiceFacePad

    pad = DiceFacePad(("First", "Second"))
    thrown: list[tuple[int, int]] = []
    pad.bind(on_faces=lambda _, first, second: thrown.append((first, second)))
    stage.show(pad)
    stage.tap(pad._keys[1][5])
    assert thrown == []
    stage.tap(pad._keys[0][2])
    stage.tap(pad._keys[0][3])
    assert thrown == [(3, 6), (4, 6)]


def test_the_number_pad_keeps_to_its_most(stage: Stage) -> None:
    from companion.kiosk.widgets.keyboard import NumberPad

    pad = NumberPad(most=30)
    stage.show(pad)
    assert pad.enter.disabled
    for digit in ("0", "1", "2", "3"):
        stage.tap(digit)
    assert pad.value == 12


def test_a_keyed_list_keeps_the_rows_that_stay(stage: Stage) -> None:
    from companion.kiosk.widgets.layout import KeyedColumn
    from companion.kiosk.widgets.lists import ListRow

    def update(row: ListRow, item: tuple[int, str]) -> None:
        row.text = item[1]

    column: KeyedColumn[tuple[int, str]] = KeyedColumn(
        lambda item: item[0], lambda item: ListRow(item[1]), update
    )
    stage.show(column)
    column.show([(1, "one"), (2, "two")])
    first = column._rows[1]
    column.show([(3, "three"), (1, "one again")])
    stage.step(2)
    assert column._rows[1] is first
    shown = sorted(stage.texts(), key=lambda seen: -seen.box[1])
    assert [seen.text for seen in shown] == ["three", "one again"]
    with pytest.raises(ValueError, match="key 3"):
        column.show([(3, "a"), (3, "b")])


def test_a_list_scrolls_by_swipe_and_its_rows_still_tap(stage: Stage) -> None:
    from companion.kiosk.widgets.layout import ScrollColumn
    from companion.kiosk.widgets.lists import ListRow

    column = ScrollColumn()
    taps: list[str] = []
    for at in range(30):
        row = ListRow(f"Row {at}")
        row.bind(on_tap=lambda row: taps.append(row.text))
        column.add_row(row)
    stage.show(column)
    stage.swipe((400, 100), (400, 400))
    assert column.scroll_y < 1
    assert taps == []
    stage.until(lambda: abs(column.effect_y.velocity) < 1)
    stage.step(10)
    # The row nearest to the middle: between two rows there is nothing to tap.
    middle = min(stage.texts(), key=lambda seen: abs(seen.box[1] - 240))
    x, y, width, height = middle.box
    stage.tap((x + width / 2, y + height / 2))
    stage.until(lambda: bool(taps))
    assert taps == [middle.text]


def test_themes_switch_while_running(stage: Stage, tmp_path: Path) -> None:
    from PIL import Image

    from tests.kiosk.gallery_pages import PAGES

    stage.show(PAGES["table"]())
    light = Image.open(stage.screenshot(tmp_path / "light.png"))
    stage.theme.use_palette("dark")
    stage.window.clearcolor = stage.theme.color("table")
    dark = Image.open(stage.screenshot(tmp_path / "dark.png"))
    stage.theme.use_palette("light")
    stage.window.clearcolor = stage.theme.color("table")
    again = Image.open(stage.screenshot(tmp_path / "again.png"))
    assert light.tobytes() == again.tobytes()
    assert brightness(light) > 1.5 * brightness(dark)


def brightness(picture: Any) -> float:
    histogram = picture.convert("L").histogram()
    return sum(value * count for value, count in enumerate(histogram)) / sum(histogram)


def test_a_dropped_widget_is_not_kept_by_the_theme(stage: Stage) -> None:
    import gc
    import weakref

    from companion.kiosk.widgets.seat import SeatBadge

    badge = SeatBadge("Bára", "red")
    stage.show(badge)
    gone = weakref.ref(badge)
    stage.clear()
    stage.step(3)
    del badge
    gc.collect()
    assert gone() is None


def test_every_event_has_a_picture_of_its_own(stage: Stage, tmp_path: Path) -> None:
    from PIL import Image

    from companion.kiosk.art.events import EVENT_ART
    from companion.kiosk.widgets.card import EventCard

    pictures = {}
    for name in EVENT_ART:
        stage.show(EventCard(5, name, ""))
        path = stage.screenshot(tmp_path / f"{name}.png")
        pictures[name] = Image.open(path).tobytes()
    same = [
        pair
        for pair in itertools.combinations(pictures, 2)
        if pictures[pair[0]] == pictures[pair[1]]
    ]
    assert len(pictures) == 13
    assert same == []
