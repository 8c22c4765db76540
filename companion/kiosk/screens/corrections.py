"""The table is right: every count, award, name, seat, rule and turn can be set by hand."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from companion.kiosk.router import Screen
from companion.kiosk.screens.action_sheet import take
from companion.kiosk.screens.counts_sheet import open_counts
from companion.kiosk.screens.even_words import even_words
from companion.kiosk.theme import theme
from companion.kiosk.widgets.buttons import TileButton
from companion.kiosk.widgets.layout import RowsGrid, ScrollColumn
from companion.kiosk.widgets.scaffold import HeaderBar, ScreenScaffold
from companion.kiosk.widgets.text import AutoLabel
from companion.view.model import ActionView, TableView

if TYPE_CHECKING:
    from companion.kiosk.host import Host

SECTIONS: dict[str, tuple[str, ...]] = {
    "counts": ("correct_count", "add_piece", "remove_piece", "tick_traits"),
    "awards": ("set_holder", "release_holder", "pin_points", "release_points"),
    "turn": (
        "set_turn",
        "enter_number",
        "enter_card",
        "enter_position",
        "end_game",
        "play_on",
        "note",
    ),
    "seats": (
        "rename_seat",
        "recolor_seat",
        "reorder_seats",
        "seat_language",
        "replace_player",
        "seat_leaves",
        "seat_returns",
        "seat_joins",
    ),
    "rules": ("change_setting", "change_edition"),
}
"""How corrections are grouped; one that no section names stands under the last heading."""

ELSEWHERE = {"change_setting": "rules", "change_edition": "rules", "enter_position": "position"}
"""Corrections with a screen of their own."""

ICONS = {
    "correct_count": "plus",
    "add_piece": "house",
    "remove_piece": "trash",
    "tick_traits": "flag",
    "set_holder": "trophy",
    "pin_points": "stats",
    "set_turn": "forward",
    "enter_number": "dice",
    "enter_card": "card",
    "enter_position": "pencil",
    "end_game": "flag",
    "note": "list",
    "rename_seat": "pencil",
    "recolor_seat": "sun",
    "reorder_seats": "swap",
    "seat_language": "globe",
    "seat_leaves": "minus",
    "seat_joins": "plus",
    "change_setting": "settings",
    "change_edition": "list",
}
"""What stands before a correction; a new one has the pencil."""

COUNTS = "correct_count"
NOT_HERE = ("pause", "resume")


class CorrectionsScreen(Screen):
    """A tile for each correction that is open; each is an ordinary entry that can be undone."""

    def __init__(self, host: Host) -> None:
        super().__init__()
        self._host = host
        self._shown: object = None
        self._tiles: list[TileButton] = []
        header = HeaderBar(host.tr("kiosk.menu.corrections"))
        header.bind(on_lead=lambda *_: host.back())
        self.column = ScrollColumn()
        self.add_widget(ScreenScaffold(header, self.column))

    def update(self, snapshot: Any) -> None:
        view = self._host.view
        if view is None or (view.actions, self._host.tr) == self._shown:
            return
        self._shown = (view.actions, self._host.tr)
        self._rebuild(view)

    def _rebuild(self, view: TableView) -> None:
        host = self._host
        self.column.column.clear_widgets()
        self._tiles = []
        self.column.add_row(AutoLabel(host.tr("kiosk.corrections.about"), tone="muted", grow=True))
        open_now = {
            a.name: a
            for group in view.actions
            for a in group.actions
            if a.correction and a.name not in NOT_HERE
        }
        for section, names in SECTIONS.items():
            rows = [open_now.pop(name) for name in names if name in open_now]
            if section == "rules":
                rows += open_now.values()
            if rows:
                heading = host.tr(f"kiosk.corrections.{section}")
                self.column.add_row(AutoLabel(heading, style="caption", tone="muted", grow=True))
            grid = RowsGrid(cell_width=4.3 if theme.metrics.portrait else 5.1)
            for action in rows:
                icon = ICONS.get(action.name, "pencil")
                tile = TileButton(host.say(action.label), icon=icon, halign="left")
                tile.bind(on_tap=lambda _, action=action: self._open(action))
                grid.add_widget(tile)
                self._tiles.append(tile)
            # A grid places its tiles before it tells others of its size.
            grid.bind(size=lambda *_: even_words(self._tiles))
            self.column.add_row(grid)

    def _open(self, action: ActionView) -> None:
        if action.name in ELSEWHERE:
            self._host.go(ELSEWHERE[action.name])
        elif action.name == COUNTS:
            open_counts(self._host, self._host.back)
        else:
            take(self._host, action, self._host.back)
