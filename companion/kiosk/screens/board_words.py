"""How a board's code is shown. Light: it imports nothing that makes boards."""

from __future__ import annotations

GROUP = 4
LONGEST = 64
"""Longer codes are not meant to be read."""


def is_short(code: str) -> bool:
    """Whether people can read and type the code."""
    return len(code) <= LONGEST


def short_code(code: str) -> str:
    """A code for a line of a list: in groups, or the beginning of a long one."""
    shown = code if is_short(code) else code[: 3 * GROUP]
    groups = "-".join(shown[at : at + GROUP] for at in range(0, len(shown), GROUP))
    return groups if is_short(code) else f"{groups}…"
