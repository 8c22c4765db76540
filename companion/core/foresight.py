"""What the table knows of the chance to come, as an undo took it back."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from companion.core.context import Context
from companion.core.history import Entry, Log
from companion.core.model import Event


def foreseen(log: Log) -> tuple[Event, ...]:
    """Outcomes of chance that an undo took back and that will come again, next first.

    The table has seen them, so the history says so: drawing again gives the same. What something
    else has come in the way of (a deck that was entered anew) is none of them.
    """
    live = log.live()
    counts = {id(entry) for entry in live}
    written = (entry for record in log.records for entry in record.entries)
    dropped = list(_seen(entry for entry in written if id(entry) not in counts))
    if not dropped:
        return ()
    # Nothing is known of a stream once what counts has got as far as what was dropped.
    furthest: dict[str, int] = {}
    for (stream, position), _ in dropped:
        furthest[stream] = max(furthest.get(stream, -1), position)
    newest: dict[str, int] = {}
    for (stream, position), _ in _seen(reversed(live)):
        newest[stream] = max(newest.get(stream, -1), position)
        if position >= furthest.get(stream, position + 1):
            del furthest[stream]
            if not furthest:
                return ()
    ctx = Context(log.rules, log.state)
    foresees = [m.foresees for m in log.rules.modules if m.foresees is not None]
    known = {
        (stream, position): event
        for (stream, position), event in dropped
        if position > newest.get(stream, -1) and all(comes(ctx, event) for comes in foresees)
    }
    return tuple(known[key] for key in sorted(known))


def _seen(entries: Iterable[Entry]) -> Iterator[tuple[tuple[str, int], Event]]:
    """The events that showed what chance gives, each with its stream and position there."""
    for entry in entries:
        for event in entry.events:
            # Few kinds do; the many others of a long evening are not even asked.
            if type(event).foresight is not Event.foresight:
                seen = event.foresight()
                if seen is not None:
                    yield seen, event
