"""What a session holds: the open journal, the game on the table, and who watches.

Used on the session's one thread only. What is entered is in `inputs`, which games there are in
`hosting`; both change the desk and publish.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Literal, TypeVar

from companion.core.history import Log
from companion.core.model import Refusal
from companion.journal import Journal, JournalError, JournalMisuse, iso, set_aside
from companion.session import summary
from companion.session.clocks import ClockBook, Clocks
from companion.session.options import Options
from companion.session.proposals import Proposals
from companion.session.snapshot import (
    Changes,
    JournalStatus,
    Snapshot,
    Trouble,
    fault_trouble,
    program_fault,
    refused,
)

T = TypeVar("T")
Subscriber = Callable[[Snapshot], object]
List = Literal["games", "people", "preferences"]

_logger = logging.getLogger(__name__)


@dataclass(frozen=True)
class OpenGame:
    """The game on the table; `trouble` makes it read-only.

    `seq` counts the events in the journal and `ids` names the record of each command id. Game
    time stood at `base` seconds when the monotonic clock stood at `opened`.
    """

    id: str
    title: str
    log: Log | None = field(repr=False)
    seq: int
    ids: dict[str, int] = field(repr=False)
    book: ClockBook
    base: float
    opened: float
    trouble: Trouble | None = None

    def game_time(self, mono: float) -> float:
        """Game time at a moment of the session's monotonic clock."""
        return self.base + max(0.0, mono - self.opened)

    def clocks(self) -> Clocks:
        """The clocks as a face shows them."""
        return Clocks(self.book, self.opened + self.book.at - self.base)


class Desk:
    """The journal, the game, the alarm, the subscribers."""

    def __init__(self, options: Options) -> None:
        self.options = options
        self.game: OpenGame | None = None
        self.proposals = Proposals()
        self.results_due = False
        self._journal: Journal | None = None
        self._fault: JournalError | None = None
        self._alarm: Trouble | None = None
        self._changes = Changes()
        self._subscribers: list[Subscriber] = []
        self.snapshot = Snapshot(0, JournalStatus(options.path))

    # -- the journal ----------------------------------------------------------------------

    @property
    def journal(self) -> Journal:
        """The open journal. Raises the `JournalError` that kept it from opening."""
        if self._journal is not None:
            return self._journal
        if self._fault is not None:
            raise self._fault
        raise JournalMisuse("journal.closed", file=str(self.options.path))

    def open_journal(self, *, read_only: bool = False) -> bool:
        """Open the file, or keep what is wrong with it for the snapshots; whether it is open."""
        self.close_journal()
        try:
            self._journal = self.options.open(read_only=read_only)
            self._fault = None
        except JournalError as fault:
            self._fault = fault
        return self._journal is not None

    def close_journal(self) -> None:
        """Take the game off the table and close the file."""
        self.game = None
        self.proposals = Proposals()
        journal, self._journal = self._journal, None
        if journal is not None:
            journal.close()

    def set_journal_aside(self) -> Path:
        """Move a file that cannot be opened out of the way, because a person chose to."""
        self.close_journal()
        return set_aside(self.options.path, clock=self.options.clock.wall)

    # -- what goes wrong and right ------------------------------------------------------------

    def failed(self, fault: JournalError) -> Refusal:
        """A write failed and changed nothing: ring the alarm, and the answer to the input."""
        if not isinstance(fault, JournalMisuse):  # that one is the caller's fault, not the disk's
            self._alarm = fault_trouble(fault)
        return refused(fault)

    def alarm(self, trouble: Trouble) -> None:
        """Ring the alarm for a fault of the program itself."""
        self._alarm = trouble

    def wrote(self, *lists: List) -> None:
        """A write succeeded: the alarm is over, and these lists are not what they were."""
        self._alarm = None
        for name in lists:
            self._changes = replace(self._changes, **{name: getattr(self._changes, name) + 1})

    def use(self, act: Callable[[Journal], T], *touches: List) -> T:
        """Do something with the journal's lists, and publish when it `touches` one.

        Raises the `JournalError`, after the alarm rang for a failed write.
        """
        if not touches:
            return act(self.journal)
        try:
            result = act(self.journal)
        except JournalError as fault:
            self.failed(fault)
            self.publish()
            raise
        self.wrote(*touches)
        self.publish()
        return result

    def settle_results(self) -> None:
        """Keep the players' results in step with the end of the game, or its being undone."""
        game = self.game
        if game is None or game.log is None or game.trouble is not None or not self.results_due:
            return
        try:
            people = self.journal.persons
            known = {p.id for removed in (False, True) for p in people.list(removed=removed)}
            at = iso(self.options.clock.wall())
            people.replace_results(
                game.id, summary.results(game.log.rules, game.log.state, known, at)
            )
        # The input itself is safe; with the next one, or the next start, this is tried again.
        except JournalError as fault:
            self.failed(fault)
        except Exception as fault:
            _logger.exception("the results of game %s cannot be told", game.id)
            self.alarm(program_fault(fault))
        else:
            self.results_due = False
            self._changes = replace(self._changes, people=self._changes.people + 1)

    # -- who watches ------------------------------------------------------------------------------

    def subscribe(self, subscriber: Subscriber) -> None:
        """Call `subscriber` with the newest snapshot now and with every later one, in order."""
        self._subscribers.append(subscriber)
        self._tell(subscriber)

    def unsubscribe(self, subscriber: Subscriber) -> None:
        """Call it no more; one that is not subscribed is no error."""
        if subscriber in self._subscribers:
            self._subscribers.remove(subscriber)

    def publish(self) -> Snapshot:
        """Make a snapshot of everything and hand it to all subscribers."""
        game = self.game
        journal = self._journal
        log = None if game is None else game.log
        state = None if log is None else log.state
        self.proposals = self.proposals.current(state, self.options.clock.mono())
        self.snapshot = Snapshot(
            revision=self.snapshot.revision + 1,
            journal=JournalStatus(
                path=self.options.path,
                open=journal is not None,
                read_only=journal is not None and journal.read_only,
                trouble=None if self._fault is None else fault_trouble(self._fault),
            ),
            game=None if game is None else game.id,
            title="" if game is None else game.title,
            log=log,
            trouble=None if game is None else game.trouble,
            alarm=self._alarm,
            clocks=None if game is None or log is None else game.clocks(),
            proposals=self.proposals.waiting,
            changes=self._changes,
        )
        for subscriber in tuple(self._subscribers):
            self._tell(subscriber)
        return self.snapshot

    def _tell(self, subscriber: Subscriber) -> None:
        try:
            subscriber(self.snapshot)
        except Exception:
            # One face that fails must not keep the others, or the next input, from their due.
            _logger.exception("a subscriber failed on snapshot %s", self.snapshot.revision)
