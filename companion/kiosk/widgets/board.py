"""A board's picture on the touchscreen, and what of it was touched.

Draws the `Scene` that all faces share. What belongs to one hex, edge or node is drawn once
into a small texture and shown again wherever the same lies: most hexes of a board are alike, so
another board is on the screen as soon as a few rectangles are placed anew.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from itertools import groupby
from math import dist, sqrt
from typing import Any, Final

from kivy.core.text import Label as CoreLabel
from kivy.graphics import Color, Ellipse, Line, Rectangle
from kivy.graphics.scissor_instructions import ScissorPop, ScissorPush
from kivy.properties import BooleanProperty, ObjectProperty

from companion.core.board.hexes import Hex
from companion.kiosk.art import render
from companion.kiosk.palette import rgba
from companion.kiosk.theme import font_of, theme
from companion.kiosk.widgets.base import Drawn, Pressable
from companion.kiosk.widgets.buttons import DEAD_SECONDS
from companion.setup.drawing.palette import THEMES
from companion.setup.drawing.shapes import (
    Circle,
    Label,
    Point,
    Polygon,
    Scene,
    Shape,
    Site,
    middle,
)
from companion.setup.drawing.shapes import Line as Stroke

FINGER_MM: Final = 5.0
"""How far from the middle of a target a finger may come down."""

PLAIN_ROLES: Final = frozenset({"frame", "tile"})
"""What is left of a small picture."""

SLOP_MM: Final = 4.0
"""A finger that moves farther while it is down picks nothing."""

DISK: Final = 0.235
"""How far from its middle, in widths of a hex, a harbor's disk is touched: all of the rest of
its sea hex means the hex."""

OVER: Final = 2
"""So many times as large are pieces painted: a board has thirty, and waits for all of them."""

THINNEST: Final = 1.2
"""Pixels of a line at least: thinner ones fade."""

SMALL: Final = 64.0
"""Below so many pixels to a hex a picture is to be drawn with `Look(small=True)`."""

_SEA: Final = 0.12
"""In widths of a hex, what is seen of the sea beyond the outermost piece."""

_DIGITS_DOWN: Final = 0.02
"""Digits stand so much of their size above the middle of a line of text."""


class BoardDrawing(Drawn):
    """Draws `scene` as large as it fits; `plain`: the terrain alone, for small pictures."""

    scene = ObjectProperty(None, allownone=True)
    plain = BooleanProperty(False)

    def __init__(self, **kwargs: Any) -> None:
        self._box = (0.0, 0.0, 1.0, 1.0)
        self._make: Callable[[bool], Scene] | None = None
        self._whole: Scene | None = None
        self._small = False
        super().__init__(**kwargs)
        self.fbind("size", self._remake)
        self.fbind("scene", self._frame)
        self.fbind("plain", self._frame)
        self._frame()

    def show(self, make: Callable[[bool], Scene] | None, whole: Scene | None = None) -> None:
        """Show what `make` gives, which is told whether hexes come out small (`SMALL`).

        `whole`: a scene that gives way to this one bit by bit: it lies in its place from the start.
        """
        self._make, self._whole = make, whole
        if make is None:
            self.scene = None
        self._remake()

    def _remake(self, *_: object) -> None:
        if self._make is None:
            return
        self.scene = self._make(self._small)
        self._frame()
        if (self.scale() < SMALL) != self._small:
            self._small = not self._small
            self.scene = self._make(self._small)

    def _frame(self, *_: object) -> None:
        """Look at the board from near: of the sea around it only what harbors lie on is seen."""
        if self.scene is not None:
            self._box = self.scene.box if self.plain else near_box(self._whole or self.scene)
        self.redraw()

    # -- where things are ---------------------------------------------------------------------

    def scale(self) -> float:
        """Pixels to the width of a hex; 0 without a scene."""
        if self.scene is None:
            return 0.0
        _, _, wide, high = self._box
        return float(min(self.width / wide, self.height / high))

    def place(self, point: Point) -> Point:
        """Where a point of the scene lies in the window."""
        scale = self.scale()
        left, top, wide, high = self._box
        x = self.x + (self.width - wide * scale) / 2 + (point[0] - left) * scale
        y = self.y + (self.height + high * scale) / 2 - (point[1] - top) * scale
        return x, y

    def point(self, x: float, y: float) -> Point:
        """The point of the scene at a place of the window."""
        scale = self.scale()
        left, top, wide, high = self._box
        return (
            (x - self.x - (self.width - wide * scale) / 2) / scale + left,
            (self.y + (self.height + high * scale) / 2 - y) / scale + top,
        )

    # -- drawing ------------------------------------------------------------------------------

    def draw(self) -> None:
        scene: Scene | None = self.scene
        if scene is None:
            return
        scale = self.scale()
        shapes = (s for s in scene.shapes if not self.plain or s.role in PLAIN_ROLES)
        if self.plain:
            shapes = (s for s in shapes if isinstance(s, Polygon))
        pieces = [tuple(group) for _, group in groupby(shapes, key=_of_one_piece)]
        if self.plain:
            # Small pictures stand in lists that scroll, and a scissor would stay where it is.
            for piece in pieces:
                self._show(piece, scale)
            return
        _, _, wide, high = self._box
        wide, high = round(wide * scale), round(high * scale)
        left, bottom = self.x + (self.width - wide) / 2, self.y + (self.height - high) / 2
        ScissorPush(x=round(left), y=round(bottom), width=wide, height=high)
        for piece in pieces:
            self._show(piece, scale)
        ScissorPop()

    def _show(self, shapes: tuple[Shape, ...], scale: float) -> None:
        """Place the texture of a piece; paint it if nothing like it was painted."""
        first = shapes[0]
        anchor = first.center if isinstance(first, Circle) else middle_of(first.site)
        half = max(_reach(shape, anchor) for shape in shapes) + 0.03
        side = max(4, 2 * round(half * scale))
        x, y = self.place(anchor)
        name = "dark" if theme.dark else "light"
        key: Hashable = ("board", name, round(scale, 1), side, _relative(shapes, anchor))
        ground = rgba(THEMES[name]["border"])  # type: ignore[index]

        def paint(pixels: int) -> None:
            pen = _Pen(anchor, pixels, pixels / side, scale, THEMES[name])  # type: ignore[index]
            for shape in shapes:
                pen.draw(shape)

        texture = render.sprite(key, side, ground, paint, OVER)
        Color(1, 1, 1, 1)
        Rectangle(
            texture=texture,
            pos=(round(x - side / 2), round(y - side / 2)),
            size=(side, side),
        )


class BoardPicture(Pressable, BoardDrawing):
    """Dispatches `on_pick` with the site that was tapped.

    A site is a hex of the board, or the edge of a harbor, or one of `targets`: where there are
    targets, only they are picked.
    """

    __events__ = ("on_tap", "on_pick")
    targets = ObjectProperty(())

    def __init__(self, **kwargs: Any) -> None:
        self._began = self._ended = (0.0, 0.0)
        self._last: tuple[Site | None, float] = (None, 0.0)
        super().__init__(**kwargs)

    def site_at(self, x: float, y: float) -> Site | None:
        """What a finger at this place of the window means; None for nothing."""
        if self.scene is None or self.scale() <= 0:
            return None
        at = self.point(x, y)
        reach = FINGER_MM * theme.metrics.px_per_mm / self.scale()
        if self.targets:
            return _nearest(at, ((site, middle_of(site)) for site in self.targets), reach)
        shapes = self.scene.shapes
        tiles = {s.site: middle(s.site) for s in shapes if s.role == "tile"}
        here = _nearest(at, tiles.items(), 1 / sqrt(3))
        disks = [(s.site, s.center) for s in shapes if s.role == "harbor" and _is_disk(s)]
        harbor = _nearest(at, disks, DISK)
        return harbor if harbor is not None else here

    # -- touches ------------------------------------------------------------------------------

    def on_touch_down(self, touch: Any) -> bool:
        taken = super().on_touch_down(touch)
        if self.pressed:
            self._began = touch.pos
        return taken

    def on_touch_up(self, touch: Any) -> bool:
        if touch.grab_current is self:
            self._ended = touch.pos
        return super().on_touch_up(touch)

    def on_tap(self) -> None:
        if dist(self._began, self._ended) > SLOP_MM * theme.metrics.px_per_mm:
            return  # a hand that wiped across the board
        site, now = self.site_at(*self._ended), self.now()
        if site is None or (site == self._last[0] and now - self._last[1] < DEAD_SECONDS):
            return  # a second touch of the same finger means nothing
        self._last = (site, now)
        self.dispatch("on_pick", site)

    def on_pick(self, site: Site) -> None:
        """Event: this site was tapped."""


def near_box(scene: Scene) -> tuple[float, float, float, float]:
    """The left, top, width and height of what is worth to be seen: all but the outer frame."""
    left, top, wide, high = scene.box
    spots = [point for s in scene.shapes if isinstance(s, Polygon) and s.role == "tile"
             for point in s.points]  # fmt: skip
    around = [(s.center, s.radius) for s in scene.shapes if isinstance(s, Circle)]
    for (x, y), radius in around:
        spots += [(x - radius, y - radius), (x + radius, y + radius)]
    if not spots:
        return scene.box
    xs, ys = [x for x, _ in spots], [y for _, y in spots]
    near = (
        max(left, min(xs) - _SEA),
        max(top, min(ys) - _SEA),
        min(left + wide, max(xs) + _SEA),
        min(top + high, max(ys) + _SEA),
    )
    return near[0], near[1], near[2] - near[0], near[3] - near[1]


def _of_one_piece(shape: Shape) -> Hashable:
    """Shapes in a row with the same value are painted together.

    A harbor's jetties are not painted with its disk: there would be as many pieces as kinds
    times directions, and each takes some milliseconds when it is seen first.
    """
    return shape.role, shape.site, isinstance(shape, Stroke)


def middle_of(site: Site) -> Point:
    """The middle of a hex, an edge or a node."""
    places: tuple[Hex, ...] = (site,) if isinstance(site[0], int) else site
    middles = [middle(place) for place in places]
    return sum(x for x, _ in middles) / len(middles), sum(y for _, y in middles) / len(middles)


def _nearest(at: Point, sites: Iterable[tuple[Site, Point]], reach: float) -> Site | None:
    """The site whose middle is nearest, if it is near enough."""
    found = min(sites, key=lambda item: dist(at, item[1]), default=None)
    return found[0] if found is not None and dist(at, found[1]) <= reach else None


def _is_disk(shape: Shape) -> bool:
    return isinstance(shape, Circle)


def _reach(shape: Shape, anchor: Point) -> float:
    """How far a shape goes from a point, in either direction of an axis."""
    points: tuple[Point, ...]
    if isinstance(shape, Circle):
        points, more = (shape.center,), shape.radius + shape.width
    elif isinstance(shape, Label):
        points, more = (shape.at,), shape.size * max(0.6, 0.35 * len(shape.text))
    else:
        points, more = shape.points, shape.width
    return max(max(abs(x - anchor[0]), abs(y - anchor[1])) for x, y in points) + more


def _relative(shapes: tuple[Shape, ...], anchor: Point) -> Hashable:
    """What two groups of shapes share just when one texture serves both."""
    found: list[Hashable] = []
    for shape in shapes:
        kind = type(shape).__name__
        if isinstance(shape, Circle):
            spots: tuple[Point, ...] = (shape.center,)
            rest: tuple[Hashable, ...] = (shape.radius, shape.fill, shape.stroke, shape.width)
        elif isinstance(shape, Label):
            spots, rest = (shape.at,), (shape.text, shape.size, shape.color, shape.bold)
        elif isinstance(shape, Polygon):
            spots, rest = shape.points, (shape.fill, shape.stroke, shape.width)
        else:
            spots, rest = shape.points, (shape.stroke, shape.width)
        near = tuple((_grain(x - anchor[0]), _grain(y - anchor[1])) for x, y in spots)
        found.append((kind, near, *rest))
    return tuple(found)


def _grain(length: float) -> int:
    """A length in thousandths of a hex; off the halves, where rounding would tell alike apart."""
    return round(length * 1000 + 0.137)


class _Pen:
    """Paints shapes into a square of pixels around an anchor of the scene."""

    def __init__(self, anchor: Point, pixels: int, over: float, scale: float, colors: Any) -> None:
        """`over`: so many of these pixels make one of the screen's, `scale` of which make a hex."""
        self._anchor, self._half = anchor, pixels / 2
        self._scale, self._colors = over * scale, colors
        self._thinnest = over * THINNEST

    def draw(self, shape: Shape) -> None:
        if isinstance(shape, Polygon):
            self._polygon(shape)
        elif isinstance(shape, Circle):
            self._circle(shape)
        elif isinstance(shape, Stroke):
            self._paint(shape.stroke)
            render.outline(map(self._at, shape.points), self._thick(shape.width), closed=False)
        else:
            self._label(shape)

    def _paint(self, color: str) -> None:
        Color(*rgba(self._colors[color]))

    def _at(self, point: Point) -> Point:
        return (
            self._half + (point[0] - self._anchor[0]) * self._scale,
            self._half - (point[1] - self._anchor[1]) * self._scale,
        )

    def _thick(self, width: float) -> float:
        return max(self._thinnest, width * self._scale)

    def _polygon(self, shape: Polygon) -> None:
        points = [self._at(point) for point in shape.points]
        if shape.fill:
            self._paint(shape.fill)
            render.polygon(points, smooth=False)
        if shape.stroke:
            self._paint(shape.stroke)
            render.outline(points, self._thick(shape.width))

    def _circle(self, shape: Circle) -> None:
        x, y = self._at(shape.center)
        radius = shape.radius * self._scale
        if shape.fill:
            self._paint(shape.fill)
            Ellipse(pos=(x - radius, y - radius), size=(2 * radius, 2 * radius), segments=64)
        if shape.stroke:
            self._paint(shape.stroke)
            Line(circle=(x, y, radius, 0, 360, 64), width=self._thick(shape.width) / 2)

    def _label(self, shape: Label) -> None:
        size = shape.size * self._scale
        label = CoreLabel(
            text=shape.text, font_name=font_of("body"), font_size=size, bold=shape.bold
        )
        label.refresh()
        texture = label.texture
        x, y = self._at(shape.at)
        self._paint(shape.color)
        Rectangle(
            texture=texture,
            pos=(x - texture.width / 2, y - texture.height / 2 - _DIGITS_DOWN * size),
            size=texture.size,
        )
