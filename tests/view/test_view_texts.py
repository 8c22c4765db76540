"""Everything a rule module declares has the texts that the views ask for."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from companion.core import registry
from companion.core.events import KERNEL_EVENTS
from companion.core.module import Module
from companion.core.settings import EDITIONS, LAYERS
from companion.i18n.sources import read_sources
from companion.view.buttons import GROUPS
from companion.view.statistics import METRICS
from companion.view.telling import _SPECIAL, QUIET

MESSAGES = read_sources().messages
MODULES = registry.known()


def wanted(module: Module) -> Iterator[str]:
    """Ids of the messages that views make from what `module` declares."""
    yield f"module.{module.id}"
    for action in module.actions:
        yield f"action.{action.name}"
    for setting in module.settings:
        full = f"setting.{module.id}.{setting.name}"
        yield from (full, f"{full}.doc")
        if setting.kind == "choice":
            yield from (f"{full}.{choice}" for choice in setting.choices)
    for trait in module.traits:
        yield f"trait.{trait.name}"
        yield from (f"trait.{trait.name}.{choice}" for choice in trait.choices)
    yield from (f"track.{track.name}" for track in module.tracks)
    yield from (f"award.{award.name}" for award in module.awards)
    yield from (f"query.{query.name}" for query in module.queries if query.sheet)
    for event in module.events:
        yield f"event_kind.{event.__struct_config__.tag}"
        if event.secrets:
            yield f"event_kind.{event.__struct_config__.tag}.hidden"


@pytest.mark.parametrize("name", MODULES)
def test_what_a_module_declares_has_words(name: str) -> None:
    missing = [message for message in wanted(MODULES[name]) if message not in MESSAGES]
    assert not missing


@pytest.mark.parametrize("name", MODULES)
def test_a_line_of_history_names_fields_that_its_event_has(name: str) -> None:
    wrong = {
        kind: MESSAGES[message].needs - set(event.__struct_fields__)
        for event in MODULES[name].events
        if (kind := str(event.__struct_config__.tag)) not in _SPECIAL
        and (message := f"event_kind.{kind}") in MESSAGES
    }
    assert not {kind: fields for kind, fields in wrong.items() if fields}


def test_the_kernel_tells_its_events_or_is_quiet_about_them() -> None:
    kinds = {str(event.__struct_config__.tag) for event in KERNEL_EVENTS}
    assert kinds >= QUIET
    assert all(f"event_kind.{kind}" in MESSAGES for kind in kinds - QUIET)


def test_what_views_make_up_themselves_has_words() -> None:
    ids = [f"group.{g}" for g in GROUPS] + [f"metric.{m}" for m in METRICS]
    ids += [f"edition.{e}" for e in EDITIONS] + [f"layer.{layer}" for layer in LAYERS]
    ids += [f"phase.{p}" for p in ("default", "set", "add", "forbid", "replace")]
    assert not [i for i in ids if i not in MESSAGES]
