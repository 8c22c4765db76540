"""One person: name, color, language, lifetime results, off the list."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from companion.kiosk.screens.new_game_people import add_languages, ask_name
from companion.kiosk.widgets.buttons import TileButton
from companion.kiosk.widgets.inputs import chip_width
from companion.kiosk.widgets.layout import RowsGrid, ScrollColumn
from companion.kiosk.widgets.lists import ListRow
from companion.kiosk.widgets.seat import SeatColorPicker
from companion.kiosk.widgets.sheet import Sheet
from companion.kiosk.widgets.text import AutoLabel

if TYPE_CHECKING:
    from companion.journal import Lifetime, Person
    from companion.kiosk.host import Host


class PersonSheet(Sheet):
    """What may be changed about a person; each change is kept at once."""

    def __init__(
        self, host: Host, person: Person, life: Lifetime | None, names: Sequence[str] = ()
    ) -> None:
        self._host = host
        self._others = [name for name in names if name != person.name]
        self.person = person
        """As it was last changed here: a later change must not take an earlier one back."""
        column = ScrollColumn(spacing_of="gap")
        super().__init__(person.name, column, share=0.72)
        self._fill(column)
        grid = RowsGrid(cell_width=chip_width(4.6))
        self._button(grid, "kiosk.games.rename", "pencil", self._rename)
        self._button(grid, "kiosk.people.fared_all", "stats", lambda: show_lifetime(host, life))
        self._button(grid, "kiosk.people.remove", "trash", self._remove)
        column.add_row(grid)

    def _fill(self, column: ScrollColumn) -> None:
        host = self._host
        column.add_row(AutoLabel(host.tr("kiosk.people.color"), style="caption", grow=True))
        colors = SeatColorPicker(self.person.color or "", columns_wanted=8)
        colors.bind(color=lambda _, color: self._change(color=color))
        column.add_row(colors)
        add_languages(host, column, self.person.language, lambda code: self._change(language=code))

    def _button(self, grid: RowsGrid, message: str, icon: str, act: Callable[[], None]) -> None:
        tile = TileButton(self._host.tr(message), icon=icon)
        tile.bind(on_tap=lambda *_: act())
        grid.add_widget(tile)

    def _change(self, **fields: Any) -> None:
        self.person = replace(self.person, **fields)
        self._host.wait(self._host.session.people.change(self.person))

    def _rename(self) -> None:
        self.dismiss()
        ask_name(
            self._host,
            lambda name: self._change(name=name),
            self.person.name,
            taken=self._others,
        )

    def _remove(self) -> None:
        host, person = self._host, self.person
        self.dismiss()

        def removed(_result: None) -> None:
            host.toast(
                host.tr("kiosk.people.removed", name=person.name),
                host.tr("common.undo"),
                lambda: host.wait(host.session.people.bring_back(person.id)),
            )

        host.wait(host.session.people.remove(person.id), removed)


def show_lifetime(host: Host, life: Lifetime | None) -> None:
    """A sheet with how a person fared in all games together."""
    if host.app.overlays is None:
        return
    column = ScrollColumn()
    if life is None or not life.games:
        column.add_row(AutoLabel(host.tr("kiosk.people.no_games"), grow=True))
    else:
        figures = {
            "games": host.tr.number(life.games),
            "won": host.tr.number(life.won),
            "share": host.tr.percent(life.won / life.games),
            "average": host.tr.number(round(life.victory_points / life.games, 1)),
            "best": host.tr.number(life.best),
        }
        for name, figure in figures.items():
            row = ListRow(host.tr(f"kiosk.people.life_{name}"), figure=figure, taps=False)
            column.add_row(row)
    host.app.overlays.open_sheet(Sheet(host.tr("kiosk.people.fared_all"), column))
