"""What a correction would change, shown while it is being made: points, awards, turn."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from companion.core.history import Plan
from companion.core.model import Command, Refusal
from companion.kiosk.screens.amend_plan import ChangeRow, change_row
from companion.kiosk.widgets.base import Box
from companion.kiosk.widgets.text import AutoLabel
from companion.view.differences import DifferenceView, differences

if TYPE_CHECKING:
    from companion.kiosk.host import Host

MOST_ROWS = 3
TALL = 0.8
"""Height of a row in touch sizes: it is only read."""

MOST_SHARE = 0.4
"""How much of the sheet the rows may take together; the first is always there."""


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
        self._fill(shown)

    def _row(self, difference: DifferenceView) -> ChangeRow:
        """The row, whose it is by name unless that is too long; its height is known already."""
        row = change_row(self._host, difference, tall=TALL)
        row.width = self.width
        if row.stacked():
            row = change_row(self._host, difference, named=False, tall=TALL)
            row.width = self.width
        return row

    def _fill(self, found: Sequence[DifferenceView]) -> None:
        """As many rows as leave most of the room to the form above, and how many more there are."""
        most = MOST_SHARE * self.parent.height if self.parent is not None else 0
        used = 0
        for at, difference in enumerate(found):
            row = self._row(difference)
            used += row.height
            if at and (at == MOST_ROWS or used > most):
                more = self._host.tr("kiosk.corrections.more", n=len(found) - at)
                self.add_widget(AutoLabel(more, style="caption", tone="muted", grow=True))
                return
            self.add_widget(row)
