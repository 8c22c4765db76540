"""What to do now: short steps, and the answers to what is asked right beside them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kivy.uix.widget import Widget

from companion.kiosk.screens.action_sheet import take
from companion.kiosk.widgets.buttons import TileButton
from companion.kiosk.widgets.layout import Card, RowsGrid, ScrollColumn
from companion.kiosk.widgets.text import AutoLabel
from companion.view.model import ActionView, ParamView, PromptView, StepView, TableView

if TYPE_CHECKING:
    from companion.kiosk.host import Host

INLINE_GROUPS = ("answer", "robber")
"""Answers that stand beside their question; building and numbers have places of their own."""

SETTLE = "settle"
FEW = 8
FEW_WAYS = 3


class StepsPane(ScrollColumn):
    """All steps of the view, built anew only when they say something else."""

    def __init__(self, host: Host) -> None:
        super().__init__(spacing_of="gap")
        self._host = host
        self._shown: object = None

    def show(self, view: TableView) -> None:
        """Bring the steps up to date."""
        key = (view.steps, view.actions, view.known, self._host.tr)
        if key == self._shown:
            return
        self._shown = key
        self.column.clear_widgets()
        prompts = {p.id: p for p in view.prompts}
        for step in view.steps:
            if step.kind == "ask" and step.prompt in prompts:
                self._add_ask(view, step, prompts[step.prompt])
            else:
                self._add_tell(step)
        for known in view.known:
            said = self._host.tr("kiosk.table.known", what=known)
            self.add_row(AutoLabel(said, style="caption", tone="muted", grow=True))
        self.scroll_y = 1

    def _add_tell(self, step: StepView) -> None:
        tone = "muted" if step.past else "ink"
        style = "body" if step.past else "lead"
        self.add_row(AutoLabel(self._host.say(step.text), style=style, tone=tone, grow=True))

    def _add_ask(self, view: TableView, step: StepView, prompt: PromptView) -> None:
        text = AutoLabel(self._host.say(step.text), style="lead", bold=True, grow=True)
        answers = self._answers(view, prompt)
        if not answers:
            self.add_row(text)
            return
        # A question with its answers stands out: it is what everybody waits for.
        card = Card(tone="raised", size_hint_y=None)
        card.add_widget(text)
        for answer in answers:
            card.add_widget(answer)
        self.add_row(card)

    def _answers(self, view: TableView, prompt: PromptView) -> list[Widget]:
        found: list[Widget] = []
        plain: list[TileButton] = []
        mine = [
            action
            for group in view.actions
            for action in group.actions
            if action.prompt == prompt.id and action.name != SETTLE
        ]
        for action in mine:
            # Few ways to answer stand here whole; a turn's many have the build sheet.
            few = len(mine) <= FEW_WAYS and not action.primary
            if action.group in INLINE_GROUPS or few:
                found += self._inline(action, plain)
        settle = self._settle(view, prompt)
        if settle is not None and (found or plain):
            plain.append(settle)
        if plain:
            grid = RowsGrid(cell_width=3.4)
            for tile in plain:
                grid.add_widget(tile)
            found.append(grid)
        return found

    def _inline(self, action: ActionView, plain: list[TileButton]) -> list[Widget]:
        """Chips for a choice among few; a plain button for everything else."""
        one = _one_choice(action)
        if one is None:
            tile = TileButton(
                self._label(action), variant="primary" if action.primary else "secondary"
            )
            tile.bind(on_tap=lambda *_: take(self._host, action))
            plain.append(tile)
            return []
        grid = RowsGrid(cell_width=2.3)
        for choice in one.choices or ():
            tile = TileButton(self._host.say(choice.label))
            tile.bind(
                on_tap=lambda _, value=choice.value: self._host.act(action, {one.name: value})
            )
            grid.add_widget(tile)
        if one.optional:
            nobody = TileButton(self._host.tr("common.nobody"))
            nobody.bind(on_tap=lambda *_: self._host.act(action, {}))
            grid.add_widget(nobody)
        return [grid]

    def _label(self, action: ActionView) -> str:
        """The action's words, with whose it is where several seats are asked at once."""
        view = self._host.view
        words = self._host.say(action.label)
        if view is None or action.seat is None or action.seat == view.turn.seat:
            return words
        name = next((s.name for s in view.seats if s.id == action.seat), "")
        return f"{self._host.say(name)}: {words}"

    def _settle(self, view: TableView, prompt: PromptView) -> TileButton | None:
        """The answer that the table has settled it, once for each question."""
        for group in view.actions:
            for action in group.actions:
                if action.name == SETTLE and action.prompt == prompt.id:
                    tile = TileButton(self._host.tr("common.settled_at_table"), variant="quiet")
                    tile.bind(on_tap=lambda _, chosen=action: self._host.act(chosen))
                    return tile
        return None


def _one_choice(action: ActionView) -> ParamView | None:
    """The one parameter that is chosen among few seats; None where there is more to say."""
    asked = [p for p in action.params if p.type == "seat"]
    others = [p for p in action.params if p.type != "seat" and not p.optional]
    traits = any(p.traits for p in action.params)
    if len(asked) == 1 and not others and not traits and 0 < len(asked[0].choices or ()) <= FEW:
        return asked[0]
    return None
