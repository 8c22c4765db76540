"""Seats as people write them: by name, color or id, in any case; here they become ids."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.core import actions as core_actions
from companion.core.context import Context
from companion.core.frozen import FrozenMap, freeze
from companion.core.model import Action, Param, SeatId
from companion.core.names import name_key
from companion.core.settings import did_you_mean
from companion.terminal.lines import shorten
from companion.terminal.requests import Refused
from companion.terminal.speech import Speech


class SeatBook:
    """Who is who in one state of a game."""

    def __init__(self, ctx: Context, speech: Speech) -> None:
        self._ctx = ctx
        self._known: dict[str, SeatId] = {}
        seats = ctx.rules.all_seats(ctx)
        self._shown = [str(speech.seat(seat.id)) for seat in seats]
        # What a person is called goes before what a chair is called.
        for words in (
            [(shown, seat.id) for shown, seat in zip(self._shown, seats, strict=True)],
            [(seat.id, seat.id) for seat in seats],
            [(seat.color, seat.id) for seat in seats],
        ):
            for word, seat_id in words:
                self._known.setdefault(name_key(word), seat_id)

    def find(self, given: str) -> SeatId | None:
        """The seat that `given` means; None for nobody known."""
        return self._known.get(name_key(given))

    def seat(self, given: str | None) -> SeatId | None:
        """The seat that `given` means, None for none. Raises `Refused` with the nearest name."""
        if given is None:
            return None
        found = self.find(given)
        if found is None:
            text = did_you_mean("script.seat", shorten(given), self._shown)
            raise Refused.one("unknown_seat", text)
        return found

    def only(self, action: str) -> SeatId | None:
        """Whose `action` can only be now; None where several may take it, or the table itself."""
        kind = self._ctx.rules.actions[action]
        waiting = {
            seat
            for prompt in core_actions.open_prompts(self._ctx)
            if "*" not in kind.prompts and core_actions.answers(kind, prompt)
            for seat in prompt.waiting()
        }
        return waiting.pop() if len(waiting) == 1 else None

    def args(
        self, action: str, seat: SeatId | None, given: Mapping[str, Any]
    ) -> FrozenMap[str, Any]:
        """The arguments of a command, with ids for the seats in it. Raises `Refused`."""
        params = self._params(action, seat)
        return FrozenMap({name: self._arg(params.get(name), v) for name, v in given.items()})

    def _arg(self, param: Param | None, value: Any) -> Any:
        kind = "" if param is None else param.type
        if kind == "seat" and isinstance(value, str):
            return self.seat(value)
        if kind == "seats" and isinstance(value, list):
            return tuple(self.seat(v) if isinstance(v, str) else v for v in value)
        # An action that is refused just now lists no parameters, and may be forced all the same.
        if param is None and isinstance(value, str):
            return self.find(value) or value
        return freeze(value)

    def _params(self, action: str, seat: SeatId | None) -> dict[str, Param]:
        """The parameters of an action as it is open now to this seat, or else to another."""
        kind = self._ctx.rules.actions.get(action)
        if kind is None:
            return {}
        for who in (seat, *self._ctx.players()):
            offer = core_actions.offered(self._ctx, kind, who, None)
            if isinstance(offer, Action):
                return {p.name: p for p in offer.params}
        return {}
