"""How an action reads on a button."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.view.model import ActionView, TableView

if TYPE_CHECKING:
    from companion.kiosk.host import Speaker


def named(speaker: Speaker, view: TableView, action: ActionView) -> str:
    """The action's words, with whose it is where that is not who the table shows as on turn."""
    words = speaker.say(action.label)
    if action.seat in (None, view.turn.seat) or view.turn.phase == "start":
        return words
    seat = next((s for s in view.seats if s.id == action.seat), None)
    return words if seat is None else f"{speaker.say(seat.name)}: {words}"
