"""Settings, games and people by touch: what is kept, taken back, written out and brought in."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from companion.kiosk.preferences import KEY
from tests.kiosk.evenings import Evening, Open, Window, short, windows

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
            parent.scroll_to(widget, animate=False)
            window.stage.step(3)
            break
        parent = parent.parent
    window.stage.tap(widget)
    window.stage.step(5)
    assert window.stage.overflow_report() == []


def named(window: Window, text: str) -> Any:
    """What shows exactly `text`: the topmost if there are more."""
    from companion.kiosk.widgets.text import AutoLabel

    labels = [w for w in window.stage.widgets() if isinstance(w, AutoLabel) and w.text == text]
    assert labels, (text, [seen.text for seen in window.stage.texts()])
    return labels[-1]


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
