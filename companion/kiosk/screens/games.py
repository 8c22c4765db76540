"""All games: go on with one, rename, put away, delete (and take that back), bring out and in."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from companion.core.model import Refusal
from companion.core.registry import known
from companion.i18n.text import Text
from companion.journal import GameStatus
from companion.kiosk.router import Screen
from companion.kiosk.screens.game_files import bring_in, send_out
from companion.kiosk.screens.game_words import how_far
from companion.kiosk.screens.moments import written_when
from companion.kiosk.screens.rules_rows import SectionHeading
from companion.kiosk.widgets.buttons import TileButton
from companion.kiosk.widgets.keyboard import OnScreenKeyboard
from companion.kiosk.widgets.layout import RowsGrid, ScrollColumn
from companion.kiosk.widgets.lists import ListRow
from companion.kiosk.widgets.scaffold import BottomBar, HeaderBar, ScreenScaffold
from companion.kiosk.widgets.sheet import Sheet
from companion.kiosk.widgets.text import AutoLabel
from companion.session import read_summary

if TYPE_CHECKING:
    from companion.journal import Game
    from companion.kiosk.host import Host
    from companion.session.snapshot import Snapshot
    from companion.session.summary import Summary

LONGEST_TITLE = 60


class GamesScreen(Screen):
    """The list of games, last played first; below them those put away, and the deleted ones."""

    def __init__(self, host: Host) -> None:
        super().__init__()
        self._host = host
        self._seen: int | None = None
        header = HeaderBar(host.tr("kiosk.home.games"))
        header.bind(on_lead=lambda *_: host.back())
        self.column = ScrollColumn()
        bring = TileButton(host.tr("kiosk.games.bring_in"), icon="plus", size_hint_y=1)
        bring.bind(on_tap=lambda *_: bring_in(host))
        self.add_widget(ScreenScaffold(header, self.column, BottomBar(bring)))

    def on_show(self, **_params: Any) -> None:
        self._seen = None

    def update(self, snapshot: Snapshot) -> None:
        if snapshot.changes.games != self._seen and snapshot.journal.open:
            self._seen = snapshot.changes.games
            self._host.wait(self._host.session.games.list(*GameStatus), self._show)

    def _show(self, games: Sequence[Game]) -> None:
        host = self._host
        self.column.column.clear_widgets()
        if not games:
            self.column.add_row(AutoLabel(host.tr("kiosk.games.none"), style="title", grow=True))
            more = AutoLabel(host.tr("kiosk.games.none_more"), tone="muted", grow=True)
            self.column.add_row(more)
        for status in GameStatus:
            found = [game for game in games if game.status is status]
            if found and status is not GameStatus.ACTIVE:
                self.column.add_row(SectionHeading(host.tr(f"kiosk.games.are_{status}")))
            for game in found:
                self.column.add_row(self._row(game))

    def _row(self, game: Game) -> ListRow:
        host, summary = self._host, read_summary(game.summary)
        row = ListRow(_heading(game, summary), note_lines=2)
        when = written_when(host.tr, game.updated_at)
        row.note = " · ".join((how_far(host, summary), when, self._played(summary)))
        row.icon = "trophy" if summary.over else "play"
        row.look = "chosen" if game.id == host.snapshot.game else "plain"
        row.faded = game.status is GameStatus.DELETED
        row.bind(on_tap=lambda *_: self._open(game))
        return row

    def _played(self, summary: Summary) -> str:
        """The scenario and its variants; one of the table's own goes by its id."""
        modules = known()
        names = (summary.scenario, *summary.variants)
        words = [self._host.say(Text(f"module.{n}")) if n in modules else n for n in names if n]
        return self._host.tr.join(words, "comma")

    # -- one game ---------------------------------------------------------------------------------

    def _open(self, game: Game) -> None:
        host, games = self._host, self._host.session.games
        if host.app.overlays is None:
            return
        summary = read_summary(game.summary)
        grid = RowsGrid(cell_width=4.6, cell_height=1.2)
        column = ScrollColumn()
        points = " · ".join(f"{p.name} {p.vp}" for p in summary.players)
        for words in (points, self._played(summary)):
            column.add_row(AutoLabel(words, style="caption", tone="muted", grow=True))
        column.add_row(grid)
        sheet = Sheet(game.title or _players(summary), column)

        def button(name: str, icon: str, act: Callable[[], None]) -> TileButton:
            tile = TileButton(host.tr(f"kiosk.games.{name}"), icon=icon)

            def tapped(*_: object) -> None:
                sheet.dismiss()
                act()

            tile.bind(on_tap=tapped)
            grid.add_widget(tile)
            return tile

        deleted = game.status is GameStatus.DELETED
        if not deleted:
            button("resume", "play", lambda: self._resume(game))
            button("rename", "pencil", lambda: self._rename(game))
        if deleted:
            button("back", "undo", lambda: host.wait(games.undelete(game.id)))
        elif game.status is GameStatus.ARCHIVED:
            button("back", "undo", lambda: host.wait(games.unarchive(game.id)))
        else:
            button("archive", "list", lambda: self._archive(game))
        button("export", "forward", lambda: send_out(host, game, sheet.title))
        if not deleted:
            button("delete", "trash", lambda: self._delete(game)).variant = "danger"
        host.app.overlays.open_sheet(sheet)

    def _resume(self, game: Game) -> None:
        def opened(refusal: Refusal | None) -> None:
            if refusal is not None:
                self._host.refused(refusal, None)
            else:
                self._host.home("table")

        self._host.wait(self._host.session.open_game(game.id), opened)

    def _rename(self, game: Game) -> None:
        host = self._host
        if host.app.overlays is None:
            return
        keys = OnScreenKeyboard(host.tr.language, game.title, longest=LONGEST_TITLE)
        sheet = Sheet(host.tr("kiosk.games.rename"), keys, side="bottom", share=1.0)

        def entered(*_: object) -> None:
            title = keys.text.strip()
            if title:
                sheet.dismiss()
                host.wait(host.session.games.rename(game.id, title))

        keys.bind(on_enter=entered)
        host.app.overlays.open_sheet(sheet)

    def _archive(self, game: Game) -> None:
        games = self._host.session.games

        def archived(_game: Game) -> None:
            self._may_undo("archived", game, lambda: self._host.wait(games.unarchive(game.id)))

        self._host.wait(games.archive(game.id), archived)

    def _delete(self, game: Game) -> None:
        host, games = self._host, self._host.session.games
        on_table = host.snapshot.game == game.id

        def bring_back() -> None:
            host.wait(games.undelete(game.id))
            if on_table:
                host.wait(host.session.open_game(game.id))

        host.wait(games.delete(game.id), lambda _: self._may_undo("deleted", game, bring_back))

    def _may_undo(self, message: str, game: Game, undo: Callable[[], None]) -> None:
        """Say what was done with a game, and offer to take it back."""
        host, overlays = self._host, self._host.app.overlays
        title = _heading(game, read_summary(game.summary))

        def tapped() -> None:
            if overlays is not None:
                overlays.mute_echo()  # below the message there is another game's row
            undo()

        host.toast(host.tr(f"kiosk.games.{message}", title=title), host.tr("common.undo"), tapped)


def _players(summary: Summary) -> str:
    return ", ".join(player.name for player in summary.players)


def _heading(game: Game, summary: Summary) -> str:
    """The title, and who plays where it does not say so."""
    names = _players(summary)
    if not game.title:
        return names or game.id
    told = any(player.name in game.title for player in summary.players)
    return game.title if told or not names else f"{game.title} ({names})"
