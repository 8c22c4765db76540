"""How this screen is set: kept in the journal, read once at the start, changed by the table."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

KEY = "kiosk"


class Preferences(msgspec.Struct, frozen=True):
    """The look and behavior of the touchscreen.

    `diagonal` in inches (touch targets are 9 mm from it), `text_scale` 0.85 to 1.5,
    `dim_minutes` until the screen is dimmed (0: never), `wake_passes`: the touch that wakes
    the screen also presses what is under it. `show_left` shows how many cards of each number
    are left: off, since counting spoils the deck. `turn_clock` shows how long the turn takes: off,
    since it hurries some.
    """

    language: str = "en"
    theme: str = "light"
    diagonal: float = 7.0
    text_scale: float = 1.0
    dim_minutes: float = 10.0
    wake_passes: bool = False
    animate: bool = True
    show_left: bool = False
    turn_clock: bool = False

    def as_data(self) -> dict[str, Any]:
        """For the journal."""
        data: dict[str, Any] = msgspec.to_builtins(self)
        return data


def changed(preferences: Preferences, **fields: Any) -> Preferences:
    """`preferences` with some fields changed."""
    return msgspec.structs.replace(preferences, **fields)


def read(data: Mapping[str, Any] | None, fallback_language: str = "en") -> Preferences:
    """Preferences from what was kept; what does not fit is taken from the defaults."""
    kept = dict(data or {})
    kept.setdefault("language", fallback_language)
    fields = {}
    for name, default in msgspec.structs.asdict(Preferences()).items():
        value = kept.get(name, default)
        number = isinstance(default, float) and type(value) in (int, float)
        fields[name] = value if number or type(value) is type(default) else default
    return Preferences(**fields)
