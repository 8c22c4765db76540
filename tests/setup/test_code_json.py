"""Boards as JSON: nothing is lost, and every fault of an edited file is named."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.core.board.options import Options
from companion.core.board.plan import Plan
from companion.scenario.files import ScenarioRefused
from companion.setup.code import decode
from companion.setup.code_json import (
    MOST_BYTES,
    PREFIX,
    from_json,
    long_form,
    read_json,
    to_json,
)
from companion.setup.code_text import CodeRefused
from tests.setup.plans import all_plans, drawn, finds, said
from tests.setup.seeds import seed

PLANS = all_plans()
BASE = PLANS["base"]
Edit = Callable[[dict[str, Any]], object]


def faults(data: object, of: Plan = BASE) -> list[tuple[str, Any]]:
    """What is wrong with the data: code and place of each fault."""
    with pytest.raises(CodeRefused) as caught:
        from_json(data, finds(of))
    assert said(caught.value)
    return [(problem.code, problem.text.params.get("path")) for problem in caught.value.problems]


def written(of: Plan = BASE) -> dict[str, Any]:
    return to_json(of, drawn(of, 1))


@pytest.mark.parametrize("name", PLANS)
def test_json_keeps_everything(name: str) -> None:
    of = PLANS[name]
    board, options = drawn(of, 1), Options(equal_apart=True, node_most=11)
    data = to_json(of, board, players=3, options=options, rules=False, seed=seed(1))
    assert json.loads(json.dumps(data)) == data
    found = read_json(json.dumps(data), finds(of))
    assert found == from_json(data, finds(of)) == decode(f"\n{json.dumps(data)}\n", finds(of))
    assert found.board == board
    assert (found.plan, found.players, found.options) == (of, 3, options)
    assert (found.rules, found.seed) == (False, seed(1))


@pytest.mark.parametrize("name", PLANS)
def test_the_long_form_keeps_everything_and_fits_a_qr_code(name: str) -> None:
    of = PLANS[name]
    board = drawn(of, 1)
    text = long_form(to_json(of, board))
    assert text == text.upper()
    assert len(text) < 1000
    assert decode(text, finds(of)).board == board
    assert decode(" - ".join([text[:50], text[50:].lower()]), finds(of)).board == board


def test_json_says_no_more_than_there_is() -> None:
    data = written()
    assert list(data) == ["format", "version", "scenario", "players", "tiles", "harbors", "marks"]
    desert = next(tile for tile in data["tiles"] if tile["terrain"] == "desert")
    assert set(desert) == {"hex", "terrain"}


EDITS: list[tuple[Edit, list[tuple[str, Any]]]] = [
    (lambda d: d.pop("scenario"), [("missing_key", ".")]),
    (lambda d: d.update(format="map"), [("bad_value", "format")]),
    (lambda d: d.update(version=2), [("version", None)]),
    (lambda d: d.update(version=True), [("version", None)]),
    (lambda d: d.update(players="4"), [("bad_value", "players")]),
    (lambda d: d.update(player=4), [("unknown_key", ".")]),
    (lambda d: d.update(seed="mine"), [("bad_value", "seed")]),
    (lambda d: d.update(rules=1), [("bad_value", "rules")]),
    (lambda d: d.update(options={"node_most": 16}), [("bad_value", "options.node_most")]),
    (lambda d: d.update(options={"reds_apart": 1}), [("bad_value", "options.reds_apart")]),
    (lambda d: d.update(options={"red_apart": True}), [("unknown_key", "options")]),
    (lambda d: d.update(options=[]), [("bad_value", "options")]),
    (lambda d: d.update(tiles={}), [("bad_value", "tiles")]),
    (lambda d: d.update(tiles=[{}] * 201), [("too_many", "tiles")]),
    (lambda d: d["tiles"].pop(), [("other_hexes", None)]),
    (lambda d: d["tiles"].append(d["tiles"][4]), [("twice", "tiles")]),
    (lambda d: d["tiles"][3].update(number=7), [("bad_value", "tiles[3].number")]),
    (lambda d: d["tiles"][3].update(terrain="forrest"), [("bad_value", "tiles[3].terrain")]),
    (lambda d: d["tiles"][3].update(terrain=["x"]), [("bad_value", "tiles[3].terrain")]),
    (lambda d: d["tiles"][3].update(hex=[0, 1.5]), [("bad_value", "tiles[3].hex")]),
    (lambda d: d["tiles"][3].update(hex=[0, 10**30]), [("bad_value", "tiles[3].hex")]),
    (lambda d: d["tiles"][3].pop("hex"), [("missing_key", "tiles[3]")]),
    (lambda d: d["harbors"][0].update(kind="gold"), [("bad_value", "harbors[0].kind")]),
    (lambda d: d["harbors"][0].update(edge=[[0, 0], [2, 0]]), [("apart", "harbors[0].edge")]),
    (lambda d: d["harbors"][0].update(edge=[[0, 0]]), [("bad_value", "harbors[0].edge")]),
    (lambda d: d["harbors"].append(d["harbors"][2]), [("twice", "harbors")]),
    (lambda d: d["marks"].append({}), [("missing_key", "marks[0]")]),
    (lambda d: d.update(edition="\n"), [("bad_value", "edition")]),
    (lambda d: d["marks"].append({"name": ""}), [("bad_value", "marks[0].name")]),
    (
        lambda d: d["marks"].append({"name": "a", "nodes": [[[0, 0], [1, 0], [2, 0]]]}),
        [("apart", "marks[0].nodes[0]")],
    ),
]


@pytest.mark.parametrize(("edit", "expected"), EDITS)
def test_every_edit_is_answered(edit: Edit, expected: list[tuple[str, Any]]) -> None:
    data = written()
    edit(data)
    assert faults(data) == expected


def test_faults_are_collected() -> None:
    data = written()
    del data["players"]
    data["tiles"][3]["number"] = 7
    data["harbors"][0]["kind"] = "gold"
    data["colour"] = "red"
    assert faults(data) == [
        ("unknown_key", "."),
        ("missing_key", "."),
        ("bad_value", "tiles[3].number"),
        ("bad_value", "harbors[0].kind"),
    ]


def test_a_flood_of_faults_is_cut() -> None:
    assert len(faults({f"key_{n}": n for n in range(10_000)})) == 20


def test_edges_and_nodes_may_be_written_in_any_order() -> None:
    data = written()
    for harbor in data["harbors"]:
        harbor["edge"].reverse()
    data["tiles"].reverse()
    assert from_json(data, finds(BASE)).board == drawn(BASE, 1)


def test_the_faults_of_the_scenario_come_along() -> None:
    def broken(scenario: str, players: int, edition: str) -> Plan:
        raise ScenarioRefused(caught.value.problems)

    with pytest.raises(CodeRefused) as caught:
        from_json({}, finds(BASE))
    own = list(caught.value.problems)
    with pytest.raises(CodeRefused) as caught_again:
        from_json(written(), broken)
    assert list(caught_again.value.problems)[1:] == own


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=5), inner),
    max_leaves=15,
)


def read_or_refused(data: object) -> None:
    try:
        found = from_json(data, finds(BASE))
    except CodeRefused as refused:
        problems = refused.problems
    else:
        again = to_json(
            found.plan,
            found.board,
            players=found.players,
            options=found.options,
            rules=found.rules,
            seed=found.seed,
        )
        assert from_json(again, finds(BASE)) == found
        return
    assert problems


@given(st.sampled_from(sorted(written())), JSON)
def test_any_value_anywhere_is_read_or_refused(key: str, value: Any) -> None:
    data = {**written(), key: value}
    read_or_refused(data)


@given(st.integers(0, 18), st.sampled_from(["hex", "terrain", "number"]), JSON)
def test_any_value_in_a_tile_is_read_or_refused(at: int, key: str, value: Any) -> None:
    data = written()
    data["tiles"][at][key] = value
    read_or_refused(data)


@given(st.text() | st.binary())
def test_other_texts_are_refused(text: str | bytes) -> None:
    with pytest.raises(CodeRefused):
        read_json(text, finds(BASE))


def test_hostile_texts_are_refused() -> None:
    for text in ("[" * 100_000, "9" * 100_000, '{"a":' * 40_000, " " * (MOST_BYTES + 1), "\ud800"):
        with pytest.raises(CodeRefused):
            read_json(text, finds(BASE))


def test_a_long_form_that_unpacks_to_too_much_is_refused() -> None:
    bomb = long_form({"tiles": "0" * 20_000_000})
    assert len(bomb) < 40_000
    with pytest.raises(CodeRefused):
        decode(bomb[: len(PREFIX) + 20_000], finds(BASE))
    with pytest.raises(CodeRefused) as caught:
        decode(long_form({"tiles": "0" * 5_000_000}), finds(BASE))
    assert said(caught.value) == ["damaged"]


def test_every_wrong_character_of_a_long_form_is_refused() -> None:
    text = long_form(written())
    for at in range(len(PREFIX), len(text) - 1):
        wrong = text[:at] + ("7" if text[at] != "7" else "8") + text[at + 1 :]
        try:
            found = decode(wrong, finds(BASE))
        except CodeRefused:
            continue
        pytest.fail(f"character {at} changed and nobody saw it: {found}")


def test_what_lies_beside_the_board_is_refused_each_by_name() -> None:
    of = PLANS["base"]
    said = to_json(of, drawn(of, 1))
    said["harbors"][0]["edge"] = [[98, 99], [99, 99]]
    said["marks"] = [{"name": "wreck", "nodes": [[[50, 50], [50, 51], [51, 50]]]}]
    with pytest.raises(CodeRefused) as refused:
        from_json(said, finds(of))
    assert [problem.code for problem in refused.value.problems] == ["off_board"] * 2
