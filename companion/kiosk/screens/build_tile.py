"""A tile of the build sheet: a picture of the piece or card, what it does, and what is left."""

from __future__ import annotations

from typing import Any

from kivy.properties import StringProperty

from companion.kiosk.art import render
from companion.kiosk.art.icons import icon
from companion.kiosk.art.pieces import PIECES, item_art, piece_art
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
    """A tile with a picture at the left, the action's words, and a short `note` below them."""

    note = StringProperty("")

    def __init__(self, text: str, art: Drawing, painted: bool, **kwargs: Any) -> None:
        self.art, self.painted = art, painted
        self.note_label = AutoLabel(tone="on_secondary")
        super().__init__(text, style="lead", **kwargs)
        self.add_widget(self.note_label)
        self.bind(note=self._changed)
        self._changed()

    def _side(self) -> float:
        return round(min(self.height * 0.66, theme.metrics.touch * 1.4))

    def _place(self, *_: object) -> None:
        metrics = theme.metrics
        start = metrics.gap + self._side() + metrics.gap
        bottom, height = self.y + self._face_bottom(), max(1, self.height - self._lip())
        room = max(1, self.width - start - metrics.gap)
        self.note_label.text = self.note
        self.note_label.style = "body" if self.style == "title" else "caption"
        note = self.note_label.line_step() if self.note else 0
        # Two lines of words where there is room for them; what is left stands close below.
        words = min(height - note, self.label.line_step() * (2 if self._long(room) else 1))
        low = (height - note - words) / 2
        for label, at, tall in ((self.label, low + note, words), (self.note_label, low, note)):
            label.pos, label.size = (self.x + start, bottom + at), (room, max(1, tall))
            label.halign = "left"

    def _long(self, room: float) -> bool:
        return self.label.natural_width() * ONE_LINE_DOWN_TO > room

    def draw_icon(self, tone: str, fade: float) -> None:
        """Draw the picture at the left, in the middle of the face."""
        side = self._side()
        middle = self.y + self._face_bottom() + (self.height - self._lip()) / 2
        left, low = self.x + theme.metrics.gap, middle - side / 2
        ground = self.tones()[0] if self.painted else None
        render.drawing(self.art, left, low, side, theme.color(tone, fade), ground=ground)
