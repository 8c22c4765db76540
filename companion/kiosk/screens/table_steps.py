"""What to do now: short steps, and the answers to what is asked right beside them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from math import ceil
from typing import TYPE_CHECKING

from kivy.clock import Clock
from kivy.properties import BooleanProperty
from kivy.uix.widget import Widget

from companion.i18n.text import SeatRef
from companion.kiosk.screens.action_sheet import take
from companion.kiosk.screens.amend_pickers import SeatChip
from companion.kiosk.widgets.base import gap
from companion.kiosk.widgets.buttons import TileButton
from companion.kiosk.widgets.layout import Card, RowsGrid, ScrollColumn
from companion.kiosk.widgets.text import AutoLabel
from companion.view.addressed import seat_shown
from companion.view.model import ActionView, ParamView, PromptView, StepView, TableView

if TYPE_CHECKING:
    from companion.core.model import SeatId
    from companion.kiosk.host import Host, Voice

FLOW_GROUPS = ("number", "turn")
"""A question whose answer is the big button: what else it allows has the build sheet."""

SETTLE = "settle"
FEW = 8
FEW_WAYS = 3
INLINE_TYPES = ("seat", "resource", "choice")
NARROWEST = 1.6
"""Touch widths that an answer has at least."""
HIGH_CELL = 1.2
"""Touch heights of an answer whose name needs three lines."""

SIZES = (("lead", 1.2), ("lead", 1.0), ("body", 1.0), ("body", 1.0), ("caption", 1.0))
"""Styles and their scales: steps are as large as there is room.

