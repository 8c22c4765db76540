"""A scene as a PNG picture, drawn larger and scaled down so that its edges are smooth."""

from __future__ import annotations

from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Final

from companion.setup.drawing.palette import THEMES, Theme
from companion.setup.drawing.shapes import Circle, Label, Line, Point, Scene, Shape

if TYPE_CHECKING:
    from PIL.ImageDraw import ImageDraw

_FONTS: Final = Path(__file__).parents[2] / "kiosk" / "fonts"
_OVER: Final = 3


def png(scene: Scene, theme: Theme = "light", width: int = 800) -> bytes:
    """The picture as a PNG file, `width` pixels wide and as high as the scene is then."""
    # Imported here: most runs draw no picture, and it takes its time.
    from PIL import Image, ImageDraw  # noqa: PLC0415

    _, _, wide, high = scene.box
    height = round(width * high / wide)
    image = Image.new("RGB", (width * _OVER, height * _OVER), THEMES[theme]["paper"])
    pen = _Pen(ImageDraw.Draw(image), scene, theme, width * _OVER / wide)
    for shape in scene.shapes:
        pen.draw(shape)
    out = BytesIO()
    image.resize((width, height), Image.Resampling.LANCZOS).save(out, "PNG")
    return out.getvalue()


class _Pen:
    """Draws shapes with `scale` pixels to the unit."""

    def __init__(self, canvas: ImageDraw, scene: Scene, theme: Theme, scale: float) -> None:
        self.canvas = canvas
        self.left, self.top = scene.box[:2]
        self.colors = THEMES[theme]
        self.scale = scale

    def draw(self, shape: Shape) -> None:
        if isinstance(shape, Label):
            self._label(shape)
        elif isinstance(shape, Circle):
            self._disk(shape)
        elif isinstance(shape, Line):
            self._line(shape.points, shape.stroke, shape.width)
        else:
            if shape.fill:
                spots = [self._at(point) for point in shape.points]
                self.canvas.polygon(spots, fill=self.colors[shape.fill])
            if shape.stroke:
                self._line((*shape.points, shape.points[0]), shape.stroke, shape.width)

    def _at(self, point: Point) -> Point:
        return (point[0] - self.left) * self.scale, (point[1] - self.top) * self.scale

    def _disk(self, shape: Circle) -> None:
        x, y = self._at(shape.center)
        # Pillow draws an outline inside the box; a stroke lies half on either side.
        reach = (shape.radius + shape.width / 2) * self.scale
        self.canvas.ellipse(
            (x - reach, y - reach, x + reach, y + reach),
            fill=self.colors[shape.fill] if shape.fill else None,
            outline=self.colors[shape.stroke] if shape.stroke else None,
            width=max(1, round(shape.width * self.scale)) if shape.stroke else 0,
        )

    def _line(self, points: tuple[Point, ...], stroke: str, width: float) -> None:
        thick = max(1, round(width * self.scale))
        spots = [self._at(point) for point in points]
        self.canvas.line(spots, fill=self.colors[stroke], width=thick, joint="curve")
        for x, y in spots:
            box = (x - thick / 2, y - thick / 2, x + thick / 2, y + thick / 2)
            self.canvas.ellipse(box, fill=self.colors[stroke])

    def _label(self, shape: Label) -> None:
        from PIL import ImageFont  # noqa: PLC0415

        name = "Nunito-ExtraBold.ttf" if shape.bold else "Nunito-SemiBold.ttf"
        font = ImageFont.truetype(_FONTS / name, max(1, round(shape.size * self.scale)))
        x, y = self._at(shape.at)
        # By the height of a digit, so that labels beside each other stand on one line.
        _, top, _, bottom = font.getbbox("0", anchor="ls")
        at = (x, y - (top + bottom) / 2)
        self.canvas.text(at, shape.text, self.colors[shape.color], font, anchor="ms")
