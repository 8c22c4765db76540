"""A page to print: the board's picture, its code, and the order in which it is laid out.

A4, upright. `lay_out` says what comes where in millimetres, `pdf` draws it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from io import BytesIO
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple, TypeAlias

from companion.core.board.layout import Board
from companion.core.board.plan import Plan
from companion.i18n.text import Ref, Text
from companion.setup.drawing.png import png
from companion.setup.drawing.scene import scene
from companion.setup.guide import Step, guide
from companion.setup.naming import scenario_name
from companion.setup.qr import QUIET, TooLong, matrix

if TYPE_CHECKING:
    from PIL.Image import Image
    from PIL.ImageFont import FreeTypeFont

Say: TypeAlias = Callable[[Text | Ref], str]

WIDTH, HEIGHT, MARGIN = 210.0, 297.0, 12.0
"""Of the page, in millimetres."""

DPI: Final = 200
SIZES: Final = (9.5, 9.0, 8.5, 8.0, 7.5, 7.0, 6.5, 6.0)
"""Sizes of the laying order's letters, in points: the largest with which all has room."""

QR_SIDE: Final = 30.0
MOST_PICTURE: Final = 128.0
COLUMNS: Final = 2
GUTTER: Final = 6.0
LONGEST_CODE: Final = 64
"""A longer code is not printed as letters: nobody would type it."""

_FONTS: Final = Path(__file__).parents[2] / "kiosk" / "fonts"
_MM_PER_POINT: Final = 25.4 / 72


class Box(NamedTuple):
    """A place on the page: left, top, width and height in millimetres."""

    left: float
    top: float
    width: float
    height: float


class Line(NamedTuple):
    """A line of text: where its letters' top left is, their size in points, and whether bold."""

    left: float
    top: float
    text: str
    size: float
    bold: bool = False


class Page(NamedTuple):
    """Everything on the page. `qr`: the place of the QR code, None where a code is too long.

    more: the lines of further pages, which only a board of the table's own may need.
    """

    picture: Box
    qr: Box | None
    lines: tuple[Line, ...]
    more: tuple[tuple[Line, ...], ...] = ()


def lay_out(plan: Plan, board: Board, players: int, code: str, say: Say) -> Page:
    """What comes where: all on one page, if letters of one of `SIZES` allow it."""
    name = scenario_name(plan.scenario)
    title = name if isinstance(name, str) else say(name)
    lines = [Line(MARGIN, MARGIN, title, 22, bold=True)]
    lines.append(Line(MARGIN, MARGIN + 10, say(Text("boards.page.players", {"n": players})), 11))
    qr = None
    if _scans(code):
        qr = Box(WIDTH - MARGIN - QR_SIDE, MARGIN - 2, QR_SIDE, QR_SIDE)
    room = WIDTH - 2 * MARGIN - (QR_SIDE + 4 if qr else 0)
    if len(code) <= LONGEST_CODE:
        size = 12.0 if _wide(code, 12.0, bold=True) <= room else 10.0
        lines.append(Line(MARGIN, MARGIN + 17, code, size, bold=True))
    lines.append(Line(MARGIN, MARGIN + 23, say(Text("boards.page.about")), 7))
    _, _, wide, high = scene(plan, board).box
    height = min(MOST_PICTURE, (WIDTH - 2 * MARGIN) * high / wide)
    width = height * wide / high
    top = MARGIN + QR_SIDE
    picture = Box((WIDTH - width) / 2, top, width, height)
    steps = guide(plan, board)
    begin = top + height + 4
    size = next((s for s in SIZES if len(_sheets(steps, say, s, begin)) == 1), SIZES[-1])
    first, *others = _sheets(steps, say, size, begin)
    return Page(picture, qr, (*lines, *first), tuple(map(tuple, others)))


def pdf(plan: Plan, board: Board, players: int, code: str, say: Say) -> bytes:
    """The page as a PDF file."""
    made = lay_out(plan, board, players, code, say)
    first, *others = draw(plan, board, made, code), *map(_sheet, made.more)
    out = BytesIO()
    first.save(out, "PDF", resolution=DPI, save_all=True, append_images=others)
    return out.getvalue()


