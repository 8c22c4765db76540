"""The first frame: a compass rose and the name, drawn before anything else is imported."""

from __future__ import annotations

from math import cos, pi, sin
from typing import Any

from kivy.core.text import Label as CoreLabel
from kivy.graphics import Color, Line, Mesh, Rectangle
from kivy.uix.widget import Widget

from companion.kiosk.theme import DISPLAY_FONT, theme


class Splash(Widget):
    """The name of the program under a compass rose."""

    def __init__(self, name: str, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        label = CoreLabel(
            text=name, font_name=DISPLAY_FONT, font_size=round(theme.metrics.text("hero"))
        )
        label.refresh()
        self._name = label.texture
        self.bind(pos=self._draw, size=self._draw)

    def _draw(self, *_: object) -> None:
        self.canvas.clear()
        if self.width < 2 or self.height < 2:
            return
        x, y = self.x + self.width / 2, self.y + self.height * 0.58
        radius = min(self.width, self.height) * 0.2
        with self.canvas:
            Color(*theme.color("table"))
            Rectangle(pos=self.pos, size=self.size)
            Color(*theme.color("primary"))
            Line(circle=(x, y, radius * 1.1), width=max(1.2, radius * 0.02))
            for at in range(4):
                self._point(x, y, radius, at * pi / 2)
            Color(*theme.color("ink"))
            width, height = self._name.size
            place = (round(x - width / 2), round(y - radius * 1.5 - height))
            Rectangle(texture=self._name, pos=place, size=(width, height))

    @staticmethod
    def _point(x: float, y: float, radius: float, turn: float) -> None:
        tip = (x + radius * cos(turn), y + radius * sin(turn))
        sides = [
            (x + radius * 0.24 * cos(turn + off), y + radius * 0.24 * sin(turn + off))
            for off in (pi / 4, -pi / 4)
        ]
        vertices = [v for px, py in ((x, y), sides[0], tip, sides[1]) for v in (px, py, 0, 0)]
        Mesh(vertices=vertices, indices=[0, 1, 2, 3], mode="triangle_fan")
