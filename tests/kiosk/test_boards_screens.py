"""Boards by touch: chosen by picture, drawn, kept, swapped, laid, shared, played on."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from typing import Any

import pytest

from companion.core.board.hexes import Edge, Hex
from companion.core.board.options import Options
from companion.scenario.plans import plan_for
from companion.setup.code import decode, encode
from companion.setup.draft import Draft, Stand, Wanted
from companion.setup.guide import guide
from companion.setup.report import report_on
from tests.kiosk.evenings import Evening, Open, Window, windows
from tests.kiosk.harness import SIZES
from tests.kiosk.touching import tap, tap_twice

pytestmark = pytest.mark.window

FOUR = ["Anna", "Bořivoj", "Cecílie", "Dan"]
STRICT = Options(reds_apart=True, equal_apart=True, extremes_apart=True, node_most=11)


@pytest.fixture
def opened() -> Iterator[Open]:
    yield from windows()


def making(window: Window, scenario: str = "base", wanted: Wanted | None = None) -> Any:
    """The screen on which a board of a scenario for four is being made."""
    assert window.host.boards.choose(scenario, 4, "", wanted) == ()
    return window.go("board")


def draft_of(window: Window) -> Draft:
    draft = window.host.boards.draft
    assert isinstance(draft, Draft)
    return draft


def stand_of(window: Window) -> Stand:
    stand = draft_of(window).stand
    assert stand is not None
    return stand


def touch(window: Window, site: Hex | Edge) -> None:
    """Put a finger on a hex, a harbor's disk, or the middle of an edge."""
    from companion.kiosk.widgets.board import middle_of
    from companion.setup.drawing.shapes import Circle

    picture = window.router.screen.picture
    disks = [s for s in picture.scene.shapes if s.role == "harbor" and isinstance(s, Circle)]
    at = next((s.center for s in disks if s.site == site), middle_of(site))
    tap(window, picture.place(at))


def terrains(stand: Stand) -> dict[Hex, tuple[str, int | None]]:
    return {tile.hex: (tile.terrain, tile.number) for tile in stand.board.tiles}


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


def test_a_code_brings_the_same_board_and_a_wrong_one_says_so(opened: Open) -> None:
    window = opened(Evening(), (800, 480))
    making(window)
    board = stand_of(window).board
    tap(window, "Code")
    assert window.router.here.name == "board_share"
    code = window.host.boards.code()
    assert decode(code, plan_for).board == board
    assert window.stage.shows(code[:4])
    window.host.boards.choose("rivers", 4)
    window.go("boards")
    tap(window, "Enter a code")
    (sheet,) = window.overlays.sheets.children
    wrong = ("B" if code[5] != "B" else "C").join([code[:5], code[6:]])
    keys = next(w for w in window.stage.widgets() if type(w).__name__ == "OnScreenKeyboard")
    keys.text = wrong
    keys.dispatch("on_enter")
    window.stage.step(10)
    assert draft_of(window).plan.scenario == "rivers"
    # What is wrong is told above the keyboard, which stays with what was typed.
    assert sheet in window.overlays.sheets.children
    assert keys.text == wrong
    if len(window.overlays.sheets.children) > 1:
        window.overlays.close_sheet()
    keys.text = code.lower()
    keys.dispatch("on_enter")
    window.stage.step(10)
    assert stand_of(window).board == board
    assert window.router.here.name == "board"


def test_a_game_is_played_on_the_board(opened: Open) -> None:
    table = Evening({"players": FOUR})
    table.session.close_game().result()
    window = opened(table, (1024, 600))
    for name in FOUR:
        table.session.people.add(name).result()
    making(window)
    code, board = window.host.boards.code(), stand_of(window).board
    tap(window, "Play on this board")
    assert window.router.here.name == "new_game"
    for name in FOUR:
        tap(window, name)
    assert window.stage.shows(code[:4])
    tap(window, "Start")
    assert window.router.here.name == "table"
    game = window.host.boards.of_game()
    assert game is not None
    assert game.stand.board == board
    tap(window, window.router.screen.header.lead)
    tap(window, "The board")
    assert window.router.here.name == "board_view"
    assert window.stage.shows("Base game, 4 players")
    window.host.boards.choose("rivers", 4)
    tap(window, "Code")
    assert window.stage.shows(code[:4])


