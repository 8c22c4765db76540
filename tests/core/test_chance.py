"""Seeded chance: frozen vectors, a second implementation, properties, messages."""

import json
import re
from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.core import chance

GOLDEN = Path(__file__).parents[1] / "golden"
VECTORS = json.loads((GOLDEN / "chance_vectors.json").read_text(encoding="utf-8"))
SEED = "000102030405060708090a0b0c0d0e0f"

seeds = st.binary(min_size=16, max_size=16).map(bytes.hex)
streams = st.text(st.characters(min_codepoint=0x20, max_codepoint=0x7E), min_size=1, max_size=30)
uses = st.integers(0, 2**64)
bounds = st.integers(1, chance.MAX_BOUND)
full_words = (chance.MAX_BOUND,) * 8


def refused(message: str) -> AbstractContextManager[object]:
    """Expect a ValueError with exactly this message."""
    return pytest.raises(ValueError, match=rf"^{re.escape(message)}\Z")


# --- Frozen vectors ---------------------------------------------------------------------------


def test_the_vectors_belong_to_the_algorithm_of_new_games() -> None:
    assert VECTORS["algorithm"] == chance.ALGORITHM == 1


@pytest.mark.parametrize("vector", VECTORS["commitments"])
def test_commitments_match_the_frozen_vectors(vector: dict[str, str]) -> None:
    assert chance.commitment(vector["seed"]) == vector["commitment"]


@pytest.mark.parametrize("vector", VECTORS["seeds"])
def test_parsed_seeds_match_the_frozen_vectors(vector: dict[str, str]) -> None:
    assert chance.parse_seed(vector["text"]) == vector["seed"]


@pytest.mark.parametrize("vector", VECTORS["integers"])
def test_integers_match_the_frozen_vectors(vector: dict[str, Any]) -> None:
    drawn = chance.integers(vector["seed"], vector["stream"], vector["use"], vector["bounds"])
    assert drawn == tuple(vector["values"])


@pytest.mark.parametrize("vector", VECTORS["dice"])
def test_dice_match_the_frozen_vectors(vector: dict[str, Any]) -> None:
    thrown = chance.dice(
        vector["seed"], vector["stream"], vector["use"], vector["count"], vector["sides"]
    )
    assert thrown == tuple(vector["faces"])


@pytest.mark.parametrize("vector", VECTORS["shuffles"])
def test_shuffles_match_the_frozen_vectors(vector: dict[str, Any]) -> None:
    items = range(vector["length"])
    order = chance.shuffle(vector["seed"], vector["stream"], vector["use"], items)
    assert order == tuple(vector["order"])


@pytest.mark.parametrize("vector", VECTORS["picks"])
def test_picks_match_the_frozen_vectors(vector: dict[str, Any]) -> None:
    items = range(vector["length"])
    assert chance.pick(vector["seed"], vector["stream"], vector["use"], items) == vector["index"]


# --- A second implementation, written for plainness -------------------------------------------


