"""Drawing a board: terrain, then harbors, then numbers, each from all that meet the wishes.

What is uniform: the terrain over all terrains that can be completed, then harbors and numbers
over all that are good for this terrain. (Boards as wholes would be another thing: with at most
10 pips at a node four boards in five would have their desert on the inner ring.)
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from hashlib import sha256
from typing import Final, Literal

from companion.core.board.hexes import Hex, by_rows
from companion.core.board.layout import Board, Harbor, Tile
from companion.core.board.options import Options, relaxed
from companion.core.board.problem import NumberPool, Problem, require_sound
from companion.core.chance import Seed
from companion.core.model import Struct
from companion.setup.dealing import JUDGED, Coupling
from companion.setup.harbors import HarborDraw
from companion.setup.judge import Bans, Judge
from companion.setup.numbers import KEPT, Drawn, NumberDraw, Place
from companion.setup.paths import PathDraw
from companion.setup.proof import (
    forced,
    impossible,
    limits_contradict,
    shares_contradict,
    too_many_reds,
    with_room,
)
from companion.setup.search import OutOfBudget
from companion.setup.stream import Stream
from companion.setup.terrain import TerrainDraw

Outcome = Literal["board", "impossible", "not_found"]

TRIES: Final = 60_000
"""Deals of the numbers on one terrain, and of terrain, before they count as not found."""

TERRAINS: Final = 40
"""Terrains that may turn out to have no numbers or no harbors before a board is not found."""

TERRAINS_BY_PATH: Final = 2_000
"""The same where all numbers lie along paths, which is soon looked at."""

_OPEN: Final = 2
"""Terrains that may be given up without a proof: each is a second's work at worst."""

_FEW_TRIES: Final = 10_000
_RELAX_SEED: Final = sha256(b"islekeeper-setup:relax").hexdigest()[:32]


class Relaxation(Struct, frozen=True):
    """A wish that, one step looser and nothing else changed, makes a board possible.

    `limit` is its new value: a limit, or None where the wish is given up.
    """

    wish: str
    limit: int | None


class Answer(Struct, frozen=True):
    """A board, the proof that there is none, or neither within the budget.

    exact: whether every possible board was equally likely (see the module), or only nearly so.
    relax: only where it is impossible: each single wish whose loosening by a step would do.
    tries: how many deals of numbers were looked at.
    """

    outcome: Outcome
    board: Board | None = None
    exact: bool = True
    relax: tuple[Relaxation, ...] = ()
    tries: int = 0


def lay_out(problem: Problem, options: Options, seed: Seed) -> Answer:
    """Draw one board; a `Generator` is quicker for many of the same kind.

    Raises ProblemError if the parts of the problem do not fit together.
    """
    return Generator(problem, options).draw(seed)


