"""Seeded chance is uniform: chi-square scores, and proof that the scores expose biased shuffles.

Draws are fixed by the seed, so every run gives the same figures. Each statistic is turned into a
standard normal score and must stay within 4: above means bias, below means too even to be chance.
"""

from collections import Counter
from collections.abc import Callable, Iterator
from itertools import pairwise, permutations
from math import sqrt
from typing import Any

import pytest

from companion.core import chance

SEED = "000102030405060708090a0b0c0d0e0f"


def score(statistic: float, freedom: int) -> float:
    """Turn a chi-square statistic into a standard normal score (Wilson and Hilferty)."""
    spread = 2 / (9 * freedom)
    return float(((statistic / freedom) ** (1 / 3) - (1 - spread)) / sqrt(spread))


def chi_square(counts: Counter[Any], cells: int) -> float:
    expected = counts.total() / cells
    seen = sum((count - expected) ** 2 / expected for count in counts.values())
    return seen + (cells - len(counts)) * expected


def permutation_score(shuffles: Iterator[tuple[int, ...]]) -> float:
    """Score how evenly all 24 orders of 4 items come up."""
    counts = Counter(shuffles)
    assert counts.keys() <= set(permutations(range(4)))
    return score(chi_square(counts, 24), 23)


def position_score(shuffles: Iterator[tuple[int, ...]], length: int) -> float:
    """Score how evenly every item comes to lie in every position."""
    counts = Counter(cell for order in shuffles for cell in enumerate(order))
    # Each shuffle puts every item once and fills every position once, which leaves (n - 1)**2
    # free cells and makes the plain statistic too large by n / (n - 1).
    scaled = chi_square(counts, length**2) * (length - 1) / length
    return score(scaled, (length - 1) ** 2)


def our_shuffle(use: int, length: int) -> tuple[int, ...]:
    return chance.shuffle(SEED, "uniformity", use, range(length))


def naive_shuffle(use: int, length: int) -> tuple[int, ...]:
    """Exchange each position with any position: the well-known slip, visibly biased."""
    order = list(range(length))
    drawn = chance.integers(SEED, "uniformity", use, (length,) * length)
    for position, chosen in enumerate(drawn):
        order[position], order[chosen] = order[chosen], order[position]
    return tuple(order)


def cyclic_shuffle(use: int, length: int) -> tuple[int, ...]:
    """Never leave an item where it was: the off-by-one slip, blind to most orders."""
    order = list(range(length))
    for bound in range(length, 1, -1):
        (chosen,) = chance.integers(SEED, f"cyclic {bound}", use, (bound - 1,))
        order[bound - 1], order[chosen] = order[chosen], order[bound - 1]
    return tuple(order)


def test_all_orders_of_four_are_equally_likely() -> None:
    assert abs(permutation_score(our_shuffle(use, 4) for use in range(4800))) < 4


def test_every_card_of_36_is_equally_likely_in_every_position() -> None:
    assert abs(position_score((our_shuffle(use, 36) for use in range(1500)), 36)) < 4


@pytest.mark.parametrize("biased", [naive_shuffle, cyclic_shuffle])
def test_the_scores_expose_biased_shuffles(biased: Callable[[int, int], tuple[int, ...]]) -> None:
    assert permutation_score(biased(use, 4) for use in range(4800)) > 8
    assert position_score((biased(use, 36) for use in range(1500)), 36) > 8


def test_both_dice_are_fair_and_independent() -> None:
    counts = Counter(chance.dice(SEED, "dice", use) for use in range(7200))
    assert abs(score(chi_square(counts, 36), 35)) < 4


def test_one_throw_says_nothing_of_the_next() -> None:
    sums = [sum(chance.dice(SEED, "dice", use)) % 6 for use in range(7201)]
    assert abs(score(chi_square(Counter(pairwise(sums)), 36), 35)) < 4


def test_one_stream_says_nothing_of_another() -> None:
    pairs = Counter(
        chance.dice(SEED, "red", use, 1) + chance.dice(SEED, "yellow", use, 1)
        for use in range(7200)
    )
    assert abs(score(chi_square(pairs, 36), 35)) < 4


def test_neighboring_seeds_say_nothing_of_each_other() -> None:
    pairs = Counter(
        chance.dice(f"{number:032x}", "dice", 0, 1)
        + chance.dice(f"{number + 1:032x}", "dice", 0, 1)
        for number in range(0, 14400, 2)
    )
    assert abs(score(chi_square(pairs, 36), 35)) < 4
