"""How a board is laid out on the table: step by step, in the order that hands work.

One person reads, the other lays; each step says what is new and has the board as it lies then.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from math import atan2
from typing import Final

from msgspec.structs import replace

from companion.core.board.hexes import CORNERS, Edge, Hex, Node, corner_of, neighbors, side_of
from companion.core.board.layout import GENERIC, REDS, SEA, Board, Harbor, Mark, Tile, board_of
from companion.core.board.plan import Plan
from companion.core.model import COLORS, Struct
from companion.i18n.text import Ref, Text
from companion.setup.drawing.scene import start_hexes
from companion.setup.drawing.shapes import Site, between, mean, middle
from companion.setup.wishes import inland

KINDS: Final = (
    "arrow",
    "barbarian",
    "battle_order",
    "bridge_site",
    "castle",
    "castle_path",
    "exclamation",
    "fleet_path",
    "fortress",
    "gift_card",
    "gift_harbor",
    "gift_point",
    "glassworks",
    "ground",
    "landing",
    "long_river",
    "neutral_settlement",
    "quarry",
    "short_river",
    "start",
    "strait",
    "village",
    "wasteland",
)
"""The kinds of marks that have words of their own; others go by their name."""

MOST_PLACES: Final = 10
"""So many places of a mark are said; of more the picture tells."""

FOG: Final = "fog"
_EMPTY: Final = Board(())


class Step(Struct, frozen=True):
    """One step. board: what lies after it; sites: what of it is new.

    figures: whether robber and pirate stand already.
    """

    id: str
    title: Text
    lines: tuple[Text, ...] = ()
    board: Board = _EMPTY
    sites: tuple[Site, ...] = ()
    figures: bool = False


def guide(plan: Plan, board: Board) -> tuple[Step, ...]:
    """The steps to lay out a board of a plan, whatever lies on it."""
    steps: list[Step] = [_pieces(plan, board)]
    if plan.frame:
        steps.append(Step("frame", Text("boards.guide.frame"), (_frame_words(plan),)))
    lying = _EMPTY
    for laid in (_terrain, _numbers, _harbors, _marks):
        for step in laid(plan, board, lying):
            steps.append(step)
            lying = step.board
    steps += _stacks(plan, lying)
    steps += _players_lay(plan, lying)
    steps.append(_figures(plan, lying))
    steps.append(_check(lying))
    return tuple(steps)


# -- what is taken out ----------------------------------------------------------------------------


def _pieces(plan: Plan, board: Board) -> Step:
    terrain = Counter(tile.terrain for tile in board.tiles if tile.terrain != FOG)
    numbers = Counter(tile.number for tile in board.tiles if tile.number is not None)
    numbers += Counter(mark.number for mark in board.marks if mark.number is not None)
    numbers += Counter(joins for joins, of in plan.joined if of in numbers)
    kinds = Counter(harbor.kind for harbor in board.harbors)
    lines = [_counted("boards.guide.hexes", terrain.total(), map(_terrain_count, _most(terrain)))]
    if numbers:
        tokens = [n if count == 1 else f"{n} ×{count}" for n, count in sorted(numbers.items())]
        lines.append(_counted("boards.guide.tokens", numbers.total(), tokens))
    if kinds:
        lines.append(
            _counted("boards.guide.harbors_out", kinds.total(), map(_kind_count, _most(kinds)))
        )
    return Step("pieces", Text("boards.guide.pieces"), tuple(lines))


def _most(counts: Counter[str]) -> list[tuple[str, int]]:
    return sorted(counts.items(), key=lambda item: (-item[1], item[0]))


def _counted(message: str, total: int, items: Iterable[Text | int | str]) -> Text:
    return Text(message, {"n": total, "items": tuple(items)})


def _terrain_count(item: tuple[str, int]) -> Text:
    return Text("boards.guide.of", {"n": item[1], "what": Ref("terrain", item[0])})


def _kind_count(item: tuple[str, int]) -> Text:
    return Text("boards.guide.of_kind", {"n": item[1], "what": _harbor(item[0])})


def _harbor(kind: str) -> Ref:
    return Ref("harbor", "any" if kind == GENERIC else kind)


def _frame_words(plan: Plan) -> Text:
    return Text("boards.guide.frame_words", {"n": len(plan.frame)})


# -- terrain and numbers, row by row --------------------------------------------------------------


def _rows(board: Board) -> list[list[Tile]]:
    return [list(row) for _, row in groupby(board.tiles, key=lambda tile: tile.hex[1])]


def _terrain(_plan: Plan, board: Board, _lying: Board) -> Iterator[Step]:
    rows = _rows(board)
    tiles: list[Tile] = []
    for n, row in enumerate(rows, 1):
        tiles += [replace(tile, number=None) for tile in row]
        title = Text("boards.guide.terrain_row", {"n": n, "all": len(rows)})
        names = tuple(Ref("terrain", tile.terrain) for tile in row)
        words = Text("boards.guide.from_left", {"items": names})
        lying = board_of(tiles)
        yield Step(f"terrain_{n}", title, (words,), lying, tuple(tile.hex for tile in row))


def _numbers(plan: Plan, board: Board, lying: Board) -> Iterator[Step]:
    tiles = lying.by_hex()
    rows = _rows(board)
    for n, row in enumerate(rows, 1):
        bearing = [tile for tile in row if tile.number is not None]
        if not bearing:
            continue
        tiles |= {tile.hex: tile for tile in bearing}
        title = Text("boards.guide.numbers_row", {"n": n, "all": len(rows)})
        numbers = tuple(tile.number or "–" for tile in _without_ends(row))
        words = Text("boards.guide.from_left", {"items": numbers})
        first = Text("boards.guide.first_number", {"terrain": Ref("terrain", bearing[0].terrain)})
        sites = tuple(tile.hex for tile in bearing)
        said = [words, first]
        lying_here = {tile.number for tile in bearing}
        for joins, of in plan.joined:
            if of in lying_here:
                said.append(Text("boards.guide.joined", {"n": joins, "of": of}))
        yield Step(f"numbers_{n}", title, tuple(said), board_of(tiles.values()), sites)


def _without_ends(row: Sequence[Tile]) -> Sequence[Tile]:
    """A row from its first number to its last."""
    bearing = [at for at, tile in enumerate(row) if tile.number is not None]
    return row[bearing[0] : bearing[-1] + 1]


# -- harbors --------------------------------------------------------------------------------------


def _harbors(_plan: Plan, board: Board, lying: Board) -> Iterator[Step]:
    if not board.harbors:
        return
    rows = _rows(board)
    tiles = board.by_hex()
    hub = mean(middle(tile.hex) for tile in board.tiles)

    def clockwise(harbor: Harbor) -> float:
        """The turn from straight up; the picture's y grows downward."""
        x, y = between(harbor.edge)
        return -atan2(-(x - hub[0]), -(y - hub[1])) % 6.283186

    lines = []
    for harbor in sorted(board.harbors, key=clockwise):
        one, other = harbor.edge
        land, beyond = (one, other) if _is_land(tiles, one) else (other, one)
        where = _where(rows, land)
        side = Text(f"boards.guide.side.{side_of(land, beyond).lower()}")
        lines.append(
            Text(
                "boards.guide.harbor_at",
                {"harbor": _harbor(harbor.kind), "where": where, "side": side},
            )
        )
    laid = board_of(lying.tiles, board.harbors)
    sites = tuple(harbor.edge for harbor in board.harbors)
    yield Step("harbors", Text("boards.guide.harbors"), tuple(lines), laid, sites)


