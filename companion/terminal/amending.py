"""Mending the past in a terminal: replace an entry, take it out, or put one beside it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from companion.core.history import Entry, Log, Plan
from companion.core.model import Command, Refusal
from companion.i18n.text import SeatRef
from companion.session import Session
from companion.terminal.console import Console
from companion.terminal.pickers import arguments
from companion.view.amendment import moment, plan_view
from companion.view.buttons import action_views

HOW: Mapping[str, Literal["replace", "before", "after"]] = {
    "replace": "replace",
    "remove": "replace",
    "before": "before",
    "after": "after",
}
"""What is asked, in the words of an amendment: taking out is replacing by nothing."""


def ask_amendment(console: Console, session: Session, log: Log, entry_id: str) -> Plan | None:
    """What somebody wants the past to be, once they saw what it means. Raises `Back`."""
    tr = console.tr
    entry = next((e for e in log.live() if e.id == entry_id and e.command is not None), None)
    if entry is None:
        console.complain(tr("refused.no_such_entry", n=entry_id))
        console.pause()
        return None
    how = console.choose(
        tr("terminal.amend_how"),
        [
            ("replace", tr("terminal.amend_replace")),
            ("remove", tr("terminal.amend_remove")),
            ("before", tr("terminal.amend_before")),
            ("after", tr("terminal.amend_after")),
        ],
    )
    commands: tuple[Command, ...] = ()
    if how != "remove":
        command = _command(console, log, entry, after=how == "after")
        if command is None:
            return None
        commands = (command,)
    plan = session.plan_amendment(entry_id, commands, HOW[how or "replace"]).result()
    if isinstance(plan, Refusal):
        console.complain(tr.text(plan.text))
        console.pause()
        return None
    return plan if _confirmed(console, log, plan) else None


def _command(console: Console, log: Log, entry: Entry, *, after: bool) -> Command | None:
    """Another move for that moment, from what was open then."""
    ctx = moment(log, entry.id, "after" if after else "before")
    if ctx is None:
        return None
    open_then = action_views(ctx, None)
    options = [
        (a, f"{console.tr.ref(SeatRef(a.seat))}: {label}" if a.seat is not None else label)
        for a in open_then
        for label in [console.tr.show(a.label)]
    ]
    first = next((a for a in open_then if entry.command and a.name == entry.command.action), None)
    action = console.choose(console.tr("terminal.which_move"), options, default=first)
    if action is None:
        return None
    return Command(action.name, action.seat, arguments(console, action))


SETTLED_SHOWN = 5
"""So many new questions are named; more of them say no more."""


def _confirmed(console: Console, log: Log, plan: Plan) -> bool:
    """Show what would change and what would drop out, and ask."""
    tr = console.tr
    shown = plan_view(log, plan)
    for change in shown.changes:
        who = "" if change.seat is None else f"{tr.ref(SeatRef(change.seat))}: "
        said = f"{tr.show(change.before)} → {tr.show(change.after)}"
        console.write(f"{who}{tr.show(change.label)}: {said}", indent="  ")
    if shown.settled:
        console.write(tr("amend.settled", n=len(shown.settled)))
        for question in shown.settled[:SETTLED_SHOWN]:
            console.write(tr.text(question), indent="  ")
    for one in shown.refused:
        reason = tr.text(one.reason)
        console.complain(tr("terminal.amend_refused", n=one.id, reason=reason))
    return console.yes(tr("terminal.amend_confirm", n=len(shown.refused)))
