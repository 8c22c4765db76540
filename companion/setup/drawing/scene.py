"""From a board to its picture: what is drawn where, for every face alike."""

from __future__ import annotations

from itertools import pairwise
from math import dist
from typing import Final

from companion.core.board.hexes import Edge, Hex, corner_of, ends, nodes_of
from companion.core.board.layout import GENERIC, REDS, SEA, Board, Harbor, Mark, Tile, pips
from companion.core.board.plan import Plan, Start
from companion.core.model import Struct
from companion.setup.drawing.palette import color_of
from companion.setup.drawing.shapes import (
    RADIUS,
    Circle,
    Label,
    Line,
    Point,
    Polygon,
    Scene,
    Shape,
    Site,
    between,
    corner,
    middle,
    toward,
)
from companion.setup.drawing.symbols import TERRAIN_OF, sign, sign_of_mark

TOKEN: Final = 0.25
"""The radius of a number token with the ring around it."""
TOKEN_DOWN: Final = 0.12
"""How far below its hex's center a token lies: the terrain's sign stands above it."""
MARK: Final = 0.13
"""The radius of a mark on a node or an edge."""
_MARGIN: Final = 0.12
_LIGHT_SIGNS: Final = frozenset({"forest", "hills", "swamp"})
_SPOTS: Final = ((0.0, TOKEN_DOWN), (0.0, -0.25), (-0.25, 0.1), (0.25, 0.1), (0.0, 0.3))
_BESIDE_TOKEN: Final = (0.35, -0.09)


class Look(Struct, frozen=True):
    """What of a board is shown besides the board.

    highlights: hexes, edges or nodes that are ringed. locked: hexes that a re-roll keeps; kept:
    the edges whose harbors it keeps. coordinates: whether each tile has its `q,r` written.
    figures: whether robber and pirate stand where they begin. small: for pictures with few pixels
    to a hex: a harbor is a disk in its resource's color instead of a sign with its rate.
    """

    highlights: tuple[Site, ...] = ()
    locked: frozenset[Hex] = frozenset()
    kept: frozenset[Edge] = frozenset()
    coordinates: bool = False
    figures: bool = True
    small: bool = False


PLAIN: Final = Look()


def scene(plan: Plan, board: Board, look: Look = PLAIN) -> Scene:
    """The picture of a board, back to front; equal arguments give equal pictures."""
    tiles = board.by_hex()
    frame = [place for place in plan.frame if place not in tiles]
    shapes: list[Shape] = [_hex(place, "frame", frame=True) for place in frame]
    for tile in board.tiles:
        shapes += _tile(tile, look)
    for harbor in board.harbors:
        shapes += _harbor(harbor, tiles, small=look.small)
        if harbor.edge in look.kept:
            at = harbor_center(harbor, tiles)
            shapes.append(Circle("highlight", harbor.edge, at, 0.23, "", "chalk", 0.1))
            shapes.append(Circle("highlight", harbor.edge, at, 0.23, "", "locked", 0.045))
    for mark in board.marks:
        shapes += _mark(mark)
    for tile in board.tiles:
        if tile.number is not None:
            shapes += _token(tile.hex, tile.number)
    for start in plan.starts if look.figures else ():
        shapes += _figure(start, board)
    for site in look.highlights:
        shapes.append(_highlight(site))
    return Scene(tuple(shapes), _box([*frame, *tiles]))


def token_center(place: Hex) -> Point:
    """Where the number token of a hex lies."""
    x, y = middle(place)
    return x, y + TOKEN_DOWN


def harbor_center(harbor: Harbor, tiles: dict[Hex, Tile]) -> Point:
    """Where a harbor's disk lies: on the sea, off its edge."""
    one, other = harbor.edge
    at_sea = other if one in tiles and tiles[one].terrain != SEA else one
    return toward(between(harbor.edge), middle(at_sea), 0.5)


def _box(places: list[Hex]) -> tuple[float, float, float, float]:
    centers = [middle(place) for place in places]
    left = min(x for x, _ in centers) - 0.5 - _MARGIN
    top = min(y for _, y in centers) - RADIUS - _MARGIN
    right = max(x for x, _ in centers) + 0.5 + _MARGIN
    bottom = max(y for _, y in centers) + RADIUS + _MARGIN
    return left, top, right - left, bottom - top


