"""What a rule module adds to a position, beside pieces, counts, holders and the turn."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

from companion.core.model import Event, Struct
from companion.i18n.text import Param as TextParam
from companion.i18n.text import Ref, Text

if TYPE_CHECKING:
    from companion.core.context import Context


class Reading(Protocol):
    """Notes what is wrong with written data; every answer is one that can be gone on with."""

    def fault(self, path: str, fault: Text) -> None:
        """Note what is wrong at `path`."""

    def wrong(self, path: str, value: Any, *allowed: str) -> None:
        """Note a value that cannot be, and what could."""

    def mapping(self, path: str, data: Any, keys: tuple[str, ...] = ()) -> Mapping[str, Any]:
        """`data` where it is an object, its keys among `keys` (none named: any)."""

    def count(self, path: str, value: Any, low: int, high: int) -> int:
        """A whole number between the bounds; the lower one in place of a wrong value."""


@dataclass(frozen=True)
class PositionPart:
    """A part of the book that a table may enter, under the key `key` of a position.

    `now` is the part as it stands; `read` makes the same of written data and notes its faults;
    `data` writes it, as short as it can be said. A position that does not mention the part
    leaves it alone; else `enter` gives the events to get there (none where it is so already).
    `said` is what of it can differ: by name, its label and its value in words.
    """

    key: str
    doc: str
    now: Callable[[Context], Struct]
    read: Callable[[Context, Reading, Any], Struct]
    data: Callable[[Any], Any]
    enter: Callable[[Context, Any], Iterable[Event]]
    said: Callable[[Context], Mapping[str, tuple[Text | Ref, TextParam]]]
