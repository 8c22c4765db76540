"""Share codes give the board they were made for, or a clear refusal, and never another board."""

from collections.abc import Callable
from time import process_time
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from companion.core.board.layout import Board, Mark, Tile, board_of
from companion.core.board.options import LIMITS, Options
from companion.core.board.plan import Plan
from companion.setup.code import WISHES, CodeRefused, decode, encode, grouped
from companion.setup.code_json import PREFIX
from companion.setup.code_layouts import fingerprint
from companion.setup.code_table import Layout
from companion.setup.code_text import ALPHABET, check_holds, values
from tests.setup.plans import TABLE, all_plans, drawn, finds, plan, said
from tests.setup.problems import base

PLANS = all_plans()


@pytest.fixture
def numbered(monkeypatch: pytest.MonkeyPatch) -> None:
    """All plans of these tests as if they came with the program."""
    rows = tuple(
        Layout(p.scenario, p.edition, tuple((n, fingerprint(p)) for n in p.players))
        for p in PLANS.values()
    )
    monkeypatch.setattr(TABLE, rows)


def refused(text: str, of: Plan) -> list[str]:
    with pytest.raises(CodeRefused) as caught:
        decode(text, finds(of))
    return said(caught.value)


@pytest.mark.parametrize("name", PLANS)
def test_a_code_gives_its_board(name: str) -> None:
    of = PLANS[name]
    for number in range(12):
        board = drawn(of, number)
        code = encode(of, board)
        assert not code.startswith(PREFIX)
        found = decode(code, finds(of))
        assert (found.board, found.plan) == (board, of)
        assert (found.players, found.options, found.rules) == (max(of.players), Options(), True)


@pytest.mark.parametrize("name", PLANS)
@pytest.mark.usefixtures("numbered")
def test_codes_of_boards_that_came_with_the_program_are_short(name: str) -> None:
    of = PLANS[name]
    longest = 0
    for number in range(12):
        board = drawn(of, number)
        code = encode(of, board)
        assert decode(code, finds(of)).board == board
        longest = max(longest, len(code))
    assert longest <= (24 if name == "base" else 44), f"{name}: {longest}"


@pytest.mark.usefixtures("numbered")
def test_a_code_names_its_players_wishes_and_rules() -> None:
    of = PLANS["base"]
    board = drawn(of, 1)
    options = Options(reds_apart=True, node_most=10, balance=3, no_reds_on_gold=True)
    code = encode(of, board, players=3, options=options, rules=False)
    found = decode(code, finds(of))
    assert (found.players, found.options, found.rules) == (3, options, False)
    assert found.board == board
    assert len(code) <= 28


@given(
    st.fixed_dictionaries(
        {
            name: st.booleans() if limits is None else st.none() | st.integers(*limits)
            for name, limits in WISHES
        }
    ),
    st.booleans(),
)
def test_every_wish_comes_back(wishes: dict[str, Any], rules: bool) -> None:
    of = PLANS["pirate_islands-3p"]
    found = decode(encode(of, drawn(of, 1), options=Options(**wishes), rules=rules), finds(of))
    assert (found.options, found.rules) == (Options(**wishes), rules)


def test_the_wishes_of_codes_are_those_that_there_are() -> None:
    # A new wish needs a new version of codes; an old code must be read for ever.
    assert tuple(name for name, _ in WISHES) == Options.__struct_fields__
    assert {name: limits for name, limits in WISHES if limits is not None} == LIMITS


@pytest.mark.usefixtures("numbered")
def test_the_printed_board_has_a_very_short_code() -> None:
    of = PLANS["base"]
    assert of.printed is not None
    code = encode(of, of.printed, players=3)
    assert len(code) <= 6
    found = decode(code, finds(of))
    assert (found.board, found.players) == (of.printed, 3)


def test_harbors_printed_without_kinds_and_tokens_on_marks_are_in_the_code() -> None:
    of = PLANS["marked"]
    printed = drawn(of, 3)
    of = replace(of, printed=replace(printed, harbors=()))
    for number in range(4, 9):
        other = drawn(of, number)
        board = replace(other, tiles=printed.tiles)
        code = encode(of, board)
        assert len(code) < len(encode(of, other)) - 10
        assert decode(code, finds(of)).board == board


