"""A journal that cannot be opened, or a game that cannot be read: what is wrong, and the cure."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from kivy.uix.widget import Widget

from companion.kiosk.widgets.buttons import TileButton
from companion.kiosk.widgets.layout import Card, RowsGrid, ScrollColumn
from companion.kiosk.widgets.text import AutoLabel

if TYPE_CHECKING:
    from companion.kiosk.host import Host


def trouble_card(host: Host, snapshot: Any) -> Widget | None:
    """What is wrong with the file or the game, with the choices there are; None if nothing is."""
    trouble = snapshot.journal.trouble or snapshot.trouble
    if trouble is None:
        return None
    column = ScrollColumn()
    title = AutoLabel(host.tr("kiosk.trouble.title"), style="title", tone="danger", grow=True)
    column.add_row(title)
    column.add_row(AutoLabel(host.say(trouble.text), style="lead", grow=True))
    if trouble.copy is not None:
        kept = host.tr("kiosk.trouble.copy", path=str(trouble.copy))
        column.add_row(AutoLabel(kept, tone="muted", grow=True))
    if snapshot.journal.trouble is not None:
        column.add_row(_choices(host))
    card = Card(edge="danger")
    card.add_widget(column)
    return card


def _choices(host: Host) -> RowsGrid:
    """Try again, look only, or begin a new file beside the kept one."""
    session = host.session
    grid = RowsGrid(cell_width=5)

    def button(name: str, act: Callable[[], None]) -> None:
        tile = TileButton(host.tr(f"kiosk.trouble.{name}"))
        tile.bind(on_tap=lambda *_: act())
        grid.add_widget(tile)

    button("again", lambda: host.wait(session.reopen(), lambda _: None))
    button("look", lambda: host.wait(session.reopen(read_only=True), lambda _: None))
    button("anew", lambda: host.wait(session.start_anew(), lambda _: None))
    return grid
