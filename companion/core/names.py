"""Names of people, and other words of theirs: what they may be made of, when two are the same."""

from __future__ import annotations

import unicodedata

LONGEST_NAME = 40
"""Characters of a name at most: as many as a seat's panel can show."""


def name_key(name: str) -> str:
    """What names have in common that look the same: case, spaces and accents' spelling aside."""
    return " ".join(unicodedata.normalize("NFKC", name).casefold().split())


def harmless(text: str) -> str:
    """`text` for one line of a terminal: nothing in it moves the cursor or turns the line around.

    Line breaks and tabs become spaces, other control characters and those that set the direction
    of writing become U+FFFD. What is already harmless stays as it is.
    """
    if text.isprintable():
        return text
    return "".join(map(_harmless, text))


def one_line(text: str) -> bool:
    """Whether `text` is harmless as it is, so that it may be entered as a name or a note."""
    return harmless(text) == text


_BREAKS = frozenset("\t\n\v\f\r\x1c\x1d\x1e\x85\u2028\u2029")
_DIRECTIONS = frozenset(["LRE", "RLE", "PDF", "LRO", "RLO", "LRI", "RLI", "FSI", "PDI"])
_MARKS = frozenset("\u061c\u200e\u200f")


def _harmless(letter: str) -> str:
    if letter in _BREAKS:
        return " "
    controls = unicodedata.category(letter) in ("Cc", "Cs")
    turns = letter in _MARKS or unicodedata.bidirectional(letter) in _DIRECTIONS
    return "\N{REPLACEMENT CHARACTER}" if controls or turns else letter
