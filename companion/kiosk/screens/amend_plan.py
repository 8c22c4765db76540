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
    """One change: whose (shape), what, as it was, an arrow, as it would be.

    `tall` is its height in touch sizes, where the words do not need more.
    """

    def __init__(
        self,
        what: str,
        before: str,
        after: str,
        seat: str = "",
        tall: float = 1.1,
        **kwargs: Any,
    ) -> None:
        self.seat, self.tall = seat, tall
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
        self._place()

    def _left(self) -> float:
        return self.x + theme.metrics.gap + (theme.metrics.touch * 0.6 if self.seat else 0)

    def _columns(self) -> tuple[float, float, float]:
        """Widths of the words and of the two values beside each other.

        The same in every row, so that the arrows stand below each other; what will be is bold and
        has more room.
        """
        metrics = theme.metrics
        room = max(3.0, self.x + self.width - metrics.gap - self._left() - self._arrow())
        return room * 0.42, room * 0.25, room * 0.33

    def _arrow(self) -> float:
        return theme.metrics.touch * 0.7

    def stacked(self) -> bool:
        """Whether the values stand below the words, because they are too long beside them."""
        words, was, will = self._columns()
        too_long = self.before.natural_width() > was or self.after.natural_width() > will
        return too_long or self.what.natural_width() > 1.7 * words

    def _place(self, *_: object) -> None:
        if self.width < 2:
            return
        if self.stacked():
            self._stack()
        else:
            self._line_up()
        self.redraw()

    def _line_up(self) -> None:
        self.height = round(theme.metrics.touch * self.tall)
        words, was, will = self._columns()
        left = self._left()
        self.what.pos, self.what.size = (left, self.y), (words, self.height)
        self.before.pos, self.before.size = (left + words, self.y), (was, self.height)
        self.before.halign = "right"
        after = left + words + was + self._arrow()
        self.after.pos, self.after.size = (after, self.y), (will, self.height)

    def _stack(self) -> None:
        pad, left = theme.metrics.gap_small, self._left()
        room = max(3.0, self.x + self.width - theme.metrics.gap - left)
        lines = 1 if self.what.natural_width() <= room else 2
        words, value = self.what.line_step() * lines, self.after.line_step()
        values = room - self._arrow()
        was, will = self.before.natural_width(), self.after.natural_width()
        rows = 1 if was + will <= values else 2
        if rows == 2:
            was = min(was, max(values / 2, values - will))
        will = values - was
        self.height = round(max(theme.metrics.touch * self.tall, words + value * rows + 2 * pad))
        over = (self.height - words - value * rows) / 2
        self.what.pos, self.what.size = (left, self.y + over + value * rows), (room, words)
        self.before.pos, self.before.size = (left, self.y + over), (was, value * rows)
        self.before.halign = "left"
        self.after.pos = (left + was + self._arrow(), self.y + over)
        self.after.size = (will, value * rows)

    def draw(self) -> None:
        metrics = theme.metrics
        render.paint("surface")
        self.draw_box(metrics.radius * 0.7)
        if self.seat:
            radius = metrics.touch * 0.2
            middle = self.y + self.height / 2
            render.seat_shape(self.seat, self.x + metrics.gap + radius, middle, radius)
        side = metrics.touch * 0.4
        x = self.before.right + (self._arrow() - side) / 2
        y = self.after.center_y - side / 2
        render.drawing(icon("forward"), x, y, side, theme.color("muted"))


def plan_rows(host: Host, plan: PlanView) -> Iterator[Widget]:
    """Everything that would change, then what would fall away and why."""
    tr = host.tr
    yield SectionHeading(tr("kiosk.amend.changes"))
    if not plan.changes:
        yield AutoLabel(tr("kiosk.amend.no_changes"), tone="muted", grow=True)
    for change in plan.changes:
        yield change_row(host, change)
    if plan.settled:
        yield SectionHeading(tr("amend.settled", n=len(plan.settled)))
        for question in plan.settled:
            yield RuleRow(host.say(question))
    if plan.refused:
        heading = tr("kiosk.amend.refused", n=len(plan.refused))
        yield SectionHeading(heading, tone="danger")
        yield AutoLabel(tr("kiosk.amend.refused_note"), tone="muted", grow=True)
    for refused in plan.refused:
        what = tr("kiosk.amend.entry_says", entry=refused.id, what=refused.what)
        yield RuleRow(what, note=host.say(refused.reason))


def change_row(
    host: Host, change: DifferenceView, *, named: bool = True, tall: float = 1.1
) -> ChangeRow:
    """One difference between before and after, in words; without `named` a seat is its shape."""
    seats = {} if host.view is None else {seat.id: seat.color for seat in host.view.seats}
    label = host.say(change.label)
    label = label[:1].upper() + label[1:]
    if change.seat is not None and (named or change.seat not in seats):
        label = host.tr("kiosk.amend.of_seat", seat=SeatRef(change.seat), what=label)
    color = seats.get(change.seat or "", "")
    return ChangeRow(label, host.say(change.before), host.say(change.after), color, tall)
