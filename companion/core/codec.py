"""Events, commands and states as JSON-able data, and back.

Old events are upcast while they are read; what was written is never edited.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import msgspec

from companion.core.compose import Rules
from companion.core.frozen import FrozenMap, convert, to_builtins
from companion.core.model import Command, Event, Frame, Prompt, SeatId, Setup, State

Upcast = Callable[[dict[str, Any]], dict[str, Any]]

UPCASTS: Mapping[tuple[str, int], Upcast] = {}
"""For (kind, version written): the data as the next version has it."""


class UnreadableEvent(ValueError):
    """An event of a kind, version or shape that this program does not know."""


def event_to_data(event: Event) -> tuple[str, int, dict[str, Any]]:
    """(kind, version, data) of an event, secrets included: for the journal only."""
    data = to_builtins(event)
    kind = data.pop("kind")
    return kind, type(event).version, data


def event_from_data(rules: Rules, kind: str, version: int, data: Mapping[str, Any]) -> Event:
    """The event that was written. Raises `UnreadableEvent` naming kind, version and fault."""
    known = rules.events.get(kind)
    if known is None:
        raise UnreadableEvent(
            f"the event kind {kind!r} belongs to no rule module of this game; "
            "update Islekeeper, or open the copy that was kept aside"
        )
    if version > known.version:
        raise UnreadableEvent(
            f"the event {kind!r} was written in version {version}, this program reads up to "
            f"{known.version}; update Islekeeper"
        )
    if version < 1:
        raise UnreadableEvent(
            f"the event {kind!r} has version {version}; versions count from 1: "
            "bring an unchanged copy of the game back"
        )
    plain = dict(data)
    for step in range(version, known.version):
        plain = UPCASTS[kind, step](plain)
    try:
        return convert({**plain, "kind": kind}, known)  # type: ignore[no-any-return]
    except (msgspec.ValidationError, TypeError, ValueError) as fault:
        raise UnreadableEvent(f"the event {kind!r} does not have its shape: {fault}") from fault


def command_to_data(command: Command) -> dict[str, Any]:
    """A command as plain data."""
    return to_builtins(command)  # type: ignore[no-any-return]


def command_from_data(data: Mapping[str, Any]) -> Command:
    """The command that was written. Raises `msgspec.ValidationError` with the faulty path."""
    return convert(dict(data), Command)  # type: ignore[no-any-return]


def setup_from_data(data: Mapping[str, Any]) -> Setup:
    """A set-up from plain data. Raises `msgspec.ValidationError` with the faulty path."""
    return convert(data, Setup)  # type: ignore[no-any-return]


def state_to_data(state: State) -> dict[str, Any]:
    """A whole state as plain data, secrets included."""
    return to_builtins(state)  # type: ignore[no-any-return]


class _Shell(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A state before its slices have their types."""

    setup: Setup
    slices: FrozenMap[str, Any]
    frames: tuple[Frame, ...]
    prompts: tuple[Prompt, ...]
    uses: FrozenMap[str, int]
    events: int
    forced: int
    over: bool
    winner: SeatId | None


def state_from_data(rules: Rules, data: Mapping[str, Any]) -> State:
    """The state that was written by `state_to_data`, under the same rules."""
    shell = convert(dict(data), _Shell)
    types = {module: kind for kind, module in rules.slice_owner.items()}
    slices = {module: convert(plain, types[module]) for module, plain in data["slices"].items()}
    fields = {name: getattr(shell, name) for name in shell.__struct_fields__ if name != "slices"}
    return State(slices=FrozenMap(slices), **fields)
