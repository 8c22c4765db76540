"""The kernel's own events: the game's start, the agenda, chance."""

from __future__ import annotations

from typing import Any, Literal

from companion.core.frozen import FrozenMap
from companion.core.model import Event, Prompt, PromptId, SeatId, Setup
from companion.i18n.text import Text


class GameStarted(Event, frozen=True, tag="kernel.game_started"):
    """The first event: all that is needed to fold the others."""

    setup: Setup


class FlowEntered(Event, frozen=True, tag="kernel.flow_entered"):
    """A flow begins on top of the agenda, with its stages as all modules want them now."""

    flow: str
    stages: tuple[str, ...]
    seat: SeatId | None = None
    data: FrozenMap[str, Any] = FrozenMap()


class FlowLeft(Event, frozen=True, tag="kernel.flow_left"):
    """The flow on top of the agenda is done; its prompts close."""

    flow: str


class StageRun(Event, frozen=True, tag="kernel.stage_run"):
    """The stage `index` of the top flow is run for the `visit`-th time."""

    index: int
    visit: int = 0


class PromptOpened(Event, frozen=True, tag="kernel.prompt_opened"):
    """Something is told or asked."""

    prompt: Prompt


class PromptAnswered(Event, frozen=True, tag="kernel.prompt_answered"):
    """A seat has answered; the prompt closes with the last one."""

    prompt: PromptId
    seat: SeatId


class PromptClosed(Event, frozen=True, tag="kernel.prompt_closed"):
    """A prompt is closed: answered, settled at the table, told, or overtaken by events."""

    prompt: PromptId
    how: Literal["answered", "settled", "told", "overtaken"] = "answered"


class ChanceDrawn(Event, frozen=True, tag="kernel.chance_drawn"):
    """Chance the app made: recomputable from (seed, stream, use, how, bounds).

    A secret outcome (a shuffled deck) is nobody's to see; the projection drops it.
    """

    stream: str
    use: int
    how: str
    bounds: tuple[int, ...]
    outcome: tuple[int, ...]
    secret: bool = False

    def hidden(self, viewer: SeatId | None) -> frozenset[str]:
        """The outcome, where it is secret."""
        return frozenset({"outcome"}) if self.secret else frozenset()

    def foresight(self) -> tuple[str, int] | None:
        """An open throw comes up again the same."""
        return None if self.secret else (self.stream, self.use)


class ActionForced(Event, frozen=True, tag="kernel.action_forced"):
    """The table insisted on an action that was refused with `code`; it stays marked."""

    action: str
    seat: SeatId | None
    code: str
    text: Text


class TrackSet(Event, frozen=True, tag="kernel.track_set"):
    """A count of the book was set right: it folds into the module that keeps the track."""

    track: str
    seat: SeatId
    value: int


class GameOver(Event, frozen=True, tag="kernel.game_over"):
    """A seat has won. The game stays open: playing on takes this back."""

    winner: SeatId | None


class PlayedOn(Event, frozen=True, tag="kernel.played_on"):
    """The table goes on playing after an end."""


KERNEL_EVENTS: tuple[type[Event], ...] = (
    GameStarted,
    FlowEntered,
    FlowLeft,
    StageRun,
    PromptOpened,
    PromptAnswered,
    PromptClosed,
    ChanceDrawn,
    ActionForced,
    TrackSet,
    GameOver,
    PlayedOn,
)
