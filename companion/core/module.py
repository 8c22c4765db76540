"""What a rule module is made of.

A module is one object of class `Module`, put together from the declarations below. Nothing
else about it is known to the kernel: it asks for no module by name. Every function here is
pure and gets a `Context`; the state it reads is the one before the command or event.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Generic, Literal, TypeVar

from companion.core.model import (
    Action,
    Command,
    Event,
    Param,
    Point,
    Prompt,
    Refusal,
    SeatId,
    Setup,
    Struct,
)
from companion.i18n.text import Text

if TYPE_CHECKING:
    from companion.core.audit import Audit
    from companion.core.context import Context
    from companion.core.positions import PositionPart

T = TypeVar("T")
S = TypeVar("S", bound=Struct)

Events = Iterable[Event]

ArgKind = Literal[
    "value",
    "seat",
    "nobody",
    "count",
    "piece",
    "award",
    "names",
    "traits",
    "counts",
    "places",
    "links",
]
"""What an argument of a query is, for whoever asks from outside.

A plain value; a seat; a seat or nobody (None, and it may be left out); a whole number from 0; a
piece's id; an award of this game; a list of names; traits by name; counts by seat; seats by a
place's name; a list of links, each two nodes and perhaps what lies between them.
"""


@dataclass(frozen=True)
class Listed:
    """An argument that is one of the words which the query `by` answers in this game."""

    by: str


@dataclass(frozen=True)
class Several:
    """An argument that is a list of some of `words`."""

    words: tuple[str, ...]


Arg = ArgKind | tuple[str, ...] | Listed | Several
"""What a query takes for an argument: a kind, the words that there are, or where they are."""


@dataclass(frozen=True)
class Query(Generic[T]):
    """A fact that a rule may ask for, declared once by its owner.

    `default` gives the owner's own answer; `args` names the arguments and `takes` says what they
    are. Without it `seat` is a seat and any other a plain value. `merge` says what *add* means:
    the sum of numbers, or the union of tuples. The rule sheet shows those with `sheet`.
    """

    name: str
    doc: str
    default: Callable[..., T]
    args: tuple[str, ...] = ()
    merge: Literal["sum", "union", "none"] = "none"
    rules: tuple[str, ...] = ()
    sheet: bool = False
    takes: Mapping[str, Arg] = field(default_factory=dict, hash=False)

    def arg(self, name: str) -> Arg:
        """What the argument `name` is."""
        return self.takes.get(name, "seat" if name == "seat" else "value")


@dataclass(frozen=True)
class Contribution:
    """One module's part in the answer to a query; phases run set, add, forbid, replace.

    set: ``fn(ctx, **args) -> T | None`` (None: no opinion; two modules of the same layer
    that set one query contradict and are refused before the game).
    add: ``fn(ctx, **args) -> T``. forbid: ``fn(ctx, option, **args) -> Text | None``, asked
    for each member of a tuple answer. replace: ``fn(ctx, value, **args) -> T``.
    """

    query: Query[Any]
    phase: Literal["set", "add", "forbid", "replace"]
    fn: Callable[..., Any]
    layer: Literal["module", "scenario"] = "module"
    rules: tuple[str, ...] = ()


@dataclass(frozen=True)
class Setting:
    """A rule the table may choose. `editions` says what each edition of the books says.

    `kind` is choice, flag or count. `changeable` false: fixed once the game has begun.
    """

    name: str
    kind: Literal["choice", "flag", "count"]
    default: Any
    doc: str
    choices: tuple[Any, ...] = ()
    low: int = 0
    high: int = 0
    editions: Mapping[str, Any] = field(default_factory=dict)
    changeable: bool = True
    rules: tuple[str, ...] = ()


@dataclass(frozen=True)
class Trait:
    """What a piece's spot has, that this game needs to know (ticked, or computed on a board).

    `kind` flag, choice (one of `choices`) or set (any of them); `pieces` it applies to.
    """

    name: str
    kind: Literal["flag", "choice", "set"]
    pieces: tuple[str, ...]
    doc: str
    choices: tuple[str, ...] = ()
    rules: tuple[str, ...] = ()


@dataclass(frozen=True)
class Track:
    """A count the book keeps per seat, readable, showable and open to correction.

    `read(ctx, seat)` gives it; `write(slice, seat, value)` gives the module's slice with it
    changed (None: derived, not correctable here). It is `low` to `high`, and no more than
    `most(ctx, seat)` where something else in the book bounds it. `show` puts it on the seat
    panel.
    """

    name: str
    doc: str
    read: Callable[[Context, SeatId], int]
    write: Callable[[Any, SeatId, int], Any] | None = None
    low: int = 0
    high: int = 99
    most: Callable[[Context, SeatId], int] | None = None
    show: bool = True
    neutral: bool = False
    rules: tuple[str, ...] = ()


@dataclass(frozen=True)
class Award:
    """A special card for most of something.

    `counts(ctx)` gives what each seat has of it, `verdict(ctx, counts, holder)` who should hold
    the card then. It is judged after every event; the holder is kept by the awards module, with
    any pin.
    """

    name: str
    vp: int
    counts: Callable[[Context], Mapping[SeatId, int]]
    verdict: Callable[[Context, Mapping[SeatId, int], SeatId | None], SeatId | None]
    doc: str
    rules: tuple[str, ...] = ()

    def judge(self, ctx: Context, holder: SeatId | None) -> SeatId | None:
        """Who should hold the card now, if `holder` does."""
        return self.verdict(ctx, self.counts(ctx), holder)


@dataclass(frozen=True)
class Standing:
    """The fixed place of a move that belongs to every turn: its group, and the item it is about."""

    group: str
    item: str | None = None


@dataclass(frozen=True)
class ActionKind:
    """An action a module owns. One owner per name.

    `prompts`: names of the open prompts through which it may be taken ("*" = a correction,
    open whenever the game is; "?" = any ask, whatever its name). `offer(ctx, seat)` gives the
    action with its parameters as they may be now, a Refusal that says why not, or None where it
    means nothing.
    `decide(ctx, command)` gives the events, or a Refusal that needs the arguments to be known;
    under a forced command it must still give events wherever they make any sense. With
    `answers` the kernel marks the prompt as answered by the seat. A `correction` is the
    table's, not a move: it closes no tell and is left out of random play. `secrets` names the
    parameters that only the acting seat may see; whether the action is offered at all, and its
    other parameters, may then depend on nothing hidden. `params` is what it takes at any time,
    with the bounds that no moment moves: what lies outside has no meaning, forced or not. A move
    with a `standing` keeps its place on the screen when it is closed, with the reason.
    """

    name: str
    doc: str
    prompts: tuple[str, ...]
    offer: Callable[[Context, SeatId | None], Action | Refusal | None]
    decide: Callable[[Context, Command], Events | Refusal]
    rules: tuple[str, ...] = ()
    answers: bool = False
    correction: bool = False
    secrets: tuple[str, ...] = ()
    params: tuple[Param, ...] = ()
    standing: Standing | None = None


@dataclass(frozen=True)
class Stage:
    """A named step of a flow.

    `run(ctx, visit)` is called when the stage begins (visit 0) and again each time nothing
    is open in it any more; it goes on to the next stage when `run` gives no events. So a
    loop (a battle hex by hex, an equal throw repeated) is a stage that gives events again.
    Flows may wait upon each other, two of a kind too: what a flow keeps in a slice is reset by an
    event of its first stage's visit 0, not when the flow is entered.
    """

    name: str
    run: Callable[[Context, int], Events]
    doc: str = ""


@dataclass(frozen=True)
class StageEdit:
    """How a module changes another's flow.

    "before" and "after" insert stages beside the anchor, "replace" puts them in its place,
    "drop" takes it out, "repeat" runs the stages from `anchor` through `stages[-1]` `times`
    times, "repeat_before" those from `anchor` up to but without it. Repeats come after all
    other edits, so a repeated run holds whatever other modules put into it, in whichever order
    the modules stand. An edit whose flow or stages are not there changes nothing: the module
    that has them may not be played (that they exist at all is tested, see test_declarations).
    """

    flow: str
    op: Literal["before", "after", "replace", "drop", "repeat", "repeat_before"]
    anchor: str
    stages: tuple[str, ...] = ()
    times: int = 2
    when: Callable[[Context], bool] | None = None


def write_track(
    writes: Mapping[str, Callable[[Any, SeatId, int], Any]], part: Any, event: Any
) -> Any:
    """A module's slice after `TrackSet`, where the track is one of those it writes."""
    write = writes.get(event.track)
    return part if write is None else write(part, event.seat, event.value)


