"""An on-screen keyboard for names, and a pad for numbers.

System keyboards misbehave in a kiosk, so this is our own. Keys are at least 9 mm wide: where ten
letters do not fit side by side, the letters stand in alphabetical order on as many columns as fit.
"""

from __future__ import annotations

from math import ceil
from typing import Any

from kivy.clock import Clock
from kivy.core.window import Window
from kivy.properties import BooleanProperty, NumericProperty, StringProperty
from kivy.uix.widget import Widget

from companion.core.names import LONGEST_NAME
from companion.kiosk.art import render
from companion.kiosk.theme import theme
from companion.kiosk.widgets.base import Box, Drawn, Themed
from companion.kiosk.widgets.buttons import IconButton, TileButton
from companion.kiosk.widgets.keys import all_accents, letters_of, rows_of
from companion.kiosk.widgets.layout import RowsGrid
from companion.kiosk.widgets.text import AutoLabel

LETTERS_A_ROW = 10
HOLD_SECONDS = 0.45
NEARLY_FULL = 5
"""With so few characters left the field counts them."""
KEY_BACKSPACE, KEYS_ENTER = 8, (13, 271)
"""Keys of a real keyboard; the second Enter is the one beside the numbers."""


def _in_rows(characters: str, columns: int) -> list[str]:
    """The characters in rows as even as can be, of at most `columns`."""
    count = ceil(len(characters) / columns)
    length = ceil(len(characters) / count)
    return [characters[at : at + length] for at in range(0, len(characters), length)]


class _Key(TileButton):
    """One character. A long press dispatches `on_hold`, and then no tap."""

    __events__ = ("on_hold",)

    def __init__(self, text: str, **kwargs: Any) -> None:
        self._held = False
        self._hold = Clock.create_trigger(self._hold_on, HOLD_SECONDS)
        super().__init__(text=text, style="lead", max_lines=1, **kwargs)
        self.size_hint_y = 1

    def on_hold(self) -> None:
        """Event: the key was held down."""

    def on_touch_down(self, touch: Any) -> bool:
        self._held = False
        taken = super().on_touch_down(touch)
        if self.pressed:
            self._hold()
        return taken

    def on_touch_move(self, touch: Any) -> bool:
        # A finger that still rests on a key after its long press does not press it again.
        return True if self._held else super().on_touch_move(touch)

    def on_touch_up(self, touch: Any) -> bool:
        self._hold.cancel()
        return super().on_touch_up(touch)

    def _hold_on(self, *_: object) -> None:
        if self.pressed:
            self._held, self.pressed = True, False
            self.dispatch("on_hold")


class TextField(Drawn):
    """What has been typed, with a cursor at its end; `count` stands at the right."""

    text = StringProperty("")
    hint = StringProperty("")
    count = StringProperty("")
    full = BooleanProperty(False)

    def __init__(self, **kwargs: Any) -> None:
        kwargs.setdefault("size_hint_y", None)
        self.label = AutoLabel(style="title")
        super().__init__(**kwargs)
        self.add_widget(self.label)
        self.counter = AutoLabel(style="caption", halign="right", bold=True)
        self.add_widget(self.counter)
        for name in ("text", "hint", "count", "full", "pos", "size"):
            self.fbind(name, self._place)
        self._place()

    def restyle(self) -> None:
        self.height = round(theme.metrics.touch)

    def _place(self, *_: object) -> None:
        edge = theme.metrics.gap
        self.label.text = self.text or self.hint
        self.label.tone = "ink" if self.text else "muted"
        self.label.pos = (self.x + (edge if self.text else 2 * edge), self.y)
        count = theme.metrics.touch * 1.2 if self.count else 0
        self.label.size = (max(1, self.width - 3 * edge - count), self.height)
        self.counter.text, self.counter.tone = self.count, "danger" if self.full else "muted"
        self.counter.pos = (self.x + self.width - count - edge, self.y)
        self.counter.size = (max(1, count), self.height)
        self.redraw()

    def draw(self) -> None:
        metrics = theme.metrics
        render.paint("raised")
        self.draw_box(metrics.radius)
        render.paint("primary")
        self.draw_frame(metrics.radius, 2 * metrics.hairline)
        typed = min(self.label.natural_width(), self.label.width) if self.text else 0
        height = self.height * 0.56
        x = self.x + metrics.gap + typed + metrics.hairline * 2
        render.bar(x, self.y + (self.height - height) / 2, 2 * metrics.hairline, height)


