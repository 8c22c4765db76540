"""The numbers of one pool, drawn from all that meet the wishes for the terrain that lies there.

Four ways are tried in this order on a ground: staged rejection (`dealing`), listed beginnings
(`listing`), staged rejection with much patience, and a walk (`walk`). All but the walk are exactly
uniform. Where nearly every board has a ground of its own, a list would not pay, and rejection is
patient at once. Which way a ground gets is settled by a trial with a seed of its own, so a board
depends on its seed alone and never on what was drawn before.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from functools import lru_cache
from hashlib import sha256
from math import comb
from typing import Final, NamedTuple, Protocol

from companion.core.board.hexes import Hex, neighbors
from companion.core.board.options import Options
from companion.setup.dealing import Coupling, Deal, Dealer
from companion.setup.ground import Ground, classes_of
from companion.setup.listing import Listing
from companion.setup.search import Budget, OutOfBudget, Search
from companion.setup.stream import Stream
from companion.setup.symmetry import Symmetry, symmetries
from companion.setup.walk import STEPS, Walk, start

KEPT: Final = 128
"""Places and grounds kept ready: more than a pool has that is worth a trial."""

BRANCHES: Final = 200_000
"""Branches that the search for the start of a walk may look at."""

PROOF_BRANCHES: Final = 2_000_000
"""Branches that a search may look at to see that there is no answer: some seconds at worst."""

_WALK_TRIES: Final = 2_000
"""A walk takes the time of so many deals, and counts as that."""

_TRIAL_SEED: Final = sha256(b"islekeeper-setup:trial").hexdigest()[:32]
_TRIAL_TRIES: Final = 3_000
_TRIAL_LISTED: Final = 2_500
_TRIAL_PATIENT: Final = 15_000
_PATIENT_BOARDS: Final = 2
_TRIAL_BOARDS: Final = 3
_OFTEN: Final = 100


class _Method(Protocol):
    def deal(self, stream: Stream, tries: int, coupling: Coupling | None = None) -> Deal: ...


class Drawn(NamedTuple):
    """The numbers by hex, or None: then `impossible` tells whether that was proved.

    exact: whether every possible answer was equally likely. tries: how many deals it took.
    """

    numbers: dict[Hex, int] | None
    exact: bool = True
    impossible: bool = False
    tries: int = 0


class _Ready(NamedTuple):
    """A ground and the way to draw on it; None: the walk. work: what a proof took, in tries."""

    ground: Ground
    method: _Method | None
    impossible: bool = False
    work: int = 0


class _Asked(NamedTuple):
    """All that makes a ground what it is, to be looked up."""

    bearing: tuple[Hex, ...]
    numbers: tuple[int, ...]
    printed: tuple[tuple[Hex, int], ...]
    banned: tuple[tuple[int, frozenset[Hex]], ...]
    options: Options
    often: bool
    thorough: bool


class Place:
    """Hexes that bear the numbers of a pool, in the order in which they are the ground's cells.

    Places that lie alike but for a turn or a mirror of the whole pool share a ground.
    """

    __slots__ = ("hexes", "image", "ready")

    def __init__(self, hexes: tuple[Hex, ...], image: tuple[Hex, ...]) -> None:
        self.hexes = hexes
        self.image = image
        self.ready: _Ready | None = None


class NumberDraw:
    """Draws the numbers of one pool."""

    def __init__(
        self,
        hexes: Sequence[Hex],
        numbers: Sequence[int],
        printed: Mapping[Hex, int],
        options: Options,
        banned: Mapping[int, frozenset[Hex]],
        *,
        thorough: bool = True,
    ) -> None:
        """Make ready.

        printed: the numbers that are not drawn. banned: where a number may not lie, whatever
        the terrain is. thorough: whether to take pains to be exactly uniform.
        """
        self.hexes = tuple(hexes)
        self._numbers = tuple(numbers)
        self._printed = printed
        # What else is wished makes no difference to a ground.
        self._on_numbers = Options(
            reds_apart=options.reds_apart,
            equal_apart=options.equal_apart,
            extremes_apart=options.extremes_apart,
            node_most=options.node_most,
            node_least=options.node_least,
        )
        self._banned = banned
        self._classes = classes_of(numbers, options)
        self._thorough = thorough
        self._often = comb(len(self.hexes), len(self._numbers)) <= _OFTEN
        self._symmetries = self._find_symmetries() if self._often else ()
        self._ready: dict[tuple[Hex, ...], _Ready] = {}

    def _find_symmetries(self) -> tuple[Symmetry, ...]:
        """The symmetries of the pool, if no printed number and no ban disturbs them."""
        if any(beside in self._printed for place in self.hexes for beside in neighbors(place)):
            return ()

        def alike(one: Hex, other: Hex) -> bool:
            return all((one in where) == (other in where) for where in self._banned.values())

        return symmetries(self.hexes, alike)

    def place(self, bearing: tuple[Hex, ...]) -> Place:
        """The place of the hexes that bear a number, which are as many as there are numbers."""
        if not self._symmetries:
            return Place(bearing, bearing)
        pairs = min(
            (sorted((moved[place], place) for place in bearing) for moved in self._symmetries),
            key=lambda pairs: [image for image, _ in pairs],
        )
        return Place(tuple(place for _, place in pairs), tuple(image for image, _ in pairs))

    def draw(self, place: Place, stream: Stream, tries: int, coupling: Coupling | None) -> Drawn:
        """Draw the numbers of a place in at most so many tries."""
        if not place.hexes:
            return Drawn({})
        ready = place.ready
        if ready is None:
            ready = self._ready.get(place.image)
            if ready is None:
                if len(self._ready) >= KEPT:
                    self._ready.clear()
                ready = self._ready[place.image] = _make_ready(self._asked(place.image))
            place.ready = ready
        if ready.impossible:
            return Drawn(None, impossible=True, tries=ready.work)
        if ready.method is None:
            return self._walk(ready.ground, place.hexes, stream, coupling)
        numbers, tried = ready.method.deal(stream, tries, coupling)
        if numbers is not None:
            return Drawn(dict(zip(place.hexes, numbers, strict=True)), tries=tried)
        # What the terrain asks, which no trial knew of, made this ground too tight for chance.
        walked = self._walk(ready.ground, place.hexes, stream, coupling)
        return walked._replace(tries=walked.tries + tried)

    def seen_impossible(self, bare: Collection[Hex]) -> bool | None:
        """Whether no numbers fit as far as the search for a way saw; None: it did not look at all.

        bare: the hexes that are so on every board. It has looked at all where there is but one
        ground.
        """
        if not self._ready or sum(place not in bare for place in self.hexes) != len(self._numbers):
            return None
        return any(ready.impossible for ready in self._ready.values())

    def _asked(self, bearing: tuple[Hex, ...]) -> _Asked:
        return _Asked(
            bearing,
            self._numbers,
            tuple(sorted(self._printed.items())),
            tuple(sorted(self._banned.items())),
            self._on_numbers,
            self._often,
            self._thorough,
        )

    def _walk(
        self,
        ground: Ground,
        bearing: tuple[Hex, ...],
        stream: Stream,
        coupling: Coupling | None,
    ) -> Drawn:
        if coupling is not None:
            ground = ground.closed(coupling.banned)
        try:
            numbers = start(Search(ground, self._classes), stream, BRANCHES)
        except OutOfBudget:
            return Drawn(None, exact=False)
        if numbers is None:
            # Proved for this terrain, which the coupling knows.
            return Drawn(None, impossible=True)
        walk = Walk(ground, self._classes, numbers)
        if coupling is not None and not walk.seek(stream, coupling):
            return Drawn(None, exact=False)
        walk.go(stream, STEPS, coupling)
        return Drawn(dict(zip(bearing, walk.numbers, strict=True)), exact=False, tries=_WALK_TRIES)


@lru_cache(maxsize=8)
def _make_ready(asked: _Asked) -> _Ready:
    """Find the way for a ground.

    The last few are kept for other generators too: a wish about harbors alone, or the same board
    for another number of players, need not list the beginnings anew.
    """
    printed = dict(asked.printed)
    ground = Ground(asked.bearing, asked.numbers, printed, asked.options)
    for number, places in asked.banned:
        ground.banned[number] = ground.banned.get(number, 0) | ground.mask(places)
    if ground.hopeless:
        return _Ready(ground, None, impossible=True)
    classes = classes_of(asked.numbers, asked.options)
    dealer = Dealer(ground, classes, often=asked.often)
    if asked.often or not asked.thorough:
        promising = _promising(dealer, _TRIAL_TRIES, _TRIAL_BOARDS)
    else:
        promising = _promising(dealer, _TRIAL_PATIENT, 1)
    if promising:
        return _Ready(ground, dealer)
    search = Search(ground, classes)
    budget = Budget(PROOF_BRANCHES if asked.often else BRANCHES)
    allowed = budget.left
    try:
        if search.find(budget) is None:
            # Where nearly every terrain has a ground of its own, proofs must not take for ever.
            work = 0 if asked.often else _TRIAL_PATIENT + allowed - budget.left
            return _Ready(ground, None, impossible=True, work=work)
    except OutOfBudget:
        pass  # not known, so the other ways have a try
    if not (asked.often and asked.thorough):
        return _Ready(ground, None)
    listing = Listing(search)
    while len(listing) and listing.deepen():
        if listing.ready and _promising(listing, _TRIAL_LISTED, _TRIAL_BOARDS):
            return _Ready(ground, listing)
    if not len(listing):
        return _Ready(ground, None, impossible=True)
    patient = _promising(dealer, _TRIAL_PATIENT, _PATIENT_BOARDS)
    return _Ready(ground, dealer if patient else None)


def _promising(method: _Method, tries: int, boards: int) -> bool:
    """Whether a trial finds some boards in so many tries."""
    stream = Stream(_TRIAL_SEED)
    for _ in range(boards):
        dealt = method.deal(stream, tries)
        if dealt.numbers is None:
            return False
        tries -= dealt.tries
    return True
