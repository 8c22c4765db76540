"""A board being made: rolled, hexes kept and the rest rolled again, two swapped, steps undone.

A `Draft` is what a face works on: it holds what is wanted, the board of the moment and the way
back. Rolling may take a while, so a face does it elsewhere: `draft.order(seed)` is a frozen
order, a `Roller` fills it, `draft.take` takes the answer.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final, Literal

from msgspec.structs import replace

from companion.core.board.hexes import Edge, Hex
from companion.core.board.layout import Board, Harbor, board_of
from companion.core.board.options import Options
from companion.core.board.plan import Plan
from companion.core.board.problem import HarborPool, Problem, ProblemError, lock
from companion.core.chance import Seed
from companion.core.model import Struct
from companion.i18n.text import Text
from companion.scenario.plans import scattered
from companion.setup.code import encode
from companion.setup.code_ranks import coast
from companion.setup.drawn import Mode, deal_marks, problem_of, with_rules
from companion.setup.generate import Answer, Generator, Relaxation
from companion.setup.hands import is_hex, laying_order, lots, swapped
from companion.setup.naming import scenario_name
from companion.setup.wishes import Broken, broken, rules_broken

MOST_STEPS: Final = 200
"""Steps back that a draft keeps."""

_FEW_TRIES: Final = 10_000

Taken = Literal["board", "impossible", "not_found", "late", "unfit"]


class Wanted(Struct, frozen=True):
    """What a table wants of its boards.

    mode: as the book prints it, or drawn anew. rules: whether the scenario's own wishes hold.
    by_letters: numbers in their order along a path where the plan has one (BG-11).
    """

    mode: Mode = "variable"
    rules: bool = True
    by_letters: bool = False
    wishes: Options = Options()


class Stand(Struct, frozen=True):
    """A draft at one moment. seed: of its last roll, "" if unknown; exact: see `Answer`.

    locked: hexes that the next roll keeps; kept: the edges whose harbors it keeps.
    """

    board: Board
    seed: Seed = ""
    exact: bool = True
    locked: frozenset[Hex] = frozenset()
    kept: frozenset[Edge] = frozenset()


class Order(Struct, frozen=True):
    """A roll to be done. `number` tells the draft's orders apart: only the newest is taken.

    marks: a board whose marks are kept. laid: harbors that players laid and that stay where
    there is still a coast. scattered: the same without paths, to be tried where the letters
    leave no board.
    """

    plan: Plan
    problem: Problem
    options: Options
    seed: Seed
    number: int
    marks: Board | None = None
    laid: tuple[Harbor, ...] = ()
    scattered: Problem | None = None


class Unfit(Exception):
    """The hexes that are kept cannot be kept: `text` says which and why."""

    def __init__(self, text: Text) -> None:
        self.text = text
        super().__init__(text.id)


class Roller:
    """Fills orders. What was made ready for one serves the next of the same kind.

    For one thread at a time.
    """

    def __init__(self) -> None:
        self._generator: Generator | None = None

    def roll(self, order: Order) -> Answer:
        """The answer to an order; its board has its marks' tokens dealt, or kept.

        Raises Unfit if what is kept leaves no room for the rest.
        """
        generator = self._generator
        known = generator is not None and (
            generator.problem == order.problem and generator.options == order.options
        )
        if generator is None or not known:
            try:
                generator = self._generator = Generator(order.problem, order.options)
            except ProblemError as fault:
                raise Unfit(Text("boards.made.unfit")) from fault
        answer = generator.draw(order.seed)
        board = answer.board
        if board is None:
            return _without_letters(order, answer)
        if order.marks is not None:
            board = replace(board, marks=order.marks.marks)
        else:
            board = deal_marks(order.plan, board, order.seed)
        if order.laid:
            shore = set(coast(board.by_hex(), {harbor.edge for harbor in board.harbors}))
            stay = [harbor for harbor in order.laid if harbor.edge in shore]
            board = board_of(board.tiles, (*board.harbors, *stay), board.marks)
        return replace(answer, board=board)


def _without_letters(order: Order, answer: Answer) -> Answer:
    """The answer, saying too whether there is a board if numbers need not go by their letters."""
    if order.scattered is None or answer.outcome == "board":
        return answer
    anywhere = Generator(order.scattered, order.options, thorough=False)
    if anywhere.attempt(order.seed, _FEW_TRIES).board is None:
        return answer
    return replace(answer, relax=(*answer.relax, Relaxation("by_letters", None)))


class Draft:
    """A board being made for a plan. Not for several threads; orders and answers may travel."""

    def __init__(self, plan: Plan, players: int, wanted: Wanted | None = None) -> None:
        """Begin without a board: the first roll gives one.

        wanted: None for as the scenario sets it up.
        """
        self.plan = plan
        self.players = players
        self.wanted = wanted or Wanted()
        self._stands: list[Stand] = []
        self._at = -1
        self._orders = 0

    # -- what is ------------------------------------------------------------------------------

    @property
    def stand(self) -> Stand | None:
        """The board of the moment and what of it is kept; None before the first roll."""
        return self._stands[self._at] if self._stands else None

    @property
    def problem(self) -> Problem | None:
        """What there is to draw with nothing kept; None where the book prints no board."""
        wanted = self.wanted
        return problem_of(self.plan, wanted.mode, by_letters=wanted.by_letters)

    @property
    def options(self) -> Options:
        """The wishes, those of the scenario among them if its rules hold."""
        wanted = self.wanted
        rules = wanted.rules and wanted.mode != "printed"
        return with_rules(self.plan, wanted.wishes) if rules else wanted.wishes

    def broken(self) -> tuple[Broken, ...]:
        """What the board of the moment does not keep of rules and wishes."""
        stand, problem = self.stand, self.problem
        if stand is None or problem is None:
            return ()
        rules = rules_broken(problem, stand.board) if self.wanted.rules else ()
        return (*rules, *broken(problem, self.options, stand.board))

    # -- rolling ------------------------------------------------------------------------------

    def order(self, seed: Seed) -> Order:
        """The order for a roll that keeps what is locked.

        Raises Unfit if that cannot be kept, and where the book prints no board.
        """
        problem = self.problem
        if problem is None:
            raise Unfit(
                Text("boards.made.not_printed", {"scenario": scenario_name(self.plan.scenario)})
            )
        stand, marks = self.stand, None
        laid: tuple[Harbor, ...] = ()
        if stand is not None and (stand.locked or stand.kept):
            problem = keep(problem, stand.board, stand.locked, stand.kept)
            marks = stand.board if stand.locked >= set(stand.board.by_hex()) else None
            if self.plan.laid:
                laid = tuple(h for h in stand.board.harbors if h.edge in stand.kept)
        self._orders += 1
        letters = self.wanted.by_letters and not self.plan.along_paths
        anywhere = scattered(problem) if letters else None
        options = self.options
        return Order(self.plan, problem, options, seed, self._orders, marks, laid, anywhere)

    def take(self, order: Order, answer: Answer) -> Taken:
        """Take the board that an order came to, as a step.

        "late" if another was ordered since: nothing changes.
        """
        if order.number != self._orders:
            return "late"
        if answer.board is not None:
            before = self.stand
            locked, kept = (before.locked, before.kept) if before else (frozenset(), frozenset())
            self._step(Stand(answer.board, order.seed, answer.exact, locked, kept))
        return answer.outcome

    def give_up(self) -> None:
        """Take no order that was made before."""
        self._orders += 1

    def want(self, wanted: Wanted) -> None:
        """Wish for something else; the board stays until the next roll."""
        self.wanted = wanted
        self.give_up()

    def show(self, stand: Stand) -> None:
        """Go on from a board made elsewhere, as a step: a code's, or one kept from before."""
        self.give_up()
        self._step(stand)

    # -- by hand ------------------------------------------------------------------------------

    def toggle(self, site: Hex | Edge) -> None:
        """Keep a hex, or the harbor on an edge, in the next rolls; or no longer. A step."""
        stand = self._now()
        if is_hex(site):
            self._step(replace(stand, locked=stand.locked ^ {site}))
        else:
            self._step(replace(stand, kept=stand.kept ^ {site}))

    def keep_only(self, locked: Iterable[Hex] = (), kept: Iterable[Edge] = ()) -> None:
        """Keep exactly these in the next rolls. A step, unless nothing changes."""
        stand = self._now()
        new = replace(stand, locked=frozenset(locked), kept=frozenset(kept))
        if new != stand:
            self._step(new)

    def swap(self, one: Hex | Edge, other: Hex | Edge, *, numbers_only: bool = False) -> None:
        """Let two hexes, or two harbors, change places. A step.

        numbers_only: the terrain stays. Numbers stay where a terrain without one would get one.

        Raises ValueError unless both are hexes of the board, or both edges with harbors.
        """
        stand = self._now()
        board = swapped(stand.board, one, other, numbers_only=numbers_only)
        if board != stand.board:
            self._step(replace(stand, board=board))

    # -- laying the harbors of the New World (NW-2) --------------------------------------------

    def to_lay(self) -> tuple[str, ...]:
        """The kinds of harbors that players have yet to lay, in the order of a shuffled stack."""
        stand = self.stand
        if stand is None or not self.plan.laid:
            return ()
        return laying_order(self.plan, stand.board)

    def places_to_lay(self) -> tuple[Edge, ...]:
        """Where the next harbor may lie; none if all lie."""
        stand = self.stand
        if stand is None or not self.to_lay():
            return ()
        return tuple(coast(stand.board.by_hex(), {harbor.edge for harbor in stand.board.harbors}))

    def lay(self, site: Edge) -> None:
        """Lay the next harbor on an edge of a coast. A step.

        Raises ValueError if none is left or the edge is no place for it.
        """
        stand, left = self._now(), self.to_lay()
        if not left or site not in self.places_to_lay():
            raise ValueError(f"no harbor can be laid on {site}")
        self._lay(stand, [Harbor(site, left[0])])

    def lay_rest(self, seed: Seed) -> None:
        """Lay all harbors that are left by lot, with room between as far as the coast allows."""
        stand, left = self._now(), self.to_lay()
        if left:
            self._lay(stand, lots(self.places_to_lay(), left, stand.board.harbors, seed))

    def _lay(self, stand: Stand, more: Sequence[Harbor]) -> None:
        board = stand.board
        laid = board_of(board.tiles, (*board.harbors, *more), board.marks)
        self._step(replace(stand, board=laid))

    # -- steps --------------------------------------------------------------------------------

    @property
    def can_undo(self) -> bool:
        """Whether there is a step to go back."""
        return self._at > 0

    @property
    def can_redo(self) -> bool:
        """Whether a step was undone."""
        return self._at + 1 < len(self._stands)

    def undo(self) -> None:
        """Go a step back, if there is one."""
        if self.can_undo:
            self.give_up()
            self._at -= 1

    def redo(self) -> None:
        """Go a step forward again, if one was undone."""
        if self.can_redo:
            self.give_up()
            self._at += 1

    def _step(self, stand: Stand) -> None:
        # An answer to what was ordered before would overwrite this step.
        self._orders += 1
        del self._stands[self._at + 1 :]
        self._stands.append(stand)
        del self._stands[:-MOST_STEPS]
        self._at = len(self._stands) - 1

    def _now(self) -> Stand:
        if self.stand is None:
            raise ValueError("there is no board yet: roll one first")
        return self.stand


