"""The printed boards as independent sources agree on them, read from `tests/facts/boards.json`."""

import json
from pathlib import Path
from typing import Any

FACTS: dict[str, dict[str, Any]] = json.loads(
    (Path(__file__).parents[2] / "facts" / "boards.json").read_text("utf-8")
)
BASE = FACTS["base"]
SEAFARERS = {name: board for name, board in FACTS.items() if name != "base"}


def frozen(value: Any) -> Any:
    """JSON's lists as tuples, all the way down."""
    return tuple(frozen(item) for item in value) if isinstance(value, list) else value
