"""The words the core is written in: seats, commands, events, prompts, actions, state.

Everything here is frozen data. Seats, pieces, resources and cards are referred to by their
ids, never by a text, so a history reads in any language.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar, Literal

import msgspec

from companion.core.frozen import FrozenMap
from companion.i18n.text import Text

SeatId = str
"""A seat's lasting id ("s1"), whatever its present name, color or place in the order."""

PromptId = str
"""Unique in a game for ever, undone branches included: "12.0" = first prompt of record 12."""

PieceId = int

Scalar = str | int | bool | None

RESOURCES = ("brick", "lumber", "wool", "grain", "ore")
COLORS = ("red", "blue", "white", "orange", "green", "brown", "purple", "black")
DEPTHS = ("ledger", "board")


Visibility = Literal["nobody", "seat"]


class Struct(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Base of all data of the core.

    `secrets` names the fields that not everybody may see: "nobody", or "seat" (only the
    seat in the field `seat`). A field that is not named is public.
    """

    secrets: ClassVar[Mapping[str, Visibility]] = {}

    def hidden(self, viewer: SeatId | None) -> frozenset[str]:
        """Names of the fields that `viewer` may not see (None: the whole table)."""
        return _hidden(self, self.secrets, viewer)


class Seat(Struct, frozen=True):
    """One chair at the table. `kind` is "neutral" for a color nobody plays (TW-1)."""

    id: SeatId
    name: str
    color: str
    kind: Literal["player", "neutral"] = "player"
    language: str | None = None
    person: str | None = None
    present: bool = True


class ModuleRef(Struct, frozen=True):
    """Which rules a game was begun with: a module and the version of its folding."""

    id: str
    version: int


class Setup(Struct, frozen=True):
    """Everything a game needs to begin, whole, in its first event.

    `settings` are house rules by their full name ("event_cards.pass"); `scenario_settings`
    come from the scenario file; an `edition` fills the rest where it has an opinion.
    `modules` is filled when the game begins. `seed` is 32 hex digits and shown to nobody
    before the end; `sealed` is false when a caller chose it.
    """

    secrets: ClassVar[Mapping[str, Visibility]] = {"seed": "nobody"}

    seats: tuple[Seat, ...]
    seed: str
    scenario: str = "base"
    variants: tuple[str, ...] = ()
    edition: str = "default"
    settings: FrozenMap[str, Any] = FrozenMap()
    scenario_settings: FrozenMap[str, Any] = FrozenMap()
    depth: Literal["ledger", "board"] = "ledger"
    numbers: Literal["cards", "dice", "typed", "device"] = "dice"
    sealed: bool = True
    modules: tuple[ModuleRef, ...] = ()
    chance: int = 1
    board: FrozenMap[str, Any] | None = None


class Event(msgspec.Struct, frozen=True, tag_field="kind", forbid_unknown_fields=True):
    """Something that happened. Subclasses are past tense and tagged "module.name".

    `secrets` as in `Struct`. `version` grows when the event's fields change. A `milestone`
    is where "undo this turn" stops; what stands `aside` is no step of the game: undo takes it
    back only together with the step before it.
    """

    secrets: ClassVar[Mapping[str, Visibility]] = {}
    version: ClassVar[int] = 1
    milestone: ClassVar[bool] = False
    aside: ClassVar[bool] = False

    def hidden(self, viewer: SeatId | None) -> frozenset[str]:
        """Names of the fields that `viewer` may not see (None: the whole table)."""
        return _hidden(self, self.secrets, viewer)

    def foresight(self) -> tuple[str, int] | None:
        """(stream, position) where this event showed what chance will give again after an undo."""
        return None


def _hidden(
    value: object, secrets: Mapping[str, Visibility], viewer: SeatId | None
) -> frozenset[str]:
    return frozenset(
        name
        for name, who in secrets.items()
        if who == "nobody" or viewer is None or viewer != getattr(value, "seat", None)
    )


class Command(Struct, frozen=True):
    """What somebody asks for. `seat` is who it is for, `actor` who or what entered it.

    `prompt` binds it to the open prompt it answers (a closed one refuses it as stale);
    `forced` records an action that was refused, because the table insists.
    """

    action: str
    seat: SeatId | None = None
    args: FrozenMap[str, Any] = FrozenMap()
    prompt: PromptId | None = None
    actor: str | None = None
    forced: bool = False
    id: str = ""


class Refusal(Struct, frozen=True, tag="refused", tag_field="answer"):
    """An ordinary answer: not now, and why. `code` is stable, `text` for people."""

    code: str
    text: Text
    prompt: PromptId | None = None


class Param(Struct, frozen=True):
    """One typed parameter of an action, with the values it may take just now.

    Types: seat, resource, count, choice, faces, flag, traits, piece, name, seats,
    setting, position, list (of typed records), number. `choices` limits every type that
    has ids; `low`/`high` limit counts; `count` says how many dice faces; `closed` are values that
    a rule forbids just now, with why. What a `secret` one offers and is given is for the acting
    seat's eyes only.
    """

    name: str
    type: str
    choices: tuple[Scalar, ...] | None = None
    low: int | None = None
    high: int | None = None
    count: int = 1
    optional: bool = False
    default: Any = None
    label: Text | None = None
    secret: bool = False
    closed: FrozenMap[Scalar, Text] = FrozenMap()


class Action(Struct, frozen=True):
    """An action open to a seat now. Faces build their buttons and pickers from these alone.

    `group` places it on a screen: number, turn, build, cards, robber, trade, answer, table.
    `primary` marks the one big button. `item` is the kind of piece or card that it is about,
    where there is one; `left` how many of it are in the supply it comes from, where
    the book knows.
    """

    name: str
    seat: SeatId | None
    prompt: PromptId | None = None
    params: tuple[Param, ...] = ()
    group: str = "turn"
    primary: bool = False
    label: Text | None = None
    item: str | None = None
    left: int | None = None


INSTEAD_OF = "instead_of"
"""In a tell's data: the name of earlier tells that it has overtaken, so nobody reads them on."""


class Prompt(Struct, frozen=True):
    """Something the table is told (needs no tap) or asked (waits for an answer).

    `name` links it to the actions that answer it. `seats` are asked `in_order` (the first
    who has not answered) or `at_once`. `data` is the asking module's own, public.
    """

    id: PromptId
    name: str
    kind: Literal["tell", "ask"]
    text: Text
    seats: tuple[SeatId, ...] = ()
    order: Literal["in_order", "at_once"] = "at_once"
    blocking: bool = True
    answered: tuple[SeatId, ...] = ()
    depth: int = 0
    data: FrozenMap[str, Any] = FrozenMap()

    def waiting(self) -> tuple[SeatId, ...]:
        """The seats that may answer just now."""
        left = tuple(s for s in self.seats if s not in self.answered)
        return left[:1] if self.order == "in_order" else left


class Frame(Struct, frozen=True):
    """A flow under way: its stages as they were when it began, and where it stands.

    `visits` counts the runs of the present stage; -1 in `index` is before the first stage.
    """

    flow: str
    stages: tuple[str, ...]
    seat: SeatId | None = None
    index: int = -1
    visits: int = 0
    data: FrozenMap[str, Any] = FrozenMap()

    @property
    def stage(self) -> str | None:
        """The present stage's name; None before the first one."""
        return self.stages[self.index] if 0 <= self.index < len(self.stages) else None


class State(Struct, frozen=True):
    """The whole game at one moment. Two equal states are the same game.

    `slices` holds one struct per rule module, by module id; `uses` how often each stream of
    chance was used; `events` how many events were folded.
    """

    setup: Setup
    slices: FrozenMap[str, Any]
    frames: tuple[Frame, ...] = ()
    prompts: tuple[Prompt, ...] = ()
    uses: FrozenMap[str, int] = FrozenMap()
    events: int = 0
    forced: int = 0
    over: bool = False
    winner: SeatId | None = None


class Point(Struct, frozen=True):
    """Victory points of a seat for one reason; `vp` may be negative."""

    reason: Text
    vp: int


class Problem(Struct, frozen=True):
    """Why a game cannot be composed: `code`, the text, and the sides that contradict."""

    code: str
    text: Text
    sides: tuple[str, ...] = ()


class Accepted(Struct, frozen=True, tag="accepted", tag_field="answer"):
    """A command that counts: what happened, and the state after it."""

    events: tuple[Event, ...]
    state: State


Answer = Accepted | Refusal
