"""The stream of a seed is frozen, uniform, and checks its seed."""

from collections import Counter
from hashlib import shake_128

import pytest

from companion.setup.stream import MOST, SAFE, WORD, Stream
from tests.core.test_chance_uniformity import chi_square, permutation_score, score

SEED = "000102030405060708090a0b0c0d0e0f"


def words(count: int) -> list[int]:
    """The first words of the stream, straight from its definition."""
    found: list[int] = []
    block = 0
    while len(found) < count:
        text = f"islekeeper-setup:1:{SEED}:{block}".encode()
        raw = shake_128(text).digest(1680 if block else 504)
        inside = [int.from_bytes(raw[at : at + 8], "little") for at in range(0, len(raw), 8)]
        found += reversed(inside)
        block += 1
    return found[:count]


def test_the_words_are_the_documented_ones_over_several_blocks() -> None:
    stream = Stream(SEED)
    assert [stream.word() for _ in range(700)] == words(700)


def test_words_left_over_come_before_those_of_a_new_block() -> None:
    stream = Stream(SEED)
    taken = [stream.word() for _ in range(10)]
    stream.refill()
    stream.refill()
    assert taken + [stream.word() for _ in range(300)] == words(310)


def test_integers_are_remainders_of_the_words() -> None:
    stream = Stream(SEED)
    bounds = [1, 2, 7, 19, 2**31, MOST, 3, 5] * 20
    assert [stream.below(bound) for bound in bounds] == [
        word % bound for word, bound in zip(words(len(bounds)), bounds, strict=True)
    ]


def test_a_word_past_the_last_whole_multiple_is_thrown_away() -> None:
    stream = Stream(SEED)
    bound = 2**48 - 1
    limit = WORD - WORD % bound
    assert SAFE <= limit < WORD
    assert stream.settle(limit - 1, bound) == bound - 1
    assert len(stream.words) == 63
    assert stream.settle(limit, bound) == words(1)[0] % bound
    assert len(stream.words) == 62
    stream.words.append(WORD - 1)
    assert stream.below(bound) == words(2)[1] % bound


def test_shuffles_are_uniform_and_are_the_ones_of_fisher_and_yates() -> None:
    stream = Stream(SEED)

    def shuffled() -> tuple[int, ...]:
        items = list(range(4))
        stream.shuffle(items)
        return tuple(items)

    assert abs(permutation_score(shuffled() for _ in range(4800))) < 4
    once = list("abcdefgh")
    Stream(SEED).shuffle(once)
    by_hand = list("abcdefgh")
    for last, word in zip(range(7, 0, -1), words(7), strict=True):
        at = word % (last + 1)
        by_hand[last], by_hand[at] = by_hand[at], by_hand[last]
    assert once == by_hand


def test_a_shuffle_takes_a_thrown_word_into_account() -> None:
    stream = Stream(SEED)
    stream.words[-2] = WORD - 1  # too great for a bound of 3, which comes second
    shuffled = list("abcd")
    stream.shuffle(shuffled)
    first, _, third, fourth = words(4)
    by_hand = list("abcd")
    for last, word in ((3, first), (2, third), (1, fourth)):
        at = word % (last + 1)
        by_hand[last], by_hand[at] = by_hand[at], by_hand[last]
    assert shuffled == by_hand


@pytest.mark.parametrize("count", [0, 1])
def test_a_shuffle_of_nearly_nothing_takes_no_word(count: int) -> None:
    stream = Stream(SEED)
    stream.shuffle(["a"] * count)
    assert len(stream.words) == 63


def test_small_integers_are_uniform() -> None:
    stream = Stream(SEED)
    counts = Counter(stream.below(6006) // 6 for _ in range(20_000))
    assert abs(score(chi_square(counts, 1001), 1000)) < 4


@pytest.mark.parametrize("wrong", ["", "0" * 31, "0" * 33, "G" * 32, "A" * 32])
def test_a_seed_that_is_none_is_refused(wrong: str) -> None:
    with pytest.raises(ValueError, match="is not 32 lowercase hex digits"):
        Stream(wrong)
