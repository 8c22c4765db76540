"""Boards by touch: chosen by picture, drawn, kept in part, swapped, laid, kept."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from typing import Any

import pytest

from companion.core.board.hexes import Edge, Hex
from companion.core.board.options import Options
from companion.setup.draft import Wanted
from companion.setup.drawing.shapes import middle
from tests.kiosk.board_touches import (
    STRICT,
    draft_of,
    making,
    stand_of,
    terrains,
    touch,
)
from tests.kiosk.evenings import Evening, Open, windows
from tests.kiosk.harness import SIZES
from tests.kiosk.touching import tap, tap_twice

pytestmark = pytest.mark.window


@pytest.fixture
def opened() -> Iterator[Open]:
    yield from windows()


def test_a_scenario_is_chosen_by_its_picture(opened: Open) -> None:
    window = opened(Evening(), (800, 480))
    window.host.home("home")
    tap(window, "Boards")
    assert window.router.here.name == "boards"
    tap(window, "Fishermen")
    assert window.router.here.name == "board"
    assert window.stage.shows("Fishermen, 4 players")
    assert draft_of(window).plan.scenario == "fishermen"
    first = stand_of(window).board
    tap(window, "Draw anew")
    assert stand_of(window).board != first
    # Back at the pictures and here again, it is the same board still.
    second = stand_of(window)
    window.host.back()
    tap(window, "Fishermen")
    assert stand_of(window) == second


def test_what_is_touched_stays_when_the_rest_is_drawn_anew(opened: Open) -> None:
    window = opened(Evening(), (800, 480))
    making(window)
    board = stand_of(window).board
    harbor = board.harbors[3].edge
    places = [board.tiles[0].hex, board.tiles[9].hex]
    sites: list[Hex | Edge] = [*places, harbor]
    for site in sites:
        touch(window, site)
    assert stand_of(window).locked == set(places)
    assert stand_of(window).kept == {harbor}
    before = terrains(stand_of(window))
    kinds = {h.edge: h.kind for h in board.harbors}
    for _ in range(3):
        tap(window, "Draw anew")
        after = stand_of(window)
        assert all(terrains(after)[place] == before[place] for place in places)
        assert {h.edge: h.kind for h in after.board.harbors}[harbor] == kinds[harbor]
        assert terrains(after) != before
    touch(window, places[0])
    assert stand_of(window).locked == {places[1]}


def test_a_hand_that_wipes_over_the_board_keeps_nothing(opened: Open) -> None:
    window = opened(Evening(), (800, 480))
    screen = making(window)
    places = [screen.picture.place(middle(tile.hex)) for tile in stand_of(window).board.tiles]
    window.stage.swipe(places[0], places[-1])
    window.stage.step(20)
    assert stand_of(window).locked == frozenset()


def test_a_finger_that_bounces_keeps_a_hex_once_and_two_fingers_keep_two(opened: Open) -> None:
    window = opened(Evening(), (800, 480))
    screen = making(window)
    one, other = (tile.hex for tile in stand_of(window).board.tiles[:2])
    tap_twice(window, screen.picture.place(middle(one)))
    assert stand_of(window).locked == {one}
    for place in (other, one):  # quick, but on different hexes
        window.stage.release(window.stage.press(screen.picture.place(middle(place))), 2)
    window.stage.step(20)
    assert stand_of(window).locked == {other}


def test_two_hexes_change_places_and_what_that_breaks_is_said(opened: Open) -> None:
    window = opened(Evening(), (800, 480))
    screen = making(window, wanted=Wanted(wishes=STRICT))
    before = stand_of(window)
    assert window.stage.shows("All rules and wishes are kept.")
    tap(window, "Swap numbers")
    for one in before.board.tiles:
        for other in before.board.tiles:
            if one.number == 6 and other.number not in {None, 6}:
                touch(window, one.hex)
                assert stand_of(window) == before
                touch(window, other.hex)
                if draft_of(window).broken():
                    assert not window.stage.shows("All rules and wishes are kept.")
                    assert window.stage.shows(".")
                    tap(window, screen.undo)
                    assert stand_of(window) == before
                    assert window.stage.shows("All rules and wishes are kept.")
                    return
                tap(window, screen.undo)
    raise AssertionError("no swap of a 6 breaks anything")


def test_harbors_are_swapped_by_touching_their_disks(opened: Open) -> None:
    window = opened(Evening(), (800, 480))
    screen = making(window)
    harbors = stand_of(window).board.harbors
    one = next(h for h in harbors if h.kind == "ore")
    other = next(h for h in harbors if h.kind == "wool")
    tap(window, "Swap")
    touch(window, one.edge)
    touch(window, other.edge)
    kinds = {h.edge: h.kind for h in stand_of(window).board.harbors}
    assert (kinds[one.edge], kinds[other.edge]) == ("wool", "ore")
    tap(window, screen.undo)
    tap(window, screen.redo)
    assert {h.edge: h.kind for h in stand_of(window).board.harbors} == kinds


def test_wishes_are_made_on_a_sheet_and_kept_by_the_board_it_draws(opened: Open) -> None:
    window = opened(Evening(), (1024, 600))
    making(window)
    first = stand_of(window)
    tap(window, "Wishes: 0")
    tap(window, "Even")
    tap(window, "Draw such a board")
    draft = draft_of(window)
    assert draft.wanted.wishes == Options(
        reds_apart=True, equal_apart=True, extremes_apart=True, node_most=11, clusters=3
    )
    assert stand_of(window) != first
    assert draft.broken() == ()
    assert window.stage.shows("Wishes: 5")
    # Nothing is drawn where nothing was changed.
    same = stand_of(window)
    tap(window, "Wishes: 5")
    tap(window, "Draw such a board")
    assert stand_of(window) == same


def test_wishes_that_cannot_be_kept_leave_the_board_and_say_why(opened: Open) -> None:
    window = opened(Evening(), (1024, 600))
    making(window)
    before = stand_of(window)
    window.host.boards.change(lambda draft: draft.want(Wanted(wishes=Options(node_most=8))))
    tap(window, "Draw anew")
    assert stand_of(window) == before
    assert window.stage.shows("No board meets all these wishes at once; that is proved.")
    assert window.stage.shows("With “Pips at an intersection, at most: 9” there is one.")


def test_players_lay_the_harbors_of_the_new_world_by_touch(opened: Open) -> None:
    window = opened(Evening(), (800, 480))
    making(window, "new_world")
    assert window.stage.shows("Lay harbor 1 of 10")
    kind = draft_of(window).to_lay()[0]
    site = draft_of(window).places_to_lay()[5]
    touch(window, site)
    assert [(h.edge, h.kind) for h in stand_of(window).board.harbors] == [(site, kind)]
    assert window.stage.shows("Lay harbor 2 of 10")
    tap(window, "Lay the rest by lot")
    assert len(stand_of(window).board.harbors) == 10
    assert window.stage.shows("Keep")


def test_the_board_is_there_again_after_a_restart(opened: Open) -> None:
    table = Evening()
    window = opened(table, (800, 480))
    making(window, wanted=Wanted(wishes=STRICT))
    touch(window, stand_of(window).board.tiles[4].hex)
    stand, wanted = stand_of(window), draft_of(window).wanted
    window.host.home("home")
    window.close()
    again = opened(table, (800, 480))
    again.host.home("home")
    again.go("boards")
    tap(again, "Go on: Base game")
    assert stand_of(again) == stand
    assert draft_of(again).wanted == wanted


class SlowRoller:
    """Rolls when it is let."""

    def __init__(self, roller: Any) -> None:
        self._roller = roller
        self.let = threading.Event()

    def roll(self, order: Any) -> Any:
        assert self.let.wait(30)
        return self._roller.roll(order)


def test_a_long_roll_is_told_and_can_be_given_up(opened: Open) -> None:
    window = opened(Evening(threaded=True), (800, 480))
    boards = window.host.boards
    boards.choose("base", 4)
    window.stage.until(lambda: draft_of(window).stand is not None)
    window.go("board")
    before = stand_of(window)
    slow = boards._roller = SlowRoller(boards._roller)
    tap(window, "Draw anew")
    window.stage.until(lambda: window.stage.shows("Give up"))
    assert window.stage.shows("Searching")
    tap(window, "Give up")
    assert window.stage.shows("Draw anew")
    slow.let.set()
    window.stage.step(30)
    assert stand_of(window) == before
    tap(window, "Draw anew")
    window.stage.until(lambda: stand_of(window) != before)
    assert not boards.busy


def test_two_quick_taps_leave_the_newer_board_and_one_step_back(opened: Open) -> None:
    window = opened(Evening(), (800, 480))
    screen = making(window)
    first = stand_of(window)
    tap_twice(window, "Draw anew")
    assert stand_of(window) != first
    while draft_of(window).can_undo:
        tap(window, screen.undo)
    assert stand_of(window) == first


@pytest.mark.parametrize("scenario", ["base", "four_islands", "new_world", "wonders"])
@pytest.mark.parametrize("size", SIZES, ids=lambda s: f"{s[0]}x{s[1]}")
def test_a_finger_finds_every_hex(size: tuple[int, int], scenario: str, opened: Open) -> None:
    window = opened(Evening(), size)
    screen = making(window, scenario)
    window.host.boards.change(lambda draft: draft.lay_rest("0" * 32))
    window.stage.step(4)
    from companion.setup.drawing.scene import token_center

    picture = screen.picture
    for tile in stand_of(window).board.tiles:
        x, y = picture.place((middle if tile.number is None else token_center)(tile.hex))
        assert picture.collide_point(x, y)
        assert picture.site_at(x, y) == tile.hex
    for harbor in stand_of(window).board.harbors:
        disk = next(
            s for s in picture.scene.shapes if s.role == "harbor" and s.site == harbor.edge
            and hasattr(s, "center")
        )  # fmt: skip
        assert picture.site_at(*picture.place(disk.center)) == harbor.edge


def test_nothing_runs_while_nothing_happens(opened: Open) -> None:
    window = opened(Evening(), (800, 480))
    making(window)
    window.stage.step(120)
    drawn = []
    picture = window.router.screen.picture
    picture.draw = lambda: drawn.append(1)
    window.stage.step(120)
    assert drawn == []