def _is_land(tiles: dict[Hex, Tile], place: Hex) -> bool:
    return place in tiles and tiles[place].terrain != SEA


def _where(rows: Sequence[Sequence[Tile]], place: Hex) -> Text:
    """A hex by its row and its place in it, with what lies there."""
    for n, row in enumerate(rows, 1):
        for at, tile in enumerate(row, 1):
            if tile.hex == place:
                given: dict[str, int | Ref] = {
                    "row": n,
                    "at": at,
                    "terrain": Ref("terrain", tile.terrain),
                }
                if tile.number is None:
                    return Text("boards.guide.place", given)
                return Text("boards.guide.place_number", {**given, "number": tile.number})
    return Text("boards.guide.outside")


# -- marks, stacks, figures -----------------------------------------------------------------------


def kind_of(mark: Mark) -> str:
    """What sort of mark it is: its name without a color before and a number behind."""
    head, _, rest = mark.name.partition("_")
    name = rest if head in COLORS and rest else mark.name
    stem, _, last = name.rpartition("_")
    return stem if stem and last.isdigit() else name


def _marks(_plan: Plan, board: Board, lying: Board) -> Iterator[Step]:
    rows = _rows(board)
    kinds = list(dict.fromkeys(map(kind_of, board.marks)))
    laid: list[Mark] = []
    for kind in kinds:
        marks = [mark for mark in board.marks if kind_of(mark) == kind]
        laid += marks
        if kind in KINDS:
            title, lines = Text(f"mark.{kind}"), [Text(f"mark.doc.{kind}")]
        else:
            title, lines = Text("boards.guide.mark", {"name": kind}), []
        lines += [_mark_words(rows, mark) for mark in marks]
        sites: list[Site] = []
        for mark in marks:
            sites += [*mark.hexes, *mark.edges, *mark.nodes]
        now = board_of(lying.tiles, board.harbors, _in_order(board, laid))
        yield Step(f"mark_{kind}", title, tuple(lines), now, tuple(sites))