class _KeyRows(Themed, Widget):
    """Rows of keys of one width, each row centered, filling the height up to a sensible key."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._rows: list[list[Widget]] = []
        self.bind(pos=self._place, size=self._place)
        self.follow_theme()

    def set_rows(self, rows: list[list[Widget]]) -> None:
        """Show these keys instead of the present ones."""
        self.clear_widgets()
        self._rows = rows
        for row in rows:
            for key in row:
                self.add_widget(key)
        self._place()

    def restyle(self) -> None:
        self._place()

    def _place(self, *_: object) -> None:
        if not self._rows or self.width < 2:
            return
        metrics = theme.metrics
        space = metrics.gap_small
        longest = max(len(row) for row in self._rows)
        count = len(self._rows)
        width = min((self.width - space * (longest - 1)) / longest, metrics.touch * 2.2)
        height = min((self.height - space * (count - 1)) / count, metrics.touch * 1.7)
        # At the foot: near the hands, and above the space bar.
        top = self.y + count * height + (count - 1) * space
        for at, row in enumerate(self._rows):
            used = len(row) * width + (len(row) - 1) * space
            left = self.x + (self.width - used) / 2
            bottom = top - (at + 1) * height - at * space
            for column, key in enumerate(row):
                key.size_hint = (None, None)
                key.size = (round(width), round(height))
                key.pos = (round(left + column * (width + space)), round(bottom))


class OnScreenKeyboard(Box):
    """Letters of a language, its accented letters, digits. `text` is what has been typed.

    The first letter of each word is a capital by itself. Holding a letter, or the accents key,
    offers its accented forms. A real keyboard types into it too, as long as it is shown.
    `on_enter` when the check key is tapped, or Enter pressed. No more than `longest` characters:
    near the end the field counts them.
    """

    __events__ = ("on_enter",)
    text = StringProperty("")
    hint = StringProperty("")
    longest = NumericProperty(LONGEST_NAME)
    capital = BooleanProperty(True)

    def __init__(self, language: str = "en", text: str = "", **kwargs: Any) -> None:
        self._language = language
        self._page = "letters"
        self.field = TextField()
        self.keys = _KeyRows()
        self.foot = Box(size_hint_y=None, spacing_of="small")
        super().__init__(orientation="vertical", spacing_of="small", **kwargs)
        self._build_foot()
        for child in (self.field, self.keys, self.foot):
            self.add_widget(child)
        self.bind(
            text=self._typed, hint=self._typed, longest=self._typed, width=self._rebuild_if_needed
        )
        self._shown_columns = 0
        self.text = text
        self._typed()
        self._rebuild()
        # Weak references: a keyboard that is thrown away is forgotten.
        Window.bind(on_textinput=self._written, on_key_down=self._key_pressed)

    def on_enter(self) -> None:
        """Event: the text is finished."""

    def set_language(self, language: str) -> None:
        """Offer the letters of another language."""
        self._language = language
        self._rebuild()

    def restyle(self) -> None:
        super().restyle()
        self.foot.height = round(theme.metrics.touch)
        if hasattr(self, "_shown_columns"):
            self._rebuild()

    def _build_foot(self) -> None:
        def key(**look: Any) -> TileButton:
            return TileButton(size_hint_y=1, max_lines=1, **look)

        self.shift = key(icon="shift")
        self.accents = key(text="áčž")
        self.digits = key(text="123")
        self.space = key(text=" ", size_hint_x=2.2)
        self.erase = key(icon="backspace")
        self.enter = key(icon="check", variant="primary", size_hint_x=1.6)
        self.shift.bind(on_tap=lambda *_: setattr(self, "capital", not self.capital))
        self.accents.bind(on_tap=lambda *_: self._turn_page("accents"))
        self.digits.bind(on_tap=lambda *_: self._turn_page("digits"))
        self.space.bind(on_tap=lambda *_: self._add(" "))
        self.erase.bind(on_tap=lambda *_: setattr(self, "text", self.text[:-1]))
        self.enter.bind(on_tap=lambda *_: self.dispatch("on_enter"))
        for each in (self.shift, self.accents, self.digits, self.space, self.erase, self.enter):
            self.foot.add_widget(each)
        self.bind(capital=lambda *_: self._rebuild())

    def _turn_page(self, page: str) -> None:
        self._page = "letters" if self._page == page else page
        self._rebuild()

    def _columns(self) -> int:
        """How many keys of 9 mm fit side by side, at most ten."""
        space = theme.metrics.gap_small
        fitting = int((self.width + space) / (theme.metrics.touch + space))
        return max(4, min(LETTERS_A_ROW, fitting))

    def _rebuild_if_needed(self, *_: object) -> None:
        if self._columns() != self._shown_columns:
            self._rebuild()

    def _rebuild(self, *_: object) -> None:
        self._shown_columns = columns = self._columns()
        if self._page == "digits":
            rows = _in_rows("1234567890-'.&", min(columns, 5))
        elif self._page == "accents":
            rows = _in_rows(all_accents(self._language), columns)
        elif columns < LETTERS_A_ROW:
            rows = _in_rows(letters_of(self._language, ordered=True), columns)
        else:
            rows = rows_of(self._language)
        self._show_keys(rows)

    def _show_keys(self, rows: list[str]) -> None:
        made: list[list[Widget]] = []
        for row in rows:
            made.append([])
            for character in row:
                upper = character.upper()
                # The German sharp s has no capital of one letter.
                key = _Key(upper if self.capital and len(upper) == 1 else character)
                key.bind(on_tap=lambda pressed: self._add(pressed.text))
                key.bind(on_hold=lambda pressed: self._offer_accents(pressed.text))
                made[-1].append(key)
        self.keys.set_rows(made)
        self.shift.variant = "chosen" if self.capital else "secondary"
        self.accents.variant = "chosen" if self._page == "accents" else "secondary"
        self.digits.variant = "chosen" if self._page == "digits" else "secondary"

    def _offer_accents(self, letter: str) -> None:
        forms = all_accents(self._language, letter.lower())
        if forms:
            self._page = "accents"
            self._show_keys(_in_rows(letter.lower() + forms, self._columns()))

    def _written(self, _window: Any, text: str) -> bool:
        """Characters of a real keyboard, as they come: who has a Shift key needs no help."""
        if self.get_root_window() is None:
            return False
        for character in text:
            if character.isprintable():
                self._add(character)
        return True

    def _key_pressed(self, _window: Any, key: int, *_: object) -> bool:
        if self.get_root_window() is None:
            return False
        if key == KEY_BACKSPACE:
            self.text = self.text[:-1]
        elif key in KEYS_ENTER:
            self.dispatch("on_enter")
        else:
            return False
        return True

    def _add(self, character: str) -> None:
        if character == " " and (not self.text or self.text.endswith(" ")):
            return
        if len(self.text) < self.longest:
            self.text += character
        if self._page == "accents":
            self._page = "letters"
            self._rebuild()

    def _typed(self, *_: object) -> None:
        self.field.text, self.field.hint = self.text, self.hint
        self.field.full = len(self.text) >= self.longest
        near = len(self.text) >= self.longest - NEARLY_FULL
        self.field.count = f"{len(self.text)}/{self.longest}" if near else ""
        self.capital = not self.text or self.text.endswith((" ", "-"))


class NumberPad(Box):
    """Digits, backspace and a check key. `value` is what was typed, None while empty."""

    __events__ = ("on_enter",)
    text = StringProperty("")
    most = NumericProperty(999)

    def __init__(self, **kwargs: Any) -> None:
        self.figure = AutoLabel(style="hero", halign="center", size_hint_y=None)
        self.keys = RowsGrid(size_hint_y=1, columns_wanted=3)
        super().__init__(orientation="vertical", spacing_of="small", **kwargs)
        self.add_widget(self.figure)
        self.add_widget(self.keys)
        for digit in "123456789":
            self._add_key(digit)
        erase = IconButton("backspace", variant="secondary", name="erase")
        erase.bind(on_tap=lambda *_: setattr(self, "text", self.text[:-1]))
        self.keys.add_widget(erase)
        self._add_key("0")
        self.enter = IconButton("check", variant="primary", name="enter")
        self.enter.bind(on_tap=lambda *_: self.dispatch("on_enter"))
        self.keys.add_widget(self.enter)
        self.bind(text=self._show)
        self._show()

    @property
    def value(self) -> int | None:
        return int(self.text) if self.text else None

    def on_enter(self) -> None:
        """Event: the number is finished."""

    def restyle(self) -> None:
        super().restyle()
        self.figure.height = round(theme.metrics.touch)

    def _add_key(self, digit: str) -> None:
        key = TileButton(digit, style="title", max_lines=1)
        key.bind(on_tap=lambda *_: self._type(digit))
        self.keys.add_widget(key)

    def _type(self, digit: str) -> None:
        longer = (self.text + digit).lstrip("0") or "0"
        if int(longer) <= self.most:
            self.text = longer

    def _show(self, *_: object) -> None:
        self.figure.text = self.text or "–"
        self.figure.tone = "ink" if self.text else "muted"
        self.enter.disabled = not self.text
