"""A game that the view cannot show is put away; the window goes on."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.kiosk.evenings import Open, short, windows
from tests.kiosk.harness import Stage

pytestmark = pytest.mark.window


@pytest.fixture
def opened() -> Iterator[Open]:
    yield from windows()


def _fail(*_: object, **__: object) -> None:
    raise KeyError("a seat that nobody has")


@pytest.mark.parametrize("threaded", [False, True], ids=["inline", "threaded"])
@pytest.mark.parametrize("late", [False, True], ids=["at the start", "while playing"])
def test_a_game_that_cannot_be_shown_is_put_away_and_told(
    opened: Open, monkeypatch: pytest.MonkeyPatch, *, late: bool, threaded: bool
) -> None:
    evening = short(threaded=threaded)
    Stage.open()  # Kivy is set up before anything of the kiosk is imported
    if not late:
        monkeypatch.setattr("companion.kiosk.host.present", _fail)
    window = opened(evening)
    if late:
        window.go("table")
        monkeypatch.setattr("companion.kiosk.host.present", _fail)
        evening.end()
    else:
        window.go("home")
    window.stage.until(lambda: evening.session.snapshot.game is None)
    window.stage.until(lambda: window.router.here.name == "home")
    window.stage.step(4)
    assert window.host.view is None
    assert window.stage.shows("This game cannot be shown")
    assert window.stage.shows("New game")
    assert len(evening.session.games.list().result()) == 1
    assert window.stage.overflow_report(shortened=True) == []
