"""Everybody who plays here: names, colors, and how they fared."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from companion.core.model import COLORS
from companion.kiosk.router import Screen
from companion.kiosk.screens.new_game_people import ask_name
from companion.kiosk.widgets.buttons import TileButton
from companion.kiosk.widgets.layout import RowsGrid, ScrollColumn
from companion.kiosk.widgets.lists import ListRow
from companion.kiosk.widgets.scaffold import BottomBar, HeaderBar, ScreenScaffold
from companion.kiosk.widgets.seat import SeatColorPicker
from companion.kiosk.widgets.sheet import Sheet
from companion.kiosk.widgets.text import AutoLabel

if TYPE_CHECKING:
    from companion.kiosk.host import Host


class PeopleScreen(Screen):
    """The list of people with their lifetime results."""

    def __init__(self, host: Host) -> None:
        super().__init__()
        self._host = host
        self._seen: int | None = None
        self._people: tuple[Any, ...] = ()
        header = HeaderBar(host.tr("kiosk.home.people"))
        header.bind(on_lead=lambda *_: host.back())
        self.column = ScrollColumn()
        add = TileButton(host.tr("kiosk.new_game.add"), icon="plus", size_hint_y=1)
        add.bind(on_tap=lambda *_: ask_name(host, self._add))
        self.add_widget(ScreenScaffold(header, self.column, BottomBar(add)))

    def on_show(self, **_params: Any) -> None:
        self._seen = None

    def update(self, snapshot: Any) -> None:
        if snapshot.changes.people != self._seen and snapshot.journal.open:
            self._seen = snapshot.changes.people
            self._host.wait(self._host.session.people.list(), self._know)

    def _know(self, people: Sequence[Any]) -> None:
        self._people = tuple(people)
        self._host.wait(self._host.session.people.lifetime(), self._show)

    def _show(self, lifetimes: Sequence[Any]) -> None:
        host = self._host
        fared = {life.person_id: life for life in lifetimes}
        self.column.column.clear_widgets()
        if not self._people:
            self.column.add_row(AutoLabel(host.tr("kiosk.people.none"), style="lead", grow=True))
        for person in self._people:
            life = fared.get(person.id)
            row = ListRow(person.name, seat=person.color or COLORS[0])
            if life is not None:
                row.note = host.tr(
                    "kiosk.people.fared", games=life.games, wins=life.won, vp=life.best
                )
            row.bind(on_tap=lambda _, person=person: self._open(person))
            self.column.add_row(row)

    def _add(self, name: str) -> None:
        taken = {p.color for p in self._people}
        color = next((c for c in COLORS if c not in taken), COLORS[0])
        self._host.wait(self._host.session.people.add(name, color=color), _ignore)

    def _open(self, person: Any) -> None:
        host, people = self._host, self._host.session.people
        if host.app.overlays is None:
            return
        column = ScrollColumn(spacing_of="gap")
        sheet = Sheet(person.name, column)
        column.add_row(AutoLabel(host.tr("kiosk.people.color"), style="caption", grow=True))
        colors = SeatColorPicker(person.color or COLORS[0])
        colors.bind(
            color=lambda _, color: host.wait(people.change(replace(person, color=color)), _ignore)
        )
        column.add_row(colors)
        grid = RowsGrid(cell_width=4.6)
        rename = TileButton(host.tr("kiosk.games.rename"), icon="pencil")
        rename.bind(on_tap=lambda *_: self._rename(sheet, person))
        remove = TileButton(host.tr("kiosk.people.remove"), icon="trash")
        remove.bind(on_tap=lambda *_: self._remove(sheet, person))
        grid.add_widget(rename)
        grid.add_widget(remove)
        column.add_row(grid)
        host.app.overlays.open_sheet(sheet)

    def _rename(self, sheet: Sheet, person: Any) -> None:
        host = self._host
        sheet.dismiss()

        def named(name: str) -> None:
            host.wait(host.session.people.change(replace(person, name=name)), _ignore)

        ask_name(host, named, person.name)

    def _remove(self, sheet: Sheet, person: Any) -> None:
        host = self._host
        sheet.dismiss()

        def removed(_result: Any) -> None:
            host.toast(
                host.tr("kiosk.people.removed", name=person.name),
                host.tr("common.undo"),
                lambda: host.wait(host.session.people.bring_back(person.id), _ignore),
            )

        host.wait(host.session.people.remove(person.id), removed)


def _ignore(_result: Any) -> None:
    """The list is drawn anew by the next snapshot."""
