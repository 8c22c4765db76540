"""What comes over the screen: sheets, toasts, error banners."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from kivy.clock import Clock
from kivy.properties import StringProperty
from kivy.uix.widget import Widget

from companion.kiosk.art import render
from companion.kiosk.art.icons import icon
from companion.kiosk.theme import theme
from companion.kiosk.widgets.base import Box, Drawn, Panel
from companion.kiosk.widgets.buttons import IconButton, TileButton
from companion.kiosk.widgets.layout import Ground
from companion.kiosk.widgets.text import AutoLabel

TOAST_SECONDS = 3.0


class _Shade(Drawn):
    """The darkened table behind a sheet."""

    def draw(self) -> None:
        render.paint("shade", 0.62 if theme.dark else 0.5)
        self.draw_bar()


class Sheet(Panel):
    """A modal sheet: from below in portrait, at the right in landscape; `side` may force one.

    Title and a close button on top, `content` in the middle, `actions` (buttons) at the foot. A tap
    beside it, or `dismiss()`, closes it and dispatches `on_dismiss`. Open it with
    `overlays.open_sheet`.
    `share` is how much of the window it takes along its side.
    """

    __events__ = ("on_dismiss",)
    is_modal_layer = True
    title = StringProperty("")

    def __init__(
        self,
        title: str = "",
        content: Widget | None = None,
        actions: tuple[Widget, ...] = (),
        side: str = "",
        share: float = 0.0,
        **kwargs: Any,
    ) -> None:
        self.side, self.share = side, share
        self.shade = _Shade(size_hint=(None, None))
        self.ground = Ground(tone="raised", edge="line")
        self.heading = AutoLabel(title, style="title", max_lines=2)
        self.close = IconButton("close", name="close")
        self.top_row = Box(size_hint_y=None)
        self.foot = Box(size_hint_y=None)
        self.body = Box(orientation="vertical", padding_of="gap")
        super().__init__(title=title, **kwargs)
        self.top_row.add_widget(self.heading)
        self.top_row.add_widget(self.close)
        self.body.add_widget(self.top_row)
        self.body.add_widget(content or Widget())
        for action in actions:
            self.foot.add_widget(action)
        if actions:
            self.body.add_widget(self.foot)
        for child in (self.shade, self.ground, self.body):
            self.add_widget(child)
        self.close.bind(on_tap=lambda *_: self.dismiss())
        self.bind(pos=self._place, size=self._place, title=self._retitle)
        self.restyle()

    def on_dismiss(self) -> None:
        """Event: the sheet was closed."""

    def dismiss(self) -> None:
        if self.parent is not None:
            self.parent.remove_widget(self)
            self.dispatch("on_dismiss")

    def restyle(self) -> None:
        touch = theme.metrics.touch
        self.top_row.height = round(touch)
        self.foot.height = round(touch * 1.1)
        self._place()

    def _retitle(self, *_: object) -> None:
        self.heading.text = self.title

    def _place(self, *_: object) -> None:
        width, height = self.size
        if width < 2 or height < 2:
            return
        portrait = height > width
        side = self.side or ("bottom" if portrait else "right")
        if side == "bottom":
            share = self.share or (0.62 if portrait else 0.8)
            place, size = (self.x, self.y), (width, round(height * share))
        else:
            wanted = self.share * width or max(width * 0.5, min(width, theme.metrics.unit * 26))
            size = (round(min(width, wanted)), height)
            place = (self.x + width - size[0], self.y)
        self.shade.pos, self.shade.size = self.pos, self.size
        for part in (self.ground, self.body):
            part.size_hint = (None, None)
            part.pos, part.size = place, size

    def on_touch_down(self, touch: Any) -> bool:
        if not self.body.collide_point(*touch.pos):
            touch.grab(self)
            return True
        super().on_touch_down(touch)
        return True  # nothing below a modal sheet is reachable

    def on_touch_up(self, touch: Any) -> bool:
        if touch.grab_current is self:
            touch.ungrab(self)
            if not self.body.collide_point(*touch.pos):
                self.dismiss()
            return True
        return bool(super().on_touch_up(touch))


NARROW_LINES = 6
"""Lines of a message that is no wider than a column."""


class Banner(Panel):
    """A message. `kind`: info (a toast, goes by itself) or error (red, stays).

    An error stays until it is closed or its action tapped: nobody misses a refused input.
    Its event `on_gone`: the time of a toast was over.
    """

    __events__ = ("on_gone",)

    def __init__(
        self,
        text: str,
        kind: str = "info",
        action: str = "",
        on_action: Callable[[], None] | None = None,
        **kwargs: Any,
    ) -> None:
        kwargs.setdefault("size_hint", (None, None))
        self.kind, self._on_action = kind, on_action
        face, words = ("danger", "on_danger") if kind == "error" else ("ink", "table")
        self.ground = Ground(tone=face)
        self.mark = _Mark("warning" if kind == "error" else "info", words)
        self.label = AutoLabel(text, tone=words, bold=True, max_lines=3)
        self.action = (
            TileButton(action, variant="secondary", size_hint=(None, None)) if action else None
        )
        self.close = TileButton(icon="close", variant="secondary", size_hint=(None, None))
        self._goes = Clock.create_trigger(lambda *_: self._go(), TOAST_SECONDS)
        super().__init__(**kwargs)
        children = [self.ground, self.mark, self.label, self.close]
        if self.action is not None:
            children.append(self.action)
            self.action.bind(on_tap=lambda *_: self._act())
        for child in children:
            child.size_hint = (None, None)
            self.add_widget(child)
        self.close.bind(on_tap=lambda *_: self.dismiss())
        self.bind(pos=self._place, size=self._place)
        if kind == "info":
            self._goes()
        self.restyle()

    def dismiss(self) -> None:
        self._goes.cancel()
        if self.parent is not None:
            self.parent.remove_widget(self)

    def on_gone(self) -> None:
        """Event: the banner's time was over."""

    def _go(self) -> None:
        self.dismiss()
        self.dispatch("on_gone")

    def _act(self) -> None:
        self.dismiss()
        if self._on_action is not None:
            self._on_action()

    def restyle(self) -> None:
        self._place()

    def _narrow(self) -> bool:
        """Whether only the words stand above, because they need the whole width."""
        return self.width < theme.metrics.unit * 26

    def _stacked(self) -> bool:
        """Whether the action stands below the text, because the window is narrow."""
        return self.action is not None and self.width < theme.metrics.unit * 34

    def _place(self, *_: object) -> None:
        self.ground.size = self.size
        self.mark.size = (theme.metrics.touch * 0.6, theme.metrics.touch * 0.6)
        self.close.size = (theme.metrics.touch, theme.metrics.touch)
        if self._narrow():
            self._place_narrow()
        else:
            self._place_wide()
        self.ground.pos, self.ground.size = self.pos, self.size

    def _place_narrow(self) -> None:
        """The words above; below them the mark, the action and what closes it."""
        edge, touch = theme.metrics.gap, theme.metrics.touch
        room = max(1, self.width - 2 * edge)
        self.label.max_lines = NARROW_LINES
        lines = min(NARROW_LINES, 1 + int(1.1 * self.label.natural_width() / room))
        words = lines * self.label.line_step()
        self.height = round(words + touch + 3 * edge)
        self.label.pos, self.label.size = (self.x + edge, self.y + touch + 2 * edge), (room, words)
        self.mark.pos = (self.x + edge, self.y + edge + touch * 0.2)
        right = self.x + self.width - edge - touch
        self.close.pos = (right, self.y + edge)
        if self.action is not None:
            left = self.mark.x + self.mark.width + edge
            width = max(1, right - edge - left)
            self.action.pos, self.action.size = (left, self.y + edge), (width, touch)

    def _place_wide(self) -> None:
        metrics = theme.metrics
        edge, touch = metrics.gap, metrics.touch
        stacked = self._stacked()
        self.label.max_lines = 3
        text = max(touch * 1.35, 2 * self.label.line_step() + edge)
        self.height = round(text + (touch + edge if stacked else 0))
        left, right = self.x + edge, self.x + self.width - edge
        bottom = self.y + (touch + edge if stacked else 0)
        tall = self.y + self.height - bottom
        middle = bottom + tall / 2
        self.mark.pos = (left, middle - touch * 0.3)
        left += touch * 0.6 + edge
        self.close.pos = (right - touch, middle - touch / 2)
        if self.action is not None and stacked:
            width = min(self.action.natural_width(), self.width - 2 * edge)
            self.action.size = (width, touch)
            self.action.pos = (right - width, self.y + edge)
        right -= touch
        if self.action is not None and not stacked:
            width = min(self.action.natural_width(), self.width * 0.36)
            right -= width + edge
            self.action.pos, self.action.size = (right, middle - touch / 2), (width, touch)
        self.label.pos = (left, bottom + edge / 2)
        self.label.size = (max(1, right - left - edge), max(1, tall - edge))

    def on_touch_down(self, touch: Any) -> bool:
        super().on_touch_down(touch)
        return bool(self.collide_point(*touch.pos))


class _Mark(Drawn):
    """An icon that is no button."""

    def __init__(self, name: str, tone: str, **kwargs: Any) -> None:
        self.icon, self.tone = name, tone
        super().__init__(**kwargs)

    def draw(self) -> None:
        side = min(self.size)
        render.drawing(icon(self.icon), self.x, self.y, side, theme.color(self.tone))
