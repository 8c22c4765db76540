"""What an audit says of one recorded event that chance decided."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from companion.core.model import Event, Struct


class Doubt(Struct, frozen=True):
    """Something that an audit found. Not a `fault`: odd, but what an amendment may bring about."""

    detail: str
    fault: bool = True


Audit = Callable[[Any, Event, Sequence[Event] | None], Doubt | None]
"""`audit(slice, event, before)` looks at `event` before it is folded into the module's `slice`.

`before` is what the same entry had brought before the amendment that wrote it again, empty for
an entry that the amendment put in; None where nothing was amended.
"""
