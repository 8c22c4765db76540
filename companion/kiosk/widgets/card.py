"""The event card: a face with its own picture, turned over in a short flip."""

from __future__ import annotations

from typing import Any

from kivy.animation import Animation
from kivy.graphics import PopMatrix, PushMatrix, Scale
from kivy.properties import BooleanProperty, NumericProperty, StringProperty

from companion.kiosk.art import render
from companion.kiosk.art.events import event_art
from companion.kiosk.art.strokes import Disc, Drawing, Fill, Stroke, arc
from companion.kiosk.palette import mix
from companion.kiosk.theme import theme
from companion.kiosk.widgets.base import Drawn, Pressable
from companion.kiosk.widgets.number import HOT, PIPS
from companion.kiosk.widgets.text import AutoLabel

FLIP_SECONDS = 0.4

_BACK: Drawing = (
    Stroke(arc((50, 50), 40, 0, 360, 40), 2.5, closed=True),
    Stroke(arc((50, 50), 31, 0, 360, 40), 1.6, closed=True),
    Fill(((50, 88), (58, 58), (88, 50), (58, 42), (50, 12), (42, 42), (12, 50), (42, 58))),
    Disc((50, 50), 6, "table"),
)


class EventCard(Pressable, Drawn):
    """A card with number, picture and title. `reveal` flips a new face up; a tap ends the flip.

    Tapping a card that lies still dispatches `on_tap`. `event` names the picture (see
    `art.events.EVENT_ART`). `face_up` False shows the back. Upright in tall boxes, lying in wide
    ones. Long titles wrap.
    """

    __events__ = ("on_tap",)
    number = NumericProperty(0)
    event = StringProperty("none")
    title = StringProperty("")
    face_up = BooleanProperty(True)
    rise = NumericProperty(0.5)  # where the card stands in a box too high for it; 1: at the top
    turn = NumericProperty(1.0)  # 1: flat; 0: on edge; the width is drawn in this share
    is_target = False

    def __init__(
        self, number: int = 0, event: str = "none", title: str = "", **kwargs: Any
    ) -> None:
        self.number_label = AutoLabel(style="number", halign="center", scale=3.0)
        self.title_label = AutoLabel(style="title", halign="center", tone="paper_ink", max_lines=3)
        self._flip: Animation | None = None
        self._coming: tuple[int, str, str] | None = None
        self._scale: Scale | None = None
        super().__init__(number=number, event=event, title=title, **kwargs)
        self.add_widget(self.number_label)
        self.add_widget(self.title_label)
        for name in ("number", "event", "title", "face_up", "rise", "pos", "size"):
            self.fbind(name, self._place)
        self.bind(turn=self._turned)
        self._place()

    @property
    def flipping(self) -> bool:
        """Whether the card is being turned over at this moment."""
        return self._flip is not None

    def reveal(self, number: int, event: str, title: str, animated: bool = True) -> None:
        """Show a new face. Animated, the old one turns to its edge and the new one comes up."""
        self.skip()
        self._coming = (number, event, title)
        if not animated:
            self._show_coming()
            return
        half = FLIP_SECONDS / 2
        away = Animation(turn=0.0, duration=half, transition="in_quad")
        away.bind(on_complete=lambda *_: self._show_coming())
        self._flip = away + Animation(turn=1.0, duration=half, transition="out_back")
        self._flip.bind(on_complete=self._flipped)
        self._flip.start(self)

    def skip(self) -> None:
        """End a running flip at once with the new face up."""
        if self._flip is not None:
            running, self._flip = self._flip, None
            running.cancel(self)
        self._show_coming()
        self.turn = 1.0

    def on_touch_down(self, touch: Any) -> bool:
        if self.flipping and self.collide_point(*touch.pos):
            self.skip()
            return True  # the tap that skips does nothing else
        return super().on_touch_down(touch)

    def _flipped(self, *_: object) -> None:
        self._flip = None
        self._show_coming()
        self.turn = 1.0

    def _show_coming(self) -> None:
        if self._coming is not None:
            (self.number, self.event, self.title), self._coming = self._coming, None
            self.face_up = True

    def _card(self) -> tuple[float, float, float, float]:
        """The card's place within the widget: at most 1.5 times as long as wide."""
        width, height = self.width, self.height
        width, height = min(width, height * 1.7), min(height, width * 1.5)
        return (
            self.x + (self.width - width) / 2,
            self.y + (self.height - height) * self.rise,
            width,
            height,
        )

    def _places(self) -> tuple[tuple[float, ...], tuple[float, ...], tuple[float, float, float]]:
        """Boxes of number and title, and the square (x, y, side) of the picture."""
        x, y, width, height = self._card()
        pad = min(width, height) * 0.07
        inner_w, inner_h = width - 2 * pad, height - 2 * pad
        if width > height * 1.05:
            half = inner_w / 2
            side = min(half * 0.94, inner_h * 0.62)
            number = (x + pad, y + pad + inner_h * 0.1, half - pad * 0.6, inner_h * 0.84)
            picture = (x + pad + half + (half - side) / 2, y + pad + inner_h - side, side)
            title = (x + pad + half, y + pad, half, inner_h - side - pad * 0.4)
        else:
            side = min(inner_w * 0.8, inner_h * 0.42)
            number = (x + pad, y + pad + inner_h * 0.66, inner_w, inner_h * 0.36)
            picture = (x + (width - side) / 2, y + pad + inner_h * 0.24, side)
            title = (x + pad, y + pad, inner_w, inner_h * 0.22)
        return number, title, picture

    def _place(self, *_: object) -> None:
        number, title, _ = self._places()
        value = int(self.number)
        up = self.face_up
        self.number_label.text = str(value) if value and up else ""
        self.number_label.tone = "hot" if value in HOT else "paper_ink"
        self.title_label.text = self.title if up else ""
        # On a small card a long word is better small than cut: it is known from its picture.
        self.title_label.smallest = 0.7 * theme.metrics.smallest_text
        for label, place in ((self.number_label, number), (self.title_label, title)):
            label.pos, label.size = place[:2], (max(1, place[2]), max(1, place[3]))
        self.redraw()

    def _turned(self, *_: object) -> None:
        """Only the matrix follows the turn: what is drawn stays, so that frames come in time."""
        if self._scale is not None:
            self._scale.x = max(0.02, self.turn)

    def _draw_now(self, *_: object) -> None:
        super()._draw_now()
        self.canvas.after.clear()
        if self.canvas.before.length():
            with self.canvas.after:
                PopMatrix()

    def draw(self) -> None:
        PushMatrix()
        self._scale = Scale(max(0.02, self.turn), 1, 1, origin=(self.x + self.width / 2, self.y))
        x, y, width, height = self._card()
        radius, lip = min(width, height) * 0.07, max(2.0, theme.metrics.unit * 0.18)
        palette = theme.palette
        render.paint(mix(palette.line, "#000000", 0.3))
        render.box(x, y, width, height, radius)
        render.paint("paper" if self.face_up else "primary")
        render.box(x, y + lip, width, height - lip, radius)
        inset = max(3.0, min(width, height) * 0.025)
        render.paint("line" if self.face_up else "paper", 0.9 if self.face_up else 0.5)
        render.frame(
            x + inset,
            y + lip + inset,
            width - 2 * inset,
            height - lip - 2 * inset,
            radius * 0.75,
            theme.metrics.hairline,
        )
        if self.face_up:
            self._draw_face()
        else:
            side = min(width, height) * 0.72
            tone = theme.color("on_primary", 0.85)
            render.drawing(_BACK, x + (width - side) / 2, y + (height - side) / 2, side, tone)

    def _draw_face(self) -> None:
        number, _, (px, py, side) = self._places()
        render.drawing(
            event_art(self.event), px, py, side, theme.color("paper_ink"), ground="paper"
        )
        value = int(self.number)
        if value not in PIPS or value == 7:
            return
        render.paint("hot" if value in HOT else "paper_ink")
        radius = number[3] * 0.028
        for at in range(PIPS[value]):
            offset = (at - (PIPS[value] - 1) / 2) * radius * 3.2
            render.disc(number[0] + number[2] / 2 + offset, number[1] + number[3] * 0.06, radius)
