"""Message references: what is to be said, without the language it is said in.

`Text` and `Ref` are data. The rules core builds them, the journal and the script face write
them as JSON, and a `companion.i18n.translator.Translator` turns them into words. That is why a
history reads in any language, and why this module imports nothing but msgspec.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeAlias

import msgspec


class Ref(msgspec.Struct, frozen=True, tag_field="is", tag="ref"):
    """A typed reference to a thing that has a name in every language.

    `kind` and `id` together are the message id: `Ref("resource", "lumber")` reads
    `resource.lumber`. The kind `seat` is the exception: what persons call themselves comes from
    the game, so a seat's name is looked up in the mapping the translator was given.
    """

    kind: str
    id: str

    @property
    def message(self) -> str:
        """The message id that names this thing."""
        return f"{self.kind}.{self.id}"


class Text(msgspec.Struct, frozen=True, tag_field="is", tag="text", omit_defaults=True):
    """A message id with its named parameters: `Text("step.discard", {"n": 4})`.

    A parameter is a number, a string (shown as it is: a name somebody typed), a `Ref`, another
    `Text`, or a tuple of these, which is joined in the language's way ("A, B and C"). A list is
    stored as a tuple. The mapping is never changed after construction.

    Raises `TypeError`, naming message and parameter, for anything else: it would otherwise fail
    only when a face renders it.
    """

    id: str
    params: Mapping[str, Param] = {}

    def __post_init__(self) -> None:
        checked = {name: _checked(self.id, name, value) for name, value in self.params.items()}
        msgspec.structs.force_setattr(self, "params", checked)

    def __hash__(self) -> int:
        # The generated hash would hash the dict itself, which has none.
        return hash((self.id, frozenset(self.params.items())))


Atom: TypeAlias = int | float | str | Ref | Text
Param: TypeAlias = int | float | str | Ref | Text | tuple[Atom, ...]


def SeatRef(seat: str) -> Ref:  # noqa: N802 - reads as the type it makes
    """The reference to a seat, shown as the name its person goes by."""
    return Ref("seat", seat)


def _checked(message: str, name: str, value: object) -> Param:
    """The parameter as it is kept, lists as tuples."""
    if isinstance(value, (list, tuple)):
        return tuple(_checked_atom(message, name, item) for item in value)
    return _checked_atom(message, name, value)


def _checked_atom(message: str, name: str, value: object) -> Atom:
    # bool is an int to Python, but "True" is no word of any language.
    if isinstance(value, (int, float, str, Ref, Text)) and not isinstance(value, bool):
        return value
    raise TypeError(
        f"parameter {name!r} of message {message!r} is {value!r} ({type(value).__name__}); "
        "use a number, a string, a Ref, a Text, or a flat tuple of these"
    )
