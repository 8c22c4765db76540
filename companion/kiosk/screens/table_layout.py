"""Where the parts of the table stand: in portrait, seats get their room and the foot two rows."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kivy.uix.widget import Widget

from companion.kiosk.theme import theme
from companion.kiosk.widgets.base import Box
from companion.kiosk.widgets.dicepad import DiceFacePad
from companion.kiosk.widgets.layout import ScrollColumn
from companion.kiosk.widgets.scaffold import BottomBar, Panes

if TYPE_CHECKING:
    from companion.kiosk.screens.table_steps import StepsPane

SHARES = (0.76, 1.45, 1.0)
"""Widths of number, steps and seats side by side."""

MADE_ROOM = 0.72
"""What the number keeps of its share where the steps are many."""

MOST_FOR_SEATS = 0.45
"""The share of an upright screen's body that the seats may take; more of them scroll."""

UPRIGHT_NUMBER, UPRIGHT_MADE_ROOM = 0.85, 0.45
"""The number's share beside the steps' there, and what it keeps where the steps are many."""

UPRIGHT_PAD = 2.0
"""The same with the dice to tap: fingers need the room, and the one step is short."""


class TablePanes(Panes):
    """Number, steps and seats. In portrait the seats stand whole, as far as that leaves room."""

    def __init__(self, number: Widget, steps: StepsPane, seats: ScrollColumn) -> None:
        self._steps, self._seats = steps, seats
        super().__init__(number, steps, seats, shares=SHARES)
        steps.bind(crowded=self._give_room)
        seats.column.bind(height=self._give_room)
        number.bind(children=self._give_room)
        self.bind(height=self._give_room)

    def restyle(self) -> None:
        super().restyle()
        self._give_room()

    def _give_room(self, *_: object) -> None:
        number, crowded = self.panes[0], self._steps.crowded
        if not theme.metrics.portrait:
            number.size_hint_x = SHARES[0] * (MADE_ROOM if crowded else 1)
            return
        pad = any(isinstance(part, DiceFacePad) for part in number.children)
        share = UPRIGHT_MADE_ROOM if crowded else UPRIGHT_NUMBER
        number.size_hint_y = UPRIGHT_PAD if pad else share
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
