"""A short way to play a game in a test: say who does what, and look."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from companion.core import kernel, registry
from companion.core.actions import actions
from companion.core.context import Context
from companion.core.frozen import freeze
from companion.core.model import Accepted, Command, Event, Refusal, SeatId, Setup
from companion.core.module import Module
from companion.core.rules.awards import HOLDER
from companion.core.rules.base.facts import POINTS, TURN_SEAT
from tests.core.random_play import new_setup, reread, sound


class Driver:
    """One game: `do` must be accepted, `refused` must not."""

    def __init__(
        self,
        setup: Setup | None = None,
        extra: Iterable[Module] = (),
        scenario_modules: Sequence[str] = ("base",),
    ) -> None:
        self.rules, self.setup = registry.prepare(setup or new_setup(), scenario_modules, extra)
        begun = kernel.begin(self.rules, self.setup)
        self.state = begun.state
        self.events: list[Event] = list(begun.events)

    @property
    def ctx(self) -> Context:
        """The game now."""
        return Context(self.rules, self.state)

    @property
    def turn(self) -> SeatId:
        """Whose turn it is."""
        seat = self.ctx.get(TURN_SEAT)
        assert seat is not None
        return seat

    def do(
        self,
        action: str,
        seat: SeatId | None = None,
        *,
        prompt: str | None = None,
        forced: bool = False,
        **args: Any,
    ) -> tuple[Event, ...]:
        """Do it and give what happened."""
        answer = self.ask(action, seat, prompt=prompt, forced=forced, **args)
        assert isinstance(answer, Accepted), answer
        self.state = answer.state
        self.events += answer.events
        sound(self.rules, self.state)
        return answer.events

    def ask(
        self,
        action: str,
        seat: SeatId | None = None,
        *,
        prompt: str | None = None,
        forced: bool = False,
        **args: Any,
    ) -> Accepted | Refusal:
        """What the kernel would answer."""
        command = Command(action, seat, freeze(args), prompt, forced=forced)
        return kernel.decide(self.rules, self.state, command)

    def refused(self, action: str, seat: SeatId | None = None, **args: Any) -> str:
        """The code by which it is refused."""
        answer = self.ask(action, seat, **args)
        assert isinstance(answer, Refusal), answer
        return answer.code

    def restart(self) -> None:
        """Write every event, read it again and fold: the game must be the same."""
        self.events = reread(self.rules, self.events)
        state = kernel.fold(self.rules, self.events)
        assert state == self.state
        self.state = state

    def open(self, seat: SeatId | None = None) -> set[str]:
        """Names of the actions open to `seat` (None: to anybody), corrections aside."""
        return {a.name for a in actions(self.ctx, seat, corrections=False)}

    def steps(self) -> list[str]:
        """Message ids of everything that is told or asked now."""
        return [p.text.id for p in self.state.prompts]

    def begin_play(self) -> None:
        """Skip the set-up."""
        self.do("skip_setup", self.ctx.players()[0])

    def roll(self, first: int, second: int) -> tuple[Event, ...]:
        """Enter the faces of two dice for whoever has the turn."""
        return self.do("enter_faces", self.turn, faces=(first, second))

    def points(self, seat: SeatId) -> int:
        """Public victory points of `seat`."""
        return self.ctx.get(POINTS, seat=seat)

    def holder(self, award: str) -> SeatId | None:
        """Who holds `award`."""
        return self.ctx.get(HOLDER, award=award)
