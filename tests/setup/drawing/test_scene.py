"""Pictures of the boards that come with the program: whole, legible, and nothing covers a token."""

from __future__ import annotations

from collections import Counter
from io import BytesIO
from itertools import combinations, pairwise
from math import dist
from typing import Final
from xml.etree import ElementTree as ET

import pytest

from companion.core.board.layout import Board, Tile, board_of, pips
from companion.core.board.plan import Plan
from companion.core.chance import parse_seed
from companion.kiosk.palette import contrast
from companion.scenario.plans import plans
from companion.setup.drawing.palette import THEMES, Theme, color_of
from companion.setup.drawing.png import png
from companion.setup.drawing.scene import Look, scene
from companion.setup.drawing.shapes import Circle, Label, Line, Polygon, Scene
from companion.setup.drawing.svg import svg
from companion.setup.generate import Generator
from tests.color_vision import VISIONS, difference

BOARDS: Final = [
    (plan, plan.printed)
    for name in (
        "base", "cloth", "fog_islands", "forgotten_tribe", "four_islands", "new_shores",
        "pirate_islands", "through_the_desert", "wonders",
    )
    for plan in plans(name)
    if plan.printed is not None
]  # fmt: skip
# Those that no book prints bring rivers, fishing grounds, castles and caravans' arrows.
for name in ("barbarian_attack", "caravans", "fishermen", "new_world", "rivers",
             "traders_barbarians"):  # fmt: skip
    for plan in plans(name):
        drawn = Generator(plan.variable, plan.rules).draw(parse_seed("7")).board
        assert drawn is not None
        BOARDS.append((plan, drawn))
LEAST_APART: Final = 0.075
"""In OKLab, where 0.02 is just visible and black and white are 1 apart."""

NAMES: Final = [f"{p.scenario}-{p.players[-1]}-{p.edition}" for p, _ in BOARDS]
every_board = pytest.mark.parametrize(("plan", "board"), BOARDS, ids=NAMES)
every_theme = pytest.mark.parametrize("theme", list(THEMES))


def circles(picture: Scene, *roles: str) -> list[Circle]:
    return [s for s in picture.shapes if isinstance(s, Circle) and s.role in roles]


@every_board
def test_every_part_of_the_board_is_drawn(plan: Plan, board: Board) -> None:
    picture = scene(plan, board)
    tiles = [s.site for s in picture.shapes if isinstance(s, Polygon) and s.role == "tile"]
    assert tiles == [tile.hex for tile in board.tiles]
    numbers = {s.site: s.text for s in picture.shapes if isinstance(s, Label) and s.role == "token"}
    assert numbers == {t.hex: str(t.number) for t in board.tiles if t.number is not None}
    harbors = {s.site for s in picture.shapes if s.role == "harbor"}
    assert harbors == {harbor.edge for harbor in board.harbors}
    marks = {s.site for s in picture.shapes if s.role == "mark"}
    for mark in board.marks:
        assert {*mark.edges, *mark.nodes} <= marks, mark.name
        # The last hex of a path has no arrow of its own: the one before points at it.
        assert set(mark.hexes[:-1]) <= marks


@every_board
def test_a_token_has_as_many_dots_as_throws(plan: Plan, board: Board) -> None:
    small = [c for c in circles(scene(plan, board), "token") if c.radius < 0.05]
    for tile in board.tiles:
        assert sum(c.site == tile.hex for c in small) == pips(tile.number)


@every_board
def test_nothing_covers_a_token(plan: Plan, board: Board) -> None:
    picture = scene(plan, board)
    tokens = [c for c in circles(picture, "token") if c.radius > 0.05]
    others = circles(picture, "harbor", "mark", "figure")
    for token in tokens:
        for other in others:
            apart = dist(token.center, other.center)
            assert apart >= token.radius + other.radius + 0.01, (token.site, other.site)


@every_board
def test_everything_lies_in_the_box(plan: Plan, board: Board) -> None:
    picture = scene(plan, board)
    left, top, wide, high = picture.box
    for shape in picture.shapes:
        points = (
            (shape.at,) if isinstance(shape, Label)
            else (shape.center,) if isinstance(shape, Circle)
            else shape.points
        )  # fmt: skip
        for x, y in points:
            assert left < x < left + wide
            assert top < y < top + high


@every_board
@every_theme
def test_the_svg_is_well_formed_and_always_the_same(plan: Plan, board: Board, theme: Theme) -> None:
    text = svg(scene(plan, board), theme)
    root = ET.fromstring(text)
    assert len(root) == 1 + len(scene(plan, board).shapes)
    assert text == svg(scene(plan, board), theme)