class Generator:
    """Draws boards of one problem under the same wishes: the same seed gives the same board."""

    def __init__(self, problem: Problem, options: Options, *, thorough: bool = True) -> None:
        """Make ready.

        thorough: whether to take pains to be exactly uniform; not where any board will do.

        Raises ProblemError if the parts of the problem do not fit together.
        """
        require_sound(problem)
        self.problem = problem
        self.options = options
        self._bans = Bans(problem, options)
        self._judge = Judge(problem, options)
        self._terrain = TerrainDraw(problem, options, self._bans.terrain)
        self._harbors = [
            HarborDraw(pool, off_own=options.harbors_off_own) for pool in problem.harbors
        ]
        self._mixed_harbors = len(problem.harbors) + len(problem.harbors_fixed) > 1
        self._bare = frozenset(problem.bare)
        self._rows = by_rows(problem.hexes())
        self._printed = {tile.hex: tile.number for tile in problem.fixed if tile.number is not None}
        self._coupled = bool(self._bans) or not self._judge.alone
        self._places: dict[tuple[NumberDraw | PathDraw, tuple[bool, ...]], Place] = {}
        self._numbers = [self._pool_draw(pool, thorough=thorough) for pool in problem.numbers]
        self._terrains = (
            TERRAINS_BY_PATH if all(pool.paths for pool in problem.numbers) else TERRAINS
        )
        # Whether one terrain that cannot be completed proves that none can.
        bare = {tile.hex for tile in problem.fixed if tile.terrain in self._bare}
        self._bare_hexes = bare
        self._alike = not problem.terrain or (
            not (options.harbors_off_own or self._bans)
            and all(len(set(pool.hexes) - bare) == len(pool.numbers) for pool in problem.numbers)
        )
        # None: not known yet.
        self._impossible: bool | None = None
        if (
            too_many_reds(problem, options)
            or shares_contradict(problem, options)
            or limits_contradict(problem, options)
            or not self._judge.together(forced(problem))
        ):
            self._impossible = True
        self._relax: tuple[Relaxation, ...] | None = None

    def _pool_draw(self, pool: NumberPool, *, thorough: bool) -> NumberDraw | PathDraw:
        banned = self._bans.numbers
        if pool.paths:
            return PathDraw(pool, self._printed, self.options, banned)
        return NumberDraw(
            pool.hexes, pool.numbers, self._printed, self.options, banned, thorough=thorough
        )

    def draw(self, seed: Seed, tries: int = TRIES) -> Answer:
        """Draw the board of a seed.

        tries: how many deals one terrain may take; they bound the time, too.
        """
        answer = self.attempt(seed, tries) if not self._impossible else Answer("not_found")
        if answer.outcome == "not_found" and self.impossible():
            return Answer("impossible", relax=self._relaxations(), tries=answer.tries)
        return answer

    def attempt(self, seed: Seed, tries: int, *, prove: bool = True) -> Answer:
        """Draw a board, or answer that none was found without saying why.

        prove: whether to stop as soon as it is proved that there is none.
        """
        stream = Stream(seed)
        tried = unproved = 0
        for _ in range(self._terrains):
            terrain, _ = self._terrain.draw(stream, tries)
            if terrain is None:
                break
            harbors, drawn = self._complete(terrain, stream, tries)
            tried += drawn.tries
            if drawn.numbers is not None:
                board = self._board(terrain, harbors, drawn.numbers)
                # A terrain that was given up without proof might have had its turn.
                return Answer("board", board, drawn.exact and not unproved, tries=tried)
            unproved += not drawn.impossible
            if drawn.impossible and self._alike:
                self._impossible = True
            spent = unproved == _OPEN or tried >= _OPEN * tries
            if spent or (prove and self.impossible()):
                break
        return Answer("not_found", tries=tried)

    def impossible(self) -> bool:
        """Whether it is proved that no board at all meets the wishes; no proof, no claim."""
        if self._impossible is None:
            self._impossible = (
                self._terrain.impossible() or self.soon_impossible() or self._numbers_impossible()
            )
        return self._impossible

    def _numbers_impossible(self) -> bool:
        """The same from the search for numbers, where it was not already made."""
        for draw, pool in zip(self._numbers, self.problem.numbers, strict=True):
            seen = draw.seen_impossible(self._bare_hexes) if isinstance(draw, NumberDraw) else None
            if seen is None:
                seen = impossible(self.problem, pool, self.options, self._bans)
            if seen:
                return True
        return False

    def soon_impossible(self) -> bool:
        """The same, as far as some milliseconds tell: by the reds, printed numbers and paths."""
        return bool(self._impossible) or any(
            draw.impossible(self._bare_hexes)
            for draw in self._numbers
            if isinstance(draw, PathDraw)
        )

    def _complete(
        self, terrain: Mapping[Hex, str], stream: Stream, tries: int
    ) -> tuple[tuple[Harbor, ...], Drawn]:
        """Draw what a terrain lacks; no numbers if there is no answer."""
        harbors = self.problem.harbors_fixed
        try:
            for pool in self._harbors:
                found = pool.draw(terrain, stream)
                if found is None:
                    return (), Drawn(None, impossible=True)
                harbors += found
        except OutOfBudget:
            return (), Drawn(None)
        return harbors, self._draw_numbers(terrain, stream, tries)

    def _relaxations(self) -> tuple[Relaxation, ...]:
        """Each wish that makes a board possible if it alone asks for a step less."""
        if self._relax is None:
            self._relax = tuple(self._find_relaxations())
        return self._relax

    def _find_relaxations(self) -> Iterator[Relaxation]:
        for wish, options in relaxed(self.options):
            easier = with_room(self.problem, options, Bans(self.problem, options))
            if easier is None:
                continue
            generator = Generator(easier, options, thorough=False)
            if generator.soon_impossible():
                continue
            answer = generator.attempt(_RELAX_SEED, _FEW_TRIES, prove=False)
            if answer.outcome == "board":
                limit = getattr(options, wish)
                yield Relaxation(wish, None if limit is False else limit)

    def _draw_numbers(self, terrain: Mapping[Hex, str], stream: Stream, tries: int) -> Drawn:
        """Draw the numbers of all pools; begin anew if they do not go together."""
        places = [self._place(pool, terrain) for pool in self._numbers]
        if len(places) == 1:
            coupling = self._coupling(places[0].hexes, terrain) if self._coupled else None
            return self._numbers[0].draw(places[0], stream, tries, coupling)
        couplings = [self._coupling(place.hexes, terrain) for place in places]
        tried = 0
        while True:
            numbers: dict[Hex, int] = {}
            exact = True
            for pool, place, coupling in zip(self._numbers, places, couplings, strict=True):
                drawn = pool.draw(place, stream, tries - tried, coupling)
                tried += drawn.tries
                if drawn.numbers is None:
                    return drawn._replace(tries=tried)
                numbers.update(drawn.numbers)
                exact = exact and drawn.exact
            if self._judge.alone or self._judge.allows(terrain, numbers):
                return Drawn(numbers, exact, tries=tried)
            tried += JUDGED
            if tried >= tries:
                return Drawn(None, exact, tries=tried)

    def _place(self, pool: NumberDraw | PathDraw, terrain: Mapping[Hex, str]) -> Place:
        """The hexes of a pool that bear its numbers on this terrain."""
        bare = tuple(map(self._bare.__contains__, map(terrain.__getitem__, pool.hexes)))
        known = self._places.get((pool, bare))
        if known is None:
            if len(self._places) >= KEPT:
                self._places.clear()
            bearing = [
                place for place, is_bare in zip(pool.hexes, bare, strict=True) if not is_bare
            ]
            known = self._places[pool, bare] = pool.place(tuple(bearing))
        return known

    def _coupling(self, hexes: Sequence[Hex], terrain: Mapping[Hex, str]) -> Coupling | None:
        """What the terrain asks of the numbers of a pool, or None: nothing."""
        banned = self._bans.on(hexes, terrain) if self._bans else {}
        if self._judge.alone or len(self._numbers) > 1:
            return Coupling(banned) if banned else None

        def judge(numbers: Sequence[int]) -> bool:
            return self._judge.allows(terrain, dict(zip(hexes, numbers, strict=True)))

        return Coupling(banned, judge)

    def _board(
        self, terrain: Mapping[Hex, str], harbors: tuple[Harbor, ...], drawn: Mapping[Hex, int]
    ) -> Board:
        numbers = {**self._printed, **drawn} if self._printed else drawn
        rows = self._rows
        tiles = map(Tile, rows, map(terrain.__getitem__, rows), map(numbers.get, rows))
        if self._mixed_harbors:
            harbors = tuple(sorted(harbors, key=lambda harbor: harbor.edge))
        return Board(tuple(tiles), harbors, self.problem.marks)