def test_a_board_can_be_left_out_again(opened: Open) -> None:
    window = opened(Evening(), (1280, 720))
    making(window)
    tap(window, "Play on this board")
    assert window.router.screen.chosen.board
    tap(window, "Touch to play without it")
    assert window.router.screen.chosen.board == ""
    tap(window, "Touch to have one drawn")
    assert window.router.here.name == "boards"


def test_a_board_whose_book_is_not_kept_cannot_be_played(opened: Open) -> None:
    window = opened(Evening(), (800, 480))
    screen = making(window, "cloth")
    assert screen.play.disabled
    assert window.stage.shows("it does not keep count in this scenario")


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


def test_the_report_rings_what_is_touched(opened: Open) -> None:
    window = opened(Evening(), (1024, 600))
    making(window)
    tap(window, "How fair?")
    screen = window.router.screen
    report = report_on(stand_of(window).board, 4)
    finding = report.findings[1]
    tap(window, window.host.say(finding.title))
    assert window.stage.shows(window.host.say(finding.words)[:20])
    ringed = [s.site for s in screen.picture.scene.shapes if s.role == "highlight"]
    assert ringed == list(finding.sites)


def test_the_guide_lays_the_board_step_by_step(opened: Open) -> None:
    window = opened(Evening(), (1024, 600))
    making(window, "fishermen")
    tap(window, "Lay it out")
    screen = window.router.screen
    steps = guide(draft_of(window).plan, stand_of(window).board)
    seen = set()
    scale = screen.picture.scale()
    for n, step in enumerate(steps, 1):
        assert window.stage.shows(f"Lay it out: {n} of {len(steps)}")
        assert window.stage.shows(window.host.say(step.title))
        tiles = [s for s in screen.picture.scene.shapes if s.role == "tile"]
        assert len(tiles) == len(step.board.tiles)
        assert screen.picture.scale() == pytest.approx(scale)
        seen.add(len(tiles))
        if n == 4:  # somebody looks up the code in between, and comes back
            window.go("board_share")
            window.host.back()
            window.stage.step(4)
            tap(window, "Back")
            assert window.stage.shows(f"Lay it out: 3 of {len(steps)}")
            tap(window, screen.later)
        tap(window, screen.later)
    assert window.router.here.name == "board"
    assert {0, 19} <= seen


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
    from companion.setup.drawing.shapes import middle

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


PAGES = ("boards", "board", "board_report", "board_guide", "board_share", "board_view")


@pytest.mark.parametrize("language", ["en", "cs"])
@pytest.mark.parametrize("size", SIZES, ids=lambda s: f"{s[0]}x{s[1]}")
def test_everything_has_room(size: tuple[int, int], language: str, opened: Open) -> None:
    plan = plan_for("base", 4)
    assert plan.printed is not None
    code = encode(plan, plan.printed, players=4)
    table = Evening({"players": FOUR, "board": {"code": code}})
    window = opened(table, size, "light", language)
    for scenario in ("base", "traders_barbarians", "new_world"):
        making(window, scenario)
        for page in PAGES:
            window.go(page, game=page == "board_view")
            window.stage.step(10)
            assert window.stage.overflow_report() == [], (scenario, page)
    making(window, "forgotten_tribe", Wanted(wishes=STRICT))
    from companion.kiosk.screens.board_wishes import open_wishes

    open_wishes(window.host)
    window.stage.step(10)
    assert window.stage.overflow_report() == []


def test_nothing_runs_while_nothing_happens(opened: Open) -> None:
    window = opened(Evening(), (800, 480))
    making(window)
    window.stage.step(120)
    drawn = []
    picture = window.router.screen.picture
    picture.draw = lambda: drawn.append(1)
    window.stage.step(120)
    assert drawn == []
