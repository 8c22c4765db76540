"""Everybody who plays here: names, colors, and how they fared."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from companion.core.model import COLORS
from companion.kiosk.router import Screen
from companion.kiosk.screens.new_game_people import ask_name, language_name
from companion.kiosk.screens.person_sheet import PersonSheet
from companion.kiosk.widgets.buttons import TileButton
from companion.kiosk.widgets.layout import ScrollColumn
from companion.kiosk.widgets.lists import ListRow
from companion.kiosk.widgets.scaffold import BottomBar, HeaderBar, ScreenScaffold
from companion.kiosk.widgets.text import AutoLabel

if TYPE_CHECKING:
    from companion.journal import Lifetime, Person
    from companion.kiosk.host import Host
    from companion.session.snapshot import Snapshot


class PeopleScreen(Screen):
    """The list of people with their lifetime results."""

    def __init__(self, host: Host) -> None:
        super().__init__()
        self._host = host
        self._seen: int | None = None
        self._people: tuple[Person, ...] = ()
        header = HeaderBar(host.tr("kiosk.home.people"))
        header.bind(on_lead=lambda *_: host.back())
        self.column = ScrollColumn()
        add = TileButton(host.tr("kiosk.new_game.add"), icon="plus", size_hint_y=1)
        add.variant = "primary"
        add.bind(on_tap=lambda *_: ask_name(host, self._add, taken=self._names()))
        self.add_widget(ScreenScaffold(header, self.column, BottomBar(add)))

    def on_show(self, **_params: Any) -> None:
        self._seen = None

    def update(self, snapshot: Snapshot) -> None:
        if snapshot.changes.people != self._seen and snapshot.journal.open:
            self._seen = snapshot.changes.people
            self._host.wait(self._host.session.people.list(), self._know)

    def _know(self, people: Sequence[Person]) -> None:
        self._people = tuple(people)
        self._host.wait(self._host.session.people.lifetime(), self._show)

    def _show(self, lifetimes: Sequence[Lifetime]) -> None:
        host = self._host
        fared = {life.person_id: life for life in lifetimes}
        self.column.column.clear_widgets()
        if not self._people:
            self.column.add_row(AutoLabel(host.tr("kiosk.people.none"), style="lead", grow=True))
        for person in self._people:
            life = fared.get(person.id)
            row = ListRow(person.name)
            if person.color:
                row.seat = person.color
            else:
                row.icon = "people"
            notes = [language_name(person.language)]
            if life is not None:
                fared_so = {"games": life.games, "wins": life.won, "vp": life.best}
                notes.insert(0, host.tr("kiosk.people.fared", **fared_so))
            row.note = " · ".join(note for note in notes if note)
            row.bind(on_tap=lambda _, person=person, life=life: self._open(person, life))
            self.column.add_row(row)

    def _add(self, name: str) -> None:
        taken = {p.color for p in self._people}
        color = next((c for c in COLORS if c not in taken), COLORS[0])
        self._host.wait(self._host.session.people.add(name, color=color))

    def _names(self) -> list[str]:
        return [person.name for person in self._people]

    def _open(self, person: Person, life: Lifetime | None) -> None:
        if self._host.app.overlays is not None:
            self._host.app.overlays.open_sheet(PersonSheet(self._host, person, life, self._names()))
