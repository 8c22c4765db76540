"""Where Islekeeper keeps its state. Nothing is written elsewhere."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from companion.journal.errors import JournalMissing

FILE_NAME: Final = "journal.sqlite3"


def state_directory(environment: Mapping[str, str] = os.environ) -> Path:
    """``$STATE_DIRECTORY`` (the first path, systemd may give several), else XDG's state directory.

    It need not exist yet. Raises `JournalMissing` for a relative ``$STATE_DIRECTORY``.
    """
    given = environment.get("STATE_DIRECTORY", "").split(":")[0]
    if not given:
        # Only here: the service has $STATE_DIRECTORY and need not load it.
        from platformdirs import user_state_path  # noqa: PLC0415

        return user_state_path("islekeeper", appauthor=False)
    path = Path(given)
    if not path.is_absolute():
        raise JournalMissing("journal.bad_state_directory", value=given)
    return path


def default_path(environment: Mapping[str, str] = os.environ) -> Path:
    """The journal that is used when no other is named."""
    return state_directory(environment) / FILE_NAME
