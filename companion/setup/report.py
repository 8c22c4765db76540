"""How fair a board is, in figures that a player can check on the table, each explained.

Pips are the dots on a number token: of 36 throws of two dice, so many give the number.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Final, TypeAlias

from companion.core.board.hexes import (
    Hex,
    Node,
    ends,
    islands,
    neighbors,
    nodes_around,
    nodes_next_to,
)
from companion.core.board.layout import (
    GENERIC,
    REDS,
    RESOURCE_OF,
    Board,
    Harbor,
    Tile,
    pips,
)
from companion.core.board.plan import Plan
from companion.core.model import Struct
from companion.i18n.text import Ref, Text
from companion.setup.drawing.shapes import Site
from companion.setup.harbors import touched

START_AREAS: Final = ("main", "start", "east")
"""Areas of the plans on which players begin, where there are others (NS-1, FG-1, DE-1, PI-1)."""

HIDDEN: Final = ("sea", "fog")
"""What is no land, or nobody knows whether it is."""

BEST: Final = 3
"""So many of the best intersections are named."""


class ResourceShare(Struct, frozen=True):
    """A resource's hexes and pips.

    fair: the pips that it would have if those of all resources went by the hexes.
    """

    resource: str
    hexes: tuple[Hex, ...]
    pips: int
    fair: float


class Spot(Struct, frozen=True):
    """An intersection: its pips, what it yields with how many pips, its harbor's kind or ""."""

    node: Node
    pips: int
    yields: tuple[tuple[str, int], ...]
    harbor: str = ""


class IslandFacts(Struct, frozen=True):
    """Land that hangs together, and its pips."""

    hexes: tuple[Hex, ...]
    pips: int


class Finding(Struct, frozen=True):
    """Something to be known of a board.

    `title` has the figure, `words` explain it, `sites` show it on the picture.
    """

    id: str
    title: Text
    words: Text
    sites: tuple[Site, ...] = ()


class Report(Struct, frozen=True):
    """All that is said of a board's fairness.

    best: the intersections with most pips; worst: those with fewest where three numbers meet.
    starts: what each player in turn can have with two settlements (see `starts_of`).
    """

    findings: tuple[Finding, ...]
    resources: tuple[ResourceShare, ...]
    best: tuple[Spot, ...]
    worst: tuple[Spot, ...]
    starts: tuple[tuple[Spot, Spot], ...]
    islands: tuple[IslandFacts, ...]


def report_on(plan: Plan, board: Board, players: int) -> Report:
    """The report on a board for so many players; what a board gives no cause for is left out."""
    shares = resource_shares(board, plan.joined)
    spots = spots_of(board, plan.joined)
    full = [spot for spot in spots if len(spot.yields) == 3]
    best = tuple(spots[:BEST])
    worst = tuple(spot for spot in full if spot.pips == full[-1].pips) if full else ()
    starts = starts_of(_where_one_begins(plan, board, spots), players)
    groups = islands_of(board, plan.joined)
    findings = (
        *map(_share_finding, shares),
        *_missing_finding(board, shares),
        *_spots_findings(best, worst),
        *_starts_finding(starts),
        *_reds_finding(board),
        *_harbors_finding(board),
        *_gold_finding(board),
        *_islands_finding(groups),
    )
    return Report(findings, shares, best, worst, starts, groups)


# -- figures --------------------------------------------------------------------------------------


Joined: TypeAlias = Sequence[tuple[int, int]]
"""As `Plan.joined`: numbers that lie on the hex of another one, too."""


def _pips(number: int | None, joined: Joined) -> int:
    return pips(number) + sum(pips(more) for more, of in joined if of == number)


def resource_shares(board: Board, joined: Joined = ()) -> tuple[ResourceShare, ...]:
    """Every resource's share, the scarcest first: farthest below its fair one."""
    hexes: dict[str, list[Hex]] = {}
    sums: Counter[str] = Counter()
    for tile in board.tiles:
        resource = RESOURCE_OF.get(tile.terrain)
        if resource is not None and tile.number is not None:
            hexes.setdefault(resource, []).append(tile.hex)
            sums[resource] += _pips(tile.number, joined)
    total, fields = sums.total(), sum(map(len, hexes.values()))
    shares = [
        ResourceShare(name, tuple(places), sums[name], total * len(places) / fields)
        for name, places in hexes.items()
    ]
    return tuple(sorted(shares, key=lambda share: (share.pips - share.fair, share.resource)))


