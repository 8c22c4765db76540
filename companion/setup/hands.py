"""What hands do to a board that lies: two pieces change places, players lay harbors in turn."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256
from typing import Final, TypeGuard

from companion.core.board.hexes import Edge, Hex
from companion.core.board.layout import Board, Harbor, Tile, board_of
from companion.core.board.plan import Plan
from companion.core.chance import Seed
from companion.setup.stream import Stream

_LAID: Final = "islekeeper-setup:1:laid:"
"""Before what is hashed to the seed of the stack, or of the lot, of harbors to be laid. Frozen."""


def is_hex(site: Hex | Edge) -> TypeGuard[Hex]:
    """Whether a site is a hex and no edge."""
    return isinstance(site[0], int)


def swapped(
    board: Board, one: Hex | Edge, other: Hex | Edge, *, numbers_only: bool = False
) -> Board:
    """The board with two hexes or two harbors in each other's places.

    numbers_only: the terrain stays, and the board too where one of them has no number.

    Raises ValueError unless both are hexes of the board, or both edges with harbors.
    """
    if is_hex(one) and is_hex(other):
        return _hexes_swapped(board, one, other, numbers_only=numbers_only)
    if is_hex(one) or is_hex(other):
        raise ValueError(f"{one} and {other} are a hex and an edge: swap two of a kind")
    kinds = {harbor.edge: harbor.kind for harbor in board.harbors}
    for site in (one, other):
        if site not in kinds:
            raise ValueError(f"there is no harbor on {site}")
    there = {one: kinds[other], other: kinds[one]}  # type: ignore[index]
    harbors = [Harbor(h.edge, there.get(h.edge, h.kind)) for h in board.harbors]
    return board_of(board.tiles, harbors, board.marks)


def _hexes_swapped(board: Board, one: Hex, other: Hex, *, numbers_only: bool) -> Board:
    tiles = board.by_hex()
    for site in (one, other):
        if site not in tiles:
            raise ValueError(f"{site} is not on the board")
    first, second = tiles[one], tiles[other]
    if numbers_only and (first.number is None or second.number is None):
        return board
    for here, there in ((first, second), (second, first)):
        terrain = here.terrain if numbers_only else there.terrain
        tiles[here.hex] = Tile(here.hex, terrain, there.number)
    return board_of(tiles.values(), board.harbors, board.marks)


def laying_order(plan: Plan, board: Board) -> tuple[str, ...]:
    """The kinds that are yet to be laid, from the top of a shuffled stack.

    The tiles are what it is shuffled by, so whoever has the board has the same stack.
    """
    stack = list(plan.laid)
    lying = [(tile.hex, tile.terrain, tile.number) for tile in board.tiles]
    _stream(repr(lying)).shuffle(stack)
    others = {site for pool in plan.variable.harbors for site in pool.edges}
    others |= {harbor.edge for harbor in plan.variable.harbors_fixed}
    for harbor in board.harbors:
        if harbor.edge not in others and harbor.kind in stack:
            stack.remove(harbor.kind)
    return tuple(stack)


def lots(
    sites: Sequence[Edge], kinds: Sequence[str], lying: Sequence[Harbor], seed: Seed
) -> list[Harbor]:
    """Harbors on sites drawn by lot: first where no other harbor is at the next edge."""
    stream, free = _stream(seed), list(sites)
    stream.shuffle(free)
    taken = [harbor.edge for harbor in lying]
    chosen: list[Edge] = []
    for near in (False, True):
        for site in free:
            if len(chosen) == len(kinds) or site in chosen:
                continue
            if near or not any(len({*site, *other}) < 4 for other in (*taken, *chosen)):
                chosen.append(site)
    return [Harbor(site, kind) for site, kind in zip(chosen, kinds, strict=False)]


def _stream(words: str) -> Stream:
    return Stream(sha256((_LAID + words).encode()).hexdigest()[:32])
