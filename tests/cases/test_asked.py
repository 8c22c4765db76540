"""The written cases that a table would ask in lines of the script, each asked there.

One JSON object a line: `id`, the deciding `rule`, `status`, the `situation` in words, the `lines`,
and what to `expect` of the last answer: a refusal's code, the values of facts, what is open, or
what the view says.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

import pytest

from tests.cases.loader import FOLDER, STATUSES
from tests.terminal.playing import answers

AREAS = ("asked_base", "asked_variants", "asked_two")
ASKED: list[dict[str, Any]] = [
    json.loads(line)
    for area in AREAS
    for line in (FOLDER / f"{area}.jsonl").read_text(encoding="utf-8").splitlines()
]


def _of_view(view: Mapping[str, Any], key: str, wanted: Any) -> Any:
    """What the view says of what a case wants to know."""
    seats = {seat["name"]: seat for seat in view["seats"]}
    if key in ("vp", "target", "awards"):
        return {name: seats[name][key] for name in wanted}
    if key == "tracks":
        return {n: {t: seats[n]["tracks"][t] for t in tracks} for n, tracks in wanted.items()}
    if key == "asked":
        return [prompt["name"] for prompt in view["prompts"]]
    if key == "told":
        return [step["id"] for step in view["step_details"] if step["id"] in wanted]
    return view[key]


def said(answer: Mapping[str, Any], expect: Mapping[str, Any]) -> dict[str, Any]:
    """What `answer` says of everything that `expect` names."""
    if not answer["ok"]:
        return {"refused": answer["refused"]["code"]}
    open_now = {action["do"] for action in answer.get("actions", ())}
    looks: dict[str, Any] = {}
    for key, wanted in expect.items():
        if key == "facts":
            looks[key] = [fact["value"] for fact in answer["facts"]]
        elif key == "open":
            looks[key] = [name for name in wanted if name in open_now]
        elif key == "closed":
            looks[key] = [name for name in wanted if name not in open_now]
        else:
            looks[key] = _of_view(answer["view"], key, wanted)
    return looks


@pytest.mark.parametrize("case", ASKED, ids=[case["id"] for case in ASKED])
def test_case(case: dict[str, Any]) -> None:
    found = answers(case["lines"])
    faults = [answer["refused"] for answer in found[:-1] if not answer["ok"]]
    assert not faults
    assert case["expect"]
    assert said(found[-1], case["expect"]) == case["expect"], case["situation"]


def test_cases_are_named_once_and_say_what_decides_them() -> None:
    ids = [case["id"] for case in ASKED]
    assert len(ids) == len(set(ids)) > 60
    assert all(case["status"] in STATUSES and case["rule"] for case in ASKED)
