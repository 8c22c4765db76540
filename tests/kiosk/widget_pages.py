"""What tests of single widgets share: a page around a widget, its taps, a long name."""

from __future__ import annotations

from typing import Any

LONG = "Maxmilián Přemysl z Horních Počernic"


def taps_of(widget: Any) -> list[str]:
    """The words of `widget` at each of its taps; grows as it is tapped."""
    taps: list[str] = []
    widget.bind(on_tap=lambda tapped: taps.append(getattr(tapped, "text", "")))
    return taps


def centered(widget: Any, width: float = 300, height: float = 80) -> Any:
    """A page with the widget in its middle."""
    from companion.kiosk.widgets.base import Panel

    page = Panel()
    widget.size_hint = (None, None)
    widget.size, widget.pos = (width, height), (200, 200)
    page.add_widget(widget)
    return page
