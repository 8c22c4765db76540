"""Layouts: rows of equal cells, a scrolled column, the scaffold of a screen."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from math import ceil
from typing import Any, Generic, TypeVar

from kivy.properties import NumericProperty, StringProperty
from kivy.uix.scrollview import ScrollView
from kivy.uix.widget import Widget

from companion.kiosk.art import render
from companion.kiosk.theme import theme
from companion.kiosk.widgets.base import Box, Drawn, Panel, Themed, gap

Item = TypeVar("Item")


class RowsGrid(Themed, Widget):
    """Equal cells in rows, filled left to right; the last row's cells stay as wide as the others.

    As many columns as fit at `cell_width` (in touch sizes), at most `columns_wanted` (0: no limit).
    With `size_hint_y=None` (the default) the height follows; else the rows share the height.
    """

    columns_wanted = NumericProperty(0)
    cell_width = NumericProperty(1.0)
    cell_height = NumericProperty(1.0)
    spacing_of = StringProperty("small")

    def __init__(self, **kwargs: Any) -> None:
        kwargs.setdefault("size_hint_y", None)
        super().__init__(**kwargs)
        for name in ("pos", "size", "children", "columns_wanted", "cell_width", "cell_height"):
            self.fbind(name, self._place)
        self.follow_theme()

    def restyle(self) -> None:
        self._place()

    def columns(self) -> int:
        """How many columns there are at the present width."""
        space, cell = gap(self.spacing_of), theme.metrics.touch * self.cell_width
        fitting = max(1, int((self.width + space + 0.5) / (cell + space)))
        wanted = int(self.columns_wanted) or fitting
        count = max(1, min(fitting, wanted))
        if self.children and self.columns_wanted:
            # 8 cells in 7 columns look like a mistake: spread them over the same number of rows.
            rows = ceil(len(self.children) / count)
            count = ceil(len(self.children) / rows)
        return count

    def _place(self, *_: object) -> None:
        cells = list(reversed(self.children))
        if not cells or self.width < 2:
            return
        columns, space = self.columns(), gap(self.spacing_of)
        rows = ceil(len(cells) / columns)
        width = (self.width - space * (columns - 1)) / columns
        if self.size_hint_y is None:
            height = round(theme.metrics.touch * self.cell_height)
            self.height = rows * height + space * (rows - 1)
        else:
            height = (self.height - space * (rows - 1)) / rows
        for at, cell in enumerate(cells):
            row, column = divmod(at, columns)
            cell.size_hint = (None, None)
            cell.size = (round(width), round(height))
            cell.pos = (
                round(self.x + column * (width + space)),
                round(self.y + self.height - (row + 1) * height - row * space),
            )


class Ground(Drawn):
    """A filled background: a tone, round corners, optionally a frame."""

    tone = StringProperty("surface")
    edge = StringProperty("")
    rounding = NumericProperty(1.0)

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.bind(tone=self.redraw, edge=self.redraw)

    def draw(self) -> None:
        radius = theme.metrics.radius * self.rounding
        render.paint(self.tone)
        if radius:
            self.draw_box(radius)
        else:
            self.draw_bar()
        if self.edge:
            render.paint(self.edge)
            self.draw_frame(radius, theme.metrics.hairline)


class Card(Panel):
    """A raised panel round one content: `Card(content)`; `add_widget` goes to the content's box."""

    def __init__(
        self, tone: str = "surface", edge: str = "line", padding_of: str = "gap", **kwargs: Any
    ) -> None:
        super().__init__(**kwargs)
        self.ground = Ground(tone=tone, edge=edge)
        self.body = Box(orientation="vertical", padding_of=padding_of, spacing_of="small")
        super().add_widget(self.ground)
        super().add_widget(self.body)
        self.bind(pos=self._follow, size=self._follow)
        self.body.bind(minimum_height=self._grow)
        self._grow()

    def add_widget(self, widget: Widget, *args: Any, **kwargs: Any) -> None:
        self.body.add_widget(widget, *args, **kwargs)

    def _follow(self, *_: object) -> None:
        self.ground.pos = self.body.pos = self.pos
        self.ground.size = self.body.size = self.size

    def _grow(self, *_: object) -> None:
        if self.size_hint_y is None:
            self.height = self.body.minimum_height


class ScrollColumn(Themed, ScrollView):
    """A column that scrolls when it is longer than its box. Rows need `size_hint_y=None`."""

    def __init__(self, spacing_of: str = "small", padding_of: str = "none", **kwargs: Any) -> None:
        kwargs.setdefault("do_scroll_x", False)
        kwargs.setdefault("bar_width", 5)
        super().__init__(**kwargs)
        self.scroll_type = ["content"]
        self.effect_y.friction = 0.06
        self.column = Box(
            orientation="vertical", size_hint_y=None, spacing_of=spacing_of, padding_of=padding_of
        )
        self.column.bind(minimum_height=self.column.setter("height"))
        self._barred, self._bars = False, 0
        super().add_widget(self.column)
        self.bind(size=self._made_anew)
        self.column.bind(children=self._made_anew)
        self.column.bind(height=self._make_room)
        self.follow_theme()

    def restyle(self) -> None:
        self.bar_color = theme.color("muted", 0.8)
        self.bar_inactive_color = theme.color("muted", 0.45)
        self.bar_width = max(4, round(theme.metrics.unit * 0.22))
        self._make_room()

    def may_scroll(self) -> bool:
        """Whether rows that are too long now are meant to stay so."""
        return True

    def _made_anew(self, *_: object) -> None:
        self._bars = 0
        self._make_room()

    def _make_room(self, *_: object) -> None:
        """Keep the rows clear of the scroll bar while there is one.

        Rows may fit only where no bar narrows them: the bar's second room in a row is for good,
        or it would come and go for ever.
        """
        edge, over = gap(self.column.padding_of), self.column.height - self.height
        if not self.may_scroll():
            over = self._bars = 0
        if over > 1 and not self._barred:
            self._barred, self._bars = True, self._bars + 1
        elif over <= 1 and (self._bars < 2 or over < -theme.metrics.touch):
            self._barred = False
        right = max(edge, self.bar_width + theme.metrics.gap_small) if self._barred else edge
        self.column.padding = (edge, edge, right, edge)  # type: ignore[assignment]

    def add_row(self, row: Widget) -> None:
        self.column.add_widget(row)


class KeyedColumn(ScrollColumn, Generic[Item]):
    """A scrolled list that keeps the row of an item as long as its key stays.

    `make(item)` builds a row, `update(row, item)` brings it up to date.
    """

    def __init__(
        self,
        key: Callable[[Item], Hashable],
        make: Callable[[Item], Widget],
        update: Callable[[Any, Item], None] | None = None,
        **kwargs: Any,
    ) -> None:
        super().__init__(**kwargs)
        self._key, self._make, self._update = key, make, update
        self._rows: dict[Hashable, Widget] = {}

    def show(self, items: Iterable[Item]) -> None:
        """Make the rows those of `items`, in this order. Equal keys twice are a `ValueError`."""
        wanted: dict[Hashable, Widget] = {}
        for item in items:
            key = self._key(item)
            if key in wanted:
                raise ValueError(f"two items of a list have the key {key!r}")
            row = self._rows.get(key)
            if row is None:
                row = self._make(item)
            elif self._update is not None:
                self._update(row, item)
            wanted[key] = row
        self._rows = wanted
        order = list(wanted.values())
        if list(reversed(self.column.children)) != order:
            self.column.clear_widgets()
            for row in order:
                self.column.add_widget(row)
