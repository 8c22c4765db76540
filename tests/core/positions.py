"""Games that positions are entered into."""

from __future__ import annotations

from typing import Any

from companion.core.frozen import freeze
from companion.core.rules.table.entering import read_position
from companion.core.rules.table.position import Position
from companion.i18n.text import Text
from tests.core.driver import Driver
from tests.core.random_play import new_setup


def fresh(**more: Any) -> Driver:
    return Driver(new_setup(3, **{"variants": ("harbormaster",), **more}))


def playing(**more: Any) -> Driver:
    game = fresh(**more)
    game.begin_play()
    return game


def faults(game: Driver, data: Any) -> dict[str, str]:
    """Place and message id of each fault."""
    read = read_position(game.ctx, freeze(data))
    assert not isinstance(read, Position), read
    found = {}
    for text in read:
        fault = text.params["fault"]
        assert isinstance(fault, Text)
        found[str(text.params["path"])] = fault.id
    return found
