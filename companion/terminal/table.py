"""The table in a terminal: everything is chosen by a number or a letter, and Enter.

Empty input is the one big button. The end of the input and Ctrl-C leave; the game is saved with
every answered input, so there is nothing to lose.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping
from pathlib import Path

from companion.core import actions as core_actions
from companion.core.context import Context
from companion.core.frozen import FrozenMap
from companion.core.history import Log
from companion.core.insisting import may_insist
from companion.core.model import Action, Command, Refusal
from companion.i18n.languages import LANGUAGES
from companion.i18n.text import SeatRef, Text
from companion.i18n.translator import Translator
from companion.journal import GameStatus, JournalError, new_id
from companion.session import (
    Answer,
    Session,
    SetupRefused,
    Snapshot,
    fault_text,
    not_shown,
    read_summary,
)
from companion.terminal import amending, pages
from companion.terminal.console import Back, Console, Left, position
from companion.terminal.cures import with_cure
from companion.terminal.newgame import Draft, ask_new_game, say_problems
from companion.terminal.pickers import arguments
from companion.terminal.screen import draw
from companion.view import present, seat_names
from companion.view.buttons import action_view
from companion.view.model import ActionView, TableView, UndoView

_logger = logging.getLogger(__name__)

SOURCE = "terminal"
LANGUAGE = "terminal.language"
"""The preference that keeps the terminal's language."""


