"""Which board is to be made: every scenario by its picture, or a code."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from kivy.properties import StringProperty

from companion.core.board.options import Options
from companion.core.board.plan import Plan
from companion.core.chance import parse_seed
from companion.core.model import Problem
from companion.kiosk.art import render
from companion.kiosk.router import Screen
from companion.kiosk.screens.new_game_scenarios import faulty_rows, in_short
from companion.kiosk.screens.set_up import show_faults
from companion.kiosk.theme import theme
from companion.kiosk.widgets.base import Drawn, Pressable
from companion.kiosk.widgets.board import BoardDrawing
from companion.kiosk.widgets.buttons import TileButton
from companion.kiosk.widgets.keyboard import OnScreenKeyboard
from companion.kiosk.widgets.layout import RowsGrid, ScrollColumn
from companion.kiosk.widgets.scaffold import BottomBar, HeaderBar, ScreenScaffold
from companion.kiosk.widgets.sheet import Sheet
from companion.kiosk.widgets.text import AutoLabel
from companion.scenario.files import Scenario, sort_boards
from companion.setup.drawing.scene import Look, scene
from companion.setup.drawing.shapes import Scene
from companion.setup.drawn import draw_board
from companion.setup.naming import NAMED, scenario_name

if TYPE_CHECKING:
    from companion.kiosk.host import Host

USUAL = 4
"""The players whose board is shown where a scenario has several."""


class ScenarioTile(Pressable, Drawn):
    """A scenario: its board, small, and its name below."""

    __events__ = ("on_tap",)
    text = StringProperty("")

    def __init__(self, text: str, note: str, picture: Scene, **kwargs: Any) -> None:
        self.label = AutoLabel(text, bold=True, halign="center", max_lines=2)
        self.note = AutoLabel(note, style="caption", tone="muted", halign="center")
        self.drawing = BoardDrawing(scene=picture, plain=True)
        super().__init__(text=text, **kwargs)
        for part in (self.drawing, self.label, self.note):
            self.add_widget(part)
        for name in ("pos", "size"):
            self.fbind(name, self._place)
        self.fbind("pressed", self.redraw)

    def _place(self, *_: object) -> None:
        edge = theme.metrics.gap_small
        words, note = self.label.line_step() * 1.25, self.note.line_step()
        wide = self.width - 2 * edge
        self.note.pos, self.note.size = (self.x + edge, self.y + edge), (wide, note)
        self.label.pos, self.label.size = (self.x + edge, self.y + edge + note), (wide, words)
        bottom = words + note + 2 * edge
        self.drawing.pos = (self.x + edge, self.y + bottom)
        self.drawing.size = (wide, max(1, self.height - bottom - edge))

    def draw(self) -> None:
        radius = theme.metrics.radius
        render.paint("raised" if self.pressed else "surface")
        self.draw_box(radius)
        render.paint("primary" if self.pressed else "line")
        self.draw_frame(radius, theme.metrics.hairline)


class BoardsScreen(Screen):
    """The scenarios with their boards; below them a code, and the board that was made last."""

    def __init__(self, host: Host) -> None:
        super().__init__()
        self._host = host
        header = HeaderBar(host.tr("kiosk.boards.title"))
        header.bind(on_lead=lambda *_: host.back())
        self.column = ScrollColumn(spacing_of="gap")
        self.grid = RowsGrid(cell_width=3.4, cell_height=3.1, columns_wanted=5)
        self.code = TileButton(host.tr("kiosk.boards.enter_code"), icon="pencil", size_hint_y=1)
        self.code.bind(on_tap=lambda *_: self._ask_code())
        self.last = TileButton(host.tr("kiosk.boards.last"), icon="redo", size_hint_y=1)
        self.last.bind(on_tap=lambda *_: host.go("board"))
        self.add_widget(ScreenScaffold(header, self.column, BottomBar(self.code, self.last)))

    def on_show(self, **_params: Any) -> None:
        host = self._host
        self.last.disabled = True
        own = host.session.own_scenarios
        host.wait(host.session.aside(lambda: sort_boards(own)), lambda found: self._know(*found))
        host.boards.look_for_the_last(self._show_last)

    def _show_last(self) -> None:
        draft, host = self._host.boards.draft, self._host
        self.last.disabled = draft is None or draft.stand is None
        if draft is not None:
            name = scenario_name(draft.plan.scenario)
            self.last.text = host.tr("kiosk.boards.last_of", scenario=name)

    def _know(self, sound: Mapping[str, Scenario], faulty: Mapping[str, Sequence[Problem]]) -> None:
        host = self._host
        self.column.column.clear_widgets()
        self.grid.clear_widgets()
        known = {name: at for at, name in enumerate(NAMED)}
        for name in sorted(sound, key=lambda name: (known.get(name, len(known)), name)):
            self.grid.add_widget(self._tile(sound[name]))
        self.column.add_row(self.grid)
        for row in faulty_rows(host, in_short(faulty), host.session.own_scenarios):
            self.column.add_row(row)

    def _tile(self, scenario: Scenario) -> ScenarioTile:
        host = self._host
        plan = next((p for p in scenario.plans if USUAL in p.players), scenario.plans[0])
        counts = sorted({n for p in scenario.plans for n in p.players})
        note = host.tr("kiosk.boards.for_players", low=counts[0], high=counts[-1])
        if len(counts) == 1:
            note = host.tr("kiosk.boards.players", n=counts[0])
        tile = ScenarioTile(host.say(scenario_name(scenario.id)), note, sample(plan))
        players = USUAL if USUAL in counts else counts[-1]
        tile.bind(on_tap=lambda *_: self._choose(scenario.id, players))
        return tile

    def _choose(self, scenario: str, players: int) -> None:
        """Make a board of a scenario; the last one, if it is the same, goes on as it was."""
        boards = self._host.boards
        draft = boards.draft
        if draft is None or draft.stand is None or draft.plan.scenario != scenario:
            faults = boards.choose(scenario, players)
            if faults:
                self._say(faults)
                return
        self._host.go("board")

    def _say(self, faults: Sequence[Problem]) -> None:
        title = self._host.tr("kiosk.boards.cannot")
        show_faults(self._host, title, [fault.text for fault in faults])

    def _ask_code(self) -> None:
        host = self._host
        if host.app.overlays is None:
            return
        keys = OnScreenKeyboard(host.tr.language, "")
        sheet = Sheet(host.tr("kiosk.boards.code_of"), keys, side="bottom", share=1.0)

        def entered(*_: object) -> None:
            if not keys.text.strip() or sheet.parent is None:
                return
            faults = host.boards.enter(keys.text)
            if faults:
                self._say(faults)  # the sheet stays: what was typed can be mended
                return
            sheet.dismiss()
            host.go("board")

        keys.bind(on_enter=entered)
        host.app.overlays.open_sheet(sheet)


def sample(plan: Plan) -> Scene:
    """The picture that stands for a plan: the printed board, else always the same drawn one."""
    board = plan.printed
    if board is None:
        board = draw_board(plan, plan.variable, Options(), parse_seed("sample")).board
    if board is None:  # a board of the table's own that its rules leave no room for
        return Scene((), (0.0, 0.0, 1.0, 1.0))
    return scene(plan, board, Look(figures=False))
