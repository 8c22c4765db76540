"""The numbers of boards: every row has one, and every number below the count is a row's."""

from collections import Counter
from itertools import combinations, permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.setup.code_ranks import (
    NoRank,
    Packer,
    Unpacker,
    arrangements,
    rank,
    subset_rank,
    subset_unrank,
    unrank,
)

KINDS = st.lists(st.sampled_from("abcd"), max_size=6)


@given(KINDS, st.data())
def test_rows_are_numbered_in_alphabetical_order(kinds: list[str], data: st.DataObject) -> None:
    length = data.draw(st.integers(0, len(kinds)))
    rows = sorted(set(permutations(kinds, length)))
    assert arrangements(Counter(kinds), length) == len(rows)
    assert [rank(row, kinds) for row in rows] == list(range(len(rows)))
    assert [tuple(unrank(place, kinds, length)) for place in range(len(rows))] == rows


@given(st.lists(st.integers(2, 12), max_size=60).flatmap(st.permutations))
def test_long_rows_come_back(row: list[int]) -> None:
    place = rank(row, sorted(row))
    assert 0 <= place < arrangements(Counter(row))
    assert unrank(place, row) == row


def test_a_row_that_the_kinds_cannot_give_has_no_number() -> None:
    for row in ("aab", "c"):
        with pytest.raises(NoRank):
            rank(row, "abb")


@pytest.mark.parametrize("size", range(6))
def test_sets_are_numbered(size: int) -> None:
    sets = list(combinations(range(9), size))
    assert sorted(map(subset_rank, sets)) == list(range(len(sets)))
    assert all(tuple(subset_unrank(subset_rank(s), size, 9)) == s for s in sets)


@given(
    st.lists(st.integers(1, 1000).flatmap(lambda b: st.tuples(st.integers(0, b - 1), st.just(b))))
)
def test_packed_numbers_come_back(numbers: list[tuple[int, int]]) -> None:
    packer = Packer()
    for value, bound in numbers:
        packer.put(value, bound)
    assert 0 <= packer.total < packer.space
    unpacker = Unpacker(packer.total)
    assert [unpacker.take(bound) for _, bound in numbers] == [value for value, _ in numbers]
    assert (unpacker.rest, unpacker.space) == (0, packer.space)


def test_a_number_at_its_bound_is_refused() -> None:
    with pytest.raises(NoRank):
        Packer().put(5, 5)
