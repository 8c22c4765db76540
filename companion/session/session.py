"""The session: the single writer around one game, for every face and device."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Future
from pathlib import Path
from types import TracebackType
from typing import Any, Self, TypeVar

from companion.core import chance
from companion.core.history import Plan, Stamp
from companion.core.model import Command, Refusal, SeatId
from companion.journal import Backup, backups, restore
from companion.scenario.newgame import NewGame
from companion.session.desk import Desk, Subscriber
from companion.session.hosting import Hosting
from companion.session.inputs import How, Inputs
from companion.session.library import GameList, PeopleList, PreferenceList
from companion.session.options import Options
from companion.session.proposals import Proposal
from companion.session.snapshot import Answer, Done, SetupRefused, Snapshot
from companion.session.time import stamp_now
from companion.session.worker import InlineWorker, ThreadWorker, Worker

T = TypeVar("T")

PROPOSAL_SECONDS = 60.0
"""How long a device's reading waits for somebody to confirm it."""


class Session:
    """One journal, one game on the table, one thread that changes them.

    Every method may be called from any thread and answers with a `Future`; inputs are carried
    out one after another in the order of the calls. An answer `Done` means that the input is on
    the disk. A `Refusal` changed nothing: it is the rules' word, or a failed write, which
    `Snapshot.alarm` shows as well. Never wait for a future inside a subscriber or a callback of
    a future: they run on the session's thread.

    `inline` does the same without a thread: each call is done when it returns, on the thread
    that made the session. Close the session, or use it as a context manager.
    """

    def __init__(self, options: Options, *, inline: bool = False, read_only: bool = False) -> None:
        """Open the journal and resume the game that was open; see `ready`."""
        self._desk = Desk(options)
        self._inputs = Inputs(self._desk)
        self._hosting = Hosting(self._desk)
        self._clock = options.clock
        self._worker: Worker = InlineWorker() if inline else ThreadWorker("islekeeper-session")
        self.games = GameList(self._run, self._worker.aside, self._desk, self._hosting)
        self.people = PeopleList(self._run, self._desk)
        self.preferences = PreferenceList(self._run, self._desk)
        self.ready: Future[Snapshot] = self._run(lambda: self._start(read_only))

    @property
    def snapshot(self) -> Snapshot:
        """The newest snapshot, from any thread."""
        return self._desk.snapshot

    @property
    def path(self) -> Path:
        """The journal's file."""
        return self._desk.options.path

    @property
    def own_scenarios(self) -> Path | None:
        """The folder of the table's own scenario files."""
        return self._desk.options.own_scenarios

    def mono(self) -> float:
        """The session's monotonic clock now, for `Snapshot.clocks` and proposals."""
        return self._clock.mono()

    def aside(self, call: Callable[[], T]) -> Future[T]:
        """Do a long `call` that touches nothing of the session, while inputs go on."""
        return self._worker.aside(call)

    def subscribe(self, subscriber: Subscriber) -> Callable[[], None]:
        """Have `subscriber` called with the newest snapshot now and with every later one.

        It is called on the session's thread, in the order of the revisions, and before the
        answer that belongs to a snapshot is given. Returns what ends it.
        """
        self._run(lambda: self._desk.subscribe(subscriber))
        return lambda: self._forget(subscriber)

    def _forget(self, subscriber: Subscriber) -> None:
        self._run(lambda: self._desk.unsubscribe(subscriber))

    # -- inputs -------------------------------------------------------------------------------

    def submit(
        self,
        command: Command,
        source: str = "",
        stamp: Stamp | None = None,
        *,
        game: str | None = None,
    ) -> Future[Answer]:
        """Carry out `command`.

        A command whose `id` is known, also from before a restart, gets its first answer again
        (`Done.repeated`) and is not entered twice; a refused id is remembered until a restart;
        one that failed on a full disk may be sent again. `game`: the id of the game that the
        face showed; another one on the table refuses the input. `stamp`: when and by what it
        was entered, in seconds of `mono`; otherwise that is now, by `source`.
        """
        at = stamp or stamp_now(self._clock, source)
        return self._run(lambda: self._inputs.submit(command, at, game))

    def undo(
        self, expect: int | None = None, source: str = "", *, command_id: str = ""
    ) -> Future[Answer]:
        """Take back the last step.

        `expect` is the number of the record that the person saw named (`log.node.n`): when another
        one is the last by now, it is refused as stale.
        """
        at = stamp_now(self._clock, source)
        return self._run(lambda: self._inputs.undo(at, expect, command_id))

    def undo_turn(
        self, expect: int | None = None, source: str = "", *, command_id: str = ""
    ) -> Future[Answer]:
        """Take back everything since the present turn began; `expect` as for `undo`."""
        at = stamp_now(self._clock, source)
        return self._run(lambda: self._inputs.undo_turn(at, expect, command_id))

    def redo(
        self, expect: int | None = None, source: str = "", *, command_id: str = ""
    ) -> Future[Answer]:
        """Do the last undone step again, exactly as it was.

        `expect` is the number of the record that the person saw named (`log.redo_step().n`): when
        another one is next by now, it is refused as stale.
        """
        at = stamp_now(self._clock, source)
        return self._run(lambda: self._inputs.redo(at, expect, command_id))

    def plan_amendment(
        self, entry: str, commands: Sequence[Command], how: How = "replace"
    ) -> Future[Plan | Refusal]:
        """What changing the entry with this id (`Entry.id`) would mean; nothing changes yet."""
        given = tuple(commands)
        return self._run(lambda: self._inputs.plan_amendment(entry, given, how))

    def amend(self, plan: Plan, source: str = "", *, command_id: str = "") -> Future[Answer]:
        """Carry out a plan, as one record; refused when something came between."""
        at = stamp_now(self._clock, source)
        return self._run(lambda: self._inputs.amend(plan, at, command_id))

    # -- readings of devices that wait for a person --------------------------------------------

    def propose(
        self, command: Command, source: str, seconds: float = PROPOSAL_SECONDS
    ) -> Future[Proposal | Refusal]:
        """Show a reading to be confirmed within `seconds`; refused when it could not be entered."""
        return self._run(lambda: self._inputs.propose(command, source, seconds))

    def correct(self, proposal_id: str, args: Mapping[str, Any]) -> Future[Proposal | Refusal]:
        """Give a waiting reading other arguments, before it is confirmed."""
        return self._run(lambda: self._inputs.correct(proposal_id, args))

    def confirm(self, proposal_id: str, source: str = "") -> Future[Answer]:
        """Enter a waiting reading."""
        at = stamp_now(self._clock, source)
        return self._run(lambda: self._inputs.confirm(proposal_id, at))

    def discard(self, proposal_id: str) -> Future[None]:
        """Forget a waiting reading."""
        return self._run(lambda: self._inputs.discard(proposal_id))

    # -- which game -----------------------------------------------------------------------------

    def new_game(
        self, request: NewGame | Mapping[str, Any], source: str = "", *, game_id: str = ""
    ) -> Future[Done | Refusal | SetupRefused]:
        """Begin a game from a `NewGame`, or from plain data of that shape.

        `game_id`: a new id of the caller's choice (`journal.new_id`), so that the second of two
        taps gets the first one's game instead of another one.
        """
        at = stamp_now(self._clock, source)
        return self._run(lambda: self._hosting.new_game(request, at, game_id))

    def rematch(
        self, source: str = "", *, game_id: str = "", begins: SeatId = ""
    ) -> Future[Done | Refusal | SetupRefused]:
        """Begin the same game again with those who sit here; `game_id` as for `new_game`.

        `begins`: the seat, in the present game, that has the first turn; otherwise whoever had it.
        """
        at = stamp_now(self._clock, source)
        return self._run(lambda: self._hosting.rematch(at, game_id, begins))

    def open_game(self, game_id: str) -> Future[Refusal | None]:
        """Put a recorded game on the table; it is resumed at the next start."""
        return self._run(lambda: self._hosting.open(game_id))

    def close_game(self) -> Future[None]:
        """Take the game off the table; it stays saved, and nothing is resumed at the next start."""
        return self._run(self._hosting.close)

    def draw_lots(self, count: int) -> Future[tuple[int, ...]]:
        """The numbers 0 to `count` - 1 in an order of chance, for what is decided before a game.

        Nothing is entered; the machine's entropy decides, as for a game's seed.
        """
        entropy = self._desk.options.entropy
        lots = range(count)
        return self._run(lambda: chance.shuffle(chance.new_seed(entropy), "lots", 0, lots))

    def new_seed(self) -> Future[chance.Seed]:
        """A seed of the machine's entropy for what is no game, such as a board."""
        entropy = self._desk.options.entropy
        return self._run(lambda: chance.new_seed(entropy))

    # -- a file that cannot be opened -------------------------------------------------------------

    def reopen(self, *, read_only: bool = False) -> Future[Snapshot]:
        """Try the file again, or open it for reading only (a newer or a damaged one)."""
        return self._run(lambda: self._start(read_only))

    def start_anew(self) -> Future[Path]:
        """Set the file aside and begin an empty one, because a person chose to.

        The answer is where the old file is now. Raises `JournalError`.
        """
        return self._run(self._hosting.start_anew)

    def backups(self) -> Future[tuple[Backup, ...]]:
        """The copies of the whole journal that lie beside it, the newest first."""
        return self._run(lambda: backups(self.path))

    def restore(self, backup: Path) -> Future[Path | None]:
        """Put a backup in the journal's place; where a copy of the present file is kept."""
        return self._run(lambda: self._restore(backup))

    def _restore(self, backup: Path) -> Path | None:
        self._desk.close_journal()
        try:
            return restore(self.path, backup, clock=self._clock.wall)
        finally:
            self._hosting.start()

    # -- beginning and end ------------------------------------------------------------------------

    def close(self) -> None:
        """Finish the inputs that wait, close the file, end the thread."""
        self._worker.close(self._desk.close_journal)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        fault: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def _start(self, read_only: bool) -> Snapshot:
        self._hosting.start(read_only=read_only)
        return self._desk.snapshot

    def _run(self, call: Callable[[], T]) -> Future[T]:
        return self._worker.run(call)
