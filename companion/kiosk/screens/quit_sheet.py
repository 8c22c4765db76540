"""Leaving the program: asked once, since a touch at the table may go astray."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.kiosk.widgets.buttons import TileButton
from companion.kiosk.widgets.layout import ScrollColumn
from companion.kiosk.widgets.sheet import Sheet
from companion.kiosk.widgets.text import AutoLabel

if TYPE_CHECKING:
    from companion.kiosk.host import Host


class QuitSheet(Sheet):
    """The question; quitting closes the window, and with it the program."""

    def __init__(self, host: Host) -> None:
        column = ScrollColumn(spacing_of="gap")
        column.add_row(AutoLabel(host.tr("kiosk.home.quit_saved"), style="lead", grow=True))
        stay = TileButton(host.tr("kiosk.home.stay"), size_hint_y=1)
        leave = TileButton(host.tr("kiosk.home.quit"), icon="close", size_hint_y=1)
        leave.variant = "primary"
        super().__init__(host.tr("kiosk.home.quit_sure"), column, (stay, leave))
        stay.bind(on_tap=lambda *_: self.dismiss())
        leave.bind(on_tap=lambda *_: host.app.stop())


def ask_to_quit(host: Host) -> None:
    """Open the question, unless it is open already."""
    overlays = host.app.overlays
    if overlays is None or any(isinstance(s, QuitSheet) for s in overlays.sheets.children):
        return
    overlays.open_sheet(QuitSheet(host))