def test_numbers_off_every_path_still_have_a_code() -> None:
    of = PLANS["spiral"]
    along = drawn(of, 1)
    one, other = [tile for tile in along.tiles if tile.number in {2, 12}]
    swapped = [replace(one, number=other.number), replace(other, number=one.number)]
    rest = [tile for tile in along.tiles if tile not in {one, other}]
    anyhow = board_of([*rest, *swapped], along.harbors)
    codes = [encode(of, board) for board in (along, anyhow)]
    assert [decode(code, finds(of)).board for code in codes] == [along, anyhow]
    assert len(codes[0]) < len(codes[1])


def test_harbors_that_are_laid_in_part_have_a_code() -> None:
    of = PLANS["laying"]
    board = drawn(of, 1)
    for count in range(len(board.harbors) + 1):
        partly = replace(board, harbors=board.harbors[:count])
        code = encode(of, partly)
        assert not code.startswith(PREFIX)
        assert decode(code, finds(of)).board == partly


def invented(of: Plan) -> Board:
    """A board with one terrain that no pool holds so often."""
    board = drawn(of, 1)
    at = next(tile for tile in board.tiles if tile.terrain == "forest")
    return board_of(
        [*(t for t in board.tiles if t != at), Tile(at.hex, "gold", at.number)],
        board.harbors,
        board.marks,
    )


def test_a_board_that_the_pools_cannot_give_gets_the_long_form() -> None:
    for name in ("base", "marked", "laying", "new_shores-4p"):
        of = PLANS[name]
        board = invented(of)
        options = Options(node_most=11)
        code = encode(of, board, options=options)
        assert code.startswith(PREFIX)
        found = decode(code.lower(), finds(of))
        assert (found.board, found.options) == (board, options)


def test_more_players_than_a_short_code_carries_get_the_long_form() -> None:
    of = replace(plan(base(), "crowd"), players=(7,))
    code = encode(of, drawn(of, 1))
    assert code.startswith(PREFIX)
    assert decode(code, finds(of)).players == 7


SAMPLES = ("base", "laying", "pirate_islands-3p")


@pytest.mark.parametrize("name", SAMPLES)
@pytest.mark.usefixtures("numbered")
def test_every_wrong_character_and_every_swap_is_found(name: str) -> None:
    of = PLANS[name]
    code = encode(of, drawn(of, 5))
    wrong = {
        code[:at] + letter + code[at + 1 :] for at in range(len(code)) for letter in ALPHABET
    } - {code}
    swapped = {
        code[:at] + code[at + 1] + code[at] + code[at + 2 :] for at in range(len(code) - 1)
    } - {code}
    assert len(wrong) == 31 * len(code)
    for text in wrong | swapped:
        assert not check_holds(values(text)), text
    for text in sorted(wrong | swapped)[::97]:
        assert refused(text, of)[0] == "code_check"


@pytest.mark.usefixtures("numbered")
def test_a_refusal_shows_the_group_to_look_at() -> None:
    of = PLANS["base"]
    code = encode(of, drawn(of, 5))
    typed = code[:9] + ("7" if code[9] != "7" else "8") + code[10:]
    with pytest.raises(CodeRefused) as caught:
        decode(grouped(typed), finds(of))
    assert said(caught.value) == ["code_check", "code_look_at"]
    _, look_at = caught.value.problems
    assert look_at.text.params == {"group": 3, "typed": typed[8:12], "likely": code[8:12]}


@pytest.mark.parametrize("name", ["base", "new_shores-4p"])
def test_a_refusal_says_how_long_the_code_should_be(name: str) -> None:
    of = PLANS[name]
    code = encode(of, drawn(of, 5))
    for typed in (code[:-4] + code[-3:], code[:-6] + code[-2:], code + "ZZ"):
        with pytest.raises(CodeRefused) as caught:
            decode(typed, finds(of))
        assert said(caught.value) == ["code_check", "code_length"]
        length = caught.value.problems[1].text
        assert length.params == {"n": len(typed), "needed": len(code)}


