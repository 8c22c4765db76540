"""The end: who won and why, the seed of chance, and what comes next."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from companion.core.model import Refusal, SeatId
from companion.i18n.text import SeatRef
from companion.journal import new_id
from companion.kiosk.router import Screen
from companion.kiosk.screens.game_over_podium import Podium, Stand
from companion.kiosk.screens.rematch_sheet import ask_who_begins
from companion.kiosk.screens.rules_rows import RuleRow
from companion.kiosk.theme import theme
from companion.kiosk.widgets.base import Box
from companion.kiosk.widgets.buttons import TileButton
from companion.kiosk.widgets.layout import ScrollColumn
from companion.kiosk.widgets.scaffold import HeaderBar, Panes, ScreenScaffold
from companion.kiosk.widgets.text import AutoLabel
from companion.session import Done, SetupRefused
from companion.view import ranking
from companion.view.pages import PlaceView, RankingView

if TYPE_CHECKING:
    from companion.kiosk.host import Host


class _Line(AutoLabel):
    """A line of text, `tall` times as high as a touch target."""

    def __init__(self, tall: float, **kwargs: Any) -> None:
        self._tall = tall
        super().__init__(size_hint_y=None, **kwargs)

    def restyle(self) -> None:
        super().restyle()
        self.height = round(theme.metrics.touch * self._tall)


class _Next(Box):
    """What can be done now; two rows where four buttons side by side would be too narrow."""

    def __init__(self, screen: GameOverScreen, host: Host) -> None:
        tr = host.tr
        self.home = TileButton(tr("common.home"), icon="house")
        self.statistics = TileButton(tr("common.statistics"), icon="stats")
        self.play_on = TileButton(tr("kiosk.game_over.play_on"), icon="play")
        self.rematch = TileButton(tr("kiosk.game_over.rematch"), icon="redo", variant="primary")
        self._rows = (Box(spacing_of="small"), Box(spacing_of="small"))
        super().__init__(size_hint_y=None, spacing_of="small")
        for row in self._rows:
            self.add_widget(row)
        self._rows[0].add_widget(self.home)
        self._rows[0].add_widget(self.statistics)
        self._rows[1].add_widget(self.play_on)
        self._rows[1].add_widget(self.rematch)
        self.home.bind(on_tap=lambda *_: host.home("home"))
        self.statistics.bind(on_tap=lambda *_: host.go("statistics"))
        self.play_on.bind(on_tap=lambda *_: host.correct("play_on", {}, screen.leave))
        self.rematch.bind(on_tap=lambda *_: ask_who_begins(host, screen.play_again))

    def restyle(self) -> None:
        super().restyle()
        portrait = theme.metrics.portrait
        self.orientation = "vertical" if portrait else "horizontal"
        row, gap = theme.metrics.touch * 1.2, theme.metrics.gap_small
        self.height = round(2 * row + gap if portrait else row)


class GameOverScreen(Screen):
    """Podium and ranking. While the game goes on it shows how things stand."""

    def __init__(self, host: Host) -> None:
        super().__init__()
        self._host = host
        self._game_id = new_id()
        self.header = HeaderBar()
        self.header.bind(on_lead=lambda *_: host.back())
        self.winner = _Line(1.2, style="turn", halign="center", max_lines=2)
        self.time = _Line(0.5, style="caption", tone="muted", halign="center")
        self.podium = Podium()
        left = Box(orientation="vertical", spacing_of="none")
        for part in (self.winner, self.time, self.podium):
            left.add_widget(part)
        self.places = ScrollColumn()
        self.next = _Next(self, host)
        panes = Panes(left, self.places, shares=(1, 1.1))
        self.add_widget(ScreenScaffold(self.header, panes, self.next))

    def on_show(self, **params: Any) -> None:
        # One rematch, however often the button is tapped.
        self._game_id = new_id()

    def leave(self) -> None:
        """Go back to the table."""
        router = self._host.app.router
        if router is not None and router.can_go_back:
            self._host.back()
        else:
            self._host.home("table")

    def play_again(self, begins: SeatId) -> None:
        """Begin the same game anew with those who sit here; `begins` has the first turn."""
        host = self._host

        def answered(answer: Done | Refusal | SetupRefused) -> None:
            if isinstance(answer, Refusal):
                host.refused(answer, None)
            elif isinstance(answer, SetupRefused):
                said = " ".join(host.say(problem.text) for problem in answer.problems)
                if host.app.overlays is not None:
                    host.app.overlays.error(said)
            else:
                host.home("table")

        host.wait(host.session.rematch("touch", game_id=self._game_id, begins=begins), answered)

    def update(self, snapshot: Any) -> None:
        self.places.column.clear_widgets()
        if snapshot.rules is None or snapshot.state is None:
            self.header.title = self._host.tr("kiosk.statistics.no_game")
            self.winner.text = self.time.text = ""
            self.podium.show(())
            return
        view = ranking(snapshot.rules, snapshot.state)
        self._say(view, snapshot)
        colors = {seat.id: seat.color for seat in self._host.view.seats} if self._host.view else {}
        self.podium.show([self._stand(place, colors) for place in view.places])
        for place in view.places:
            self.places.add_row(self._row(place, colors))
        if view.seal.seed is not None:
            seed = self._host.tr("kiosk.game_over.seed", seed=view.seal.seed)
            self.places.add_row(AutoLabel(seed, style="caption", tone="muted", grow=True))
        self.next.play_on.disabled = self.next.rematch.disabled = not view.over

    def _say(self, view: RankingView, snapshot: Any) -> None:
        tr = self._host.tr
        self.header.title = tr("kiosk.game_over.title" if view.over else "kiosk.game_over.going_on")
        if not view.over:
            self.winner.text = tr("kiosk.game_over.going_on_more")
        elif view.winner is None:
            self.winner.text = tr("kiosk.game_over.nobody")
        else:
            self.winner.text = tr("kiosk.game_over.wins", seat=SeatRef(view.winner))
        now = self._host.view
        turns = 0 if now is None else now.turn.number
        seconds = 0.0 if snapshot.clocks is None else snapshot.clocks.book.table_seconds
        self.time.text = tr("kiosk.game_over.time", seconds=seconds, n=turns)

    def _stand(self, place: PlaceView, colors: dict[str, str]) -> Stand:
        return Stand(
            place=place.place,
            color=colors[place.seat],
            name=self._host.say(SeatRef(place.seat)),
            figure=self._host.tr("kiosk.game_over.vp", vp=place.vp),
            winner=place.winner,
        )

    def _row(self, place: PlaceView, colors: dict[str, str]) -> RuleRow:
        host, tr = self._host, self._host.tr
        reasons = [
            tr("kiosk.game_over.reason", reason=point.reason, vp=point.vp) for point in place.points
        ]
        return RuleRow(
            f"{place.place}. {host.say(SeatRef(place.seat))}",
            tr("kiosk.game_over.vp", vp=place.vp),
            " · ".join(reasons) or tr("kiosk.game_over.no_points"),
            seat=colors[place.seat],
            share=0.74,
        )
