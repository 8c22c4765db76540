"""Mending the past: say what was, see what it would mean, accept it or go back."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

from kivy.uix.widget import Widget

from companion.core.frozen import freeze, to_builtins
from companion.core.history import Entry, Log, Plan
from companion.core.model import Command
from companion.i18n.text import SeatRef
from companion.kiosk.router import Screen
from companion.kiosk.screens.amend_form import ArgumentForm, asked_of, can_ask
from companion.kiosk.screens.amend_plan import plan_rows
from companion.kiosk.screens.rules_rows import SectionHeading
from companion.kiosk.theme import theme
from companion.kiosk.widgets.base import Box
from companion.kiosk.widgets.buttons import PrimaryButton, TileButton
from companion.kiosk.widgets.layout import ScrollColumn
from companion.kiosk.widgets.lists import ListRow
from companion.kiosk.widgets.scaffold import BottomBar, HeaderBar, ScreenScaffold
from companion.kiosk.widgets.text import AutoLabel
from companion.view.amendment import (
    How,
    actions_then,
    live_entry,
    missed_turn,
    plan_view,
)
from companion.view.history import history_lines
from companion.view.model import ActionView

if TYPE_CHECKING:
    from companion.kiosk.host import Host

Step = Callable[[], None]
ENTER_NUMBER = "enter_number"


class AmendScreen(Screen):
    """Three steps, each with a way back: which move, its details, what it would mean.

    Shown with `entry` (the id of a live entry) and `how`: replace, remove, before or after.
    """

    def __init__(self, host: Host) -> None:
        super().__init__()
        self._host = host
        self._log: Log | None = None
        self._entry, self._how = "", "replace"
        self._steps: list[Step] = []
        self._planned: tuple[Plan, tuple[Command, ...]] | None = None
        self._accepting = False
        self.header = HeaderBar()
        self.header.bind(on_lead=lambda *_: self.back())
        self.what = AutoLabel(tone="muted", max_lines=2, size_hint_y=None)
        self.place = Box(orientation="vertical")
        share = 0.45 if theme.metrics.portrait else 0.6
        self.back_button = TileButton(host.tr("common.back"), icon="back", size_hint_x=share)
        self.back_button.bind(on_tap=lambda *_: self.back())
        self.primary = PrimaryButton()
        self.primary.bind(on_tap=lambda *_: self._go())
        self._go: Step = lambda: None
        self.bar = BottomBar(self.back_button, self.primary)
        body = Box(orientation="vertical", spacing_of="small")
        body.add_widget(self.what)
        body.add_widget(self.place)
        self.add_widget(ScreenScaffold(self.header, body, self.bar))

    # -- showing --------------------------------------------------------------------------------

    def on_show(self, entry: str = "", how: str = "replace", **_params: Any) -> None:
        self._entry, self._how = entry, how
        self._steps, self._planned, self._accepting = [], None, False
        self._log = self._host.snapshot.log
        self.header.title = self._host.tr(f"kiosk.amend.title.{how}", entry=entry)
        self.what.text = self._said()
        self.what.height = round(self.what.line_step() * 2)
        found = self._found()
        if found is None:
            self._next(self._gone)
        elif how == "remove":
            self._plan(())
        else:
            self._next(self._choose)
            same = self._same_action(found)
            if same is not None:
                self._ask(same, to_builtins(found.command.args) if found.command else {})

    def update(self, snapshot: Any) -> None:
        if snapshot.log is self._log:
            return
        self._log = snapshot.log
        if self._accepting and self._log is not None and self._log.records[-1].kind == "amended":
            return  # what was accepted; the answer comes next and leaves the screen
        self._accepting = False
        if self._found() is None:
            self._steps = []
            self._next(self._gone)
        elif self._planned is not None:
            # Something came between: what was shown is no longer what would happen.
            self._steps.pop()
            self._plan(self._planned[1])

    def back(self) -> None:
        """One step back, and from the first one back to the history."""
        self._planned = None
        if len(self._steps) > 1:
            self._steps.pop()
            self._steps[-1]()
        else:
            self._host.back()

    def _next(self, step: Step) -> None:
        self._steps.append(step)
        step()

    def _put(self, content: Widget, primary: str = "", icon: str = "") -> None:
        self.place.clear_widgets()
        self.place.add_widget(content)
        self.primary.disabled = not primary
        self.primary.opacity = 1 if primary else 0
        self.primary.offer(primary, f"{len(self._steps)}:{primary}", icon)

    def _found(self) -> Entry | None:
        return None if self._log is None else live_entry(self._log, self._entry)

    def _said(self) -> str:
        """What the entry did, in the words of the history."""
        if self._log is None:
            return ""
        lines = history_lines(self._log)
        said = [line.what for line in lines if line.id == self._entry and line.mark == "live"]
        return self._host.say(said[-1]) if said else ""

    @property
    def _where(self) -> How:
        return "before" if self._how == "before" else "after" if self._how == "after" else "replace"

    # -- the steps ------------------------------------------------------------------------------

    def _gone(self) -> None:
        text = self._host.tr("kiosk.history.gone")
        self._put(AutoLabel(text, halign="center", max_lines=3))

    def _same_action(self, entry: Entry) -> ActionView | None:
        """The entry's own move with something to change in it."""
        if self._how != "replace" or entry.command is None or self._log is None:
            return None
        open_then = actions_then(self._log, self._entry)
        first = open_then[0] if open_then else None
        fits = first is not None and first.name == entry.command.action and first.params
        return first if fits and first is not None and can_ask(first) else None

    def _choose(self) -> None:
        column = ScrollColumn()
        for row in self._choices():
            column.add_row(row)
        self._put(column)

    def _choices(self) -> Iterator[Widget]:
        host, tr = self._host, self._host.tr
        assert self._log is not None, "there is an entry, so there is a game"
        open_then = [a for a in actions_then(self._log, self._entry, self._where) if can_ask(a)]
        number = next((a for a in open_then if a.name == ENTER_NUMBER), None)
        if number is not None and self._how != "replace":
            yield self._row(tr("kiosk.amend.missed_number"), "", lambda: self._ask(number, {}))
            seat = missed_turn(self._log, self._entry, self._where)
            if seat is not None:
                text = tr("kiosk.amend.missed_turn", seat=SeatRef(seat))
                yield self._row(text, seat, lambda: self._ask(number, {}, ends=seat), named=False)
        for correction in (False, True):
            part = [a for a in open_then if a.correction == correction and a is not number]
            if part:
                heading = "corrections" if correction else "moves"
                yield SectionHeading(tr(f"kiosk.amend.{heading}"))
            for action in part:
                yield self._row(
                    host.say(action.label), action.seat or "", partial(self._ask, action, {})
                )

    def _row(self, text: str, seat: str, tapped: Step, *, named: bool = True) -> ListRow:
        view = self._host.view
        colors = {} if view is None else {s.id: s.color for s in view.seats}
        note = self._host.say(SeatRef(seat)) if seat and named else ""
        row = ListRow(text, note=note, seat=colors.get(seat, ""), icon="" if seat else "pencil")
        row.bind(on_tap=lambda *_: tapped())
        return row

    def _ask(self, action: ActionView, given: Mapping[str, Any], ends: str | None = None) -> None:
        """Ask for the details of a move; `ends`: the seat whose turn ends with it."""
        if not asked_of(action, given):
            self._plan([_command(action, {})])
            return
        form = ArgumentForm(self._host, action, given)

        def show() -> None:
            def go() -> None:
                args = form.arguments()
                if args is None:
                    self._host.toast(self._host.tr("kiosk.amend.incomplete"))
                    return
                ending = [Command("end_turn", ends)] if ends else []
                self._plan([_command(action, args), *ending])

            self._go = go
            self._put(form, self._host.tr("kiosk.amend.preview"), "forward")

        self._next(show)

    def _plan(self, commands: Sequence[Command]) -> None:
        """Work out what `commands` would mean and show it; a refusal is shown instead."""
        host, asked = self._host, (self._entry, self._how)

        def planned(plan: Plan) -> None:
            log = self._log
            if (self._entry, self._how) != asked or log is None or log.next_number != plan.base:
                return  # the answer to a question of before
            self._planned = (plan, tuple(commands))
            self._next(lambda: self._show_plan(log, plan))

        if not self._steps:
            # Taking out has no earlier step: until the plan is there, the screen is empty.
            self.place.clear_widgets()
            self.primary.disabled, self.primary.opacity = True, 0
        host.plan(self._entry, commands, self._where, planned)

    def _show_plan(self, log: Log, plan: Plan) -> None:
        host = self._host
        column = ScrollColumn()
        for row in plan_rows(host, plan_view(log, plan)):
            column.add_row(row)

        def accept() -> None:
            self._accepting = True
            host.amend(plan, self._accepted)

        self._go = accept
        self._put(column, host.tr("kiosk.amend.accept"), "check")

    def _accepted(self) -> None:
        self._planned = None
        self._host.toast(self._host.tr("kiosk.amend.done"))
        self._host.back()


def _command(action: ActionView, args: Mapping[str, Any]) -> Command:
    return Command(action.name, action.seat, freeze(dict(args)))
