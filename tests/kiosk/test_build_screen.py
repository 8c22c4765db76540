"""The build sheet: every tile has its picture and what is left, and does what it says."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from companion.kiosk.art.icons import icon
from companion.kiosk.art.pieces import PIECES, item_art, piece_art
from companion.kiosk.seats import SEAT_COLORS
from tests.kiosk import evenings, states
from tests.kiosk.evenings import Open, Window
from tests.kiosk.harness import SIZES

pytestmark = pytest.mark.window


@pytest.fixture
def opened() -> Iterator[Open]:
    yield from evenings.windows()


def tiles(window: Window) -> dict[str, Any]:
    """The sheet's tiles by what is written on them."""
    from companion.kiosk.screens.build_tile import ItemTile

    return {w.text: w for w in window.router.screen.walk() if isinstance(w, ItemTile)}


def test_a_tile_shows_the_piece_in_the_builders_color_and_how_many_are_left(opened: Open) -> None:
    window = opened(states.typed())
    window.go("build")
    road = tiles(window)["Road"]
    assert road.art == piece_art("road", "red")
    assert (road.painted, road.note) == (True, "13 left")
    window.stage.tap("Road")
    window.stage.until(lambda: tiles(window)["Road"].note == "12 left")


def test_the_builders_color_is_really_on_the_glass(opened: Open, tmp_path: Any) -> None:
    from PIL import Image

    window = opened(states.typed())
    window.go("build")
    tile = tiles(window)["Settlement"]
    picture = Image.open(window.stage.screenshot(tmp_path / "build.png"))
    x, y = tile.to_window(tile.x, tile.y)
    beside = picture.crop(
        (
            int(x),
            int(picture.height - y - tile.height),
            int(x + tile.height),
            int(picture.height - y),
        )
    )
    colors = {color for _, color in beside.getcolors(1 << 20) or ()}
    fill = SEAT_COLORS["red"].fill
    assert tuple(int(fill[at : at + 2], 16) for at in (1, 3, 5)) in colors


def test_cards_have_the_deck_counted_and_a_drawing_in_ink(opened: Open) -> None:
    window = opened(states.typed())
    window.go("build")
    buy = tiles(window)["Buy a card"]
    assert (buy.art, buy.painted, buy.note) == (item_art("development_card"), False, "25 left")


def test_what_is_about_no_piece_has_the_icon_of_its_group(opened: Open) -> None:
    window = opened(evenings.Evening(evenings.TWO))
    window.table.do("skip_setup", "s1")
    window.go("build")
    shown = tiles(window)
    assert shown["Forced trade"].art == icon("swap")
    assert shown["Banish the robber"].art == icon("robber")


def test_a_piece_whose_color_is_still_to_be_said_is_not_painted(opened: Open) -> None:
    table = states.two()
    table.do("throw_dice", "s1")
    states.settle_all(table)
    table.do("build_road", "s1")
    window = opened(table)
    window.go("build")
    neutral = next(t for t in tiles(window).values() if t.art == item_art("road"))
    assert not neutral.painted
    assert neutral.note == ""


def test_tiles_are_as_large_as_the_screen_has_room_for_all_of_them(opened: Open) -> None:
    heights = []
    for make in (states.placing, states.two):
        window = opened(make(), (800, 480))
        screen = window.go("build")
        heights.append(next(iter(tiles(window).values())).height)
        few = make is states.placing
        assert (screen.column.column.height <= screen.column.height) is few
    assert heights[0] > 1.4 * heights[1]


def test_in_the_set_up_it_says_who_places(opened: Open) -> None:
    window = opened(states.placing())
    screen = window.go("build")
    assert (screen.badge.opacity, screen.badge.name) == (1, "Dan")


def test_all_tiles_draw_different_pictures() -> None:
    assert len({*PIECES.values()}) == len(PIECES)


@pytest.mark.parametrize("language", ["en", "cs"])
@pytest.mark.parametrize("size", SIZES, ids=lambda s: f"{s[0]}x{s[1]}")
def test_nothing_overflows(opened: Open, size: tuple[int, int], language: str) -> None:
    for make in (states.placing, states.middle, states.two):
        theme = "dark" if language == "cs" else "light"
        window = opened(make(), size, theme, language)
        window.go("build")
        assert window.stage.overflow_report() == []


def test_a_finger_that_taps_twice_builds_once_and_a_second_wish_builds_again(opened: Open) -> None:
    window = opened(states.typed())
    window.go("build")
    spot = window.stage.point(tiles(window)["Road"])
    for _ in range(2):
        window.stage.release(window.stage.press(spot), frames=18)
    assert tiles(window)["Road"].note == "12 left"
    window.stage.step(30)
    window.stage.tap(tiles(window)["Road"])
    window.stage.until(lambda: tiles(window)["Road"].note == "11 left")


def test_a_question_that_comes_up_is_asked_on_the_table_with_its_words(opened: Open) -> None:
    table = evenings.short()
    table.do("build_settlement", "s1")
    table.do("build_city", "s1")
    window = opened(table)
    window.go("table")
    window.go("build")
    table.do("build_city", "s1")
    window.stage.step(5)
    assert window.router.here.name == "table"
    assert window.stage.shows("Anna has 8 points. Is that a win?")
    window.go("build")
    assert not tiles(window).keys() & {"Yes, a win", "No, play on"}


def test_every_move_keeps_its_place_whatever_can_be_done_now(opened: Open) -> None:
    window = opened(states.to_type())
    window.go("build")
    before = {text: tile.pos for text, tile in tiles(window).items()}
    assert tiles(window)["Road"].closed
    assert window.stage.shows("which number comes up? Then come building and trade.")
    window.table.roll(3, 5)
    window.stage.step(5)
    after = {text: tile.pos for text, tile in tiles(window).items()}
    assert not tiles(window)["Road"].closed
    assert list(before) == list(after)
    assert {x for x, _ in before.values()} == {x for x, _ in after.values()}


def test_a_closed_tile_says_why_and_the_table_may_insist(opened: Open) -> None:
    window = opened(states.typed())
    window.go("build")
    knight = tiles(window)["Knight"]
    assert (knight.closed, knight.note) == (True, "Anna holds no development card.")
    window.stage.tap(knight)
    window.stage.until(lambda: window.stage.shows("Record anyway"))
    window.stage.tap("Record anyway")
    window.stage.until(lambda: window.host.view.forced == 1)


def test_a_tile_shows_what_it_costs(opened: Open) -> None:
    window = opened(states.typed())
    window.go("build")
    assert list(tiles(window)["City"].cost) == ["ore"] * 3 + ["grain"] * 2
    assert sorted(tiles(window)["Buy a card"].cost) == ["grain", "ore", "wool"]
    assert list(tiles(window)["Knight"].cost) == []


def test_the_trade_route_is_asked_of_whoever_is_on_turn_as_long_as_it_was(opened: Open) -> None:
    table = states.typed()
    table.do("declare_route", "s1", whose="s1", length=6)
    window = opened(table)
    window.go("build")
    window.stage.tap("Trade route")
    window.stage.until(lambda: window.stage.shows("6"))
    form = next(w for w in window.stage.widgets() if type(w).__name__ == "ArgumentForm")
    assert form.arguments() == {"whose": "s1", "length": 6}
