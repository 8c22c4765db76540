"""A journal that does not open, and games that do: home says what is wrong and offers the cure."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from companion.session import Options, Session
from tests.kiosk.evenings import CARDS, Evening, Open, Window, played, short, windows
from tests.kiosk.harness import SIZES

pytestmark = pytest.mark.window


@pytest.fixture
def opened() -> Iterator[Open]:
    yield from windows()


def reopened(evening: Evening, **how: Any) -> Evening:
    """The evening after a restart."""
    evening.session = Session(
        Options(evening.session.path, clock=evening.clock), inline=True, **how
    )
    return evening


def damaged() -> Evening:
    """An evening whose file is no database any more."""
    evening = short()
    evening.session.close()
    evening.session.path.write_bytes(b"not a database" * 400)
    return reopened(evening)


def is_open(window: Window) -> bool:
    return window.table.session.snapshot.journal.open


def tap(window: Window, what: Any) -> None:
    window.stage.tap(what)
    window.stage.step(5)


@pytest.mark.parametrize("language", ["en", "cs"])
@pytest.mark.parametrize("size", SIZES, ids=lambda s: f"{s[0]}x{s[1]}")
def test_what_is_wrong_is_said_in_full(size: tuple[int, int], language: str, opened: Open) -> None:
    window = opened(damaged(), size, "dark" if language == "cs" else "light", language)
    window.go("home")
    assert window.stage.overflow_report(shortened=True) == []
    path = window.table.session.path.parent.name
    assert any(path in seen.text for seen in window.stage.texts())


def test_a_new_file_begins_only_after_a_second_touch_and_the_old_one_is_kept(opened: Open) -> None:
    window = opened(damaged())
    window.go("home")
    before = window.table.session.path.read_bytes()
    tap(window, "Begin a new file")
    assert window.table.session.path.read_bytes() == before
    assert not is_open(window)
    buttons = [s for s in window.stage.texts() if s.text == "Begin a new file"]
    assert len(buttons) > 1  # the card's, the sheet's title and its red button
    from companion.kiosk.widgets.buttons import TileButton

    red = next(
        w for w in window.overlays.walk() if isinstance(w, TileButton) and w.variant == "danger"
    )
    tap(window, red)
    assert is_open(window)
    assert not window.stage.shows("The games cannot be opened")
    folder = window.table.session.path.parent
    aside = [p for p in folder.iterdir() if p.name.count("aside") and p.read_bytes() == before]
    assert len(aside) == 1
    tap(window, "New game")
    assert window.router.here.name == "new_game"


def test_looking_only_says_so_and_opens_for_writing_again(opened: Open) -> None:
    evening = short()
    evening.session.close()
    window = opened(reopened(evening, read_only=True))
    window.go("home")
    assert window.stage.shows("Opened for reading only: nothing can be entered.")
    tap(window, "New game")
    assert window.router.here.name == "home"  # it cannot be begun, so it cannot be tapped
    tap(window, "Open for writing")
    assert not window.table.session.snapshot.journal.read_only
    assert window.stage.shows("Turn 4: Anna")
    tap(window, "New game")
    assert window.router.here.name == "new_game"


def test_the_card_tells_turn_leader_and_what_is_played(opened: Open) -> None:
    window = opened(played(CARDS, 60), (800, 480))
    window.go("home")
    seen = " ".join(text.text for text in window.stage.texts())
    assert "Base game, Event Cards, Harbormaster, Friendly Robber" in seen
    assert "leads" in seen
    assert window.stage.overflow_report(shortened=True) == []
    window.stage.until(lambda: not window.router.screen.primary.waking)
    tap(window, "Go on")
    assert window.router.here.name == "table"


def test_same_again_seats_those_who_sit_here(opened: Open) -> None:
    window = opened(short())
    window.go("home")
    before = window.table.session.snapshot.game
    tap(window, "Same again")
    after = window.table.session.snapshot
    assert after.game != before
    assert after.state is not None
    assert [s.name for s in after.state.setup.seats] == ["Anna", "Bořivoj", "Cecílie"]
    assert after.state.setup.settings["base.target"] == 8
    assert window.router.here.name == "table"


def test_boards_are_made_while_no_file_of_games_opens(opened: Open) -> None:
    window = opened(damaged())
    window.go("home")
    tap(window, "Boards")
    tap(window, "Rivers")
    assert window.stage.shows("Rivers, 4 players")
    before = window.host.boards.draft.stand
    tap(window, "Draw anew")
    assert window.host.boards.draft.stand != before
    window.host.back()
    window.host.back()
    assert not is_open(window)
    assert not window.overlays.messages.children


def test_boards_are_made_while_games_may_only_be_read(opened: Open) -> None:
    evening = short()
    evening.session.close()
    window = opened(reopened(evening, read_only=True))
    window.go("home")
    tap(window, "Boards")
    tap(window, "Rivers")
    tap(window, "Draw anew")
    window.host.home("home")
    window.stage.step(120)
    assert not window.overlays.messages.children
