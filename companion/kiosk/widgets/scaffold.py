"""The frame of a screen: header, body, bottom bar; panes side by side or one above the other."""

from __future__ import annotations

from typing import Any

from kivy.properties import StringProperty
from kivy.uix.widget import Widget

from companion.kiosk.art import render
from companion.kiosk.theme import theme
from companion.kiosk.widgets.base import Box, Drawn
from companion.kiosk.widgets.buttons import IconButton
from companion.kiosk.widgets.text import AutoLabel


class _Edge(Drawn):
    """A hairline."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(size_hint_y=None, **kwargs)

    def restyle(self) -> None:
        self.height = theme.metrics.hairline

    def draw(self) -> None:
        render.paint("line")
        self.draw_bar()


class HeaderBar(Box):
    """Back button (or the menu), title, and icon buttons at the right.

    `lead` is an icon name, "" for none; its taps dispatch `on_lead`. Put a widget of your own in
    place of the title with `center`.
    """

    __events__ = ("on_lead",)
    title = StringProperty("")

    def __init__(
        self,
        title: str = "",
        lead: str = "back",
        lead_name: str = "",
        buttons: tuple[Widget, ...] = (),
        center: Widget | None = None,
        **kwargs: Any,
    ) -> None:
        self.label = AutoLabel(title, style="title", max_lines=2)
        super().__init__(
            size_hint_y=None, spacing_of="small", padding_of="none", title=title, **kwargs
        )
        self.lead = IconButton(lead, name=lead_name or lead) if lead else None
        if self.lead is not None:
            self.lead.bind(on_tap=lambda *_: self.dispatch("on_lead"))
            self.add_widget(self.lead)
        self.add_widget(center or self.label)
        for button in buttons:
            self.add_widget(button)
        self.bind(title=lambda *_: setattr(self.label, "text", self.title))

    def on_lead(self) -> None:
        """Event: the leading button was tapped."""

    def restyle(self) -> None:
        super().restyle()
        self.height = round(theme.metrics.touch)


class BottomBar(Box):
    """Buttons at the foot, the primary one last and widest (give it a larger `size_hint_x`)."""

    def __init__(self, *buttons: Widget, **kwargs: Any) -> None:
        super().__init__(size_hint_y=None, **kwargs)
        for button in buttons:
            self.add_widget(button)

    def restyle(self) -> None:
        super().restyle()
        self.height = round(theme.metrics.touch * 1.3)


class Panes(Box):
    """Panes side by side in landscape, one above the other in portrait.

    `shares` are their parts of the long side: one number a pane.
    """

    def __init__(self, *panes: Widget, shares: tuple[float, ...] = (), **kwargs: Any) -> None:
        self.shares = shares or tuple(1.0 for _ in panes)
        if len(self.shares) != len(panes):
            raise ValueError(f"{len(panes)} panes need as many shares, got {len(self.shares)}")
        self.panes = panes
        super().__init__(spacing_of="gap", **kwargs)
        for pane in panes:
            self.add_widget(pane)
        self.restyle()

    def restyle(self) -> None:
        super().restyle()
        portrait = theme.metrics.portrait
        self.orientation = "vertical" if portrait else "horizontal"
        for pane, share in zip(self.panes, self.shares, strict=True):
            if portrait:
                pane.size_hint = (1, share)
            else:
                pane.size_hint = (share, 1)


class ScreenScaffold(Box):
    """Header, body, optional bottom bar, over the whole window with even margins."""

    def __init__(
        self,
        header: Widget | None = None,
        body: Widget | None = None,
        bottom: Widget | None = None,
        **kwargs: Any,
    ) -> None:
        super().__init__(orientation="vertical", padding_of="gap", spacing_of="gap", **kwargs)
        if header is not None:
            self.add_widget(header)
            self.add_widget(_Edge())
        self.body = body or Widget()
        self.add_widget(self.body)
        if bottom is not None:
            self.add_widget(bottom)
