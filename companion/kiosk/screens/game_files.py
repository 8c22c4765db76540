"""Games out to a file and in from one: on a plugged-in drive, or in the folder beside the journal.

Nothing watches for drives: they are looked for when a sheet opens, and again when asked.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import Future
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

from companion.journal import ImportRefused, Place
from companion.kiosk.screens.moments import when
from companion.kiosk.widgets.buttons import TileButton
from companion.kiosk.widgets.layout import ScrollColumn
from companion.kiosk.widgets.lists import ListRow
from companion.kiosk.widgets.sheet import Sheet
from companion.kiosk.widgets.text import AutoLabel
from companion.session import file_problem

if TYPE_CHECKING:
    from kivy.uix.widget import Widget

    from companion.journal import Game, Imported
    from companion.kiosk.host import Host

Rows = Callable[[Sequence[Place]], Iterable["Widget"]]


def send_out(host: Host, game: Game, title: str) -> None:
    """Ask where a file of `game` should go, write it there, and say where it is."""
    title = host.tr("kiosk.files.out", title=title)
    send(host, title, lambda place: host.session.games.export_to(game.id, place))


def send(host: Host, title: str, write: Callable[[Place], Future[Path]]) -> None:
    """Ask where something should go, have it written there, and say where it is."""
    tr = host.tr

    def rows(places: Sequence[Place]) -> Iterable[Widget]:
        if not any(place.drive for place in places):
            yield AutoLabel(tr("kiosk.files.no_drive"), tone="muted", grow=True)
        for place in places:
            row = ListRow(_name(host, place), icon="forward", note_lines=2)
            if place.writable:
                free = tr("kiosk.files.free", size=_size(host, place.free))
                row.note = free if place.drive else f"{free} · {place.path}"
                row.bind(on_tap=lambda _, place=place: go(place))
            else:
                row.note, row.taps = tr("kiosk.files.locked"), False
                row.icon, row.look = "warning", "danger"
            yield row

    def go(place: Place) -> None:
        sheet.dismiss()

        def written(path: Path) -> None:
            done = "written_drive" if place.drive else "written"
            host.toast(tr(f"kiosk.files.{done}", drive=place.drive, path=str(path)))

        host.wait(write(place), written)

    sheet = _open(host, title, rows)


def bring_in(host: Host) -> None:
    """Show the files there are, and bring the tapped one in."""
    tr = host.tr

    def rows(places: Sequence[Place]) -> Iterable[Widget]:
        if not any(place.files for place in places):
            yield AutoLabel(tr("kiosk.files.nothing"), tone="muted", grow=True)
        for place in places:
            yield AutoLabel(_name(host, place), style="lead", bold=True, grow=True)
            about = [] if place.files else [tr("kiosk.files.none")]
            about += [] if place.drive else [str(place.path)]
            if about:
                yield AutoLabel(" · ".join(about), style="caption", tone="muted", grow=True)
            for file in place.files:
                row = ListRow(file.path.name, icon="plus")
                moment = when(tr, datetime.fromtimestamp(file.modified, UTC))
                row.note = f"{moment} · {_size(host, file.size)}"
                row.bind(on_tap=lambda _, path=file.path: go(path))
                yield row

    def go(path: Path) -> None:
        sheet.dismiss()

        def done(answer: Imported | ImportRefused) -> None:
            if isinstance(answer, ImportRefused):
                _explain(host, path, answer)
            else:
                here = answer.already_here
                host.toast(tr("kiosk.files.known" if here else "kiosk.files.brought_in"))

        host.wait(_or_refused(host.session.games.import_file(path)), done)

    sheet = _open(host, tr("kiosk.games.bring_in"), rows)


def _open(host: Host, title: str, rows: Rows) -> Sheet:
    """A sheet that is filled as soon as the drives have answered, and anew when asked."""
    column = ScrollColumn()
    column.add_row(AutoLabel(host.tr("kiosk.files.looking"), tone="muted", grow=True))
    again = TileButton(host.tr("kiosk.files.again"), icon="redo")
    sheet = Sheet(title, column, (again,))

    def show(places: Sequence[Place]) -> None:
        column.column.clear_widgets()
        for row in rows(places):
            column.add_row(row)

    def look(*_: object) -> None:
        host.wait(host.session.games.places(), show)

    again.bind(on_tap=look)
    if host.app.overlays is not None:
        host.app.overlays.open_sheet(sheet)
    look()
    return sheet


def _explain(host: Host, path: Path, refused: ImportRefused) -> None:
    """Everything that is wrong with a file, and the way to another one."""
    if host.app.overlays is None:
        return
    tr = host.tr
    column = ScrollColumn()
    column.add_row(AutoLabel(str(path), style="caption", tone="muted", grow=True))
    for problem in refused.problems:
        column.add_row(AutoLabel(host.say(file_problem(problem)), grow=True))
    column.add_row(AutoLabel(tr("kiosk.files.unchanged"), tone="muted", grow=True))
    other = TileButton(tr("kiosk.files.other"), icon="list")
    sheet = Sheet(tr("kiosk.files.refused"), column, (other,))

    def tapped(*_: object) -> None:
        sheet.dismiss()
        bring_in(host)

    other.bind(on_tap=tapped)
    host.app.overlays.open_sheet(sheet)


def _or_refused(asked: Future[Imported]) -> Future[Imported | ImportRefused]:
    """What is wrong with a file is an answer here; another fault stays one."""
    told: Future[Imported | ImportRefused] = Future()

    def pass_on(done: Future[Imported]) -> None:
        fault = done.exception()
        if fault is None or isinstance(fault, ImportRefused):
            told.set_result(done.result() if fault is None else fault)
        else:
            told.set_exception(fault)

    asked.add_done_callback(pass_on)
    return told


def _name(host: Host, place: Place) -> str:
    return place.drive or host.tr("kiosk.files.here")


def _size(host: Host, size: int) -> str:
    """`size` bytes in the unit that leaves at most three digits."""
    number = size / 1000
    for name in ("size_kb", "size_mb"):
        if number < 1000:
            return host.tr(f"kiosk.files.{name}", n=max(1, round(number)))
        number /= 1000
    return host.tr("kiosk.files.size_gb", n=round(number))
