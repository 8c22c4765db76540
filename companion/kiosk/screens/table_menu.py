"""The menu of the table: everything that is not needed every turn."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from companion.kiosk.widgets.layout import ScrollColumn
from companion.kiosk.widgets.lists import ListRow
from companion.kiosk.widgets.sheet import Sheet

if TYPE_CHECKING:
    from companion.kiosk.host import Host

SCREENS = (
    ("history", "history"),
    ("corrections", "pencil"),
    ("statistics", "stats"),
    ("rules", "list"),
    ("settings", "settings"),
)


def open_menu(host: Host) -> None:
    """Show the menu."""
    if host.app.overlays is None:
        return
    column = ScrollColumn()
    sheet = Sheet(host.tr("common.menu"), column)

    def row(text: str, icon: str, act: Callable[[], None]) -> None:
        def tapped(*_: object) -> None:
            sheet.dismiss()
            act()

        line = ListRow(text, icon=icon)
        line.bind(on_tap=tapped)
        column.add_row(line)

    state = host.snapshot.state
    if state is not None and state.setup.board is not None:
        row(host.tr("kiosk.menu.board"), "hexes", partial(host.go, "board_view", game=True))
    for name, icon in SCREENS:
        row(host.tr(f"kiosk.menu.{name}"), icon, partial(host.go, name))
    row(host.tr("kiosk.menu.undo_turn"), "undo", host.undo_turn)
    row(host.tr("common.pause"), "pause", lambda: host.correct("pause", {}))
    row(host.tr("kiosk.menu.home"), "house", lambda: host.home("home"))
    host.app.overlays.open_sheet(sheet)
