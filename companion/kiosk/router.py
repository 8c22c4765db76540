"""Which screen is shown, and the way back.

Screens are built when first needed, by name. There are no dead ends: `back` leads to the first
screen, where it does nothing, and an error leads there too.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from kivy.animation import Animation
from kivy.uix.widget import Widget

from companion.kiosk.widgets.base import Panel
from companion.kiosk.widgets.scaffold import ScreenScaffold

FADE_SECONDS = 0.12


class Screen(Panel):
    """One screen of the kiosk. Subclasses build their widgets in `__init__`, override the rest."""

    def on_show(self, **params: Any) -> None:
        """The screen is shown now, with the parameters of `Router.go`."""

    def on_hide(self) -> None:
        """Another screen is shown instead."""

    def update(self, snapshot: Any) -> None:
        """Draw this snapshot. Called when shown and whenever a newer one arrives."""

    def message_spot(self) -> Widget | None:
        """What a message may lie over for a while: the body, so that header and foot stay clear."""
        frame = next((w for w in self.children if isinstance(w, ScreenScaffold)), None)
        return None if frame is None else frame.body


@dataclass(frozen=True, slots=True)
class Place:
    """A screen and the parameters it was shown with."""

    name: str
    params: Mapping[str, Any] = field(default_factory=dict)


class Router(Panel):
    """Shows one screen at a time and remembers how one came there. Dispatches `on_move`."""

    __events__ = ("on_move",)

    def __init__(self, fade: bool = True, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._fade = fade
        self._factories: dict[str, Callable[[], Screen]] = {}
        self._built: dict[str, Screen] = {}
        self._stack: list[Place] = []
        self._snapshot: Any = None
        self._has_snapshot = False

    def register(self, name: str, factory: Callable[[], Screen]) -> None:
        """Make a screen known. A name twice is a `ValueError`."""
        if name in self._factories:
            raise ValueError(f"screen {name!r} is registered twice")
        self._factories[name] = factory

    @property
    def here(self) -> Place | None:
        """Where we are."""
        return self._stack[-1] if self._stack else None

    @property
    def screen(self) -> Screen | None:
        """The screen that is shown."""
        return self._built.get(self._stack[-1].name) if self._stack else None

    @property
    def can_go_back(self) -> bool:
        return len(self._stack) > 1

    def go(self, name: str, **params: Any) -> None:
        """Show a screen; `back` returns here. Going to the present place again only updates it."""
        place = Place(name, params)
        if self.here != place:
            self._move([*self._stack, place])

    def replace(self, name: str, **params: Any) -> None:
        """Show a screen in place of the present one: `back` skips the present one."""
        self._move([*self._stack[:-1], Place(name, params)])

    def home(self, name: str = "", **params: Any) -> None:
        """Show a screen as the first one and forget the way; without a name, the first screen."""
        if name:
            self._move([Place(name, params)])
        elif self._stack:
            self._move(self._stack[:1])

    def back(self) -> bool:
        """Return to where one came from; False on the first screen."""
        if not self.can_go_back:
            return False
        self._move(self._stack[:-1])
        return True

    def update(self, snapshot: Any) -> None:
        """Hand a snapshot to the screen that is shown; others get the newest when shown."""
        self._snapshot, self._has_snapshot = snapshot, True
        if self.screen is not None:
            self.screen.update(snapshot)

    def rebuild(self) -> None:
        """Build all screens anew, for another language, and stay where we are."""
        here = self.screen
        if here is not None:
            here.on_hide()
        self._built.clear()
        if self._stack:
            self._show(self._stack[-1])

    def _move(self, stack: list[Place]) -> None:
        place = stack[-1]
        if place.name not in self._factories:
            known = ", ".join(sorted(self._factories))
            raise KeyError(f"screen {place.name!r} is unknown; known: {known}")
        leaving = self.screen
        self._stack = stack
        if leaving is not None:
            leaving.on_hide()
        self._show(place)
        self.dispatch("on_move")

    def on_move(self) -> None:
        """Event: another screen is shown, or the same one with other parameters."""

    def _show(self, place: Place) -> None:
        screen = self._built.get(place.name)
        if screen is None:
            screen = self._built[place.name] = self._factories[place.name]()
        self.clear_widgets()
        self.add_widget(screen)
        screen.size, screen.pos = self.size, self.pos
        screen.on_show(**place.params)
        if self._has_snapshot:
            screen.update(self._snapshot)
        Animation.cancel_all(screen, "opacity")
        screen.opacity = 1.0
        if self._fade and len(self._stack) > 1:
            screen.opacity = 0.3
            Animation(opacity=1.0, duration=FADE_SECONDS).start(screen)
