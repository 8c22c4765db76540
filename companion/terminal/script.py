"""The script face: one JSON object a line in, exactly one JSON line out for each.

`docs/script.md` is the reference. Nothing a line holds ends the run: what cannot be done is
refused in its own answer, and the game is as it was.
"""

from __future__ import annotations

import json
import logging
import tempfile
from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Protocol

import msgspec

from companion.core.context import Context
from companion.core.history import Log, Plan
from companion.core.model import Command, Problem, Refusal, SeatId
from companion.i18n.languages import FALLBACK, LANGUAGES
from companion.i18n.text import Ref, Text
from companion.journal import JournalError, iso
from companion.session import Answer, SetupRefused, fault_text
from companion.terminal.elsewhere import no_action, no_fact
from companion.terminal.fact_args import fact_args
from companion.terminal.lines import Source, read_lines, shorten
from companion.terminal.names import SeatBook
from companion.terminal.requests import AMEND_KEYS, FACT_KEYS, Refused, check_keys, one_of, verb_of
from companion.terminal.speech import Speech
from companion.terminal.tables import EPOCH, How, ScriptClock, ScriptTable
from companion.view import history_lines, present, rule_sheet, seat_names, statistics
from companion.view.amendment import moment, plan_view
from companion.view.buttons import action_views

_logger = logging.getLogger(__name__)

Answered = dict[str, Any]


class Sink(Protocol):
    """A binary stream that takes lines."""

    def write(self, data: bytes, /) -> object:
        """Take the bytes."""

    def flush(self) -> object:
        """Send them off."""


