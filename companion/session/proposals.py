"""Readings of devices that wait for a person's word. They live here, never in the history.

So undoing a number does not bring its reading back, and a restart forgets what nobody
confirmed.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

import msgspec

from companion.core.model import Command, State


@dataclass(frozen=True)
class Proposal:
    """A command that a device would enter, bound to the prompt that was open when it spoke.

    `id` becomes the command's id, so confirming twice enters it once. `expires` is a moment of
    the session's monotonic clock, in seconds.
    """

    id: str
    command: Command
    source: str
    expires: float


@dataclass(frozen=True)
class Proposals:
    """Those that wait, oldest first; a source has at most one for an action."""

    waiting: tuple[Proposal, ...] = ()

    def find(self, proposal_id: str) -> Proposal | None:
        """The one with this id, if it still waits."""
        return next((p for p in self.waiting if p.id == proposal_id), None)

    def add(self, new: Proposal) -> Proposals:
        """With `new`, which supersedes an earlier reading of the same source for the action."""
        kept = (
            p
            for p in self.waiting
            if (p.source, p.command.action) != (new.source, new.command.action)
        )
        return Proposals((*kept, new))

    def drop(self, proposal_id: str) -> Proposals:
        """Without the one with this id."""
        return Proposals(tuple(p for p in self.waiting if p.id != proposal_id))

    def correct(self, proposal_id: str, args: Mapping[str, Any]) -> Proposals:
        """With other arguments for the one with this id (a wrong face, mended by a tap)."""
        return Proposals(
            tuple(_with_args(p, args) if p.id == proposal_id else p for p in self.waiting)
        )

    def current(self, state: State | None, mono: float) -> Proposals:
        """Those that have not expired and whose prompt is still open in `state`."""
        if state is None or not self.waiting:
            return Proposals()
        open_now = {p.id for p in state.prompts}
        return Proposals(
            tuple(
                p
                for p in self.waiting
                if mono < p.expires and (p.command.prompt is None or p.command.prompt in open_now)
            )
        )


def _with_args(proposal: Proposal, args: Mapping[str, Any]) -> Proposal:
    merged = proposal.command.args.merge(args)
    return replace(proposal, command=msgspec.structs.replace(proposal.command, args=merged))
