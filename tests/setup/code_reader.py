"""A second reader of short codes, written from docs/boards.md alone; it shares nothing.

It reads codes that name their scenario themselves, for plans without a printed board.
"""

from collections import Counter
from collections.abc import Sequence
from itertools import product
from math import comb, factorial
from typing import Any

from companion.core.board.plan import Plan

ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
LETTERS = "0123456789_abcdefghijklmnopqrstuvwxyz-"
LIMITS = {3: 16, 4: 16, 5: 16, 6: 16, 7: 64, 10: 64}
AROUND = ((1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1))


def sound(code: str) -> bool:
    high, low = 0, 1
    for letter in code:
        double = high * 2
        thrice = high ^ (double ^ 0b100101 if double > 31 else double)
        high, low = high ^ low, ALPHABET.index(letter) ^ thrice
    return (high, low) == (13, 21)


class Chain:
    def __init__(self, code: str) -> None:
        digits = code[:-2]
        self.width = len(digits)
        self.rest = 0
        for letter in reversed(digits):
            self.rest = self.rest * 32 + ALPHABET.index(letter)
        self.product = 1

    def next(self, bound: int) -> int:
        value = self.rest % bound
        self.rest //= bound
        self.product *= bound
        return value

    def name(self) -> str:
        return "".join(LETTERS[self.next(64)] for _ in range(self.next(32)))

    def row(self, things: Sequence[Any]) -> list[Any]:
        return row_at(self.next(rows(things, len(things))), things, len(things))

    def ended(self) -> bool:
        least = next(w for w in range(1000) if 32**w >= self.product)
        return self.rest == 0 and self.width == least


def read(code: str, plan: Plan) -> dict[str, Any]:
    """What a code says, in plain words: hexes with what lies there, edges with harbors."""
    assert sound(code)
    chain = Chain(code)
    assert (chain.next(2), chain.next(64)) == (0, 0)
    said: dict[str, Any] = {"players": chain.next(8) + 2}
    said["scenario"], said["edition"] = chain.name(), chain.name()
    chain.next(2**20)
    problem = plan.variable
    mode = chain.next(8 if any(pool.paths for pool in problem.numbers) else 4)
    said["rules"] = not mode & 2
    on = chain.next(2048) if mode & 1 else 0
    said["wishes"] = {
        bit: chain.next(LIMITS[bit]) + 1 if bit in LIMITS else True
        for bit in range(11)
        if on >> bit & 1
    }
    terrain = {tile.hex: tile.terrain for tile in problem.fixed}
    numbers = {tile.hex: tile.number for tile in problem.fixed if tile.number is not None}
    for pool in sorted(problem.terrain, key=lambda pool: min(map(by_row, pool.hexes))):
        terrain |= zip(sorted(pool.hexes, key=by_row), chain.row(pool.terrains), strict=True)
    for tokens in sorted(problem.numbers, key=lambda pool: min(map(by_row, pool.hexes))):
        bearing = [place for place in tokens.hexes if terrain[place] not in problem.bare]
        if tokens.paths and mode & 4:
            path = [p for p in tokens.paths[chain.next(len(tokens.paths))] if p in bearing]
            numbers |= zip(path, tokens.numbers, strict=True)
        else:
            numbers |= zip(sorted(bearing, key=by_row), chain.row(tokens.numbers), strict=True)
    harbors: dict[Any, str] = {}
    for kinds in sorted(problem.harbors, key=lambda pool: min(pool.edges)):
        harbors |= zip(sorted(kinds.edges), chain.row(kinds.kinds), strict=True)
    if plan.laid:
        harbors |= laid(chain, plan.laid, coast(terrain))
    marked: dict[str, int] = {}
    for marks in plan.marked_numbers:
        marked |= zip(marks.marks, chain.row(marks.numbers), strict=True)
    assert chain.ended()
    return {**said, "terrain": terrain, "numbers": numbers, "harbors": harbors, "marked": marked}


def by_row(place: tuple[int, int]) -> tuple[int, int]:
    return place[1], place[0]


def coast(terrain: dict[tuple[int, int], str]) -> list[Any]:
    found = []
    for (q, r), (dq, dr) in product(terrain, AROUND):
        other = (q + dq, r + dr)
        if terrain[q, r] != "sea" and terrain.get(other, "sea") == "sea":
            found.append(tuple(sorted([(q, r), other])))
    return sorted(found)


def laid(chain: Chain, kinds: Sequence[str], sites: list[Any]) -> dict[Any, str]:
    counts = range(len(kinds), -1, -1)
    place = chain.next(sum(comb(len(sites), k) * rows(kinds, k) for k in counts))
    for k in counts:
        if place < comb(len(sites), k) * rows(kinds, k):
            break
        place -= comb(len(sites), k) * rows(kinds, k)
    which, order = divmod(place, rows(kinds, k))
    chosen: list[Any] = []
    for i in range(k, 0, -1):
        site = max(site for site in range(len(sites)) if comb(site, i) <= which)
        which -= comb(site, i)
        chosen.insert(0, sites[site])
    return dict(zip(chosen, row_at(order, kinds, k), strict=True))


def rows(things: Sequence[Any], length: int) -> int:
    """How many different rows of a length there are, by what each kind contributes."""
    if length == len(things):
        count = factorial(length)
        for times in Counter(things).values():
            count //= factorial(times)
        return count
    if not length:
        return 1
    return sum(rows(without(things, first), length - 1) for first in set(things))


def row_at(place: int, things: Sequence[Any], length: int) -> list[Any]:
    if not length:
        return []
    for first in sorted(set(things)):
        left = without(things, first)
        count = rows(left, length - 1)
        if place < count:
            return [first, *row_at(place, left, length - 1)]
        place -= count
    raise ValueError("no row has this place")


def without(things: Sequence[Any], gone: Any) -> tuple[Any, ...]:
    at = list(things).index(gone)
    return (*things[:at], *things[at + 1 :])