def test_the_png_is_as_wide_as_asked_and_shows_the_tiles() -> None:
    from PIL import Image

    plan, board = BOARDS[0]
    picture = scene(plan, board)
    image = Image.open(BytesIO(png(picture, "light", 300))).convert("RGB")
    left, top, wide, high = picture.box
    assert image.size == (300, round(300 * high / wide))
    for shape in picture.shapes:
        if isinstance(shape, Polygon) and shape.role in {"tile", "frame"}:
            x, y = shape.points[
                3
            ]  # the lowest corner: just above it there is neither token nor sign
            spot = round((x - left) * 300 / wide), round((y - 0.12 - top) * 300 / wide)
            near = image.getpixel(spot)
            assert isinstance(near, tuple)
            if any(
                s.role in {"harbor", "figure"} and dist((x, y - 0.12), c) < 0.35
                for s in picture.shapes
                for c in _points(s)
            ):
                continue
            value = THEMES["light"][shape.fill]
            wanted = tuple(int(value[i : i + 2], 16) for i in (1, 3, 5))
            assert dist(near, wanted) < 12, shape.site


def _points(shape: object) -> list[tuple[float, float]]:
    if isinstance(shape, Circle):
        return [shape.center]
    return list(shape.points) if isinstance(shape, Line | Polygon) else []


def test_a_look_adds_highlights_locks_and_coordinates() -> None:
    plan, board = BOARDS[0]
    place = board.tiles[0].hex
    around = board.harbors[0].edge
    site = next(m.nodes[0] for p, b in BOARDS for m in b.marks if m.nodes)
    look = Look((place, around, site), frozenset({place}), frozenset({around}), coordinates=True)
    added = [s for s in scene(plan, board, look).shapes if s.role in {"highlight", "coordinate"}]
    kinds = [type(s) for s in added if s.role == "highlight"]
    # What is kept is ringed twice, light and dark, so that it shows on every terrain.
    assert kinds == [Polygon, Polygon, Circle, Circle, Polygon, Line, Circle]
    assert sum(s.role == "coordinate" for s in added) == len(board.tiles)
    assert not [s for s in scene(plan, board).shapes if s.role in {"highlight", "coordinate"}]


def test_a_look_leaves_figures_out_and_makes_harbors_plain() -> None:
    plan, board = next((p, b) for p, b in BOARDS if p.scenario == "base")
    figures = [s for s in scene(plan, board).shapes if s.role == "figure"]
    assert figures
    without = scene(plan, board, Look(figures=False)).shapes
    assert not [s for s in without if s.role == "figure"]
    small = [s for s in scene(plan, board, Look(small=True)).shapes if s.role == "harbor"]
    labels = [s.text for s in small if isinstance(s, Label)]
    assert set(labels) == {"3:1"}
    fills = Counter(s.fill for s in small if isinstance(s, Circle))
    kinds = Counter(harbor.kind for harbor in board.harbors)
    assert fills["harbor"] == kinds["generic"]
    assert fills["mountains"] == kinds["ore"]


@every_theme
@pytest.mark.parametrize("vision", VISIONS)
def test_terrains_stay_apart_for_the_color_blind(theme: Theme, vision: str) -> None:
    names = ("hills", "forest", "pasture", "fields", "mountains", "desert", "gold", "sea", "fog")
    colors = {name: THEMES[theme][color_of(name)] for name in names}
    apart = {
        (one, other): difference(colors[one], colors[other], vision)
        for one, other in combinations(names, 2)
    }
    assert {pair: far for pair, far in apart.items() if far < LEAST_APART} == {}


@every_theme
def test_tokens_have_strong_contrast(theme: Theme) -> None:
    colors = THEMES[theme]
    for text in ("ink", "red"):
        assert contrast(colors["token"], colors[text]) >= 7


def test_two_scenes_differ_where_their_boards_do() -> None:
    plan, board = BOARDS[0]
    first = board.tiles[0]
    changed = board_of((Tile(first.hex, "fog"), *board.tiles[1:]), board.harbors, board.marks)
    one, other = scene(plan, board), scene(plan, changed)
    common = set(one.shapes) & set(other.shapes)
    assert {s.site for s in {*one.shapes, *other.shapes} - common} == {first.hex}


def test_themes_name_the_same_colors() -> None:
    assert all(set(a) == set(b) for a, b in pairwise(THEMES.values()))
