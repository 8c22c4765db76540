"""What the tests of the session share: a clock to turn, sessions, a player without a plan."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random
from typing import Any

from companion.core.codec import state_to_data
from companion.core.frozen import FrozenMap, encode, freeze
from companion.core.history import Log, Plan
from companion.core.model import Command, Refusal, SeatId, State
from companion.journal import new_id
from companion.session import Answer, Done, Options, Session, SetupRefused
from tests.core.random_play import random_command

SEED = "00112233445566778899aabbccddeeff"
TABLES: Sequence[dict[str, Any]] = (
    {"players": ["Anna", "Ben", "Cy"], "numbers": "dice"},
    {"players": ["Anna", "Ben", "Cy", "Dan"], "variants": ["event_cards"]},
    {"players": ["Anna", "Ben", "Cy"], "variants": ["event_cards", "harbormaster"]},
    {"players": ["Anna", "Ben"], "variants": ["two_players"], "numbers": "dice"},
)
"""New games of several kinds."""


class FakeClock:
    """Stands still until it is turned."""

    def __init__(self, mono: float = 1000.0) -> None:
        self.seconds = mono
        self.day = datetime(2026, 12, 1, 19, 30, tzinfo=UTC)

    def wall(self) -> datetime:
        return self.day

    def mono(self) -> float:
        return self.seconds

    def turn(self, seconds: float) -> None:
        self.seconds += seconds
        self.day += timedelta(seconds=seconds)


def inline(path: Path, **more: Any) -> Session:
    """A session without a thread."""
    return Session(Options(path, **more), inline=True)


def begun(session: Session, request: dict[str, Any] | None = None) -> Done:
    """A new game, which must be accepted."""
    answer = session.new_game({"seed": SEED, **(request or TABLES[0])}).result()
    assert isinstance(answer, Done), answer
    return answer


def do(session: Session, action: str, seat: SeatId | None = None, **args: Any) -> Done:
    """An action that must be accepted."""
    answer = session.submit(Command(action, seat, freeze(args)), "test").result()
    assert isinstance(answer, Done), answer
    return answer


def no(answer: Answer | SetupRefused) -> Refusal:
    """An answer that must be a refusal."""
    assert isinstance(answer, Refusal), answer
    return answer


def log_of(session: Session) -> Log:
    log = session.snapshot.log
    assert log is not None
    return log


def turns(session: Session, count: int) -> None:
    """Skip the set-up if it is open, and play whole turns of a number and nothing else."""
    for _ in range(count):
        ctx = session.snapshot.context()
        if ctx.prompt("setup.place") is not None:
            do(session, "skip_setup", ctx.players()[0])
        seat = log_of(session).state.frames[-1].seat
        do(session, "enter_faces", seat, faces=[2, 3])
        do(session, "end_turn", seat)


def same_history(first: Log, second: Log) -> None:
    """Two histories are the same in every respect: records, state, what can be redone."""
    assert first.records == second.records
    assert first.state == second.state
    assert first.live() == second.live()
    assert [node.n for node in first.ahead] == [node.n for node in second.ahead]
    assert [node.state for node in first.ahead] == [node.state for node in second.ahead]


def digest(state: State) -> str:
    """A short name of a state: equal states have equal ones."""
    return hashlib.sha256(encode(state_to_data(state))).hexdigest()[:16]


class Player:
    """Enters anything that is open, and undoes, redoes and amends now and then."""

    def __init__(self, session: Session, rng: Random) -> None:
        self.session = session
        self.rng = rng
        self.last_id = ""

    def step(self) -> Done | None:
        """One input, with its answer; None when it was refused (an amendment that fits nothing)."""
        answer = self._input()
        return answer if isinstance(answer, Done) else None

    def _input(self) -> Answer:
        chosen = self.rng.random()
        session, named = self.session, new_id()
        self.last_id = named
        if chosen < 0.08:
            return session.undo(source="test", command_id=named).result()
        if chosen < 0.12:
            return session.redo(source="test", command_id=named).result()
        if chosen < 0.13:
            return session.undo_turn(source="test", command_id=named).result()
        if chosen < 0.16:
            return self._amend(named)
        command = self._command()
        if command is None:
            return session.undo(source="test", command_id=named).result()
        self.last_id = command.id
        return session.submit(command, "test").result()

    def _command(self) -> Command | None:
        context = self.session.snapshot.context()
        corrections = self.rng.random() < 0.1
        try:
            found = random_command(self.rng, context, corrections=corrections, avoid=("end_game",))
        except ValueError:  # a parameter that cannot be made up, such as a whole position
            found = random_command(self.rng, context, corrections=False)
        if found is None:
            return None
        return Command(found.action, found.seat, found.args, found.prompt, "tester", id=new_id())

    def _amend(self, named: str) -> Answer:
        live = log_of(self.session).live()
        entry = self.rng.choice(live[-6:])
        how = self.rng.choice(("replace", "before", "after"))
        commands = () if how == "replace" else (Command("enter_number", args=_FIVE),)
        plan = self.session.plan_amendment(entry.id, commands, how).result()  # type: ignore[arg-type]
        if not isinstance(plan, Plan):
            return plan
        return self.session.amend(plan, "test", command_id=named).result()


_FIVE: FrozenMap[str, Any] = FrozenMap({"number": 5})