def test_a_code_may_be_typed_in_any_way() -> None:
    of = PLANS["base"]
    board = drawn(of, 3)
    code = encode(of, board)
    for typed in (
        grouped(code),
        grouped(code, 5).lower(),
        f"\n {grouped(code).replace('-', ' – ')}\t",
        code.replace("0", "o").replace("1", "l"),
        code.replace("0", "O").replace("1", "I"),
    ):
        assert decode(typed, finds(of)).board == board


CHANGES: list[Callable[[Plan], Plan]] = [
    lambda p: replace(p, variable=replace(p.variable, marks=(Mark("cave", ((0, 0),)),))),
    lambda p: replace(p, laid=("ore",)),
    lambda p: replace(p, printed=None),
    lambda p: replace(p, variable=replace(p.variable, harbors=())),
]


def test_a_terrain_that_cannot_lie_there_changes_no_code() -> None:
    of = PLANS["base"]
    more = replace(of, variable=replace(of.variable, bare=(*of.variable.bare, "marsh")))
    assert encode(more, drawn(of, 3)) == encode(of, drawn(of, 3))


@pytest.mark.parametrize("change", CHANGES)
def test_a_changed_scenario_refuses_the_codes_of_the_old_one(
    change: Callable[[Plan], Plan], request: pytest.FixtureRequest
) -> None:
    of = PLANS["base"]
    named = encode(of, drawn(of, 3))
    assert refused(named, change(of)) == ["code_other_board"]
    request.getfixturevalue("numbered")
    numbered_code = encode(of, drawn(of, 3))
    assert len(numbered_code) < len(named)
    assert refused(numbered_code, change(of)) == ["code_other_board"]
    # The other way about: the changed scenario's code names itself, so the old one refuses it.
    changed = change(of)
    assert refused(encode(changed, drawn(changed, 3)), of) == ["code_other_board"]


def test_what_only_judges_boards_changes_no_code() -> None:
    of = PLANS["base"]
    judged = replace(of, rules=Options(reds_apart=True), floor=10)
    assert fingerprint(judged) == fingerprint(of)
    shuffled = replace(
        of.variable.terrain[0],
        hexes=of.variable.terrain[0].hexes[::-1],
        terrains=of.variable.terrain[0].terrains[::-1],
    )
    other = replace(of, variable=replace(of.variable, terrain=(shuffled,)))
    board = drawn(of, 2)
    assert decode(encode(of, board), finds(other)).board == board


def test_what_a_code_can_be_refused_for() -> None:
    of = PLANS["base"]
    code = encode(of, drawn(of, 3))
    assert refused("", of) == ["code_too_short"]
    assert refused("12", of) == ["code_too_short"]
    assert refused("U" + code[1:-1] + "é", of) == ["code_character", "code_character"]
    assert refused("1" * 1000, of) == ["code_too_long"]

    def nothing(scenario: str, players: int, edition: str) -> Plan:
        raise LookupError(scenario)

    with pytest.raises(CodeRefused) as caught:
        decode(code, nothing)
    assert said(caught.value) == ["code_no_board"]


@pytest.mark.usefixtures("numbered")
def test_a_newer_program_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    of = PLANS["new_shores-3p"]
    code = encode(of, drawn(of, 3))
    monkeypatch.setattr(TABLE, ())
    assert refused(code, of) == ["code_unknown_layout"]


@pytest.mark.usefixtures("numbered")
@given(st.text(max_size=200) | st.text(alphabet=ALPHABET, min_size=5, max_size=50))
def test_garbage_is_refused(text: str) -> None:
    with pytest.raises(CodeRefused):
        decode(text, finds(PLANS["base"]))


@given(st.binary(max_size=300))
def test_garbage_in_the_long_form_is_refused(data: bytes) -> None:
    text = PREFIX + "".join(ALPHABET[byte & 31] for byte in data)
    with pytest.raises(CodeRefused):
        decode(text, finds(PLANS["base"]))


def test_refusing_takes_no_time() -> None:
    of = PLANS["base"]
    began = process_time()
    for text in ("Z" * 160, "7" * 159, "é" * 100_000, PREFIX + "Z" * 20_000, "-" * 1_000_000):
        with pytest.raises(CodeRefused):
            decode(text, finds(of))
    assert process_time() - began < 5
