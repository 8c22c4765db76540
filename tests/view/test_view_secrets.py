"""What a seat draws unseen shows in its own view and in nobody else's."""

from __future__ import annotations

from typing import Any

import msgspec

from companion.core import history, registry
from companion.core.frozen import FrozenMap
from companion.core.history import Log
from companion.core.model import Command
from companion.view import history_lines, present
from companion.view.model import ParamView
from tests.core.random_play import new_setup
from tests.throwaway import fish_bag


def drawn(seed: str) -> Log:
    """The first player of a game has drawn three tokens out of the bag."""
    setup = new_setup(3, numbers="typed", seed=seed)
    rules, setup = registry.prepare(setup, extra=(fish_bag.MODULE,))
    log = history.start(rules, setup)
    faces = FrozenMap({"faces": (2, 4)})
    moves = [("skip_setup", FrozenMap()), ("enter_faces", faces), *[("draw_fish", FrozenMap())] * 3]
    for action, args in moves:
        answer = history.submit(log, Command(action, "s1", args))
        assert isinstance(answer, tuple), answer
        log = answer[0]
    return log


def tokens(log: Log) -> tuple[int, ...]:
    part = log.state.slices["fish_bag"]
    assert isinstance(part, fish_bag.FishSlice)
    return part.hands["s1"]


def two_games() -> tuple[Log, Log]:
    """Games whose bags gave the first player different tokens."""
    one, other = drawn("0" * 32), drawn("f" * 32)
    assert set(tokens(one)) != set(tokens(other))
    return one, other


def seen(log: Log, viewer: str | None) -> Any:
    table = present(log.rules, log.state, log=log, viewer=viewer)
    seal = msgspec.structs.replace(table.seal, commitment="")
    return msgspec.structs.replace(table, seal=seal), history_lines(log, viewer)


def spending(log: Log, viewer: str | None) -> ParamView:
    table = present(log.rules, log.state, viewer=viewer)
    found = {a.name: a for group in table.actions for a in group.actions}
    return found["spend_fish"].params[0]


def test_others_cannot_tell_two_bags_apart() -> None:
    one, other = two_games()
    for viewer in (None, "s2"):
        assert seen(one, viewer) == seen(other, viewer)


def test_the_owner_can() -> None:
    one, other = two_games()
    assert seen(one, "s1") != seen(other, "s1")


def test_a_secret_parameter_offers_its_choices_to_the_actor_only() -> None:
    log = drawn("0" * 32)
    own = spending(log, "s1")
    assert own.secret
    assert own.choices is not None
    assert {c.value for c in own.choices} == set(tokens(log))
    assert spending(log, None).choices is None


def test_the_history_names_what_was_drawn_to_the_owner_only() -> None:
    log = drawn("0" * 32)
    what = history_lines(log, "s1")[-1].what
    assert what.id == "event_kind.fish_bag.drawn"
    assert what.params["fish"] == tokens(log)[-1]
    hidden = history_lines(log)[-1].what
    assert hidden.id == "event_kind.fish_bag.drawn.hidden"
    assert set(hidden.params) == {"seat"}
