"""What independent sources agree on about the scenarios' marks and pools: `tests/facts/*.json`."""

import json
from pathlib import Path
from typing import Any

_FACTS = (Path(__file__).parents[1] / "facts" / "scenarios.json").read_text("utf-8")


def _frozen(value: Any) -> Any:
    """JSON's lists as tuples, inside its objects too."""
    if isinstance(value, dict):
        return {name: _frozen(item) for name, item in value.items()}
    return tuple(_frozen(item) for item in value) if isinstance(value, list) else value


_ALL = _frozen(json.loads(_FACTS))
SEAFARERS: dict[str, dict[str, Any]] = _ALL["seafarers"]
TRADERS: dict[str, Any] = _ALL["traders_barbarians"]
