"""The written cases: one JSON object a line, each a question that players asked.

Keys: `id`, the deciding `rule`, `status` (settled, edition-dependent, unstated), the
`situation` in words; then `given` and `expect` in numbers, or `later`: the rule module (or
"board", "bank") without which it cannot be asked yet.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parent
STATUSES = ("settled", "edition-dependent", "unstated")


@dataclass(frozen=True)
class Case:
    """One case. Raises TypeError for a key that no case has."""

    id: str
    rule: str
    status: str
    situation: str
    given: Mapping[str, Any] = field(default_factory=dict)
    expect: Mapping[str, Any] = field(default_factory=dict)
    later: str | None = None

    def __post_init__(self) -> None:
        """Raise ValueError where a case asks nothing, or both now and later."""
        if self.status not in STATUSES:
            raise ValueError(f"case {self.id} is {self.status}; known are {', '.join(STATUSES)}")
        if bool(self.expect) == (self.later is not None):
            raise ValueError(f"case {self.id} must either expect something or be for later")


def cases(area: str) -> list[Case]:
    """All cases of an area (a file's name), in the file's order."""
    lines = (FOLDER / f"{area}.jsonl").read_text(encoding="utf-8").splitlines()
    return [Case(**json.loads(line)) for line in lines]
