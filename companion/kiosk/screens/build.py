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

HIDDEN_GROUPS = ("table", "answer", "number")
"""Corrections have a screen of their own; questions and the number are the table's."""

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


def _places(view: TableView) -> dict[str, list[ActionView]]:
    """The tiles by group: the moves of every turn first, then what is open besides."""
    moves = [move for move in view.moves if _has_tile(move)]
    others = [action for action in _tiles(view) if action not in moves]
    groups: dict[str, list[ActionView]] = {}
    for action in (*moves, *others):
        groups.setdefault(action.group, []).append(action)
    return groups


class BuildScreen(Screen):
    """Tiles from `view.moves`, each in its place also when it is closed, then what else is open.

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
        self.column.scroll_y = 1
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
        key = (view.actions, view.moves, view.steps, view.turn.seat, host.tr)
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
        self._say_what_comes_first(view)
        for group, actions in _places(view).items():
            self.column.add_row(
                AutoLabel(host.tr(f"group.{group}"), style="caption", tone="muted", grow=True)
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

    def _say_what_comes_first(self, view: TableView) -> None:
        """What the closed tiles wait for, once for all of them."""
        waiting = [move for move in view.moves if move.waits]
        asked = [step for step in view.steps if step.kind == "ask" and not step.past]
        if waiting and asked:
            words = self._host.tr("kiosk.build.first", what=self._host.say(asked[-1].text))
            self.column.add_row(AutoLabel(words, style="body", grow=True))

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
        note = "" if action.left is None else host.tr("kiosk.build.left", n=action.left)
        if action.closed is not None and not action.waits:
            note = host.say(action.closed)
        tile = ItemTile(
            named(host, view, action),
            *tile_art(view, action),
            note=note,
            cost=[name for name, count in action.cost for _ in range(count)],
            closed=action.closed is not None,
        )
        tile.bind(on_tap=lambda *_: self._take(action))
        return tile

    def _take(self, action: ActionView) -> None:
        now = Pressable.now()
        if now < self._awake:
            return
        self._awake = now + PAUSE
        take(self._host, action)
