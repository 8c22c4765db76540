"""The state as a rule sees it: slices, settings, queries with their provenance, chance."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, TypeVar

from companion.core import chance
from companion.core.events import ChanceDrawn, PromptClosed, PromptOpened
from companion.core.frozen import FrozenMap
from companion.core.model import Event, Frame, Prompt, Seat, SeatId, State, Struct
from companion.core.module import Query
from companion.i18n.text import Text

if TYPE_CHECKING:
    from companion.core.compose import Rules

T = TypeVar("T")
S = TypeVar("S", bound=Struct)
E = TypeVar("E", bound=Event)


MOST_DRAWN = 10_000
"""Dice or items of one draw: far more than any table has, far less than would fill the memory."""


class FlowStart(Struct, frozen=True):
    """What comes when the agenda is empty: a flow and whose it is."""

    flow: str
    seat: SeatId | None = None
    data: FrozenMap[str, Any] = FrozenMap()


class KernelFault(Exception):
    """A fault of a rule module, not of a player: an undeclared query, a cycle, an endless loop."""


class Tally:
    """What one command has used up so far: prompt numbers and uses of chance."""

    __slots__ = ("correction", "prompts", "ticket", "uses")

    def __init__(self, ticket: str, *, correction: bool = False) -> None:
        self.ticket = ticket
        self.correction = correction
        self.prompts = 0
        self.uses: dict[str, int] = {}

    def prompt_id(self) -> str:
        """A prompt id that no other prompt of this game has."""
        self.prompts += 1
        return f"{self.ticket}.{self.prompts - 1}"


class Context:
    """One state, readable. Answers to queries are remembered for as long as it lives."""

    __slots__ = ("_memo", "_stack", "recorded", "rules", "state", "tally")

    def __init__(
        self,
        rules: Rules,
        state: State,
        tally: Tally | None = None,
        recorded: tuple[Event, ...] = (),
    ) -> None:
        self.rules = rules
        self.state = state
        self.tally = tally or Tally("view")
        self.recorded = recorded
        self._memo: dict[Any, Any] = {}
        self._stack: list[str] = []

    def at(self, state: State) -> Context:
        """The same command's context over a later state."""
        return Context(self.rules, state, self.tally, self.recorded)

    @property
    def correcting(self) -> bool:
        """Whether the command under way is the table's correction, not a move.

        What follows from a move (a token, a neutral road) does not follow from setting it right.
        """
        return self.tally.correction

    # -- parts of the state ---------------------------------------------------------------

    def slice(self, kind: type[S]) -> S:
        """The part of the state that is of type `kind`."""
        found = self.state.slices[self.rules.slice_owner[kind]]
        assert isinstance(found, kind)
        return found

    def setting(self, name: str) -> Any:
        """The value of the setting `name` ("module.setting") now."""
        return self.rules.setting(self.state, name)

    @property
    def frame(self) -> Frame | None:
        """The flow under way on top of the agenda."""
        return self.state.frames[-1] if self.state.frames else None

    def frame_of(self, flow: str) -> Frame | None:
        """The innermost frame of `flow` on the agenda."""
        for frame in reversed(self.state.frames):
            if frame.flow == flow:
                return frame
        return None

    def prompt(self, name: str) -> Prompt | None:
        """The newest open prompt called `name`."""
        for prompt in reversed(self.state.prompts):
            if prompt.name == name:
                return prompt
        return None

    def seats(self) -> tuple[Seat, ...]:
        """Everybody at the table in turn order, neutral colors last, those who left out."""
        return self.get(SEATS)

    def players(self) -> tuple[SeatId, ...]:
        """Ids of the players at the table in turn order."""
        return tuple(s.id for s in self.seats() if s.kind == "player")

    def seat(self, seat_id: SeatId) -> Seat:
        """The seat `seat_id`, also one that has left. Raises KeyError for an unknown id."""
        for seat in self.get(ALL_SEATS):
            if seat.id == seat_id:
                return seat
        raise KeyError(seat_id)

    # -- queries --------------------------------------------------------------------------

    def get(self, query: Query[T], **args: Any) -> T:
        """The answer to `query`."""
        return self.explain(query, **args)[0]

    def explain(self, query: Query[T], **args: Any) -> tuple[T, tuple[tuple[str, str], ...]]:
        """The answer to `query` and who made it: (module, phase) pairs in order.

        Raises `KernelFault` for a query nobody declared, or a cycle of queries (named).
        """
        # In the query's own order, whatever the caller's; with types, as True equals 1.
        named = tuple(args[name] for name in query.args if name in args)
        if len(named) != len(args):
            known = ", ".join(query.args) or "nothing"
            raise KernelFault(f"query {query.name} takes {known}, not {', '.join(args)}")
        kinds: tuple[object, ...] = tuple(map(type, named))
        if not _PLAIN.issuperset(kinds):
            kinds = tuple(map(_kind, named))
        key = (query.name, named, kinds)
        try:
            return self._memo[key]  # type: ignore[no-any-return]
        except KeyError:
            pass
        except TypeError:
            raise KernelFault(
                f"query {query.name}: an argument cannot be remembered: {args!r}"
            ) from None
        label = f"{query.name}{named}"
        if label in self._stack:
            chain = " > ".join((*self._stack, label))
            raise KernelFault(f"queries ask each other in a circle: {chain}")
        self._stack.append(label)
        try:
            found = self._answer(query, args)
        finally:
            self._stack.pop()
        self._memo[key] = found
        return found

    def _answer(
        self, query: Query[T], args: dict[str, Any]
    ) -> tuple[T, tuple[tuple[str, str], ...]]:
        parts = self.rules.parts.get(query.name)
        if parts is None:
            raise KernelFault(f"no module of this game declares the query {query.name!r}")
        sources: list[tuple[str, str]] = []
        value: Any = None
        for module, fn in parts.sets:
            value = fn(self, **args)
            if value is not None:
                sources.append((module, "set"))
                break
        if value is None:
            value = query.default(self, **args)
            sources.append((parts.owner, "default"))
        for module, fn in parts.adds:
            more = fn(self, **args)
            if more:
                value = value + more
                sources.append((module, "add"))
        for module, fn in parts.forbids:
            kept = tuple(option for option in value if fn(self, option, **args) is None)
            if len(kept) != len(value):
                value = kept
                sources.append((module, "forbid"))
        for module, fn in parts.replaces:
            changed = fn(self, value, **args)
            if changed != value:
                value = changed
                sources.append((module, "replace"))
        return value, tuple(sources)

    def forbidden(self, query: Query[Any], option: Any, **args: Any) -> Text | None:
        """Why `option` is not in the answer to `query`, if a module forbids it."""
        for _module, fn in self.rules.parts[query.name].forbids:
            reason: Text | None = fn(self, option, **args)
            if reason is not None:
                return reason
        return None

    # -- chance and prompts ---------------------------------------------------------------

    def throw(self, stream: str, count: int = 2, sides: int = 6) -> ChanceDrawn:
        """A throw of dice by the app, as an event whose `outcome` are the faces."""
        return self._drawn(stream, "dice", (sides,) * count, False)

    def shuffle(self, stream: str, size: int) -> ChanceDrawn:
        """A secret shuffle of 0..size-1, as an event whose `outcome` is the order."""
        return self._drawn(stream, "shuffle", (size,), True)

    def shuffle_ahead(self, stream: str, size: int, passes: int) -> tuple[int, ...]:
        """The shuffle of 0..size-1 that comes after `passes` more of this stream: nobody's to see.

        For telling whether what the table has seen already will come again.
        """
        use = self.state.uses.get(stream, 0) + passes
        return draw(self.state.setup.seed, stream, use, "shuffle", (size,))

    def _drawn(self, stream: str, how: str, bounds: Sequence[int], secret: bool) -> ChanceDrawn:
        for event in self.recorded:
            if (
                isinstance(event, ChanceDrawn)
                and (event.stream, event.how, event.bounds) == (stream, how, tuple(bounds))
                and self.tally.uses.get(f"recorded {stream}", -1) < event.use
            ):
                self.tally.uses[f"recorded {stream}"] = event.use
                return event
        use = max(self.state.uses.get(stream, 0), self.tally.uses.get(stream, 0))
        self.tally.uses[stream] = use + 1
        outcome = draw(self.state.setup.seed, stream, use, how, tuple(bounds))
        return ChanceDrawn(
            stream=stream, use=use, how=how, bounds=tuple(bounds), outcome=outcome, secret=secret
        )

    def ask(self, name: str, text: Text, seats: Sequence[SeatId] = (), **more: Any) -> PromptOpened:
        """The event that opens an ask called `name`; `more`: order, blocking, data."""
        return self._open("ask", name, text, seats, more)

    def tell(
        self, name: str, text: Text, seats: Sequence[SeatId] = (), **more: Any
    ) -> PromptOpened:
        """The event that opens a tell: a step that needs no tap."""
        return self._open("tell", name, text, seats, more)

    def close(self, prompt: Prompt, how: Any = "answered") -> PromptClosed:
        """The event that closes `prompt` for everybody."""
        return PromptClosed(prompt.id, how)

    def _open(
        self, kind: Any, name: str, text: Text, seats: Sequence[SeatId], more: dict[str, Any]
    ) -> PromptOpened:
        data = FrozenMap(more.pop("data", {}))
        return PromptOpened(
            prompt=Prompt(
                id=self.tally.prompt_id(),
                name=name,
                kind=kind,
                text=text,
                seats=tuple(seats),
                depth=len(self.state.frames),
                data=data,
                **more,
            )
        )