def spots_of(board: Board, joined: Joined = ()) -> tuple[Spot, ...]:
    """Every intersection that yields something, the best first.

    Of equal pips that with more different yields, then one at a harbor, goes before.
    """
    tiles = board.by_hex()
    harbors = {end: harbor.kind for harbor in board.harbors for end in ends(harbor.edge)}
    found = []
    for site in nodes_around(tiles):
        yields = tuple(
            (_yield_of(tiles[place]), _pips(tiles[place].number, joined))
            for place in site
            if place in tiles and tiles[place].number is not None and _yield_of(tiles[place])
        )
        if yields:
            found.append(Spot(site, sum(n for _, n in yields), yields, harbors.get(site, "")))
    return tuple(sorted(found, key=_worth))


def _yield_of(tile: Tile) -> str:
    return "gold" if tile.terrain == "gold" else RESOURCE_OF.get(tile.terrain, "")


def _worth(spot: Spot) -> tuple[int, int, bool, Node]:
    return -spot.pips, -len({name for name, _ in spot.yields}), not spot.harbor, spot.node


def starts_of(spots: Sequence[Spot], players: int) -> tuple[tuple[Spot, Spot], ...]:
    """What every player gets if each takes the best free intersection, in turn and back again.

    A model, and said to be one: people look for other things, too. Two settlements keep the
    distance rule. Empty if there is no room for all.
    """
    taken: list[Spot] = []
    closed: set[Node] = set()
    for spot in spots:
        if len(taken) == 2 * players:
            break
        if spot.node not in closed:
            taken.append(spot)
            closed.update((spot.node, *nodes_next_to(spot.node)))
    if len(taken) < 2 * players:
        return ()
    return tuple((taken[seat], taken[-1 - seat]) for seat in range(players))


def _where_one_begins(plan: Plan, board: Board, spots: Sequence[Spot]) -> list[Spot]:
    """The intersections that a settlement may begin at, as far as a plan's areas tell.

    On the main or the start islands, if the plan names any, and never at gold (SF-15).
    """
    begin = {h for area in plan.areas if area.name in START_AREAS for h in area.hexes}
    gold = {tile.hex for tile in board.tiles if tile.terrain == "gold"}
    return [
        spot
        for spot in spots
        if not gold.intersection(spot.node) and (not begin or begin.intersection(spot.node))
    ]


def islands_of(board: Board, joined: Joined = ()) -> tuple[IslandFacts, ...]:
    """The islands, the largest first."""
    numbers = {tile.hex: tile.number for tile in board.tiles}
    found = [
        IslandFacts(tuple(sorted(group)), sum(_pips(numbers[place], joined) for place in group))
        for group in islands([tile.hex for tile in board.tiles if tile.terrain not in HIDDEN])
    ]
    return tuple(sorted(found, key=lambda island: (-len(island.hexes), island.hexes)))


# -- findings -------------------------------------------------------------------------------------


def _share_finding(share: ResourceShare) -> Finding:
    resource = Ref("resource", share.resource)
    title = Text(
        "boards.report.resource",
        {"resource": resource, "n": share.pips, "hexes": len(share.hexes)},
    )
    off = round(share.pips - share.fair, 1)
    if abs(off) < 1:
        words = Text("boards.report.resource_fair", {"fair": round(share.fair, 1)})
    else:
        way = "more" if off > 0 else "less"
        given = {"fair": round(share.fair, 1), "off": abs(off)}
        words = Text(f"boards.report.resource_{way}", given)
    return Finding(f"resource_{share.resource}", title, words, share.hexes)


def _missing_finding(board: Board, shares: Sequence[ResourceShare]) -> Iterator[Finding]:
    """What nobody gets from the bank's hexes at all; nothing where no hex has a number."""
    if not shares:
        return
    there = {share.resource for share in shares}
    for terrain, resource in RESOURCE_OF.items():
        if resource not in there:
            sites = tuple(tile.hex for tile in board.tiles if tile.terrain == terrain)
            name = Ref("resource", resource)
            title = Text("boards.report.missing", {"resource": name})
            yield Finding(f"resource_{resource}", title, Text("boards.report.missing_words"), sites)


