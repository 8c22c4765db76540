"""docs/actions.md is what the modules declare."""

from __future__ import annotations

from companion.core import registry
from tools.reference import TARGET, reference, seen_params


def test_the_page_is_current() -> None:
    assert TARGET.read_text(encoding="utf-8") == reference(), "run make docs"


def test_every_action_that_any_game_offers_has_its_parameters_there() -> None:
    never = {k.name for m in registry.known().values() for k in m.actions} - seen_params().keys()
    # Ships wait for a variant that plays with them.
    assert never == {"build_ship", "neutral_ship"}
