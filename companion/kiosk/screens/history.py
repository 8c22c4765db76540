"""The history: everything that was entered, newest first; undo and redo; the way to amend."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from companion.core import history as core_history
from companion.core.history import Entry, Log, Record
from companion.core.model import Refusal
from companion.i18n.text import SeatRef
from companion.kiosk.router import Screen
from companion.kiosk.screens.history_details import entry_sheet
from companion.kiosk.screens.history_rows import HistoryList
from companion.kiosk.screens.history_words import HistoryWords
from companion.kiosk.theme import theme
from companion.kiosk.widgets.base import Box, Panel
from companion.kiosk.widgets.buttons import TileButton
from companion.kiosk.widgets.layout import Ground
from companion.kiosk.widgets.scaffold import HeaderBar, ScreenScaffold
from companion.kiosk.widgets.text import AutoLabel
from companion.view.pages import LineView
from companion.view.turns import history_by_turn

if TYPE_CHECKING:
    from companion.kiosk.host import Host

KNOWN_SHOWN = 3
"""So many outcomes that are known to come again stand on the screen."""


class KnownNext(Panel):
    """What an undo took back and what will come again the same; nothing when nothing will."""

    def __init__(self, **kwargs: Any) -> None:
        self.ground = Ground(tone="highlight", size_hint=(None, None))
        self.label = AutoLabel(tone="on_highlight", bold=True, max_lines=2, size_hint=(None, None))
        super().__init__(size_hint_y=None, **kwargs)
        self.add_widget(self.ground)
        self.add_widget(self.label)
        self.bind(pos=self._place, size=self._place)
        self.say("")

    def say(self, text: str) -> None:
        """Show `text`; an empty one takes the line away."""
        self.label.text = text
        self.opacity = 1 if text else 0
        self.restyle()

    def restyle(self) -> None:
        self.height = round(theme.metrics.touch) if self.label.text else 0
        self._place()

    def _place(self, *_: object) -> None:
        edge = theme.metrics.gap
        self.ground.pos, self.ground.size = self.pos, self.size
        self.label.pos = (self.x + edge, self.y)
        self.label.size = (max(1, self.width - 2 * edge), max(1, self.height))


class StepButtons(Box):
    """Undo, redo and undo this turn, each saying what it would take; undo first."""

    def __init__(self, host: Host, **kwargs: Any) -> None:
        self._host = host
        self.undo = TileButton(icon="undo")
        self.redo = TileButton(icon="redo", max_lines=3)
        self.turn = TileButton(icon="back", max_lines=3)
        self.second = Box(spacing_of="small")
        super().__init__(size_hint_y=None, spacing_of="small", **kwargs)
        self.undo.bind(on_tap=lambda *_: host.undo())
        self.redo.bind(on_tap=lambda *_: host.redo())
        self.turn.bind(on_tap=lambda *_: host.undo_turn())
        for button in (self.redo, self.turn):
            self.second.add_widget(button)
        self.add_widget(self.undo)
        self.add_widget(self.second)

    def restyle(self) -> None:
        super().restyle()
        portrait = theme.metrics.portrait
        self.orientation = "vertical" if portrait else "horizontal"
        self.undo.size_hint_x = 1 if portrait else 0.8
        rows = 2 if portrait else 1
        row = theme.metrics.touch * 1.25
        self.height = round(rows * row + (rows - 1) * theme.metrics.gap_small)

    def show(self, log: Log | None) -> None:
        """Name what each would do in the game now; without a game all are dead."""
        host, view = self._host, self._host.view
        undo = None if view is None else view.undo
        redo = None if view is None else view.redo
        self.undo.text = (
            self._whose(host.say(undo.label), log.undoable())
            if undo and log
            else host.tr("kiosk.history.no_undo")
        )
        self.redo.text = (
            self._whose(host.say(redo.label), log.redoable())
            if redo and log
            else host.tr("kiosk.history.no_redo")
        )
        self.undo.disabled, self.redo.disabled = undo is None, redo is None
        seat = None if view is None else view.turn.seat
        self.turn.text = (
            host.tr("kiosk.history.undo_start")
            if seat is None
            else host.tr("kiosk.history.undo_turn", seat=SeatRef(seat))
        )
        self.turn.disabled = log is None or isinstance(core_history.undo_turn(log), Refusal)

    def _whose(self, label: str, found: Entry | Record | None) -> str:
        """The label with the name of the seat it was for, unless it says so itself."""
        command = found.command if isinstance(found, Entry) else None
        if command is None or command.seat is None:
            return label
        name = self._host.say(SeatRef(command.seat))
        if name in label:
            return label
        return self._host.tr("kiosk.history.of", what=label, seat=SeatRef(command.seat))


class HistoryScreen(Screen):
    """Every entry under its turn. A tap on one shows all of it and offers to change it."""

    def __init__(self, host: Host) -> None:
        super().__init__()
        self._host = host
        self._drawn: Log | None = None
        self._amending = False
        header = HeaderBar(host.tr("common.history"))
        header.bind(on_lead=lambda *_: host.back())
        self.known = KnownNext()
        self.list = HistoryList(self._open)
        self.steps = StepButtons(host)
        self.middle = Box(orientation="vertical", spacing_of="small")
        self.middle.add_widget(self.known)
        self.middle.add_widget(self.list)
        self.add_widget(ScreenScaffold(header, self.middle, self.steps))

    def on_show(self, **params: Any) -> None:
        # Back from an amendment the place in the list is kept; otherwise the newest is wanted.
        if not self._amending:
            self.list.scroll_y = 1.0

    def on_hide(self) -> None:
        router = self._host.app.router
        here = None if router is None else router.here
        self._amending = here is not None and here.name == "amend"

    def update(self, snapshot: Any) -> None:
        log = snapshot.log
        if log is self._drawn and log is not None:
            return
        self._drawn = log
        self.steps.show(log)
        view = self._host.view
        known = () if view is None else view.known[:KNOWN_SHOWN]
        self.known.say("  ".join(self._host.say(text) for text in known))
        groups = () if log is None else history_by_turn(log)
        self.list.show(groups, HistoryWords(self._host))

    def _open(self, line: LineView) -> None:
        overlays = self._host.app.overlays
        if overlays is not None:
            overlays.open_sheet(entry_sheet(self._host, line))
