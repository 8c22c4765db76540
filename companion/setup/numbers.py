"""The numbers of one pool, drawn from all that meet the wishes for the terrain that lies there.

Three ways, tried in this order on every ground, and always the same one on the same ground:
staged rejection (`dealing`), listed beginnings (`listing`), a walk (`walk`). The first two are
exactly uniform. Which one a ground gets is settled by a trial with a seed of its own, so that a
board depends on its seed alone, never on what was drawn before.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from math import comb
from typing import Final, Protocol

from companion.core.board.hexes import Hex
from companion.setup.dealing import Coupling, Deal, Dealer
from companion.setup.ground import Ground, classes_of
from companion.setup.listing import Listing
from companion.setup.options import Options
from companion.setup.search import Budget, OutOfBudget, Search
from companion.setup.stream import Stream
from companion.setup.walk import STEPS, Walk, start

KEPT: Final = 64
"""Grounds kept ready: more than a base board has places for its desert."""

BRANCHES: Final = 20_000
"""Branches that the search for the start of a walk may look at."""

_TRIAL_SEED: Final = sha256(b"islekeeper-setup:trial").hexdigest()[:32]
_TRIAL_TRIES: Final = 3_000
_TRIAL_LISTED: Final = 1_500
_TRIAL_BOARDS: Final = 3
_OFTEN: Final = 100


class _Method(Protocol):
    def deal(self, stream: Stream, tries: int, coupling: Coupling | None = None) -> Deal: ...


@dataclass(frozen=True)
class Drawn:
    """The numbers by hex, or None: then `impossible` tells whether that was proved.

    exact: whether every possible answer was equally likely. tries: how many deals it took.
    """

    numbers: dict[Hex, int] | None
    exact: bool = True
    impossible: bool = False
    tries: int = 0


@dataclass(frozen=True)
class _Ready:
    """A ground and the way to draw on it; None: the walk."""

    ground: Ground
    method: _Method | None
    impossible: bool = False


class NumberDraw:
    """Draws the numbers of one pool."""

    def __init__(
        self,
        hexes: Sequence[Hex],
        numbers: Sequence[int],
        printed: Mapping[Hex, int],
        options: Options,
        banned: Mapping[int, frozenset[Hex]],
    ) -> None:
        """Make ready.

        printed: the numbers that are not drawn. banned: where a number may not lie, whatever
        the terrain is.
        """
        self.hexes = tuple(hexes)
        self._numbers = tuple(numbers)
        self._printed = printed
        self._options = options
        self._banned = banned
        self._classes = classes_of(numbers, options)
        self._often = comb(len(self.hexes), len(self._numbers)) <= _OFTEN
        self._ready: OrderedDict[tuple[Hex, ...], _Ready] = OrderedDict()

    def draw(
        self, bearing: tuple[Hex, ...], stream: Stream, tries: int, coupling: Coupling | None
    ) -> Drawn:
        """Draw numbers for the hexes that bear one, which are as many as there are numbers."""
        if not bearing:
            return Drawn({})
        ready = self._ready.get(bearing)
        if ready is None:
            ready = self._ready[bearing] = self._make_ready(bearing)
            if len(self._ready) > KEPT:
                self._ready.popitem(last=False)
        if ready.impossible:
            return Drawn(None, impossible=True)
        if ready.method is None:
            return self._walk(ready.ground, stream, coupling)
        dealt = ready.method.deal(stream, tries, coupling)
        if dealt.numbers is None:
            return Drawn(None, tries=dealt.tries)
        return Drawn(dict(zip(bearing, dealt.numbers, strict=True)), tries=dealt.tries)

    def _make_ready(self, bearing: tuple[Hex, ...]) -> _Ready:
        ground = Ground(bearing, self._numbers, self._printed, self._options)
        for number, places in self._banned.items():
            ground.banned[number] = ground.banned.get(number, 0) | ground.mask(places)
        if ground.hopeless:
            return _Ready(ground, None, impossible=True)
        boards = _TRIAL_BOARDS if self._often else 1
        dealer = Dealer(ground, self._classes, often=self._often)
        if _promising(dealer, _TRIAL_TRIES, boards):
            return _Ready(ground, dealer)
        search = Search(ground, self._classes)
        listing = Listing(search)
        while len(listing) and listing.deepen():
            if _promising(listing, _TRIAL_LISTED, boards):
                return _Ready(ground, listing)
        try:
            impossible = not len(listing) or search.find(Budget(BRANCHES)) is None
        except OutOfBudget:
            impossible = False
        return _Ready(ground, None, impossible)

    def _walk(self, ground: Ground, stream: Stream, coupling: Coupling | None) -> Drawn:
        try:
            numbers = start(Search(ground, self._classes), stream, BRANCHES)
        except OutOfBudget:
            return Drawn(None, exact=False)
        if numbers is None:
            return Drawn(None, exact=False, impossible=True)
        if coupling is not None and not coupling.allows(numbers):
            return Drawn(None, exact=False)
        walk = Walk(ground, self._classes, numbers)
        walk.go(stream, STEPS, coupling)
        return Drawn(dict(zip(ground.hexes, walk.numbers, strict=True)), exact=False, tries=1)


def _promising(method: _Method, tries: int, boards: int) -> bool:
    """Whether a trial finds some boards in so many tries."""
    stream = Stream(_TRIAL_SEED)
    for _ in range(boards):
        dealt = method.deal(stream, tries)
        if dealt.numbers is None:
            return False
        tries -= dealt.tries
    return True
