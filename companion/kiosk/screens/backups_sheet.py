"""Backups of the whole journal: choose one, be told what it means, bring it back."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from companion.kiosk.screens.moments import stamped_when
from companion.kiosk.widgets.buttons import TileButton
from companion.kiosk.widgets.layout import ScrollColumn
from companion.kiosk.widgets.lists import ListRow
from companion.kiosk.widgets.sheet import Sheet
from companion.kiosk.widgets.text import AutoLabel

if TYPE_CHECKING:
    from companion.journal import Backup
    from companion.kiosk.host import Host


def open_backups(host: Host) -> None:
    """A sheet with the backups, the newest first."""
    host.wait(host.session.backups(), lambda found: _list(host, found))


def ask_first(host: Host, title: str, words: str, act: Callable[[], None]) -> None:
    """A sheet that says what is about to happen; only its red button does it."""
    if host.app.overlays is None:
        return
    column = ScrollColumn()
    column.add_row(AutoLabel(words, style="lead", grow=True))
    go = TileButton(title, variant="danger")
    sheet = Sheet(title, column, (go,))

    def tapped(*_: object) -> None:
        sheet.dismiss()
        act()

    go.bind(on_tap=tapped)
    host.app.overlays.open_sheet(sheet)


def _list(host: Host, backups: Sequence[Backup]) -> None:
    if host.app.overlays is None:
        return
    column = ScrollColumn()
    about = host.tr("kiosk.settings.backups_more" if backups else "kiosk.settings.no_backup")
    column.add_row(AutoLabel(about, grow=True))
    for backup in backups:
        row = ListRow(stamped_when(host.tr, backup.stamp), icon="history")
        row.note = host.tr(
            "kiosk.settings.backup_note",
            number=backup.number,
            version=backup.app_version,
            size=max(1, round(backup.size / 1024)),
        )
        row.bind(on_tap=lambda _, backup=backup: _confirm(host, backup))
        column.add_row(row)
    host.app.overlays.open_sheet(Sheet(host.tr("kiosk.settings.backups"), column))


def _confirm(host: Host, backup: Backup) -> None:
    def restored(_aside: Any) -> None:
        if host.app.overlays is not None:
            host.app.overlays.close_sheets()
        host.home("home")

    ask_first(
        host,
        host.tr("kiosk.settings.restore"),
        host.tr("kiosk.settings.restore_sure", when=stamped_when(host.tr, backup.stamp)),
        lambda: host.wait(host.session.restore(backup.path), restored),
    )
