"""The table: whose turn it is, the number, what to do now, everybody's points, one big button."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from kivy.uix.widget import Widget

from companion.kiosk.router import Screen
from companion.kiosk.screens.action_sheet import take
from companion.kiosk.screens.action_words import named
from companion.kiosk.screens.table_layout import Foot, TablePanes
from companion.kiosk.screens.table_menu import open_menu
from companion.kiosk.screens.table_number import ENTER, NumberPane
from companion.kiosk.screens.table_seats import SeatsPane
from companion.kiosk.screens.table_steps import StepsPane
from companion.kiosk.screens.turn_clock import TurnClock
from companion.kiosk.theme import theme
from companion.kiosk.widgets.base import Box, Panel
from companion.kiosk.widgets.buttons import IconButton, PrimaryButton, TileButton
from companion.kiosk.widgets.layout import Ground
from companion.kiosk.widgets.scaffold import HeaderBar, ScreenScaffold
from companion.kiosk.widgets.seat import SeatBadge
from companion.kiosk.widgets.text import AutoLabel
from companion.view.addressed import seat_shown
from companion.view.model import TableView

if TYPE_CHECKING:
    from companion.kiosk.host import Host

PRIMARY_ICONS = {"number": "dice", "turn": "forward", "build": "house", "robber": "swap"}
CARD_ACTION = "draw_card"


class Alarm(Panel):
    """A red line over the screen's body: the last input was not saved, or the game is read-only."""

    def __init__(self) -> None:
        super().__init__(size_hint_y=None)
        self.ground = Ground(tone="danger")
        self.label = AutoLabel("", tone="on_danger", bold=True, halign="center", max_lines=2)
        self.add_widget(self.ground)
        self.add_widget(self.label)
        self.bind(pos=self._place, size=self._place)
        self.say("")

    def say(self, text: str) -> None:
        """Show `text`; an empty one takes no room."""
        self.label.text = text
        self.height = round(theme.metrics.touch) if text else 0
        self.opacity = 1 if text else 0

    def _place(self, *_: object) -> None:
        for part in (self.ground, self.label):
            part.pos, part.size = self.pos, self.size


