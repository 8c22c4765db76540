"""Running the kiosk: the window first, then the session, then the screens.

The first frame shows the splash before anything heavy is imported. The session opens on its
own thread meanwhile; when it is ready the screens are registered and the newest snapshot is
drawn. A journal that does not open is shown on the home screen with its cure.
"""

from __future__ import annotations

import logging
import signal
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from companion.kiosk.config import Display, WindowSettings, prepare

if TYPE_CHECKING:
    from companion.kiosk.app import KioskApp
    from companion.kiosk.host import Host
    from companion.session import Session

log = logging.getLogger(__name__)

FIRST_SCREEN = "home"


@dataclass
class Opened:
    """What came to life after the first frame."""

    session: Session | None = None
    host: Host | None = None


def run(
    open_session: Callable[[], Session],
    state_dir: Path,
    display: Display,
    window: WindowSettings | None = None,
    *,
    language: str | None = None,
    first_screen: str = FIRST_SCREEN,
    on_build: Callable[[KioskApp], None] | None = None,
) -> int:
    """Open the window and run until it is closed; the exit status of the process.

    `open_session` is called once, after the first frame. `language` overrules the one that was
    kept. `on_build` gets the app when its window exists. Raises `KioskConfigError` without a
    display.
    """
    state_dir.mkdir(parents=True, exist_ok=True)
    prepare(state_dir, display, window)
    from companion.kiosk.app import KioskApp

    opened = Opened()

    def load(app: KioskApp) -> None:
        opened.session = open_session()
        opened.host = _take_over(app, opened.session, language, first_screen)

    may_quit = window is None or window.may_quit
    app = KioskApp(load, lambda: _texts(opened.host, language), may_quit=may_quit)
    if on_build is not None:
        app.bind(on_start=on_build)
    _close_on_signals(app)
    try:
        app.run()
    finally:
        if opened.session is not None:
            opened.session.close()
    return 0


def _take_over(app: KioskApp, session: Session, language: str | None, first_screen: str) -> Host:
    """Bring the screens to life: preferences, host, router, snapshots."""
    from companion.journal import JournalError
    from companion.kiosk import preferences
    from companion.kiosk.host import Host
    from companion.kiosk.screens import register

    session.ready.result()
    kept: Any = None
    try:
        kept = session.preferences.get(preferences.KEY).result()
    except JournalError:
        # The file does not open: the home screen says so; the screen looks as it does at first.
        log.warning("the preferences cannot be read, the defaults are used")
    chosen = preferences.read(kept, _language(language))
    if language is not None:
        chosen = preferences.changed(chosen, language=language)
    host = Host(session, app, chosen)
    host.apply_preferences()
    assert app.router is not None
    register(host, app.router)
    app.on_snapshot = host.take
    host.take(session.snapshot)
    app.router.go(first_screen)
    app.router.update(session.snapshot)
    session.subscribe(app.bridge.publish)
    return host


def _language(asked: str | None) -> str:
    """The language of a first start: asked for, or the system's."""
    import os

    from companion.i18n.languages import choose_language

    names = (asked or "", *(os.environ.get(n, "") for n in ("LC_ALL", "LC_MESSAGES", "LANG")))
    return choose_language(n for n in names if n)


def _texts(host: Host | None, language: str | None) -> Any:
    """The window's own words in the language of the moment."""
    from companion.kiosk.app import KioskTexts

    if host is None:
        # Before the first frame nothing is loaded; the name needs no translation.
        return KioskTexts("Islekeeper", "", "")
    tr = host.tr
    return KioskTexts(tr("kiosk.title"), tr("kiosk.failed"), tr("kiosk.back_to_table"))


def _close_on_signals(app: KioskApp) -> None:
    """Let systemd's or a person's stop end the loop, so that the session closes its file."""

    def stop(*_: object) -> None:
        from kivy.clock import Clock

        Clock.schedule_once(lambda _dt: app.stop(), 0)

    for name in (signal.SIGTERM, signal.SIGINT):
        signal.signal(name, stop)
