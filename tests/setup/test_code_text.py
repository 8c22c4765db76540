"""The characters of codes: what people type is read, what is wrong is found."""

from itertools import combinations, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.setup import code_text
from companion.setup.code_text import (
    ALPHABET,
    MOST_CHARACTERS,
    CodeRefused,
    check_holds,
    clean,
    grouped,
    letters,
    repairs,
    values,
    with_check,
)

DIGITS = st.lists(st.integers(0, 31), min_size=1, max_size=MOST_CHARACTERS - 2)


def test_the_alphabet_has_nothing_that_looks_alike() -> None:
    assert len(set(ALPHABET)) == 32
    assert not set("ILOU") & set(ALPHABET)


def test_the_field_is_a_field() -> None:
    times = code_text._times
    for one in range(1, 32):
        assert sorted(times(one, other) for other in range(32)) == list(range(32))
        for other, third in product(range(32), repeat=2):
            assert times(one, other ^ third) == times(one, other) ^ times(one, third)
            assert times(times(one, other), third) == times(one, times(other, third))


def weights(count: int) -> list[tuple[int, int]]:
    """What a 1 counts in the check, from the last place on: the powers of x."""
    found = [(0, 1)]
    while len(found) < count:
        high, low = found[-1]
        found.append((high ^ low, code_text._times(code_text._B, high)))
    return found


def test_two_wrong_characters_cancel_out_only_33_places_apart() -> None:
    # The check of a change d at a place is d times the place's weight. One wrong character is
    # found because no weight is 0, two because no weight is another times an element of GF(32).
    times = code_text._times
    powers = weights(MOST_CHARACTERS)
    assert (0, 0) not in powers
    multiples = [{(times(f, high), times(f, low)) for f in range(1, 32)} for high, low in powers]
    for one, other in combinations(range(MOST_CHARACTERS), 2):
        assert (powers[one] in multiples[other]) == ((other - one) % 33 == 0)


@given(DIGITS, st.data())
def test_a_wrong_character_and_a_swap_are_found(digits: list[int], data: st.DataObject) -> None:
    sound = with_check(digits)
    assert check_holds(sound)
    at = data.draw(st.integers(0, len(sound) - 1))
    change = data.draw(st.integers(1, 31))
    wrong = [*sound[:at], sound[at] ^ change, *sound[at + 1 :]]
    assert not check_holds(wrong)
    assert (at, sound) in list(repairs(wrong))
    before = max(at - 1, 0)
    swapped = [*sound[:before], sound[before + 1], sound[before], *sound[before + 2 :]]
    assert check_holds(swapped) == (sound[before] == sound[before + 1])
    if swapped != sound:
        assert (before, sound) in list(repairs(swapped))


@given(DIGITS)
def test_repairs_hold(digits: list[int]) -> None:
    for at, repaired in repairs(digits):
        assert check_holds(repaired)
        differing = [i for i, (a, b) in enumerate(zip(digits, repaired, strict=True)) if a != b]
        assert differing in ([at], [at, at + 1])


@given(DIGITS)
def test_characters_come_back(digits: list[int]) -> None:
    text = letters(digits)
    assert values(text) == values(text.lower()) == digits
    assert clean(grouped(text)) == clean(grouped(text, 5)) == text


def test_look_alikes_are_read() -> None:
    assert values("oOiIlL") == [0, 0, 1, 1, 1, 1]
    assert clean(" 1-2\u20113\n4\u00a05—6 ") == "123456"


def test_every_wrong_character_is_named_with_its_place() -> None:
    with pytest.raises(CodeRefused) as caught:
        values("AU1*")
    texts = [problem.text for problem in caught.value.problems]
    assert [text.params for text in texts] == [
        {"at": 2, "character": "U"},
        {"at": 4, "character": "*"},
    ]


def test_the_check_is_the_one_that_the_documentation_shows() -> None:
    assert letters(with_check(values("1S1EK33PER"))) == "1S1EK33PERTC"