def _hex(place: Hex, fill: str, *, frame: bool = False) -> Polygon:
    points = tuple(corner(site) for site in nodes_of(place))
    return Polygon("frame" if frame else "tile", place, points, fill, "border", 0.03)


def _tile(tile: Tile, look: Look) -> list[Shape]:
    x, y = middle(tile.hex)
    shapes: list[Shape] = [_hex(tile.hex, color_of(tile.terrain))]
    ink = "chalk" if tile.terrain in _LIGHT_SIGNS else "shade"
    if tile.terrain != SEA:
        shapes += sign(tile.terrain, (x, y - 0.285), 0.14, ink, "symbol", tile.hex)
    if look.coordinates:
        text = f"{tile.hex[0]},{tile.hex[1]}"
        shapes.append(Label("coordinate", tile.hex, text, (x, y + 0.43), 0.13, ink))
    if tile.hex in look.locked:
        inner = tuple(toward((x, y), corner(site), 0.9) for site in nodes_of(tile.hex))
        # Dark on light: one of them stands out on every terrain.
        shapes.append(Polygon("highlight", tile.hex, inner, "", "chalk", 0.1))
        shapes.append(Polygon("highlight", tile.hex, inner, "", "locked", 0.045))
    return shapes


def _harbor(harbor: Harbor, tiles: dict[Hex, Tile], *, small: bool) -> list[Shape]:
    at, site = harbor_center(harbor, tiles), harbor.edge
    shapes: list[Shape] = [
        Line("harbor", site, (at, corner(end)), "jetty", 0.045) for end in ends(site)
    ]
    terrain = TERRAIN_OF.get(harbor.kind, harbor.kind)
    fill = color_of(terrain) if small and harbor.kind != GENERIC else "harbor"
    shapes.append(Circle("harbor", site, at, 0.22 if small else 0.19, fill, "shade", 0.02))
    if harbor.kind == GENERIC:
        size = 0.23 if small else 0.19
        return [*shapes, Label("harbor", site, "3:1", at, size, "ink", bold=True)]
    if small:
        ink = "chalk" if terrain in _LIGHT_SIGNS else "shade"
        return [*shapes, *sign(terrain, at, 0.13, ink, "harbor", site)]
    x, y = at
    shapes += sign(terrain, (x, y - 0.06), 0.085, "ink", "harbor", site)
    return [*shapes, Label("harbor", site, "2:1", (x, y + 0.095), 0.13, "ink", bold=True)]


def _mark(mark: Mark) -> list[Shape]:
    shapes: list[Shape] = []
    if len(mark.hexes) > 1 and "path" in mark.name:
        shapes += _path(mark)
    elif len(mark.hexes) > 1 and "river" in mark.name:
        for place, following in pairwise(mark.hexes):
            course = (middle(place), middle(following))
            shapes.append(Line("mark", place, course, "lake", 0.1))
    else:
        for place in mark.hexes:
            if mark.edges:
                continue  # A piece of that name lies there as a tile, and its sign says so.
            at = toward(middle(place), corner(corner_of(place, "NE")), 0.6)
            shapes += _badge(mark, place, at)
    # One edge is a spot; several and nodes with them are a stretch that one badge names.
    stretch = len(mark.edges) > 1 and ("path" in mark.name or bool(mark.nodes))
    for edge in mark.edges:
        if stretch:
            points = tuple(corner(end) for end in ends(edge))
            shapes.append(Line("mark", edge, points, "ink", 0.08))
            shapes.append(Line("mark", edge, points, "mark", 0.04))
        else:
            shapes += _badge(mark, edge, between(edge))
    inner = [node for node in mark.nodes if sum(node in ends(edge) for edge in mark.edges) > 1]
    for node in mark.nodes:
        if stretch and (mark.hexes or node not in inner):
            shapes.append(Circle("mark", node, corner(node), 0.055, "mark", "ink", 0.02))
        else:
            shapes += _badge(mark, node, corner(node))
    return shapes


