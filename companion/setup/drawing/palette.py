"""The colors of board pictures by name, for a light and a dark screen and for paper."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, Literal, TypeAlias

Theme: TypeAlias = Literal["light", "dark", "print"]

_GROUND: Final = {
    "hills": "#bb512f",
    "forest": "#1c4a2c",
    "pasture": "#9aea88",
    "fields": "#e0a000",
    "mountains": "#6f7788",
    "desert": "#c2ae93",
    "gold": "#f3f238",
    "sea": "#80b3eb",
    "lake": "#4f97d6",
    "fog": "#f6ffff",
    "swamp": "#6b7a3a",
    "other": "#cdbfb0",
    "ink": "#1a1a1a",
    "chalk": "#ffffff",
    "token": "#fffaf0",
    "red": "#a30000",
    "border": "#ffffff",
    "shade": "#2b2b2b",
    "jetty": "#2b2b2b",
    "harbor": "#fffaf0",
    "highlight": "#d100a8",
    "locked": "#1a1a1a",
    "orange": "#e57200",
    "blue": "#1e56b0",
    "white": "#ffffff",
    "mark": "#ffffff",
}

THEMES: Final[Mapping[Theme, Mapping[str, str]]] = {
    "light": {**_GROUND, "frame": "#5aa0d0", "paper": "#f7f4ee"},
    "dark": {
        **_GROUND,
        "sea": "#235590",
        "frame": "#183c66",
        "border": "#10181f",
        "jetty": "#f0e6d2",
        "paper": "#10181f",
    },
    "print": {
        **_GROUND,
        "sea": "#93c0ee",
        "frame": "#7fb0dd",
        "border": "#444444",
        "paper": "#ffffff",
    },
}
"""Each theme's colors, `#rrggbb`; all themes have the same names."""

TERRAINS: Final = (
    "hills",
    "forest",
    "pasture",
    "fields",
    "mountains",
    "desert",
    "gold",
    "sea",
    "lake",
    "fog",
    "swamp",
)


def color_of(terrain: str) -> str:
    """The name of a terrain's color; terrains of one piece share a neutral one."""
    return terrain if terrain in TERRAINS else "other"
