"""Undo and redo in the script: only what was seen, and the turn alone."""

from __future__ import annotations

import pytest

from tests.terminal.playing import NEW, answers, refusal, script

PLAYING = (NEW, {"do": "skip_setup", "seat": "Anna"})
NUMBER = {"do": "enter_faces", "seat": "Anna", "args": {"faces": [2, 3]}}


def test_a_second_card_is_not_drawn_by_insisting_on_an_answered_question() -> None:
    on = script()
    cards = {"new": {**NEW["new"], "numbers": "cards"}}
    asked = answers([cards, PLAYING[1]], on)[-1]["view"]["prompts"][0]["id"]
    draw = {"do": "draw_card", "seat": "Anna", "prompt": asked}
    first, second = answers([draw, {**draw, "forced": True}], on)
    assert first["ok"]
    assert second["refused"]["code"] == "stale"
    (unchanged,) = answers([{"view": "public"}], on)
    assert unchanged["view"] == first["view"]
    assert unchanged["view"]["forced"] == 0


@pytest.mark.parametrize("step", [{"undo": True}, {"undo": "turn"}, {"redo": True}])
def test_a_record_is_a_whole_number(step: dict[str, object]) -> None:
    assert refusal({**step, "expect": 1.5}, *PLAYING)["code"] == "bad_value"


def test_undo_and_redo_take_only_the_record_that_was_seen() -> None:
    on = script()
    notes = [{"do": "note", "args": {"text": text}} for text in ("one", "two", "three")]
    one, _two, three = answers([*PLAYING, *notes], on)[-3:]
    seen = one["view"]["undo"]["record"]
    for line in ({"undo": True, "expect": seen}, {"undo": "turn", "expect": seen}):
        assert answers([line], on)[0]["refused"]["code"] == "stale"
    last = three["view"]["undo"]["record"]
    assert answers([{"undo": "turn", "expect": last}], on)[0]["ok"]
    named = answers([{"view": "public"}], on)[0]["view"]["redo"]["record"]
    once, twice = answers([{"redo": True, "expect": named}] * 2, on)
    assert once["view"]["undo"]["record"] == named
    assert twice["refused"]["code"] == "stale"


def test_the_turn_s_undo_after_an_amendment_leaves_what_was_before_the_turn() -> None:
    end = {"do": "end_turn"}
    number = {"do": "enter_faces", "args": {"faces": [2, 4]}}
    mend = {"entry": "2", "do": "enter_faces", "seat": "Anna", "args": {"faces": [1, 1]}}
    found = answers(
        [*PLAYING, NUMBER, end, number, {"amend": mend, "commit": True}, {"undo": "turn"},
         {"undo": "turn"}, {"history": True}]
    )  # fmt: skip
    assert (found[6]["view"]["turn"], found[6]["view"]["number"]) == ("Ben", None)
    assert found[7]["refused"]["code"] == "nothing_to_undo"
    marks = {line["id"]: line["mark"] for line in found[8]["history"] if line["id"]}
    assert (marks["3"], marks["4"]) == ("live", "undone")
    taken_back = "Taken back: 6 comes up: 2 + 4, and everything after it"
    assert found[8]["history"][-1]["what"] == taken_back
