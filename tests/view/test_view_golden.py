"""The views of one evening, field by field, as they were reviewed."""

from __future__ import annotations

import json

import pytest

from tests.view.scripted import GOLDEN, evening, plain

VIEWS = ("table", "history", "statistics", "rules", "ranking")


@pytest.mark.parametrize("name", VIEWS)
def test_the_evening_looks_as_reviewed(name: str) -> None:
    golden = json.loads((GOLDEN / f"{name}.json").read_text(encoding="utf-8"))
    assert json.loads(plain(evening().views()[name])) == golden


def test_there_is_a_golden_for_each_view() -> None:
    assert set(evening().views()) == set(VIEWS) == {path.stem for path in GOLDEN.glob("*.json")}
