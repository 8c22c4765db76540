"""What the script plays on: a history in memory, or a session with its journal."""

from __future__ import annotations

import secrets
import tempfile
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final, Literal, Protocol

import msgspec

from companion.core import history
from companion.core.compose import CompositionRefused
from companion.core.frozen import FrozenMap, freeze
from companion.core.history import Log, Plan, Record, Stamp
from companion.core.model import Command, Refusal
from companion.i18n.text import Text
from companion.journal import Journal, iso
from companion.scenario.newgame import compose_game, read_request
from companion.session import Answer, Done, Options, Session, SetupRefused
from companion.session import records as journal_records
from companion.session.time import Clock
from companion.setup.playing import with_board

SOURCE: Final = "script"
SEED: Final = "script"
"""Pass phrase of a game in memory that names no seed: the same lines give the same answers."""

EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)
"""What a game in memory is stamped with where no line gives a time."""

How = Literal["replace", "before", "after"]


class ScriptClock:
    """The time that the lines say; before the first one, the machine's, or none at all.

    Once a line has given a time, it stands still until another line gives a later one: it never
    goes back.
    """

    def __init__(self, machine: Clock | None = None) -> None:
        """`machine` is what it reads until a line gives a time; without one it is `EPOCH`."""
        self._machine = machine
        self._first: datetime | None = None
        self._now: datetime | None = None
        self._before = 0.0

    @property
    def given(self) -> datetime | None:
        """The last time a line gave."""
        return self._now

    def set(self, moment: datetime) -> None:
        """It is `moment` now. Raises ValueError for one before the last that was given."""
        if self._now is not None and moment < self._now:
            raise ValueError(f"{iso(moment)} is before {iso(self._now)}")
        if self._first is None:
            self._before = self.mono()
            self._first = moment
        self._now = moment

    def wall(self) -> datetime:
        """The last time a line gave, or what stands for it."""
        if self._now is not None:
            return self._now
        return EPOCH if self._machine is None else self._machine.wall()

    def mono(self) -> float:
        """Seconds that go on from the machine's by what the lines' times have gone on."""
        if self._now is not None and self._first is not None:
            return self._before + (self._now - self._first).total_seconds()
        return 0.0 if self._machine is None else self._machine.mono()

    def stamp(self) -> Stamp:
        """Now, by the script."""
        return Stamp(iso(self.wall()), self.mono(), SOURCE)


class ScriptTable(Protocol):
    """One game at a time, whatever keeps it."""

    @property
    def log(self) -> Log | None:
        """The game; None before the first."""

    @property
    def own_scenarios(self) -> Path | None:
        """The folder of the table's own scenario files."""

    def begin(self, request: Mapping[str, Any]) -> Done | Refusal | SetupRefused:
        """Begin another game."""

    def submit(self, command: Command) -> Answer:
        """Carry out a command; a known id gets its first answer again."""

    def undo(self, expect: int | None, command_id: str) -> Answer:
        """Take back the last step."""

    def undo_turn(self, expect: int | None, command_id: str) -> Answer:
        """Take back the present turn."""

    def redo(self, expect: int | None, command_id: str) -> Answer:
        """Bring back what was undone last."""

    def plan(self, entry: str, commands: Sequence[Command], how: How) -> Plan | Refusal:
        """What an amendment would mean."""

    def amend(self, plan: Plan, command_id: str) -> Answer:
        """Carry it out."""

    def export(self, target: Path) -> Path:
        """Write the game as one JSON file."""


