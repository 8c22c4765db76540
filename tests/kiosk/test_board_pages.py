"""The pages on a board: report, guide, code, the game that is played on it; room for all."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from companion.scenario.plans import plan_for
from companion.setup.code import decode, encode
from companion.setup.draft import Wanted
from companion.setup.guide import guide
from companion.setup.report import report_on
from tests.kiosk.board_touches import (
    FOUR,
    STRICT,
    draft_of,
    making,
    stand_of,
)
from tests.kiosk.evenings import Evening, Open, windows
from tests.kiosk.harness import SIZES
from tests.kiosk.touching import tap

pytestmark = pytest.mark.window


@pytest.fixture
def opened() -> Iterator[Open]:
    yield from windows()


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


def test_the_report_rings_what_is_touched(opened: Open) -> None:
    window = opened(Evening(), (1024, 600))
    making(window)
    tap(window, "How fair?")
    screen = window.router.screen
    report = report_on(draft_of(window).plan, stand_of(window).board, 4)
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
