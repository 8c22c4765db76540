"""Message references: what they hold, how they are written and read."""

import subprocess
import sys

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.i18n import Param, Ref, SeatRef, Text

refs = st.builds(Ref, st.sampled_from(["resource", "seat", "event"]), st.text(max_size=8))
plain = st.integers(-(2**53), 2**53) | st.floats(allow_nan=False, allow_infinity=False)
atoms = st.recursive(
    plain | st.text(max_size=8) | refs,
    lambda inner: st.builds(
        Text,
        st.text(max_size=8),
        st.dictionaries(st.text(max_size=5), inner | st.lists(inner, max_size=3), max_size=3),
    ),
    max_leaves=8,
)
texts = st.builds(Text, st.text(max_size=8), st.dictionaries(st.text(max_size=5), atoms))


@given(texts)
def test_a_text_reads_back_from_json(text: Text) -> None:
    again = msgspec.json.decode(msgspec.json.encode(text), type=Text)

    assert again == text
    assert hash(again) == hash(text)


def test_json_tells_texts_from_references() -> None:
    text = Text("step.take", {"seat": SeatRef("s1"), "n": 2, "what": (Text("a.b"), "x")})

    assert msgspec.json.decode(msgspec.json.encode(text)) == {
        "is": "text",
        "id": "step.take",
        "params": {
            "seat": {"is": "ref", "kind": "seat", "id": "s1"},
            "n": 2,
            "what": [{"is": "text", "id": "a.b"}, "x"],
        },
    }


def test_a_list_is_kept_as_a_tuple_and_the_given_dict_is_not_shared() -> None:
    params: dict[str, Param] = {"seats": [SeatRef("s1"), SeatRef("s2")]}  # type: ignore[dict-item]
    text = Text("step.take", params)
    params["n"] = 1

    assert text.params == {"seats": (SeatRef("s1"), SeatRef("s2"))}


@pytest.mark.parametrize("value", [None, True, {"a": 1}, object(), (1, (2, 3)), [None]])
def test_what_is_no_parameter_is_refused_by_name(value: object) -> None:
    with pytest.raises(TypeError, match=r"parameter 'what' of message 'step\.take'"):
        Text("step.take", {"what": value})  # type: ignore[dict-item]


def test_a_text_cannot_be_changed() -> None:
    with pytest.raises(AttributeError):
        Text("step.take").id = "other"  # type: ignore[misc]


def test_naming_messages_loads_no_catalogue_code() -> None:
    loaded = subprocess.run(
        [sys.executable, "-c", "import companion.i18n.text, sys; print(*sys.modules)"],
        check=True,
        capture_output=True,
        text=True,
    ).stdout.split()

    assert "companion.i18n.text" in loaded
    assert not {"gettext", "babel", "polib", "companion.i18n.translator"} & set(loaded)
