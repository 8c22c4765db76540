"""The page to print: all has room, nothing overlaps, in every language."""

from __future__ import annotations

import pytest

from companion.core.board.layout import Tile, board_of
from companion.core.board.plan import Plan
from companion.core.chance import parse_seed
from companion.i18n.translator import Translator
from companion.scenario.plans import plan_for
from companion.setup.code import encode, grouped
from companion.setup.draft import Draft, Roller
from companion.setup.drawing import page
from companion.setup.drawing.page import HEIGHT, MARGIN, WIDTH, lay_out, overlaps, width_of
from companion.setup.guide import guide
from companion.setup.hands import swapped
from tests.setup.every import EVERY, name_of

LEGIBLE = 7.0
"""Points of the smallest letters that a laying order of the program's own is printed in."""


def drawn(plan: Plan) -> Draft:
    draft = Draft(plan, plan.players[-1])
    order = draft.order(parse_seed("page"))
    assert draft.take(order, Roller().roll(order)) == "board"
    draft.lay_rest(parse_seed("page"))
    return draft


@pytest.mark.parametrize("plan", EVERY, ids=name_of)
@pytest.mark.parametrize("language", ["en", "cs"])
def test_everything_has_room_on_one_page(plan: Plan, language: str) -> None:
    draft = drawn(plan)
    assert draft.stand is not None
    board, say = draft.stand.board, Translator(language).show
    code = grouped(encode(plan, board, players=draft.players))
    made = lay_out(plan, board, draft.players, code, say)
    assert made.more == ()
    assert overlaps(made) == []
    assert min(line.size for line in made.lines) >= LEGIBLE
    for line in made.lines:
        assert line.left >= MARGIN
        assert line.left + width_of(line) <= WIDTH - MARGIN + 0.5, line
        assert line.top + line.size * 25.4 / 72 <= HEIGHT - MARGIN + 0.5
    assert made.picture.left >= MARGIN - 0.01
    assert made.picture.left + made.picture.width <= WIDTH - MARGIN + 0.01
    below = [line for line in made.lines if line.top > made.picture.top]
    assert min(line.top for line in below) >= made.picture.top + made.picture.height
    assert made.qr is not None
    assert made.qr.top + made.qr.height <= made.picture.top
    titles = [line.text for line in below if line.bold]
    assert len(titles) == len(guide(plan, board))


def test_a_page_is_a_pdf_of_one_a4_sheet() -> None:
    draft = drawn(plan_for("base", 4))
    assert draft.stand is not None
    code = grouped(encode(draft.plan, draft.stand.board, players=4))
    say = Translator("en").show
    plan, board = draft.plan, draft.stand.board
    made = page.pdf(plan, board, 4, code, say)
    assert made.startswith(b"%PDF-")
    assert b"/Count 1" in made
    sheet = page.draw(plan, board, lay_out(plan, board, 4, code, say), code)
    assert sheet.size == (1654, 2339)
    dark = sheet.convert("L").point(lambda value: 255 * (value < 100))
    left, top, right, bottom = dark.getbbox() or (0, 0, 0, 0)
    edge = round(MARGIN * 200 / 25.4) - 4
    assert left >= edge
    assert top >= edge - 20
    assert right <= 1654 - edge
    assert bottom <= 2339 - edge


def test_a_board_without_a_short_code_has_its_squares_alone() -> None:
    draft = drawn(plan_for("new_shores", 4))
    assert draft.stand is not None
    pools = draft.plan.variable.terrain
    tiles = draft.stand.board.by_hex()
    gold = next(h for h in pools[1].hexes if tiles[h].terrain == "gold")
    board = swapped(draft.stand.board, pools[0].hexes[0], gold)
    code = grouped(encode(draft.plan, board, players=4))
    made = lay_out(draft.plan, board, 4, code, Translator("en").show)
    assert len(code) > 64
    assert all(len(line.text) < 120 for line in made.lines)
    assert made.qr is not None


def test_a_laying_order_too_long_for_one_page_goes_on_on_others() -> None:
    rows = 26
    tiles = [Tile((q, r), "fields", 6) for r in range(rows) for q in range(7)]
    board = board_of(tiles)
    own = Plan("rows", (3,), (), (), board, plan_for("base", 4).variable)
    say = Translator("en").show
    made = lay_out(own, board, 3, "A" * 100, say)
    assert made.more
    titles = [line.text for lines in (made.lines, *made.more) for line in lines if line.bold]
    assert sum(title.split(". ")[0].isdigit() for title in titles) == len(guide(own, board))
    for line in (*made.lines, *(line for lines in made.more for line in lines)):
        assert line.top + line.size * 25.4 / 72 <= HEIGHT - MARGIN + 0.5
        assert line.left + width_of(line) <= WIDTH - MARGIN + 0.5
    assert f"/Count {1 + len(made.more)}".encode() in page.pdf(own, board, 3, "A" * 100, say)
