"""Pickers of the argument form that the kit does not have: figures, seats, two dice filled in."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from kivy.properties import BooleanProperty, ObjectProperty

from companion.kiosk.theme import theme
from companion.kiosk.widgets.base import Pressable
from companion.kiosk.widgets.buttons import TileButton
from companion.kiosk.widgets.dicepad import DiceFacePad
from companion.kiosk.widgets.layout import RowsGrid
from companion.kiosk.widgets.seat import SeatBadge

SHORT_NAME = 12

CELLS, WIDEST = ((SHORT_NAME, 3.3), (22, 4.4), (30, 5.5)), 8.0
"""Widths of cells in touch sizes, for texts of fewer letters than so many; and for all others."""


def width_for(longest: int) -> float:
    """How wide a cell is for texts of up to so many letters, in touch sizes."""
    return next((width for most, width in CELLS if longest < most), WIDEST)


class FigureRow(RowsGrid):
    """Figures side by side, in even rows where one is too short; `value` is the chosen one."""

    value = ObjectProperty(None, allownone=True)

    def __init__(self, values: range, value: int | None = None, **kwargs: Any) -> None:
        super().__init__(columns_wanted=len(values), **kwargs)
        self._tiles = {n: TileButton(str(n), style="lead") for n in values}
        for n, tile in self._tiles.items():
            tile.bind(on_tap=lambda _, chosen=n: setattr(self, "value", chosen))
            self.add_widget(tile)
        self.bind(value=self._show)
        self.value = value

    def _show(self, *_: object) -> None:
        for n, tile in self._tiles.items():
            tile.variant = "chosen" if n == self.value else "secondary"


class SeatChip(Pressable, SeatBadge):
    """A seat to choose: its shape and name, filled with its color when chosen."""

    __events__ = ("on_tap",)
    chosen = BooleanProperty(False)
    is_target = True

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.bind(chosen=self._look, pressed=self._look)

    def _look(self, *_: object) -> None:
        self.look = "full" if self.chosen else "soft"
        self.active = self.chosen or self.pressed


class SeatRow(RowsGrid):
    """Seats to choose one from, and perhaps none (`none` names that); `value` is the chosen id."""

    value = ObjectProperty(None, allownone=True)

    def __init__(
        self,
        seats: Sequence[tuple[str, str, str]],
        value: str | None = None,
        none: str = "",
        **kwargs: Any,
    ) -> None:
        """Each of `seats` is an id, a name and a color; the value of `none` is an empty id."""
        # Long names stand in two lines: the seats shall not push what is asked off the screen.
        long = any(len(name) > SHORT_NAME for _, name, _ in seats)
        super().__init__(cell_width=3.8 if long else 3.3, **kwargs)
        self._chips = {seat: SeatChip(name=name, color=color) for seat, name, color in seats}
        for seat, chip in self._chips.items():
            chip.bind(on_tap=lambda _, chosen=seat: setattr(self, "value", chosen))
            self.add_widget(chip)
        self._none = TileButton(none) if none else None
        if self._none is not None:
            self._none.bind(on_tap=lambda *_: setattr(self, "value", ""))
            self.add_widget(self._none)
        self.columns_wanted = len(self.children)  # in even rows: none stands alone in the last
        self.bind(value=self._show)
        self.value = value

    def _show(self, *_: object) -> None:
        for seat, chip in self._chips.items():
            chip.chosen = seat == self.value
        if self._none is not None:
            self._none.variant = "chosen" if self.value == "" else "secondary"


class FilledDicePad(DiceFacePad):
    """The pad of two dice, with faces that are known already."""

    def __init__(self, faces: Sequence[int] = (), **kwargs: Any) -> None:
        super().__init__(size_hint_y=None, **kwargs)
        if len(faces) == len(self.faces):
            self.faces = list(faces)
            self._show()

    def restyle(self) -> None:
        super().restyle()
        self.height = round(theme.metrics.touch * 2.6)
