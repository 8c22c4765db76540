"""Deciding what was entered later once more, over a past that was changed.

A mended entry may open questions that nobody was asked then: a number read as 9 that was a 7 asks
for the robber. The table has answered them long ago, on the board; so where such a question
stands in the way of a later entry, it is settled at the table, and the entry counts as before.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import msgspec

from companion.core.compose import Rules
from companion.core.kernel import decide, evolve
from companion.core.model import Accepted, Command, Prompt, Refusal, State
from companion.i18n.text import Text

if TYPE_CHECKING:
    from companion.core.history import Entry

SETTLE = "settle"
"""The action that answers a question with "settled at the table"."""

MOST_SETTLED = 40
"""New questions that are settled before one entry; more of them would be a fault of a module."""


@dataclass
class Resubmission:
    """Entries decided again, one after the other, over `state`.

    `then` is the state the entries were decided over at first. `number` and `place` name the
    entries that are put in: the number of the amendment's record, and the first free place in it.
    """

    rules: Rules
    then: State
    state: State
    number: int
    place: int
    done: list[Entry] = field(default_factory=list)
    refused: list[tuple[Entry, Refusal]] = field(default_factory=list)

    def run(self, later: Sequence[Entry]) -> None:
        """Decide `later` again: `done` and `refused` tell what became of each."""
        for k, entry in enumerate(later):
            self._submit(k, entry)
            self.then = fold_onto(self.rules, self.then, (entry,))

    def _submit(self, k: int, entry: Entry) -> None:
        if entry.command is None:  # nothing that was played has none, but a changed file may
            text = Text("refused.no_command", {"n": entry.id})
            self.refused.append((entry, Refusal("no_command", text)))
            return
        # Prompt ids are of the old branch; the action finds its prompt by what is asked now.
        command = msgspec.structs.replace(entry.command, prompt=None)
        ticket = f"{self.number}b{k}"
        answer = decide(self.rules, self.state, command, ticket=ticket, recorded=entry.events)
        settled: list[Entry] = []
        if isinstance(answer, Refusal):
            why = answer
            settled = list(self._settled(entry, ticket))
            state = fold_onto(self.rules, self.state, settled)
            answer = decide(self.rules, state, command, ticket=ticket, recorded=entry.events)
            if isinstance(answer, Refusal):
                # What an amendment settled goes with its question; nobody ever entered it.
                if not (entry.amended and command.action == SETTLE):
                    self.refused.append((entry, why))
                return
        self.place += len(settled)
        self.done += [*settled, msgspec.structs.replace(entry, events=answer.events)]
        self.state = answer.state

    def _settled(self, entry: Entry, ticket: str) -> Iterator[Entry]:
        """Entries that settle the questions of now which were not asked then, newest first.

        Only questions within what was under way then: to settle that itself would end a turn.
        """
        state = self.state
        within = max((prompt.depth for prompt in _blocking(self.then.prompts)), default=0)
        for at in range(MOST_SETTLED):
            new = [prompt for prompt in _blocking(state.prompts) if prompt.depth > within]
            if not new:
                return
            waiting = new[-1].waiting()
            command = Command(SETTLE, waiting[0] if waiting else None, prompt=new[-1].id)
            answer = decide(self.rules, state, command, ticket=f"{ticket}s{at}")
            if not isinstance(answer, Accepted):
                return
            state = answer.state
            yield msgspec.structs.replace(
                entry,
                n=self.number,
                k=self.place + at,
                command=command,
                events=answer.events,
                amended=True,
            )


def fold_onto(rules: Rules, state: State, entries: Iterable[Entry]) -> State:
    """The state after all events of these entries."""
    for entry in entries:
        for event in entry.events:
            state = evolve(rules, state, event)
    return state


def _blocking(prompts: Iterable[Prompt]) -> list[Prompt]:
    return [prompt for prompt in prompts if prompt.kind == "ask" and prompt.blocking]
