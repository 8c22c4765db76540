"""What every screen works with: the newest view, the words, and the ways to act.

Screens never touch the session. They read `host.view`, render texts with `host.tr`, and call
`act`, `undo`, `go` and the like. Answers of the session's thread are brought to the window's
thread by a queue and one trigger; a refusal is shown as a message with its cure.
"""

from __future__ import annotations

import logging
import threading
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Future
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol, TypeVar
from uuid import uuid4

from kivy.clock import Clock

from companion.core.context import Context
from companion.core.frozen import freeze
from companion.core.history import Plan
from companion.core.insisting import may_insist
from companion.core.model import Command, Refusal, SeatId
from companion.i18n.languages import LANGUAGES
from companion.i18n.translator import Translator
from companion.journal import JournalError
from companion.kiosk.preferences import KEY, Preferences, changed
from companion.session import fault_text, not_shown
from companion.session.worker import SessionClosed
from companion.view import present, seat_names
from companion.view.addressed import language_for

if TYPE_CHECKING:
    from companion.kiosk.app import KioskApp
    from companion.kiosk.boards import BoardRoom
    from companion.kiosk.widgets.sheet import Banner
    from companion.session.session import Session
    from companion.session.snapshot import Snapshot
    from companion.view.model import ActionView, TableView

log = logging.getLogger(__name__)

T = TypeVar("T")

SOURCE = "touch"


class Speaker(Protocol):
    """Says the words of the newest view in a language: the host in the screen's."""

    @property
    def view(self) -> TableView | None: ...

    @property
    def tr(self) -> Translator: ...

    def say(self, words: Any) -> str:
        """Any words of a view as a person reads them."""


@dataclass(frozen=True)
class Voice:
    """What is said to certain seats; see `Host.to`."""

    view: TableView | None
    tr: Translator

    def say(self, words: Any) -> str:
        """Any words of a view in these seats' language."""
        return self.tr.show(words)


