"""What an amendment would mean, line by line, before it is accepted."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from kivy.uix.widget import Widget

from companion.i18n.text import SeatRef
from companion.kiosk.art import render
from companion.kiosk.art.icons import icon
from companion.kiosk.screens.rules_rows import RuleRow, SectionHeading
from companion.kiosk.theme import theme
from companion.kiosk.widgets.base import Drawn
from companion.kiosk.widgets.text import AutoLabel
from companion.view.amendment import PlanView
from companion.view.differences import DifferenceView

if TYPE_CHECKING:
    from companion.kiosk.host import Host


class ChangeRow(Drawn):
    """One change: whose (shape), what, as it was, an arrow, as it would be."""

    def __init__(self, what: str, before: str, after: str, seat: str = "", **kwargs: Any) -> None:
        self.seat = seat
        self.what = AutoLabel(what, bold=True, max_lines=2)
        self.before = AutoLabel(before, tone="muted", halign="right", max_lines=2)
        self.after = AutoLabel(after, bold=True, max_lines=2)
        kwargs.setdefault("size_hint_y", None)
        super().__init__(**kwargs)
        for label in (self.what, self.before, self.after):
            self.add_widget(label)
        self.bind(pos=self._place, size=self._place)
        self.restyle()

    def restyle(self) -> None:
        self.height = round(theme.metrics.touch * 1.1)
        self._place()

    def _parts(self) -> tuple[float, float, float, float]:
        """Left edge of the words, their width, and the widths of the two values.

        The same in every row, so that the arrows stand below each other; what will be is bold and
        has more room.
        """
        metrics = theme.metrics
        left = self.x + metrics.gap + (metrics.touch * 0.6 if self.seat else 0)
        room = max(3.0, self.x + self.width - metrics.gap - left - metrics.touch * 0.7)
        return left, room * 0.42, room * 0.25, room * 0.33

    def _place(self, *_: object) -> None:
        left, words, was, will = self._parts()
        arrow = theme.metrics.touch * 0.7
        self.what.pos, self.what.size = (left, self.y), (words, self.height)
        self.before.pos, self.before.size = (left + words, self.y), (was, self.height)
        after = left + words + was + arrow
        self.after.pos, self.after.size = (after, self.y), (will, self.height)
        self.redraw()

    def draw(self) -> None:
        metrics = theme.metrics
        render.paint("surface")
        self.draw_box(metrics.radius * 0.7)
        middle = self.y + self.height / 2
        if self.seat:
            radius = metrics.touch * 0.2
            render.seat_shape(self.seat, self.x + metrics.gap + radius, middle, radius)
        left, words, was, _ = self._parts()
        side = metrics.touch * 0.4
        x = left + words + was + (metrics.touch * 0.7 - side) / 2
        render.drawing(icon("forward"), x, middle - side / 2, side, theme.color("muted"))


def plan_rows(host: Host, plan: PlanView) -> Iterator[Widget]:
    """Everything that would change, then what would fall away and why."""
    tr = host.tr
    yield SectionHeading(tr("kiosk.amend.changes"))
    if not plan.changes:
        yield AutoLabel(tr("kiosk.amend.no_changes"), tone="muted", grow=True)
    for change in plan.changes:
        yield change_row(host, change)
    if plan.refused:
        heading = tr("kiosk.amend.refused", n=len(plan.refused))
        yield SectionHeading(heading, tone="danger")
        yield AutoLabel(tr("kiosk.amend.refused_note"), tone="muted", grow=True)
    for refused in plan.refused:
        what = tr("kiosk.amend.entry_says", entry=refused.id, what=refused.what)
        yield RuleRow(what, note=host.say(refused.reason))


def change_row(host: Host, change: DifferenceView) -> ChangeRow:
    """One difference between before and after, in words."""
    seats = {} if host.view is None else {seat.id: seat.color for seat in host.view.seats}
    label = host.say(change.label)
    label = label[:1].upper() + label[1:]
    if change.seat is not None:
        label = host.tr("kiosk.amend.of_seat", seat=SeatRef(change.seat), what=label)
    color = seats.get(change.seat or "", "")
    return ChangeRow(label, host.say(change.before), host.say(change.after), color)
