"""Entering the faces of two real dice with two taps."""

from __future__ import annotations

from typing import Any

from kivy.properties import BooleanProperty, ListProperty, NumericProperty

from companion.kiosk.art import render
from companion.kiosk.theme import theme
from companion.kiosk.widgets.base import Box, Drawn, Pressable
from companion.kiosk.widgets.layout import RowsGrid
from companion.kiosk.widgets.number import draw_die
from companion.kiosk.widgets.text import AutoLabel


class _FaceKey(Pressable, Drawn):
    """A die's face that can be tapped."""

    __events__ = ("on_tap",)
    face = NumericProperty(1)
    chosen = BooleanProperty(False)

    def __init__(self, face: int, **kwargs: Any) -> None:
        super().__init__(face=face, **kwargs)
        self.bind(chosen=self.redraw, pressed=self.redraw)

    @property
    def name(self) -> str:
        return f"face {int(self.face)}"

    def draw(self) -> None:
        room = min(self.width, self.height)
        middle_x, middle_y = self.x + self.width / 2, self.y + self.height / 2
        if self.chosen:
            place = (middle_x - room / 2, middle_y - room / 2, room, room, room * 0.22)
            render.paint("highlight")
            render.box(*place)
            render.paint("primary")
            render.frame(*place, 2 * theme.metrics.hairline)
        side = room * (0.76 if self.pressed else 0.82)
        draw_die(middle_x - side / 2, middle_y - side / 2, side, int(self.face))


class DiceFacePad(Box):
    """Two rows of six faces, one a die. When both are chosen: `on_faces(first, second)`.

    `captions` name the dice ("first die", "second die"). Either may be tapped first; tapping again
    corrects. Two taps are a throw.
    """

    __events__ = ("on_faces",)
    faces = ListProperty([0, 0])

    def __init__(self, captions: tuple[str, str] = ("", ""), **kwargs: Any) -> None:
        super().__init__(orientation="vertical", spacing_of="small", **kwargs)
        self._keys: list[list[_FaceKey]] = []
        for die, caption in enumerate(captions):
            if caption:
                self.add_widget(
                    AutoLabel(caption, bold=True, size_hint_y=None, height=self._caption())
                )
            row = RowsGrid(size_hint_y=1, columns_wanted=6, cell_width=1.0)
            keys = [_FaceKey(face) for face in range(1, 7)]
            for key in keys:
                key.bind(on_tap=lambda pressed, die=die: self._choose(die, int(pressed.face)))
                row.add_widget(key)
            self._keys.append(keys)
            self.add_widget(row)

    def on_faces(self, first: int, second: int) -> None:
        """Event: both faces are known."""

    def clear(self) -> None:
        """Forget what was tapped."""
        self.faces = [0, 0]
        self._show()

    def restyle(self) -> None:
        super().restyle()
        for child in self.children:
            if isinstance(child, AutoLabel):
                child.height = self._caption()

    def _caption(self) -> int:
        return round(theme.metrics.text("body") * 1.5)

    def _choose(self, die: int, face: int) -> None:
        faces = list(self.faces)
        faces[die] = face
        self.faces = faces
        self._show()
        if all(faces):
            self.dispatch("on_faces", *faces)

    def _show(self) -> None:
        for keys, chosen in zip(self._keys, self.faces, strict=True):
            for key in keys:
                key.chosen = key.face == chosen