_PLAIN = frozenset({str, int, bool, type(None)})
"""Types without parts, which most arguments have."""


def _kind(value: object) -> object:
    """The type of a query's argument, of its parts as well: equal values may differ in it."""
    if isinstance(value, tuple):
        return tuple(map(_kind, value))
    if isinstance(value, FrozenMap):
        return frozenset((key, _kind(part)) for key, part in value.items())
    return type(value)


def draw(seed: str, stream: str, use: int, how: str, bounds: tuple[int, ...]) -> tuple[int, ...]:
    """What chance gives for this use of `stream`: dice faces (1..n) or a shuffled 0..n-1.

    Raises ValueError for what no game draws: another kind, or more than `MOST_DRAWN` at once.
    """
    if how == "shuffle" and len(bounds) != 1:
        raise ValueError(
            f"a shuffle of {stream!r} needs 1 bound, how many items; got {len(bounds)}"
        )
    size = bounds[0] if how == "shuffle" else len(bounds)
    if size > MOST_DRAWN:
        raise ValueError(f"{size} at once from {stream!r}: at most {MOST_DRAWN} are drawn")
    if how == "dice":
        return tuple(v + 1 for v in chance.integers(seed, stream, use, bounds))
    if how == "shuffle":
        return tuple(chance.shuffle(seed, stream, use, range(size)))
    raise ValueError(f"unknown kind of chance {how!r}; known are dice and shuffle")


ALL_SEATS: Query[tuple[Seat, ...]] = Query(
    "all_seats",
    "Every seat of the game in turn order, those who left and the neutral colors included.",
    lambda ctx: ctx.state.setup.seats,
)
SEATS: Query[tuple[Seat, ...]] = Query(
    "seats",
    "Every seat still at the table, neutral colors last.",
    lambda ctx: tuple(
        sorted((s for s in ctx.get(ALL_SEATS) if s.present), key=lambda s: s.kind == "neutral")
    ),
)
NEXT_FLOW: Query[FlowStart | None] = Query(
    "next_flow", "The flow that begins when the agenda is empty.", lambda ctx: None
)
FLOW_STAGES: Query[tuple[str, ...]] = Query(
    "flow_stages",
    "The stages of a flow (setup, turn, seven, robber, …) in their order, as all modules of this "
    "game want them now.",
    lambda ctx, flow: ctx.rules.flow_stages(ctx, flow),
    args=("flow",),
)
KERNEL_QUERIES: tuple[Query[Any], ...] = (ALL_SEATS, SEATS, NEXT_FLOW, FLOW_STAGES)
