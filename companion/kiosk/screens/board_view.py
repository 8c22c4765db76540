"""The board that the game on the table is played on: to be looked at, laid out, shared."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from msgspec.structs import replace

from companion.kiosk.screens.board_page import BoardPage
from companion.kiosk.widgets.board import BoardPicture
from companion.kiosk.widgets.buttons import TileButton
from companion.kiosk.widgets.layout import ScrollColumn
from companion.kiosk.widgets.scaffold import Panes, ScreenScaffold
from companion.kiosk.widgets.text import AutoLabel
from companion.setup.drawing.scene import Look, scene
from companion.setup.naming import scenario_name

if TYPE_CHECKING:
    from companion.kiosk.host import Host
    from companion.setup.draft import Draft, Stand

PAGES = (("board_report", "stats"), ("board_guide", "list"), ("board_share", "globe"))
"""What there is to be known of a board, with the icons of the ways there."""


class BoardViewScreen(BoardPage):
    """The picture at the left, the ways to its other pages at the right."""

    def __init__(self, host: Host) -> None:
        super().__init__(host, "kiosk.board.of_game")
        self.picture = BoardPicture()
        self.side = ScrollColumn()
        panes = Panes(self.picture, self.side, shares=(1.9, 1.0))
        self.add_widget(ScreenScaffold(self.header, panes))

    def fill(self, draft: Draft, stand: Stand) -> None:
        """Show the board, what it is, and the ways."""
        host = self._host
        look = Look()
        self.picture.show(lambda small: scene(draft.plan, stand.board, replace(look, small=small)))
        self.side.column.clear_widgets()
        name = host.say(scenario_name(draft.plan.scenario))
        title = host.tr("kiosk.board.title", scenario=name, n=draft.players)
        self.side.add_row(AutoLabel(title, style="lead", bold=True, grow=True))
        for page, icon in PAGES:
            tile = TileButton(host.tr(f"kiosk.board.{page}"), icon=icon, size_hint_y=None)
            go = partial(host.go, page, game=True)
            tile.bind(on_tap=lambda *_, go=go: go())
            self.side.add_row(tile)