def _mark_words(rows: Sequence[Sequence[Tile]], mark: Mark) -> Text:
    """Where a mark lies, with whose it is and its number."""
    hexes = [] if mark.edges else [_where(rows, place) for place in mark.hexes]
    nodes = [_node_words(rows, site) for site in mark.nodes]
    edges = [] if len(mark.edges) > 1 and nodes else [_edge_words(rows, e) for e in mark.edges]
    places = tuple((hexes or nodes or edges)[:MOST_PLACES])
    color = mark.name.partition("_")[0]
    if color in COLORS:
        return Text("boards.guide.mark_of", {"color": Ref("color", color), "places": places})
    if mark.number is not None:
        return Text("boards.guide.mark_number", {"n": mark.number, "places": places})
    return Text("boards.guide.mark_at", {"places": places})


def _node_words(rows: Sequence[Sequence[Tile]], site: Node) -> Text:
    """An intersection, by a hex of the board and a corner of it."""
    known = {tile.hex for row in rows for tile in row if tile.terrain != SEA}
    place = next((h for h in site if h in known), site[0])
    corner = next(name for name in CORNERS if corner_of(place, name) == site)
    side = Text(f"boards.guide.corner.{corner.lower()}")
    return Text("boards.guide.at", {"where": _where(rows, place), "side": side})


def _edge_words(rows: Sequence[Sequence[Tile]], site: Edge) -> Text:
    """An edge, by a hex of the board and a side of it."""
    known = {tile.hex for row in rows for tile in row if tile.terrain != SEA}
    one, other = site if site[0] in known else (site[1], site[0])
    side = Text(f"boards.guide.side.{side_of(one, other).lower()}")
    return Text("boards.guide.at", {"where": _where(rows, one), "side": side})


def _in_order(board: Board, laid: Sequence[Mark]) -> list[Mark]:
    return [mark for mark in board.marks if mark in laid]


def _stacks(plan: Plan, lying: Board) -> Iterator[Step]:
    for stack in plan.stacks:
        terrain = map(_terrain_count, _most(Counter(stack.terrains)))
        lines = (
            _counted("boards.guide.stack_hexes", len(stack.terrains), terrain),
            _counted("boards.guide.stack_tokens", len(stack.numbers), sorted(stack.numbers)),
        )
        yield Step(f"stack_{stack.area}", Text("boards.guide.stack"), lines, lying, stack.hexes)


def _players_lay(plan: Plan, lying: Board) -> Iterator[Step]:
    """The harbors that players lay in turn, where they do not lie yet (NW-2)."""
    left = len(plan.laid) - len(lying.harbors)
    if plan.laid and left > 0:
        words = Text("boards.guide.lay_words", {"n": left})
        yield Step("lay", Text("boards.guide.lay"), (words,), lying)


def _figures(plan: Plan, lying: Board) -> Step:
    rows = _rows(lying)
    lines: list[Text] = []
    sites: list[Site] = []
    for start in plan.starts:
        places = start_hexes(start, lying)
        sites += places
        where = tuple(_where(rows, place) for place in places)
        given: dict[str, Ref | tuple[Text, ...]] = {"piece": Ref("piece", start.figure)}
        if places:
            lines.append(Text("boards.guide.figure", {**given, "where": where}))
        else:
            lines.append(Text("boards.guide.figure_beside", given))
        if len(places) > 1:
            lines.append(Text("boards.guide.figure_choice"))
    if not lines:
        lines = [Text("boards.guide.no_figure")]
    return Step("figures", Text("boards.guide.figures"), tuple(lines), lying, tuple(sites), True)


def _check(board: Board) -> Step:
    """What two people look at when all lies."""
    numbers = [tile.number for tile in board.tiles if tile.number is not None]
    land = sum(tile.terrain not in {SEA, FOG} for tile in board.tiles)
    lines = [Text("boards.guide.check_hexes", {"n": len(board.tiles), "land": land})]
    if numbers:
        reds = {tile.hex for tile in board.tiles if tile.number in REDS}
        lines.append(Text("boards.guide.check_tokens", {"n": len(numbers), "reds": len(reds)}))
        if reds and not any(beside in reds for place in reds for beside in neighbors(place)):
            lines.append(Text("boards.guide.check_reds"))
    if board.harbors and not inland(board):
        lines.append(Text("boards.guide.check_harbors", {"n": len(board.harbors)}))
    return Step("check", Text("boards.guide.check"), tuple(lines), board, (), True)
