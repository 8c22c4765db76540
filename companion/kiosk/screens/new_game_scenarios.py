"""Which scenario is played: the program's and the table's own files, faulty ones named."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec.structs import replace

from companion.core.model import Problem
from companion.i18n.text import Text
from companion.kiosk.screens.game_words import module_name
from companion.kiosk.widgets.inputs import ChoiceRow, chip_width
from companion.kiosk.widgets.layout import ScrollColumn
from companion.kiosk.widgets.lists import ListRow
from companion.kiosk.widgets.sheet import Sheet
from companion.kiosk.widgets.text import AutoLabel
from companion.scenario.files import Scenario, sort_out

if TYPE_CHECKING:
    from companion.kiosk.host import Host


@dataclass(frozen=True)
class Scenarios:
    """What lies in the folders of scenario files, by id: the sound ones, the others' faults."""

    sound: Mapping[str, Scenario] = field(default_factory=dict)
    faulty: Mapping[str, tuple[Text, ...]] = field(default_factory=dict)
    own: Path | None = None


def read_scenarios(own: Path | None) -> Scenarios:
    """Read every scenario file; one that is faulty keeps no other from being offered."""
    sound, faulty = sort_out(own)
    return Scenarios(sound, in_short(faulty), own)


def in_short(faulty: Mapping[str, Sequence[Problem]]) -> dict[str, tuple[Text, ...]]:
    """What is wrong with each file, by its id, without the folder that all files lie in."""
    return {name: tuple(_in_short(p.text) for p in found) for name, found in faulty.items()}


def _in_short(fault: Text) -> Text:
    """The fault with the file's name alone: its folder is the same for all, and said once."""
    path = fault.params.get("path")
    if not isinstance(path, str):
        return fault
    return replace(fault, params={**fault.params, "path": Path(path).name})


def add_scenarios(
    host: Host,
    scenarios: Scenarios,
    chosen: str,
    column: ScrollColumn,
    choose: Callable[[str], None],
) -> None:
    """The question which scenario it is, where there is more than one; faulty files below it."""
    if len(scenarios.sound) > 1:
        options = [(name, host.say(module_name(name))) for name in scenarios.sound]
        row = ChoiceRow(options, chosen, cell_width=chip_width(), columns_wanted=2)
        row.bind(value=lambda _, name: choose(name))
        column.add_row(row)
    for bad in faulty_rows(host, scenarios.faulty, scenarios.own):
        column.add_row(bad)


def faulty_rows(
    host: Host, faulty: Mapping[str, tuple[Text, ...]], own: Path | None
) -> Iterator[ListRow]:
    """A row for each file that cannot be read; a touch shows all that is wrong with it."""
    for name, faults in faulty.items():
        bad = ListRow(f"{name}.toml", icon="warning", look="danger")
        bad.note = host.tr("kiosk.new_game.scenario_faults", n=len(faults))
        show = partial(_show_faults, host, name, faults, own)
        bad.bind(on_tap=lambda _, show=show: show())
        yield bad


def _show_faults(host: Host, name: str, faults: tuple[Text, ...], own: Path | None) -> None:
    """Everything that is wrong with a file, and where it lies."""
    if host.app.overlays is None:
        return
    column = ScrollColumn(spacing_of="gap")
    if own is not None:
        where = host.tr("kiosk.new_game.scenario_folder", path=str(own))
        column.add_row(AutoLabel(where, style="caption", tone="muted", grow=True))
    for fault in faults:
        column.add_row(AutoLabel(host.say(fault), grow=True))
    host.app.overlays.open_sheet(Sheet(f"{name}.toml", column, share=0.72))
