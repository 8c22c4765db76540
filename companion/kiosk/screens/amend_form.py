"""What an action asks for, all at once, filled in with what was entered then."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

from kivy.uix.widget import Widget

from companion.kiosk.screens.amend_pickers import FigureRow, FilledDicePad, SeatRow, width_for
from companion.kiosk.theme import theme
from companion.kiosk.widgets.base import Box
from companion.kiosk.widgets.inputs import ChoiceRow, Stepper, ToggleChip
from companion.kiosk.widgets.keyboard import OnScreenKeyboard
from companion.kiosk.widgets.layout import RowsGrid, ScrollColumn
from companion.kiosk.widgets.text import AutoLabel
from companion.view.model import ActionView, ParamView, TraitView

if TYPE_CHECKING:
    from companion.kiosk.host import Speaker

Read = Callable[[], Any]
"""What a picker has now; None while nothing was picked."""

NOT_GIVEN = ""
"""The chip of an optional parameter that says: nothing."""

LARGEST_PAD = 12
"""Up to so many values are chips to tap; more are counted with plus and minus."""


WIDE_KEYS = 11
"""From so many touch sizes on, ten keys stand in a row and letters need a row less."""

ROWS_OF_KEYS, ROWS_OF_NARROW_KEYS = 5.4, 6.5
"""The keyboard's height in touch sizes, its field included."""

POINTS = "vp"

IDS = ("person",)
"""Parameters that are ids of things which the form does not know."""


class ArgumentForm(ScrollColumn):
    """Pickers for every parameter of an action; `arguments` is what they say."""

    def __init__(self, speaker: Speaker, action: ActionView, given: Mapping[str, Any]) -> None:
        super().__init__(spacing_of="gap")
        self._speaker = speaker
        self._params = asked_of(action, given)
        self._reads: dict[str, Read] = {}
        self.pickers: dict[str, Widget] = {}
        for param in self._params:
            self.add_row(AutoLabel(speaker.say(param.label), style="lead", bold=True, grow=True))
            before = given.get(param.name, param.default)
            if before is None:
                before = _only_choice(param)
            self.pickers[param.name], read = PICKERS[param.type](speaker, param, before)
            self._reads[param.name] = read
            self.add_row(self.pickers[param.name])
        if POINTS not in given:
            self._count_from_what_is()

    def _count_from_what_is(self) -> None:
        """Points of a seat are set beginning with those it has: nobody counts up from none."""
        whose, points = self.pickers.get("whose"), self.pickers.get(POINTS)
        view = self._speaker.view
        if view is None or not isinstance(whose, SeatRow) or not isinstance(points, Stepper):
            return
        have = {seat.id: seat.vp or 0 for seat in view.seats}

        def begin(_row: SeatRow, seat: str) -> None:
            points.value = have.get(seat, 0)

        whose.bind(value=begin)
        begin(whose, whose.value)

    def arguments(self) -> dict[str, Any] | None:
        """The arguments; None while something that is needed is missing."""
        found = {}
        for param in self._params:
            value = self._reads[param.name]()
            if value is None or value == NOT_GIVEN:
                if not param.optional:
                    return None
            else:
                found[param.name] = value
        return found


def can_ask(action: ActionView) -> bool:
    """Whether the form has a picker for everything that the action asks for."""
    return all(param.type in PICKERS for param in action.params)


def asked_of(action: ActionView, given: Mapping[str, Any]) -> tuple[ParamView, ...]:
    """What a form asks for: all but what may be left out and nobody at a table would say.

    A flag says where something came from ("read by a device"); a known person goes by an id;
    one choice is none. What was given before stays to be seen.
    """

    def says_nothing(param: ParamView) -> bool:
        return param.type == "flag" or param.name in IDS or len(param.choices or "..") < 2

    return tuple(
        param
        for param in action.params
        if not param.optional or given.get(param.name) or not says_nothing(param)
    )


def needs_keys(action: ActionView) -> bool:
    """Whether the form has a keyboard, which wants a wide sheet."""
    return any(param.type in ("name", "text") for param in action.params)


def _only_choice(param: ParamView) -> Any:
    """The one value there is, where something has to be chosen and nothing can be."""
    if param.optional or param.type in ("seats", "traits") or len(param.choices or ()) != 1:
        return None
    return param.choices[0].value if param.choices else None


Picker = tuple[Widget, Read]


def _chips(speaker: Speaker, param: ParamView, given: Any) -> Picker:
    options = [(choice.value, speaker.say(choice.label)) for choice in param.choices or ()]
    if param.optional:
        options.append((NOT_GIVEN, speaker.tr("kiosk.amend.not_said")))
    shown = given if given is not None else NOT_GIVEN if param.optional else None
    longest = max((len(text) for _, text in options), default=0)
    row = ChoiceRow(options, shown, cell_width=width_for(longest))
    row.columns_wanted = len(options)  # in even rows: none stands alone in the last
    return row, lambda: row.value


def _seat(speaker: Speaker, param: ParamView, given: Any) -> Picker:
    colors = {} if speaker.view is None else {seat.id: seat.color for seat in speaker.view.seats}
    choices = param.choices or ()
    if any(choice.value not in colors for choice in choices):
        return _chips(speaker, param, given)  # a seat of before that is not at this table
    seats = [(str(c.value), speaker.say(c.label), colors[str(c.value)]) for c in choices]
    none = speaker.tr("kiosk.amend.not_said") if param.optional else ""
    row = SeatRow(seats, NOT_GIVEN if given is None and none else given, none)
    return row, lambda: row.value


