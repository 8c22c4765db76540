"""Whether a recorded game can be played on by this program, found out before a face shows it.

A file may come from a newer Islekeeper or out of somebody's editor and still have the right shape
and a sound chain. Whatever it holds is a message here, and no fault of a face later.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from companion.core import chance
from companion.core.codec import setup_from_data
from companion.core.context import ALL_SEATS, Context
from companion.core.history import Log
from companion.core.model import SeatId, Setup
from companion.core.registry import SYSTEM
from companion.i18n.text import Param, Text
from companion.session import clocks, records, summary
from companion.view import present

_logger = logging.getLogger(__name__)


class Unsound(ValueError):
    """A game that this program cannot show; `text` says why to people."""

    def __init__(self, text: Text) -> None:
        super().__init__(text.id)
        self.text = text


def require_known_format(header: Mapping[str, Any]) -> None:
    """Raise `Unsound` for a game whose records a newer program wrote."""
    written = header.get("records", records.FORMAT)
    if type(written) is not int or not 1 <= written <= records.FORMAT:
        both: dict[str, Param] = {"found": str(written), "known": records.FORMAT}
        raise Unsound(Text("session.records_unknown", both))


def read_setup(data: Any) -> Setup:
    """The set-up in a game's first event. Raises `Unsound` for one that cannot be played."""
    try:
        setup = setup_from_data(data)
    except (msgspec.ValidationError, TypeError, ValueError) as fault:
        raise Unsound(Text("session.setup_malformed", {"detail": str(fault)})) from fault
    if setup.chance != chance.ALGORITHM:
        known = {"algorithm": setup.chance, "known": chance.ALGORITHM}
        raise Unsound(Text("session.chance_unknown", known))
    try:
        chance.commitment(setup.seed, algorithm=setup.chance)
    except ValueError:
        raise Unsound(Text("session.seed_malformed", {"length": len(setup.seed)})) from None
    named = {ref.id for ref in setup.modules}
    if missing := [module.id for module in SYSTEM if module.id not in named]:
        raise Unsound(Text("session.modules_missing", {"modules": tuple(missing)}))
    return setup


def require_sound(log: Log) -> None:
    """Raise `Unsound` for a game with strange seats, or one that cannot be shown or summed up."""
    try:
        known = {seat.id for seat in Context(log.rules, log.state).get(ALL_SEATS)}
        for entry in log.live():
            for event in entry.events:
                for seat in _seats_in(event):
                    if seat not in known:
                        raise Unsound(
                            Text("session.seat_unknown", {"entry": entry.id, "seat": seat})
                        )
        summary.summarize(log.rules, log.state, clocks.book_of(log.live()))
        present(log.rules, log.state, log=log)
    except Unsound:
        raise
    except Exception as fault:
        # Its data have their types, but no rule wrote them: any rule may fail in any way.
        _logger.exception("a recorded game cannot be shown")
        detail = f"{type(fault).__name__}: {fault}"
        raise Unsound(Text("session.not_showable", {"detail": detail})) from fault


def _seats_in(value: msgspec.Struct) -> Iterator[SeatId]:
    """The seats that an event, or a part of one, names in a field called `seat`."""
    for name in value.__struct_fields__:
        part = getattr(value, name)
        if name == "seat" and isinstance(part, str):
            yield part
        elif isinstance(part, msgspec.Struct):
            yield from _seats_in(part)
