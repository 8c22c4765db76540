"""The rule sheet: what applies in this game, who says so, and what the table may still change."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from kivy.uix.widget import Widget

from companion.core.history import Log
from companion.kiosk.router import Screen
from companion.kiosk.screens.rules_chance import chance_rows
from companion.kiosk.screens.rules_change import edition_sheet, setting_sheet
from companion.kiosk.screens.rules_rows import RuleRow, SectionHeading, fact_row
from companion.kiosk.widgets.base import Box
from companion.kiosk.widgets.inputs import SegmentedChoice
from companion.kiosk.widgets.layout import ScrollColumn
from companion.kiosk.widgets.scaffold import HeaderBar, ScreenScaffold
from companion.kiosk.widgets.text import AutoLabel
from companion.view import rule_sheet
from companion.view.pages import SettingView, SheetView

if TYPE_CHECKING:
    from companion.kiosk.host import Host

TABS = ("game", "settings", "disputed", "chance")


class RulesScreen(Screen):
    """Four pages of the sheet, chosen by the bar on top."""

    def __init__(self, host: Host) -> None:
        super().__init__()
        self._host = host
        self._log: Log | None = None
        header = HeaderBar(host.tr("kiosk.rules.title"))
        header.bind(on_lead=lambda *_: host.back())
        tabs = [(name, host.tr(f"kiosk.rules.tab.{name}")) for name in TABS]
        self.tabs = SegmentedChoice(tabs, TABS[0])
        self.tabs.bind(value=lambda *_: self._turn_page())
        self.column = ScrollColumn()
        body = Box(orientation="vertical")
        body.add_widget(self.tabs)
        body.add_widget(self.column)
        self.add_widget(ScreenScaffold(header, body))

    def show_tab(self, name: str) -> None:
        """Show one of `TABS`."""
        self.tabs.value = name

    def update(self, snapshot: Any) -> None:
        if snapshot.log is not self._log or not self.column.column.children:
            self._log = snapshot.log
            self._draw()

    def _turn_page(self) -> None:
        self._draw()
        self.column.scroll_y = 1.0

    def _draw(self) -> None:
        self.column.column.clear_widgets()
        for row in self._rows():
            self.column.add_row(row)

    def _rows(self) -> Iterator[Widget]:
        log, host = self._log, self._host
        if log is None:
            yield AutoLabel(host.tr("kiosk.statistics.no_game"), tone="muted", grow=True)
            return
        sheet = rule_sheet(log.rules, log.state)
        page = self.tabs.value
        if page == "chance":
            assert host.view is not None, "a game that is open has a view"
            yield from chance_rows(host, host.view.seal, sheet.numbers_by.id)
        elif page == "game":
            yield from self._game(sheet)
        elif page == "settings":
            yield AutoLabel(host.tr("kiosk.rules.settings_note"), tone="muted", grow=True)
            for setting in sheet.settings:
                yield self._setting(setting)
        else:
            yield from self._disputed(sheet)

    def _game(self, sheet: SheetView) -> Iterator[Widget]:
        host, tr = self._host, self._host.tr
        yield SectionHeading(tr("kiosk.rules.played_with"))
        names = [host.say(m.label) for m in sheet.modules if m.role != "system"]
        yield RuleRow(", ".join(names))
        numbers = host.say(sheet.numbers_by)
        yield RuleRow(tr("kiosk.rules.numbers_by"), numbers[:1].upper() + numbers[1:])
        depth = tr(f"kiosk.rules.depth.{sheet.depth}")
        yield RuleRow(tr("kiosk.rules.recorded"), depth)
        edition = RuleRow(
            tr("kiosk.rules.edition"), host.say(sheet.edition_label), tr("kiosk.rules.edition_note")
        )
        edition.taps = True
        edition.bind(on_tap=lambda *_: self._open(edition_sheet(host, sheet.edition)))
        yield edition
        yield SectionHeading(tr("kiosk.rules.facts"))
        for fact in sheet.facts:
            yield fact_row(host, fact)

    def _setting(self, setting: SettingView) -> RuleRow:
        host = self._host
        row = RuleRow(host.say(setting.label), host.say(setting.value_label), self._why(setting))
        row.taps = setting.changeable
        row.bind(on_tap=lambda *_: self._open(setting_sheet(host, setting)))
        return row

    def _why(self, setting: SettingView) -> str:
        parts = [self._host.say(setting.layer_label), *setting.rules]
        if not setting.changeable:
            parts.append(self._host.tr("kiosk.rules.fixed"))
        return " · ".join(parts)

    def _disputed(self, sheet: SheetView) -> Iterator[Widget]:
        host = self._host
        disputed = [s for s in sheet.settings if s.name in sheet.disputed]
        if not disputed:
            yield AutoLabel(host.tr("kiosk.rules.undisputed"), tone="muted", grow=True)
            return
        yield AutoLabel(host.tr("kiosk.rules.disputed_note"), tone="muted", grow=True)
        for setting in disputed:
            row = self._setting(setting)
            said = [f"{host.say(r.label)}: {host.say(r.value_label)}" for r in setting.readings]
            row.note = "\n".join((self._why(setting), *said))
            yield row

    def _open(self, sheet: Any) -> None:
        if self._host.app.overlays is not None:
            self._host.app.overlays.open_sheet(sheet)
