"""A short scripted game whose views are kept as goldens, and helpers to play others.

`python -m tests.view.scripted` writes the goldens anew; look at the difference before keeping it.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec

from companion.core import history, registry
from companion.core.context import Context
from companion.core.frozen import FrozenMap, freeze
from companion.core.history import Log, Stamp
from companion.core.model import Command, Refusal, Seat, Setup
from companion.core.rules.base.facts import TURN_SEAT
from companion.i18n.text import Ref, Text
from companion.i18n.translator import Translator
from companion.view import history_lines, present, ranking, rule_sheet, seat_names, statistics
from companion.view.model import View

GOLDEN = Path(__file__).parent / "golden"
SEED = "0123456789abcdef0123456789abcdef"
SEATS = (Seat("s1", "Ada", "red"), Seat("s2", "", "blue"), Seat("s3", "Bára", "white"))


class Table:
    """A game under way: `do` must be accepted. A minute passes between two entries."""

    def __init__(self, **more: Any) -> None:
        setup = Setup(seats=more.pop("seats", SEATS), seed=more.pop("seed", SEED), **more)
        rules, setup = registry.prepare(setup)
        self.minutes = 0
        self.log: Log = history.start(rules, setup, self.stamp())

    def stamp(self) -> Stamp:
        """The next minute of the evening, entered by touch."""
        self.minutes += 1
        hour, minute = divmod(self.minutes, 60)
        return Stamp(f"2026-12-01T{19 + hour:02}:{minute:02}:00", self.minutes * 60.0, "touch")

    def do(self, action: str, seat: str | None = None, *, forced: bool = False, **args: Any) -> Log:
        """Enter it."""
        command = Command(action, seat, freeze(args), actor=seat, forced=forced)
        answer = history.submit(self.log, command, self.stamp())
        assert not isinstance(answer, Refusal), answer
        self.log = answer[0]
        return self.log

    def undo(self) -> Log:
        """Take the last entry back."""
        log = history.undo(self.log, self.stamp())
        assert isinstance(log, Log)
        self.log = log
        return log

    def redo(self) -> Log:
        """Bring it back."""
        log = history.redo(self.log, self.stamp())
        assert isinstance(log, Log)
        self.log = log
        return log

    def roll(self, first: int, second: int) -> Log:
        """The turn's player throws own dice."""
        return self.do("enter_faces", self.ctx.get(TURN_SEAT), faces=(first, second))

    @property
    def ctx(self) -> Context:
        """The game now."""
        return Context(self.log.rules, self.log.state)

    def views(self) -> dict[str, View | tuple[View, ...]]:
        """Every view of the game now."""
        rules, state = self.log.rules, self.log.state
        return {
            "table": present(rules, state, log=self.log),
            "history": history_lines(self.log),
            "statistics": statistics(self.log),
            "rules": rule_sheet(rules, state),
            "ranking": ranking(rules, state),
        }

    def translator(self, language: str = "en") -> Translator:
        """Strict: what cannot be said raises."""
        return Translator(language, seat_names(self.ctx), strict=True)


def evening() -> Table:
    """Set-up, a seven, building, a knight, an undo: what the goldens show."""
    table = Table(numbers="typed", settings=FrozenMap({"base.target": 8}))
    for seat in ("s1", "s2", "s3", "s3", "s2", "s1"):
        table.do("place_start", seat)
    table.roll(3, 5)
    table.do("build_road", "s1")
    table.do("build_settlement", "s1")
    table.do("buy_card", "s1")
    table.do("end_turn", "s1")
    table.roll(6, 1)
    table.do("move_robber", "s2", victim="s1")
    table.do("declare_route", "s2", whose="s1", length=5)
    table.do("build_city", "s2")
    table.undo()
    table.do("end_turn", "s2")
    table.roll(2, 3)
    return table


def texts(value: Any) -> Iterator[Text | Ref]:
    """Every message reference in a view."""
    if isinstance(value, (Text, Ref)):
        yield value
    elif isinstance(value, msgspec.Struct):
        for name in value.__struct_fields__:
            yield from texts(getattr(value, name))
    elif isinstance(value, dict):
        for one in value.values():
            yield from texts(one)
    elif isinstance(value, (list, tuple)):
        for one in value:
            yield from texts(one)


def plain(view: object) -> str:
    """A view as the JSON text of a golden."""
    data = msgspec.to_builtins(view)
    return json.dumps(data, ensure_ascii=False, indent=1, sort_keys=True) + "\n"


def main() -> None:
    """Write the goldens."""
    GOLDEN.mkdir(exist_ok=True)
    for name, view in evening().views().items():
        (GOLDEN / f"{name}.json").write_text(plain(view), encoding="utf-8")


if __name__ == "__main__":
    main()