def plain_integers(seed: str, stream: str, use: int, wanted: Sequence[int]) -> list[int]:
    """Draw from the words of as many blocks as are needed, counting by hand."""
    values: list[int] = []
    position = 0
    for bound in wanted:
        while True:
            block, inside = divmod(position, 8)
            position += 1
            parts = ["islekeeper-chance", "1", seed, str(len(stream)), stream, str(use), str(block)]
            digest = sha256(":".join(parts).encode()).digest()
            word = 0
            for byte in digest[4 * inside : 4 * inside + 4]:
                word = 256 * word + byte
            # Kept exactly when the whole group of `bound` words it lies in fits below 2**32.
            if (word // bound + 1) * bound <= 2**32:
                values.append(word % bound)
                break
    return values


def plain_shuffle(seed: str, stream: str, use: int, count: int) -> list[int]:
    """Fill the order from its end, each time from what lies in the drawn place."""
    drawn = plain_integers(seed, stream, use, [*range(count, 1, -1)])
    left = list(range(count))
    order: list[int] = []
    for chosen in [*drawn, 0][:count]:
        last = left.pop()
        if chosen == len(left):
            order.insert(0, last)
        else:
            order.insert(0, left[chosen])
            left[chosen] = last
    return order


@given(seeds, streams, uses, st.lists(bounds, max_size=40))
def test_integers_agree_with_the_plain_implementation(
    seed: str, stream: str, use: int, wanted: list[int]
) -> None:
    drawn = chance.integers(seed, stream, use, wanted)
    assert list(drawn) == plain_integers(seed, stream, use, wanted)


@given(seeds, streams, uses, st.integers(0, 60))
def test_shuffles_agree_with_the_plain_implementation(
    seed: str, stream: str, use: int, count: int
) -> None:
    order = chance.shuffle(seed, stream, use, range(count))
    assert list(order) == plain_shuffle(seed, stream, use, count)


# --- Properties -------------------------------------------------------------------------------


@given(seeds, streams, uses, st.lists(bounds, max_size=40))
def test_integers_lie_below_their_bounds(
    seed: str, stream: str, use: int, wanted: list[int]
) -> None:
    drawn = chance.integers(seed, stream, use, wanted)
    assert len(drawn) == len(wanted)
    assert all(0 <= value < bound for value, bound in zip(drawn, wanted, strict=True))


@given(seeds, streams, uses, st.lists(bounds, max_size=40), st.integers(0, 40))
def test_fewer_bounds_give_the_beginning_of_the_same_answer(
    seed: str, stream: str, use: int, wanted: list[int], kept: int
) -> None:
    whole = chance.integers(seed, stream, use, wanted)
    assert chance.integers(seed, stream, use, wanted[:kept]) == whole[:kept]


@given(seeds, streams, uses, st.integers(1, 20), st.integers(1, 100))
def test_dice_show_faces_from_one_to_their_sides(
    seed: str, stream: str, use: int, count: int, sides: int
) -> None:
    faces = chance.dice(seed, stream, use, count, sides)
    assert len(faces) == count
    assert all(1 <= face <= sides for face in faces)


@given(seeds, streams, uses, st.lists(st.text(max_size=2), max_size=40))
def test_a_shuffle_keeps_every_item_and_the_sequence_given(
    seed: str, stream: str, use: int, items: list[str]
) -> None:
    before = list(items)
    order = chance.shuffle(seed, stream, use, items)
    assert Counter(order) == Counter(before)
    assert items == before


@given(seeds, streams, uses, st.lists(st.integers(), min_size=1, max_size=40))
def test_a_pick_is_one_of_the_items(seed: str, stream: str, use: int, items: list[int]) -> None:
    assert chance.pick(seed, stream, use, items) in items


@given(st.sets(st.tuples(seeds, streams, uses), min_size=2, max_size=4))
def test_different_seeds_streams_or_uses_draw_differently(
    names: set[tuple[str, str, int]],
) -> None:
    draws = {chance.integers(*name, full_words) for name in names}
    assert len(draws) == len(names)


@given(seeds, streams, uses, uses)
def test_names_that_run_together_with_numbers_draw_differently(
    seed: str, stream: str, first: int, second: int
) -> None:
    draws = {
        chance.integers(seed, f"{stream}:{first}", second, full_words),
        chance.integers(seed, f"{stream}{first}", second, full_words),
        chance.integers(seed, stream, int(f"{first}{second}"), full_words),
    }
    assert len(draws) == 3


def test_no_block_repeats_another() -> None:
    words = chance.integers(SEED, "words", 0, (chance.MAX_BOUND,) * 800)
    assert len(set(words)) == 800


@pytest.mark.parametrize("items", [(), ("only",)])
def test_nothing_to_shuffle_comes_back_as_it_was(items: tuple[str, ...]) -> None:
    assert chance.shuffle(SEED, "seats", 0, items) == items


# --- Rejection --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("bound", "words", "value"),
    [
        # 2**32 leaves 4 over when divided by 6: exactly the last four words are refused.
        (6, [2**32 - 5], 5),
        (6, [2**32 - 4, 2**32 - 3, 2**32 - 2, 2**32 - 1, 8], 2),
        (2**31 + 1, [2**31 + 1, 2**32 - 1, 2**31], 2**31),
        (2**32 - 1, [2**32 - 1, 7], 7),
        (2**32, [2**32 - 1], 2**32 - 1),
        (2**31, [2**32 - 1], 2**31 - 1),
        (1, [2**32 - 1], 0),
    ],
)
def test_words_past_the_last_whole_multiple_are_thrown_away(
    bound: int, words: list[int], value: int
) -> None:
    source = iter([*words, 0])
    assert chance._below(bound, source) == value
    assert list(source) == [0], "every word up to the one kept is spent, and none after it"


