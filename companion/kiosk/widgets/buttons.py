"""Buttons: tiles with a lip, like the wooden pieces they stand beside."""

from __future__ import annotations

from typing import Any

from kivy.clock import Clock
from kivy.graphics import Color
from kivy.properties import BooleanProperty, NumericProperty, OptionProperty, StringProperty

from companion.kiosk.art import render
from companion.kiosk.art.icons import icon
from companion.kiosk.palette import mix, rgba
from companion.kiosk.theme import theme
from companion.kiosk.widgets.base import Drawn, Pressable
from companion.kiosk.widgets.text import AutoLabel

DEAD_SECONDS = 0.3

# Variant -> tones of its face and of what is written on it.
FACES = {
    "primary": ("primary", "on_primary"),
    "secondary": ("secondary", "on_secondary"),
    "danger": ("danger", "on_danger"),
    "quiet": (None, "ink"),
    "chosen": ("highlight", "on_highlight"),
}


class TileButton(Pressable, Drawn):
    """A button with a text, an icon, or both. `variant`: primary, secondary, danger, quiet, chosen.

    Bind `on_tap`. Its height is the touch height unless told otherwise (`tall` = multiples of it).
    """

    __events__ = ("on_tap",)
    text = StringProperty("")
    icon = StringProperty("")
    variant = OptionProperty("secondary", options=tuple(FACES))
    style = StringProperty("body")
    tall = NumericProperty(1.0)
    max_lines = NumericProperty(2)
    halign = OptionProperty("center", options=("left", "center"))
    margin = NumericProperty(0.55)  # beside the words, in units

    def __init__(self, text: str = "", **kwargs: Any) -> None:
        self.label = AutoLabel(bold=True)
        super().__init__(text=text, **kwargs)
        self.add_widget(self.label)
        for name in (
            "text",
            "icon",
            "variant",
            "style",
            "pressed",
            "disabled",
            "tall",
            "max_lines",
            "halign",
        ):
            self.fbind(name, self._changed)
        self.bind(pos=self._place, size=self._place)
        self._changed()

    def restyle(self) -> None:
        if self.size_hint_y is None:
            self.height = round(theme.metrics.touch * self.tall)
        if self.label.parent:
            self._place()

    def natural_width(self) -> float:
        """Width at which the text stands in one line at its full size."""
        metrics = theme.metrics
        icon_space = metrics.touch * 0.62 if self.icon else 0
        text = self.label.natural_width() if self.text else 0
        return max(metrics.touch, icon_space + text + 1.6 * metrics.unit)

    def words_fit(self, width: float) -> bool:
        """Whether the whole text would stand in two lines of good size in a button so wide."""
        icon_space = (self._icon_size() + theme.metrics.gap_small) if self.icon else 0.0
        return self.label.fits_in_two(width - icon_space - 2 * self.margin * theme.metrics.unit)

    def tones(self) -> tuple[str | None, str]:
        """Tones of the face (None: no face) and of the text on it."""
        return FACES[self.variant]

    def _changed(self, *_: object) -> None:
        self.label.text = self.text
        self.label.style = self.style
        self.label.max_lines = self.max_lines
        self.label.tone = self.tones()[1]
        self.label.opacity = 0.45 if self.disabled else 1.0
        self._place()
        self.redraw()

    def _lip(self) -> float:
        return max(2.0, round(theme.metrics.unit * 0.16))

    def _face_bottom(self) -> float:
        """How far the face is above the widget's lower edge: less while pressed."""
        if self.tones()[0] is None:
            return 0.0
        return round(self._lip() * 0.35) if self.pressed else self._lip()

    def _icon_size(self) -> float:
        return round(min(self.height * 0.62, theme.metrics.touch * 0.6 * max(1.0, self.tall * 0.8)))

    def _content(self) -> tuple[float, float]:
        """Left edge of icon and text as one group, and the room for the text."""
        edge = theme.metrics.unit * self.margin
        icon_space = (self._icon_size() + theme.metrics.gap_small) if self.icon else 0.0
        room = max(1.0, self.width - 2 * edge - icon_space)
        if self.halign == "left" or not self.icon:
            return self.x + edge, room
        used = min(room, self.label.natural_width())
        return self.x + max(edge, (self.width - icon_space - used) / 2), room

    def _place(self, *_: object) -> None:
        left, room = self._content()
        bottom, lip = self._face_bottom(), self._lip()
        icon_space = (self._icon_size() + theme.metrics.gap_small) if self.icon else 0.0
        self.label.pos = (left + icon_space, self.y + bottom)
        self.label.size = (room, max(1, self.height - lip))
        self.label.halign = "left" if self.icon or self.halign == "left" else "center"

    def draw(self) -> None:
        face, on_face = self.tones()
        bottom, lip, radius = self._face_bottom(), self._lip(), theme.metrics.radius
        x, y, width, height = self.x, self.y, self.width, self.height
        fade = 0.5 if self.disabled else 1.0
        if face is not None:
            color = getattr(theme.palette, face)
            lower, upper = mix(color, "#000000", 0.34), color
            if self.pressed:
                upper = mix(color, "#000000", 0.08)
            # Faded by mixing: the edge of a translucent box escapes the clip of a scrolled column.
            ground = theme.palette.table
            Color(*rgba(mix(ground, lower, fade)))
            render.box(x, y, width, height - lip + bottom, radius)
            Color(*rgba(mix(ground, upper, fade)))
            render.box(x, y + bottom, width, height - lip, radius)
        elif self.pressed:
            render.paint("ink", 0.12)
            render.box(x, y, width, height, radius)
        self.draw_icon(on_face, fade)

    def draw_icon(self, tone: str, fade: float) -> None:
        """Draw the icon, before the text or alone in the middle."""
        if not self.icon:
            return
        size = self._icon_size()
        left = self._content()[0] if self.text else self.center_x - size / 2
        bottom = self._face_bottom()
        middle = self.y + bottom + (self.height - (self._lip() if bottom else 0)) / 2
        render.drawing(icon(self.icon), left, middle - size / 2, size, theme.color(tone, fade))


