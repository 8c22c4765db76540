"""One entry in full: what it did, who entered it when and with what, and how to mend it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from kivy.uix.widget import Widget

from companion.kiosk.screens.amend_plan import change_row
from companion.kiosk.screens.history_words import HistoryWords
from companion.kiosk.widgets.base import Box
from companion.kiosk.widgets.buttons import TileButton
from companion.kiosk.widgets.layout import ScrollColumn
from companion.kiosk.widgets.sheet import Sheet
from companion.kiosk.widgets.text import AutoLabel
from companion.view.amendment import moment
from companion.view.differences import differences
from companion.view.pages import LineView

if TYPE_CHECKING:
    from companion.kiosk.host import Host

# How an entry can be mended, and the icon of its button.
CHANGES = (("replace", "pencil"), ("remove", "trash"), ("before", "plus"), ("after", "plus"))


def entry_sheet(host: Host, line: LineView) -> Sheet:
    """The sheet of a line that is an entry."""
    words, tr = HistoryWords(host), host.tr
    column = ScrollColumn(spacing_of="small")
    column.add_row(AutoLabel(host.say(line.what), style="lead", bold=True, grow=True))
    for text in line.more:
        column.add_row(AutoLabel(f"– {host.say(text)}", grow=True))
    facts = [words.whose(line), " · ".join(p for p in (words.time(line), words.source(line)) if p)]
    for fact in (*words.marks(line), *facts):
        if fact:
            column.add_row(AutoLabel(fact, style="caption", tone="muted", grow=True))
    body = Box(orientation="vertical")
    body.add_widget(column)
    sheet = Sheet(tr("kiosk.history.entry", entry=line.id or ""), body)
    for row in _effect(host, line):
        column.add_row(row)
    offered = changes_of(line)
    if not offered:
        column.add_row(AutoLabel(tr("kiosk.history.gone"), tone="muted", grow=True))
    for row in (offered[:2], offered[2:]):
        if row:
            body.add_widget(_buttons(host, sheet, line, row))
    return sheet


def _effect(host: Host, line: LineView) -> Iterator[Widget]:
    """What the entry changed in the book; nothing for what began the game or was undone."""
    log = host.snapshot.log
    if log is None or line.id is None or line.action is None or line.mark != "live":
        return
    before, after = moment(log, line.id), moment(log, line.id, "after")
    if before is None or after is None:
        return
    for change in differences(log.rules, before.state, after.state):
        yield change_row(host, change)


def changes_of(line: LineView) -> list[tuple[str, str]]:
    """What can be done with an entry: nothing where it does not count any more."""
    if line.mark != "live" or line.id is None:
        return []
    return [(how, icon) for how, icon in CHANGES if line.action is not None or how == "after"]


def _buttons(host: Host, sheet: Sheet, line: LineView, row: list[tuple[str, str]]) -> Box:
    def go(how: str) -> None:
        sheet.dismiss()
        host.go("amend", entry=line.id, how=how)

    box = Box(spacing_of="small", size_hint_y=None)
    for how, icon in row:
        button = TileButton(host.tr(f"kiosk.amend.{how}"), icon=icon, size_hint_y=None, tall=1.15)
        button.bind(on_tap=lambda _, chosen=how: go(chosen))
        button.bind(height=lambda _, height: setattr(box, "height", height))
        box.add_widget(button)
        box.height = button.height
    return box
