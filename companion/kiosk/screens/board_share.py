"""A board's code, large, and its QR code, to have the same board anywhere."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.kiosk.screens.board_page import BoardPage
from companion.kiosk.screens.board_words import is_short
from companion.kiosk.screens.game_files import send
from companion.kiosk.widgets.buttons import TileButton
from companion.kiosk.widgets.layout import Card, ScrollColumn
from companion.kiosk.widgets.qr import QrPicture
from companion.kiosk.widgets.scaffold import Panes, ScreenScaffold
from companion.kiosk.widgets.text import AutoLabel
from companion.setup.code import grouped
from companion.setup.draft import Draft, Stand, code_of
from companion.setup.qr import TooLong, matrix

if TYPE_CHECKING:
    from companion.kiosk.host import Host

LINES = 3
NAMED_BY = 8
"""So many characters of a code name the file of its page."""


class BoardShareScreen(BoardPage):
    """The QR code at the left, the characters at the right."""

    def __init__(self, host: Host) -> None:
        super().__init__(host, "kiosk.board.board_share")
        self.code = QrPicture()
        self.column = ScrollColumn(spacing_of="gap")
        panes = Panes(self.code, self.column, shares=(1.0, 1.15))
        self.add_widget(ScreenScaffold(self.header, panes))

    def fill(self, draft: Draft, stand: Stand) -> None:
        """Show the code of the board."""
        code = code_of(draft)
        self.column.column.clear_widgets()
        try:
            self.code.rows = matrix(code)
        except TooLong:
            self.code.rows = ()
        if is_short(code):
            card = Card(size_hint_y=None)
            for line in in_lines(grouped(code)):
                card.add_widget(AutoLabel(line, style="title", halign="center", grow=True))
            self.column.add_row(card)
            self._say("kiosk.board.share_typed")
        else:
            self._say("kiosk.board.share_long")
        if self.code.rows:
            self._say("kiosk.board.share_scanned")
        paper = TileButton(self._host.tr("kiosk.board.print"), icon="forward", size_hint_y=None)
        paper.bind(on_tap=lambda *_: self._print(draft, stand, code))
        self.column.add_row(paper)
        self._say("kiosk.board.share_command")
        shown = code if is_short(code) else "…"
        command = AutoLabel(f"islekeeper board --code {shown}", style="caption", grow=True)
        self.column.add_row(command)

    def _print(self, draft: Draft, stand: Stand, code: str) -> None:
        """Ask where the page to print should go: drawing it takes a while, and is done there."""
        host = self._host
        say = host.tr.show

        def make() -> bytes:
            from companion.setup.drawing.page import pdf  # it brings Pillow along

            return pdf(draft.plan, stand.board, draft.players, grouped(code), say)

        name = f"islekeeper-board-{draft.plan.scenario}-{code[-NAMED_BY:].lower()}.pdf"
        title = host.tr("kiosk.board.print")
        send(host, title, lambda place: host.session.games.write_to(place, name, make))

    def _say(self, message: str) -> None:
        self.column.add_row(AutoLabel(self._host.tr(message), tone="muted", grow=True))


def in_lines(code: str) -> list[str]:
    """The groups of a code in lines of so many, to be read out without losing one's place."""
    groups = code.split("-")
    return ["-".join(groups[at : at + LINES]) for at in range(0, len(groups), LINES)]
