"""Asking for the arguments of an action, whatever it is: each type of parameter has a picker."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import msgspec

from companion.core.frozen import FrozenMap, freeze
from companion.terminal.console import Console
from companion.view.model import ActionView, ParamView, TraitView

Picker = Callable[[Console, ParamView], Any]


def arguments(console: Console, action: ActionView) -> FrozenMap[str, Any]:
    """The arguments that somebody gives `action`. Raises `Back` when they leave it."""
    given: dict[str, Any] = {}
    for param in action.params:
        if _goes_without_saying(param):
            continue
        value = PICKERS.get(param.type, _json)(console, param)
        if value is not None:
            given[param.name] = freeze(value)
    return FrozenMap(given)


def _goes_without_saying(param: ParamView) -> bool:
    """Whether nobody at a table needs to be asked: what is usual, or the only thing possible."""
    if not param.optional or param.default is None:
        return False
    return param.type == "flag" or (param.choices is not None and len(param.choices) < 2)


def _label(console: Console, param: ParamView) -> str:
    return console.tr.show(param.label)


def _choice(console: Console, param: ParamView) -> Any:
    options = [(c.value, console.tr.show(c.label)) for c in param.choices or ()]
    if not options:
        return None if param.optional else _name(console, param)
    return console.choose(
        _label(console, param), options, default=param.default, optional=param.optional
    )


def _seats(console: Console, param: ParamView) -> tuple[Any, ...] | None:
    options = [(c.value, console.tr.show(c.label)) for c in param.choices or ()]
    found = console.choose_many(_label(console, param), options)
    return found if found or not param.optional else None


def _count(console: Console, param: ParamView) -> int | None:
    if param.choices is not None:
        found: int | None = _choice(console, param)
        return found
    while True:
        default = param.default if type(param.default) is int else None
        value = console.number(_label(console, param), param.low, param.high, default)
        if value is not None or param.optional:
            return value
        console.complain(console.tr("terminal.needed"))


def _faces(console: Console, param: ParamView) -> tuple[int, ...] | None:
    sides = param.high or 6
    while True:
        line = console.answer(f"{_label(console, param)} ({param.count} × 1–{sides})")
        if not line and param.optional:
            return None
        words = line.replace(",", " ").replace("+", " ").split()
        if len(words) == 1 and sides < 10:
            words = list(words[0])
        faces = [int(w) for w in words if w.isascii() and w.isdigit() and len(w) < 4]
        fits = len(words) == len(faces) == param.count and all(1 <= f <= sides for f in faces)
        if fits:
            return tuple(faces)
        console.complain(console.tr("terminal.faces", n=param.count, high=sides))


def _flag(console: Console, param: ParamView) -> bool | None:
    options = [(True, console.tr("common.yes")), (False, console.tr("common.no"))]
    default = param.default if isinstance(param.default, bool) else None
    return console.choose(_label(console, param), options, default=default, optional=param.optional)


def _name(console: Console, param: ParamView) -> str | None:
    while True:
        line = console.answer(_label(console, param))
        if line or param.optional:
            return line or None
        console.complain(console.tr("terminal.needed"))


def _traits(console: Console, param: ParamView) -> Mapping[str, Any] | None:
    ticked: dict[str, Any] = {}
    flags = [t for t in param.traits if t.kind == "flag"]
    if flags:
        options = [(t.name, console.tr.show(t.label)) for t in flags]
        for name in console.choose_many(_label(console, param), options):
            ticked[name] = True
    for trait in param.traits:
        if trait.kind != "flag":
            ticked.update(_trait(console, trait))
    return ticked or None


def _trait(console: Console, trait: TraitView) -> dict[str, Any]:
    options = [(str(c.value), console.tr.show(c.label)) for c in trait.choices]
    title = console.tr.show(trait.label)
    if trait.kind == "set":
        several = console.choose_many(title, options)
        return {trait.name: several} if several else {}
    one = console.choose(title, options, optional=True)
    return {} if one is None else {trait.name: one}


def _value(console: Console, param: ParamView) -> Any:
    """A value of a kind that the action itself will judge: a number, yes or no, or a word."""
    if param.choices is not None:
        return _choice(console, param)
    line = _name(console, param)
    if line is None:
        return None
    for word, value in (("common.yes", True), ("common.no", False)):
        if line.casefold() == console.tr(word).casefold():
            return value
    return int(line) if line.isascii() and line.isdigit() and len(line) < 10 else line


def _json(console: Console, param: ParamView) -> Any:
    """Records and positions: typed or pasted as one line of JSON."""
    while True:
        line = console.answer(console.tr("terminal.as_json", what=param.label))
        if not line and param.optional:
            return None
        try:
            found = msgspec.json.decode(line)
        except (ValueError, RecursionError) as fault:
            console.complain(console.tr("terminal.bad_json", detail=str(fault)))
            continue
        if isinstance(found, dict | list):
            return found
        console.complain(console.tr("terminal.bad_json", detail=line[:40]))


PICKERS: Mapping[str, Picker] = {
    "seat": _choice,
    "resource": _choice,
    "choice": _choice,
    "piece": _choice,
    "setting": _choice,
    "seats": _seats,
    "count": _count,
    "number": _count,
    "faces": _faces,
    "flag": _flag,
    "name": _name,
    "text": _name,
    "traits": _traits,
    "value": _value,
}
