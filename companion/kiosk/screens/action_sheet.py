"""Taking any action of the view: at once where nothing is to be said, else with a sheet.

No screen knows an action by heart: what has to be asked is in its parameters.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from companion.kiosk.screens.amend_form import PICKERS, ArgumentForm
from companion.kiosk.widgets.buttons import TileButton
from companion.kiosk.widgets.sheet import Sheet
from companion.view.model import ActionView, ParamView

if TYPE_CHECKING:
    from companion.kiosk.host import Host

Then = Callable[[], None] | None


def must_ask(param: ParamView) -> bool:
    """Whether a person has something to say about `param`."""
    if param.type == "traits":
        return bool(param.traits)
    if not param.optional:
        return True
    if param.choices is not None:
        # One way to do it, and it may be left out: nothing to choose.
        return len(param.choices) > 1
    return param.type not in ("flag", "name", "text")


def asks(action: ActionView) -> bool:
    """Whether taking `action` needs a sheet."""
    return any(must_ask(param) for param in action.params)


def take(host: Host, action: ActionView, then: Then = None) -> None:
    """Take `action`, asking first for what it needs; `then` runs when it counted."""
    if asks(action):
        open_form(host, action, {}, then)
    else:
        host.act(action, {}, then)


def open_form(
    host: Host, action: ActionView, given: Mapping[str, Any], then: Then = None
) -> Sheet | None:
    """A sheet with a picker for each parameter of `action`, filled in with `given`."""
    unknown = [p.name for p in action.params if p.type not in PICKERS]
    if unknown or host.app.overlays is None:
        return None
    form = ArgumentForm(host, action, given)
    confirm = TileButton(host.say(action.label), variant="primary")
    sheet = Sheet(host.say(action.label), form, (confirm,))

    def done() -> None:
        sheet.dismiss()
        if then is not None:
            then()

    def tapped(*_: object) -> None:
        arguments = form.arguments()
        if arguments is None:
            host.toast(host.tr("kiosk.table.choose_first"))
        else:
            host.act(action, arguments, done)

    confirm.bind(on_tap=tapped)
    host.app.overlays.open_sheet(sheet)
    return sheet
