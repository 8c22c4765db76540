"""The script answers every line, exactly once, and knows what was meant."""

from __future__ import annotations

import io
import json
import re
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.core import history
from companion.core.codec import state_to_data
from companion.core.context import Context
from companion.core.frozen import to_builtins
from companion.core.model import Refusal
from companion.terminal import lines as script_lines
from companion.terminal.requests import VERBS
from companion.terminal.script import Script
from companion.terminal.tables import MemoryTable, ScriptClock, SessionTable
from tests.core.random_play import random_command
from tests.terminal.playing import NEW, answers, refusal, script

PAGE = Path(__file__).parents[2] / "docs" / "script.md"
PLAYING = (NEW, {"do": "skip_setup", "seat": "Anna"})
NUMBER = {"do": "enter_faces", "seat": "Anna", "args": {"faces": [2, 3]}}


def contains(found: Any, wanted: Any) -> bool:
    """Whether everything that the page shows stands in the answer."""
    if isinstance(wanted, dict):
        return isinstance(found, dict) and all(
            key in found and contains(found[key], value) for key, value in wanted.items()
        )
    if isinstance(wanted, list) and wanted and isinstance(wanted[0], dict):
        return all(any(contains(one, value) for one in found) for value in wanted)
    return bool(found == wanted)


def blocks() -> list[str]:
    """The page's lines of the script: an example, its answers, facts and boards to ask for."""
    return re.findall(r"```jsonl\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)


def test_the_page_s_facts_are_answered() -> None:
    found = answers(json.loads(line) for line in blocks()[2].splitlines())
    values = [fact["value"] for answer in found for fact in answer.get("facts", ())]
    rates = {"brick": 3, "lumber": 3, "wool": 3, "grain": 3, "ore": 2}
    assert values == [
        7, {"Anna": 0, "Ben": 0}, "Ben", 3, ["forest"], False, False, rates, ["Anna", "Ben", "Cy"],
    ]  # fmt: skip
    assert found[-1]["view"]["event"] == "earthquake"


def test_the_page_s_example_comes_out_as_the_page_says() -> None:
    asked, said = blocks()[:2]
    found = answers(json.loads(line) for line in asked.splitlines())
    wanted = [json.loads(line) for line in said.splitlines()]
    assert len(found) == len(wanted)
    for answer, shown in zip(found, wanted, strict=True):
        assert contains(answer, shown), (answer, shown)


def test_the_page_s_boards_are_drawn() -> None:
    found = answers(json.loads(line) for line in blocks()[3].splitlines())
    assert [answer["board"]["outcome"] for answer in found] == ["board"] * 4
    assert "report" in found[1]["board"]
    assert found[3]["board"]["to_lay"] == []


def test_the_page_names_every_request() -> None:
    page = PAGE.read_text(encoding="utf-8")
    assert [verb for verb in VERBS if f"| `{verb}` |" not in page] == []


def test_the_view_always_has_what_is_promised() -> None:
    lines = [*PLAYING, NUMBER]
    given = answers(lines)
    assert len(given) == len(lines)
    for answer in given:
        view = answer["view"]
        assert {"turn", "number", "event", "steps", "seats", "prompts", "winner"} <= view.keys()
        for seat in view["seats"]:
            assert {"name", "vp", "target", "points", "tracks", "awards"} <= seat.keys()


@pytest.mark.parametrize(
    ("line", "code", "near"),
    [
        ({"undoo": True}, "unknown_key", "undo"),
        ({**NUMBER, "seatt": "Anna"}, "unknown_key", "seat"),
        ({"do": "enter_face", "seat": "Anna"}, "unknown_action", "enter_faces"),
        ({"do": "enter_faces", "seat": "Ana"}, "unknown_seat", "Anna"),
        ({"do": "enter_faces", "seat": "Anna", "args": {"face": []}}, "unknown_argument", "faces"),
        ({"facts": [{"name": "targt"}]}, "unknown_fact", "target"),
        ({"facts": [{"name": "target", "args": {"saet": "Anna"}}]}, "unknown_argument", "seat"),
        ({"language": "csx"}, "bad_value", "cs"),
        ({"new": {"players": ["A", "B", "C"], "variantes": []}}, "unknown_key", "variants"),
        ({"new": {"players": ["A", "B", "C"], "variants": ["harbourmaster"]}}, "unknown_variant",
         "harbormaster"),
        ({"new": {"players": ["A", "B", "C"], "settings": {"base.targt": 9}}}, "unknown_setting",
         "base.target"),
        ({"new": {"players": ["A", "B", "C"], "scenario": "bse"}}, "unknown_scenario", "base"),
        ({"amend": {"entry": 1, "do": "skip_setpu"}}, "unknown_action", "skip_setup"),
        ({"amend": {"entree": 1}}, "unknown_key", "entry"),
    ],
)  # fmt: skip
def test_what_is_unknown_says_what_it_might_have_meant(line: object, code: str, near: str) -> None:
    refused = refusal(line, *PLAYING)
    assert refused["code"] == code
    assert refused["params"]["near"] == near
    assert near in refused["text"]


@pytest.mark.parametrize(
    ("line", "code"),
    [
        (b"{", "bad_json"),
        (b'{"do":NaN}', "bad_json"),
        (b"[]", "not_an_object"),
        (b"7", "not_an_object"),
        (b"{}", "no_request"),
        (b"\xff\xfe", "bad_utf8"),
        (b'{"do":"\\ud800"}', "bad_json"),
        (b"[" * 9000, "too_deep"),
        (b'{"a":' * 40 + b"1" + b"}" * 40, "too_deep"),
        (b'{"undo":123456789012345678901234567890}', "too_great"),
        ({"undo": False}, "bad_value"),
        ({"undo": True, "redo": True}, "one_request"),
        ({"do": 7}, "bad_type"),
        ({"do": "end_turn", "args": []}, "bad_type"),
        ({"undo": True, "expect": 1.5}, "bad_value"),
        ({"undo": True, "at": "yesterday"}, "bad_time"),
        ({"amend": {}}, "missing_key"),
        ({"amend": {"entry": "1"}}, "bad_amendment"),
        ({"amend": {"entry": "99", "remove": True}}, "no_such_entry"),
        ({"facts": [7]}, "bad_value"),
        ({"facts": [{"name": "target", "args": {"seat": []}}]}, "bad_argument"),
    ],
)
def test_what_cannot_be_is_refused_and_nothing_changes(line: object, code: str) -> None:
    on = script()
    before = answers(PLAYING, on)[-1]["view"]
    answer = answers([line], on)
    assert [a["refused"]["code"] for a in answer] == [code]
    assert answers([{"view": "public"}], on)[0]["view"] == before


def test_a_line_beyond_all_size_gets_one_answer_and_the_next_its_own(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(script_lines, "LONGEST", 1000)
    found = answers([b'{"do":"' + b"x" * 5000 + b'"}', b"", b"  \t", NEW])
    assert [a["ok"] for a in found] == [False, True]
    assert found[0]["refused"]["code"] == "too_long"


def test_seats_go_by_name_color_and_id_and_a_name_goes_first() -> None:
    new = {"new": {"players": [{"name": "Blue", "color": "red"}, "Ben", "Cy"]}}
    for written, wanted in (("blue", "Blue"), ("RED", "Blue"), ("s2", "Ben"), (" cy ", "Cy")):
        answer = answers([new, {"view": written}])[-1]
        assert answer["view"]["viewer"] == wanted
    assert answers([new, {"view": "PUBLIC"}])[-1]["view"]["viewer"] is None


def test_arguments_that_are_seats_are_names_too() -> None:
    seven = {"do": "enter_faces", "seat": "Anna", "args": {"faces": [3, 4]}}
    rob = {"do": "move_robber", "seat": "Anna", "args": {"victim": "ben"}}
    answer = answers([*PLAYING, seven, rob])[-1]
    assert {"kind": "base.robber_moved", "seat": "Anna", "victim": "Ben", "to": "hex"} in answer[
        "events"
    ]
    wrong = {"do": "move_robber", "seat": "Anna", "args": {"victim": "Bob"}}
    assert refusal(wrong, *PLAYING, seven)["code"] == "unknown_seat"


def test_a_repeated_id_gets_its_first_answer_and_counts_once() -> None:
    first, again, other = answers(
        [*PLAYING, {**NUMBER, "id": "a"}, {**NUMBER, "id": "a"},
         {"do": "end_turn", "seat": "Anna", "id": "a"}]
    )[2:]  # fmt: skip
    assert again["repeated"] is True
    assert (again["seq"], again["events"]) == (first["seq"], first["events"])
    assert other["refused"]["code"] == "id_reused"


def test_a_refused_action_may_be_recorded_all_the_same_and_stays_marked() -> None:
    early = {"do": "end_turn", "seat": "Anna"}
    assert refusal(early, *PLAYING)["code"] == "not_now"
    answer = answers([*PLAYING, {**early, "forced": True}])[-1]
    assert answer["ok"] is True
    assert answer["view"]["forced"] == 1


def test_an_amendment_is_shown_first_and_made_when_told() -> None:
    on = script()
    answers([*PLAYING, NUMBER], on)
    wish = {"entry": 2, "do": "enter_faces", "seat": "Anna", "args": {"faces": [5, 6]}}
    shown, made, undone = answers(
        [{"amend": wish}, {"amend": wish, "commit": True}, {"undo": True}], on
    )
    assert shown["view"]["number"] == 5
    assert shown["amendment"]["view"]["number"] == 11
    assert (made["amendment"]["committed"], made["view"]["number"]) == (True, 11)
    assert undone["view"]["number"] == 5


def test_undo_of_the_turn_and_redo_name_what_they_take() -> None:
    end = {"do": "end_turn", "seat": "Anna"}
    found = answers([*PLAYING, NUMBER, end, {"undo": True}, {"undo": "turn"}, {"redo": True}])
    assert found[4]["view"]["turn"] == "Anna"
    assert found[5]["view"]["number"] is None
    assert "5" in found[5]["view"]["redo"]["label"]
    assert found[6]["view"]["number"] == 5


def test_language_switches_every_text_after_it() -> None:
    found = answers([*PLAYING, {"language": "cs"}, {"actions": "Anna"}, {"undoo": True}])
    assert found[2]["view"]["steps"] != found[1]["view"]["steps"]
    assert "Nemyslíte" in found[4]["refused"]["text"]


def test_a_game_can_start_in_mid_play() -> None:
    position = {
        "seats": {"Anna": {"pieces": {"settlement": 3, "city": 1}, "tracks": {"knights": 3}}},
        "turn": {"seat": "Ben", "number": 7, "stage": "number"},
    }
    answer = answers([{"new": {**NEW["new"], "position": position}}])[0]
    view = answer["view"]
    anna = next(s for s in view["seats"] if s["name"] == "Anna")
    assert (view["turn"], view["turn_number"]) == ("Ben", 7)
    assert (anna["vp"], anna["awards"]) == (7, ["largest_army"])


def test_a_game_goes_on_with_the_cards_that_lie_out_and_what_the_table_pinned() -> None:
    position = {
        "seats": {"Anna": {"points": 6}},
        "holders": {"longest_trade_route": {"holder": "Ben", "until": "released"}},
        "turn": {"seat": "Ben", "number": 7},
        "deck": {"seen": [{"number": 2, "event": "plentiful_year"}], "unseen": 3},
    }
    new = {"players": ["Anna", "Ben", "Cleo"], "numbers": "cards", "position": position}
    facts = [{"name": "cards_left", "args": {"number": 2}}, {"name": "deck_left"}]
    begun, left, drawn = answers(
        [{"new": new}, {"facts": facts}, {"do": "draw_card", "seat": "Ben"}]
    )
    assert {s["name"]: s["vp"] for s in begun["view"]["seats"]} == {"Anna": 6, "Ben": 2, "Cleo": 0}
    assert [fact["value"] for fact in left["facts"]] == [0, 31 - 4]
    assert (
        next(e for e in drawn["events"] if e["kind"] == "event_cards.card_drawn")["position"] == 5
    )
    assert "outcome" not in str(begun["events"])


def test_the_same_lines_give_the_same_bytes_and_never_a_clock() -> None:
    game = [{"new": {"players": ["A", "B", "C"], "numbers": "cards"}}, {"do": "skip_setup",
            "seat": "A"}, {"do": "draw_card", "seat": "A"}, {"history": True}, {"export": True},
            {"statistics": True}, {"rules": True}]  # fmt: skip
    first, second = answers(game), answers(game)
    assert first == second
    assert all(a["ok"] for a in first)
    assert all("at" not in line for line in first[3]["history"])


def test_times_come_from_the_lines_alone() -> None:
    start = [{**line, "at": "2026-12-01T19:00:00+01:00"} for line in PLAYING]
    found = answers([*start, {**NUMBER, "at": "2026-12-01T18:01:00"}, {"history": True}])
    assert found[-1]["history"][-1]["at"] == "2026-12-01T18:01:00.000Z"


def test_the_seed_shows_only_when_the_game_is_over() -> None:
    on = script()
    seed = "00112233445566778899aabbccddeeff"
    new = {"new": {"players": ["A", "B", "C"], "seed": seed, "numbers": "cards"}}
    told = answers([new, {"view": "A"}, {"history": True}, {"rules": True}], on)
    assert seed not in json.dumps(told)
    end = answers([{"do": "end_game"}], on)[0]
    assert end["view"]["seal"]["seed"] == seed


def session_script(path: Path) -> tuple[Script, SessionTable]:
    clock = ScriptClock()
    kept = SessionTable.open(path, clock)
    return Script(kept, clock), kept


def test_a_journal_keeps_the_game_from_run_to_run(tmp_path: Path) -> None:
    path = tmp_path / "games.sqlite3"
    on, kept = session_script(path)
    before = answers([*PLAYING, {**NUMBER, "id": "n"}], on)[-1]
    kept.session.close()
    on, kept = session_script(path)
    again, twice, _ = answers([{"view": "public"}, {**NUMBER, "id": "n"}, {"export": True}], on)
    kept.session.close()
    assert again["view"] == before["view"]
    assert (twice["repeated"], twice["seq"]) == (True, before["seq"])


@pytest.mark.parametrize("seed", range(4))
def test_a_random_game_by_script_is_the_game_by_the_rules(seed: int) -> None:
    rng = Random(seed)
    variants = (["event_cards"], [], ["harbormaster"], ["friendly_robber"])[seed]
    numbers = "cards" if variants == ["event_cards"] else "dice"
    phrase = f"random {seed}"
    new = {"players": ["Anna", "Ben", "Cy"], "variants": variants, "numbers": numbers,
           "seed": phrase}  # fmt: skip
    clock = ScriptClock()
    kept = MemoryTable(clock)
    on = Script(kept, clock)
    assert on.answer({"new": new})["ok"]
    assert kept.log is not None
    rules, setup = kept.log.rules, kept.log.state.setup
    log = history.start(rules, setup)
    names = {s.id: s.name for s in setup.seats}
    for _ in range(120):
        wish = random_command(rng, Context(rules, log.state))
        if wish is None:
            break
        went = history.submit(log, wish)
        args = {k: names.get(v, v) if isinstance(v, str) else to_builtins(v)
                for k, v in wish.args.items()}  # fmt: skip
        line = {"do": wish.action, "seat": names[wish.seat or ""], "args": args,
                "prompt": wish.prompt}  # fmt: skip
        answer = on.answer(json.loads(json.dumps(line)))
        if isinstance(went, Refusal):
            assert answer["refused"]["code"] == went.code
            continue
        log = went[0]
        assert answer["ok"], (line, answer)
        assert len(answer["events"]) == len(went[1].events)
    assert kept.log.next_number > 20
    assert state_to_data(kept.log.state) == state_to_data(log.state)


WORDS = st.sampled_from(
    [*VERBS, "seat", "args", "at", "id", "prompt", "forced", "entry", "insert", "before", "remove",
     "commit", "players", "variants", "settings", "position", "seats", "Anna", "Ben", "s1", "red",
     "enter_faces", "enter_position", "rename_seat", "whose", "name", "faces", "skip_setup",
     "end_turn", "target", "victims", "holder", "award", "turn", "public", "1", "base.target"]
)  # fmt: skip
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8) | WORDS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(WORDS, inner, max_size=4),
    max_leaves=12,
)
REQUESTS = st.builds(
    lambda verb, value, more: {**more, verb: value},
    st.sampled_from(list(VERBS)),
    VALUES,
    st.dictionaries(WORDS, VALUES, max_size=3),
)