Before they get small, what is past makes way.
"""
USUAL = 2
WITHOUT_PAST = 3
"""From this one of `SIZES` on, what is past is left out: history has it."""


class StepsPane(ScrollColumn):
    """All steps of the view, built anew only when they say something else.

    `crowded`: even at the usual size they need more room than there is; neighbors may give some.
    """

    crowded = BooleanProperty(False)

    def __init__(self, host: Host) -> None:
        self._size = 0
        super().__init__(spacing_of="gap")
        self._host = host
        self._shown: object = None
        self._texts: list[AutoLabel] = []
        self._past: list[AutoLabel] = []
        self._asked: Card | None = None
        # Before this frame is drawn; nobody sees the steps in a size that is still being tried.
        self._refit = Clock.create_trigger(self._fit, -1)
        self._settled = Clock.create_trigger(self._look_again, 0)
        # First among what this frame lays out, then after it: by the next frame all stands.
        self._laying = Clock.create_trigger(lambda *_: self._settled(), -1)
        self._settling = False
        self.bind(size=self._resized)
        self.column.bind(height=self._refit)

    def show(self, view: TableView) -> None:
        """Bring the steps up to date."""
        spoken = tuple((seat.name, seat.color, seat.language) for seat in view.seats)
        key = (view.steps, view.actions, view.known, spoken, self._host.tr.language)
        if key == self._shown:
            return
        self._shown = key
        self._texts, self._past, self._asked, self._size = [], [], None, 0
        self.crowded = False
        self.column.clear_widgets()
        self._space("gap")
        prompts = {p.id: p for p in view.prompts}
        for step in view.steps:
            if step.kind == "ask" and step.prompt in prompts:
                self._add_ask(view, step, prompts[step.prompt])
            else:
                self._add_tell(view, step)
        for known in view.known:
            said = self._host.say(known)
            self.add_row(AutoLabel(said, style="caption", tone="muted", grow=True))
        self.scroll_y = 1
        self._set_size(0)

    def may_scroll(self) -> bool:
        return self._size + 1 == len(SIZES)

    def _resized(self, *_: object) -> None:
        self._set_size(0)
        self._refit()

    def _set_size(self, size: int) -> None:
        self._size = size
        for label in self._texts:
            label.style, label.scale = SIZES[size]
        for label in self._past:
            label.style, label.scale = SIZES[min(size + 1, len(SIZES) - 1)]
        self._space("gap" if size < USUAL else "small")
        self._show_past(size < WITHOUT_PAST)
        self._made_anew()
        self._settling = True
        self.column.opacity = 0
        self._laying()

    def _space(self, between: str) -> None:
        """Set the distance between steps, and between a question and its answers."""
        for box in (self.column, None if self._asked is None else self._asked.body):
            if box is not None:
                box.spacing_of = between
                box.restyle()

    def _show_past(self, shown: bool) -> None:
        for label in reversed(self._past):
            if shown and label.parent is None:
                self.column.add_widget(label, index=len(self.column.children))
            elif not shown and label.parent is not None:
                self.column.remove_widget(label)

    def _fit(self, *_: object) -> None:
        """Smaller words where the steps are too long; what is asked is never out of sight."""
        if self.height < 2 or self._settling:
            return
        self.column.opacity = 1
        if self.column.height <= self.height + 1:
            self.scroll_y = 1
        elif self._size == USUAL and not self.crowded:
            self.crowded = True
            self._refit()
        elif self._size + 1 < len(SIZES):
            self._set_size(self._size + 1)
        elif self._asked is not None:
            self.scroll_y = 0

    def _look_again(self, *_: object) -> None:
        self._settling = False
        self._fit()

    def _voice(self, view: TableView, seats: Sequence[SeatId]) -> Voice:
        """What is said to `seats`; to nobody by name, it is said to whose turn it is."""
        return self._host.to(*(seats or (seat_shown(view),)))

    def _add_tell(self, view: TableView, step: StepView) -> None:
        said = self._voice(view, step.seats).say(step.text)
        text = AutoLabel(said, style=SIZES[0][0], scale=SIZES[0][1], grow=True)
        if step.past:
            (text.style, text.scale), text.tone = SIZES[1], "muted"
            self._past.append(text)
        else:
            self._texts.append(text)
        self.add_row(text)

    def _add_ask(self, view: TableView, step: StepView, prompt: PromptView) -> None:
        voice = self._voice(view, step.seats)
        said, (style, scale) = voice.say(step.text), SIZES[0]
        text = AutoLabel(said, style=style, scale=scale, bold=True, grow=True)
        self._texts.append(text)
        answers = self._answers(view, prompt, voice)
        if not answers:
            self.add_row(text)
            return
        # A question with its answers stands out: it is what everybody waits for.
        card = Card(tone="raised", size_hint_y=None)
        card.body.spacing_of = self.column.spacing_of
        card.body.restyle()
        card.add_widget(text)
        for answer in answers:
            card.add_widget(answer)
        self.add_row(card)
        self._asked = card

    # -- answers ------------------------------------------------------------------------------

    def _answers(self, view: TableView, prompt: PromptView, voice: Voice) -> list[Widget]:
        all_of_it = [a for g in view.actions for a in g.actions if a.prompt == prompt.id]
        mine = [a for a in all_of_it if a.name != SETTLE]
        settle = next((a for a in all_of_it if a.name == SETTLE), None)
        flow = [a.group for a in mine if a.group in FLOW_GROUPS]
        if flow:
            # A turn is settled by ending it; a number that nobody entered needs the words.
            return [] if settle is None or "turn" in flow else [self._settle(settle, voice)]
        by_name: dict[str, list[ActionView]] = {}
        for action in mine:
            by_name.setdefault(action.name, []).append(action)
        found: list[Widget] = []
        plain: list[Widget] = []
        for same in by_name.values():
            if not _stands_here(same[0], len(by_name)):
                continue
            if len(prompt.waiting) > 1:
                found += self._of_several(same, voice)
                continue
            one = _one_choice(same[0])
            if one is None:
                plain.append(self._plain(same[0], voice))
            else:
                plain += self._choices(same[0], one, voice)
        if settle is not None:
            plain.append(self._settle(settle, voice))
        return [*found, self._grid(plain)] if plain else found

    def _grid(self, cells: Sequence[Widget]) -> RowsGrid:
        grid = _Answers(cell_width=NARROWEST)
        for cell in cells:
            grid.add_widget(cell)
        return grid

    def _of_several(self, same: Sequence[ActionView], voice: Voice) -> list[Widget]:
        """An answer that several seats owe at once: what it is, and a chip for each of them."""
        host = self._host
        caption = AutoLabel(voice.say(same[0].label), style="caption", tone="muted", grow=True)
        chips: list[Widget] = []
        for action in same:
            name, color = self._seat(action.seat)
            chips.append(_chip(name, color, partial(take, host, action)))
        return [caption, self._grid(chips)]

    def _choices(self, action: ActionView, param: ParamView, voice: Voice) -> list[Widget]:
        """A cell for each value; seats in their color and shape."""
        host = self._host
        cells: list[Widget] = []
        for choice in param.choices or ():
            words = voice.say(choice.label)

            def chosen(value: object = choice.value) -> None:
                host.act(action, {param.name: value})

            if param.type == "seat":
                _, color = self._seat(str(choice.value))
                cells.append(_chip(words, color, chosen))
            else:
                cells.append(_tile(words, chosen))
        if param.optional:
            nobody = "common.nobody" if param.type == "seat" else "common.nothing"
            cells.append(_tile(voice.tr(nobody), lambda: host.act(action, {})))
        return cells

    def _plain(self, action: ActionView, voice: Voice) -> TileButton:
        tile = _tile(voice.say(action.label), lambda: take(self._host, action))
        tile.variant = "primary" if action.primary else "secondary"
        return tile

    def _settle(self, action: ActionView, voice: Voice) -> TileButton:
        """The answer that the table has settled it, once for each question."""
        label = voice.tr("common.settled_at_table")

        def settle() -> None:
            if not action.closes_for:
                self._host.act(action)
                return
            from companion.kiosk.screens.backups_sheet import ask_first

            seats = tuple(SeatRef(seat) for seat in action.closes_for)
            words = voice.tr("common.settle_sure", seats=seats)
            ask_first(self._host, label, words, lambda: self._host.act(action))

        tile = _tile(label, settle)
        tile.variant = "quiet"
        return tile

    def _seat(self, seat_id: str | None) -> tuple[str, str]:
        """Name and color of a seat."""
        view = self._host.view
        seats = () if view is None else view.seats
        seat = next((s for s in seats if s.id == seat_id), None)
        return ("", "white") if seat is None else (self._host.say(seat.name), seat.color)


class _Answers(RowsGrid):
    """Cells in even rows, as few as their words allow; the last cell has the rest of its row.

    Where even two columns are too narrow for a long name, the cells are higher.
    """

    def columns(self) -> int:
        most = max(1, min(super().columns(), len(self.children)))
        fitting = next((n for n in range(most, 1, -1) if self._words_fit(n)), min(most, 2))
        return ceil(len(self.children) / ceil(len(self.children) / fitting))

    def _words_fit(self, columns: int) -> bool:
        width = (self.width + gap(self.spacing_of)) / columns - gap(self.spacing_of)
        return all(cell.words_fit(width) for cell in self.children)

    def _place(self, *_: object) -> None:
        if not self.children:
            return
        self.cell_height = 1.0 if self._words_fit(self.columns()) else HIGH_CELL
        super()._place()
        last = self.children[0]
        last.width = self.x + self.width - last.x


def _tile(words: str, tapped: Callable[[], None]) -> TileButton:
    tile = TileButton(words, size_hint_y=None, margin=0.3)
    tile.bind(on_tap=lambda *_: tapped())
    return tile


def _chip(name: str, color: str, tapped: Callable[[], None]) -> SeatChip:
    chip = SeatChip(name=name, color=color, look="soft")
    chip.bind(on_tap=lambda *_: tapped())
    return chip


def _stands_here(action: ActionView, ways: int) -> bool:
    """Few ways to answer stand beside their question; the big button and many ways do not."""
    if action.group == "answer":
        return True
    return action.group == "robber" or (ways <= FEW_WAYS and not action.primary)


def _one_choice(action: ActionView) -> ParamView | None:
    """The one parameter that is chosen among few; None where there is more to say."""
    needed = [p for p in action.params if not p.optional]
    asked = needed or [
        p for p in action.params if p.type in INLINE_TYPES and len(p.choices or ()) > 1
    ]
    traits = any(p.traits for p in action.params)
    if len(asked) != 1 or traits or asked[0].type not in INLINE_TYPES:
        return None
    return asked[0] if 0 < len(asked[0].choices or ()) <= FEW else None
