"""A scene as SVG: text alone, with the fonts of whoever shows it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from html import escape

from companion.setup.drawing.palette import THEMES, Theme
from companion.setup.drawing.shapes import Circle, Label, Line, Point, Scene, Shape


def svg(scene: Scene, theme: Theme = "light", width: int = 800) -> str:
    """A whole SVG document, `width` pixels wide and as high as the scene is then."""
    colors = THEMES[theme]
    left, top, wide, high = scene.box
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" '
        f'height="{round(width * high / wide)}" '
        f'viewBox="{left:.3f} {top:.3f} {wide:.3f} {high:.3f}" '
        'font-family="Nunito, Roboto, sans-serif" stroke-linejoin="round" stroke-linecap="round">'
    )
    paper = (
        f'<rect x="{left:.3f}" y="{top:.3f}" width="{wide:.3f}" height="{high:.3f}" '
        f'fill="{colors["paper"]}"/>'
    )
    shapes = (_element(shape, colors.__getitem__) for shape in scene.shapes)
    return "\n".join((head, paper, *shapes, "</svg>", ""))


def _element(shape: Shape, color: Callable[[str], str]) -> str:
    role = f'class="{shape.role}"'
    if isinstance(shape, Label):
        x, y = shape.at
        weight = ' font-weight="800"' if shape.bold else ""
        # Digits are about 0.7 em high: their middle is 0.35 em above the line they stand on.
        return (
            f'<text {role} x="{x:.3f}" y="{y + 0.35 * shape.size:.3f}" '
            f'font-size="{shape.size:.3f}" text-anchor="middle"{weight} '
            f'fill="{color(shape.color)}">{escape(shape.text)}</text>'
        )
    if isinstance(shape, Line):
        return (
            f'<polyline {role} points="{_points(shape.points)}" fill="none" '
            f'stroke="{color(shape.stroke)}" stroke-width="{shape.width:.3f}"/>'
        )
    fill = color(shape.fill) if shape.fill else "none"
    stroke = f' stroke="{color(shape.stroke)}"' if shape.stroke else ""
    paint = f'fill="{fill}"{stroke} stroke-width="{shape.width:.3f}"'
    if isinstance(shape, Circle):
        x, y = shape.center
        return f'<circle {role} cx="{x:.3f}" cy="{y:.3f}" r="{shape.radius:.3f}" {paint}/>'
    return f'<polygon {role} points="{_points(shape.points)}" {paint}/>'


def _points(points: Iterable[Point]) -> str:
    return " ".join(f"{x:.3f},{y:.3f}" for x, y in points)
