"""Colors of the two themes, and the arithmetic of contrast. Pure: no Kivy.

Day is a sea chart: parchment, ink and deep water. Night is the same table by lantern.
Colors are `#RRGGBB` strings; `rgba` turns them into the four floats of the drawing code.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

RGBA = tuple[float, float, float, float]


@lru_cache(maxsize=256)
def rgba(color: str, alpha: float = 1.0) -> RGBA:
    """`#RRGGBB` as red, green, blue, alpha, each 0 to 1."""
    if len(color) != 7 or not color.startswith("#"):
        raise ValueError(f"color {color!r} is not written as #RRGGBB")
    red, green, blue = (int(color[at : at + 2], 16) / 255 for at in (1, 3, 5))
    return (red, green, blue, alpha)


def mix(one: str, other: str, share: float) -> str:
    """The color that lies `share` (0 to 1) of the way from `one` to `other`."""
    parts = zip(rgba(one)[:3], rgba(other)[:3], strict=True)
    return "#" + "".join(f"{round(255 * (a + (b - a) * share)):02X}" for a, b in parts)


def luminance(color: str) -> float:
    """Relative luminance as WCAG 2 defines it: 0 (black) to 1 (white)."""
    linear = [
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4
        for part in rgba(color)[:3]
    ]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, other: str) -> float:
    """Contrast ratio as WCAG 2 defines it: 1 to 21; AA asks 4.5 of text and 3 of large text."""
    lighter, darker = sorted((luminance(one), luminance(other)), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)


@dataclass(frozen=True, slots=True)
class Palette:
    """The colors of one theme, by what they are for (`tone`)."""

    name: str
    table: str  # the ground of every screen
    surface: str  # panels and rows on the table
    raised: str  # cards and sheets, nearest to the eye
    sunken: str  # wells: fields, the track of a bar
    line: str  # hairlines and frames
    ink: str  # text
    muted: str  # text of second rank
    primary: str  # the one thing to do now
    on_primary: str
    secondary: str  # other buttons
    on_secondary: str
    danger: str
    on_danger: str
    good: str
    warning: str
    highlight: str  # the seat whose turn it is, the chosen item
    on_highlight: str
    hot: str  # the 6 and the 8
    paper: str  # face of a card or a number disc, in both themes
    paper_ink: str
    shade: str  # laid over the table behind a sheet


LIGHT = Palette(
    name="light",
    table="#EFE4CE",
    surface="#F9F2E2",
    raised="#FFFBF1",
    sunken="#E2D4B7",
    line="#C9B68F",
    ink="#1C2B36",
    muted="#53606A",
    primary="#0D5C6B",
    on_primary="#FFFFFF",
    secondary="#DCCBA6",
    on_secondary="#1C2B36",
    danger="#A3261B",
    on_danger="#FFFFFF",
    good="#2A6B3F",
    warning="#8A4B00",
    highlight="#F3C766",
    on_highlight="#2B2110",
    hot="#B3241A",
    paper="#FFF9EA",
    paper_ink="#1C2B36",
    shade="#0A1820",
)

DARK = Palette(
    name="dark",
    table="#0F1E28",
    surface="#182C39",
    raised="#20394A",
    sunken="#0A161E",
    line="#3A5568",
    ink="#F4EAD5",
    muted="#AFBDC4",
    primary="#EDB84F",
    on_primary="#231902",
    secondary="#2C4A5E",
    on_secondary="#F4EAD5",
    danger="#F28B7B",
    on_danger="#2A0703",
    good="#7CCB90",
    warning="#F2B45B",
    highlight="#7A5A1C",
    on_highlight="#FFF3D6",
    hot="#B3241A",
    paper="#F3E7CC",
    paper_ink="#1C2B36",
    shade="#02080C",
)

PALETTES = {palette.name: palette for palette in (LIGHT, DARK)}

# What may be written on what: a test computes the contrast of each pair in each theme.
TEXT_PAIRS = (
    ("ink", "table"),
    ("ink", "surface"),
    ("ink", "raised"),
    ("ink", "sunken"),
    ("muted", "table"),
    ("muted", "surface"),
    ("muted", "raised"),
    ("on_primary", "primary"),
    ("on_secondary", "secondary"),
    ("on_danger", "danger"),
    ("on_highlight", "highlight"),
    ("danger", "surface"),
    ("danger", "raised"),
    ("good", "surface"),
    ("good", "raised"),
    ("warning", "surface"),
    ("warning", "raised"),
    ("hot", "paper"),
    ("paper_ink", "paper"),
)
