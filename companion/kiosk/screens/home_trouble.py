"""A journal that cannot be opened, or a game that cannot be read: what is wrong, and the cure."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from kivy.uix.widget import Widget

from companion.kiosk.screens.backups_sheet import ask_first, open_backups
from companion.kiosk.widgets.buttons import TileButton
from companion.kiosk.widgets.layout import Card, RowsGrid, ScrollColumn
from companion.kiosk.widgets.text import AutoLabel

if TYPE_CHECKING:
    from companion.journal import Imported
    from companion.kiosk.host import Host
    from companion.session.snapshot import Snapshot, Trouble

BROKEN = ("journal.damaged", "journal.newer")
"""Codes, by their beginning, of a file that no waiting cures: another file may take its place."""

TALL = 2.6
"""How much higher than the card of the game on the table."""

Choice = tuple[str, Callable[[], None]]
Choices = list[Choice]


def trouble_card(host: Host, snapshot: Snapshot) -> Widget | None:
    """What is wrong with the file or the game, with the choices there are; None if nothing is."""
    journal = snapshot.journal
    if journal.trouble is not None:
        return _card(host, "title", journal.trouble, _of_journal(host, journal.trouble))
    if snapshot.trouble is not None and snapshot.game is not None:
        choices = [] if journal.read_only else _of_game(host, snapshot)
        return _card(host, "game", snapshot.trouble, choices)
    if snapshot.alarm is not None:
        damaged = snapshot.alarm.code == "journal.damaged_in_use"
        return _card(host, "alarm", snapshot.alarm, [_again(host)] if damaged else [])
    return None


def read_only_card(host: Host) -> Widget:
    """Nothing can be entered, because somebody chose to look only; and the way back."""
    session = host.session
    column = ScrollColumn()
    column.add_row(AutoLabel(host.tr("kiosk.home.read_only"), style="lead", grow=True))
    column.add_row(_buttons(host, [("kiosk.home.write", lambda: host.wait(session.reopen()))]))
    card = Card(edge="danger")
    card.add_widget(column)
    return card


def _card(host: Host, heading: str, trouble: Trouble, choices: Choices) -> Card:
    column = ScrollColumn()
    title = host.tr(f"kiosk.trouble.{heading}")
    column.add_row(AutoLabel(title, style="title", tone="danger", grow=True))
    column.add_row(AutoLabel(host.say(trouble.text), grow=True))
    # The cure is in sight however long the words are: they scroll, the buttons do not. The game's
    # card below, where there is one, makes room.
    card = Card(edge="danger", size_hint_y=TALL)
    card.add_widget(column)
    if choices:
        card.add_widget(_buttons(host, choices))
    return card


def _of_journal(host: Host, trouble: Trouble) -> Choices:
    """Try again, look only; where waiting does not help also a backup, or a new file."""
    session = host.session
    choices: Choices = [
        _again(host),
        ("kiosk.trouble.look", lambda: host.wait(session.reopen(read_only=True))),
    ]
    if trouble.code.startswith(BROKEN):
        choices += [
            ("kiosk.trouble.backup", lambda: open_backups(host)),
            ("kiosk.trouble.anew", lambda: _ask_anew(host)),
        ]
    return choices


def _ask_anew(host: Host) -> None:
    def begun(kept: Path) -> None:
        host.toast(host.tr("kiosk.trouble.anew_done", path=str(kept)))

    ask_first(
        host,
        host.tr("kiosk.trouble.anew"),
        host.tr("kiosk.trouble.anew_sure"),
        lambda: host.wait(host.session.start_anew(), begun),
    )


def _again(host: Host) -> Choice:
    """Open the file anew: it is then checked, and a copy of a damaged one is kept."""
    return "kiosk.trouble.again", lambda: host.wait(host.session.reopen())


def _of_game(host: Host, snapshot: Snapshot) -> Choices:
    """The part that can be read as a game of its own, or the whole file as it was."""
    choices: Choices = [("kiosk.trouble.backup", lambda: open_backups(host))]
    if snapshot.game is not None and snapshot.log is not None:
        game, title = snapshot.game, snapshot.title
        choices.insert(0, ("kiosk.trouble.rescue", lambda: _rescue(host, game, title)))
    return choices


def _rescue(host: Host, game: str, title: str) -> None:
    def rescued(part: Imported) -> None:
        host.wait(host.session.open_game(part.game_id))
        if not part.already_here:
            named = host.tr("kiosk.trouble.rescued_title", title=title)
            host.wait(host.session.games.rename(part.game_id, named))
        host.toast(host.tr("kiosk.trouble.rescued"))

    host.wait(host.session.games.rescue(game), rescued)


def _buttons(host: Host, choices: Choices) -> RowsGrid:
    grid = RowsGrid(cell_width=3.1)
    for message, act in choices:
        tile = TileButton(host.tr(message))
        tile.bind(on_tap=lambda _, act=act: act())
        grid.add_widget(tile)
    return grid
