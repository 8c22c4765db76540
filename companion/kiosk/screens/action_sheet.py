"""Taking any action of the view: at once where nothing is to be said, else with a sheet.

No screen knows an action by heart: what has to be asked is in its parameters.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from kivy.clock import Clock
from kivy.uix.widget import Widget

from companion.core.frozen import freeze
from companion.core.model import Command
from companion.kiosk.screens.amend_form import PICKERS, ArgumentForm, needs_keys
from companion.kiosk.screens.consequences import Consequences
from companion.kiosk.theme import theme
from companion.kiosk.widgets.base import Box
from companion.kiosk.widgets.buttons import TileButton
from companion.kiosk.widgets.sheet import Sheet
from companion.view.model import ActionView, ParamView

if TYPE_CHECKING:
    from companion.kiosk.host import Host

KEYS_SHARE = 0.74
"""How much of a wide screen a sheet with a keyboard takes: ten keys side by side."""

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
    voice = host.to(action.seat)
    form = ArgumentForm(voice, action, given)
    content = _with_consequences(host, action, form) if action.correction else form
    confirm = TileButton(voice.say(action.label), variant="primary")
    share = KEYS_SHARE if needs_keys(action) and not theme.metrics.portrait else 0.0
    sheet = Sheet(voice.say(action.label), content, (confirm,), share=share)

    def done() -> None:
        sheet.dismiss()
        if then is not None:
            then()

    def tapped(*_: object) -> None:
        arguments = form.arguments()
        if arguments is None:
            host.toast(voice.tr("kiosk.table.choose_first"))
        else:
            host.act(action, arguments, done)

    confirm.bind(on_tap=tapped)
    host.app.overlays.open_sheet(sheet)
    return sheet


def _with_consequences(host: Host, action: ActionView, form: ArgumentForm) -> Widget:
    """The form of a correction, and below it what its arguments of the moment would change."""
    result = Consequences(host)
    shown: list[Any] = [None]

    def look(*_: object) -> None:
        arguments = form.arguments()
        if arguments == shown[0]:
            return
        shown[0] = arguments
        given = () if arguments is None else (Command(action.name, None, freeze(arguments)),)
        result.show(given)

    # After the pickers have had the touch: the form has no event of its own.
    after_touch = Clock.create_trigger(look, 0)
    box = Box(orientation="vertical", spacing_of="small")
    box.bind(on_touch_up=lambda *_: after_touch())
    for part in (form, result):
        box.add_widget(part)
    return box
