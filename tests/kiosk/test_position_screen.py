"""Entering where a game stands: steppers within the box's limits, every change shown first."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.core.rules.awards import AwardSlice
from companion.core.rules.event_cards.facts import DECK_LEFT
from tests.kiosk.evenings import CARDS, THREE, TWO, Evening, Open, Window, played, windows
from tests.kiosk.harness import SIZES

pytestmark = pytest.mark.window


@pytest.fixture
def opened() -> Iterator[Open]:
    yield from windows()


def tap(window: Window, what: Any) -> None:
    window.stage.tap(what)
    window.stage.step(5)


def stepper(window: Window, caption: str) -> Any:
    """The first seat's stepper with this caption, scrolled into view."""
    from companion.kiosk.widgets.inputs import Stepper

    screen = window.router.screen
    found = [w for w in screen.walk() if isinstance(w, Stepper) and w.caption.text == caption]
    screen.column.scroll_to(found[0], animate=False)
    window.stage.step(3)
    return found[0]


def newest(window: Window) -> str:
    log = window.table.session.snapshot.log
    assert log is not None
    command = log.live()[-1].command
    return "" if command is None else command.action


def test_changes_are_shown_before_they_count_and_can_be_left(opened: Open) -> None:
    window = opened(Evening(CARDS))
    window.go("position")
    for _ in range(2):
        tap(window, stepper(window, "City").plus)
    tap(window, stepper(window, "Road").plus)
    before = newest(window)
    tap(window, "Show what changes")
    assert window.stage.shows("Cities")
    assert window.stage.shows("Victory points")
    assert newest(window) == before
    window.overlays.close_sheet()
    window.stage.step(3)
    assert newest(window) == before
    tap(window, "Show what changes")
    tap(window, "That is right")
    assert newest(window) == "enter_position"
    assert window.router.here.name == "table"
    seat = window.host.view.seats[0]
    assert {p.kind: p.placed for p in seat.pieces if p.placed} == {"city": 2, "road": 1}
    assert seat.vp == 4


def test_no_more_pieces_than_the_box_holds(opened: Open) -> None:
    window = opened(Evening(CARDS))
    window.go("position")
    for _ in range(6):
        tap(window, stepper(window, "City").plus)
    assert stepper(window, "City").value == 4
    assert stepper(window, "City").plus.disabled
    assert stepper(window, "Road").minus.disabled


def test_whose_turn_and_which_one(opened: Open) -> None:
    window = opened(Evening(TWO))
    window.go("position")
    from companion.kiosk.widgets.inputs import ToggleChip

    chips = (w for w in window.router.screen.walk() if isinstance(w, ToggleChip))
    tap(window, next(chip for chip in chips if chip.text == "Ben"))
    tap(window, stepper(window, "Which turn is it?").plus)
    window.router.screen.column.scroll_y = 1
    window.stage.step(3)
    tap(window, "After the number")
    tap(window, "Show what changes")
    tap(window, "That is right")
    turn = window.host.view.turn
    assert (turn.seat, turn.number, turn.stage) == ("s2", 2, "turn.play")


def part(window: Window, kind: type) -> Any:
    """The first of the form's parts of this kind."""
    return next(w for w in window.router.screen.walk() if isinstance(w, kind))


def tap_in_form(window: Window, widget: Any) -> None:
    """Scroll a widget of the form into view and tap it."""
    window.router.screen.column.scroll_to(widget, animate=False)
    window.stage.step(3)
    tap(window, widget)


def test_points_are_pinned_and_let_go_again(opened: Open) -> None:
    window = opened(Evening(TWO))
    from companion.kiosk.widgets.inputs import ToggleChip

    window.go("position")

    def chip() -> Any:
        chips = (w for w in window.router.screen.walk() if isinstance(w, ToggleChip))
        found = next(c for c in chips if c.text == "Points set by the table")
        window.router.screen.column.scroll_to(found, animate=False)
        window.stage.step(3)
        return found

    tap(window, chip())
    tap(window, stepper(window, "Victory points").plus)
    tap(window, stepper(window, "Victory points").plus)
    assert window.router.screen.data["seats"]["s1"]["points"] == 2
    tap(window, "Show what changes")
    assert window.stage.shows("Victory points: who says so")
    tap(window, "That is right")
    seat = window.host.view.seats[0]
    assert seat.vp == 2
    window.go("position")
    assert chip().on
    tap(window, chip())
    assert "points" not in window.router.screen.data["seats"]["s1"]
    tap(window, "Show what changes")
    tap(window, "That is right")
    assert window.host.view.seats[0].vp == 0