@settings(max_examples=150)
@given(st.lists(REQUESTS | VALUES, max_size=6))
def test_any_json_gets_one_answer_a_line_and_never_a_fault(requests: list[Any]) -> None:
    found = answers([*PLAYING, *requests])
    assert len(found) == len(PLAYING) + len(requests)
    for answer in found:
        assert answer["ok"] or answer["refused"]["text"]
        assert answer["ok"] or answer["refused"]["code"] != "fault", answer


@given(st.binary(max_size=200))
def test_any_bytes_get_one_answer_a_line(raw: bytes) -> None:
    sink = io.BytesIO()
    script().run(io.BytesIO(raw), sink)
    body = raw.removeprefix(b"\xef\xbb\xbf")
    expected = sum(1 for line in body.split(b"\n") if line.strip())
    assert len(sink.getvalue().splitlines()) == expected


def test_a_fault_of_the_rules_is_an_answer_too(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    on = script()
    answers(PLAYING, on)
    monkeypatch.setattr("companion.terminal.script.rule_sheet", lambda *_: 1 / 0)
    assert answers([{"rules": True}], on)[0]["refused"]["code"] == "fault"
    assert "a line failed" in caplog.text


def test_a_refused_seat_is_called_by_its_name() -> None:
    new = {"new": {**NEW["new"], "variants": ["friendly_robber"]}}
    game = (new, PLAYING[1], {"do": "enter_faces", "seat": "Anna", "args": {"faces": [3, 4]}})
    refused = refusal({"do": "move_robber", "seat": "Anna", "args": {"victim": "Ben"}}, *game)
    assert refused["code"] == "forbidden"
    assert refused["params"]["seat"] == "Ben"
    assert "Ben" in refused["text"]
