"""What a correction would change, shown while it is being made: points, awards, turn."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from companion.core.history import Plan
from companion.core.model import Command, Refusal
from companion.kiosk.screens.amend_plan import change_row
from companion.kiosk.widgets.base import Box
from companion.kiosk.widgets.text import AutoLabel
from companion.view.differences import differences

if TYPE_CHECKING:
    from companion.kiosk.host import Host

MOST_ROWS = 3


class Consequences(Box):
    """Rows of before and after for commands that are not entered yet; as high as they need.

    `hidden` starts the names of differences that the form shows itself ("tracks.").
    """

    def __init__(self, host: Host, hidden: str = "") -> None:
        super().__init__(orientation="vertical", spacing_of="small", size_hint_y=None, height=0)
        self._host, self._hidden = host, hidden
        self._asked: Sequence[Command] = ()
        self.bind(minimum_height=self.setter("height"))

    def show(self, commands: Sequence[Command]) -> None:
        """Work out what `commands` would change now and show it; none: show nothing."""
        self._asked = commands
        log = self._host.snapshot.log
        if not commands or log is None:
            self.clear_widgets()
            return
        last = log.live()[-1].id
        future = self._host.session.plan_amendment(last, commands, "after")

        def answered(answer: Plan | Refusal) -> None:
            # What was asked before is no longer what the form says.
            if self._asked is commands:
                self._say(answer)

        self._host.wait(future, answered)

    def _say(self, answer: Plan | Refusal) -> None:
        self.clear_widgets()
        if isinstance(answer, Refusal):
            self.add_widget(AutoLabel(self._host.say(answer.text), tone="danger", grow=True))
            return
        rules = self._host.snapshot.rules
        if rules is None:
            return
        found = differences(rules, answer.before, answer.state)
        shown = [d for d in found if not (self._hidden and d.what.startswith(self._hidden))]
        for difference in shown[:MOST_ROWS]:
            self.add_widget(change_row(self._host, difference))
