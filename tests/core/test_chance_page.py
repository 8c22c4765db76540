"""The page on checking a game by hand: its program, its session and its table are true."""

import doctest
import json
import re
from pathlib import Path
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from companion.core import chance

ROOT = Path(__file__).parents[2]
VECTORS = json.loads((ROOT / "tests/golden/chance_vectors.json").read_text(encoding="utf-8"))
PAGE = (ROOT / "docs/chance.md").read_text(encoding="utf-8")

seeds = st.binary(min_size=16, max_size=16).map(bytes.hex)
streams = st.text(st.characters(min_codepoint=0x20, max_codepoint=0x7E), min_size=1, max_size=30)
uses = st.integers(0, 2**64)


def printed_code() -> dict[str, Any]:
    """Run the program printed on the page and return what it defines."""
    (program,) = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)
    namespace: dict[str, Any] = {}
    exec(program, namespace)
    return namespace


def test_the_printed_session_is_true() -> None:
    (session,) = re.findall(r"```pycon\n(.*?)```", PAGE, re.DOTALL)
    example = doctest.DocTestParser().get_doctest(session, printed_code(), "chance.md", None, 0)
    outcome = doctest.DocTestRunner(optionflags=doctest.NORMALIZE_WHITESPACE).run(example)
    assert outcome.attempted == 5
    assert outcome.failed == 0


def test_the_printed_table_repeats_the_vectors() -> None:
    def numbers(text: str) -> list[int]:
        return [int(number) for number in text.split(", ")]

    draw = r"^\| `(\w{32})` \| stream `([^`]+)`, use (\d+): "
    commitments = re.findall(r"^\| `(\w{32})` \| commitment \| `(\w{64})` \|$", PAGE, re.MULTILINE)
    dice = re.findall(draw + r"(\d+) dic?e of (\d+) \| ([\d, ]+) \|$", PAGE, re.MULTILINE)
    shuffles = re.findall(draw + r"shuffle of 0 to (\d+) \| ([\d, ]+) \|$", PAGE, re.MULTILINE)
    phrases = re.findall(
        r"^\| `(\w{32})` \| from the pass phrase `([^`]+)` \| \|$", PAGE, re.MULTILINE
    )

    table = PAGE.partition("## Test vectors")[2]
    rows = sum(line.startswith("| `") for line in table.splitlines())
    assert rows == len(commitments) + len(dice) + len(shuffles) + len(phrases) > 0
    for seed, shown in commitments:
        assert {"seed": seed, "commitment": shown} in VECTORS["commitments"]
    for seed, stream, use, count, sides, faces in dice:
        row = {"seed": seed, "stream": stream, "use": int(use), "count": int(count)}
        assert row | {"sides": int(sides), "faces": numbers(faces)} in VECTORS["dice"]
    for seed, stream, use, last, order in shuffles:
        row = {"seed": seed, "stream": stream, "use": int(use), "length": int(last) + 1}
        assert row | {"order": numbers(order)} in VECTORS["shuffles"]
    for seed, text in phrases:
        assert {"text": text, "seed": seed} in VECTORS["seeds"]


@given(seeds, streams, uses, st.integers(1, 40), st.integers(1, 100))
def test_the_printed_code_and_ours_agree(
    seed: str, stream: str, use: int, count: int, sides: int
) -> None:
    printed = printed_code()
    assert printed["commitment"](seed) == chance.commitment(seed)
    faces = chance.dice(seed, stream, use, count, sides)
    assert tuple(printed["dice"](seed, stream, use, count, sides)) == faces
    order = chance.shuffle(seed, stream, use, range(count))
    assert tuple(printed["shuffle"](seed, stream, use, range(count))) == order