class TableFace:
    """One session on one console, until somebody leaves."""

    def __init__(
        self,
        session: Session,
        console: Console,
        language: str | None = None,
        own_scenarios: Path | None = None,
    ) -> None:
        """`language` None: the one chosen here last, else the console's."""
        self._session = session
        self._console = console
        self._own_scenarios = own_scenarios
        self._notes: list[str] = []
        self._draft = Draft()
        kept = session.preferences.get(LANGUAGE).result()
        chosen = language or (kept if kept in LANGUAGES else None)
        if chosen:
            console.tr = Translator(chosen)

    def run(self) -> None:
        """Play until somebody leaves."""
        try:
            while self._turn():
                pass
        except Left:
            pass
        self._console.write(self._console.tr("terminal.saved"))
        self._console.flush()

    @property
    def _snapshot(self) -> Snapshot:
        return self._session.snapshot

    def _turn(self) -> bool:
        """Show what there is and do one thing; False to leave."""
        snapshot = self._snapshot
        try:
            if snapshot.log is None:
                return self._home(snapshot)
            return self._table(snapshot, snapshot.log)
        except Back:
            return True
        except JournalError as fault:
            self._note(fault_text(fault))
            return True

    def _note(self, text: Text) -> None:
        self._notes.append(self._console.tr.text(text))

    def _head(self, snapshot: Snapshot) -> None:
        """An empty screen with everything that went wrong on it."""
        self._console.clear()
        if snapshot.journal.read_only:
            self._console.write(self._console.tr("terminal.read_only"), "alert")
        for trouble in (snapshot.journal.trouble, snapshot.trouble, snapshot.alarm):
            if trouble is not None:
                tr, journal = self._console.tr, snapshot.journal.path
                self._console.complain(with_cure(tr, trouble.text, journal))
        for note in self._notes:
            self._console.complain(note)
        self._notes.clear()

    # -- without a game -----------------------------------------------------------------------

    def _home(self, snapshot: Snapshot) -> bool:
        console, tr = self._console, self._console.tr
        self._head(snapshot)
        console.rule("Islekeeper")
        games = self._session.games.list(GameStatus.ACTIVE).result()[:9]
        menu: list[tuple[Callable[[], bool], str]] = [(self._new_game, tr("terminal.new_game"))]
        for game in games:
            summary = read_summary(game.summary)
            points = ", ".join(f"{p.name or p.color} {p.vp}" for p in summary.players)
            # Nothing is known of the players of a game that cannot be read.
            how = "resume" if summary.players else "unread"
            how = "finished" if summary.over else how
            label = tr(f"terminal.{how}", title=points or game.title, turn=summary.turn)
            menu.append((lambda chosen=game.id: self._open(chosen), label))  # type: ignore[misc]
        menu.append((self._switch_language, tr("common.language")))
        menu.append((lambda: False, tr("terminal.leave")))
        chosen = console.choose(tr("terminal.what"), menu)
        return chosen() if chosen is not None else True

    def _open(self, game: str) -> bool:
        refusal = self._session.open_game(game).result()
        if refusal is not None:
            self._note(refusal.text)
        return True

    def _new_game(self) -> bool:
        """Begin a game; what was entered for one that did not come about is still there."""
        self._draft.last = self._last_players()
        request = ask_new_game(self._console, self._own_scenarios, self._draft)
        answer = self._session.new_game(request, SOURCE, game_id=new_id()).result()
        if isinstance(answer, SetupRefused):
            say_problems(self._console, answer.problems)
            self._console.pause()
        elif isinstance(answer, Refusal):
            self._note(answer.text)
        else:
            self._draft = Draft()
        return True

    def _last_players(self) -> tuple[str, ...]:
        games = self._session.games.list().result()
        if not games:
            return ()
        return tuple(p.name for p in read_summary(games[0].summary).players if p.name)

    def _switch_language(self) -> bool:
        options = [(code, language.name) for code, language in LANGUAGES.items()]
        code = self._console.choose(self._console.tr("common.language"), options)
        if code is not None:
            self._console.tr = self._console.tr.switched(code)
            if not self._snapshot.journal.read_only:
                self._session.preferences.set(LANGUAGE, code).result()
        return True

    # -- with a game ----------------------------------------------------------------------------

    def _table(self, snapshot: Snapshot, log: Log) -> bool:
        console = self._console
        console.tr = console.tr.named(seat_names(Context(log.rules, log.state)))
        try:
            view = present(log.rules, log.state, log=log)
        except Exception as fault:
            # A state out of an edited file may fail anywhere; the way to the other games stays.
            _logger.exception("game %s cannot be shown", snapshot.game)
            self._note(not_shown(fault))
            return self._put_away()
        self._head(snapshot)
        draw(console, view)
        buttons = self._menu(view)
        letters = self._letters(view, log)
        while True:
            line = console.ask().lower()
            if not line and view.primary is not None:
                return self._act(view.primary)
            if line in letters:
                return letters[line]()
            at = position(line, len(buttons))
            if at is not None:
                return self._act(buttons[at])
            if line:
                console.complain(console.tr("terminal.unknown_key", key=line[:20]))
            else:
                console.complain(console.tr("terminal.choose_one"))

    def _menu(self, view: TableView) -> list[ActionView]:
        """The moves open now as a numbered list; corrections have a list of their own."""
        console, tr = self._console, self._console.tr
        moves = [a for g in view.actions for a in g.actions if not a.correction]
        if view.primary is not None:
            console.write(f"  ⏎  {self._label(view.primary, view)}", "bold")
        for number, action in enumerate(moves, 1):
            console.write(f" {number:2}  {self._label(action, view)}", indent="     ")
        undo, redo = view.undo, view.redo
        for key, text in (
            ("u", None if undo is None else tr.show(undo.label)),
            ("r", None if redo is None else tr.show(redo.label)),
        ):
            if text is not None:
                console.write(f"  {key}  {text}", indent="     ")
        # Lines break between the letters, not inside what one of them does.
        keys = (
            key.replace(" ", "\N{NO-BREAK SPACE}") for key in tr("terminal.letters").split(" · ")
        )
        console.write(" · ".join(keys), "dim")
        return moves

    def _label(self, action: ActionView, view: TableView) -> str:
        label = self._console.tr.show(action.label)
        if action.seat is None or action.seat == view.turn.seat:
            return label
        seat = next(s for s in view.seats if s.id == action.seat)
        return f"{self._console.tr.show(seat.name)}: {label}"

    def _letters(self, view: TableView, log: Log) -> Mapping[str, Callable[[], bool]]:
        return {
            "u": lambda: self._take(self._session.undo(_record(view.undo), SOURCE).result()),
            "t": lambda: self._take(self._session.undo_turn(_record(view.undo), SOURCE).result()),
            "r": lambda: self._take(self._session.redo(_record(view.redo), SOURCE).result()),
            "c": lambda: self._correct(view),
            "i": lambda: self._insist(log),
            "h": lambda: self._history(log),
            "s": lambda: self._page(pages.show_statistics, log),
            "g": lambda: self._page(pages.show_rules, log),
            "k": lambda: self._page(pages.show_ranking, log),
            "l": self._switch_language,
            "n": self._put_away,
            "q": lambda: False,
        }

    def _put_away(self) -> bool:
        self._session.close_game().result()
        return True

    def _page(self, show: Callable[[Console, Log], None], log: Log) -> bool:
        self._console.clear()
        show(self._console, log)
        self._console.pause()
        return True

    # -- inputs ---------------------------------------------------------------------------------

    def _take(self, answer: Answer) -> bool:
        if isinstance(answer, Refusal):
            self._note(answer.text)
        return True

    def _act(self, action: ActionView) -> bool:
        """Ask for the arguments of `action` and enter it; what takes many answers asks first."""
        if action.closes_for:
            seats = tuple(SeatRef(seat) for seat in action.closes_for)
            if not self._console.yes(self._console.tr("common.settle_sure", seats=seats)):
                return True
        args = arguments(self._console, action)
        command = Command(action.name, action.seat, args, action.prompt, id=new_id())
        return self._enter(command)

    def _enter(self, command: Command) -> bool:
        answer = self._session.submit(command, SOURCE, game=self._snapshot.game).result()
        if isinstance(answer, Refusal) and not command.forced and may_insist(answer):
            self._console.complain(self._console.tr.text(answer.text))
            if self._console.yes(self._console.tr("terminal.insist")):
                fields = (command.action, command.seat, command.args, command.prompt)
                return self._enter(Command(*fields, forced=True, id=new_id()))
            return True
        return self._take(answer)

    def _correct(self, view: TableView) -> bool:
        """Set something right that is written down wrongly."""
        console = self._console
        options = [
            (a, console.tr.show(a.label)) for g in view.actions for a in g.actions if a.correction
        ]
        chosen = console.choose(console.tr("terminal.corrections"), options)
        return True if chosen is None else self._act(chosen)

    def _insist(self, log: Log) -> bool:
        """Record a move that the rules do not list just now; it stays marked."""
        console, ctx = self._console, Context(log.rules, log.state)
        seats = [(s, console.tr.ref(SeatRef(s))) for s in ctx.players()]
        seat = console.choose(console.tr("terminal.whose_move"), seats)
        kinds = [k for k in log.rules.actions.values() if "*" not in k.prompts]
        options = [(k, console.tr.show(Text(f"action.{k.name}"))) for k in kinds]
        kind = console.choose(console.tr("terminal.which_move"), options)
        if kind is None or seat is None:
            return True
        found = (core_actions.offered(ctx, kind, s, None) for s in (seat, *ctx.players()))
        offer = next((o for o in found if isinstance(o, Action)), None)
        shown = None if offer is None else action_view(ctx, offer)
        args = arguments(console, shown) if shown is not None else FrozenMap()
        return self._enter(Command(kind.name, seat, args, forced=True, id=new_id()))

    def _history(self, log: Log) -> bool:
        """The history; an entry's number mends that entry."""
        console = self._console
        console.clear()
        pages.show_history(console, log)
        entry = console.answer(console.tr("terminal.which_entry"))
        if not entry:
            return True
        plan = amending.ask_amendment(console, self._session, log, entry)
        if plan is not None:
            self._take(self._session.amend(plan, SOURCE).result())
        return True


def _record(named: UndoView | None) -> int | None:
    """The record that stood on the screen: another one is not taken back or forth unseen."""
    return None if named is None else named.record
