"""What the pages on one board share: of the board in the making, or of the game's."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from companion.kiosk.router import Screen
from companion.kiosk.widgets.scaffold import HeaderBar

if TYPE_CHECKING:
    from companion.kiosk.host import Host
    from companion.setup.draft import Draft, Stand


class BoardPage(Screen):
    """A screen that shows a board in some way: subclasses lay it out and `fill` it.

    The parameter `game` of the router means the board that the game on the table is played on.
    """

    def __init__(self, host: Host, title: str) -> None:
        super().__init__()
        self._host = host
        self.header = HeaderBar(host.tr(title))
        self.header.bind(on_lead=lambda *_: host.back())

    def on_show(self, game: bool = False, **_params: Any) -> None:
        boards = self._host.boards
        draft = boards.of_game() if game else boards.draft
        if draft is not None and draft.stand is not None:
            self.fill(draft, draft.stand)

    def fill(self, draft: Draft, stand: Stand) -> None:
        """Show the board of the moment."""
