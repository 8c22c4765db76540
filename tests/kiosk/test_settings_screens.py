"""Settings, games and people by touch: what is kept, taken back, put away."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from companion.kiosk.preferences import KEY
from tests.kiosk.evenings import THREE, Evening, Open, Window, short, windows
from tests.session.playing import begun

pytestmark = pytest.mark.window

SIZES = ((800, 480), (720, 1280))
both_sizes = pytest.mark.parametrize("size", SIZES, ids=lambda s: f"{s[0]}x{s[1]}")


@pytest.fixture
def opened() -> Iterator[Open]:
    yield from windows()


def tap(window: Window, what: Any) -> None:
    """Touch a text or a widget, scrolled into view before, with nothing overflowing after."""
    widget = named(window, what) if isinstance(what, str) else what
    parent = widget.parent
    while parent is not None and parent is not parent.parent:
        if hasattr(parent, "scroll_to"):
            # One that is short enough to be seen whole would be pushed out of its place.
            if parent.column.height > parent.height:
                parent.scroll_to(widget, animate=False)
                parent.scroll_y = max(0, min(1, parent.scroll_y))
                window.stage.step(3)
            break
        parent = parent.parent
    window.stage.tap(widget)
    window.stage.step(5)
    assert window.stage.overflow_report() == []


def named(window: Window, text: str) -> Any:
    """What shows exactly `text`, waited for: the topmost if there are more."""
    from companion.kiosk.widgets.text import AutoLabel

    def labels() -> list[Any]:
        return [w for w in window.stage.widgets() if isinstance(w, AutoLabel) and w.text == text]

    window.stage.until(lambda: bool(labels()))
    return labels()[-1]


def over(window: Window, kind: type) -> Any:
    """The topmost widget of `kind` in what lies over the screen."""
    return [w for w in window.overlays.walk() if isinstance(w, kind)][-1]


def type_name(window: Window, name: str) -> None:
    """Erase what stands on the keyboard, type `name` key by key and enter it."""
    from companion.kiosk.widgets.buttons import TileButton
    from companion.kiosk.widgets.keyboard import OnScreenKeyboard

    keys = over(window, OnScreenKeyboard)
    keys.text = ""
    window.stage.step(2)
    for letter in name:
        tiles = [w for w in keys.walk() if isinstance(w, TileButton)]
        window.stage.tap(next(t for t in tiles if t.text.lower() == letter.lower()))
    assert keys.text.lower() == name.lower()
    assert window.stage.overflow_report() == []
    check = next(w for w in keys.walk() if getattr(w, "icon", "") == "check")
    tap(window, check)


def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a message stay until it is touched, however slowly a busy computer draws."""
    monkeypatch.setattr("companion.kiosk.widgets.sheet.TOAST_SECONDS", 600)


def kept(evening: Evening) -> dict[str, Any]:
    data: dict[str, Any] = evening.session.preferences.get(KEY).result()
    return data


# -- settings -------------------------------------------------------------------------------------


@both_sizes
def test_every_setting_takes_effect_at_once_and_is_kept(
    size: tuple[int, int], opened: Open
) -> None:
    table = short()
    window = opened(table, size)
    window.go("settings")
    from companion.kiosk.theme import theme

    tap(window, "Dark")
    assert theme.dark
    tap(window, "115 %")
    assert theme.metrics.text_scale == 1.15
    tap(window, "2 min")
    assert window.overlays.dim.minutes == 2
    tap(window, "The touch that wakes the screen also presses")
    assert not window.overlays.dim.swallow
    tap(window, "Cards turn over")
    tap(window, "Show how long the turn takes")
    tap(window, "Show how many cards of each number are left")
    assert kept(table) == {
        "language": "en",
        "theme": "dark",
        "diagonal": 7.0,
        "text_scale": 1.15,
        "dim_minutes": 2.0,
        "wake_passes": True,
        "animate": False,
        "show_left": True,
        "turn_clock": True,
    }
    assert window.stage.shows("Off at first")
    assert window.stage.shows("An unofficial fan project under the MIT license")
    tap(window, "Čeština")
    assert window.stage.shows("Nastavení")
    assert kept(table)["language"] == "cs"


@both_sizes
def test_the_diagonal_goes_from_five_to_thirty_two_inches(
    size: tuple[int, int], opened: Open
) -> None:
    table = short()
    window = opened(table, size, diagonal=6.0)
    screen = window.go("settings")
    from companion.kiosk.theme import theme
    from companion.kiosk.widgets.inputs import Stepper

    stepper = next(w for w in screen.walk() if isinstance(w, Stepper))
    tap(window, stepper.minus)
    assert kept(table)["diagonal"] == theme.metrics.diagonal == 5.0
    assert stepper.minus.disabled
    assert (stepper.least, stepper.most) == (5, 32)
    tap(window, stepper.plus)
    assert kept(table)["diagonal"] == 6.0