def draw(plan: Plan, board: Board, page: Page, code: str) -> Image:
    """The page as a picture with DPI dots to the inch, in the colors of paper."""
    # Imported here, as in png.py: most runs draw no picture, and it takes its time.
    from PIL import Image, ImageDraw  # noqa: PLC0415

    sheet = _sheet(page.lines)
    pen = ImageDraw.Draw(sheet)
    picture = png(scene(plan, board), "print", _dots(page.picture.width))
    sheet.paste(Image.open(BytesIO(picture)), (_dots(page.picture.left), _dots(page.picture.top)))
    if page.qr is not None:
        rows = matrix(code.replace("-", ""))
        square = _dots(page.qr.width) // (len(rows) + 2 * QUIET)
        for y, row in enumerate(rows):
            for x, dark in enumerate(row):
                left = _dots(page.qr.left) + (x + QUIET) * square
                top = _dots(page.qr.top) + (y + QUIET) * square
                if dark:
                    pen.rectangle((left, top, left + square - 1, top + square - 1), "#000000")
    return sheet


def _sheet(lines: Sequence[Line]) -> Image:
    """A sheet of paper with lines on it."""
    from PIL import Image, ImageDraw  # noqa: PLC0415

    sheet = Image.new("RGB", (_dots(WIDTH), _dots(HEIGHT)), "#ffffff")
    pen = ImageDraw.Draw(sheet)
    for line in lines:
        spot = (_dots(line.left), _dots(line.top))
        pen.text(spot, line.text, "#000000", _font(line.size, bold=line.bold))
    return sheet


def width_of(line: Line) -> float:
    """How wide a line comes out, in millimetres."""
    return _wide(line.text, line.size, bold=line.bold)


def _scans(code: str) -> bool:
    try:
        matrix(code.replace("-", ""))
    except TooLong:
        return False
    return True


def _dots(millimetres: float) -> int:
    return round(millimetres * DPI / 25.4)


def _font(size: float, *, bold: bool) -> FreeTypeFont:
    from PIL import ImageFont  # noqa: PLC0415

    name = "Nunito-ExtraBold.ttf" if bold else "Nunito-SemiBold.ttf"
    return ImageFont.truetype(_FONTS / name, max(1, round(size * DPI / 72)))


def _wide(text: str, size: float, *, bold: bool) -> float:
    return float(_font(size, bold=bold).getlength(text)) * 25.4 / DPI


def _sheets(steps: Sequence[Step], say: Say, size: float, top: float) -> list[list[Line]]:
    """The laying order in columns, sheet after sheet; on the first it begins at `top`."""
    wide = (WIDTH - 2 * MARGIN - (COLUMNS - 1) * GUTTER) / COLUMNS
    height = size * _MM_PER_POINT * 1.3
    sheets: list[list[Line]] = [[]]
    column, y = 0, top

    def onward() -> None:
        nonlocal column, y
        column += 1
        if column == COLUMNS:
            column = 0
            sheets.append([])
        y = top if len(sheets) == 1 else MARGIN

    for n, step in enumerate(steps, 1):
        lines = [(f"{n}. {say(step.title)}", True)]
        lines += [(row, False) for text in _short(step) for row in _wrapped(say(text), size, wide)]
        # A step's title does not stay alone at the foot of a column.
        if y + 2 * height > HEIGHT - MARGIN:
            onward()
        for text, bold in lines:
            if y + height > HEIGHT - MARGIN:
                onward()
            sheets[-1].append(Line(MARGIN + column * (wide + GUTTER), y, text, size, bold))
            y += height
        y += height * 0.25
    return sheets


def _short(step: Step) -> Sequence[Text]:
    """What of a step's lines is said on paper; where marks lie the picture tells."""
    if step.id.startswith("mark"):
        return step.lines[:1]
    return (step.lines[0], *step.lines[2:]) if step.id.startswith("numbers") else step.lines


def _wrapped(text: str, size: float, wide: float) -> Iterator[str]:
    font = _font(size, bold=False)
    line = ""
    for word in text.split():
        longer = f"{line} {word}" if line else word
        if line and font.getlength(longer) * 25.4 / DPI > wide:
            yield line
            line = word
        else:
            line = longer
    if line:
        yield line


def overlaps(page: Page) -> list[tuple[str, str]]:
    """Pairs of lines, of which one begins before the other above it has ended."""
    found = []
    by_column: dict[float, list[Line]] = {}
    for line in page.lines:
        by_column.setdefault(line.left, []).append(line)
    for lines in by_column.values():
        for one, other in pairwise(sorted(lines, key=lambda line: line.top)):
            if one.top + one.size * _MM_PER_POINT > other.top + 0.01:
                found.append((one.text, other.text))
    return found
