"""The pages of the statistics; each shows a `StatisticsView`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.i18n.text import SeatRef
from companion.kiosk.screens.statistics_table import FigureTable
from companion.kiosk.widgets.base import Box
from companion.kiosk.widgets.charts import Bar, BarChart, Line, LineChart, RankChart
from companion.kiosk.widgets.layout import ScrollColumn
from companion.kiosk.widgets.text import AutoLabel
from companion.view.pages import StatisticsView

if TYPE_CHECKING:
    from companion.kiosk.host import Host

HOT = (6, 8)


class StatisticsPage(Box):
    """A page: a line that says how to read it, and the picture below."""

    def __init__(self, host: Host) -> None:
        super().__init__(orientation="vertical", spacing_of="small")
        self._host = host
        self.caption = AutoLabel(style="caption", tone="muted", max_lines=2, size_hint_y=None)
        self.add_widget(self.caption)
        self.restyle()

    def restyle(self) -> None:
        super().restyle()
        if hasattr(self, "caption"):
            self.caption.height = round(self.caption.line_step() * 2)

    def show(self, counted: StatisticsView) -> None:
        """Show these statistics."""
        raise NotImplementedError

    def name(self, seat: str) -> str:
        """A seat's name."""
        return self._host.say(SeatRef(seat))

    def color(self, seat: str) -> str:
        """A seat's color."""
        view = self._host.view
        assert view is not None, "statistics are of a game"
        return next(s.color for s in view.seats if s.id == seat)


class NumbersPage(StatisticsPage):
    """How often each number came, and how often two fair dice would have given it."""

    def __init__(self, host: Host) -> None:
        self.chart = BarChart()
        self.left = BarChart(size_hint_y=0.5)
        self.left_caption = AutoLabel(style="caption", tone="muted", max_lines=2, size_hint_y=None)
        super().__init__(host)
        self.add_widget(self.chart)
        self.add_widget(self.left_caption)

    def restyle(self) -> None:
        super().restyle()
        self.left_caption.height = round(self.left_caption.line_step() * 2)

    def show(self, counted: StatisticsView) -> None:
        tr = self._host.tr
        total = tr("kiosk.statistics.total", n=counted.total)
        sevens = tr("kiosk.statistics.sevens", n=counted.sevens)
        self.caption.text = f"{total}, {sevens}. {tr('kiosk.statistics.expected')}"
        self.chart.show(
            [
                Bar(str(one.number), one.count, one.expected, one.number in HOT)
                for one in counted.numbers
            ]
        )
        cards = [one for one in counted.numbers if one.left is not None]
        self._show_left([Bar(str(one.number), one.left or 0) for one in cards])

    def _show_left(self, bars: list[Bar]) -> None:
        shown = self.left.parent is not None
        tr = self._host.tr
        if bars:
            self.left_caption.text = tr("kiosk.statistics.left")
            self.left.show(bars)
        else:
            self.left_caption.text = tr("kiosk.statistics.left_off") if self._by_cards() else ""
        if bars and not shown:
            self.add_widget(self.left)
        elif shown and not bars:
            self.remove_widget(self.left)

    def _by_cards(self) -> bool:
        view = self._host.view
        return view is not None and view.numbers_by.id == "cards"


class PlayersPage(StatisticsPage):
    """What is counted of each player, side by side."""

    def __init__(self, host: Host) -> None:
        self.table = FigureTable()
        super().__init__(host)
        self.remove_widget(self.caption)
        column = ScrollColumn()
        column.add_row(self.table)
        self.add_widget(column)

    def show(self, counted: StatisticsView) -> None:
        tr = self._host.tr
        seats = counted.seats
        rows = [
            (tr("kiosk.statistics.turns_of"), [str(s.turns) for s in seats]),
            (tr("kiosk.statistics.sevens_of"), [str(s.sevens) for s in seats]),
            (
                tr("kiosk.statistics.time_of"),
                [tr.clock(s.seconds) if s.timed_turns else "–" for s in seats],
            ),
        ]
        for at, metric in enumerate(seats[0].metrics):
            values = [str(s.metrics[at].value) for s in seats]
            rows.append((self._host.say(metric.label), values))
        self.table.show([(self.color(s.seat), self.name(s.seat)) for s in seats], rows)


class TimesPage(StatisticsPage):
    """How long each player's turns took on average."""

    def __init__(self, host: Host) -> None:
        self.chart = RankChart()
        super().__init__(host)
        self.add_widget(self.chart)

    def show(self, counted: StatisticsView) -> None:
        tr = self._host.tr
        timed = [s for s in counted.seats if s.timed_turns]
        if not timed:
            self.caption.text = tr("kiosk.statistics.no_times")
            self.chart.show([])
            return
        turns = sum(s.timed_turns for s in timed)
        self.caption.text = tr(
            "kiosk.statistics.average",
            seconds=sum(s.seconds for s in timed) / turns,
            longest=max(s.longest for s in timed),
        )
        self.chart.show(
            [
                (self.color(s.seat), self.name(s.seat), mean, tr.clock(mean))
                for s in timed
                for mean in [s.seconds / s.timed_turns]
            ]
        )


class PointsPage(StatisticsPage):
    """Everybody's victory points over the turns."""

    def __init__(self, host: Host) -> None:
        self.chart = LineChart()
        super().__init__(host)
        self.add_widget(self.chart)

    def show(self, counted: StatisticsView) -> None:
        view = self._host.view
        assert view is not None, "statistics are of a game"
        self.caption.text = self._host.tr("kiosk.statistics.vp_over_time")
        lines = [
            Line(seat.color, self.name(seat.id), [at.vp.get(seat.id, 0) for at in counted.points])
            for seat in view.seats
            if seat.vp is not None
        ]
        target = max((seat.target or 0 for seat in view.seats), default=0)
        self.chart.show(lines, target)
