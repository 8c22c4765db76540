"""Rows of the rule sheet: what it is at the left, how it stands at the right, why below."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from kivy.properties import BooleanProperty, NumericProperty, StringProperty

from companion.i18n.text import SeatRef
from companion.kiosk.art import render
from companion.kiosk.art.icons import icon
from companion.kiosk.theme import theme
from companion.kiosk.widgets.base import Drawn, Pressable
from companion.kiosk.widgets.fitting import ONE_LINE_DOWN_TO
from companion.kiosk.widgets.text import AutoLabel
from companion.view.pages import FactView

if TYPE_CHECKING:
    from companion.kiosk.host import Host


class RuleRow(Pressable, Drawn):
    """A rule: `text`, its `value`, and a `note`; as high as its words.

    `taps`: it can be changed. `seat`: a color whose shape stands before it.
    """

    __events__ = ("on_tap",)
    text = StringProperty("")
    value = StringProperty("")
    note = StringProperty("")
    seat = StringProperty("")
    taps = BooleanProperty(False)
    share = NumericProperty(0.56)  # of the width, for the text; the rest is the value's

    def __init__(self, text: str = "", value: str = "", note: str = "", **kwargs: Any) -> None:
        self.label = AutoLabel(bold=True, grow=True, size_hint=(None, None))
        self.value_label = AutoLabel(bold=True, grow=True, halign="right", size_hint=(None, None))
        self.note_label = AutoLabel(
            style="caption", tone="muted", grow=True, size_hint=(None, None)
        )
        kwargs.setdefault("size_hint_y", None)
        super().__init__(text=text, value=value, note=note, **kwargs)
        for child in (self.label, self.value_label, self.note_label):
            self.add_widget(child)
        for name in ("text", "value", "note", "seat", "taps", "pressed", "pos", "width"):
            self.fbind(name, self._place)
        self._place()

    def on_touch_down(self, touch: Any) -> bool:
        return super().on_touch_down(touch) if self.taps else False

    def restyle(self) -> None:
        self._place()

    def _place(self, *_: object) -> None:
        if self.width < 2:
            return
        metrics = theme.metrics
        self.is_target = bool(self.taps)
        pad, gap = metrics.gap, metrics.gap_small
        mark = metrics.touch * 0.6 if self.taps else 0
        shape = metrics.touch * 0.6 if self.seat else 0
        room = max(2, self.width - 2 * pad - mark - shape)
        left = self.x + pad + shape
        words = (self.label, self.value_label, self.note_label)
        for label, text in zip(words, (self.text, self.value, self.note), strict=True):
            label.text = text
            # The row grows with its words: they shrink no more than what it counts as one line.
            label.smallest = ONE_LINE_DOWN_TO * label.font_size()
        share = self.share if self.value else 1.0
        self.label.width = room * share
        self.value_label.width = room * (1 - share) - gap if self.value else 1
        self.note_label.width = room
        upper = max(self.label.height, self.value_label.height if self.value else 0)
        below = self.note_label.height if self.note else 0
        self.height = round(max(metrics.touch, upper + below + 2 * gap))
        top = self.y + self.height - (self.height - upper - below) / 2
        self.label.pos = (left, top - self.label.height)
        self.value_label.pos = (
            left + room * share + gap,
            top - self.value_label.height,
        )
        self.note_label.pos = (left, top - upper - below)
        self.redraw()

    def draw(self) -> None:
        metrics = theme.metrics
        render.paint("surface")
        self.draw_box(metrics.radius * 0.7)
        if self.pressed:
            render.paint("ink", 0.1)
            self.draw_box(metrics.radius * 0.7)
        if self.seat:
            radius = metrics.touch * 0.2
            middle = self.y + self.height / 2
            render.seat_shape(self.seat, self.x + metrics.gap + radius, middle, radius)
        if self.taps:
            side = metrics.touch * 0.44
            left = self.x + self.width - metrics.gap - side
            middle = self.y + self.height / 2
            render.drawing(icon("pencil"), left, middle - side / 2, side, theme.color("muted"))


class SectionHeading(AutoLabel):
    """The heading of a part of the sheet."""

    def __init__(self, text: str, **kwargs: Any) -> None:
        super().__init__(text, style="lead", bold=True, valign="bottom", size_hint_y=None, **kwargs)

    def restyle(self) -> None:
        super().restyle()
        self.height = round(theme.metrics.touch * 0.8)


def fact_row(host: Host, fact: FactView) -> RuleRow:
    """What holds in a game, for everybody or one player, and who says so."""
    said = [f"{host.say(s.label)} {host.say(s.phase_label)}" for s in fact.sources]
    label = host.say(fact.label)
    if fact.seat is not None:
        label = f"{label}: {host.say(SeatRef(fact.seat))}"
    value = host.say(fact.value)
    note = " · ".join((*said, ", ".join(fact.rules)))
    return RuleRow(label, value[:1].upper() + value[1:], note)