@dataclass(frozen=True)
class Module:
    """A rule module: everything it declares, decides, folds and answers.

    `id` and `version` are written into each game; the version grows when folding, points or
    queries change. `slice` is its part of the state and `initial` that part at the start.
    `players`: how many may play (a variant's word replaces the others'). `prepare` may add
    to the set-up before the game begins (neutral colors); `fits` refuses one, saying why.
    `audit` says what is wrong with an event that chance decided; `foresees` whether one that was
    taken back will come again from here. `positions` are the parts of its slice that a position
    may hold. `settles` gives, by a prompt's name, what is to be written down when that ask is
    settled at the table.
    """

    id: str
    version: int = 1
    doc: str = ""
    role: Literal["system", "base", "numbers", "variant", "scenario"] = "system"
    slice: type[Struct] | None = None
    initial: Callable[[Setup, Mapping[str, Any]], Struct] | None = None
    events: tuple[type[Event], ...] = ()
    folds: Mapping[type[Event], Callable[[Any, Any], Any]] = field(default_factory=dict)
    actions: tuple[ActionKind, ...] = ()
    vetoes: tuple[Callable[[Context, Command], Text | None], ...] = ()
    reacts: Mapping[type[Event], Callable[[Context, Any], Events]] = field(default_factory=dict)
    idle: Callable[[Context], Events] | None = None
    queries: tuple[Query[Any], ...] = ()
    contributions: tuple[Contribution, ...] = ()
    flows: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    stages: tuple[Stage, ...] = ()
    edits: tuple[StageEdit, ...] = ()
    settles: Mapping[str, Callable[[Context, Prompt], Events]] = field(default_factory=dict)
    settings: tuple[Setting, ...] = ()
    traits: tuple[Trait, ...] = ()
    tracks: tuple[Track, ...] = ()
    awards: tuple[Award, ...] = ()
    points: Callable[[Context, SeatId], Iterable[Point]] | None = None
    requires: tuple[str, ...] = ()
    conflicts: Mapping[str, Text] = field(default_factory=dict)
    after: tuple[str, ...] = ()
    players: tuple[int, int] | None = None
    prepare: Callable[[Setup], Setup] | None = None
    fits: Callable[[Setup], Text | None] | None = None
    checks: tuple[Callable[[Context], Iterable[str]], ...] = ()
    audit: Audit | None = None
    foresees: Callable[[Context, Event], bool] | None = None
    positions: tuple[PositionPart, ...] = ()
    slice_secrets: Mapping[str, Literal["nobody", "seat"]] = field(default_factory=dict)
