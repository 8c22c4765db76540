"""What a view is made of: frozen structs of message references and plain values."""

from __future__ import annotations

from typing import Any, Literal, TypeAlias

import msgspec

from companion.core.frozen import FrozenMap
from companion.core.model import PromptId, Scalar, SeatId
from companion.i18n.text import Ref, Text

Words: TypeAlias = Text | Ref | str | int
"""Anything `Translator.show` turns into words."""


class View(msgspec.Struct, frozen=True):
    """Base of all views."""


class PointView(View, frozen=True):
    """Victory points for one reason; `vp` may be negative."""

    reason: Text
    vp: int


class TrackView(View, frozen=True):
    """A count of the book. `shown` ones belong on the seat panel; others into its details."""

    name: str
    label: Text
    value: int
    shown: bool
    correctable: bool


class AwardView(View, frozen=True):
    """A special card that lies with a seat; `pinned` by the table's word."""

    name: str
    label: Text
    vp: int
    pinned: bool = False


class PieceCount(View, frozen=True):
    """Pieces of a kind in play and left in the seat's supply (None: no limit)."""

    kind: str
    label: Ref
    placed: int
    left: int | None


class SeatView(View, frozen=True):
    """One seat. `name` is what its person typed, or the color's name.

    `target` and `vp` are None for a neutral color; `waiting`: an open question is this
    seat's to answer; `leader`: nobody has more points, and there are some. `language` is what
    is said to this seat in; None: in the table's.
    """

    id: SeatId
    name: str | Ref
    color: str
    kind: Literal["player", "neutral"]
    present: bool
    on_turn: bool
    waiting: bool
    leader: bool
    vp: int | None
    target: int | None
    points: tuple[PointView, ...]
    tracks: tuple[TrackView, ...]
    awards: tuple[AwardView, ...]
    pieces: tuple[PieceCount, ...]
    language: str | None = None


class CardView(View, frozen=True):
    """The event card that goes with a number: its place in the pass, and how many are to come."""

    deck_pass: int
    position: int
    left: int


class NumberView(View, frozen=True):
    """A number of this turn. `faces` are empty for a card or a number said by the table.

    `ignored` says why it brings nothing; empty where it counts. `entry` names the entry that
    made it, for setting a wrong reading right (None without the history).
    """

    number: int
    faces: tuple[int, ...]
    source: str
    source_label: Ref
    seat: SeatId | None
    event: str | None
    event_label: Ref | None
    card: CardView | None
    ignored: tuple[Text, ...]
    entry: str | None = None


class TurnView(View, frozen=True):
    """Whose turn it is, which one (0: the set-up phase), and where in it the game stands.

    `stage` is the innermost stage ("turn.play", "robber.move"), `flow` the flow it belongs to.
    """

    seat: SeatId | None
    number: int
    phase: Literal["start", "play"]
    flow: str | None
    stage: str | None


class StepView(View, frozen=True):
    """One short line of what to do. A tell needs no tap; an ask waits for `seats`.

    `past`: told earlier in this production, shown dimmed. `prompt` is None for a past one.
    """

    kind: Literal["tell", "ask"]
    name: str
    text: Text
    prompt: PromptId | None
    seats: tuple[SeatId, ...] = ()
    blocking: bool = True
    past: bool = False


class PromptView(View, frozen=True):
    """A question that may be answered now. `waiting` may answer just now, `answered` have."""

    id: PromptId
    name: str
    text: Text
    seats: tuple[SeatId, ...]
    waiting: tuple[SeatId, ...]
    answered: tuple[SeatId, ...]
    order: Literal["in_order", "at_once"]
    blocking: bool
    actions: tuple[str, ...]
    data: FrozenMap[str, Any] = FrozenMap()


class ChoiceView(View, frozen=True):
    """A value a parameter may take, and how it reads."""

    value: Scalar
    label: Words


class TraitView(View, frozen=True):
    """A trait of a spot to tick: flag, choice (one of `choices`) or set (any of them)."""

    name: str
    label: Text
    kind: Literal["flag", "choice", "set"]
    choices: tuple[ChoiceView, ...] = ()


class ParamView(View, frozen=True):
    """What an action asks for, ready for a picker. Types: `companion.core.model.Param`.

    A `secret` one is for the acting seat's eyes: shown to others, it has no choices.
    """

    name: str
    type: str
    label: Text
    optional: bool = False
    secret: bool = False
    default: Any = None
    choices: tuple[ChoiceView, ...] | None = None
    traits: tuple[TraitView, ...] = ()
    low: int | None = None
    high: int | None = None
    count: int = 1


class ActionView(View, frozen=True):
    """A button: `name`, `seat` and `prompt` go into the command as they stand here.

    A `correction` is the table's, not a move. `item` is the kind of piece or card it is about,
    `left` how many of it the supply holds (None: unknown, or not taken from one). `closes_for`
    are the seats that have not answered yet, where the button closes the question for several at
    once: a face asks before it does that. `cost`: resource cards to be paid for it, which the
    book only says. `closed`: why this move of every turn cannot be made now; `waits`: only the
    moment is wrong.
    """

    name: str
    label: Text
    seat: SeatId | None
    prompt: PromptId | None
    group: str
    primary: bool
    correction: bool
    params: tuple[ParamView, ...] = ()
    item: str | None = None
    left: int | None = None
    closes_for: tuple[SeatId, ...] = ()
    cost: tuple[tuple[str, int], ...] = ()
    closed: Text | None = None
    waits: bool = False


class ActionGroup(View, frozen=True):
    """The actions that belong together on a screen."""

    group: str
    label: Text
    actions: tuple[ActionView, ...]


class UndoView(View, frozen=True):
    """What undo (or redo) would do; `record` goes back as `expect`, so a double tap takes one."""

    record: int
    label: Text


class SealView(View, frozen=True):
    """The proof of fair chance: `commitment` always, `seed` only once the game is over.

    `sealed` is false when somebody chose the seed.
    """

    commitment: str
    sealed: bool
    algorithm: int
    seed: str | None


class TableView(View, frozen=True):
    """The table now, for one viewer (None: everybody at it).

    `number` is the newest of `numbers`, which are this turn's. `primary` is the one big
    button; it is among `actions` too. `known` are outcomes an undo took back that will come
    again. `forced` counts entries the table insisted on. `moves` are those that belong to every
    turn of this game, always in the same order: open ones as in `actions`, the others closed.
    """

    viewer: SeatId | None
    turn: TurnView
    number: NumberView | None
    numbers: tuple[NumberView, ...]
    steps: tuple[StepView, ...]
    prompts: tuple[PromptView, ...]
    seats: tuple[SeatView, ...]
    actions: tuple[ActionGroup, ...]
    moves: tuple[ActionView, ...]
    primary: ActionView | None
    undo: UndoView | None
    redo: UndoView | None
    known: tuple[Text, ...]
    over: bool
    winner: SeatId | None
    seal: SealView
    depth: str
    numbers_by: Ref
    forced: int
    paused: bool
