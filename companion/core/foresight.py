"""What the table knows of the chance to come, as an undo took it back."""

from __future__ import annotations

from companion.core.context import Context
from companion.core.history import Log
from companion.core.model import Event


def foreseen(log: Log) -> tuple[Event, ...]:
    """Outcomes of chance that an undo took back and that will come again, next first.

    The table has seen them, so the history says so: drawing again gives the same. What something
    else has come in the way of (a deck that was entered anew) is none of them.
    """
    ctx = Context(log.rules, log.state)
    foresees = [m.foresees for m in log.rules.modules if m.foresees is not None]
    newest: dict[str, int] = {}
    for entry in log.live():
        for event in entry.events:
            seen = event.foresight()
            if seen is not None:
                newest[seen[0]] = max(newest.get(seen[0], -1), seen[1])
    known: dict[tuple[str, int], Event] = {}
    for record in log.records:
        for entry in record.entries:
            for event in entry.events:
                seen = event.foresight()
                if seen is None or seen[1] <= newest.get(seen[0], -1):
                    continue
                if all(comes(ctx, event) for comes in foresees):
                    known[seen] = event
    return tuple(known[key] for key in sorted(known))