def _several(speaker: Speaker, param: ParamView, given: Any) -> Picker:
    """Values in the order in which they are tapped; tapping again takes one out."""
    chosen: list[Any] = list(given or ())
    grid = RowsGrid(cell_width=3.2)
    chips: dict[Any, tuple[ToggleChip, str]] = {}

    def show() -> None:
        for value, (chip, name) in chips.items():
            chip.on = value in chosen
            chip.text = f"{chosen.index(value) + 1}. {name}" if value in chosen else name

    def tapped(value: Any) -> None:
        if value in chosen:
            chosen.remove(value)
        else:
            chosen.append(value)
        show()

    for choice in param.choices or ():
        chip = ToggleChip(fixed=True)
        chips[choice.value] = (chip, speaker.say(choice.label))
        chip.bind(on_tap=lambda _, value=choice.value: tapped(value))
        grid.add_widget(chip)
    show()
    grid.columns_wanted = len(chips)
    if param.type != "seats":
        return grid, lambda: list(chosen) or None
    hint = AutoLabel(speaker.tr("kiosk.amend.in_order"), tone="muted", grow=True)
    return _column(hint, grid), lambda: list(chosen) or None


def _column(*parts: Widget) -> Box:
    box = Box(orientation="vertical", spacing_of="small", size_hint_y=None)
    box.bind(minimum_height=box.setter("height"))
    for part in parts:
        box.add_widget(part)
    return box


def _count(speaker: Speaker, param: ParamView, given: Any) -> Picker:
    if param.choices is not None:
        return _chips(speaker, param, given)
    low, high = param.low or 0, 99 if param.high is None else param.high
    if high - low < LARGEST_PAD and not param.optional:
        row = FigureRow(range(low, high + 1), given)
        return row, lambda: row.value
    stepper = Stepper("", low if given is None else int(given), low, high)
    return stepper, lambda: int(stepper.value)


def _faces(_speaker: Speaker, param: ParamView, given: Any) -> Picker:
    sides = range(1, (param.high or 6) + 1)
    if param.count == 2 and len(sides) == 6:
        pad = FilledDicePad(given or ())
        return pad, lambda: list(pad.faces) if all(pad.faces) else None
    before: Sequence[Any] = given or [None] * param.count
    rows = [FigureRow(sides, face) for face in before]

    def read() -> list[Any] | None:
        faces = [row.value for row in rows]
        return None if None in faces else faces

    return _column(*rows), read


def _flag(speaker: Speaker, _param: ParamView, given: Any) -> Picker:
    options = [(True, speaker.tr("common.yes")), (False, speaker.tr("common.no"))]
    row = ChoiceRow(options, given if isinstance(given, bool) else None)
    return row, lambda: row.value


def _text(speaker: Speaker, param: ParamView, given: Any) -> Picker:
    keys = OnScreenKeyboard(speaker.tr.language, str(given or ""), size_hint_y=None)
    keys.longest = param.high or keys.longest

    def fit(*_: object) -> None:
        wide = keys.width >= WIDE_KEYS * theme.metrics.touch
        rows = ROWS_OF_KEYS if wide else ROWS_OF_NARROW_KEYS
        keys.height = round(theme.metrics.touch * rows)

    keys.bind(width=fit)
    fit()
    return keys, lambda: keys.text.strip() or None


def _traits(speaker: Speaker, param: ParamView, given: Any) -> Picker:
    box = _column()
    flags = RowsGrid(cell_width=4.5)
    before: Mapping[str, Any] = given or {}
    reads: dict[str, Read] = {}
    for trait in param.traits:
        if trait.kind == "flag":
            chip = ToggleChip(speaker.say(trait.label), on=bool(before.get(trait.name)))
            flags.add_widget(chip)
            reads[trait.name] = partial(_ticked, chip)
        else:
            box.add_widget(AutoLabel(speaker.say(trait.label), bold=True, grow=True))
            picker, reads[trait.name] = _trait(speaker, trait, before.get(trait.name))
            box.add_widget(picker)
    if flags.children:
        box.add_widget(flags, index=len(box.children))

    def read() -> dict[str, Any] | None:
        ticked = {name: value for name, one in reads.items() if (value := one()) is not None}
        return ticked or ({} if not param.optional else None)

    return box, read


def _ticked(chip: ToggleChip) -> bool | None:
    return True if chip.on else None


def _trait(speaker: Speaker, trait: TraitView, given: Any) -> Picker:
    param = ParamView(trait.name, "choice", trait.label, optional=True, choices=trait.choices)
    if trait.kind == "set":
        return _several(speaker, param, given)
    row, read = _chips(speaker, param, given)
    return row, lambda: read() or None


PICKERS: Mapping[str, Callable[[Speaker, ParamView, Any], Picker]] = {
    "seat": _seat,
    "resource": _chips,
    "choice": _chips,
    "piece": _chips,
    "seats": _several,
    "count": _count,
    "number": _count,
    "faces": _faces,
    "flag": _flag,
    "name": _text,
    "text": _text,
    "traits": _traits,
}
"""By type of parameter. What has none (a whole position) is entered on screens of its own."""