class TableScreen(Screen):
    """The heart of the kiosk. It draws `host.view` and knows no rule."""

    def __init__(self, host: Host) -> None:
        super().__init__()
        self._host = host
        self._over_shown = False
        self.badge = SeatBadge("", look="full", style="turn", figure_style="lead")
        self.badge.size_hint_y = 1
        pause = IconButton("pause", name=host.tr("common.pause"))
        pause.bind(on_tap=lambda *_: host.correct("pause", {}))
        self.header = HeaderBar(
            "", lead="menu", lead_name="menu", center=self.badge, buttons=(pause,)
        )
        self.header.bind(on_lead=lambda *_: open_menu(host))
        self.clock = TurnClock(host)
        self.number = NumberPane(host)
        self.steps = StepsPane(host)
        self.seats = SeatsPane(host)
        self.alarm = Alarm()
        panes = TablePanes(self.number, self.steps, self.seats)
        body = Box(orientation="vertical", spacing_of="small")
        body.add_widget(self.alarm)
        body.add_widget(panes)
        self.undo = TileButton("", icon="undo", size_hint_x=1.1, size_hint_y=1)
        self.undo.style, self.undo.max_lines = "caption", 3
        self.undo.bind(on_tap=lambda *_: host.undo())
        self.redo = IconButton("redo", name=host.tr("common.redo"), variant="secondary")
        self.redo.size_hint_y = 1
        self.redo.bind(on_tap=lambda *_: host.redo())
        self.build = TileButton(
            host.tr("kiosk.table.build"), icon="hammer", size_hint_x=0.9, size_hint_y=1
        )
        self.build.bind(on_tap=lambda *_: host.go("build"))
        self.primary = PrimaryButton(size_hint_x=1.5, size_hint_y=1)
        self.primary.bind(on_tap=lambda *_: self._go_on())
        bottom = Foot(self.undo, self.redo, self.build, self.primary)
        self.add_widget(ScreenScaffold(self.header, body, bottom))

    def message_spot(self) -> Widget | None:
        """The players: whose turn it is, the number, what to do now and undo stay in sight."""
        return self.seats

    def on_show(self, **_params: Any) -> None:
        self.update(self._host.snapshot)

    def on_hide(self) -> None:
        self.clock.rest()

    def update(self, snapshot: Any) -> None:
        view = self._host.view
        if view is None:
            self._host.home("home")
            return
        self._show_turn(view)
        self._show_clock(snapshot)
        cards = snapshot.state.setup.numbers == "cards"
        self.number.show(view, cards)
        self.steps.show(view)
        self.seats.show_view(view)
        self._show_undo(view)
        self._show_primary(view)
        self._show_alarm(snapshot)
        self._show_pause(view)
        if view.over and not self._over_shown:
            self._over_shown = True
            self._host.go("game_over")
        elif not view.over:
            self._over_shown = False

    def _show_turn(self, view: TableView) -> None:
        seat = next((s for s in view.seats if s.id == seat_shown(view)), None)
        voice = self._host.to(None if seat is None else seat.id)
        name = voice.tr("kiosk.table.nobody_yet") if seat is None else voice.say(seat.name)
        self.badge.name = name
        self.badge.color = view.seats[0].color if seat is None else seat.color
        number = view.turn.number
        self.badge.figure = voice.tr("kiosk.table.turn", n=number) if number else ""

    def _show_clock(self, snapshot: Any) -> None:
        """Between the band and the pause button, where the table wants it."""
        wanted = self._host.preferences.turn_clock
        if wanted and self.clock.parent is None:
            self.header.add_widget(self.clock, index=1)
        elif not wanted and self.clock.parent is not None:
            self.header.remove_widget(self.clock)
        if wanted:
            self.clock.follow(snapshot.clocks)
        else:
            self.clock.rest()

    def _show_undo(self, view: TableView) -> None:
        host = self._host
        self.undo.text = host.tr("common.undo") if view.undo is None else host.say(view.undo.label)
        self.undo.disabled = view.undo is None
        self.redo.disabled = view.redo is None

    def _show_primary(self, view: TableView) -> None:
        host, action = self._host, view.primary
        self.build.disabled = view.over
        if view.over:
            self.primary.disabled = False
            self.primary.offer(host.tr("kiosk.table.result"), "over", "trophy")
            return
        self.primary.disabled = action is None or action.name == ENTER
        if action is None:
            asked = next((p.waiting for p in view.prompts if p.blocking and p.waiting), ())
            self.primary.offer(host.to(*asked).tr("kiosk.table.answer_first"), "none")
            return
        voice = host.to(action.seat or seat_shown(view))
        if action.name == ENTER:
            self.primary.offer(voice.tr("kiosk.table.tap_dice"), "dice", "dice")
            return
        icon = "card" if action.name == CARD_ACTION else PRIMARY_ICONS.get(action.group, "check")
        self.primary.offer(named(voice, view, action), f"{action.name} {action.prompt}", icon)

    def _show_alarm(self, snapshot: Any) -> None:
        trouble = snapshot.alarm or snapshot.trouble
        self.alarm.say("" if trouble is None else self._host.say(trouble.text))

    def _show_pause(self, view: TableView) -> None:
        overlays = self._host.app.overlays
        if overlays is None:
            return
        if not view.paused:
            overlays.resume()
        elif not overlays.pauses.children:
            host = self._host
            overlays.pause(
                host.tr("kiosk.table.paused"),
                host.tr("kiosk.table.paused_more"),
                host.tr("common.resume"),
                lambda: host.correct("resume", {}),
            )

    def _go_on(self) -> None:
        view = self._host.view
        if view is None:
            return
        if view.over:
            self._host.go("game_over")
        elif view.primary is not None:
            take(self._host, view.primary)
