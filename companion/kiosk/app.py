"""The kiosk's window: a splash at once, then everything else; errors are shown, not fatal.

Import this only after `config.prepare`. Nothing here knows a game: the composition root passes
in `load`, which registers the screens, and the texts.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from kivy.app import App
from kivy.base import ExceptionHandler, ExceptionManager
from kivy.core.window import Window
from kivy.uix.floatlayout import FloatLayout

from companion.kiosk.bridge import Bridge
from companion.kiosk.config import check_renderer
from companion.kiosk.splash import Splash
from companion.kiosk.theme import theme

if TYPE_CHECKING:
    from kivy.uix.widget import Widget

    from companion.kiosk.overlays import Overlays
    from companion.kiosk.router import Router

log = logging.getLogger(__name__)

ERRORS_IN_A_ROW = 5
ERRORS_WINDOW_SECONDS = 10.0
KEY_ESCAPE, KEY_F1, KEY_Q = 27, 282, ord("q")


@dataclass(frozen=True, slots=True)
class KioskTexts:
    """What the window itself says, translated."""

    title: str
    failed: str  # "Something went wrong on this screen. The game is saved."
    back_to_table: str


@dataclass(frozen=True, slots=True)
class KioskSettings:
    """How the window looks: theme `light` or `dark`, diagonal in inches, minutes until dimmed."""

    theme: str = "light"
    diagonal: float = 7.0
    text_scale: float = 1.0
    dim_minutes: float = 0.0
    fade: bool = True


class KioskApp(App):
    """The application. `load(app)` runs once, after the first frame, and registers the screens.

    `may_quit` is false on a kiosk that a service keeps running: then no screen offers to quit.
    `texts()` gives the window's own texts in the language of the moment. Publish snapshots with
    `app.bridge.publish` from any thread.
    """

    use_kivy_settings = False

    def __init__(
        self,
        load: Callable[[KioskApp], None],
        texts: Callable[[], KioskTexts],
        settings: KioskSettings | None = None,
        *,
        may_quit: bool = True,
        **kwargs: Any,
    ) -> None:
        super().__init__(**kwargs)
        self._load, self._texts = load, texts
        self.settings_now = settings or KioskSettings()
        self.may_quit = may_quit
        self.ask_to_quit: Callable[[], None] | None = None  # the screens say how to ask
        self.bridge: Bridge[Any] = Bridge(self._receive)
        self.router: Router | None = None
        self.overlays: Overlays | None = None
        self.on_snapshot: Callable[[Any], None] | None = None  # before the screens see it
        self.first_frame_at: float | None = None  # time.monotonic()
        self.ready = False  # everything is loaded and the first screen is shown
        self._newest: list[Any] = []
        self._errors: list[float] = []
        self._guard = _Guard(self)

    def build(self) -> FloatLayout:
        self.title = self._texts().title
        theme.use_palette(self.settings_now.theme)
        theme.resize(*Window.size)
        theme.set_scale(self.settings_now.diagonal, self.settings_now.text_scale)
        Window.clearcolor = theme.color("table")
        Window.bind(on_resize=self._resized, on_flip=self._first_flip, on_keyboard=self._key)
        self.layers = FloatLayout()
        self.layers.add_widget(Splash(self.title))
        return self.layers

    def on_start(self) -> None:
        ExceptionManager.add_handler(self._guard)

    def on_stop(self) -> None:
        if self.router is not None and self.router.screen is not None:
            self.router.screen.on_hide()  # what a screen has yet to keep is kept now
        ExceptionManager.remove_handler(self._guard)
        Window.unbind(on_resize=self._resized, on_flip=self._first_flip, on_keyboard=self._key)

    def open_settings(self, *_: object) -> bool:
        return False  # F1 would open Kivy's own panel

    # For the screens

    def set_theme(self, name: str) -> None:
        """Switch to the theme `light` or `dark`."""
        theme.use_palette(name)
        Window.clearcolor = theme.color("table")

    def set_scale(self, diagonal: float | None = None, text_scale: float | None = None) -> None:
        """Change the screen's diagonal (inches) or the text scale."""
        theme.set_scale(diagonal, text_scale)

    def language_changed(self) -> None:
        """Build the screens anew, in the language of the moment."""
        self.title = self._texts().title
        if self.router is not None:
            self.router.rebuild()

    def back(self) -> bool:
        """Close the topmost sheet, or else go back one screen."""
        if self.overlays is not None and self.overlays.close_sheet():
            return True
        return self.router is not None and self.router.back()

    def show_failure(self, error: BaseException) -> None:
        """Tell the table that a screen failed, with the way back to the first screen."""
        log.error("a screen failed", exc_info=error)
        now = time.monotonic()
        self._errors = [at for at in self._errors if now - at < ERRORS_WINDOW_SECONDS] + [now]
        if self.overlays is None or self.router is None:
            return
        texts = self._texts()
        if len(self._errors) == ERRORS_IN_A_ROW:
            self._go_home()  # it fails again and again: leave it
        self.overlays.error(texts.failed, texts.back_to_table, self._go_home)

    def _go_home(self) -> None:
        if self.overlays is not None and self.router is not None:
            self.overlays.close_sheets()
            self.router.home()

    # Start

    def _first_flip(self, *_: object) -> None:
        Window.unbind(on_flip=self._first_flip)
        self.first_frame_at = time.monotonic()
        from kivy.clock import Clock

        Clock.schedule_once(self._load_rest, 0)

    def _load_rest(self, *_: object) -> None:
        from kivy.graphics.opengl import GL_RENDERER, glGetString

        from companion.kiosk.overlays import Overlays
        from companion.kiosk.router import Router

        check_renderer(glGetString(GL_RENDERER).decode("utf-8", "replace"))
        self.router = Router(fade=self.settings_now.fade)
        self.overlays = Overlays(self.settings_now.dim_minutes)
        self.overlays.spot = self._message_spot
        self.router.bind(on_move=self.overlays.on_screen)
        self._load(self)
        self.layers.clear_widgets()
        self.layers.add_widget(self.router)
        self.layers.add_widget(self.overlays)
        if self._newest:
            self._receive(self._newest.pop())
        self.ready = True
        assert self.first_frame_at is not None
        log.info(
            "ready %.0f ms after the first frame", 1000 * (time.monotonic() - self.first_frame_at)
        )

    def _message_spot(self) -> Widget | None:
        screen = None if self.router is None else self.router.screen
        return None if screen is None else screen.message_spot()

    def _receive(self, snapshot: Any) -> None:
        if self.router is None:
            self._newest = [snapshot]
            return
        if self.on_snapshot is not None:
            self.on_snapshot(snapshot)
        self.router.update(snapshot)

    def _resized(self, _window: Any, width: int, height: int) -> None:
        theme.resize(width, height)

    def _key(
        self,
        _window: Any,
        key: int,
        _scancode: int = 0,
        _character: str | None = None,
        modifiers: Sequence[str] = (),
    ) -> bool:
        if key == KEY_Q and "ctrl" in modifiers:
            if self.ask_to_quit is not None and self.may_quit:
                self.ask_to_quit()
            return True
        if key == KEY_ESCAPE:
            self.back()
            return True
        return key == KEY_F1


class _Guard(ExceptionHandler):
    """Keeps the window alive when a screen raises."""

    def __init__(self, app: KioskApp) -> None:
        self._app = app

    def handle_exception(self, exception: BaseException) -> int:
        if not isinstance(exception, Exception) or not self._app.ready:
            # A start that fails must fail loudly, not leave the first frame standing for ever.
            return int(ExceptionManager.RAISE)
        try:
            self._app.show_failure(exception)
        except Exception:
            log.exception("the failure could not be shown")
        return int(ExceptionManager.PASS)
