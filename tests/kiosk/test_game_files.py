"""A game goes out to a stick and comes in from one, by touch; each fault of a stick is said."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.journal import Drives, file_name
from companion.session import Options, Session
from tests.kiosk.evenings import Evening, Open, Window, short, windows
from tests.kiosk.harness import SIZES
from tests.kiosk.touching import tap, tap_twice
from tests.session.sticks import Plugs, lock, small_stick

pytestmark = pytest.mark.window


@pytest.fixture
def opened() -> Iterator[Open]:
    yield from windows()


@pytest.fixture
def plugs(tmp_path: Path) -> Plugs:
    return Plugs(tmp_path / "computer")


def with_drives(evening: Evening, drives: Drives) -> Evening:
    """The evening on a computer where these drives may be plugged in."""
    path = evening.session.path
    evening.session.close()
    options = Options(path, clock=evening.clock, drives=drives)
    evening.session = Session(options, inline=not evening.threaded)
    evening.session.ready.result()
    return evening


def out(window: Window) -> None:
    """Open the only game's sheet and ask for a file."""
    window.go("games")
    tap(window, title(window.table))
    tap(window, "Write to a file")


def title(evening: Evening) -> str:
    return evening.session.games.list().result()[0].title


def name(evening: Evening) -> str:
    """What the exported file of the only game is called."""
    return file_name(evening.session.games.list().result()[0])


def test_a_game_goes_to_the_stick_and_comes_back_after_it_was_lost(
    opened: Open, plugs: Plugs
) -> None:
    evening = with_drives(short(), plugs.drives)
    stick = plugs.plug("KINGSTON")
    window = opened(evening)
    out(window)
    tap(window, "KINGSTON")
    assert [p.name for p in stick.iterdir()] == [name(evening)]
    assert window.stage.shows("Written to KINGSTON in full; it can be pulled out now.")

    other = opened(with_drives(Evening(), plugs.drives))
    other.go("games")
    tap(other, "Bring in a game from a file")
    assert other.stage.overflow_report(shortened=True) == []
    tap(other, name(evening))
    (game,) = other.table.session.games.list().result()
    assert game.title == title(evening)
    assert other.stage.shows("The game is in the list.")
    assert other.stage.shows(game.title)


def test_a_board_s_page_goes_to_the_stick_to_be_printed(opened: Open, plugs: Plugs) -> None:
    stick = plugs.plug("KINGSTON")
    window = opened(with_drives(Evening(threaded=True), plugs.drives))
    stage = window.stage
    window.host.boards.choose("base", 4)
    stage.until(lambda: window.host.boards.draft.stand is not None)
    window.go("board_share")
    tap(window, "Page to print")
    stage.until(lambda: stage.shows("KINGSTON"))
    tap(window, "KINGSTON")
    stage.until(lambda: stage.shows("Written to KINGSTON in full"))
    (page,) = stick.iterdir()
    assert page.name.startswith("islekeeper-board-base-")
    assert page.read_bytes().startswith(b"%PDF-")


def test_a_game_goes_to_the_stick_while_the_session_works_on_its_own_thread(
    opened: Open, plugs: Plugs
) -> None:
    evening = with_drives(short(threaded=True), plugs.drives)
    stick = plugs.plug("KINGSTON")
    window = opened(evening)
    window.go("games")
    stage = window.stage
    stage.until(lambda: stage.shows("Anna, Bořivoj, Cecílie"))
    tap(window, title(evening))
    tap(window, "Write to a file")
    stage.until(lambda: stage.shows("KINGSTON"))
    tap(window, "KINGSTON")
    stage.until(lambda: stage.shows("Written to KINGSTON in full"))
    assert [p.name for p in stick.iterdir()] == [name(evening)]
    tap(window, "Bring in a game from a file")
    stage.until(lambda: not window.overlays.messages.children)  # it lies over the sheet's top
    stage.until(lambda: stage.shows(name(evening)))
    tap(window, name(evening))
    stage.until(lambda: stage.shows("This game is here already."))


