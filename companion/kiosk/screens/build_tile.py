"""A tile of the build sheet: a picture of the piece or card, what it does, and what is left."""

from __future__ import annotations

from typing import Any

from kivy.properties import BooleanProperty, ListProperty, StringProperty

from companion.kiosk.art import render
from companion.kiosk.art.icons import icon
from companion.kiosk.art.pieces import PIECES, item_art, piece_art
from companion.kiosk.art.resources import RESOURCES
from companion.kiosk.art.strokes import Drawing
from companion.kiosk.theme import theme
from companion.kiosk.widgets.buttons import TileButton
from companion.kiosk.widgets.fitting import ONE_LINE_DOWN_TO
from companion.kiosk.widgets.text import AutoLabel
from companion.view.model import ActionView, TableView

GROUP_ICONS = {
    "answer": "check",
    "build": "hammer",
    "cards": "card",
    "number": "dice",
    "robber": "robber",
    "trade": "swap",
}
"""What stands for an action that is about no piece or card."""

SYMBOL = 0.95
OVERLAP = 0.45
"""From one symbol of the cost to the next, in lines of the note: another one, or one alike."""

SMALLEST = 0.62
"""How small the symbols of the cost may become to leave room for the note."""

LINE = 2.0
"""Width in pixels of a closed tile's outline."""

FADED = 0.4
"""How much of its color the picture of a closed tile keeps."""

PALE_EDGE = "#D9CDB2"
"""The outline of a painted piece on a dark tile."""


def tile_art(view: TableView, action: ActionView) -> tuple[Drawing, bool]:
    """The picture of an action, and whether it is painted (else it takes the text's color).

    A piece is painted in the color of whoever builds it, unless that is still to be said.
    """
    seat = next((s for s in view.seats if s.id == action.seat), None)
    item = action.item
    if item in PIECES and seat is not None and not any(p.type == "seat" for p in action.params):
        return piece_art(item, seat.color, PALE_EDGE if theme.dark else ""), True
    art = None if item is None else item_art(item)
    return art or icon(GROUP_ICONS.get(action.group, "forward")), False


class ItemTile(TileButton):
    """A tile with a picture at the left, the action's words, and a short `note` below them.

    `cost` names the resource cards that it takes, each as often as it does; a `closed` tile is
    faded, and still says why when it is tapped.
    """

    note = StringProperty("")
    cost = ListProperty([])
    closed = BooleanProperty(False)

    def __init__(self, text: str, art: Drawing, painted: bool, **kwargs: Any) -> None:
        self.art, self.painted = art, painted
        self._cost_at = (0.0, 0.0, 1.0)
        self._shrink = 1.0
        self.note_label = AutoLabel(tone="on_secondary")
        super().__init__(text, style="lead", **kwargs)
        self.add_widget(self.note_label)
        self.bind(note=self._changed, cost=self._changed, closed=self._changed)
        self._changed()

    def tones(self) -> tuple[str | None, str]:
        """Flat and outlined while it is closed: what it says must stay readable."""
        return (None, "muted") if self.closed else super().tones()

    def draw(self) -> None:
        super().draw()
        if self.closed:
            render.paint("line")
            render.frame(self.x, self.y, self.width, self.height, theme.metrics.radius, LINE)

    def _side(self) -> float:
        return round(min(self.height * 0.66, theme.metrics.touch * 1.4))

    def _start(self) -> float:
        """How far from the left edge the words begin."""
        return theme.metrics.gap + self._side() + theme.metrics.gap

    def _place(self, *_: object) -> None:
        start = self._start()
        bottom, height = self.y + self._face_bottom(), max(1, self.height - self._lip())
        room = max(1, self.width - start - theme.metrics.gap)
        self.note_label.text = self.note
        self.note_label.tone = "muted" if self.closed else "on_secondary"
        large = self.style == "title" and not self.closed
        self.note_label.style = "body" if large else "caption"
        step = self.note_label.line_step()
        note = step if self.note or self.cost else 0
        # Two lines of words where there is room for them, or of the reason why it is closed.
        lines = 2 if self._long(room) else 1
        if self.closed and self.note and self.note_label.natural_width() > room:
            note, lines = 2 * step, 1
        words = min(height - note, self.label.line_step() * lines)
        low = (height - note - words) / 2
        self._cost_at = (self.x + start, bottom + low, step)
        self._shrink = 1.0
        if self.note and (wanted := self._cost_width(step)):
            spare = room - self.note_label.natural_width() - theme.metrics.gap_small
            self._shrink = max(SMALLEST, min(1.0, spare / wanted))
        aside = self._cost_width(step)
        self.note_label.max_lines = 2 if note > step else 1
        for label, at, tall, left in (
            (self.label, low + note, words, 0.0),
            (self.note_label, low, note, aside),
        ):
            label.pos = (self.x + start + left, bottom + at)
            label.size = (max(1, room - left), max(1, tall))
            label.halign = "left"
        self.redraw()

    def _cost_places(self, step: float) -> list[tuple[str, float]]:
        """The symbols of the cost, each with its distance from the first; alike ones overlap."""
        places: list[tuple[str, float]] = []
        at = 0.0
        step *= self._shrink
        for name in self._symbols():
            if places:
                at += step * (OVERLAP if name == places[-1][0] else SYMBOL)
            places.append((name, at))
        return places

    def _cost_width(self, step: float) -> float:
        """The room that the symbols of the cost take, with the gap behind them."""
        places = self._cost_places(step)
        if not places:
            return 0.0
        return places[-1][1] + step * self._shrink * SYMBOL + theme.metrics.gap_small

    def _symbols(self) -> list[str]:
        # Where a reason stands the cost does not matter now.
        said = self.closed and self.note_label.max_lines > 1
        return [] if said else [name for name in self.cost if name in RESOURCES]

    def _long(self, room: float) -> bool:
        return self.label.natural_width() * ONE_LINE_DOWN_TO > room

    def draw_icon(self, tone: str, fade: float) -> None:
        """Draw the picture at the left, in the middle of the face, and what the item costs."""
        side = self._side()
        fade = FADED if self.closed else fade
        middle = self.y + self._face_bottom() + (self.height - self._lip()) / 2
        left, low = self.x + theme.metrics.gap, middle - side / 2
        ground = self.tones()[0] if self.painted else None
        render.drawing(self.art, left, low, side, theme.color(tone, fade), ground=ground)
        x, y, step = self._cost_at
        size = step * self._shrink * (SYMBOL - 0.05)
        for name, at in self._cost_places(step):
            tint = theme.color(tone, fade)
            behind = self.tones()[0] or "table"
            low = y + (step - size) / 2
            render.drawing(RESOURCES[name], x + at, low, size, tint, ground=behind)
