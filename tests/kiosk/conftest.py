"""What tests with a window start from."""

from __future__ import annotations

import pytest

from tests.kiosk.harness import Stage


@pytest.fixture
def stage() -> Stage:
    """The smallest of the supported windows, with nothing on it."""
    return Stage.open((800, 480))
