"""Changing a house rule or the edition while the game is on, as an entry that can be undone."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from kivy.uix.widget import Widget

from companion.core.settings import EDITIONS
from companion.i18n.text import Text
from companion.kiosk.widgets.base import Box
from companion.kiosk.widgets.buttons import TileButton
from companion.kiosk.widgets.inputs import ChoiceRow, Stepper
from companion.kiosk.widgets.layout import ScrollColumn
from companion.kiosk.widgets.sheet import Sheet
from companion.kiosk.widgets.text import AutoLabel
from companion.view.pages import SettingView
from companion.view.sheet import setting_value

if TYPE_CHECKING:
    from companion.kiosk.host import Host


def setting_sheet(host: Host, view: SettingView) -> Sheet:
    """A setting in full: what it is about, what the editions say, and another value for it."""
    column = ScrollColumn()
    column.add_row(AutoLabel(host.say(view.doc), grow=True))
    for reading in view.readings:
        said = f"{host.say(reading.label)}: {host.say(reading.value_label)}"
        column.add_row(AutoLabel(said, style="caption", tone="muted", grow=True))
    picker = _picker(host, view)
    column.add_row(picker)
    sheet = _sheet(host, host.say(view.label), column)

    def change(value: Any) -> None:
        args = {"setting": view.name} if value is None else {"setting": view.name, "value": value}
        host.correct("change_setting", args, sheet.dismiss)

    _actions(host, sheet, lambda: change(picker.value), lambda: change(None))
    return sheet


def edition_sheet(host: Host, edition: str) -> Sheet:
    """The editions of the books to read the rules in from now on."""
    column = ScrollColumn()
    column.add_row(AutoLabel(host.tr("kiosk.rules.edition_more"), grow=True))
    options = [(name, host.say(Text(f"edition.{name}"))) for name in EDITIONS]
    picker = ChoiceRow(options, edition, cell_width=6)
    column.add_row(picker)
    sheet = _sheet(host, host.tr("kiosk.rules.edition"), column)
    _actions(
        host,
        sheet,
        lambda: host.correct("change_edition", {"edition": picker.value}, sheet.dismiss),
    )
    return sheet


def _picker(host: Host, view: SettingView) -> Any:
    rules = host.snapshot.rules
    assert rules is not None, "a setting is of a game"
    setting = rules.settings[view.name]
    if setting.kind == "count":
        caption = host.say(view.label)
        return Stepper(caption, int(view.value or 0), setting.low, setting.high)
    values = (True, False) if setting.kind == "flag" else setting.choices
    options = [(v, host.say(setting_value(view.name, setting, v))) for v in values]
    return ChoiceRow(options, view.value, cell_width=6, cell_height=1.3)


def _sheet(host: Host, title: str, column: Widget) -> Sheet:
    body = Box(orientation="vertical")
    body.add_widget(column)
    sheet = Sheet(title, body)
    sheet.buttons = Box(size_hint_y=None, spacing_of="small")
    body.add_widget(sheet.buttons)
    return sheet


def _actions(host: Host, sheet: Sheet, change: Any, reset: Any = None) -> None:
    buttons: Box = sheet.buttons
    if reset is not None:
        back = TileButton(host.tr("kiosk.rules.as_begun"), size_hint_y=None, tall=1.2)
        back.bind(on_tap=lambda *_: reset())
        buttons.add_widget(back)
    go = TileButton(host.tr("kiosk.rules.apply"), variant="primary", size_hint_y=None, tall=1.2)
    go.bind(on_tap=lambda *_: change())
    go.bind(height=lambda _, height: setattr(buttons, "height", height))
    buttons.add_widget(go)
    buttons.height = go.height
