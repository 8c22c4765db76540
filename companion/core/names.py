"""Names of people: how long they may be, and when two are the same to whoever reads them."""

from __future__ import annotations

import unicodedata

LONGEST_NAME = 40
"""Characters of a name at most: as many as a seat's panel can show."""


def name_key(name: str) -> str:
    """What names have in common that look the same: case, spaces and accents' spelling aside."""
    return " ".join(unicodedata.normalize("NFKC", name).casefold().split())
