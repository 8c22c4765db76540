"""House rules and editions changed while the game is on."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec

from companion.core.context import Context
from companion.core.frozen import FrozenMap
from companion.core.model import Action, Command, Event, Param, Refusal, SeatId
from companion.core.rules.table.book import EditionChanged, SettingChanged, TableSlice
from companion.core.rules.table.seats import correction
from companion.core.settings import EDITIONS, setting_fault
from companion.i18n.text import Ref, Text

_SETTING = Param("setting", "setting")
_VALUE = Param("value", "value", optional=True)
_EDITION = Param("edition", "choice", choices=EDITIONS)


def changeable(ctx: Context) -> tuple[str, ...]:
    """Full names of the settings that may change in mid-game."""
    return tuple(name for name, setting in ctx.rules.settings.items() if setting.changeable)


def _offer_setting(ctx: Context, seat: SeatId | None) -> Action | None:
    names = changeable(ctx)
    setting = Param("setting", "setting", choices=names)
    return Action("", seat, params=(setting, _VALUE), group="table") if names else None


def _decide_setting(ctx: Context, command: Command) -> Iterable[Event] | Refusal:
    name, value = command.args["setting"], command.args.get("value")
    if name not in changeable(ctx):
        known = tuple(Ref("setting", n) for n in changeable(ctx))
        return Refusal("not_changeable", Text("refused.not_changeable", {"known": known}))
    if value is not None:
        fault = setting_fault(name, ctx.rules.settings[name], value)
        if fault is not None:
            return Refusal("bad_setting", fault)
    reason = _no_fit(ctx, name, value)
    if reason is not None and not command.forced:
        return Refusal("does_not_fit", reason)
    return [SettingChanged(name, value)]


def _no_fit(ctx: Context, name: str, value: Any) -> Text | None:
    """Why a module would have refused the game with this house rule, if one would."""
    changed = ctx.slice(TableSlice).settings.drop(name)
    if value is not None:
        changed = changed.set(name, value)
    setup = ctx.state.setup
    setup = msgspec.structs.replace(setup, settings=FrozenMap({**setup.settings, **changed}))
    reasons = (module.fits(setup) for module in ctx.rules.modules if module.fits is not None)
    return next((reason for reason in reasons if reason is not None), None)


def _offer_edition(ctx: Context, seat: SeatId | None) -> Action:
    return Action("", seat, params=(_EDITION,), group="table")


def _decide_edition(ctx: Context, command: Command) -> Iterable[Event]:
    return [EditionChanged(command.args["edition"])]


def check(ctx: Context) -> list[str]:
    """House rules that no module declares, or with a value that they cannot have."""
    faults = []
    for name, value in ctx.slice(TableSlice).settings.items():
        setting = ctx.rules.settings.get(name)
        if setting is None or setting_fault(name, setting, value) is not None:
            faults.append(f"the house rule {name} cannot be {value!r}")
    return faults


ACTIONS = (
    correction("change_setting", "Play on by another house rule; without a value: as the game "
               "began with it.", _offer_setting, _decide_setting, _SETTING, _VALUE),
    correction("change_edition", "Read the rules in another edition from now on, where no house "
               "or scenario rule decides.", _offer_edition, _decide_edition, _EDITION),
)  # fmt: skip
