"""Which game is on the table: new ones, rematches, resuming, putting away, bringing in and out."""

from __future__ import annotations

import tempfile
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

from msgspec import structs

from companion.core import history
from companion.core.compose import CompositionRefused, Rules
from companion.core.context import Context
from companion.core.frozen import FrozenMap, freeze
from companion.core.history import Log, Stamp
from companion.core.model import Command, Refusal, SeatId, Setup, State
from companion.i18n.text import SeatRef, Text
from companion.journal import (
    Game,
    GameStatus,
    Imported,
    JournalConflict,
    JournalDamaged,
    JournalError,
    new_id,
    read_document,
)
from companion.scenario.newgame import NewGame, Player, compose_game, read_request
from companion.session import clocks, records, summary
from companion.session.desk import Desk, OpenGame
from companion.session.loading import load
from companion.session.proposals import Proposals
from companion.session.snapshot import Done, SetupRefused, fault_trouble, refused
from companion.setup.playing import with_board

OPEN_GAME: Final = "session.open_game"
"""The preference that names the game to resume."""

BEGIN: Final = "begin"
"""The command id of each game's first record."""


class Hosting:
    """Puts games on the desk and takes them off."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    # -- starting ---------------------------------------------------------------------------

    def start(self, *, read_only: bool = False) -> None:
        """Open the journal and resume the game that was open, to its last answered input."""
        if self._desk.open_journal(read_only=read_only):
            try:
                last = self._desk.journal.preferences.get(OPEN_GAME)
                if isinstance(last, str):
                    self._resume(last)
            except JournalError as fault:
                self._desk.alarm(fault_trouble(fault))
        self._desk.publish()

    def _resume(self, game_id: str) -> None:
        known = {game.id for game in self._desk.journal.games.list()}
        if game_id in known:
            self._put_on_table(game_id)

    def start_anew(self) -> Path:
        """Set a file that cannot be opened aside and begin an empty one; where the old one is.

        Raises `JournalConflict` for one that is open for writing: a second tap must not set
        the new file aside as well.
        """
        status = self._desk.snapshot.journal
        if status.open and not status.read_only:
            raise JournalConflict("journal.conflict_sound", file=str(status.path))
        kept = self._desk.set_journal_aside()
        self.start()
        return kept

    # -- games ------------------------------------------------------------------------------

    def new_game(
        self, request: NewGame | Mapping[str, Any], stamp: Stamp, game_id: str = ""
    ) -> Done | Refusal | SetupRefused:
        """Begin a game and put it on the table; one that was begun under this id, once only."""
        now = self._desk.game
        if now is not None and now.log is not None and now.id == game_id:
            return Done(game_id, now.log.records[0], now.log, repeated=True)
        try:
            asked = request if isinstance(request, NewGame) else read_request(dict(request))
            own = self._desk.options.own_scenarios
            asked = with_board(asked, own)
            rules, setup = compose_game(
                asked,
                self._desk.options.entropy,
                own_scenarios=own,
                extra=self._desk.options.extra,
            )
        except CompositionRefused as fault:
            return SetupRefused(fault.problems)
        log = history.start(rules, setup, Stamp(stamp.at, 0.0, stamp.source))
        ids = [BEGIN]
        if asked.position is not None:
            command = _position(asked.position)
            answer = history.submit(log, command, log.records[0].stamp)
            if isinstance(answer, Refusal):
                return answer
            log = answer[0]
            ids.append(command.id)
        return self._begin(log, ids, stamp.mono, game_id or new_id())

    def _begin(self, log: Log, ids: list[str], opened: float, game_id: str) -> Done | Refusal:
        """Record a game that has just begun, and put it on the table."""
        entries = [records.to_journal(r, i) for r, i in zip(log.records, ids, strict=True)]
        book = clocks.book_of(log.live())
        try:
            game = self._desk.journal.games.create(
                game_id,
                {"records": records.FORMAT},
                title=_title(log.state.setup),
                summary=summary.summarize(log.rules, log.state, book),
                first=entries,
            )
        except JournalError as fault:
            refusal = self._desk.failed(fault)
            self._desk.publish()
            return refusal
        self._desk.wrote("games")
        numbers = {command_id: n for n, command_id in enumerate(ids)}
        self._desk.game = OpenGame(
            game_id, game.title, log, game.last_seq, numbers, book, 0.0, opened
        )
        self._remember(game_id)
        self._desk.proposals = Proposals()
        self._desk.publish()
        return Done(game_id, log.records[-1], log)

    def rematch(
        self, stamp: Stamp, game_id: str = "", begins: SeatId = ""
    ) -> Done | Refusal | SetupRefused:
        """Begin the same game again with those who sit here now, under a new seed.

        `begins` is who has the first turn, the order around the table kept; otherwise whoever
        had it.
        """
        game = self._desk.game
        if game is None or game.log is None:
            return Refusal("no_game", Text("session.no_game"))
        request = again(game.log.rules, game.log.state)
        seats = [s.id for s in summary.players(Context(game.log.rules, game.log.state))]
        if begins and begins not in seats:
            known = tuple(SeatRef(seat) for seat in seats)
            text = Text("session.not_seated", {"seat": begins, "seats": known})
            return Refusal("not_seated", text)
        first = seats.index(begins) if begins else 0
        around = (*request.players[first:], *request.players[:first])
        return self.new_game(structs.replace(request, players=around), stamp, game_id)

    def open(self, game_id: str) -> Refusal | None:
        """Put a game on the table, at its last record; None when it is there."""
        try:
            if self._desk.journal.games.get(game_id).status is GameStatus.DELETED:
                text = Text("journal.conflict_deleted", {"game": game_id})
                return Refusal("journal.conflict_deleted", text)
            self._put_on_table(game_id)
        except JournalError as fault:
            return refused(fault)
        self._remember(game_id)
        self._desk.publish()
        return None

    def close(self) -> None:
        """Take the game off the table; it stays saved as it is."""
        self._desk.game = None
        self._desk.proposals = Proposals()
        self._remember(None)
        self._desk.publish()

    def _put_on_table(self, game_id: str) -> None:
        loaded = load(self._desk.journal, game_id, self._desk.options.extra)
        book = clocks.ClockBook()
        if loaded.log is not None:
            book = clocks.book_of(loaded.log.live()).until(loaded.seconds)
        self._desk.game = OpenGame(
            id=game_id,
            title=loaded.game.title,
            log=loaded.log,
            seq=loaded.seq,
            ids=loaded.ids,
            book=book,
            base=loaded.seconds,
            opened=self._desk.options.clock.mono(),
            trouble=loaded.trouble,
        )
        self._desk.proposals = Proposals()
        # What a power cut left between the end of the game and its results is mended here.
        self._desk.results_due = not self._desk.journal.read_only
        self._desk.settle_results()

    def _remember(self, game_id: str | None) -> None:
        """Resume this game next time. Not worth an answer when it fails, but an alarm."""
        journal = self._desk.journal
        if journal.read_only:
            return
        try:
            if journal.preferences.get(OPEN_GAME) != game_id:
                journal.preferences.set(OPEN_GAME, game_id)
        except JournalError as fault:
            self._desk.failed(fault)

    # -- the list -----------------------------------------------------------------------------

    def delete(self, game_id: str) -> Game:
        """Hide a game, taking it off the table first; `undelete` brings it back."""
        game = self._desk.use(lambda journal: journal.games.delete(game_id), "games", "people")
        if self._desk.game is not None and self._desk.game.id == game_id:
            self.close()
        return game

    def rename(self, game_id: str, title: str) -> Game:
        """Give a game another title."""
        game = self._desk.use(lambda journal: journal.games.rename(game_id, title), "games")
        now = self._desk.game
        if now is not None and now.id == game_id:
            self._desk.game = replace(now, title=game.title)
            self._desk.publish()
        return game

    def rescue(self, game_id: str) -> Imported:
        """The part of a game that can be read as a new one beside it; nothing is taken away.

        The same part is brought out once, until it is played on. Raises `JournalDamaged` when
        nothing of the game can be read.
        """
        journal = self._desk.journal
        loaded = load(journal, game_id, self._desk.options.extra)
        if loaded.trouble is None:
            return Imported(game_id, already_here=True)
        if loaded.log is None:
            raise JournalDamaged("journal.nothing_sound", game=game_id, file=str(journal.path))
        good = len(loaded.log.records)
        with tempfile.TemporaryDirectory(prefix="islekeeper-rescue-") as folder:
            part = journal.export_game(game_id, Path(folder) / "game.json", up_to=good)
            document = read_document(part)
        now = summary.summarize(
            loaded.log.rules, loaded.log.state, clocks.book_of(loaded.log.live())
        )
        document = structs.replace(document, game_id=f"{game_id}-{good}", summary=now)
        return self._desk.use(lambda opened: opened.add_document(document), "games", "people")


def again(rules: Rules, state: State) -> NewGame:
    """The request for a game like this one, with its seats and house rules as they are now."""
    ctx = Context(rules, state)
    house = {
        name: found.value
        for name in rules.settings
        if (found := rules.explain_setting(state, name)).layer == "house"
    }
    setup = state.setup
    return NewGame(
        players=tuple(Player(s.name, s.color, s.language, s.person) for s in summary.players(ctx)),
        scenario=setup.scenario,
        variants=setup.variants,
        edition=setup.edition,
        settings=FrozenMap(house),
        depth=setup.depth,
        numbers=setup.numbers,
        board=setup.board,
    )


def _position(position: Mapping[str, Any]) -> Command:
    args = FrozenMap({"position": freeze(position)})
    return Command("enter_position", args=args, id=new_id())


def _title(setup: Setup) -> str:
    return ", ".join(seat.name for seat in setup.seats if seat.kind == "player")
