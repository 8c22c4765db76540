"""The letters of a share code: alphabet, check characters, and what people make of them.

A code is digits of base 32, the least significant first, then two check characters. The check
is the remainder by an irreducible polynomial over GF(32) whose roots have an order of 1,023:
it finds every wrong character, and every two wrong characters less than 33 places apart, so
every swap of two neighbors too.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import Final

from companion.core.model import Problem
from companion.i18n.text import Text

ALPHABET: Final = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
"""Crockford's: no I, L, O (they look like 1 and 0) and no U."""

CHECKS: Final = 2
MOST_CHARACTERS: Final = 160
"""No code is longer; what is longer is not worth looking at."""

GROUP: Final = 4

_VALUE: Final = {
    **{letter: value for value, letter in enumerate(ALPHABET)},
    **{letter.lower(): value for value, letter in enumerate(ALPHABET)},
    **dict.fromkeys("oO", 0),
    **dict.fromkeys("iIlL", 1),
}
_DASHES: Final = "-‐‑‒–—−\u00ad\u200b\ufeff"  # noqa: RUF001 - what phones make of a hyphen
_MOST_NAMED: Final = 5

# x^5 + x^2 + 1 makes GF(32); the check is modulo x^2 + x + _B over it.
_FIELD: Final = 0b100101
_B: Final = 3
_START: Final = 1
_END: Final = 437


class CodeRefused(Exception):
    """A text that is no code of a board; `problems` holds every fault, not the first only."""

    def __init__(self, problems: Iterable[Problem]) -> None:
        self.problems = tuple(problems)
        super().__init__("; ".join(f"{p.text.id} {dict(p.text.params)}" for p in self.problems))


def clean(text: str) -> str:
    """The text without spaces and hyphens."""
    return "".join(c for c in text if not c.isspace() and c not in _DASHES)


def grouped(code: str, size: int = GROUP) -> str:
    """A code as one shows it to people: in groups with hyphens between."""
    return "-".join(code[at : at + size] for at in range(0, len(code), size))


def values(text: str) -> list[int]:
    """The values of the characters of a cleaned text.

    Raises CodeRefused with every character that stands in no code, and its place from 1.
    """
    faults = [
        Problem("code_character", Text("boards.code.character", {"at": at, "character": c}))
        for at, c in enumerate(text, start=1)
        if c not in _VALUE
    ]
    if faults:
        raise CodeRefused(faults[:_MOST_NAMED])
    return [_VALUE[c] for c in text]


def letters(digits: Iterable[int]) -> str:
    """Digits of base 32 as characters."""
    return "".join(ALPHABET[digit] for digit in digits)


def with_check(digits: Sequence[int]) -> list[int]:
    """The digits with their check digits behind."""
    rest = _remainder([*digits, 0, 0]) ^ _END
    return [*digits, rest >> 5, rest & 31]


def check_holds(digits: Sequence[int]) -> bool:
    """Whether digits end in the check digits of those before."""
    return _remainder(digits) == _END


def repairs(digits: Sequence[int]) -> Iterator[tuple[int, list[int]]]:
    """Digits that would hold with one other character or two neighbors swapped.

    With each comes the place, from 0, of the first character that differs.
    """
    missing = _remainder(digits) ^ _END
    high, low = 0, 1  # what the last digit counts in the remainder
    for at in reversed(range(len(digits))):
        for change in range(1, 32):
            if _times(change, high) << 5 | _times(change, low) == missing:
                yield at, [*digits[:at], digits[at] ^ change, *digits[at + 1 :]]
        above = high ^ low, _times(_B, high)
        if at and digits[at - 1] != digits[at]:
            change = digits[at - 1] ^ digits[at]
            both = _times(change, high ^ above[0]) << 5 | _times(change, low ^ above[1])
            if both == missing:
                yield at - 1, [*digits[: at - 1], digits[at], digits[at - 1], *digits[at + 1 :]]
        high, low = above


def _remainder(digits: Iterable[int]) -> int:
    high, low = 0, _START
    for digit in digits:
        high, low = high ^ low, digit ^ _times(_B, high)
    return high << 5 | low


@lru_cache(maxsize=1024)
def _times(one: int, other: int) -> int:
    """The product in GF(32)."""
    product = 0
    while other:
        if other & 1:
            product ^= one
        one <<= 1
        if one > 31:
            one ^= _FIELD
        other >>= 1
    return product
