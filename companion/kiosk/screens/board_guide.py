"""Laying a board out: a step at a time, with the picture as it should lie then."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.kiosk.screens.board_page import BoardPage
from companion.kiosk.widgets.board import BoardPicture
from companion.kiosk.widgets.buttons import TileButton
from companion.kiosk.widgets.layout import ScrollColumn
from companion.kiosk.widgets.scaffold import BottomBar, Panes, ScreenScaffold
from companion.kiosk.widgets.text import AutoLabel
from companion.setup.drawing.scene import Look, scene
from companion.setup.drawing.shapes import Scene
from companion.setup.guide import Step, guide

if TYPE_CHECKING:
    from companion.core.board.plan import Plan
    from companion.kiosk.host import Host
    from companion.setup.draft import Draft, Stand


class BoardGuideScreen(BoardPage):
    """The picture at the left, what to do at the right; below, a step back and forth."""

    def __init__(self, host: Host) -> None:
        super().__init__(host, "kiosk.board.board_guide")
        self._steps: tuple[Step, ...] = ()
        self._plan: Plan | None = None
        self._of: object = None
        self.at = 0
        self.picture = BoardPicture()
        self.column = ScrollColumn(spacing_of="gap")
        self.earlier = TileButton(host.tr("kiosk.board.step_back"), icon="back", size_hint_y=1)
        self.earlier.size_hint_x = 0.6
        self.earlier.bind(on_tap=lambda *_: self._go(self.at - 1))
        self.later = TileButton(icon="forward", size_hint_y=1)
        self.later.variant, self.later.style = "primary", "lead"
        self.later.bind(on_tap=lambda *_: self._next())
        panes = Panes(self.picture, self.column, shares=(1.25, 1.0))
        self.add_widget(ScreenScaffold(self.header, panes, BottomBar(self.earlier, self.later)))

    def fill(self, draft: Draft, stand: Stand) -> None:
        """Show the step that was left for this board, or the first one of another."""
        if self._of != (draft.plan, stand.board):
            self._of, self.at = (draft.plan, stand.board), 0
        self._plan = draft.plan
        self._steps = guide(draft.plan, stand.board)
        self._go(self.at)

    def _next(self) -> None:
        if self.at + 1 < len(self._steps):
            self._go(self.at + 1)
        else:
            self.at = 0
            self._host.back()

    def _go(self, at: int) -> None:
        host, steps = self._host, self._steps
        self.at = max(0, min(at, len(steps) - 1))
        step = steps[self.at]
        self.header.title = host.tr("kiosk.board.step", n=self.at + 1, all=len(steps))
        self.column.column.clear_widgets()
        self.column.add_row(AutoLabel(host.say(step.title), style="title", grow=True))
        for line in step.lines:
            self.column.add_row(AutoLabel(host.say(line), style="lead", grow=True))
        self.column.scroll_y = 1
        self.earlier.disabled = self.at == 0
        last = self.at + 1 == len(steps)
        self.later.text = host.tr("kiosk.board.step_done" if last else "kiosk.board.step_next")
        self.later.icon = "check" if last else "forward"
        if self._plan is not None:
            # From the first step on everything lies where the whole board will have it.
            whole = scene(self._plan, steps[-1].board)
            self.picture.show(lambda small: self._scene(step, small=small), whole)

    def _scene(self, step: Step, *, small: bool) -> Scene:
        assert self._plan is not None
        look = Look(highlights=step.sites, figures=step.figures, small=small)
        return scene(self._plan, step.board, look)
