"""How this screen is set: language, look, dimming; backups; what this program is."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from companion import __version__
from companion.i18n.languages import LANGUAGES
from companion.kiosk.router import Screen
from companion.kiosk.screens.backups_sheet import open_backups
from companion.kiosk.theme import theme
from companion.kiosk.widgets.base import Box
from companion.kiosk.widgets.buttons import TileButton
from companion.kiosk.widgets.inputs import ChoiceRow, Stepper, ToggleChip, chip_width
from companion.kiosk.widgets.layout import ScrollColumn
from companion.kiosk.widgets.scaffold import HeaderBar, Panes, ScreenScaffold
from companion.kiosk.widgets.text import AutoLabel

if TYPE_CHECKING:
    from companion.kiosk.host import Host

THEMES = ("light", "dark")
SCALES = (0.85, 1.0, 1.15, 1.3, 1.5)
MINUTES = (0, 2, 5, 10, 20, 30)
FLAGS = ("wake_passes", "animate", "turn_clock", "show_left")
INCHES = (5, 32)
"""The least and the greatest diagonal of a screen at the table."""


class SettingsScreen(Screen):
    """Everything takes effect at once and is kept."""

    def __init__(self, host: Host) -> None:
        super().__init__()
        self._host = host
        header = HeaderBar(host.tr("common.settings"))
        header.bind(on_lead=lambda *_: host.back())
        self.body = Box()
        self.add_widget(ScreenScaffold(header, self.body))

    def on_show(self, **_params: Any) -> None:
        self.body.clear_widgets()
        look, rest = ScrollColumn(spacing_of="gap"), ScrollColumn(spacing_of="gap")
        if theme.metrics.portrait:
            rest = look  # two columns one above the other would each be cut
            self.body.add_widget(look)
        else:
            self.body.add_widget(Panes(look, rest))
        self._fill_look(look)
        self._fill_rest(rest)

    def _fill_look(self, column: ScrollColumn) -> None:
        """What changes how the screen looks."""
        host, now = self._host, self._host.preferences
        names = [(code, language.name) for code, language in LANGUAGES.items()]
        self._choice(column, "language", names, now.language)
        themes = [(t, host.tr(f"kiosk.settings.{t}")) for t in THEMES]
        self._choice(column, "theme", themes, now.theme)
        scales = [(s, host.tr("kiosk.settings.percent", n=round(s * 100))) for s in SCALES]
        self._choice(column, "text_scale", scales, now.text_scale, in_a_row=3)
        minutes = [(float(m), self._minutes(m)) for m in MINUTES]
        self._choice(column, "dim_minutes", minutes, now.dim_minutes, in_a_row=3)

    def _fill_rest(self, column: ScrollColumn) -> None:
        """The screen's size, what is done or not, backups, what this program is."""
        host, now = self._host, self._host.preferences
        least, most = INCHES
        inches = Stepper(host.tr("kiosk.settings.diagonal"), round(now.diagonal), least, most)
        inches.bind(value=lambda _, n: host.change_preferences(diagonal=float(n)))
        column.add_row(inches)
        for name in FLAGS:
            chip = ToggleChip(host.tr(f"kiosk.settings.{name}"), on=bool(getattr(now, name)))
            chip.bind(on=lambda _, on, name=name: host.change_preferences(**{name: bool(on)}))
            column.add_row(chip)
        self._more(column, "kiosk.settings.show_left_more")
        backups = TileButton(host.tr("kiosk.settings.backups"), icon="history", size_hint_y=None)
        backups.bind(on_tap=lambda *_: open_backups(host))
        column.add_row(backups)
        self._more(column, "kiosk.home.about", version=__version__)

    def _minutes(self, count: int) -> str:
        if count:
            return self._host.tr("kiosk.settings.minutes", n=count)
        return self._host.tr("kiosk.settings.never")

    def _choice(
        self,
        column: ScrollColumn,
        field: str,
        options: list[tuple[Any, str]],
        value: Any,
        in_a_row: int = 2,
    ) -> None:
        caption = self._host.tr(f"kiosk.settings.{field}")
        column.add_row(AutoLabel(caption, style="lead", bold=True, grow=True))
        row = ChoiceRow(options, value, cell_width=chip_width(2.2), columns_wanted=in_a_row)
        row.bind(value=lambda _, chosen: self._host.change_preferences(**{field: chosen}))
        column.add_row(row)

    def _more(self, column: ScrollColumn, message: str, **params: Any) -> None:
        words = self._host.tr(message, **params)
        column.add_row(AutoLabel(words, style="caption", tone="muted", grow=True))