class Script:
    """Answers requests on one table; keeps the language and who is who."""

    def __init__(self, table: ScriptTable, clock: ScriptClock, language: str = FALLBACK) -> None:
        self._table = table
        self._clock = clock
        self._language = language
        self._speech = Speech(language, {})
        self._verbs: dict[str, Callable[[Mapping[str, Any]], Answered]] = {
            "new": self._new,
            "do": self._do,
            "undo": self._undo,
            "redo": self._redo,
            "amend": self._amend,
            "actions": self._actions,
            "view": self._view,
            "history": self._history,
            "facts": self._facts,
            "statistics": self._statistics,
            "rules": self._rules,
            "export": self._export,
            "board": self._board,
            "language": self._speak,
        }

    def run(self, source: Source, sink: Sink) -> None:
        """Answer every line of `source` in `sink`, each before the next is read."""
        for request in read_lines(source):
            sink.write(self.line(request))
            sink.flush()

    def line(self, request: Mapping[str, Any] | Refusal) -> bytes:
        """The answer to one line as a line."""
        return msgspec.json.encode(self.answer(request)) + b"\n"

    def answer(self, request: Mapping[str, Any] | Refusal) -> Answered:
        """The answer to one request, or to a line that was none."""
        self._learn_names()
        try:
            if isinstance(request, Refusal):
                raise Refused.of(request)
            verb = verb_of(request)
            self._set_time(request)
            return self._verbs[verb](request)
        except Refused as refused:
            return self._speech.refused(refused.problems)
        except JournalError as fault:
            return self._speech.refused((Problem(fault.code, fault_text(fault)),))
        except Exception as fault:  # a fault of a rule module, as the session has it
            _logger.error("a line failed and changed nothing", exc_info=fault)
            text = Text("session.fault", {"detail": f"{type(fault).__name__}: {fault}"})
            return self._speech.refused((Problem("fault", text),))

    def _set_time(self, request: Mapping[str, Any]) -> None:
        given = request.get("at")
        if given is None:
            return
        try:
            moment = datetime.fromisoformat(given)
            # A time without a zone is taken as UTC: where the script runs must not matter.
            moment = moment.replace(tzinfo=moment.tzinfo or UTC).astimezone(UTC)
        except (ValueError, OverflowError):
            text = Text("script.bad_time", {"value": shorten(given)})
            raise Refused.one("bad_time", text) from None
        last = self._clock.given
        if last is not None and moment < last:
            text = Text("script.time_goes_back", {"value": shorten(given), "last": iso(last)})
            raise Refused.one("bad_time", text)
        self._clock.set(moment)

    # -- what is there ----------------------------------------------------------------------

    def _learn_names(self) -> None:
        log = self._table.log
        names = {} if log is None else seat_names(Context(log.rules, log.state))
        self._speech = Speech(self._language, names)

    def _game(self) -> Log:
        log = self._table.log
        if log is None:
            raise Refused.one("no_game", Text("script.no_game"))
        return log

    def _context(self) -> Context:
        log = self._game()
        return Context(log.rules, log.state)

    def _seats(self) -> SeatBook:
        return SeatBook(self._context(), self._speech)

    def _done(self, viewer: SeatId | None = None, **more: Any) -> Answered:
        """An answer that went well, with the table as it is now."""
        log = self._table.log
        self._learn_names()
        answer: Answered = {"ok": True, "seq": -1, "events": [], **more, "view": None}
        if log is not None:
            answer["seq"] = log.next_number - 1
            view = present(log.rules, log.state, viewer=viewer, log=log)
            answer["view"] = self._speech.view(view)
        return answer

    def _entered(self, found: Answer, **more: Any) -> Answered:
        """The answer to an input: what happened, or why it does not count."""
        if isinstance(found, Refusal):
            raise Refused.of(found)
        self._learn_names()
        events = [self._speech.event(e) for e in found.events]
        if found.repeated:
            more["repeated"] = True
        answer = self._done(events=events, **more)
        # The first answer again names the record of the first time.
        answer["seq"] = found.seq
        return answer

    # -- inputs -----------------------------------------------------------------------------

    def _new(self, request: Mapping[str, Any]) -> Answered:
        found = self._table.begin(request["new"])
        if isinstance(found, SetupRefused):
            raise Refused(found.problems)
        if isinstance(found, Refusal):
            raise Refused.of(found)
        self._learn_names()
        events = [
            self._speech.event(event)
            for record in found.log.records
            for entry in record.entries
            for event in entry.events
        ]
        return self._done(events=events)

    def _command(self, request: Mapping[str, Any], ctx: Context | None = None) -> Command:
        """The command that a line asks for. Raises `Refused` for an unknown action or seat."""
        ctx = ctx or self._context()
        action = request["do"]
        if action not in ctx.rules.actions:
            raise Refused.one("unknown_action", no_action(action, ctx.rules.actions))
        book = SeatBook(ctx, self._speech)
        seat = book.seat(request.get("seat")) or book.only(action)
        return Command(
            action,
            seat,
            book.args(action, seat, request.get("args", {})),
            prompt=request.get("prompt"),
            actor=request.get("actor"),
            forced=request.get("forced", False),
            id=request.get("id", ""),
        )

    def _do(self, request: Mapping[str, Any]) -> Answered:
        return self._entered(self._table.submit(self._command(request)))

    def _undo(self, request: Mapping[str, Any]) -> Answered:
        self._game()
        step = self._table.undo_turn if request["undo"] == "turn" else self._table.undo
        return self._entered(step(_expected(request), request.get("id", "")))

    def _redo(self, request: Mapping[str, Any]) -> Answered:
        self._game()
        return self._entered(self._table.redo(_expected(request), request.get("id", "")))

    def _amend(self, request: Mapping[str, Any]) -> Answered:
        log = self._game()
        wish: Mapping[str, Any] = request["amend"]
        problems = check_keys(wish, AMEND_KEYS, ("entry",), "amend.")
        if problems:
            raise Refused(problems)
        removing = wish.get("remove", False)
        if removing == ("do" in wish) or (removing and "insert" in wish):
            raise Refused.one("bad_amendment", Text("script.bad_amendment"))
        how: How = "replace"
        if "insert" in wish:
            one_of("amend.insert", wish["insert"], ("before", "after"))
            how = wish["insert"]
        entry = str(wish["entry"])
        commands = () if removing else (self._command(wish, moment(log, entry, how)),)
        plan = self._table.plan(entry, commands, how)
        if isinstance(plan, Refusal):
            raise Refused.of(plan)
        shown = self._plan(log, plan)
        if not (request.get("commit", False) or wish.get("commit", False)):
            return self._done(amendment={"committed": False, **shown})
        answer = self._table.amend(plan, request.get("id", ""))
        return self._entered(answer, amendment={"committed": True, **shown})

    def _plan(self, log: Log, plan: Plan) -> Answered:
        """What the amendment refuses of what came later, and the table as it would be."""
        shown = plan_view(log, plan)
        codes = {entry.id: refusal.code for entry, refusal in plan.refused}
        return {
            "changes": self._speech.data(shown.changes),
            "settled": len(shown.settled),
            "refused": [
                {
                    "entry": one.id,
                    "what": self._speech.tr.text(one.what),
                    "code": codes[one.id],
                    "text": self._speech.tr.text(one.reason),
                }
                for one in shown.refused
            ],
            "view": self._speech.view(present(log.rules, plan.state)),
        }

    # -- questions --------------------------------------------------------------------------

    def _actions(self, request: Mapping[str, Any]) -> Answered:
        seat = self._seats().seat(request["actions"])
        found = action_views(self._context(), seat)
        return self._done(actions=[self._speech.action(a) for a in found])

    def _view(self, request: Mapping[str, Any]) -> Answered:
        given = request["view"]
        seats = self._seats()
        public = given is None or (given.strip().lower() == "public" and seats.find(given) is None)
        return self._done(viewer=None if public else seats.seat(given))

    def _viewer(self, given: object) -> SeatId | None:
        return self._seats().seat(given) if isinstance(given, str) else None

    def _history(self, request: Mapping[str, Any]) -> Answered:
        viewer = self._viewer(request["history"])
        lines: list[Answered] = []
        for line in history_lines(self._game(), viewer):
            shown = self._speech.data(line)
            if line.at.startswith(EPOCH.date().isoformat()):
                del shown["at"]
            lines.append(shown)
        return self._done(history=lines)

    def _facts(self, request: Mapping[str, Any]) -> Answered:
        problems: list[Problem] = []
        answers: list[Answered] = []
        for wish in request["facts"]:
            try:
                answers.append(self._fact(wish))
            except Refused as refused:
                problems += refused.problems
        if problems:
            raise Refused(problems)
        return self._done(facts=answers)

    def _fact(self, wish: Any) -> Answered:
        ctx = self._context()
        wish = {"name": wish} if isinstance(wish, str) else wish
        if not isinstance(wish, dict):
            raise Refused.one(
                "bad_value",
                Text(
                    "script.bad_value",
                    {"key": "facts", "value": shorten(wish), "allowed": ('{"name", "args"}',)},
                ),
            )
        if problems := check_keys(wish, FACT_KEYS, ("name",), "facts."):
            raise Refused(problems)
        name, given = wish["name"], wish.get("args", {})
        if name not in ctx.rules.parts:
            raise Refused.one("unknown_fact", no_fact(name, ctx.rules.parts))
        args = fact_args(ctx, name, given, self._seats().seat)
        try:
            value, sources = ctx.explain(ctx.rules.parts[name].query, **args)
        except (LookupError, TypeError, ValueError) as fault:
            raise Refused.one(
                "bad_argument",
                Text(
                    "script.fact_bad",
                    {"fact": name, "param": ", ".join(args), "value": shorten(given)},
                ),
            ) from fault
        by = [{"module": module, "phase": phase} for module, phase in sources]
        said = {"value": self._speech.data(value)}
        if isinstance(value, Ref):
            said = {"value": self._speech.param(value), "text": said["value"]}
        return {"name": name, "args": given, **said, "by": by}

    def _board(self, request: Mapping[str, Any]) -> Answered:
        # Imported here: most scripts ask for no board.
        from companion.terminal.board_script import answer_board  # noqa: PLC0415

        own = self._table.own_scenarios
        return self._done(board=answer_board(request["board"], own, self._speech))

    def _statistics(self, request: Mapping[str, Any]) -> Answered:
        return self._done(statistics=self._speech.data(statistics(self._game())))

    def _rules(self, request: Mapping[str, Any]) -> Answered:
        log = self._game()
        return self._done(rules=self._speech.data(rule_sheet(log.rules, log.state)))

    def _export(self, request: Mapping[str, Any]) -> Answered:
        self._game()
        with tempfile.TemporaryDirectory(prefix="islekeeper-export-") as folder:
            file = self._table.export(Path(folder) / "game.json")
            document = json.loads(file.read_bytes())
        return self._done(export=document)

    def _speak(self, request: Mapping[str, Any]) -> Answered:
        one_of("language", request["language"], LANGUAGES)
        self._language = request["language"]
        return self._done(language=self._language)


def _expected(request: Mapping[str, Any]) -> int | None:
    """The record that undo or redo is meant for. Raises `Refused` for what is no whole number."""
    expect = request.get("expect")
    if expect is None or type(expect) is int:
        return expect
    raise Refused.one(
        "bad_value",
        Text(
            "script.bad_value",
            {"key": "expect", "value": shorten(expect), "allowed": ("0, 1, 2 …",)},
        ),
    )
