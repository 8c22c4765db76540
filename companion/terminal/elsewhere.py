"""What a line asks for that is not in this game, but in another one."""

from __future__ import annotations

from collections.abc import Iterable

from companion.core import registry
from companion.core.settings import did_you_mean
from companion.i18n.text import Ref, Text
from companion.terminal.lines import shorten


def no_fact(given: str, known: Iterable[str]) -> Text:
    """There is no fact `given`: whose it would be, or the nearest of those `known` here."""
    owner = next(
        (m.id for m in registry.known().values() if any(q.name == given for q in m.queries)), None
    )
    return _elsewhere("script.fact", given, owner) or did_you_mean(
        "script.fact", shorten(given), known
    )


def no_action(given: str, known: Iterable[str]) -> Text:
    """There is no action `given`: whose it would be, or the nearest of those `known` here."""
    owner = next(
        (m.id for m in registry.known().values() if any(a.name == given for a in m.actions)), None
    )
    return _elsewhere("refused.action", given, owner) or did_you_mean(
        "refused.action", shorten(given), known
    )


def _elsewhere(message: str, given: str, owner: str | None) -> Text | None:
    if owner is None:
        return None
    return Text(f"{message}.elsewhere", {"given": given, "module": Ref("module", owner)})
