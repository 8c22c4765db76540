"""What a fact may be asked with: seats by name anywhere, and every other shape refused."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.core import registry
from companion.core.module import Listed, Several
from companion.terminal.fact_args import EXAMPLES
from tests.terminal.playing import answers, refusal, script

NEW = {
    "new": {
        "players": [{"name": "Anna", "color": "red"}, "Ben", "Cy"],
        "numbers": "cards",
        "variants": ["harbormaster", "friendly_robber"],
    }
}
PLAYING = (NEW, {"do": "skip_setup", "seat": "Anna"})


def fact(name: str, **args: Any) -> Any:
    """The value of a fact in a game of three."""
    (found,) = answers([*PLAYING, {"facts": [{"name": name, "args": args}]}])[-1]["facts"]
    return found["value"]


def test_seats_are_meant_by_name_color_or_id_wherever_they_stand() -> None:
    counts = {"red": 4, "BEN": 5, "s3": 3}
    assert fact("holder_by", award="longest_trade_route", holder="anna", counts=counts) == "Ben"
    assert fact("payout", bank=1, claims={"red": 0, "ben": 3}) == {"Anna": 0, "Ben": 1}


def test_nobody_may_be_said_or_left_out() -> None:
    counts = {"Anna": 3, "Ben": 3}
    assert fact("holder_by", award="harbormaster", holder="Ben", counts=counts) == "Ben"
    assert fact("holder_by", award="harbormaster", holder=None, counts=counts) is None
    assert fact("holder_by", award="harbormaster", counts=counts) is None


def test_a_place_is_answered_by_its_id_in_every_language() -> None:
    asked = {"facts": ["robber_home"]}
    lines = answers([*PLAYING, asked, {"language": "cs"}, asked])
    english, czech = (answer["facts"][0] for answer in lines if "facts" in answer)
    assert english["value"] == czech["value"] == "desert"
    assert (english["text"], czech["text"]) == ("the desert", "poušť")


def test_a_place_may_be_called_like_a_seat() -> None:
    assert fact("open_hexes", hexes={"Red": [], "Anna": ["Ben"]}, robber_at="desert") == ["Red"]


@pytest.mark.parametrize(
    ("name", "args", "said"),
    [
        ("event_winners", {"event": "calm"}, "calm_seas"),
        ("event_winners", {"event": ["calm_seas"]}, "calm_seas"),
        ("holder", {"award": "longest_route"}, "longest_trade_route"),
        ("site_open", {"reached_by": "damaged_road"}, EXAMPLES["names"]),
        ("discard", {"seat": "Anna", "held": "15"}, EXAMPLES["count"]),
        ("discard", {"seat": "Anna", "held": -1}, EXAMPLES["count"]),
        ("discard", {"seat": "Anna", "held": True}, EXAMPLES["count"]),
        ("discard", {"seat": None, "held": 9}, EXAMPLES["seat"]),
        ("payout", {"bank": 2, "claims": {"Anna": "1"}}, EXAMPLES["counts"]),
        ("open_hexes", {"hexes": {"hills": "Anna"}, "robber_at": "x"}, EXAMPLES["places"]),
        ("open_hexes", {"hexes": ["hills"], "robber_at": "x"}, EXAMPLES["places"]),
        ("route_of", {"links": [["a"]], "own": [], "foreign": []}, EXAMPLES["links"]),
        ("route_of", {"links": [["a", "a"]], "own": [], "foreign": []}, "docs/actions.md"),
        ("route_of", {"links": [["a", "b", "rail"]], "own": [], "foreign": []}, "docs/actions.md"),
        ("cost", {"kind": "castle"}, "city, "),
        ("cost", {"kind": "ship"}, "city, "),
        ("cost", {"kind": "setlement"}, "settlement"),
        ("pieces_left", {"seat": "Anna", "kind": "raod"}, "road"),
        ("yield", {"kind": 3}, "city, "),
        ("site_open", {"reached_by": ["road", "rode"]}, "road"),
        ("site_open", {"reached_by": [["road"]]}, EXAMPLES["names"]),
        ("draw_place", {"draw": 0}, "docs/actions.md"),
        ("production", {"number": 13}, "docs/actions.md"),
    ],
)
def test_what_does_not_fit_is_refused_with_what_would(
    name: str, args: dict[str, Any], said: str
) -> None:
    refused = refusal({"facts": [{"name": name, "args": args}]}, *PLAYING)
    assert refused["code"] == "bad_argument"
    assert said in refused["text"]
    assert name in refused["text"]


def test_a_seat_that_is_nobody_s_is_refused_wherever_it_stands() -> None:
    for args in ({"bank": 2, "claims": {"Ann": 1}}, {"bank": 2, "claims": {"Anna": 1, "Bob": 1}}):
        refused = refusal({"facts": [{"name": "payout", "args": args}]}, *PLAYING)
        assert refused["code"] == "unknown_seat"


def test_every_kind_has_an_example_and_every_argument_a_kind() -> None:
    queries = {q.name: q for module in registry.known().values() for q in module.queries}
    for query in queries.values():
        assert set(query.takes) <= set(query.args), query.name
        for name in query.args:
            kind = query.arg(name)
            if isinstance(kind, Listed):
                assert queries[kind.by].args == (), query.name
            else:
                assert isinstance(kind, (tuple, Several)) or kind in EXAMPLES, query.name


SHAPES = st.recursive(
    st.none() | st.booleans() | st.integers(-3, 40) | st.sampled_from(("Anna", "red", "road", "")),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.sampled_from(("Anna", "Ben", "x")), inner, max_size=3)
    ),
    max_leaves=6,
)
ON = script()
GAME = answers(PLAYING, ON)
QUERIES = sorted(
    (q.name, q.args)
    for m in registry.known().values()
    if m.id in {"base", "awards", "pieces", "event_cards", "harbormaster", "friendly_robber"}
    for q in m.queries
)


@given(st.data())
def test_whatever_is_asked_gets_one_answer(data: st.DataObject) -> None:
    name, names = data.draw(st.sampled_from(QUERIES))
    args = {key: data.draw(SHAPES) for key in names}
    (answer,) = answers([{"facts": [{"name": name, "args": args}]}], ON)
    assert answer["ok"] or answer["refused"]["code"] in {"bad_argument", "unknown_seat"}
