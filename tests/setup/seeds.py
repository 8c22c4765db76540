"""Seeds and strict wishes that many tests of boards begin with."""

from typing import Any

STRICT: dict[str, Any] = {"reds_apart": True, "equal_apart": True, "extremes_apart": True}


def seed(number: int) -> str:
    """The seed of a number."""
    return f"{number:032x}"