def _badge(mark: Mark, site: Site, at: Point) -> list[Shape]:
    owner = mark.name.partition("_")[0]
    fill = owner if owner in {"orange", "blue", "red", "white"} else "mark"
    ink = "chalk" if fill in {"blue", "red"} else "ink"
    disk = Circle("mark", site, at, MARK, fill, "ink", 0.02)
    if mark.number is not None:
        color = "red" if mark.number in REDS else "ink"
        return [disk, Label("mark", site, str(mark.number), at, 0.17, color, bold=True)]
    name = mark.name if mark.name == "exclamation" else sign_of_mark(mark.name)
    return [disk, *sign(name, at, 0.08, ink, "mark", site)]


def _path(mark: Mark) -> list[Shape]:
    """A line along the hexes with an arrowhead between each two: the way it is gone."""
    shapes: list[Shape] = []
    for place, following in pairwise(mark.hexes):
        start, end = middle(place), middle(following)
        shapes.append(Line("mark", place, (start, end), "ink", 0.045))
        tip, back = toward(start, end, 0.62), toward(start, end, 0.40)
        dx, dy = (tip[0] - back[0]) * 0.45, (tip[1] - back[1]) * 0.45
        wings = ((back[0] - dy, back[1] + dx), (back[0] + dy, back[1] - dx))
        shapes.append(Polygon("mark", place, (tip, *wings), "ink"))
    return shapes


def _token(place: Hex, number: int) -> list[Shape]:
    x, y = token_center(place)
    red = number in REDS
    color = "red" if red else "ink"
    shapes: list[Shape] = [
        Circle("token", place, (x, y), TOKEN - 0.02, "token", color, 0.035 if red else 0.012),
        Label("token", place, str(number), (x, y - 0.035), 0.3 if red else 0.27, color, bold=True),
    ]
    count = pips(number)
    for step in range(count):
        at = (x + (step - (count - 1) / 2) * 0.05, y + 0.145)
        shapes.append(Circle("token", place, at, 0.018, color))
    return shapes


def start_hexes(start: Start, board: Board) -> tuple[Hex, ...]:
    """Where a figure may begin on a board (SF-16): the table picks one. Empty: beside it."""
    if start.hexes:
        return start.hexes
    if start.terrain is None and start.number is None:
        return ()
    wanted = [t for t in board.tiles if start.terrain is None or t.terrain == start.terrain]
    if start.number is not None:
        both = [tile for tile in wanted if tile.number == start.number]
        wanted = both or [tile for tile in board.tiles if tile.number == start.number]
    return tuple(tile.hex for tile in wanted)


def start_hex(start: Start, board: Board) -> Hex | None:
    """The first of the hexes where a figure may begin; None if it begins beside the board."""
    return next(iter(start_hexes(start, board)), None)


def _figure(start: Start, board: Board) -> list[Shape]:
    """A figure where it begins; where the table picks one of several hexes, faint on the others."""
    shapes: list[Shape] = []
    for at, place in enumerate(start_hexes(start, board)):
        shapes += _stand(start, board, place, faint=at > 0)
    return shapes


def _stand(start: Start, board: Board, place: Hex, *, faint: bool) -> list[Shape]:
    x, y = middle(place)
    tiles = board.by_hex()
    if place in tiles and tiles[place].number is not None:
        dx, dy = _BESIDE_TOKEN
    else:
        taken = [harbor_center(harbor, tiles) for harbor in board.harbors]
        free = [
            spot
            for spot in _SPOTS
            if all(dist((x + spot[0], y + spot[1]), at) > 0.31 for at in taken)
        ]
        dx, dy = (free or _SPOTS)[0]
    at = (x + dx, y + dy)
    ink = "shade" if faint else "ink"
    disk = Circle("figure", place, at, 0.12, "" if faint else "chalk", ink, 0.015)
    return [disk, *sign(start.figure, at, 0.085, ink, "figure", place)]


def _highlight(site: Site) -> Shape:
    # A hex is two numbers; an edge and a node are two and three hexes.
    first = site[0]
    if isinstance(first, int):
        place: Hex = site  # type: ignore[assignment]
        points = tuple(toward(middle(place), corner(end), 0.94) for end in nodes_of(place))
        return Polygon("highlight", site, points, "", "highlight", 0.07)
    if len(site) == 2:
        return Line("highlight", site, tuple(corner(end) for end in ends(site)), "highlight", 0.09)  # type: ignore[arg-type]
    return Circle("highlight", site, corner(site), 0.17, "", "highlight", 0.06)
