"""The length of a trade route, exactly (BG-6, BG-13, SF-4)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Hashable, Iterable, Sequence
from typing import NamedTuple

Node = Hashable
MOST_LINKS = 33
"""Links that a color can own: 15 roads, 15 ships, 3 bridges (BG-4, RI-4)."""

KINDS = ("road", "damaged_road", "bridge", "ship")
"""What may lie on an edge of a route; a road that an earthquake turned still counts (EV-4)."""

Step = tuple[int, int]
"""An edge's index and the vertex at its other end."""


class Link(NamedTuple):
    """A piece of a route between two nodes.

    `kind` is one of `KINDS` (a bridge joins like a road, RI-4); `worth` is what it counts, 2
    for a road along a camel (CA-6).
    """

    a: Node
    b: Node
    kind: str = "road"
    worth: int = 1


def longest_route(
    links: Iterable[Link], own: Collection[Node] = (), foreign: Collection[Node] = ()
) -> int:
    """The length of the longest unbroken line through one color's `links`, each used once.

    A node may be passed twice. A line may end at a node of `foreign` (with another color's
    building) but not pass it; road and ship join only at a node of `own`. Raises ValueError
    for what no board holds: more than `MOST_LINKS`, one of another kind, two links on one edge,
    one that ends where it begins, four at a node, a building of two owners.
    """
    found = tuple(links)
    _check(found, own, foreign)
    ends = [
        tuple(_vertex(link, i, node, own, foreign) for node in (link.a, link.b))
        for i, link in enumerate(found)
    ]
    names = {name: at for at, name in enumerate(dict.fromkeys(v for pair in ends for v in pair))}
    steps: list[list[Step]] = [[] for _ in names]
    for i, (a, b) in enumerate(ends):
        steps[names[a]].append((i, names[b]))
        steps[names[b]].append((i, names[a]))
    return _Search(tuple(map(tuple, steps)), tuple(link.worth for link in found)).longest()


def _check(links: Sequence[Link], own: Collection[Node], foreign: Collection[Node]) -> None:
    if len(links) > MOST_LINKS:
        raise ValueError(f"a color owns {MOST_LINKS} links at most, got {len(links)}")
    seen: set[frozenset[Node]] = set()
    for link in links:
        if link.kind not in KINDS:
            raise ValueError(f"a link is one of {', '.join(KINDS)}, not {link.kind}")
        edge = frozenset((link.a, link.b))
        if len(edge) < 2:
            raise ValueError(f"a {link.kind} leads from {link.a!r} back to it")
        if edge in seen:
            raise ValueError(f"two links lie between {link.a!r} and {link.b!r}: one an edge")
        seen.add(edge)
    at = Counter(node for link in links for node in (link.a, link.b))
    for node, count in at.items():
        if count > 3:
            raise ValueError(f"{count} links meet at {node!r}: a node has three edges")
    if both := set(own) & set(foreign):
        raise ValueError(f"the building at {min(map(repr, both))} is own and foreign at once")


def _vertex(
    link: Link, index: int, node: Node, own: Collection[Node], foreign: Collection[Node]
) -> tuple[object, ...]:
    """Where a link ends, such that links join exactly where they end at the same vertex.

    A foreign building splits its node into one vertex for each link; without a building there
    is one for the ships and one for everything else.
    """
    if node in foreign:
        return node, "end of", index
    return (node,) if node in own else (node, link.kind == "ship")


class _Search:
    """Depth first over trails, with what may still be gained as the bound."""

    def __init__(self, steps: tuple[tuple[Step, ...], ...], worth: tuple[int, ...]) -> None:
        self._steps = steps
        self._worth = worth
        self._best = 0
        self._seen: set[tuple[int, int]] = set()

    def longest(self) -> int:
        """The length of the longest trail of all."""
        todo = set(range(len(self._steps)))
        while todo:
            part = self._part(next(iter(todo)), 0)
            todo -= part
            self._search_part(part)
        return self._best

    def _search_part(self, part: set[int]) -> None:
        """Look for a longer trail in one connected part, unless it cannot hold one."""
        self._seen.clear()
        most = self._most(part, 0)
        # Ends first: where a vertex has an odd number of links a long trail tends to begin, and
        # one that reaches the bound ends the search.
        for start in sorted(part, key=lambda v: (len(self._steps[v]) % 2 == 0, v)):
            if self._best >= most:
                return
            self._extend(start, 0, 0)

    def _extend(self, at: int, used: int, length: int) -> None:
        self._best = max(self._best, length)
        # The same vertex with the same links behind it has the same length and the same future.
        if (at, used) in self._seen:
            return
        self._seen.add((at, used))
        if length + self._most(self._part(at, used), used, at) <= self._best:
            return
        for edge, to in self._steps[at]:
            if not used >> edge & 1:
                self._extend(to, used | 1 << edge, length + self._worth[edge])

    def _part(self, start: int, used: int) -> set[int]:
        """The vertices that can be reached from `start` over links not in `used`."""
        part, todo = {start}, [start]
        while todo:
            for edge, to in self._steps[todo.pop()]:
                if not used >> edge & 1 and to not in part:
                    part.add(to)
                    todo.append(to)
        return part

    def _most(self, part: set[int], used: int, at: int | None = None) -> int:
        """A bound on a trail in `part` over links not in `used`; it begins in `at` if given.

        A trail leaves at most two vertices with an odd number of its links, so at least one
        link is left over for every two odd vertices more than that.
        """
        free = {e for v in part for e, _to in self._steps[v] if not used >> e & 1}
        odd = sum(sum(not used >> e & 1 for e, _to in self._steps[v]) % 2 for v in part if v != at)
        spare = max(0, odd - (2 if at is None else 1) + 1) // 2
        worths = sorted(self._worth[e] for e in free)
        return sum(worths[spare:])
