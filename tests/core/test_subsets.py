"""Every subset of modules composes or is refused, both sides named; what composes plays."""

from __future__ import annotations

from tests.proof import subsets


def test_every_subset_composes_and_plays_or_is_refused_with_a_reason() -> None:
    figures = subsets.run(games=1)
    assert figures.subsets == figures.composed + figures.refused
    assert figures.composed > 0
    assert figures.games == figures.composed
    # A game of random moves reaches the target in time; a stuck one would not.
    assert figures.finished == figures.games
    assert set(figures.reasons) <= {"players", "conflict", "requires", "does_not_fit"}