def test_a_draw_really_rejects() -> None:
    bound = 3 * 2**30
    words = chance.integers(SEED, "quarter-rejected", 0, (chance.MAX_BOUND,) * 400)
    kept = tuple(word for word in words if word < bound)
    assert 70 < len(words) - len(kept) < 130, "one word in four is expected to be refused"
    assert chance.integers(SEED, "quarter-rejected", 0, (bound,) * len(kept)) == kept


# --- Seeds and commitments --------------------------------------------------------------------


def test_a_new_seed_is_the_entropy_in_hex() -> None:
    assert chance.new_seed(lambda size: bytes(range(size))) == SEED


@pytest.mark.parametrize("size", [0, 15, 17])
def test_entropy_of_the_wrong_size_is_refused(size: int) -> None:
    with pytest.raises(ValueError, match=rf"gave {size} bytes, 16 .* secrets\.token_bytes"):
        chance.new_seed(lambda _: bytes(size))


@given(seeds)
def test_a_seed_is_read_back_however_it_is_grouped(seed: str) -> None:
    assert chance.parse_seed(seed) == seed
    grouped = "-".join(seed[start : start + 4] for start in range(0, 32, 4))
    assert chance.parse_seed(f"  {grouped.upper()}\n") == seed
    assert chance.parse_seed(grouped.replace("-", " ")) == seed


@given(st.text(st.characters(exclude_categories=["Cs"])).filter(str.strip))
def test_a_pass_phrase_gives_a_usable_seed_of_its_own(text: str) -> None:
    phrase = f"our words: {text}"
    seed = chance.parse_seed(phrase)
    assert re.fullmatch("[0-9a-f]{32}", seed)
    assert chance.parse_seed(f" {phrase}\t") == seed
    assert chance.parse_seed(phrase + "!") != seed
    assert chance.commitment(seed)


@pytest.mark.parametrize("text", ["", "  \n\t"])
def test_an_empty_seed_is_refused(text: str) -> None:
    with refused(f"the seed {text!r} is empty: give 32 hex digits or any words of yours"):
        chance.parse_seed(text)


@pytest.mark.parametrize("length", [24, 31, 33, 64])
def test_a_badly_copied_seed_is_refused(length: int) -> None:
    text = ("0123456789ABCDEF" * 4)[:length]
    with refused(f"the seed {text!r} has {length} hex digits instead of 32: copy it again in full"):
        chance.parse_seed(text)


def test_few_hex_digits_are_a_pass_phrase() -> None:
    digits = "0123456789abcdef0123456"
    assert (
        chance.parse_seed(digits)
        == sha256(b"islekeeper-seed:1:" + digits.encode()).hexdigest()[:32]
    )


def test_a_seed_that_is_not_unicode_is_refused() -> None:
    with refused(
        r"the seed 'bad \udcff byte' holds characters that are not valid Unicode: "
        "give 32 hex digits or plain words"
    ):
        chance.parse_seed("bad \udcff byte")