@both_sizes
def test_a_backup_comes_back_after_a_second_thought(size: tuple[int, int], opened: Open) -> None:
    table = short()
    window = opened(table, size)
    window.go("settings")
    from companion.kiosk.screens.moments import stamped_when
    from companion.kiosk.widgets.sheet import Sheet

    tap(window, "Backups")
    assert window.stage.shows("There is no backup yet.")
    window.host.back()
    table.session._desk.use(lambda journal: journal.back_up())
    table.session.people.add("Anna").result()
    tap(window, "Backups")
    day = stamped_when(window.host.tr, table.session.backups().result()[0].stamp)
    assert "2026" in day
    tap(window, day)
    assert window.stage.shows(f"as they were on {day}")
    window.host.back()
    assert len(table.session.people.list().result()) == 1
    tap(window, day)
    window.stage.tap(over(window, Sheet).foot.children[0])
    window.stage.step(5)
    assert table.session.people.list().result() == ()
    assert window.router.here.name == "home"


# -- games ----------------------------------------------------------------------------------------


def only_row(window: Window) -> Any:
    """The one row of the list on the screen."""
    from companion.kiosk.widgets.lists import ListRow

    (row,) = (w for w in window.router.screen.walk() if isinstance(w, ListRow))
    return row


@both_sizes
def test_a_game_is_renamed(size: tuple[int, int], opened: Open) -> None:
    table = short()
    window = opened(table, size)
    window.go("games")
    for words in ("Turn 4", "2026", "Base game"):
        assert words in only_row(window).note
    tap(window, only_row(window))
    tap(window, "Rename")
    type_name(window, "final")
    assert table.session.games.list().result()[0].title.lower() == "final"
    assert only_row(window).text.lower() == "final (anna, bořivoj, cecílie)"


@both_sizes
def test_a_folder_that_cannot_be_made_is_told(size: tuple[int, int], opened: Open) -> None:
    table = short()
    window = opened(table, size)
    window.go("games")
    (table.session.path.parent / "exports").write_text("in the way", encoding="utf-8")
    tap(window, only_row(window))
    tap(window, "Write to a file")
    assert window.stage.shows("exports")


# -- people ---------------------------------------------------------------------------------------


@both_sizes
def test_a_person_is_added_changed_taken_off_and_brought_back(
    size: tuple[int, int], opened: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = Evening()
    people = table.session.people
    window = opened(table, size)
    patient(monkeypatch)
    window.go("people")
    assert window.stage.shows("Nobody yet.")
    tap(window, "Somebody new")
    type_name(window, "eva")
    tap(window, only_row(window))
    from companion.kiosk.widgets.seat import SeatColorPicker

    picker = over(window, SeatColorPicker)
    tap(window, next(s for s in picker.children if s.color == "white"))
    tap(window, "Čeština")
    tap(window, "Rename")
    type_name(window, "ema")
    (person,) = people.list().result()
    # The rename came last and took neither the color nor the language back.
    assert (person.name.lower(), person.color, person.language) == ("ema", "white", "cs")
    assert only_row(window).text == person.name
    tap(window, only_row(window))
    tap(window, "Take off the list")
    assert people.list().result() == ()
    tap(window, "Undo")
    assert people.list().result() == (person,)


@both_sizes
def test_a_person_sees_how_all_games_went(size: tuple[int, int], opened: Open) -> None:
    table = Evening()
    anna = table.session.people.add("Anna").result()
    ben = table.session.people.add("Ben", color="blue").result()
    window = opened(table, size)
    window.go("people")
    tap(window, "Ben")
    tap(window, "All games together")
    assert window.stage.shows("No finished game yet.")
    window.overlays.close_sheets()
    players = [
        {"name": "Anna", "color": "red", "person": anna.id},
        {"name": "Ben", "color": "blue", "person": ben.id},
        {"name": "Cilka", "color": "white"},
    ]
    begun(table.session, {**THREE, "players": players})
    table.do("end_game", winner="s1")
    window.stage.step(6)
    tap(window, "Anna")
    tap(window, "All games together")
    for words in ("Games played", "Share of wins", "100%", "Points a game", "Most points"):
        assert window.stage.shows(words), words
