"""What is said of a board's fairness: figures counted again, by hand and in another way."""

from __future__ import annotations

from itertools import combinations

import pytest

from companion.core.board.hexes import Node, adjacent, edge, neighbors, nodes_around, nodes_next_to
from companion.core.board.layout import Board, Harbor, board_of
from companion.core.board.options import Options
from companion.core.board.plan import Plan
from companion.core.chance import parse_seed
from companion.i18n.text import Ref, Text
from companion.i18n.translator import Translator
from companion.scenario.plans import plan_for
from companion.setup.drawn import draw_board
from companion.setup.hands import swapped
from companion.setup.report import START_AREAS, Finding, Report, report_on
from tests.setup.checker import PIPS, YIELDS
from tests.setup.every import EVERY, name_of


def boards_of(plan: Plan) -> list[Board]:
    found = [] if plan.printed is None else [plan.printed]
    for n in range(3):
        board = draw_board(plan, plan.variable, Options(), parse_seed(f"report {n}")).board
        assert board is not None
        found.append(board)
    return found


def printed_base() -> tuple[Board, Report]:
    board = plan_for("base", 4).printed
    assert board is not None
    return board, report_on(plan_for("base", 4), board, 4)


def finding(report: Report, name: str) -> Finding:
    return next(found for found in report.findings if found.id == name)


def test_the_first_games_board() -> None:
    board, report = printed_base()
    figures = {share.resource: (share.pips, len(share.hexes)) for share in report.resources}
    assert figures == {
        "wool": (10, 4),
        "grain": (13, 4),
        "lumber": (13, 4),
        "ore": (10, 3),
        "brick": (12, 3),
    }
    assert report.resources[0].resource == "wool"
    assert report.resources[0].fair == pytest.approx(58 * 4 / 18)
    assert [spot.pips for spot in report.best] == [11, 11, 11]
    assert report.worst[0].pips == 7
    assert finding(report, "reds").words.id == "boards.report.reds_apart"
    assert finding(report, "harbors").title.params == {"n": 1, "all": 5}
    assert len(report.islands) == 1
    assert "islands" not in {found.id for found in report.findings}
    assert "gold" not in {found.id for found in report.findings}
    tr = Translator("en")
    assert tr.show(report.findings[0].title) == "Wool: 10 pips on 4 hexes"
    assert len(board.tiles) == 19


@pytest.mark.parametrize("plan", EVERY, ids=name_of)
def test_the_figures_of_every_board_are_right(plan: Plan) -> None:
    for board in boards_of(plan):
        report = report_on(plan, board, plan.players[0])
        tiles = board.by_hex()
        shares = {share.resource: share.pips for share in report.resources}
        for terrain, resource in YIELDS.items():
            counted = sum(worth(plan, t.number) for t in board.tiles if t.terrain == terrain)
            assert shares.get(resource, 0) == counted
        assert sum(s.fair for s in report.resources) == pytest.approx(sum(shares.values()))
        count = {site: node_pips(plan, board, site) for site in nodes_around(tiles)}
        if report.best:
            assert report.best[0].pips == max(count.values())
            assert all(spot.pips == count[spot.node] for spot in (*report.best, *report.worst))
        for share in report.islands:
            assert share.pips == sum(worth(plan, tiles[h].number) for h in share.hexes)
        land = [t.hex for t in board.tiles if t.terrain not in {"sea", "fog"}]
        assert sorted(h for i in report.islands for h in i.hexes) == sorted(land)
        for one, other in combinations(report.islands, 2):
            assert not any(adjacent(a, b) for a in one.hexes for b in other.hexes)


def worth(plan: Plan, number: int | None) -> int:
    """The pips of a hex; in the Rivers the 2 lies on the hex of the 12 (RI-1)."""
    joined = number == 12 and plan.scenario == "rivers"
    return PIPS.get(number or 0, 0) + joined * PIPS[2]


def node_pips(plan: Plan, board: Board, site: Node) -> int:
    lying = [tile for tile in board.tiles if tile.hex in site]
    bearing = {*YIELDS, "gold"}
    return sum(worth(plan, tile.number) for tile in lying if tile.terrain in bearing)


@pytest.mark.parametrize("plan", EVERY, ids=name_of)
def test_starts_keep_their_distance_and_take_the_best_that_is_left(plan: Plan) -> None:
    for board in boards_of(plan):
        players = plan.players[-1]
        starts = report_on(plan, board, players).starts
        assert len(starts) == players
        begin = {h for a in plan.areas if a.name in START_AREAS for h in a.hexes}
        gold = {t.hex for t in board.tiles if t.terrain == "gold"}
        order = [pair[0] for pair in starts] + [pair[1] for pair in reversed(starts)]
        nodes = [spot.node for spot in order]
        for at, spot in enumerate(order):
            assert not set(nodes_next_to(spot.node)) & set(nodes)
            near = {n for one in nodes[:at] for n in (one, *nodes_next_to(one))}
            free = [
                n
                for n in nodes_around(board.by_hex())
                if n not in near and not gold & set(n) and (not begin or begin & set(n))
            ]
            assert spot.pips == max(node_pips(plan, board, site) for site in free)


@pytest.mark.parametrize("plan", EVERY, ids=name_of)
@pytest.mark.parametrize("language", ["en", "cs"])
def test_everything_is_said_and_shown(plan: Plan, language: str) -> None:
    tr = Translator(language)
    for board in boards_of(plan)[:2]:
        report = report_on(plan, board, plan.players[0])
        tiles = board.by_hex()
        sites = {*tiles, *nodes_around(tiles), *(harbor.edge for harbor in board.harbors)}
        names = [found.id for found in report.findings]
        assert len(names) == len(set(names))
        for found in report.findings:
            assert set(found.sites) <= sites
            for text in (found.title, found.words):
                said = tr.show(text)
                assert "{" not in said
                assert "boards." not in said


def test_what_hands_changed_is_seen() -> None:
    board, _ = printed_base()
    six = next(t.hex for t in board.tiles if t.number == 6)
    eight = next(t.hex for t in board.tiles if t.number == 8)
    beside = next(p for p in neighbors(eight) if p in board.by_hex() and p != six)
    touching = report_on(plan_for("base", 4), swapped(board, six, beside), 4)
    words = finding(touching, "reds").words
    assert words.id == "boards.report.reds_touch"
    assert words.params["n"] in {1, 2}
    sea = next(p for p in neighbors((2, -2)) if p not in board.by_hex())
    at_sea = board_of(board.tiles, [Harbor(edge((2, -2), sea), "wool")])
    assert finding(report_on(plan_for("base", 4), at_sea, 4), "harbors").title.params["all"] == 1


def test_a_board_without_numbers_has_nothing_to_report() -> None:
    board, _ = printed_base()
    bare = board_of([type(t)(t.hex, t.terrain) for t in board.tiles])
    report = report_on(plan_for("base", 4), bare, 4)
    assert (report.best, report.worst, report.starts, report.findings) == ((), (), (), ())


def test_even_starts_are_said_in_one_figure() -> None:
    _, report = printed_base()
    title = finding(report, "starts").title
    assert title == Text("boards.report.starts_even", {"n": 20})
    assert Ref("resource", "wool") == finding(report, "resource_wool").title.params["resource"]
