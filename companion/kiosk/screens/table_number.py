"""The number of the turn: a card that turns over, two dice, a disc, or the pad to enter faces."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from kivy.uix.widget import Widget

from companion.kiosk.widgets.base import Box
from companion.kiosk.widgets.card import EventCard
from companion.kiosk.widgets.dicepad import DiceFacePad
from companion.kiosk.widgets.number import DicePair, NumberDisc
from companion.kiosk.widgets.text import AutoLabel
from companion.view.model import ActionView, NumberView, TableView

if TYPE_CHECKING:
    from companion.kiosk.host import Host

ENTER = "enter_faces"


def find(view: TableView, name: str) -> ActionView | None:
    """The action `name`, where it is open."""
    return next((a for group in view.actions for a in group.actions if a.name == name), None)


class NumberPane(Box):
    """What came up, as large as there is room. Drawing a card turns it over; a tap ends that."""

    def __init__(self, host: Host) -> None:
        super().__init__(orientation="vertical", spacing_of="small")
        self._host = host
        self._shown: tuple[Any, ...] | None = None
        self.card = EventCard()
        self.disc = NumberDisc()
        self.dice = DicePair(size_hint_y=0.34)
        self.note = AutoLabel("", style="caption", tone="muted", halign="center", max_lines=2)
        self.note.size_hint_y = None
        self.pad: DiceFacePad | None = None
        self.card.bind(on_tap=lambda *_: self.correct())

    def show(self, view: TableView, cards: bool) -> None:
        """Bring the pane up to date."""
        enter = find(view, ENTER)
        waiting = view.primary is not None and view.primary.group == "number"
        typed = view.primary is not None and view.primary.name == ENTER
        if enter is not None and waiting and typed:
            self._show_pad(enter)
            return
        self.pad = None
        number = view.number
        if cards:
            self._show_card(view, number)
        else:
            self._show_dice(number)

    def _put(self, *widgets: Widget) -> None:
        wanted = list(widgets)
        if list(reversed(self.children)) != wanted:
            self.clear_widgets()
            for widget in wanted:
                self.add_widget(widget)

    def _show_pad(self, action: ActionView) -> None:
        key = ("pad", action.prompt)
        if self._shown == key:
            return
        self._shown = key
        host = self._host
        captions = (host.tr("kiosk.table.first_die"), host.tr("kiosk.table.second_die"))
        self.pad = DiceFacePad(captions)
        self.pad.bind(
            on_faces=lambda _pad, first, second: host.act(action, {"faces": [first, second]})
        )
        self._put(self.pad)

    def _show_card(self, view: TableView, number: NumberView | None) -> None:
        if number is None:
            self._shown = None
            self.card.skip()
            self.card.face_up = False
            self._say("")
        else:
            title = "" if number.event_label is None else self._host.say(number.event_label)
            at = (number.card.deck_pass, number.card.position) if number.card else None
            key = (number.number, number.event, title, at, view.turn.number)
            if key != self._shown:
                # Nothing turns over when the screen only comes back to what it showed.
                fresh = self._shown is None and not self.card.face_up
                self._shown = key
                animated = fresh and self._host.preferences.animate
                self.card.reveal(number.number, number.event or "none", title, animated)
            self._say(self._ignored(number))
        self._put(self.card, *([self.note] if self.note.text else []))

    def _show_dice(self, number: NumberView | None) -> None:
        self._shown = None
        self.disc.number = 0 if number is None else number.number
        widgets: list[Widget] = [self.disc]
        if number is not None and len(number.faces) == 2:
            self.dice.faces = list(number.faces)
            widgets.append(self.dice)
        self._say(self._ignored(number) if number is not None else "")
        if self.note.text:
            widgets.append(self.note)
        self._put(*widgets)

    def _ignored(self, number: NumberView) -> str:
        return " ".join(self._host.say(text) for text in number.ignored)

    def _say(self, text: str) -> None:
        self.note.text = text
        self.note.height = round(self.note.line_step() * 2) if text else 0

    def correct(self) -> None:
        """Offer to set a wrong reading right, where it was read or typed."""
        view = self._host.view
        if view is None or view.number is None or view.number.entry is None:
            return
        if view.number.source in ("typed", "device", "table"):
            self._host.go("amend", entry=view.number.entry, how="replace")

    def on_touch_up(self, touch: Any) -> bool:
        if super().on_touch_up(touch):
            return True
        tapped = self.disc.parent is not None and self.disc.collide_point(*touch.pos)
        if tapped and abs(touch.ox - touch.x) + abs(touch.oy - touch.y) < 20:
            self.correct()
            return True
        return False