class IconButton(TileButton):
    """A square button with an icon only; `name` says what it does (for logs and tests)."""

    name = StringProperty("")

    def __init__(self, icon: str, **kwargs: Any) -> None:
        kwargs.setdefault("variant", "quiet")
        kwargs.setdefault("size_hint", (None, None))
        super().__init__(icon=icon, **kwargs)

    def restyle(self) -> None:
        super().restyle()
        if self.size_hint_x is None:
            self.width = round(theme.metrics.touch * self.tall)


class PrimaryButton(TileButton):
    """The one big button. Whenever its `meaning` changes it is dead for 300 ms, and shows it.

    A finger that came down under the old meaning does not tap the new one.
    """

    meaning = StringProperty("")
    waking = BooleanProperty(False)

    def __init__(self, text: str = "", meaning: str = "", **kwargs: Any) -> None:
        kwargs.setdefault("variant", "primary")
        kwargs.setdefault("style", "title")
        kwargs.setdefault("tall", 1.35)
        self._dead_until = 0.0
        self._touched_meaning: str | None = None
        self._wake_up = Clock.create_trigger(self._awake, DEAD_SECONDS)
        super().__init__(text=text, **kwargs)
        self.meaning = meaning
        self.bind(waking=self._changed)

    def offer(self, text: str, meaning: str, icon: str = "") -> None:
        """Show what the button does now. `meaning` identifies it: the same meaning stays awake."""
        self.text, self.icon = text, icon
        if meaning != self.meaning:
            self.meaning = meaning
            self._dead_until = self.now() + DEAD_SECONDS
            self.pressed = False
            self.waking = True
            self._wake_up.cancel()
            self._wake_up()

    def dead(self) -> bool:
        return self.now() < self._dead_until or (
            self._touched_meaning is not None and self._touched_meaning != self.meaning
        )

    def on_touch_down(self, touch: Any) -> bool:
        self._touched_meaning = None
        taken = super().on_touch_down(touch)
        if self.pressed:
            self._touched_meaning = self.meaning
        return taken

    def _awake(self, *_: object) -> None:
        left = self._dead_until - self.now()
        if left > 0:  # the clock of the frames ran ahead of ours
            Clock.schedule_once(self._awake, left)
            return
        self.waking = False

    def _face_bottom(self) -> float:
        # Sunk while dead: it comes up when it can be pressed.
        return round(self._lip() * 0.35) if self.waking else super()._face_bottom()

    def tones(self) -> tuple[str | None, str]:
        return ("secondary", "on_secondary") if self.waking else super().tones()
