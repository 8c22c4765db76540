"""The widgets in a real window, touched as a person would."""

from __future__ import annotations

import itertools
from pathlib import Path
from typing import Any

import pytest

from tests.kiosk.harness import SIZES, Stage

pytestmark = pytest.mark.window

LONG = "Maxmilián Přemysl z Horních Počernic"


@pytest.fixture
def stage() -> Stage:
    return Stage.open((800, 480))


def taps_of(widget: Any) -> list[str]:
    taps: list[str] = []
    widget.bind(on_tap=lambda tapped: taps.append(getattr(tapped, "text", "")))
    return taps


def centered(widget: Any, width: float = 300, height: float = 80) -> Any:
    """A page with the widget in its middle."""
    from companion.kiosk.widgets.base import Panel

    page = Panel()
    widget.size_hint = (None, None)
    widget.size, widget.pos = (width, height), (200, 200)
    page.add_widget(widget)
    return page


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
    now = [100.0]
    button.now = lambda: now[0]
    taps = taps_of(button)
    stage.show(centered(button))
    stage.tap(button)
    button.offer("End turn", "end")
    assert button.tones()[0] != "primary"
    stage.tap(button)
    now[0] += DEAD_SECONDS - 0.01
    stage.tap(button)
    assert taps == ["Draw"]
    now[0] += 0.02
    stage.tap(button)
    assert taps == ["Draw", "End turn"]
    stage.until(lambda: button.tones()[0] == "primary")


def test_a_finger_put_down_before_the_change_does_not_tap_the_new_meaning(stage: Stage) -> None:
    from companion.kiosk.widgets.buttons import PrimaryButton

    button = PrimaryButton("Draw", meaning="draw")
    now = [0.0]
    button.now = lambda: now[0]
    taps = taps_of(button)
    stage.show(centered(button))
    finger = stage.press(button)
    button.offer("End turn", "end")
    now[0] += 10
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
