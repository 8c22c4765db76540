"""The rules of the game to come: the edition of the books, and house rules."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import TYPE_CHECKING, Any

from kivy.uix.widget import Widget

from companion.core.module import Setting
from companion.core.settings import EDITIONS
from companion.i18n.text import Text
from companion.kiosk.screens.new_game_facts import added_up
from companion.kiosk.screens.rules_rows import fact_row
from companion.kiosk.screens.set_up import SetUp, settings_of
from companion.kiosk.widgets.base import Box
from companion.kiosk.widgets.inputs import ChoiceRow, Stepper, chip_width
from companion.kiosk.widgets.layout import Card, ScrollColumn
from companion.kiosk.widgets.sheet import Sheet
from companion.kiosk.widgets.text import AutoLabel
from companion.view.sheet import setting_value

if TYPE_CHECKING:
    from companion.kiosk.host import Host


def open_rules(host: Host, chosen: SetUp) -> None:
    """A sheet with the edition and every setting of the modules that were chosen."""
    if host.app.overlays is None:
        return
    column = ScrollColumn(spacing_of="gap")
    _fill(host, chosen, column)
    host.app.overlays.open_sheet(Sheet(host.tr("kiosk.new_game.rules"), column, share=0.72))


def _fill(host: Host, chosen: SetUp, column: ScrollColumn) -> None:
    column.column.clear_widgets()
    column.add_row(AutoLabel(host.tr("kiosk.new_game.edition"), style="lead", bold=True, grow=True))
    editions = [(name, host.say(Text(f"edition.{name}"))) for name in EDITIONS]
    picker = ChoiceRow(editions, chosen.edition, cell_width=chip_width(4), columns_wanted=3)

    def turn_to(_picker: Any, edition: str) -> None:
        chosen.edition = edition
        _fill(host, chosen, column)

    picker.bind(value=turn_to)
    column.add_row(picker)
    total = Box(orientation="vertical", spacing_of="small", size_hint_y=None, height=0)
    total.bind(minimum_height=total.setter("height"))
    column.add_row(total)
    add_up = partial(_add_up, host, chosen, total)
    add_up()
    last = ""
    for name, setting in settings_of(chosen).items():
        module = name.split(".")[0]
        if module != last:
            last = module
            words = host.say(Text(f"module.{module}"))
            column.add_row(AutoLabel(words, style="lead", bold=True, grow=True))
        column.add_row(_rule(host, chosen, name, setting, add_up))


def _add_up(host: Host, chosen: SetUp, total: Box) -> None:
    """Say what the settings come to where a variant adds to them."""
    total.clear_widgets()
    for fact in added_up(chosen):
        total.add_widget(fact_row(host, fact))


def _rule(
    host: Host, chosen: SetUp, name: str, setting: Setting, add_up: Callable[[], None]
) -> Card:
    """A setting: what it is about, the choice, and who says so."""
    card = Card(size_hint_y=None)
    card.add_widget(AutoLabel(host.say(Text(f"setting.{name}")), bold=True, grow=True))
    doc = host.say(Text(f"setting.{name}.doc"))
    card.add_widget(AutoLabel(doc, style="caption", tone="muted", grow=True))
    source = AutoLabel("", style="caption", grow=True)
    picker = _picker(host, chosen, name, setting)

    def tell(*_: Any) -> None:
        house = name in chosen.settings
        source.text = _source(host, chosen, name, setting)
        source.bold, source.tone = house, "primary" if house else "muted"

    tell()
    picker.bind(value=tell)
    picker.bind(value=lambda *_: add_up())
    card.add_widget(picker)
    card.add_widget(source)
    return card


def _source(host: Host, chosen: SetUp, name: str, setting: Setting) -> str:
    """Who says the value, and the ids of the rules: "House rule · VP-1"."""
    if name in chosen.settings:
        layer = "house"
    elif name in _by_scenario(chosen):
        layer = "scenario"
    else:
        layer = "edition" if chosen.edition in setting.editions else "default"
    parts = [host.say(Text(f"layer.{layer}")), *setting.rules]
    if not setting.changeable:
        parts.append(host.tr("kiosk.new_game.fixed"))
    return " · ".join(parts)


def _by_scenario(chosen: SetUp) -> Mapping[str, Any]:
    """What the scenario's file sets."""
    file = chosen.file()
    return {} if file is None else file.settings


def _picker(host: Host, chosen: SetUp, name: str, setting: Setting) -> Widget:
    plain = setting.editions.get(chosen.edition, setting.default)
    plain = _by_scenario(chosen).get(name, plain)
    value = chosen.settings.get(name, plain)

    def choose(_picker: Any, new: Any) -> None:
        # What is as edition and scenario have it is no house rule.
        if new == plain:
            chosen.settings.pop(name, None)
        else:
            chosen.settings[name] = int(new) if setting.kind == "count" else new

    if setting.kind == "count":
        stepper = Stepper("", int(value), setting.low, setting.high)
        stepper.bind(value=choose)
        return stepper
    values = (True, False) if setting.kind == "flag" else setting.choices
    say = partial(setting_value, name, setting)
    options = [(v, host.say(say(v))) for v in values]
    width = chip_width(2.6 if setting.kind == "flag" else 5.2)
    row = ChoiceRow(options, value, cell_width=width, columns_wanted=2)
    row.bind(value=choose)
    return row
