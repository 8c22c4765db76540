"""How a refused value is quoted."""

from __future__ import annotations

from tests.terminal.playing import NEW, refusal

SKIP = {"do": "skip_setup", "seat": "Anna"}


def test_a_value_of_the_wrong_kind_is_quoted_as_it_was_given() -> None:
    """Nothing of Python shows, and a text is told from a number."""
    for given, shown in (
        ("12", '"12"'),
        ([{"a": 1}], '[{"a": 1}]'),
        (True, "true"),
        ({"b": ["ž"]}, '{"b": ["ž"]}'),
    ):
        refused = refusal({"do": "enter_number", "args": {"number": given}}, NEW, SKIP)
        assert f"number: {shown} " in refused["text"]
    for faces, shown in (([7, 1], "[7, 1]"), ([{"a": 1}], '[{"a": 1}]')):
        refused = refusal({"do": "enter_faces", "args": {"faces": faces}}, NEW, SKIP)
        assert f"faces: {shown} " in refused["text"]