def test_without_a_stick_the_own_folder_is_offered_and_a_stick_is_found_on_asking(
    opened: Open, plugs: Plugs
) -> None:
    evening = with_drives(short(), plugs.drives)
    window = opened(evening)
    out(window)
    assert window.stage.shows("No USB stick is plugged in.")
    plugs.plug("KINGSTON")
    tap(window, "Look again")
    assert window.stage.shows("KINGSTON")
    assert not window.stage.shows("No USB stick is plugged in.")
    tap(window, "This device")
    assert (evening.session.path.parent / "exports" / name(evening)).exists()
    tap(window, "Bring in a game from a file")
    tap(window, name(evening))
    assert window.stage.shows("This game is here already.")


def test_a_pulled_stick_is_named_with_its_cure(opened: Open, plugs: Plugs) -> None:
    window = opened(with_drives(short(), plugs.drives))
    stick = plugs.plug("KINGSTON")
    out(window)
    plugs.pull(stick)
    tap(window, "KINGSTON")
    assert window.stage.shows("The drive KINGSTON is not plugged in any more. Plug it in again")
    assert list(stick.iterdir()) == []


def test_a_full_stick_then_a_locked_one(opened: Open, tmp_path: Path) -> None:
    with small_stick(tmp_path / "media" / "pi" / "TINY") as stick:
        evening = with_drives(short(), Drives(tmp_path))
        window = opened(evening)
        ballast = stick / "ballast"
        ballast.write_bytes(b"x" * (256 * 1024 - 4096))
        out(window)
        tap(window, "TINY")
        assert window.stage.shows(f"There is no room for {stick / name(evening)}")
        assert window.stage.overflow_report(shortened=True) == []
        assert [p.name for p in stick.iterdir()] == ["ballast"]
        ballast.unlink()
        lock(stick)
        out(window)
        assert window.stage.shows("Locked: nothing can be written to it.")
        tap(window, "TINY")  # the row is no button
        assert window.overlays.sheets.children
        assert list(stick.iterdir()) == []


@pytest.mark.parametrize("language", ["en", "cs"])
def test_a_changed_file_is_refused_with_every_reason(
    opened: Open, plugs: Plugs, language: str
) -> None:
    evening = with_drives(short(), plugs.drives)
    stick = plugs.plug("KINGSTON")
    game = evening.session.games.list().result()[0]
    place = evening.session.games.places().result()[0]
    written = evening.session.games.export_to(game.id, place).result()
    document = json.loads(written.read_text())
    document["entries"][1]["at"] = 5
    del document["game"]["title"]
    written.write_text(json.dumps(document))
    window = opened(evening, (800, 480), "dark", language)
    tr = window.host.tr
    window.go("games")
    tap(window, tr("kiosk.games.bring_in"))
    tap(window, written.name)
    assert window.stage.shows(tr("kiosk.files.refused"))
    assert window.stage.shows(str(stick))
    for place_in_file in ("game.title", "entries[1].at"):
        assert window.stage.shows(place_in_file)
    assert window.stage.overflow_report(shortened=True) == []
    assert len(evening.session.games.list().result()) == 1
    tap(window, tr("kiosk.files.other"))
    assert window.stage.shows(written.name)


def test_two_quick_taps_write_one_file_and_open_nothing_else(opened: Open, plugs: Plugs) -> None:
    window = opened(with_drives(short(), plugs.drives))
    stick = plugs.plug("KINGSTON")
    out(window)
    tap_twice(window, "KINGSTON")
    assert len(list(stick.iterdir())) == 1
    assert not window.overlays.sheets.children
    assert window.router.here.name == "games"


@pytest.mark.parametrize("language", ["en", "cs"])
@pytest.mark.parametrize("size", SIZES, ids=lambda s: f"{s[0]}x{s[1]}")
def test_the_sheets_fit(size: tuple[int, int], language: str, opened: Open, plugs: Plugs) -> None:
    evening = with_drives(short(), plugs.drives)
    plugs.plug("A rather long name for a memory stick")
    window = opened(evening, size, "dark" if language == "cs" else "light", language)
    tr = window.host.tr
    window.go("games")
    tap(window, title(evening))
    tap(window, tr("kiosk.games.export"))
    assert window.stage.overflow_report() == []
    tap(window, "A rather long name")
    tap(window, tr("kiosk.games.bring_in"))
    assert window.stage.overflow_report() == []
