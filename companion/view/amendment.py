"""Changing the past: what could have been entered at a moment, and what a plan would mean."""

from __future__ import annotations

from typing import Literal

from companion.core import kernel
from companion.core.context import Context
from companion.core.history import Entry, Log, Plan
from companion.core.model import SeatId
from companion.core.resubmission import SETTLE
from companion.core.rules.base.facts import TURN_SEAT
from companion.core.rules.base.turn import number_awaited
from companion.i18n.text import Text
from companion.view.buttons import action_views
from companion.view.differences import DifferenceView, differences
from companion.view.history import history_lines, teller_of
from companion.view.model import ActionView, View

How = Literal["replace", "before", "after"]


class RefusedView(View, frozen=True):
    """A later entry that would no longer fit: which one, what it said, and why not."""

    id: str
    what: Text
    reason: Text


class PlanView(View, frozen=True):
    """An amendment before it is accepted: how the book would differ, and what would fall away.

    `settled` names the new questions in the way of later entries, which would be settled.
    """

    changes: tuple[DifferenceView, ...]
    refused: tuple[RefusedView, ...]
    settled: tuple[Text, ...] = ()


def plan_view(log: Log, plan: Plan, viewer: SeatId | None = None) -> PlanView:
    """What accepting `plan`, made for this `log`, would mean."""
    told = {line.id: line.what for line in history_lines(log, viewer) if line.mark == "live"}
    return PlanView(
        changes=differences(log.rules, plan.before, plan.state),
        refused=tuple(
            RefusedView(entry.id, told[entry.id], refusal.text) for entry, refusal in plan.refused
        ),
        settled=_settled(log, plan, viewer),
    )


def _settled(log: Log, plan: Plan, viewer: SeatId | None) -> tuple[Text, ...]:
    if not plan.settled:
        return ()
    teller = teller_of(log, viewer)
    told = [(entry, teller.entry(entry.command, entry.events)[0]) for entry in plan.entries]
    return tuple(
        what
        for entry, what in told
        if entry.n == plan.base and entry.command is not None and entry.command.action == SETTLE
    )


def live_entry(log: Log, entry_id: str) -> Entry | None:
    """The entry with this id that counts; None when there is none."""
    return next((entry for entry in log.live() if entry.id == entry_id), None)


def moment(log: Log, entry_id: str, how: How = "replace") -> Context | None:
    """The game just before a live entry (`after`: just after it).

    None where there is no such entry, or nothing before it: the first began the game.
    """
    live = log.live()
    at = next((i for i, entry in enumerate(live) if entry.id == entry_id), None)
    if at is None or (at == 0 and how != "after"):
        return None
    kept = live[: at + 1] if how == "after" else live[:at]
    events = (event for entry in kept for event in entry.events)
    return Context(log.rules, kernel.fold(log.rules, events))


def actions_then(
    log: Log, entry_id: str, how: How = "replace", viewer: SeatId | None = None
) -> tuple[ActionView, ...]:
    """Everything that could be entered at that moment, what was entered there first."""
    ctx = moment(log, entry_id, how)
    if ctx is None:
        return ()
    views = action_views(ctx, viewer)
    entry = live_entry(log, entry_id) if how == "replace" else None
    command = entry.command if entry is not None else None
    if command is None:
        return views
    return tuple(sorted(views, key=lambda v: (v.name, v.seat) != (command.action, command.seat)))


def missed_turn(log: Log, entry_id: str, how: How) -> SeatId | None:
    """Whose whole turn could have been forgotten at that moment: its number is still to come."""
    ctx = moment(log, entry_id, how)
    if ctx is None or not number_awaited(ctx):
        return None
    return ctx.get(TURN_SEAT)
