"""The pages of the gallery: each builds one window full of widgets. Import with a window open."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from companion.kiosk.art.events import EVENT_ART
from companion.kiosk.art.icons import ICONS
from companion.kiosk.seats import SEAT_COLORS
from companion.kiosk.theme import theme
from companion.kiosk.widgets.base import Box, Panel
from companion.kiosk.widgets.buttons import IconButton, PrimaryButton, TileButton
from companion.kiosk.widgets.card import EventCard
from companion.kiosk.widgets.charts import Bar, BarChart, Line, LineChart, RankChart
from companion.kiosk.widgets.dicepad import DiceFacePad
from companion.kiosk.widgets.inputs import ChoiceRow, SegmentedChoice, Stepper, ToggleChip
from companion.kiosk.widgets.keyboard import NumberPad, OnScreenKeyboard
from companion.kiosk.widgets.layout import Card, RowsGrid, ScrollColumn
from companion.kiosk.widgets.lists import ListRow
from companion.kiosk.widgets.number import DicePair, NumberDisc
from companion.kiosk.widgets.overlay import PauseOverlay
from companion.kiosk.widgets.scaffold import BottomBar, HeaderBar, Panes, ScreenScaffold
from companion.kiosk.widgets.seat import SeatBadge, SeatColorPicker
from companion.kiosk.widgets.sheet import Banner, Sheet
from companion.kiosk.widgets.text import AutoLabel
from tests.kiosk.widget_pages import LONG

STEPS = (
    "Bára vezme kartu suroviny od hráče s nejvíce vítěznými body.",
    "Červená a Modrá mají nejvíc přístavů: každá si vezme 1 surovinu podle výběru.",
    "Potom rozdejte suroviny za číslo 8.",
)


def page(title: str, body: Any, bottom: Any = None) -> ScreenScaffold:
    buttons = (IconButton("settings", name="settings"), IconButton("moon", name="theme"))
    return ScreenScaffold(HeaderBar(title, buttons=buttons), body, bottom)


def table() -> ScreenScaffold:
    """A mock of the table: what has to be read from a metre."""
    seats = Box(orientation="vertical", spacing_of="small", size_hint_y=None)
    seats.bind(minimum_height=seats.setter("height"))
    for name, color, points, look in (
        ("Bára", "orange", "9", "full"),
        (LONG, "blue", "7", "soft"),
        ("Jiří", "white", "10", "soft"),
        ("Zoë", "green", "4", "soft"),
    ):
        seats.add_widget(SeatBadge(name, color, figure=points, look=look, size_hint_y=None))
    steps = Card(size_hint_y=None)
    for text in STEPS:
        steps.add_widget(AutoLabel(text, grow=True))
    right = ScrollColumn()
    right.add_row(seats)
    right.add_row(steps)
    left = Box(orientation="vertical")
    turn = SeatBadge("Bára je na tahu", "orange", look="full", style="turn", size_hint_y=None)
    left.add_widget(turn)
    left.add_widget(EventCard(8, "good_neighbors", "Dobří sousedé"))
    bottom = BottomBar(
        TileButton("Zpět: Jiří staví vesnici", icon="undo", size_hint_x=0.8),
        PrimaryButton("Otočit kartu", meaning="draw", icon="card", size_hint_x=1.4, tall=1.3),
    )
    return page("", Panes(left, right, shares=(1.1, 1)), bottom)


def buttons() -> ScreenScaffold:
    column = ScrollColumn()
    column.add_row(PrimaryButton("Otočit další kartu", meaning="a", icon="card", size_hint_y=None))
    sleeping = PrimaryButton("Ukončit tah", meaning="a", size_hint_y=None)
    sleeping.offer("Ukončit tah hráče Maxmilián", "b", "check")
    column.add_row(sleeping)
    grid = RowsGrid(cell_width=3)
    for variant in ("secondary", "danger", "quiet", "chosen"):
        grid.add_widget(TileButton(variant.title(), variant=variant))
    grid.add_widget(TileButton("Zrušit poslední tah hráče", icon="undo"))
    grid.add_widget(TileButton("Nelze", icon="pause", disabled=True))
    column.add_row(grid)
    icons = RowsGrid()
    for name in ICONS:
        icons.add_widget(IconButton(name, name=name))
    column.add_row(icons)
    return page("Tlačítka a ikony", column)


def seats() -> ScreenScaffold:
    column = ScrollColumn(spacing_of="gap")
    grid = RowsGrid(cell_width=4)
    for at, color in enumerate(SEAT_COLORS):
        look = ("soft", "full")[at % 2]
        grid.add_widget(
            SeatBadge((LONG, "Bára")[at % 3 == 0], color, figure=str(at + 3), look=look)
        )
    column.add_row(grid)
    column.add_row(SeatBadge("Bára", "red", look="full", style="turn", size_hint_y=None))
    column.add_row(
        SeatBadge(LONG, "white", look="full", style="turn", size_hint_y=None, active=True)
    )
    column.add_row(SeatColorPicker("blue", {"red", "white"}))
    return page("Barvy a tvary", column)


def numbers() -> ScreenScaffold:
    discs = RowsGrid(size_hint_y=1, columns_wanted=4)
    for number in (8, 6, 12, 7, 5, 11, 2, 0):
        discs.add_widget(NumberDisc(number))
    dice = Box(orientation="vertical")
    dice.add_widget(DicePair((3, 5)))
    red = DicePair((6, 2))
    red.tones = ["hot", "highlight"]
    dice.add_widget(red)
    dice.add_widget(DicePair((0, 4)))
    return page("Čísla", Panes(discs, dice, shares=(2, 1)))


def cards() -> ScreenScaffold:
    grid = RowsGrid(size_hint_y=1, columns_wanted=5)
    for at, name in enumerate(EVENT_ART):
        grid.add_widget(EventCard(2 + at % 11, name, name.replace("_", " ").capitalize()))
    grid.add_widget(EventCard(face_up=False))
    return page("Karty událostí", grid)


def card_large() -> ScreenScaffold:
    return page(
        "Karta", Panes(EventCard(6, "robber_attack", "Útok loupežníka"), EventCard(11, "none", ""))
    )


def inputs() -> ScreenScaffold:
    left, right = ScrollColumn(), ScrollColumn()
    left.add_row(Stepper("Rytíři", 2, 0, 5, preview=lambda n: f"celkem {n + 3}"))
    left.add_row(Stepper("Vesnice u přístavu na druhém ostrově", 0))
    left.add_row(SegmentedChoice([("a", "Kniha"), ("b", "Deska")], "a"))
    left.add_row(ToggleChip("U přístavu", on=True))
    left.add_row(ToggleChip("U řeky a zároveň na území číslo osm"))
    right.add_row(
        ChoiceRow([(1, "Dřevo"), (2, "Cihla"), (3, "Vlna"), (4, "Obilí"), (5, "Ruda")], 3)
    )
    right.add_row(AutoLabel(STEPS[1], grow=True))
    right.add_row(AutoLabel(STEPS[1], style="caption", tone="muted", grow=True))
    right.add_row(AutoLabel("Nadpis stránky", style="title", size_hint_y=None, height=60))
    return page("Vstupy", Panes(left, right))


def sheet() -> Panel:
    layer = Panel()
    layer.add_widget(table())
    column = ScrollColumn()
    column.add_row(Stepper("Vesnice", 1))
    column.add_row(ToggleChip("U přístavu", on=True))
    actions = (TileButton("Zrušit"), PrimaryButton("Postavit", meaning="x", tall=1.1))
    layer.add_widget(Sheet("Stavba: Bára", column, actions))
    return layer


def banners() -> ScreenScaffold:
    column = ScrollColumn(spacing_of="gap")
    column.add_row(Banner("Disk je plný: tah nebyl zapsán.", kind="error", size_hint=(1, None)))
    text = "Něco se pokazilo na této obrazovce. Hra je uložená."
    column.add_row(Banner(text, kind="error", action="Zpět ke stolu", size_hint=(1, None)))
    column.add_row(Banner("Vráceno: Jiří staví vesnici", size_hint=(1, None)))
    return page("Oznámení", column)


def keyboard() -> ScreenScaffold:
    return page("Jméno", OnScreenKeyboard("cs", "Bára"))


def accents() -> ScreenScaffold:
    board = OnScreenKeyboard("cs", "", hint="Jméno")
    board.accents.dispatch("on_tap")
    return page("Jméno", board)


def pads() -> ScreenScaffold:
    pad, faces = NumberPad(), DiceFacePad(("První kostka", "Druhá kostka"))
    pad.text = "42"
    faces._choose(0, 3)
    return page("Zadání", Panes(faces, pad, shares=(1, 1) if theme.metrics.portrait else (2, 1)))


def rows() -> ScreenScaffold:
    column = ScrollColumn()
    texts: tuple[tuple[str, str, str, dict[str, Any]], ...] = (
        ("Bára staví vesnici", "Dotyk · 19:42", "orange", {}),
        (f"{LONG} hraje rytíře a přesune loupežníka na území číslo osm", "Skript", "blue", {}),
        ("Jiří staví město", "vráceno", "white", {"faded": True}),
    )
    for text, note, seat, more in texts:
        column.add_row(ListRow(text, note=note, seat=seat, figure="8", **more))
    column.add_row(ListRow("Nastavení", icon="settings"))
    column.add_row(ListRow("Vybraný řádek", icon="check", look="chosen"))
    column.add_row(ListRow("Smazat hru", icon="trash", look="danger", note="Dá se vrátit"))
    return page("Historie", column)


def charts() -> ScreenScaffold:
    bars = [
        Bar(str(n), c, e, n in (6, 8))
        for n, c, e in zip(
            range(2, 13),
            (1, 2, 2, 5, 4, 9, 3, 4, 3, 0, 2),
            (1, 2, 3, 4, 5, 6, 5, 4, 3, 2, 1),
            strict=True,
        )
    ]
    lines = [
        Line("orange", "Bára", (2, 2, 3, 4, 4, 5, 7, 9)),
        Line("blue", LONG, (2, 3, 3, 3, 5, 6, 6, 7)),
        Line("white", "Jiří", (2, 2, 2, 4, 5, 7, 9, 10)),
        Line("green", "Zoë", (2, 2, 2, 3, 3, 3, 4, 4)),
    ]
    times = [
        ("orange", "Bára", 92, "1:32"),
        ("blue", LONG, 61, "1:01"),
        ("white", "Jiří", 143, "2:23"),
    ]
    left = Box(orientation="vertical")
    left.add_widget(BarChart(bars))
    right = Box(orientation="vertical")
    right.add_widget(LineChart(lines, target=10))
    right.add_widget(RankChart(times))
    return page("Statistika", Panes(left, right))


def pause() -> PauseOverlay:
    return PauseOverlay("Přestávka", "Hodiny stojí. Hra je uložená.", "Pokračovat", lambda: None)


PAGES: dict[str, Callable[[], Any]] = {
    "table": table,
    "buttons": buttons,
    "seats": seats,
    "numbers": numbers,
    "cards": cards,
    "card": card_large,
    "inputs": inputs,
    "sheet": sheet,
    "banners": banners,
    "keyboard": keyboard,
    "accents": accents,
    "pads": pads,
    "rows": rows,
    "charts": charts,
    "pause": pause,
}
