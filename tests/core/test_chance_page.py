"""The page on checking a game by hand: its program, its session and its table are true."""

import doctest
import json
import re
from pathlib import Path
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from companion.core import chance
from companion.core.rules import dice
from companion.core.rules.event_cards import event_dice
from companion.core.rules.event_cards.deck import DECK, STREAM
from tests.session.playing import begun, do, inline

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
    assert outcome.attempted == 6
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


def test_the_page_lists_the_streams_and_the_cards_of_games() -> None:
    assert printed_code()["CARDS"] == [tuple(card) for card in DECK]
    section = PAGE.partition("## What a game draws")[2].partition("##")[0]
    streams = re.findall(r"^\| `([^`]+)` \|", section, re.MULTILINE)
    assert sorted(streams) == sorted([dice.STREAM, STREAM, event_dice.STREAM])


def exported_events(folder: Path, numbers: str, turns: int) -> list[dict[str, Any]]:
    """The events of a game that the app made, as its exported file has them."""
    variants = ["event_cards"] if numbers == "cards" else []
    with inline(folder / "j.sqlite3") as session:
        request = {"players": ["Anna", "Ben", "Cy"], "numbers": numbers, "variants": variants}
        game = begun(session, request).game
        do(session, "skip_setup", "s1")
        made = 0
        while made < turns:
            context = session.snapshot.context()
            assert context.frame is not None
            flow, seat = context.frame_of("turn"), context.frame.seat
            seat = flow.seat if flow is not None else seat
            if context.prompt("turn.number") is not None:
                do(session, "draw_card" if numbers == "cards" else "throw_dice", seat)
                made += 1
            elif context.prompt("turn.play") is not None:
                do(session, "end_turn", seat)
            else:
                do(session, "settle", seat)
        file = session.games.export(game, folder / "game.json").result()
    entries = json.loads(file.read_text("utf-8"))["entries"]
    return [event for entry in entries for event in entry["events"]]


def seed_of(events: list[dict[str, Any]]) -> str:
    seed: str = events[0]["data"]["setup"]["seed"]
    return seed


def test_the_cards_of_a_game_come_out_by_hand(tmp_path: Path) -> None:
    events = exported_events(tmp_path, "cards", 40)
    printed, seed = printed_code(), seed_of(events)
    order = [
        printed["CARDS"][card]
        for use in range(2)
        for card in printed["shuffle"](seed, "event_deck", use, range(36))[:31]
    ]
    drawn = [e["data"] for e in events if e["kind"] == "event_cards.card_drawn"]
    assert [(card["number"], card["event"]) for card in drawn] == order[:40]


def test_the_throws_of_a_game_come_out_by_hand(tmp_path: Path) -> None:
    events = exported_events(tmp_path, "dice", 12)
    printed, seed = printed_code(), seed_of(events)
    thrown = [e["data"]["faces"] for e in events if e["kind"] == "base.number_produced"]
    assert thrown == [printed["dice"](seed, "dice", use) for use in range(12)]