class Host:
    """The screens' one way to the table. Used on the window's thread only."""

    def __init__(self, session: Session, app: KioskApp, preferences: Preferences) -> None:
        self.session = session
        self.app = app
        self.preferences = preferences
        self.snapshot: Snapshot = session.snapshot
        self.view: TableView | None = None
        self.tr = Translator(preferences.language)
        self._voices: dict[str, Voice] = {}
        self._not_saved: Banner | None = None
        self._boards: BoardRoom | None = None
        self._answers: deque[Callable[[], None]] = deque()
        self._lock = threading.Lock()
        self._wake = Clock.create_trigger(self._deliver, 0)

    @property
    def boards(self) -> BoardRoom:
        """Where boards are made; there once somebody asks for them."""
        if self._boards is None:
            from companion.kiosk.boards import BoardRoom

            self._boards = BoardRoom(self)
        return self._boards

    # -- what is shown ------------------------------------------------------------------------

    def take(self, snapshot: Snapshot) -> None:
        """Make `snapshot` the newest: build its view once, for all screens."""
        self.snapshot = snapshot
        self._voices.clear()
        if snapshot.alarm is None and self._not_saved is not None:
            self._not_saved.dismiss()  # saving works again: it would tell what is no longer so
            self._not_saved = None
        if snapshot.rules is None or snapshot.state is None:
            self.view = None
            self.tr = Translator(self.preferences.language)
            return
        try:
            self.view = present(snapshot.rules, snapshot.state, log=snapshot.log)
        except Exception as fault:
            log.exception("game %s cannot be shown", snapshot.game)
            self._put_away(fault)
            return
        names = seat_names(Context(snapshot.rules, snapshot.state))
        self.tr = Translator(self.preferences.language, names)

    def _put_away(self, fault: Exception) -> None:
        """Take a game off the table that cannot be shown, and say so; the other games stay."""
        self.view = None
        self.tr = Translator(self.preferences.language)
        if self.app.overlays is not None:
            self.app.overlays.error(self.say(not_shown(fault)))
        self.wait(self.session.close_game())

    def say(self, words: Any) -> str:
        """Any words of a view (Text, Ref, number, typed name) in the language of the moment."""
        return self.tr.show(words)

    def to(self, *seats: SeatId | None) -> Voice:
        """The words for what is said to these seats: in the language that all of them read.

        It is the screen's for the whole table (no seats, or None), for seats that chose none,
        and for several that do not share one. A voice speaks of the view of the moment: ask anew
        with every snapshot.
        """
        own = None if self.view is None else language_for(self.view, seats)
        language = own if own in LANGUAGES else self.tr.language
        voice = self._voices.get(language)
        if voice is None:
            same = language == self.tr.language
            voice = Voice(self.view, self.tr if same else self.tr.switched(language))
            self._voices[language] = voice
        return voice

    # -- acting -------------------------------------------------------------------------------

    def act(
        self,
        action: ActionView,
        args: Mapping[str, Any] | None = None,
        then: Callable[[], None] | None = None,
    ) -> None:
        """Take an action of the view with these arguments; `then` runs when it counted."""
        command = Command(
            action.name,
            action.seat,
            freeze(dict(args or {})),
            prompt=action.prompt,
            id=uuid4().hex,
        )
        self.submit(command, then)

    def correct(
        self, name: str, args: Mapping[str, Any], then: Callable[[], None] | None = None
    ) -> None:
        """Enter one of the table's corrections."""
        self.submit(Command(name, None, freeze(dict(args)), id=uuid4().hex), then)

    def submit(self, command: Command, then: Callable[[], None] | None = None) -> None:
        """Send a command; a refusal is shown, with the offer to record it anyway."""
        game = self.snapshot.game

        def answered(answer: Any) -> None:
            if isinstance(answer, Refusal):
                self.refused(answer, command, then)
            elif then is not None:
                then()

        self.wait(self.session.submit(command, SOURCE, game=game), answered)

    def refused(
        self, refusal: Refusal, command: Command | None, then: Callable[[], None] | None = None
    ) -> None:
        """Show why something was refused; the table may record it all the same."""
        text = self.say(refusal.text)
        overlays = self.app.overlays
        if overlays is None:
            return
        if command is None or command.forced or not may_insist(refusal):
            banner = overlays.error(text)
            self._not_saved = banner if self._by_the_alarm(refusal) else self._not_saved
            return
        from msgspec.structs import replace

        again = replace(command, forced=True, id=uuid4().hex, prompt=None)
        label = self.tr("kiosk.record_anyway")
        overlays.error(text, label, lambda: self.submit(again, then))

    def _by_the_alarm(self, refusal: Refusal) -> bool:
        """Whether it was refused because of the failed write that the alarm tells of."""
        alarm = self.snapshot.alarm
        return alarm is not None and alarm.code == refusal.code

    def undo(self) -> None:
        """Take back what the view names; a second tap meant for the same is refused as stale."""
        if self.view is not None and self.view.undo is not None:
            self._step(self.session.undo(self.view.undo.record, SOURCE))

    def redo(self) -> None:
        """Do again what the view names; a second tap meant for the same is refused as stale."""
        if self.view is not None and self.view.redo is not None:
            self._step(self.session.redo(self.view.redo.record, SOURCE))

    def undo_turn(self) -> None:
        """Take back everything since the present turn began, if the view is still the newest."""
        undo = None if self.view is None else self.view.undo
        self._step(self.session.undo_turn(None if undo is None else undo.record, SOURCE))

    def plan(
        self, entry: str, commands: Sequence[Command], how: Any, then: Callable[[Plan], None]
    ) -> None:
        """Work out an amendment and hand the plan to `then`; a refusal is shown."""

        def answered(answer: Any) -> None:
            if isinstance(answer, Refusal):
                self.refused(answer, None)
            else:
                then(answer)

        self.wait(self.session.plan_amendment(entry, commands, how), answered)

    def amend(self, plan: Plan, then: Callable[[], None] | None = None) -> None:
        """Carry out a plan that was shown."""
        self._step(self.session.amend(plan, SOURCE), then)

    def _step(self, future: Future[Any], then: Callable[[], None] | None = None) -> None:
        def answered(answer: Any) -> None:
            if isinstance(answer, Refusal):
                # Two quick taps on undo: the second one came too late and is no fault.
                if answer.code != "stale":
                    self.refused(answer, None)
            elif then is not None:
                then()

        self.wait(future, answered)

    # -- answers of other threads -------------------------------------------------------------

    def wait(self, future: Future[T], then: Callable[[T], None] | None = None) -> None:
        """Call `then`, if there is one, with the future's result on the window's thread.

        A failure of the journal is shown in red; `then` is not called.
        """

        def done(finished: Future[T]) -> None:
            with self._lock:
                self._answers.append(lambda: self._finish(finished, then))
            self._wake()

        future.add_done_callback(done)

    def _deliver(self, _elapsed: float) -> None:
        while True:
            with self._lock:
                if not self._answers:
                    return
                answer = self._answers.popleft()
            answer()

    def _finish(self, finished: Future[T], then: Callable[[T], None] | None) -> None:
        fault = finished.exception()
        if fault is None:
            if then is not None:
                then(finished.result())
            return
        if isinstance(fault, SessionClosed):
            return  # the window is closing, too
        if self.app.overlays is None or not isinstance(fault, JournalError):
            raise fault
        self.app.overlays.error(self.say(fault_text(fault)))

    # -- how the screen is set ------------------------------------------------------------------

    def apply_preferences(self) -> None:
        """Make the window look as the preferences say."""
        chosen = self.preferences
        self.app.set_theme(chosen.theme)
        self.app.set_scale(chosen.diagonal, chosen.text_scale)
        if self.app.overlays is not None:
            self.app.overlays.dim.minutes = chosen.dim_minutes
            self.app.overlays.dim.swallow = not chosen.wake_passes

    def change_preferences(self, **fields: Any) -> None:
        """Change how the screen is set, at once and for good."""
        before = self.preferences
        self.preferences = changed(before, **fields)
        self.apply_preferences()
        self.wait(self.session.preferences.set(KEY, self.preferences.as_data()))
        if self.preferences.language != before.language:
            self.take(self.snapshot)
            self.app.language_changed()

    # -- moving about ---------------------------------------------------------------------------

    def go(self, name: str, **params: Any) -> None:
        """Show the screen `name`; back returns here."""
        if self.app.router is not None:
            self.app.router.go(name, **params)

    def back(self) -> None:
        """Close the topmost sheet, or go back one screen."""
        self.app.back()

    def home(self, name: str = "", **params: Any) -> None:
        """Show a screen as the first one and forget the way."""
        if self.app.router is not None:
            self.app.router.home(name, **params)

    def toast(
        self, text: str, action: str = "", on_action: Callable[[], None] | None = None
    ) -> None:
        """Say something that goes away by itself."""
        if self.app.overlays is not None:
            self.app.overlays.toast(text, action, on_action)
