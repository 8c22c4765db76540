"""Numbers of the table: the disc with its pips, dice, and the pads that enter them."""

from __future__ import annotations

from typing import Any

from kivy.properties import ListProperty, NumericProperty, StringProperty

from companion.kiosk.art import render
from companion.kiosk.palette import mix
from companion.kiosk.theme import theme
from companion.kiosk.widgets.base import Drawn
from companion.kiosk.widgets.text import AutoLabel

PIPS = {n: 6 - abs(7 - n) for n in range(2, 13)}
"""In how many of the 36 throws a number comes up."""
HOT = (6, 8)

# Where the pips of a die's face lie, in thirds of its side from the middle.
FACE_PIPS: dict[int, tuple[tuple[float, float], ...]] = {
    1: ((0, 0),),
    2: ((-1, 1), (1, -1)),
    3: ((-1, 1), (0, 0), (1, -1)),
    4: ((-1, 1), (1, 1), (-1, -1), (1, -1)),
    5: ((-1, 1), (1, 1), (0, 0), (-1, -1), (1, -1)),
    6: ((-1, 1), (1, 1), (-1, 0), (1, 0), (-1, -1), (1, -1)),
}


class NumberDisc(Drawn):
    """The number of the turn as large as its box allows, with its pips; 6 and 8 in red.

    `number` 0 shows `placeholder` instead (a question mark or a dash).
    """

    number = NumericProperty(0)
    placeholder = StringProperty("–")

    def __init__(self, number: int = 0, **kwargs: Any) -> None:
        self.label = AutoLabel(style="number", halign="center", scale=6.0)
        super().__init__(number=number, **kwargs)
        self.add_widget(self.label)
        for name in ("number", "placeholder", "pos", "size"):
            self.fbind(name, self._place)
        self._place()

    def _diameter(self) -> float:
        return min(self.width, self.height) * 0.98

    def _place(self, *_: object) -> None:
        number = int(self.number)
        side = self._diameter()
        self.label.text = str(number) if number else self.placeholder
        self.label.tone = "hot" if number in HOT else "paper_ink"
        self.label.size = (side * 0.84, side * 0.8)
        lift = side * 0.06 if number in PIPS and number != 7 else 0
        self.label.pos = (
            self.x + (self.width - side * 0.84) / 2,
            self.y + (self.height - side * 0.8) / 2 + lift,
        )
        self.redraw()

    def draw(self) -> None:
        radius = self._diameter() / 2
        x, y = self.x + self.width / 2, self.y + self.height / 2
        rim = mix(theme.palette.line, "#000000", 0.25 if theme.dark else 0.15)
        render.paint(rim)
        render.disc(x, y, radius)
        render.paint(mix(theme.palette.paper, theme.palette.line, 0.35))
        render.disc(x, y, radius * 0.965)
        render.paint("paper")
        render.disc(x, y, radius * 0.9)
        number = int(self.number)
        if number not in PIPS or number == 7:
            return
        render.paint("hot" if number in HOT else "paper_ink")
        count, step = PIPS[number], radius * 0.17
        for at in range(count):
            render.disc(x + (at - (count - 1) / 2) * step, y - radius * 0.6, radius * 0.058)


class DieFace(Drawn):
    """One die. `face` 0 is blank; `red` dice are the first of a pair that tells them apart."""

    face = NumericProperty(0)
    tone = StringProperty("paper")

    def __init__(self, face: int = 0, **kwargs: Any) -> None:
        super().__init__(face=face, **kwargs)
        self.bind(face=self.redraw, tone=self.redraw)

    def draw(self) -> None:
        side = min(self.width, self.height)
        x, y = self.x + (self.width - side) / 2, self.y + (self.height - side) / 2
        draw_die(x, y, side, int(self.face), self.tone)


def draw_die(x: float, y: float, side: float, face: int, tone: str = "paper") -> None:
    """Draw a die's face into the square at (x, y)."""
    color = getattr(theme.palette, tone, tone)
    lip = max(2, round(side * 0.06))
    render.paint(mix(color, "#000000", 0.3))
    render.box(x, y, side, side, side * 0.2)
    render.paint(color)
    render.box(x, y + lip, side, side - lip, side * 0.2)
    render.paint("paper_ink" if tone == "paper" else "#FFFFFF")
    for px, py in FACE_PIPS.get(face, ()):
        render.disc(
            x + side / 2 + px * side * 0.26,
            y + lip + (side - lip) / 2 + py * side * 0.25,
            side * 0.085,
        )


class DicePair(Drawn):
    """Two dice side by side. `faces` is a pair, 0 for a die that is not known yet."""

    faces = ListProperty([0, 0])
    tones = ListProperty(["paper", "paper"])

    def __init__(self, faces: tuple[int, int] = (0, 0), **kwargs: Any) -> None:
        super().__init__(faces=list(faces), **kwargs)
        self.bind(faces=self.redraw, tones=self.redraw)

    def draw(self) -> None:
        space = min(self.height * 0.14, self.width * 0.07)
        side = min(self.height, (self.width - space) / 2)
        left = self.x + (self.width - 2 * side - space) / 2
        bottom = self.y + (self.height - side) / 2
        for at, (face, tone) in enumerate(zip(self.faces, self.tones, strict=True)):
            draw_die(left + at * (side + space), bottom, side, int(face), tone)
