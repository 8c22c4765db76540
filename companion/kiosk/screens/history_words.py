"""What a line of the history says on a row and in its details."""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING, Any

from companion.i18n.text import SeatRef
from companion.kiosk.host import SOURCE
from companion.view.pages import LineView
from companion.view.turns import TurnLines

if TYPE_CHECKING:
    from companion.kiosk.host import Host

ICONS = {"undone": "undo", "redone": "redo", "amended": "pencil"}

SOURCES = frozenset({"touch", "button", "dice", "keyboard", "terminal", "script"})
"""What an entry may have been made with; another device goes by its own name."""


class HistoryWords:
    """Lines in the language and with the seats of the moment; texts are made when asked for."""

    def __init__(self, host: Host) -> None:
        self._host = host
        view = host.view
        self._colors = {} if view is None else {seat.id: seat.color for seat in view.seats}

    def heading(self, group: TurnLines) -> tuple[str, str]:
        """A turn's heading and the color of its seat ("" before the first turn)."""
        tr = self._host.tr
        if not group.turn or group.seat is None:
            return tr("kiosk.history.start"), ""
        words = tr("kiosk.history.turn", seat=SeatRef(group.seat), turn=group.turn)
        return words, self._colors.get(group.seat, "")

    def row(self, line: LineView) -> dict[str, Any]:
        """The properties of the line's row."""
        seat = self._colors.get(line.who or "", "")
        return {
            "text": self._host.say(line.what),
            "note": self._note(line),
            "figure": self.time(line),
            "seat": seat,
            "icon": "" if seat else ICONS.get(line.kind, "flag" if line.id == "0" else "people"),
            "faded": line.mark != "live",
            "look": "danger" if line.forced and line.mark == "live" else "plain",
            "taps": line.kind == "entry",
        }

    def _note(self, line: LineView) -> str:
        # What nearly every line would say is no news.
        by = "" if line.source == SOURCE else self.source(line)
        parts = [*self.marks(line), by]
        parts += [self._host.say(text) for text in line.more]
        return " · ".join(part for part in parts if part)

    def marks(self, line: LineView) -> list[str]:
        """What sets the line apart, in a word each: undone, forced, amended."""
        tr = self._host.tr
        found = []
        if line.mark == "undone":
            found.append(tr("kiosk.history.undone"))
        if line.mark == "replaced":
            found.append(tr("kiosk.history.replaced"))
        if line.forced:
            found.append(tr("kiosk.history.forced"))
        if line.amended:
            found.append(tr("kiosk.history.amended"))
        return found

    def source(self, line: LineView) -> str:
        """What the line was entered with."""
        if line.source in SOURCES:
            return self._host.tr(f"kiosk.history.by.{line.source}")
        return line.source

    def time(self, line: LineView) -> str:
        """The time of day it was entered, as far as anybody knows."""
        try:
            # Written in the time of Greenwich; people read the clock on their wall.
            at = datetime.fromisoformat(line.at).astimezone()
        except ValueError:
            return ""
        return self._host.tr.time(at)

    def whose(self, line: LineView) -> str:
        """For whom it was, and who entered it for them."""
        tr = self._host.tr
        parts = []
        if line.who is not None:
            parts.append(tr("kiosk.history.for", seat=SeatRef(line.who)))
        if line.actor and line.actor != line.who and line.actor in self._colors:
            parts.append(tr("kiosk.history.entered_by", seat=SeatRef(line.actor)))
        return " · ".join(parts)
