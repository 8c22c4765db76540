"""Where the parts of the table stand: in portrait, seats get their room and the foot two rows."""

from __future__ import annotations

from kivy.uix.widget import Widget

from companion.kiosk.theme import theme
from companion.kiosk.widgets.base import Box
from companion.kiosk.widgets.dicepad import DiceFacePad
from companion.kiosk.widgets.layout import ScrollColumn
from companion.kiosk.widgets.scaffold import BottomBar, Panes

MOST_FOR_SEATS = 0.45
"""The share of an upright screen's body that the seats may take; more of them scroll."""

UPRIGHT_NUMBER = 0.7
"""The number's share beside the steps' there, where the steps have little height."""

UPRIGHT_PAD = 2.0
"""The same with the dice to tap: fingers need the room, and the one step is short."""


class TablePanes(Panes):
    """Number, steps and seats. In portrait the seats stand whole, as far as that leaves room."""

    def __init__(self, number: Widget, steps: Widget, seats: ScrollColumn) -> None:
        self._seats = seats
        super().__init__(number, steps, seats, shares=(0.8, 1.35, 1.0))
        seats.column.bind(height=self._give_room)
        number.bind(children=self._give_room)
        self.bind(height=self._give_room)

    def restyle(self) -> None:
        super().restyle()
        self._give_room()

    def _give_room(self, *_: object) -> None:
        if not theme.metrics.portrait:
            return
        number = self.panes[0]
        pad = any(isinstance(part, DiceFacePad) for part in number.children)
        number.size_hint_y = UPRIGHT_PAD if pad else UPRIGHT_NUMBER
        self._seats.size_hint_y = None
        self._seats.height = min(self._seats.column.height, self.height * MOST_FOR_SEATS)


class LowBar(BottomBar):
    """A bar of the touch height: the one below it holds what is tapped every turn."""

    def restyle(self) -> None:
        super().restyle()
        self.height = round(theme.metrics.touch)


class Foot(Box):
    """Undo and redo, build and the primary button: one row, in portrait two.

    Undo says what it takes back; beside three more buttons a narrow screen would cut that off.
    """

    def __init__(self, undo: Widget, redo: Widget, build: Widget, primary: Widget) -> None:
        self._undo, self._redo, self._build, self._primary = undo, redo, build, primary
        self._portrait: bool | None = None
        super().__init__(orientation="vertical", spacing_of="small", size_hint_y=None)
        self.bind(minimum_height=self.setter("height"))

    def restyle(self) -> None:
        super().restyle()
        portrait = theme.metrics.portrait
        if portrait == self._portrait:
            return
        self._portrait = portrait
        every = (self._undo, self._redo, self._build, self._primary)
        for button in every:
            if button.parent is not None:
                button.parent.remove_widget(button)
        self.clear_widgets()
        rows = (LowBar(*every[:2]), BottomBar(*every[2:])) if portrait else (BottomBar(*every),)
        for row in rows:
            self.add_widget(row)
