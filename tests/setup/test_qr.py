"""QR codes: the squares of known texts, and what no code holds."""

from hashlib import sha256

import pytest

from companion.setup.qr import TooLong, matrix

FINDER = ["#######", "#.....#", "#.###.#", "#.###.#", "#.###.#", "#.....#", "#######"]


def drawn(rows: tuple[tuple[bool, ...], ...]) -> list[str]:
    return ["".join("#" if dark else "." for dark in row) for row in rows]


def test_a_code_is_a_square_with_three_finders() -> None:
    rows = drawn(matrix("0G5XX7WQDHYEP3JZ2BYQH2J8"))
    assert {len(row) for row in rows} == {len(rows)} == {25}
    assert [row[:7] for row in rows[:7]] == FINDER
    assert [row[-7:] for row in rows[:7]] == FINDER
    assert [row[:7] for row in rows[-7:]] == FINDER
    assert [row[-7:] for row in rows[-7:]] != FINDER


def test_a_text_gives_the_same_code_every_time() -> None:
    rows = "\n".join(drawn(matrix("0G5XX7WQDHYEP3JZ2BYQH2J8")))
    assert sha256(rows.encode()).hexdigest()[:16] == "139a6a593f0b53dc"


def test_capitals_make_the_smaller_code() -> None:
    assert len(matrix("A" * 1000)) < len(matrix("a" * 1000))


def test_the_longest_text() -> None:
    assert len(matrix("A" * 4296)) == 177
    with pytest.raises(TooLong):
        matrix("A" * 4297)
    with pytest.raises(TooLong):
        matrix("é" * 4296)
