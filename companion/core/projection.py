"""What a viewer may see. Views, script answers, history and labels all go through here.

Every field of an event and of a slice is public, a seat's, or nobody's. Two games that
differ only in what is hidden from a viewer look the same to that viewer.
"""

from __future__ import annotations

from typing import Any

from companion.core.compose import Rules
from companion.core.frozen import to_builtins
from companion.core.model import Action, Command, Event, SeatId, State, Struct

_PLAIN = frozenset({str, int, bool, float})
"""What is plain already: most fields of a history, which is projected whole."""


def project(value: Any, viewer: SeatId | None = None) -> Any:
    """`value` as plain data without what `viewer` may not see (None: the whole table)."""
    if value is None or type(value) in _PLAIN:
        return value
    if isinstance(value, (Event, Struct)):
        hidden = value.hidden(viewer)
        shown = {
            name: project(getattr(value, name), viewer)
            for name in value.__struct_fields__
            if name not in hidden
        }
        tag = value.__struct_config__.tag
        return {"kind": tag, **shown} if isinstance(value, Event) else shown
    if isinstance(value, dict):
        return {str(k): project(v, viewer) for k, v in value.items()}
    if isinstance(value, (list, tuple)):
        return [project(v, viewer) for v in value]
    return to_builtins(value)


def project_event(event: Event, viewer: SeatId | None = None) -> dict[str, Any]:
    """An event as `viewer` may see it, with its kind."""
    shown: dict[str, Any] = project(event, viewer)
    return shown


def project_action(action: Action, viewer: SeatId | None = None) -> dict[str, Any]:
    """An open action as `viewer` may see it: a secret parameter is named, not what it offers."""
    shown: dict[str, Any] = project(action, viewer)
    if viewer is None or viewer != action.seat:
        for param in shown["params"]:
            if param["secret"]:
                param.update(choices=None, default=None, low=None, high=None)
    return shown


def project_command(rules: Rules, command: Command, viewer: SeatId | None = None) -> dict[str, Any]:
    """A command as `viewer` may see it, without the arguments that are the acting seat's."""
    shown: dict[str, Any] = project(command, viewer)
    kind = rules.actions.get(command.action)
    if kind is not None and (viewer is None or viewer != command.seat):
        shown["args"] = {k: v for k, v in shown["args"].items() if k not in kind.secrets}
    return shown


def project_state(rules: Rules, state: State, viewer: SeatId | None = None) -> dict[str, Any]:
    """A state as `viewer` may see it: the seed is out, and every secret of every slice."""
    shown: dict[str, Any] = project(state, viewer)
    for module in rules.modules:
        for name, who in module.slice_secrets.items():
            part = shown["slices"][module.id]
            if who == "nobody" or viewer is None:
                part.pop(name, None)
            else:
                part[name] = {k: v for k, v in part.get(name, {}).items() if k == viewer}
    if state.over:
        # The seal is broken at the end: everybody may check the chance of the game.
        shown["setup"]["seed"] = state.setup.seed
    return shown
