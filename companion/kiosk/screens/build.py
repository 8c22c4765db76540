"""The build sheet: everything the seat on turn (or anybody asked) may do, as large tiles."""

from __future__ import annotations

from math import ceil
from typing import TYPE_CHECKING, Any

from companion.kiosk.router import Screen
from companion.kiosk.screens.action_sheet import take
from companion.kiosk.screens.action_words import named
from companion.kiosk.screens.build_tile import ItemTile, tile_art
from companion.kiosk.theme import theme
from companion.kiosk.widgets.base import Pressable
from companion.kiosk.widgets.buttons import TileButton
from companion.kiosk.widgets.layout import RowsGrid, ScrollColumn
from companion.kiosk.widgets.scaffold import BottomBar, HeaderBar, ScreenScaffold
from companion.kiosk.widgets.seat import SeatBadge
from companion.kiosk.widgets.text import AutoLabel
from companion.view.model import ActionView, SeatView, TableView

if TYPE_CHECKING:
    from companion.kiosk.host import Host

HIDDEN_GROUPS = ("table", "answer")
"""Corrections have a screen of their own; a question stands with its answers on the table's."""

PAUSE = 0.5
"""Seconds after a tap until the next one counts: a finger that taps twice builds once."""

NOT_HERE = ("end_turn", "settle")
"""The big button of the table, and answers that stand beside their question there."""


SIZES = ((7.8, 2.25), (6.5, 1.9), (5.2, 1.5), (3.8, 1.35))
"""Widths and heights of tiles in touch sizes, the largest first."""

PORTRAIT_WIDTH = 4.4
"""Two beside each other."""

LARGE = 1.5
"""Tiles higher than this have larger words."""


def _height(grid: RowsGrid, width: float) -> float:
    """How high a grid will be in a column of this width."""
    space, touch = theme.metrics.gap, theme.metrics.touch
    columns = max(1, int((width + space) / (touch * grid.cell_width + space)))
    rows = ceil(len(grid.children) / columns)
    return rows * (round(touch * grid.cell_height) + space) - space


def _has_tile(action: ActionView) -> bool:
    return not (action.correction or action.name in NOT_HERE or action.group in HIDDEN_GROUPS)


def _asked(view: TableView) -> set[str | None]:
    """The questions that wait for an answer in words, not for something built."""
    return {a.prompt for group in view.actions for a in group.actions if a.group == "answer"}


def _tiles(view: TableView) -> list[ActionView]:
    return [action for group in view.actions for action in group.actions if _has_tile(action)]


class BuildScreen(Screen):
    """Tiles from `view.actions`; what cannot be done now is not shown.

    A question that comes up leads back to the table, which says it: its answers must not take
    the place of a tile under the finger.
    """

    def __init__(self, host: Host) -> None:
        super().__init__()
        self._host = host
        self._shown: object = None
        self._asked: set[str | None] = set()
        self._awake = 0.0
        self._grids: list[RowsGrid] = []
        self.badge = SeatBadge("", look="full", style="title")
        self.badge.size_hint_y = 1
        header = HeaderBar("", center=self.badge)
        header.bind(on_lead=lambda *_: host.back())
        self.column = ScrollColumn(spacing_of="gap")
        self.column.bind(size=lambda *_: self._enlarge())
        self.undo = TileButton("", icon="undo", size_hint_y=1)
        self.undo.bind(on_tap=lambda *_: host.undo())
        self.done = TileButton(host.tr("common.done"), variant="primary", size_hint_y=1)
        self.done.style = "title"
        self.done.bind(on_tap=lambda *_: host.back())
        self.add_widget(ScreenScaffold(header, self.column, BottomBar(self.undo, self.done)))

    def on_show(self, **_params: Any) -> None:
        view = self._host.view
        self._asked = set() if view is None else _asked(view)
        self.update(self._host.snapshot)

    def update(self, snapshot: Any) -> None:
        view = self._host.view
        if view is None:
            return
        host = self._host
        asked = _asked(view)
        comes_up, self._asked = asked - self._asked, asked
        if comes_up and host.app.router is not None and host.app.router.screen is self:
            host.back()
            return
        self.undo.text = host.tr("common.undo") if view.undo is None else host.say(view.undo.label)
        self.undo.disabled = view.undo is None
        seat = self._whose(view)
        self.badge.opacity = 0 if seat is None else 1
        if seat is not None:
            self.badge.name, self.badge.color = host.say(seat.name), seat.color
            self.badge.figure = f"{seat.vp}/{seat.target}"
        key = (view.actions, view.turn.seat, host.tr)
        if key != self._shown:
            self._shown = key
            self._rebuild(view)

    def _whose(self, view: TableView) -> SeatView | None:
        """Whose the tiles are: the seat on turn, or in the set-up the one that places."""
        ids = {view.turn.seat} if view.turn.seat else {a.seat for a in _tiles(view)} - {None}
        return next((s for s in view.seats if len(ids) == 1 and s.id in ids), None)

    def _rebuild(self, view: TableView) -> None:
        host = self._host
        self._grids = []
        self.column.column.clear_widgets()
        for group in view.actions:
            actions = [action for action in group.actions if _has_tile(action)]
            if not actions:
                continue
            self.column.add_row(
                AutoLabel(host.say(group.label), style="caption", tone="muted", grow=True)
            )
            grid = RowsGrid(spacing_of="gap")
            self._grids.append(grid)
            for action in actions:
                grid.add_widget(self._tile(view, action))
            self.column.add_row(grid)
        if not self.column.column.children:
            nothing = AutoLabel(host.tr("kiosk.build.nothing"), style="lead", grow=True)
            self.column.add_row(nothing)
        self._enlarge()

    def _enlarge(self) -> None:
        """Make the tiles as large as all of them can stand on the screen at once."""
        rest = sum(row.height for row in self.column.column.children if row not in self._grids)
        rest += theme.metrics.gap * len(self.column.column.children)
        for width, height in SIZES:
            for grid in self._grids:
                grid.cell_width = PORTRAIT_WIDTH if theme.metrics.portrait else width
                grid.cell_height = height
                for tile in grid.children:
                    tile.style = "title" if height > LARGE else "lead"
            if rest + sum(_height(grid, self.column.width) for grid in self._grids) <= (
                self.column.height
            ):
                return

    def _tile(self, view: TableView, action: ActionView) -> TileButton:
        host = self._host
        left = "" if action.left is None else host.tr("kiosk.build.left", n=action.left)
        tile = ItemTile(named(host, view, action), *tile_art(view, action), note=left)
        tile.bind(on_tap=lambda *_: self._take(action))
        return tile

    def _take(self, action: ActionView) -> None:
        now = Pressable.now()
        if now < self._awake:
            return
        self._awake = now + PAUSE
        take(self._host, action)
