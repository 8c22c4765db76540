"""The design system at run time: palette, sizes and fonts of the open window.

There is one window in a process, hence one `theme`. Widgets read it when they draw, and bind
`revision`, which grows whenever colors or sizes changed.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from kivy.core.text import LabelBase
from kivy.event import EventDispatcher
from kivy.properties import NumericProperty

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


class Theme(EventDispatcher):  # type: ignore[misc]
    """Palette and metrics in force. Change them by the methods; widgets follow by themselves."""

    revision = NumericProperty(0)

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.palette: Palette = LIGHT
        self.metrics = Metrics(800, 480)

    def use_palette(self, name: str) -> None:
        """Switch to the theme called `name` (`light` or `dark`)."""
        if name not in PALETTES:
            raise KeyError(f"theme {name!r} is unknown; known: {', '.join(PALETTES)}")
        if self.palette is not PALETTES[name]:
            self.palette = PALETTES[name]
            self.revision += 1

    def use_metrics(self, metrics: Metrics) -> None:
        if metrics != self.metrics:
            self.metrics = metrics
            self.revision += 1

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
