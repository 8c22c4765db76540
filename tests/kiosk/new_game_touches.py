"""What tests of the new-game screen share: a club of people, and a finger that counts."""

from __future__ import annotations

from typing import Any

from tests.kiosk.evenings import Evening, Window

PEOPLE = (("Anna", "red"), ("Ben", "red"), ("Cecílie", "white"), ("Dan", None))
GROUP = ("Cecílie", "Anna", "Dan")
SHORT_GAME = """
format = 1
id = "quick"
modules = ["base"]
players = [2, 3]

[settings]
"base.target" = 7
"""
FAULTY = """
format = 1
id = "other"
modules = ["bse"]
players = [4, 2]

[settings]
"base.target" = 700
"base.tarrget" = 7
"""


def club() -> Evening:
    evening = Evening()
    for name, color in PEOPLE:
        evening.session.people.add(name, color=color).result()
    return evening


class Finger:
    """Touches, counted."""

    def __init__(self, window: Window) -> None:
        self.window = window
        self.touches = 0

    def tap(self, what: Any) -> None:
        self.touches += 1
        self.window.stage.tap(what)
        self.window.stage.step(5)

    def tap_twice(self, what: Any, apart: int) -> None:
        """Two quick touches on one spot, so many frames apart; 0: two fingers at once."""
        stage = self.window.stage
        spot = stage.point(what)
        stage.until(stage.awake)
        first = stage.press(spot)
        if apart:
            stage.release(first, frames=apart)
        second = stage.press(spot)
        if not apart:
            stage.release(first, frames=0)
        stage.release(second)

    def start(self) -> None:
        self.tap(self.window.router.screen.start)


def seats(window: Window) -> list[tuple[str, str]]:
    state = window.table.session.snapshot.state
    assert state is not None
    return [(s.name, s.color) for s in state.setup.seats if s.kind == "player"]


def over(window: Window, kind: type, number: int = 0) -> Any:
    """A widget of `kind` in the topmost sheet."""
    return [w for w in window.overlays.walk() if isinstance(w, kind)][number]


def first_game(window: Window) -> Finger:
    """Three play for the first time; the finger has counted the touches from home."""
    window.host.home("home")
    window.stage.step(4)
    finger = Finger(window)
    finger.tap("New game")
    for name in GROUP:
        finger.tap(name)
    finger.start()
    assert [name for name, _ in seats(window)] == list(GROUP)
    return finger


def own_files(table: Evening, **files: str) -> None:
    table.scenarios.mkdir()
    for name, content in files.items():
        (table.scenarios / f"{name}.toml").write_text(content, "utf-8")
