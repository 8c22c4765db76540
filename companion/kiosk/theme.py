"""The design system at run time: palette, sizes and fonts of the open window.

There is one window in a process, hence one `theme`. Widgets read it when they draw, and `follow`
it to hear when colors or sizes change.
"""

from __future__ import annotations

from pathlib import Path
from typing import Protocol
from weakref import WeakSet

from kivy.core.text import LabelBase

from companion.kiosk.metrics import Metrics
from companion.kiosk.palette import LIGHT, PALETTES, RGBA, Palette, rgba

FONTS = Path(__file__).parent / "fonts"
# Both families cover Czech, Polish and Latvian; the figures of Nunito all have one width.
BODY_FONT = "Islekeeper"
DISPLAY_FONT = "IslekeeperDisplay"
DISPLAY_STYLES = frozenset({"title", "turn", "hero", "number"})

LabelBase.register(
    BODY_FONT, str(FONTS / "Nunito-SemiBold.ttf"), fn_bold=str(FONTS / "Nunito-ExtraBold.ttf")
)
LabelBase.register(DISPLAY_FONT, str(FONTS / "Bitter-ExtraBold.ttf"))


class Follower(Protocol):
    """What follows the theme; see `widgets.base.Themed`."""

    def on_theme(self) -> None:
        """Colors or sizes changed."""


class Theme:
    """Palette and metrics in force. Change them by the methods; widgets follow by themselves."""

    def __init__(self) -> None:
        self.palette: Palette = LIGHT
        self.metrics = Metrics(800, 480)
        # Not a Kivy property: binding one compares with every observer there is, and a thousand
        # widgets follow. Held weakly: a dropped widget is gone.
        self._followers: WeakSet[Follower] = WeakSet()

    def follow(self, follower: Follower) -> None:
        """Call `follower.on_theme()` whenever colors or sizes changed, as long as it lives."""
        self._followers.add(follower)

    def _changed(self) -> None:
        for follower in list(self._followers):
            follower.on_theme()

    def use_palette(self, name: str) -> None:
        """Switch to the theme called `name` (`light` or `dark`)."""
        if name not in PALETTES:
            raise KeyError(f"theme {name!r} is unknown; known: {', '.join(PALETTES)}")
        if self.palette is not PALETTES[name]:
            self.palette = PALETTES[name]
            self._changed()

    def use_metrics(self, metrics: Metrics) -> None:
        if metrics != self.metrics:
            self.metrics = metrics
            self._changed()

    def resize(self, width: int, height: int) -> None:
        """Keep diagonal and text scale, take the window's new size in pixels."""
        if width > 0 and height > 0:
            now = self.metrics
            self.use_metrics(Metrics(width, height, now.diagonal, now.text_scale))

    def set_scale(self, diagonal: float | None = None, text_scale: float | None = None) -> None:
        """Change the screen's diagonal (inches) or the text scale (0.85 to 1.5)."""
        now = self.metrics
        self.use_metrics(
            Metrics(
                now.width,
                now.height,
                now.diagonal if diagonal is None else diagonal,
                now.text_scale if text_scale is None else text_scale,
            )
        )

    def color(self, tone: str, alpha: float = 1.0) -> RGBA:
        """The color a tone of the palette has now; `#RRGGBB` is taken as it is."""
        if tone.startswith("#"):
            return rgba(tone, alpha)
        return rgba(getattr(self.palette, tone), alpha)

    @property
    def dark(self) -> bool:
        return self.palette.name == "dark"


theme = Theme()


def font_of(style: str) -> str:
    """The font family of a text style."""
    return DISPLAY_FONT if style in DISPLAY_STYLES else BODY_FONT