def code_of(draft: Draft) -> str:
    """The code of the board of the moment, with its wishes; "" without a board."""
    stand, wanted = draft.stand, draft.wanted
    if stand is None:
        return ""
    return encode(
        draft.plan,
        stand.board,
        players=draft.players,
        options=wanted.wishes,
        rules=wanted.rules,
    )


def keep(
    problem: Problem, board: Board, hexes: Iterable[Hex], edges: Iterable[Edge] = ()
) -> Problem:
    """The problem in which hexes keep their terrain and number, and edges their harbors.

    Of hexes whose numbers lie along a path only the terrain is kept.

    Raises Unfit if the groups do not hold what would be kept, as after a swap across groups.
    """
    try:
        kept = lock(problem, board, frozenset(hexes))
    except ValueError as fault:
        raise Unfit(Text("boards.made.unfit")) from fault
    wanted = frozenset(edges)
    kinds = {harbor.edge: harbor for harbor in board.harbors if harbor.edge in wanted}
    pools, fixed = [], list(kept.harbors_fixed)
    for pool in kept.harbors:
        left = list(pool.kinds)
        for site in pool.edges:
            if site in kinds:
                if kinds[site].kind not in left:
                    raise Unfit(Text("boards.made.unfit"))
                left.remove(kinds[site].kind)
                fixed.append(kinds[site])
        open_edges = tuple(site for site in pool.edges if site not in kinds)
        if open_edges:
            pools.append(HarborPool(open_edges, tuple(left)))
    return replace(kept, harbors=tuple(pools), harbors_fixed=tuple(fixed))
