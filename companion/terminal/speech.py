"""Answers of the script: words in the language of the lines, seats by their names."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from companion.core.frozen import to_builtins
from companion.core.model import Event, Problem, SeatId
from companion.core.projection import project_event
from companion.i18n.text import Ref, Text
from companion.i18n.translator import Translator
from companion.view.model import ActionView, ParamView, SeatView, TableView


class Speech:
    """Turns views, events and refusals into JSON in one language, for one set of names."""

    def __init__(self, language: str, names: Mapping[SeatId, str | Ref]) -> None:
        self.tr = Translator(language, names)
        self._names = {seat: self.tr.show(name) for seat, name in names.items()}

    def seat(self, seat: SeatId | None) -> str | None:
        """A seat's name; None for nobody."""
        return None if seat is None else self._names.get(seat, seat)

    def said(self, text: Text) -> dict[str, Any]:
        """A message: its id, its parameters as plain values, the words."""
        params = {name: self.param(value) for name, value in text.params.items()}
        return {"id": text.id, "params": params, "text": self.tr.text(text)}

    def param(self, value: Any) -> Any:
        """A parameter as a plain value: seats by name, other things by their id."""
        if isinstance(value, Ref):
            return self.seat(value.id) if value.kind == "seat" else value.id
        if isinstance(value, Text):
            return self.said(value)
        if isinstance(value, tuple):
            return [self.param(one) for one in value]
        return value

    def refused(self, problems: tuple[Problem, ...]) -> dict[str, Any]:
        """The first reason; with `problems` where there are several."""
        found = [
            {"code": p.code, **{k: v for k, v in self.said(p.text).items() if k != "id"}}
            for p in problems
        ]
        refused = dict(found[0])
        if len(found) > 1:
            refused["problems"] = found
        return {"ok": False, "refused": refused}

    # -- anything ---------------------------------------------------------------------------

    def data(self, value: Any) -> Any:
        """A view, or what a query answered, as JSON: words for texts, names for seats."""
        if isinstance(value, Text | Ref):
            return self.tr.show(value)
        if isinstance(value, msgspec.Struct):
            fields = {name: getattr(value, name) for name in value.__struct_fields__}
            return {k: v if k == "id" else self.data(v) for k, v in fields.items()}
        return self._plain(value, self.data)

    def event(self, event: Event, viewer: SeatId | None = None) -> dict[str, Any]:
        """An event as `viewer` may see it."""
        shown: dict[str, Any] = self._event_data(project_event(event, viewer))
        return shown

    def _event_data(self, value: Any) -> Any:
        if isinstance(value, dict):
            kind = value.get("is")
            if kind == "text" and "id" in value:
                return self.said(msgspec.convert(value, Text))
            if kind == "ref" and "id" in value:
                return self.param(msgspec.convert(value, Ref))
            if "id" in value:
                rest = {k: v for k, v in value.items() if k != "id"}
                return {"id": value["id"], **self._plain(rest, self._event_data)}
        return self._plain(value, self._event_data)

    def _plain(self, value: Any, inner: Any) -> Any:
        if isinstance(value, dict):
            return {self._names.get(str(k), str(k)): inner(v) for k, v in value.items()}
        if isinstance(value, list | tuple):
            return [inner(one) for one in value]
        if isinstance(value, str):
            return self._names.get(value, value)
        return to_builtins(value)

    # -- the view ---------------------------------------------------------------------------

    def view(self, view: TableView) -> dict[str, Any]:
        """The table now."""
        number = view.number
        now = [s for s in view.steps if not s.past]
        return {
            "viewer": self.seat(view.viewer),
            "turn": self.seat(view.turn.seat),
            "turn_number": view.turn.number,
            "phase": view.turn.phase,
            "stage": view.turn.stage,
            "number": None if number is None else number.number,
            "faces": [] if number is None else list(number.faces),
            "event": None if number is None else number.event,
            "event_name": None if number is None else self.data(number.event_label),
            "ignored": [] if number is None else [self.tr.text(why) for why in number.ignored],
            "numbers": [n.number for n in view.numbers],
            "steps": [self.tr.text(s.text) for s in now],
            "step_details": [
                {
                    **self.said(s.text),
                    "kind": s.kind,
                    "prompt": s.prompt,
                    "seats": [self.seat(seat) for seat in s.seats],
                    "past": s.past,
                }
                for s in view.steps
            ],
            "seats": [self._seat(s) for s in view.seats],
            "prompts": [
                {
                    "id": p.id,
                    "name": p.name,
                    "text": self.tr.text(p.text),
                    "seats": [self.seat(s) for s in p.seats],
                    "waiting": [self.seat(s) for s in p.waiting],
                    "blocking": p.blocking,
                    "actions": list(p.actions),
                }
                for p in view.prompts
            ],
            "over": view.over,
            "winner": self.seat(view.winner),
            "undo": self.data(view.undo),
            "redo": self.data(view.redo),
            "known": self.data(view.known),
            "seal": self.data(view.seal),
            "forced": view.forced,
            "paused": view.paused,
        }

    def _seat(self, seat: SeatView) -> dict[str, Any]:
        return {
            "id": seat.id,
            "name": self.tr.show(seat.name),
            "color": seat.color,
            "kind": seat.kind,
            "present": seat.present,
            "vp": seat.vp,
            "target": seat.target,
            "points": [{"reason": self.tr.text(p.reason), "vp": p.vp} for p in seat.points],
            "tracks": {t.name: t.value for t in seat.tracks},
            "awards": [a.name for a in seat.awards],
            "pieces": {p.kind: {"placed": p.placed, "left": p.left} for p in seat.pieces},
        }

    # -- actions ----------------------------------------------------------------------------

    def action(self, action: ActionView) -> dict[str, Any]:
        """An action as a line could ask for it."""
        return {
            "do": action.name,
            "label": self.tr.text(action.label),
            "seat": self.seat(action.seat),
            "prompt": action.prompt,
            "group": action.group,
            "primary": action.primary,
            "correction": action.correction,
            "item": action.item,
            "left": action.left,
            "closes_for": [self.seat(seat) for seat in action.closes_for],
            "params": [self._param(p) for p in action.params],
        }

    def _param(self, param: ParamView) -> dict[str, Any]:
        found: dict[str, Any] = {
            "name": param.name,
            "type": param.type,
            "label": self.tr.text(param.label),
            "optional": param.optional,
        }
        if param.default is not None:
            found["default"] = self.data(param.default)
        if param.choices is not None:
            seats = param.type in ("seat", "seats")
            found["choices"] = [
                self.seat(str(c.value)) if seats else c.value for c in param.choices
            ]
            found["labels"] = [self.tr.show(c.label) for c in param.choices]
        if param.type == "traits":
            found["traits"] = [
                {
                    "name": t.name,
                    "label": self.tr.text(t.label),
                    "kind": t.kind,
                    "choices": [c.value for c in t.choices],
                }
                for t in param.traits
            ]
        if param.type == "faces":
            found["count"] = param.count
        for name in ("low", "high"):
            if getattr(param, name) is not None:
                found[name] = getattr(param, name)
        return found