class MemoryTable:
    """A game that is gone with the process."""

    def __init__(self, clock: ScriptClock, own_scenarios: Path | None = None) -> None:
        self._clock = clock
        self._own_scenarios = own_scenarios
        self._log: Log | None = None
        self._answers: dict[str, tuple[Command | str, Answer]] = {}

    @property
    def log(self) -> Log | None:
        """The game; None before the first."""
        return self._log

    @property
    def own_scenarios(self) -> Path | None:
        """The folder of the table's own scenario files."""
        return self._own_scenarios

    def begin(self, request: Mapping[str, Any]) -> Done | Refusal | SetupRefused:
        """Begin another game; the one before is gone."""
        try:
            asked = read_request(dict(request))
            if asked.seed is None:
                asked = msgspec.structs.replace(asked, seed=SEED)
            asked = with_board(asked, self._own_scenarios)
            rules, setup = compose_game(
                asked, secrets.token_bytes, own_scenarios=self._own_scenarios
            )
        except CompositionRefused as fault:
            return SetupRefused(fault.problems)
        log = history.start(rules, setup, self._clock.stamp())
        if asked.position is not None:
            args = FrozenMap({"position": freeze(asked.position)})
            answer = history.submit(log, Command("enter_position", args=args), self._clock.stamp())
            if isinstance(answer, Refusal):
                return answer
            log = answer[0]
        self._answers.clear()
        return self._took(log)

    def submit(self, command: Command) -> Answer:
        """Carry out a command; a known id gets its first answer again."""
        earlier = self._earlier(command.id, command)
        if earlier is not None:
            return earlier
        log = self._game()
        answer = history.submit(log, command, self._clock.stamp())
        return self._answered(
            command.id, command, answer if isinstance(answer, Refusal) else answer[0]
        )

    def undo(self, expect: int | None, command_id: str) -> Answer:
        """Take back the last step."""
        return self._earlier(command_id, "undo") or self._answered(
            command_id, "undo", history.undo(self._game(), self._clock.stamp(), expect=expect)
        )

    def undo_turn(self, expect: int | None, command_id: str) -> Answer:
        """Take back the present turn."""
        return self._earlier(command_id, "undo") or self._answered(
            command_id,
            "undo",
            history.undo_turn(self._game(), self._clock.stamp(), expect=expect),
        )

    def redo(self, expect: int | None, command_id: str) -> Answer:
        """Bring back what was undone last."""
        return self._earlier(command_id, "redo") or self._answered(
            command_id, "redo", history.redo(self._game(), self._clock.stamp(), expect=expect)
        )

    def plan(self, entry: str, commands: Sequence[Command], how: How) -> Plan | Refusal:
        """What an amendment would mean."""
        return history.plan_amendment(self._game(), entry, commands, how)

    def amend(self, plan: Plan, command_id: str) -> Answer:
        """Carry it out."""
        return self._earlier(command_id, "amend") or self._answered(
            command_id, "amend", history.amend(self._game(), plan, self._clock.stamp())
        )

    def export(self, target: Path) -> Path:
        """Write the game as a journal would export it."""
        log = self._game()
        entries = [journal_records.to_journal(r, f"r{r.n}") for r in log.records]
        header = {"records": journal_records.FORMAT}
        with (
            tempfile.TemporaryDirectory(prefix="islekeeper-script-") as folder,
            Journal.open(Path(folder) / "journal.sqlite3", clock=self._clock.wall) as journal,
        ):
            journal.games.create(SOURCE, header, first=entries)
            return journal.export_game(SOURCE, target, contains_secrets=not log.state.over)

    def _game(self) -> Log:
        assert self._log is not None  # the script refuses before it comes here
        return self._log

    def _took(self, log: Log) -> Done:
        self._log = log
        record: Record = log.records[-1]
        return Done(SOURCE, record, log)

    def _answered(self, command_id: str, what: Command | str, found: Log | Refusal) -> Answer:
        answer: Answer = found if isinstance(found, Refusal) else self._took(found)
        if command_id:
            self._answers[command_id] = (what, answer)
        return answer

    def _earlier(self, command_id: str, what: Command | str) -> Answer | None:
        known = self._answers.get(command_id) if command_id else None
        if known is None:
            return None
        first, answer = known
        if _essence(first) != _essence(what):
            return Refusal("id_reused", Text("session.id_reused", {"id": command_id}))
        if isinstance(answer, Done):
            return Done(answer.game, answer.record, answer.log, repeated=True)
        return answer


def _essence(what: Command | str) -> object:
    return what if isinstance(what, str) else (what.action, what.seat, what.args)


class SessionTable:
    """A game in a journal: it is there again the next time, to the last answered line."""

    def __init__(self, session: Session) -> None:
        self._session = session

    @classmethod
    def open(
        cls, path: Path, clock: ScriptClock, own_scenarios: Path | None = None
    ) -> SessionTable:
        """The journal at `path`, with whatever game is open in it."""
        options = Options(path, clock=clock, own_scenarios=own_scenarios)
        return cls(Session(options, inline=True))

    @property
    def session(self) -> Session:
        """The session."""
        return self._session

    @property
    def own_scenarios(self) -> Path | None:
        """The folder of the table's own scenario files."""
        return self._session.own_scenarios

    @property
    def log(self) -> Log | None:
        """The open game."""
        return self._session.snapshot.log

    def begin(self, request: Mapping[str, Any]) -> Done | Refusal | SetupRefused:
        """Begin another game; the one before stays in the journal."""
        return self._session.new_game(request, SOURCE).result()

    def submit(self, command: Command) -> Answer:
        """Carry out a command; a known id gets its first answer again."""
        return self._session.submit(command, SOURCE).result()

    def undo(self, expect: int | None, command_id: str) -> Answer:
        """Take back the last step."""
        return self._session.undo(expect, SOURCE, command_id=command_id).result()

    def undo_turn(self, expect: int | None, command_id: str) -> Answer:
        """Take back the present turn."""
        return self._session.undo_turn(expect, SOURCE, command_id=command_id).result()

    def redo(self, expect: int | None, command_id: str) -> Answer:
        """Bring back what was undone last."""
        return self._session.redo(expect, SOURCE, command_id=command_id).result()

    def plan(self, entry: str, commands: Sequence[Command], how: How) -> Plan | Refusal:
        """What an amendment would mean."""
        return self._session.plan_amendment(entry, commands, how).result()

    def amend(self, plan: Plan, command_id: str) -> Answer:
        """Carry it out."""
        return self._session.amend(plan, SOURCE, command_id=command_id).result()

    def export(self, target: Path) -> Path:
        """Write the game as one JSON file."""
        game = self._session.snapshot.game
        assert game is not None
        return self._session.games.export(game, target).result()
