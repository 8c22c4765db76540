"""Problems to try the generator on: the printed boards with what may be drawn anew on them."""

from typing import Any

from companion.core.board.hexes import Hex, hexagon
from companion.core.board.layout import Tile
from companion.core.board.problem import Ban, HarborPool, NumberPool, Problem, TerrainPool
from tests.core.board.facts import BASE, SEAFARERS, frozen

NUMBERS = (2, 3, 3, 4, 4, 5, 5, 6, 6, 8, 8, 9, 9, 10, 10, 11, 11, 12)


def base() -> Problem:
    """The base board, everything drawn."""
    island = hexagon(2)
    terrains = tuple(name for name, count in BASE["terrain"].items() for _ in range(count))
    harbors = frozen(BASE["harbors"])
    return Problem(
        terrain=(TerrainPool(island, terrains),),
        numbers=(NumberPool(island, NUMBERS),),
        harbors=(HarborPool(tuple(h[0] for h in harbors), tuple(h[4] for h in harbors)),),
    )


SCENARIO_BANS: dict[str, tuple[Ban, ...]] = {
    "forgotten_tribe": (Ban(hexes=((5, 3), (5, 4), (4, 5)), numbers=(5, 6, 8, 9)),),
    "four_islands": (Ban(terrains=("forest", "pasture"), numbers=(2, 12)),),
    "wonders": (Ban(hexes=((4, 4), (5, 3)), numbers=(6, 8)),),
    "new_world": (Ban(terrains=("gold",), numbers=(6, 8)),),
    "through_the_desert": (Ban(terrains=("gold",), numbers=(6, 8)),),
}


def seafarers(name: str) -> Problem:
    """A Seafarers board with its pools and harbors drawn, as `tests/facts` lists them."""
    board: dict[str, Any] = SEAFARERS[name]
    where: dict[str, list[Hex]] = {pool: [] for pool in board["pools"]}
    fixed = []
    for q, r, terrain, number, pool in board.get("tiles", ()):
        if pool in where:
            where[pool].append((q, r))
        else:
            fixed.append(Tile((q, r), terrain, number))
    if "hex_positions" in board:
        where = {pool: list(frozen(board["hex_positions"])) for pool in where}
    kinds = tuple(kind for kind, count in board["harbor_kinds"].items() for _ in range(count))
    edges = tuple(harbor[0] for harbor in frozen(board["harbors"]))
    return Problem(
        fixed=tuple(fixed),
        terrain=tuple(
            TerrainPool(tuple(hexes), _spread(board["pools"][pool]["terrain"]))
            for pool, hexes in where.items()
        ),
        numbers=tuple(
            NumberPool(tuple(hexes), tuple(board["pools"][pool]["numbers"]))
            for pool, hexes in where.items()
        ),
        harbors=(HarborPool(edges, kinds),) if edges else (),
        bans=SCENARIO_BANS.get(name[:-3].removesuffix("-"), ()),
    )


def _spread(counts: dict[str, int]) -> tuple[str, ...]:
    return tuple(name for name, count in counts.items() for _ in range(count))
