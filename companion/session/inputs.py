"""Inputs to the game on the table: decided, recorded in one transaction, then published.

Nothing of the session changes before the journal has the record on the disk. What fails on
the way has changed nothing.
"""

from __future__ import annotations

import logging
from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final, Literal

import msgspec

from companion.core import history
from companion.core.actions import actions
from companion.core.codec import command_from_data, command_to_data
from companion.core.context import Context
from companion.core.history import Log, Plan, Record, Stamp
from companion.core.kernel import decide
from companion.core.model import Command, Refusal
from companion.i18n.text import Text
from companion.journal import JournalError, new_id
from companion.session import clocks, records, summary
from companion.session.clocks import ClockBook
from companion.session.desk import Desk, OpenGame
from companion.session.proposals import Proposal
from companion.session.snapshot import Answer, Done, program_fault

How = Literal["replace", "before", "after"]
Step = Callable[[Log, Stamp], Log | Refusal]

REMEMBERED: Final = 1_000
"""Refusals whose command ids are remembered; accepted ones are remembered for ever."""

_logger = logging.getLogger(__name__)


class Inputs:
    """Enters commands, undoes, redoes and amends, on the desk's game."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._refused: OrderedDict[tuple[str, str], Refusal] = OrderedDict()

    def submit(self, command: Command, stamp: Stamp, game: str | None = None) -> Answer:
        """Carry out `command`. One without an id gets one."""
        try:
            # As it will be read back: lists become tuples, and what is no JSON is found out now.
            command = command_from_data(command_to_data(command))
        except (msgspec.ValidationError, TypeError, ValueError, OverflowError) as fault:
            return Refusal("bad_command", Text("session.bad_command", {"detail": str(fault)}))

        def step(log: Log, at: Stamp) -> Log | Refusal:
            answer = history.submit(log, named, at)
            return answer if isinstance(answer, Refusal) else answer[0]

        named = msgspec.structs.replace(command, id=command.id or new_id())
        return self._enter(step, stamp, named.id, game, lambda record: _same(record, named))

    def undo(
        self, stamp: Stamp, expect: int | None, command_id: str = "", game: str | None = None
    ) -> Answer:
        """Take back the last step; `expect` is the record number that the person saw named."""
        return self._enter(
            lambda log, at: history.undo(log, at, expect=expect),
            stamp,
            command_id,
            game,
            lambda record: record.kind == "undone",
        )

    def undo_turn(
        self, stamp: Stamp, expect: int | None, command_id: str = "", game: str | None = None
    ) -> Answer:
        """Take back everything since the turn began; `expect` as for `undo`."""
        return self._enter(
            lambda log, at: history.undo_turn(log, at, expect=expect),
            stamp,
            command_id,
            game,
            # One that an amendment stood in the way of took the turn's entries out.
            lambda record: record.kind == "undone" or record.removes,
        )

    def redo(
        self, stamp: Stamp, expect: int | None, command_id: str = "", game: str | None = None
    ) -> Answer:
        """Do the last undone step again; `expect` is the record number that was seen named."""
        return self._enter(
            lambda log, at: history.redo(log, at, expect=expect),
            stamp,
            command_id,
            game,
            lambda record: record.kind == "redone",
        )

    def plan_amendment(self, entry: str, commands: Sequence[Command], how: How) -> Plan | Refusal:
        """What it would mean to change the past; nothing is changed yet."""
        game = self._desk.game
        if game is None or game.log is None:
            return _no_game()
        try:
            named = [
                msgspec.structs.replace(c, id=c.id or new_id())
                for c in (command_from_data(command_to_data(given)) for given in commands)
            ]
        except (msgspec.ValidationError, TypeError, ValueError, OverflowError) as fault:
            return Refusal("bad_command", Text("session.bad_command", {"detail": str(fault)}))
        return history.plan_amendment(game.log, entry, named, how)

    def amend(
        self, plan: Plan, stamp: Stamp, command_id: str = "", game: str | None = None
    ) -> Answer:
        """Carry out a plan as one record."""
        return self._enter(
            lambda log, at: history.amend(log, plan, at),
            stamp,
            command_id,
            game,
            lambda record: record.kind == "amended",
        )

    # -- readings that wait for a person -------------------------------------------------------

    def propose(self, command: Command, source: str, seconds: float) -> Proposal | Refusal:
        """Let a device's reading wait for confirmation, bound to the prompt it answers now.

        Refused at once when the command could not be entered now.
        """
        game = self._desk.game
        if game is None or game.log is None:
            return _no_game()
        if (locked := self._locked(game)) is not None:
            return locked
        command = msgspec.structs.replace(command, id=command.id or new_id())
        if command.prompt is None:
            ctx = Context(game.log.rules, game.log.state)
            offers = actions(ctx, command.seat, corrections=False)
            prompt = next((a.prompt for a in offers if a.name == command.action), None)
            command = msgspec.structs.replace(command, prompt=prompt)
        answer = decide(game.log.rules, game.log.state, command)
        if isinstance(answer, Refusal):
            return answer
        expires = self._desk.options.clock.mono() + seconds
        proposal = Proposal(command.id, command, source, expires)
        self._desk.proposals = self._desk.proposals.add(proposal)
        self._desk.publish()
        return proposal

    def correct(self, proposal_id: str, args: Mapping[str, Any]) -> Proposal | Refusal:
        """Give a waiting reading other arguments."""
        self._desk.proposals = self._desk.proposals.correct(proposal_id, args)
        if self._desk.game is not None:  # it is another input now, under the id of the first
            self._refused.pop((self._desk.game.id, proposal_id), None)
        self._desk.publish()
        return self._desk.proposals.find(proposal_id) or _no_proposal()

    def confirm(self, proposal_id: str, stamp: Stamp) -> Answer:
        """Enter a waiting reading. Confirmed twice, it is entered once."""
        game = self._desk.game
        proposal = self._desk.proposals.find(proposal_id)
        if proposal is None or self._desk.options.clock.mono() >= proposal.expires:
            if game is not None and game.log is not None and proposal_id in game.ids:
                record = game.log.records[game.ids[proposal_id]]
                return Done(game.id, record, game.log, repeated=True)
            return _no_proposal()
        answer = self.submit(proposal.command, stamp)
        if isinstance(answer, Done):
            self.discard(proposal_id)
        return answer

    def discard(self, proposal_id: str) -> None:
        """Forget a waiting reading; one that is gone is no error."""
        self._desk.proposals = self._desk.proposals.drop(proposal_id)
        self._desk.publish()

    # -- the one way in -------------------------------------------------------------------------

    def _enter(
        self,
        step: Step,
        stamp: Stamp,
        command_id: str,
        wanted: str | None,
        same: Callable[[Record], bool],
    ) -> Answer:
        game = self._desk.game
        if game is None or game.log is None:
            return _no_game()
        if wanted is not None and wanted != game.id:
            return Refusal("other_game", Text("session.other_game"))
        earlier = self._answered(game, game.log, command_id, same) or self._locked(game)
        if earlier is not None:
            return earlier
        stamp = _in_game_time(game, stamp)
        command_id = command_id or new_id()
        try:
            log = step(game.log, stamp)
            if isinstance(log, Refusal):
                self._remember((game.id, command_id), log)
                return log
            return self._commit(game, log, command_id)
        except JournalError as fault:
            answer = self._desk.failed(fault)
        except Exception as fault:
            _logger.exception("an input failed and was not entered")
            trouble = program_fault(fault)
            self._desk.alarm(trouble)
            answer = Refusal(trouble.code, trouble.text)
        self._desk.publish()
        return answer

    def _answered(
        self, game: OpenGame, log: Log, command_id: str, same: Callable[[Record], bool]
    ) -> Answer | None:
        """The first answer to this id, if it had one."""
        known = game.ids.get(command_id)
        if known is None:
            return self._refused.get((game.id, command_id))
        if same(log.records[known]):
            return Done(game.id, log.records[known], log, repeated=True)
        return Refusal("id_reused", Text("session.id_reused", {"id": command_id}))

    def _commit(self, game: OpenGame, log: Log, command_id: str) -> Answer:
        """Record the newest line of `log`, and only then let it be the game."""
        record = log.records[-1]
        book = _book(game, log)
        entry = records.to_journal(record, command_id)
        self._desk.journal.append(
            game.id,
            entry,
            expected_seq=game.seq,
            summary=summary.summarize(log.rules, log.state, book),
        )
        self._desk.results_due |= log.state.over or _was_over(game)
        game.ids[command_id] = record.n
        self._desk.game = replace(game, log=log, seq=game.seq + len(entry.events), book=book)
        self._desk.wrote("games")
        self._desk.settle_results()
        self._desk.publish()
        return Done(game.id, record, log)

    def _locked(self, game: OpenGame) -> Refusal | None:
        """Why nothing may be entered in this game."""
        if game.trouble is not None:
            return Refusal("read_only", Text("session.read_only", {"reason": game.trouble.text}))
        if self._desk.journal.read_only:
            file = str(self._desk.options.path)
            return Refusal("read_only", Text("journal.opened_read_only", {"file": file}))
        return None

    def _remember(self, key: tuple[str, str], refusal: Refusal) -> None:
        self._refused[key] = refusal
        if len(self._refused) > REMEMBERED:
            self._refused.popitem(last=False)


def _was_over(game: OpenGame) -> bool:
    return game.log is not None and game.log.state.over


def _in_game_time(game: OpenGame, stamp: Stamp) -> Stamp:
    moved = msgspec.structs.replace(stamp, mono=game.game_time(stamp.mono))
    return records.whole_milliseconds(moved)


def _book(game: OpenGame, log: Log) -> ClockBook:
    """The clocks after the newest record, folding only what is new where that is enough."""
    record = log.records[-1]
    if record.kind == "entry":
        return clocks.advance(game.book, record.entries[0])
    return clocks.book_of(log.live()).until(record.stamp.mono)


def _same(record: Record, command: Command) -> bool:
    """Whether `record` is what `command` brought about the first time."""
    if record.kind != "entry" or record.entries[0].command is None:
        return False
    first = record.entries[0].command
    return (first.action, first.seat, first.args) == (command.action, command.seat, command.args)


def _no_game() -> Refusal:
    return Refusal("no_game", Text("session.no_game"))


def _no_proposal() -> Refusal:
    return Refusal("proposal_gone", Text("session.proposal_gone"))
