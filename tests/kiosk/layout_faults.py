"""Finds what a picky eye would: text that overflows, targets too small or on top of each other."""

from __future__ import annotations

from typing import Any

from tests.kiosk.harness import SLACK, Box, Stage, visible, window_box


def layout_faults(stage: Stage, shortened: bool = False) -> list[str]:
    """One line for every fault of what the stage shows; an empty list means none.

    Found: a text bigger than its box; a text that leaves the window; a text covered by the edge of
    its scroll view's width; touch targets under 9 mm; targets that overlap; targets outside the
    window. With `shortened`, also texts that had to be cut with an ellipsis. What lies under an
    open sheet is not looked at. What is scrolled out of a scroll view counts as seen later.
    """
    faults: list[str] = []
    layer = _top_layer(stage)
    width, height = stage.window.size
    window: Box = (0, 0, width, height)
    faults += _text_faults(stage, layer, window, shortened)
    faults += _target_faults(stage, layer, window)
    return faults


def _top_layer(stage: Stage) -> list[Any]:
    """The widgets of the topmost modal layer, or of everything when there is none."""
    modal = [w for w in stage.widgets() if getattr(w, "is_modal_layer", False)]
    return list(visible(modal[-1])) if modal else list(stage.widgets())


def _text_faults(stage: Stage, layer: list[Any], window: Box, shortened: bool) -> list[str]:
    from companion.kiosk.widgets.text import AutoLabel

    faults = []
    for label in layer:
        if not isinstance(label, AutoLabel) or not label.text:
            continue
        if label.width < 1 or label.height < 1:
            faults.append(
                f"text {label.text!r} has no room at all ({label.width:.0f}x{label.height:.0f})"
            )
            continue
        x, y, width, height = label.text_box
        if width > label.width + SLACK or height > label.height + SLACK:
            faults.append(
                f"text {label.text!r} is {width:.0f}x{height:.0f} px "
                f"in a box of {label.width:.0f}x{label.height:.0f}"
            )
        left, bottom = label.to_window(x, y)
        if not _inside((left, bottom, width, height), window, _scrolls(label)):
            faults.append(f"text {label.text!r} leaves the window at ({left:.0f}, {bottom:.0f})")
        if shortened and label.shortened:
            faults.append(f"text {label.text!r} had to be cut")
    return faults


def _target_faults(stage: Stage, layer: list[Any], window: Box) -> list[str]:
    metrics = stage.theme.metrics
    least = metrics.mm(9.0)
    faults = []
    targets = [w for w in layer if getattr(w, "is_target", False) and w.width > 0]
    for target in targets:
        name = _name(target)
        if min(target.size) < least - SLACK:
            across = min(target.size) / metrics.px_per_mm
            faults.append(f"target {name} is only {across:.1f} mm across")
        if not _inside(window_box(target), window, _scrolls(target)):
            faults.append(f"target {name} leaves the window: {_rounded(window_box(target))}")
    for at, one in enumerate(targets):
        for other in targets[at + 1 :]:
            if _related(one, other) or _scroller(one) is not _scroller(other):
                continue
            if _banner(one) is not _banner(other):
                continue  # a message takes every touch where it lies, for as long as it is there
            if _overlap(window_box(one), window_box(other)):
                faults.append(f"targets {_name(one)} and {_name(other)} overlap")
    return faults


def _inside(box: Box, window: Box, scrolls: bool) -> bool:
    x, y, width, height = box
    across = x >= window[0] - SLACK and x + width <= window[2] + SLACK
    upright = y >= window[1] - SLACK and y + height <= window[3] + SLACK
    return across and (upright or scrolls)


def _overlap(one: Box, other: Box) -> bool:
    wide = min(one[0] + one[2], other[0] + other[2]) - max(one[0], other[0])
    tall = min(one[1] + one[3], other[1] + other[3]) - max(one[1], other[1])
    return wide > SLACK and tall > SLACK


def _ancestors(widget: Any) -> list[Any]:
    found = []
    while widget.parent is not None and widget.parent is not widget:
        widget = widget.parent
        found.append(widget)
    return found


def _related(one: Any, other: Any) -> bool:
    return one in _ancestors(other) or other in _ancestors(one)


def _banner(widget: Any) -> Any:
    from companion.kiosk.widgets.sheet import Banner

    return next((above for above in _ancestors(widget) if isinstance(above, Banner)), None)


def _scroller(widget: Any) -> Any:
    from kivy.uix.scrollview import ScrollView

    return next((above for above in _ancestors(widget) if isinstance(above, ScrollView)), None)


def _scrolls(widget: Any) -> bool:
    return _scroller(widget) is not None


def _name(widget: Any) -> str:
    text = getattr(widget, "text", "") or getattr(widget, "name", "") or getattr(widget, "icon", "")
    return f"{type(widget).__name__}({text!r})"


def _rounded(box: Box) -> str:
    return ", ".join(f"{part:.0f}" for part in box)