def _spots_findings(best: Sequence[Spot], worst: Sequence[Spot]) -> Iterator[Finding]:
    for at, spot in enumerate(best, 1):
        title = Text("boards.report.best", {"n": spot.pips, "place": at})
        yield Finding(f"best_{at}", title, _what_it_yields(spot), (spot.node,))
    if worst:
        title = Text("boards.report.worst", {"n": worst[0].pips})
        words = Text("boards.report.worst_words", {"n": len(worst)})
        yield Finding("worst", title, words, tuple(spot.node for spot in worst))


def _what_it_yields(spot: Spot) -> Text:
    items = tuple(
        Text("boards.report.item", {"what": _yield_ref(name), "n": n}) for name, n in spot.yields
    )
    if not spot.harbor:
        return Text("boards.report.yields", {"items": items})
    kind = "any" if spot.harbor == GENERIC else spot.harbor
    harbor = Ref("harbor", kind)
    return Text("boards.report.yields_harbor", {"items": items, "harbor": harbor})


def _yield_ref(name: str) -> Ref:
    return Ref("terrain", "gold") if name == "gold" else Ref("resource", name)


def _starts_finding(starts: Sequence[tuple[Spot, Spot]]) -> Iterator[Finding]:
    if not starts:
        return
    sums = [one.pips + other.pips for one, other in starts]
    if min(sums) == max(sums):
        title = Text("boards.report.starts_even", {"n": sums[0]})
    else:
        title = Text("boards.report.starts", {"low": min(sums), "high": max(sums)})
    words = Text("boards.report.starts_words", {"sums": tuple(sums)})
    yield Finding("starts", title, words, tuple(spot.node for pair in starts for spot in pair))


def _reds_finding(board: Board) -> Iterator[Finding]:
    reds = {tile.hex: tile.terrain for tile in board.tiles if tile.number in REDS}
    if not reds:
        return
    touching = sum(beside in reds for place in reds for beside in neighbors(place)) // 2
    spread = Counter(reds.values())
    items = tuple(
        Text("boards.report.item", {"what": Ref("terrain", name), "n": count})
        for name, count in sorted(spread.items(), key=lambda item: (-item[1], item[0]))
    )
    title = Text("boards.report.reds", {"n": len(reds)})
    words = Text("boards.report.reds_apart", {"items": items})
    if touching:
        words = Text("boards.report.reds_touch", {"items": items, "n": touching})
    yield Finding("reds", title, words, tuple(reds))


def _harbors_finding(board: Board) -> Iterator[Finding]:
    special = [harbor for harbor in board.harbors if harbor.kind != GENERIC]
    if not special:
        return
    tiles = board.by_hex()
    near = [harbor.edge for harbor in special if _at_its_own(harbor, tiles)]
    title = Text("boards.report.harbors", {"n": len(near), "all": len(special)})
    words = Text("boards.report.harbors_words")
    yield Finding("harbors", title, words, tuple(near))


def _at_its_own(harbor: Harbor, tiles: Mapping[Hex, Tile]) -> bool:
    beside: Iterator[Hex] = (place for place in touched(harbor.edge) if place in tiles)
    return any(RESOURCE_OF.get(tiles[place].terrain) == harbor.kind for place in beside)


def _gold_finding(board: Board) -> Iterator[Finding]:
    gold = [tile for tile in board.tiles if tile.terrain == "gold" and tile.number is not None]
    if gold:
        title = Text("boards.report.gold", {"n": sum(pips(tile.number) for tile in gold)})
        words = Text("boards.report.gold_words", {"n": len(gold)})
        yield Finding("gold", title, words, tuple(tile.hex for tile in gold))


def _islands_finding(groups: Sequence[IslandFacts]) -> Iterator[Finding]:
    if len(groups) < 2:
        return
    title = Text("boards.report.islands", {"n": len(groups)})
    items = tuple(
        Text("boards.report.island", {"n": len(island.hexes), "pips": island.pips})
        for island in groups
    )
    words = Text("boards.report.islands_words", {"items": items})
    yield Finding("islands", title, words, groups[0].hexes)
