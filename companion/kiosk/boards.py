"""The board in the making on this touchscreen: one for all its screens, kept across restarts."""

from __future__ import annotations

import threading
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any, Final

from kivy.clock import Clock

from companion.core.board.plan import Plan
from companion.core.model import Problem
from companion.i18n.text import Text
from companion.scenario.files import ScenarioRefused
from companion.scenario.plans import plan_for
from companion.setup.code import decode
from companion.setup.code_text import CodeRefused
from companion.setup.draft import Draft, Order, Roller, Stand, Unfit, Wanted, code_of
from companion.setup.generate import Answer
from companion.setup.playing import board_of_game
from companion.setup.saved import restored, saved
from companion.setup.saying import broken_text, why_none

if TYPE_CHECKING:
    from companion.core.chance import Seed
    from companion.kiosk.host import Host

KEY: Final = "kiosk.board"
"""The preference that holds the board in the making."""

KEEP_SECONDS: Final = 1.0
"""How long after a change it is written: not once for each of ten quick rolls."""


class BoardRoom:
    """Rolls boards off the window's thread and tells the screens when something has changed."""

    def __init__(self, host: Host) -> None:
        self._host = host
        self.draft: Draft | None = None
        self.busy = False
        """Whether a roll is under way."""
        self.said: tuple[Text, ...] = ()
        """Why the last roll gave no board."""
        self.changed: Callable[[], None] = lambda: None
        """What the screen in sight does when anything is another than before."""
        self._looked = False
        self._roller = Roller()
        self._one_at_a_time = threading.Lock()
        self._keep = Clock.create_trigger(lambda *_: self.keep(), KEEP_SECONDS)

    # -- which board ----------------------------------------------------------------------------

    def plan(self, scenario: str, players: int, edition: str = "") -> Plan:
        """A scenario's plan. Raises ScenarioRefused."""
        return plan_for(scenario, players, edition, self._host.session.own_scenarios)

    def choose(
        self, scenario: str, players: int, edition: str = "", wanted: Wanted | None = None
    ) -> tuple[Problem, ...]:
        """Begin a board of a scenario and roll it; what is wrong with its file, if anything is."""
        try:
            plan = self.plan(scenario, players, edition)
        except ScenarioRefused as refused:
            return refused.problems
        self.give_up()
        self.draft = Draft(plan, players, wanted)
        self.roll()
        return ()

    def enter(self, code: str) -> tuple[Problem, ...]:
        """Go on from the board of a code; what is wrong with the code, if anything is."""
        own = self._host.session.own_scenarios
        try:
            shown = decode(code, partial(plan_for, own=own))
        except (CodeRefused, ScenarioRefused) as refused:
            return refused.problems
        self.give_up()
        wanted = Wanted(rules=shown.rules, wishes=shown.options)
        self.draft = Draft(shown.plan, shown.players, wanted)
        self.draft.show(Stand(shown.board))
        self._has_changed()
        return ()

    def of_game(self) -> Draft | None:
        """The board that the game on the table is played on; None without one, or unreadable."""
        state, own = self._host.snapshot.state, self._host.session.own_scenarios
        if state is None:
            return None
        try:
            shown = board_of_game(state.setup, own)
        except (CodeRefused, ScenarioRefused):
            return None
        if shown is None:
            return None
        draft = Draft(shown.plan, shown.players, Wanted(rules=shown.rules, wishes=shown.options))
        draft.show(Stand(shown.board))
        return draft

    def look_for_the_last(self, then: Callable[[], None]) -> None:
        """Bring back what was on the screen before a restart, then call `then`."""
        host = self._host
        if self._looked or not host.snapshot.journal.open:
            then()
            return
        self._looked = True

        def know(data: Any) -> None:
            if self.draft is None and isinstance(data, dict):
                own = host.session.own_scenarios
                self.draft = restored(data, partial(plan_for, own=own))
            then()

        host.wait(host.session.preferences.get(KEY), know)

    # -- rolling --------------------------------------------------------------------------------

    def roll(self) -> None:
        """Ask for another board; what was asked for before is given up."""
        self._host.wait(self._host.session.new_seed(), self._order)

    def _order(self, seed: Seed) -> None:
        draft = self.draft
        if draft is None:
            return
        try:
            order = draft.order(seed)
        except Unfit as fault:
            self.give_up()
            self.said = (fault.text,)
            self._has_changed()
            return
        self.busy, self.said = True, ()
        self.changed()
        filled = self._host.session.aside(partial(self._fill, order))
        self._host.wait(filled, partial(self._take, draft, order))

    def _fill(self, order: Order) -> Answer | Text:
        # Elsewhere than on the window's thread; a roll that was given up may still be at it.
        with self._one_at_a_time:
            try:
                return self._roller.roll(order)
            except Unfit as fault:
                return fault.text

    def _take(self, draft: Draft, order: Order, answer: Answer | Text) -> None:
        found = Answer("not_found") if isinstance(answer, Text) else answer
        if draft is not self.draft or draft.take(order, found) == "late":
            return
        self.busy = False
        self.said = (answer,) if isinstance(answer, Text) else why_none(answer)
        self._has_changed()

    def give_up(self) -> None:
        """Wait for no roll any longer."""
        if self.draft is not None:
            self.draft.give_up()
        self.busy, self.said = False, ()

    # -- changes ----------------------------------------------------------------------------------

    def change(self, act: Callable[[Draft], None]) -> None:
        """Do something with the draft; a roll that is under way is given up."""
        if self.draft is not None:
            self.give_up()
            act(self.draft)
            self._has_changed()

    def faults(self) -> tuple[Text, ...]:
        """What the last roll failed at, or else what the board in sight does not keep."""
        if self.said or self.draft is None:
            return self.said
        return tuple(broken_text(fault) for fault in self.draft.broken())

    def code(self) -> str:
        """The code of the board in sight; "" without one."""
        return "" if self.draft is None else code_of(self.draft)

    def _has_changed(self) -> None:
        self._keep()
        self.changed()

    def keep(self) -> None:
        """Have the board on the disk, if anything can be written."""
        self._keep.cancel()
        journal = self._host.snapshot.journal
        if self.draft is None or self.draft.stand is None or not journal.open or journal.read_only:
            return
        self._host.wait(self._host.session.preferences.set(KEY, saved(self.draft)))
