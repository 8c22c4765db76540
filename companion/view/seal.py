"""The seal on a game's chance."""

from __future__ import annotations

from companion.core.chance import commitment
from companion.core.model import State
from companion.view.model import SealView


def seal_view(state: State) -> SealView:
    """What proves that chance was fair; the seed itself only once the game is over."""
    setup = state.setup
    return SealView(
        commitment=commitment(setup.seed, algorithm=setup.chance),
        sealed=setup.sealed,
        algorithm=setup.chance,
        seed=setup.seed if state.over else None,
    )
