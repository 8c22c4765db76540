"""How fair a board is: each finding in a row, ringed on the picture when it is touched."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from companion.kiosk.screens.board_page import BoardPage
from companion.kiosk.theme import theme
from companion.kiosk.widgets.board import BoardPicture
from companion.kiosk.widgets.layout import ScrollColumn
from companion.kiosk.widgets.lists import ListRow
from companion.kiosk.widgets.scaffold import Panes, ScreenScaffold
from companion.kiosk.widgets.text import AutoLabel
from companion.setup.drawing.scene import Look, scene
from companion.setup.report import Finding, report_on

if TYPE_CHECKING:
    from companion.kiosk.host import Host
    from companion.setup.draft import Draft, Stand


class BoardReportScreen(BoardPage):
    """The picture at the left, the findings at the right; the chosen one is explained."""

    def __init__(self, host: Host) -> None:
        super().__init__(host, "kiosk.board.board_report")
        self.picture = BoardPicture()
        self.column = ScrollColumn()
        self.chosen = ""
        panes = Panes(self.picture, self.column, shares=(1.15, 1.0))
        self.add_widget(ScreenScaffold(self.header, panes))

    def fill(self, draft: Draft, stand: Stand) -> None:
        """Show the findings of the draft's board."""
        host = self._host
        report = report_on(draft.plan, stand.board, draft.players)
        self.column.column.clear_widgets()
        if not report.findings:
            self.chosen = ""
            words = host.tr("boards.report.nothing")
            self.column.add_row(AutoLabel(words, grow=True))
            self._ring(draft, stand, None)
            return
        names = [finding.id for finding in report.findings]
        if self.chosen not in names:
            self.chosen = names[0]
        for finding in report.findings:
            self._row(draft, stand, finding)

    def _row(self, draft: Draft, stand: Stand, finding: Finding) -> None:
        host = self._host
        chosen = finding.id == self.chosen
        row = ListRow(host.say(finding.title), look="chosen" if chosen else "plain")
        choose = partial(self._choose, draft, stand, finding)
        row.bind(on_tap=lambda *_: choose())
        self.column.add_row(row)
        if chosen:
            self.column.add_row(AutoLabel(host.say(finding.words), tone="muted", grow=True))
            self._ring(draft, stand, finding)

    def _choose(self, draft: Draft, stand: Stand, finding: Finding) -> None:
        self.chosen = finding.id
        at = self.column.scroll_y
        self.fill(draft, stand)
        self.column.scroll_y = at

    def _ring(self, draft: Draft, stand: Stand, finding: Finding | None) -> None:
        """Show the board with what a finding speaks of ringed."""
        sites = () if finding is None else finding.sites
        self.picture.show(
            lambda small: scene(draft.plan, stand.board, Look(highlights=sites, small=small))
        )

    def restyle(self) -> None:
        super().restyle()
        if getattr(self, "column", None) is not None:
            self.column.spacing = theme.metrics.gap_small