def test_an_award_stays_where_the_table_puts_it(opened: Open) -> None:
    window = opened(Evening(THREE))
    from companion.kiosk.screens.position_parts import HolderPart

    window.go("position")
    tap_in_form(window, part(window, HolderPart).row._chips["s2"])
    tap_in_form(window, part(window, HolderPart).stays)
    tap(window, "Show what changes")
    tap(window, "That is right")
    pins = window.table.session.snapshot.context().slice(AwardSlice).pins
    assert [pin.until for pin in pins.values()] == ["released"]
    window.go("position")
    assert part(window, HolderPart).stays.on
    assert part(window, HolderPart).row.value == "s2"


def test_the_event_cards_that_lie_out_are_counted_and_entered(opened: Open) -> None:
    window = opened(Evening(CARDS))
    from companion.kiosk.screens.position_parts import DeckPart

    screen = window.go("position")
    assert part(window, DeckPart).kind.value == "fresh"
    tap_in_form(window, part(window, DeckPart).kind._chips["open"])
    tap(window, stepper(window, "6 · Epidemic").plus)
    assert stepper(window, "6 · Epidemic").plus.disabled, "the deck has one of them"
    for _ in range(2):
        tap(window, stepper(window, "7 · Robber Attacks").plus)
    tap(window, stepper(window, "Drawn, nobody knows which").plus)
    assert part(window, DeckPart).sum.text == "Drawn since the last Year End: 4 of 31"
    tap(window, "Show what changes")
    assert window.stage.shows("Seen: 7, Robber Attacks")
    tap(window, "That is right")
    context = window.table.session.snapshot.context()
    assert context.get(DECK_LEFT) == 27
    window.go("position")
    screen = window.router.screen
    assert part(window, DeckPart).kind.value == "open"
    assert stepper(window, "7 · Robber Attacks").value == 2
    tap_in_form(window, part(window, DeckPart).kind._chips["fresh"])
    assert screen.data["deck"] == {}


def test_more_cards_than_a_pass_has_are_marked_and_refused(opened: Open) -> None:
    window = opened(Evening(CARDS))
    from companion.kiosk.screens.position_parts import DeckPart

    window.go("position")
    deck = part(window, DeckPart)
    deck.kind.value = "open"
    for stepper_ in deck.steppers.values():
        stepper_.value = stepper_.most
    window.stage.step(3)
    assert deck.sum.tone == "danger"
    before = newest(window)
    tap(window, "Show what changes")
    assert window.stage.shows("The game cannot stand so")
    assert newest(window) == before


def test_without_a_game_it_says_so(opened: Open) -> None:
    window = opened(Evening())
    window.go("position")
    assert window.stage.shows("No game is on the table. Begin or open one first.")
    tap(window, "Show what changes")
    assert window.overlays.sheets.children == []


def test_a_button_that_cannot_be_pressed_stays_within_its_column(
    opened: Open, tmp_path: Path
) -> None:
    from PIL import Image

    window = opened(Evening(TWO), (800, 480))
    screen = window.go("position")
    from companion.kiosk.widgets.buttons import TileButton  # a window must be there first

    with Image.open(window.stage.screenshot(tmp_path / "shot.png")) as picture:
        below = picture.crop((0, picture.height - 3, picture.width, picture.height))
    buttons = [w for w in screen.column.walk() if isinstance(w, TileButton) and w.disabled]
    assert any(w.to_window(w.x, w.y)[1] < 3 < w.to_window(w.x, w.top)[1] for w in buttons)
    table = tuple(round(255 * part) for part in window.stage.theme.color("table")[:3])
    assert below.getcolors() == [(below.width * below.height, table)]


@pytest.mark.parametrize("language", ["en", "cs"])
@pytest.mark.parametrize("size", SIZES, ids=lambda s: f"{s[0]}x{s[1]}")
def test_nothing_is_cut_or_overflows(size: tuple[int, int], language: str, opened: Open) -> None:
    window = opened(played(CARDS, 60), size, "dark" if language == "cs" else "light", language)
    screen = window.go("position")
    assert window.stage.overflow_report(shortened=True) == []
    screen.data["seats"]["s1"]["pieces"]["city"] = 3
    tap(window, screen.ready)
    assert window.overlays.sheets.children
    assert window.stage.overflow_report(shortened=True) == []
