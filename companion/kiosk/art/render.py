"""Draws vector art into the canvas that is open (`with canvas:`)."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable, Iterable, Sequence

from kivy.graphics import (
    ClearBuffers,
    ClearColor,
    Color,
    Ellipse,
    Fbo,
    Line,
    Mesh,
    Rectangle,
    SmoothEllipse,
    SmoothLine,
    SmoothRoundedRectangle,
)
from kivy.graphics.tesselator import TYPE_POLYGONS, WINDING_ODD, Tesselator
from kivy.graphics.texture import Texture

from companion.kiosk.art.strokes import Disc, Drawing, Fill, Point, Stroke
from companion.kiosk.palette import RGBA
from companion.kiosk.seats import SHAPES, SeatColor, seat_color
from companion.kiosk.theme import theme


def paint(tone: str, alpha: float = 1.0) -> Color:
    """Use a tone of the theme for what is drawn next."""
    return Color(*theme.color(tone, alpha))


def polygon(points: Sequence[Point], smooth: bool = True) -> None:
    """A filled polygon, convex or not."""
    tesselator = Tesselator()
    flat = [part for point in points for part in point]
    tesselator.add_contour(flat)
    if not tesselator.tesselate(WINDING_ODD, TYPE_POLYGONS):
        return
    for vertices, indices in tesselator.meshes:
        Mesh(vertices=vertices, indices=indices, mode="triangle_fan")
    if smooth:
        SmoothLine(points=flat, width=0.6, close=True)


def outline(points: Iterable[Point], width: float, closed: bool = True) -> None:
    """A line `width` pixels wide, with round ends and corners."""
    flat = [part for point in points for part in point]
    # Kivy's line width is half the drawn width.
    Line(points=flat, width=max(0.6, width / 2), close=closed, cap="round", joint="round")


def smooth_line(points: Iterable[Point], width: float, closed: bool = False) -> None:
    """An antialiased line for charts, `width` pixels wide."""
    SmoothLine(points=[part for point in points for part in point], width=width / 2, close=closed)


def disc(x: float, y: float, radius: float) -> None:
    """A filled circle round (x, y)."""
    SmoothEllipse(pos=(x - radius, y - radius), size=(2 * radius, 2 * radius), segments=64)


def bar(x: float, y: float, width: float, height: float) -> None:
    """A filled rectangle with sharp corners."""
    Rectangle(pos=(x, y), size=(width, height))


def box(x: float, y: float, width: float, height: float, radius: float) -> None:
    """A filled rectangle with round corners."""
    radius = max(0.0, min(radius, width / 2 - 1, height / 2 - 1))
    SmoothRoundedRectangle(pos=(x, y), size=(width, height), radius=[radius], segments=14)


def frame(x: float, y: float, width: float, height: float, radius: float, line: float) -> None:
    """The outline of a rectangle with round corners, drawn inside it."""
    half = line / 2
    radius = max(1.0, min(radius, width / 2, height / 2) - half)
    SmoothLine(
        rounded_rectangle=(
            x + half,
            y + half,
            max(1, width - line),
            max(1, height - line),
            radius,
            14,
        ),
        width=half,
    )


_SPRITES: OrderedDict[Hashable, Texture] = OrderedDict()
_SPRITES_KEPT = 400
WHITE: RGBA = (1.0, 1.0, 1.0, 1.0)


def sprite(
    key: Hashable, size: int, ground: RGBA, paint_art: Callable[[int], None], over: int = 0
) -> Texture:
    """A texture of `size` pixels, filled by `paint_art(pixels)`, antialiased, cached under `key`.

    Drawn at four (large ones: two) times the size, or at `over` times (a power of two), and
    halved down, so edges are smooth whether or not the window has multisampling. Edges fade
    toward `ground`, whose alpha is ignored.
    """
    texture = _SPRITES.get(key)
    if texture is not None:
        _SPRITES.move_to_end(key)
        return texture
    pixels = size * (over or (4 if size <= 320 else 2))
    target = Fbo(size=(pixels, pixels))
    with target:
        ClearColor(*ground[:3], 0)
        ClearBuffers()
        paint_art(pixels)
    target.draw()
    while pixels > size:
        pixels //= 2
        source, target = target.texture, Fbo(size=(pixels, pixels))
        with target:
            ClearColor(*ground[:3], 0)
            ClearBuffers()
            Color(1, 1, 1, 1)
            Rectangle(texture=source, size=(pixels, pixels))
        target.draw()
    _SPRITES[key] = texture = target.texture
    while len(_SPRITES) > _SPRITES_KEPT:
        _SPRITES.popitem(last=False)
    return texture


def _show(texture: Texture, x: float, y: float, tint: RGBA) -> None:
    Color(*tint)
    Rectangle(texture=texture, pos=(round(x), round(y)), size=texture.size)


def drawing(
    art: Drawing, x: float, y: float, size: float, color: RGBA, ground: str | None = None
) -> None:
    """Draw `art` into the square of `size` pixels whose lower left is (x, y).

    `color` is for the shapes that name no tone of their own; art of several tones should name the
    tone it lies on as `ground`.
    """
    pixels = max(4, round(size))
    if not any(shape.tone for shape in art):
        # Of one color: kept in white and tinted, the same for all colors and themes.
        texture = sprite(
            (art, pixels), pixels, WHITE, lambda side: _paint_drawing(art, side, WHITE)
        )
        _show(texture, x, y, color)
        return
    opaque: RGBA = (*color[:3], 1.0)
    behind = theme.color(ground) if ground else opaque
    texture = sprite(
        (art, pixels, opaque, ground, theme.palette.name),
        pixels,
        behind,
        lambda side: _paint_drawing(art, side, opaque),
    )
    _show(texture, x, y, (1, 1, 1, color[3]))


def _paint_drawing(art: Drawing, side: int, color: RGBA) -> None:
    scale = side / 100

    def placed(points: Iterable[Point]) -> list[Point]:
        return [(px * scale, py * scale) for px, py in points]

    for shape in art:
        Color(*(theme.color(shape.tone) if shape.tone else color))
        if isinstance(shape, Stroke):
            outline(placed(shape.points), shape.width * scale, shape.closed)
        elif isinstance(shape, Fill):
            polygon(placed(shape.points), smooth=False)
        elif isinstance(shape, Disc):
            ((px, py),) = placed([shape.center])
            radius = shape.radius * scale
            Ellipse(pos=(px - radius, py - radius), size=(2 * radius, 2 * radius), segments=72)


def seat_shape(
    color_name: str, x: float, y: float, radius: float, alpha: float = 1.0, flat: str = ""
) -> None:
    """A seat's shape in its color, outlined, with its center at (x, y).

    `flat`: one color `#RRGGBB` for the whole shape instead, for a mark on the seat's own color.
    """
    seat = seat_color(color_name)
    edge = flat or ("#D9CDB2" if theme.dark else seat.edge)
    side = max(8, round(radius * 2.7))
    texture = sprite(
        ("seat", color_name, side, edge, flat),
        side,
        theme.color(edge),
        lambda pixels: _paint_seat(seat, pixels, flat or seat.fill, edge),
    )
    _show(texture, x - side / 2, y - side / 2, (1, 1, 1, alpha))


def _paint_seat(seat: SeatColor, side: int, fill_color: str, edge: str) -> None:
    radius = side / 2.7
    points = [(side / 2 + px * radius, side / 2 + py * radius) for px, py in SHAPES[seat.shape]]
    Color(*theme.color(fill_color))
    polygon(points, smooth=False)
    Color(*theme.color(edge))
    outline(points, radius * 0.14)
