"""Games on a real session, and the kiosk's window on them, for tests and pictures of screens."""

from __future__ import annotations

import itertools
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any

from companion.core.frozen import freeze
from companion.core.model import Command
from companion.core.rules.base.facts import TURN_SEAT
from companion.session import Done, Options, Session
from tests.kiosk.harness import Stage
from tests.session.playing import FakeClock, Player, begun

LONG_NAMES = ("Bartholomew Featherstonehaugh", "Žofie Nejezchlebová-Dlouhá", "Al")
THREE: dict[str, Any] = {
    "players": [
        {"name": "Anna", "color": "red"},
        {"name": "Bořivoj", "color": "blue"},
        {"name": "Cecílie", "color": "white"},
    ],
    "numbers": "typed",
    "settings": {"base.target": 8},
}
CARDS: dict[str, Any] = {
    "players": [
        {"name": n, "color": c}
        for n, c in zip(LONG_NAMES, ("green", "orange", "purple"), strict=True)
    ],
    "variants": ["event_cards", "harbormaster", "friendly_robber"],
}
TWO: dict[str, Any] = {
    "players": [{"name": "Anna", "color": "red"}, {"name": "Ben", "color": "blue"}],
    "variants": ["two_players"],
    "numbers": "dice",
}


class Evening:
    """A session whose clock goes forward with each input; without a thread unless `threaded`.

    Its chance is the same every time. `scenarios` is the folder of the table's own scenario files,
    which a test may make and fill.
    """

    def __init__(self, request: dict[str, Any] | None = None, *, threaded: bool = False) -> None:
        self._folder = tempfile.TemporaryDirectory(prefix="kiosk-evening-")
        self.clock = FakeClock()
        self.threaded = threaded
        folder = Path(self._folder.name)
        self.scenarios = folder / "scenarios"
        options = Options(
            folder / "games.sqlite3",
            clock=self.clock,
            entropy=Random("an evening").randbytes,
            own_scenarios=self.scenarios,
        )
        self.session = Session(options, inline=not threaded)
        self.session.ready.result()
        if request is not None:
            begun(self.session, request)

    def close(self) -> None:
        self.session.close()
        self._folder.cleanup()

    def do(self, action: str, seat: str | None = None, **args: Any) -> None:
        """Enter something that must be accepted."""
        self.clock.turn(40)
        command = Command(action, seat, freeze(args))
        answer = self.session.submit(command, "touch").result()
        assert isinstance(answer, Done), answer

    def undo(self, times: int = 1) -> None:
        for _ in range(times):
            self.clock.turn(5)
            self.session.undo(source="touch").result()

    @property
    def on_turn(self) -> str:
        seat = self.session.snapshot.context().get(TURN_SEAT)
        assert seat is not None
        return seat

    def roll(self, first: int, second: int) -> None:
        """The turn's player throws own dice."""
        self.do("enter_faces", self.on_turn, faces=[first, second])

    def end(self) -> None:
        self.do("end_turn", self.on_turn)


def empty() -> Evening:
    """A game that has just begun."""
    return Evening(THREE)


def short(*, threaded: bool = False) -> Evening:
    """Some turns of three with building, a seven, an award, something undone."""
    table = Evening(THREE, threaded=threaded)
    for seat in ("s1", "s2", "s3", "s3", "s2", "s1"):
        table.do("place_start", seat)
    table.roll(3, 5)
    table.do("build_road", "s1")
    table.do("build_settlement", "s1")
    table.do("buy_card", "s1")
    table.end()
    table.roll(6, 1)
    table.do("move_robber", "s2", victim="s1")
    table.do("build_city", "s2")
    table.do("declare_route", "s2", whose="s1", length=5)
    table.end()
    table.roll(2, 3)
    table.do("build_settlement", "s3")
    table.end()
    table.roll(4, 4)
    table.do("build_settlement", "s1")
    table.undo()
    return table


def played(request: dict[str, Any], steps: int, seed: int = 3) -> Evening:
    """So many random inputs, undone, redone and amended ones among them."""
    table = Evening(request)
    player = Player(table.session, Random(seed))
    while table.session.snapshot.seq < steps:
        table.clock.turn(23)
        player.step()
        if table.session.snapshot.state is not None and table.session.snapshot.state.over:
            table.undo()
    return table


def turns(count: int) -> Evening:
    """So many entries of plain turns, numbers as two fair dice would give them."""
    table = Evening(THREE)
    table.do("skip_setup", "s1")
    faces = itertools.cycle([(a, b) for a in range(1, 7) for b in range(1, 7) if a + b != 7])
    while table.session.snapshot.seq < count:
        table.roll(*next(faces))
        table.end()
    return table


def won() -> Evening:
    """A game that Anna has won."""
    table = short()
    table.do("build_settlement", "s1")
    table.do("build_city", "s1")
    table.do("build_city", "s1")
    table.do("claim_victory", "s1")
    return table


class Window:
    """The kiosk's layers on the stage: router, overlays, screens, and a host on a session."""

    host: Any

    def __init__(
        self,
        table: Evening,
        size: tuple[int, int] = (1024, 600),
        theme: str = "light",
        language: str = "en",
        register: Callable[[Any, Any], None] | None = None,
        **preferences: Any,
    ) -> None:
        self.stage = Stage.open(size, theme)
        from companion.kiosk.app import KioskApp, KioskSettings, KioskTexts
        from companion.kiosk.host import Host
        from companion.kiosk.preferences import Preferences
        from companion.kiosk.screens import register as all_screens

        self.table = table
        metrics = self.stage.theme.metrics

        def load(app: KioskApp) -> None:
            assert app.router is not None
            self.host = Host(
                table.session,
                app,
                Preferences(language=language, theme=theme, **preferences),
            )
            self.host.take(table.session.snapshot)
            (register or all_screens)(self.host, app.router)

        self.app = KioskApp(
            load,
            lambda: KioskTexts("Islekeeper", "This screen failed.", "Back to the table"),
            KioskSettings(theme=theme, diagonal=metrics.diagonal, fade=False),
        )
        self.stage.show(self.app.build())
        self.app.on_start()
        self.stage.until(lambda: self.app.router is not None)
        self.app.on_snapshot = self.host.take
        deliver = self.app.bridge.publish if table.threaded else self._take
        self._forget = table.session.subscribe(deliver)

    @property
    def router(self) -> Any:
        return self.app.router

    @property
    def overlays(self) -> Any:
        return self.app.overlays

    def _take(self, snapshot: Any) -> None:
        self.host.take(snapshot)
        self.router.update(snapshot)

    def go(self, name: str, **params: Any) -> Any:
        """Show a screen and let it be drawn."""
        self.host.go(name, **params)
        self.stage.step(4)
        return self.router.screen

    def close(self) -> None:
        self._forget()
        self.app.on_stop()
        self.stage.clear()


Open = Callable[..., Window]
"""Opens the window on an evening: `opened(table, size, theme, language)`."""


def windows() -> Iterator[Open]:
    """The body of a fixture: what it opens is closed at the end, tables too."""
    made: list[Window] = []

    def open_window(table: Evening, *args: Any, **more: Any) -> Window:
        made.append(Window(table, *args, **more))
        return made[-1]

    yield open_window
    for window in made:
        window.close()
        window.table.close()
