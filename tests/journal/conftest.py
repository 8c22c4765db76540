from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.journal import Journal
from tests.journal.making import StepClock


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "journal.sqlite3"


@pytest.fixture
def clock() -> StepClock:
    return StepClock()


@pytest.fixture
def journal(path: Path, clock: StepClock) -> Iterator[Journal]:
    with Journal.open(path, clock=clock, app_version="0.1.0") as opened:
        opened.games.create("evening", {"rules": ["base"], "seed": 2**127 + 1}, title="Evening")
        yield opened
