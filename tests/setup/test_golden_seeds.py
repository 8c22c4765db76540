"""Seeds of every plan give the boards they always gave, under this Python as under the others.

A digest may only change while no version with these boards was released.
"""

from __future__ import annotations

import json

import pytest

from tests.setup.golden_seeds import GOLDEN, digest
from tests.setup.test_drawn_all import CASES

EXPECTED: dict[str, str] = json.loads(GOLDEN.read_text("utf-8"))


@pytest.mark.parametrize(("name", "way"), CASES)
def test_golden_seeds(name: str, way: str) -> None:
    assert digest(name, way) == EXPECTED[f"{name} {way}"]


def test_no_digest_is_of_a_plan_that_is_gone() -> None:
    assert EXPECTED.keys() == {f"{name} {way}" for name, way in CASES}
