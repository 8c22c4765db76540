"""What the screens beside the table show: history, statistics, rule sheet, ranking."""

from __future__ import annotations

from typing import Literal

from companion.core.frozen import FrozenMap
from companion.core.model import Scalar, SeatId
from companion.i18n.text import Ref, Text
from companion.view.model import AwardView, PointView, SealView, View, Words


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
