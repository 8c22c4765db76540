"""Sheets of the new game: a new person's name, a player's color, place and language."""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import TYPE_CHECKING

from companion.core.names import name_key
from companion.i18n.languages import LANGUAGES
from companion.i18n.text import Ref
from companion.kiosk.screens.set_up import Chosen, SetUp
from companion.kiosk.widgets.buttons import TileButton
from companion.kiosk.widgets.inputs import ChoiceRow, chip_width
from companion.kiosk.widgets.keyboard import OnScreenKeyboard
from companion.kiosk.widgets.layout import RowsGrid, ScrollColumn
from companion.kiosk.widgets.seat import SeatColorPicker
from companion.kiosk.widgets.sheet import Sheet
from companion.kiosk.widgets.text import AutoLabel
from companion.scenario.newgame import name_problems

if TYPE_CHECKING:
    from companion.kiosk.host import Host

ALL = "all"
"""The chip for a player who reads what the whole table reads."""


def ask_name(
    host: Host,
    done: Callable[[str], None],
    name: str = "",
    title: str = "",
    taken: Collection[str] = (),
) -> None:
    """A sheet with the keyboard; `done` gets the name when a good one was entered.

    One of the names `taken`, in whatever case, is told to be so, and the sheet stays.
    """
    if host.app.overlays is None:
        return
    keys = OnScreenKeyboard(host.tr.language, name)
    sheet = Sheet(title or host.tr("kiosk.new_game.name"), keys, side="bottom", share=1.0)

    def entered(*_: object) -> None:
        typed = keys.text.strip()
        # A second finger on the key must not enter the name twice.
        if not typed or sheet.parent is None:
            return
        if (fault := _fault(host, typed, taken)) is not None:
            host.toast(fault)
            return
        sheet.dismiss()
        done(typed)

    keys.bind(on_enter=entered)
    host.app.overlays.open_sheet(sheet)


def _fault(host: Host, name: str, taken: Collection[str]) -> str | None:
    """Why a name will not do, in words."""
    for problem in name_problems([name]):
        return host.say(problem.text)
    if name_key(name) in map(name_key, taken):
        return host.tr("kiosk.people.taken", name=name)
    return None


def add_languages(
    host: Host, column: ScrollColumn, language: str | None, choose: Callable[[str | None], None]
) -> None:
    """The question in which language somebody reads; None: as the whole table does."""
    column.add_row(AutoLabel(host.tr("kiosk.new_game.language"), style="caption", grow=True))
    options = [(ALL, host.tr("kiosk.new_game.language_all"))]
    options += [(code, spoken.name) for code, spoken in LANGUAGES.items()]
    row = ChoiceRow(options, language or ALL, cell_width=chip_width(3.2))
    row.bind(value=lambda _, code: choose(None if code == ALL else code))
    column.add_row(row)


def language_name(language: str | None) -> str:
    """What a language calls itself; "" for somebody who reads what the whole table reads."""
    return LANGUAGES[language].name if language in LANGUAGES else ""


def edit_player(host: Host, chosen: SetUp, player: Chosen, changed: Callable[[], None]) -> None:
    """A sheet for one player: color, place in the order, language, off the table."""
    if host.app.overlays is None:
        return
    column = ScrollColumn(spacing_of="gap")
    sheet = Sheet(_placed(chosen, player), column, share=0.72)
    others = {p.color for p in chosen.players if p is not player}
    colors = SeatColorPicker(player.color, columns_wanted=8)
    colors.set_taken(others)
    colors.bind(color=lambda _, color: _set(player, changed, color=color))
    column.add_row(AutoLabel(host.tr("kiosk.new_game.color"), style="caption", grow=True))
    column.add_row(colors)
    neutral = chosen.neutral_colors()
    if neutral:
        names = tuple(Ref("color", color) for color in neutral)
        words = host.tr("kiosk.new_game.neutral_more", colors=names)
        column.add_row(AutoLabel(words, style="caption", tone="muted", grow=True))
    column.add_row(_moves(host, chosen, player, changed, sheet))
    add_languages(host, column, player.language, lambda code: _set(player, changed, language=code))
    host.app.overlays.open_sheet(sheet)


def _placed(chosen: SetUp, player: Chosen) -> str:
    """A player with the place in the order: "2. Anna"."""
    return f"{chosen.players.index(player) + 1}. {player.name}"


def _moves(
    host: Host, chosen: SetUp, player: Chosen, changed: Callable[[], None], sheet: Sheet
) -> RowsGrid:
    """Earlier, later, first, and off the table."""
    grid = RowsGrid(cell_width=chip_width(2.6), columns_wanted=2)

    def button(name: str, icon: str, act: Callable[[], None]) -> None:
        tile = TileButton(host.tr(f"kiosk.new_game.{name}"), icon=icon)

        def tapped(*_: object) -> None:
            act()
            changed()

        tile.bind(on_tap=tapped)
        grid.add_widget(tile)

    def move(by: int) -> None:
        at = chosen.players.index(player)
        chosen.players.remove(player)
        chosen.players.insert(max(0, at + by), player)
        sheet.title = _placed(chosen, player)

    def begin() -> None:
        chosen.let_begin(chosen.players.index(player))
        sheet.title = _placed(chosen, player)

    def leave() -> None:
        chosen.players.remove(player)
        sheet.dismiss()

    button("earlier", "back", lambda: move(-1))
    button("later", "forward", lambda: move(+1))
    button("begins", "flag", begin)
    button("off", "close", leave)
    return grid


def _set(player: Chosen, changed: Callable[[], None], **fields: str | None) -> None:
    for name, value in fields.items():
        setattr(player, name, value)
    changed()
