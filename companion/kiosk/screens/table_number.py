"""The number of the turn: a card that turns over, two dice, a disc, or the pad to enter faces."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from kivy.uix.widget import Widget
from msgspec.structs import replace

from companion.core.frozen import freeze
from companion.core.history import Plan
from companion.kiosk.theme import theme
from companion.kiosk.widgets.base import Box
from companion.kiosk.widgets.buttons import IconButton
from companion.kiosk.widgets.card import EventCard
from companion.kiosk.widgets.dicepad import DiceFacePad
from companion.kiosk.widgets.number import DicePair, NumberDisc
from companion.kiosk.widgets.sheet import Sheet
from companion.kiosk.widgets.text import AutoLabel
from companion.view.addressed import seat_shown
from companion.view.amendment import live_entry
from companion.view.model import ActionView, NumberView, TableView

if TYPE_CHECKING:
    from companion.kiosk.host import Host

ENTER = "enter_faces"
READ = ("typed", "device", "table")
"""Numbers that somebody or something read from the table, and so may have misread."""


def find(view: TableView, name: str) -> ActionView | None:
    """The action `name`, where it is open."""
    return next((a for group in view.actions for a in group.actions if a.name == name), None)


class NumberPane(Box):
    """What came up, as large as there is room. Drawing a card turns it over; a tap ends that."""

    def __init__(self, host: Host) -> None:
        super().__init__(orientation="vertical", spacing_of="small")
        self._host = host
        self._shown: tuple[Any, ...] | None = None
        self._at: tuple[int, int] | None = None
        self.card = EventCard()
        self.disc = NumberDisc()
        self.dice = DicePair(size_hint_x=None)
        self.mend = IconButton("pencil", name=host.tr("kiosk.table.correct"))
        self.mend.pos_hint = {"center_y": 0.5}
        self.mend.bind(on_tap=lambda *_: self.correct())
        self.below = Box(spacing_of="small")
        self.note = AutoLabel("", style="caption", tone="muted", halign="center", max_lines=2)
        self.note.size_hint_y = None
        self.pad: DiceFacePad | None = None
        self.card.bind(on_tap=lambda *_: self.correct())
        self.bind(size=self._lie, orientation=self._lie)
        self.below.bind(size=self._lie)

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
            self._show_dice(view, number)

    def _lie(self, *_: object) -> None:
        """Below each other in a tall pane, side by side in a low one: large either way."""
        self.orientation = "horizontal" if self.width > 1.6 * self.height else "vertical"
        lying = self.orientation == "horizontal"
        # Beside the steps the card begins where they do; above them it stands in the middle.
        self.card.rise = 0.5 if theme.metrics.portrait else 1.0
        self.below.size_hint = (0.6, 1) if lying else (1, 0.34)
        self.note.size_hint = (0.5, 1) if lying else (1, None)
        if not lying:
            self.note.height = self._note_height()
        beside = self.mend.width + self.below.spacing if self.mend.parent else 0
        room = self.below.width - beside - 2 * self.below.spacing
        self.dice.width = max(1, min(room, 2.2 * self.below.height))

    def _put(self, *widgets: Widget) -> None:
        wanted = list(widgets)
        if list(reversed(self.children)) != wanted:
            self.clear_widgets()
            for widget in wanted:
                self.add_widget(widget)

    def _show_pad(self, action: ActionView) -> None:
        host = self._host
        words = host.to(action.seat).tr
        key = ("pad", action.prompt, words.language)
        if self._shown == key:
            return
        self._shown = key
        captions = (words("kiosk.table.first_die"), words("kiosk.table.second_die"))
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
            voice = self._host.to(seat_shown(view))
            title = "" if number.event_label is None else voice.say(number.event_label)
            at = (number.card.deck_pass, number.card.position) if number.card else None
            key = (number.number, number.event, title, at, view.turn.number)
            if key != self._shown:
                # Nothing turns over when the screen only comes back to what it showed.
                fresh = not self.card.face_up or self._later(at)
                self._shown, self._at = key, at
                animated = fresh and self._host.preferences.animate
                self.card.reveal(number.number, number.event or "none", title, animated)
            self._say(self._remark(view, number))
        self._put(self.card, *([self.note] if self.note.text else []))

    def _show_dice(self, view: TableView, number: NumberView | None) -> None:
        self._shown = None
        self.disc.number = 0 if number is None else number.number
        widgets: list[Widget] = [self.disc]
        below: list[Widget] = []
        if number is not None and len(number.faces) == 2:
            self.dice.faces = list(number.faces)
            below.append(self.dice)
        if number is not None and self._may_correct(number):
            below.append(self.mend)
        if [w for w in reversed(self.below.children) if w in (self.dice, self.mend)] != below:
            self.below.clear_widgets()
            for widget in (Widget(), *below, Widget()):
                self.below.add_widget(widget)
        if below:
            widgets.append(self.below)
        self._say(self._remark(view, number) if number is not None else "")
        if self.note.text:
            widgets.append(self.note)
        self._put(*widgets)

    def _later(self, at: tuple[int, int] | None) -> bool:
        """Whether a card lies after the one that is shown: the next was drawn, none taken back."""
        return at is not None and self._at is not None and at > self._at

    def _remark(self, view: TableView, number: NumberView) -> str:
        """Why the number brings nothing, and what came up before it in this turn."""
        voice = self._host.to(seat_shown(view))
        said = [voice.say(text) for text in number.ignored]
        before = ", ".join(str(made.number) for made in view.numbers[:-1])
        if before:
            said.append(voice.tr("kiosk.table.before", numbers=before))
        return " ".join(said)

    def _say(self, text: str) -> None:
        self.note.text = text
        self._lie()

    def _note_height(self) -> int:
        return round(self.note.line_step() * self.note.max_lines) if self.note.text else 0

    def _may_correct(self, number: NumberView) -> bool:
        return number.entry is not None and number.source in READ

    def correct(self) -> None:
        """Offer to set a wrong reading right, where it was read or typed."""
        view = self._host.view
        number = None if view is None else view.number
        if number is None or number.entry is None or not self._may_correct(number):
            return
        if len(number.faces) == 2 and self._host.app.overlays is not None:
            self._ask_faces(number.entry)
        else:
            self._host.go("amend", entry=number.entry, how="replace")

    def _ask_faces(self, entry_id: str) -> None:
        """The pad again: two taps, and the number is what it should have been."""
        host = self._host
        captions = (host.tr("kiosk.table.first_die"), host.tr("kiosk.table.second_die"))
        pad = DiceFacePad(captions)
        sheet = Sheet(host.tr("kiosk.table.correct"), pad)

        def read(_pad: DiceFacePad, first: int, second: int) -> None:
            sheet.dismiss()
            self._amend(entry_id, (first, second))

        pad.bind(on_faces=read)
        assert host.app.overlays is not None
        host.app.overlays.open_sheet(sheet)

    def _amend(self, entry_id: str, faces: tuple[int, int]) -> None:
        host = self._host
        log = host.snapshot.log
        entry = None if log is None else live_entry(log, entry_id)
        if entry is None or entry.command is None or entry.command.args.get("faces") == faces:
            return
        args = freeze({**entry.command.args, "faces": faces})
        right = replace(entry.command, args=args, id="")

        def planned(plan: Plan) -> None:
            if plan.refused:
                # Later entries would fall away: that is looked at first.
                host.go("amend", entry=entry_id, how="replace")
            else:
                host.amend(plan)

        host.plan(entry_id, [right], "replace", planned)

    def on_touch_up(self, touch: Any) -> bool:
        if super().on_touch_up(touch):
            return True
        tapped = self.disc.parent is not None and self.disc.collide_point(*touch.pos)
        if tapped and abs(touch.ox - touch.x) + abs(touch.oy - touch.y) < 20:
            self.correct()
            return True
        return False