@given(seeds, seeds)
def test_a_commitment_fits_its_own_seed_only(seed: str, other: str) -> None:
    shown = chance.commitment(seed)
    assert re.fullmatch("[0-9a-f]{64}", shown)
    assert chance.verify_commitment(seed, shown)
    assert chance.verify_commitment(seed, f" {shown[:32].upper()}\n{shown[32:]} ")
    assert chance.verify_commitment(other, shown) == (other == seed)


@pytest.mark.parametrize("shown", ["", "0" * 63, "0" * 65, "g" * 64])
def test_a_badly_copied_commitment_is_refused(shown: str) -> None:
    with refused(
        f"the commitment {shown!r} is not 64 hex digits: "
        "copy it in full as it was shown before the first draw"
    ):
        chance.verify_commitment(SEED, shown)


# --- Arguments out of range -------------------------------------------------------------------

EVERY_DRAW: list[Callable[..., object]] = [
    lambda seed=SEED, stream="dice", use=0, **more: chance.integers(seed, stream, use, (), **more),
    lambda seed=SEED, stream="dice", use=0, **more: chance.dice(seed, stream, use, **more),
    lambda seed=SEED, stream="dice", use=0, **more: chance.shuffle(seed, stream, use, (), **more),
    lambda seed=SEED, stream="dice", use=0, **more: chance.pick(seed, stream, use, (1,), **more),
]


@pytest.mark.parametrize("draw", EVERY_DRAW)
@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ({"use": -1}, "stream 'dice': use is -1; uses count from 0"),
        *(
            (
                {"stream": stream},
                (
                    f"the stream name {stream!r} is not usable: "
                    "give at least 1 printable ASCII character"
                ),
            )
            for stream in ["", "kostky č. 1", "dice\n", "dice\x7f"]
        ),
        *(
            (
                {"seed": seed},
                (
                    f"the seed {seed!r} is not 32 lowercase hex digits: "
                    "pass it through parse_seed first"
                ),
            )
            for seed in ["", SEED[:-1], SEED + "0", SEED.upper(), "our words", "٣" * 32]
        ),
        (
            {"algorithm": 2},
            (
                "chance algorithm 2 is unknown, this Islekeeper knows 1: "
                "open the game with the version that recorded it or a newer one"
            ),
        ),
    ],
)
def test_every_draw_checks_what_names_it(
    draw: Callable[..., object], wrong: dict[str, Any], message: str
) -> None:
    draw()
    with refused(message):
        draw(**wrong)


@pytest.mark.parametrize("algorithm", [0, 2])
def test_commitments_of_an_unknown_algorithm_are_refused(algorithm: int) -> None:
    with pytest.raises(ValueError, match=f"chance algorithm {algorithm} is unknown"):
        chance.commitment(SEED, algorithm=algorithm)
    with pytest.raises(ValueError, match=f"chance algorithm {algorithm} is unknown"):
        chance.verify_commitment(SEED, "0" * 64, algorithm=algorithm)


@pytest.mark.parametrize("bound", [-1, 0, 2**32 + 1])
def test_a_bound_out_of_range_is_named(bound: int) -> None:
    with refused(f"bounds[1] is {bound}: give 1 to 4294967296"):
        chance.integers(SEED, "dice", 0, (6, bound))


@pytest.mark.parametrize("count", [0, -2])
def test_no_dice_cannot_be_thrown(count: int) -> None:
    with refused(f"count is {count}: throw at least 1 die"):
        chance.dice(SEED, "dice", 0, count)


@pytest.mark.parametrize("sides", [0, -6, 2**32 + 1])
def test_dice_without_faces_cannot_be_thrown(sides: int) -> None:
    with refused(f"sides is {sides}: give 1 to 4294967296"):
        chance.dice(SEED, "dice", 0, 2, sides)


def test_nothing_cannot_be_picked_from() -> None:
    with refused("stream 'first-seat', use 3: no items to pick from; give at least 1"):
        chance.pick(SEED, "first-seat", 3, ())
