"""Entries and clocks for the journal's tests."""

from datetime import UTC, datetime, timedelta

from companion.journal import Event, Journal, NewEntry

START = datetime(2026, 12, 1, 19, 30, tzinfo=UTC)


class StepClock:
    """A wall clock that moves by one second whenever it is read."""

    def __init__(self) -> None:
        self.now = START

    def __call__(self) -> datetime:
        self.now += timedelta(seconds=1)
        return self.now


def new_entry(number: int, *, events: int = 2) -> NewEntry:
    """The entry that a script would record as its ``number``: every value depends on it."""
    return NewEntry(
        command_id=f"command-{number}",
        command={"do": "build", "seat": "Červená", "args": {"piece": "road", "at": [number, -1]}},
        answer={"ok": True, "number": number},
        events=tuple(
            Event("road.built", 1, {"seat": number % 4, "piece": f"road-{number}-{index}"})
            for index in range(events)
        ),
        source="touch",
        at=f"2026-12-01T19:{number // 60 % 60:02}:{number % 60:02}.000Z",
        monotonic_ms=number * 1000,
    )


def record(journal: Journal, game_id: str, first: int, last: int, *, events: int = 2) -> None:
    """Append entries ``first`` to ``last``, one by one."""
    for number in range(first, last + 1):
        seq = journal.last_seq(game_id)
        journal.append(game_id, new_entry(number, events=events), expected_seq=seq)
