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
    seat's to answer; `leader`: nobody has more points, and there are some.
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


class CardView(View, frozen=True):
    """The event card that goes with a number: its place in the pass, and how many are to come."""

    deck_pass: int
    position: int
    left: int


class NumberView(View, frozen=True):
    """A number of this turn. `faces` are empty for a card or a number said by the table.

    `ignored` says why it brings nothing; empty where it counts.
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
    """What an action asks for, ready for a picker. Types: `companion.core.model.Param`."""

    name: str
    type: str
    label: Text
    optional: bool = False
    default: Any = None
    choices: tuple[ChoiceView, ...] | None = None
    traits: tuple[TraitView, ...] = ()
    low: int | None = None
    high: int | None = None
    count: int = 1


class ActionView(View, frozen=True):
    """A button: `name`, `seat` and `prompt` go into the command as they stand here.

    A `correction` is the table's, with no seat bound to it.
    """

    name: str
    label: Text
    seat: SeatId | None
    prompt: PromptId | None
    group: str
    primary: bool
    correction: bool
    params: tuple[ParamView, ...] = ()


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
    again. `forced` counts entries the table insisted on.
    """

    viewer: SeatId | None
    turn: TurnView
    number: NumberView | None
    numbers: tuple[NumberView, ...]
    steps: tuple[StepView, ...]
    prompts: tuple[PromptView, ...]
    seats: tuple[SeatView, ...]
    actions: tuple[ActionGroup, ...]
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


class LineView(View, frozen=True):
    """One line of the history.

    `id` names the entry for an amendment ("12", "15.1"; None: the line is no entry). `kind`
    says what the line tells: an entry, or that something was undone, redone or amended.
    `who` is the seat it was for, `actor` who or what entered it. `more` are the
    consequences. `mark`: "undone" does not count any more, "replaced" counts as amended in a
    later line. `at` is the wall clock as it was (ISO), `source` the device.
    """

    record: int
    id: str | None
    kind: Literal["entry", "undone", "redone", "amended"]
    who: SeatId | None
    actor: str | None
    action: str | None
    what: Text
    more: tuple[Text, ...]
    at: str
    source: str
    mark: Literal["live", "undone", "replaced"]
    forced: bool
    amended: bool


class NumberCount(View, frozen=True):
    """How often a number came up, how often two fair dice would (n × ways / 36), cards left."""

    number: int
    count: int
    expected: float
    left: int | None


class MetricView(View, frozen=True):
    """One count of a seat over the game."""

    name: str
    label: Text
    value: int


class SeatStatistics(View, frozen=True):
    """A seat's game so far. `numbers` are its counts for 2 to 12.

    Times are in seconds over `timed_turns` turns, those whose length is known.
    """

    seat: SeatId
    numbers: tuple[int, ...]
    sevens: int
    turns: int
    timed_turns: int
    seconds: float
    longest: float
    metrics: tuple[MetricView, ...]


class PointsAt(View, frozen=True):
    """Everybody's victory points when turn `turn` began (the last one: now), by seat."""

    turn: int
    vp: FrozenMap[SeatId, int]


class StatisticsView(View, frozen=True):
    """The numbers and the players of the game so far, corrections included."""

    total: int
    sevens: int
    numbers: tuple[NumberCount, ...]
    seats: tuple[SeatStatistics, ...]
    points: tuple[PointsAt, ...]


class ReadingView(View, frozen=True):
    """What an edition of the books says about a setting."""

    edition: str
    label: Text
    value: Scalar
    value_label: Words


class SettingView(View, frozen=True):
    """A setting as it stands: `layer` (default, edition, scenario, house) and `source` say why.

    `readings`: how the editions read it, this program first; not empty: a disputed point.
    """

    name: str
    label: Text
    doc: Text
    value: Scalar
    value_label: Words
    layer: str
    layer_label: Text
    source: str
    changeable: bool
    rules: tuple[str, ...]
    readings: tuple[ReadingView, ...]


class SourceView(View, frozen=True):
    """A module's part in a fact: it gave it (default, set), or added, forbade, replaced."""

    module: str
    label: Text
    phase: str
    phase_label: Text


class FactView(View, frozen=True):
    """A fact of this game's rules, for everybody (`seat` None) or one seat, and who says so."""

    name: str
    label: Text
    seat: SeatId | None
    value: Words | tuple[Words, ...]
    sources: tuple[SourceView, ...]
    rules: tuple[str, ...]


class ModuleView(View, frozen=True):
    """A set of rules this game is played with."""

    id: str
    version: int
    role: str
    label: Text


class SheetView(View, frozen=True):
    """What applies in this game and who says so. `disputed` are names of `settings`."""

    scenario: str
    edition: str
    edition_label: Text
    depth: str
    numbers_by: Ref
    modules: tuple[ModuleView, ...]
    settings: tuple[SettingView, ...]
    facts: tuple[FactView, ...]
    disputed: tuple[str, ...]


class PlaceView(View, frozen=True):
    """A player at the end; equal points share a place, the winner stands first alone."""

    place: int
    seat: SeatId
    vp: int
    winner: bool
    points: tuple[PointView, ...]
    awards: tuple[AwardView, ...]


class RankingView(View, frozen=True):
    """How the game stands or ended."""

    over: bool
    winner: SeatId | None
    places: tuple[PlaceView, ...]
    seal: SealView
