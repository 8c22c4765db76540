"""What the shipped modules declare about each other must exist: a misspelling changes nothing.

The kernel passes over an edit whose stages are not in the game, since the module that has them
may not be played. So only here a wrong name shows.
"""

from __future__ import annotations

import pytest

from companion.core.module import Module, StageEdit
from companion.core.registry import known

EDITS = [(module, edit) for module in known().values() for edit in module.edits]


def declared_flows() -> dict[str, set[str]]:
    """Every flow with all stages that any module may bring into it."""
    flows: dict[str, set[str]] = {}
    for module in known().values():
        for flow, stages in module.flows.items():
            flows.setdefault(flow, set()).update(stages)
        for edit in module.edits:
            flows.setdefault(edit.flow, set()).update(edit.stages)
    return flows


def test_there_are_edits_to_look_at() -> None:
    assert len(EDITS) > 3


@pytest.mark.parametrize(
    ("module", "edit"), EDITS, ids=[f"{m.id} {e.op} {e.anchor}" for m, e in EDITS]
)
def test_an_edit_names_a_flow_and_an_anchor_that_a_module_declares(
    module: Module, edit: StageEdit
) -> None:
    owners = {flow for other in known().values() for flow in other.flows}
    assert edit.flow in owners, f"{module.id} edits an unknown flow"
    assert edit.anchor in declared_flows()[edit.flow], f"{module.id} names an unknown anchor"


@pytest.mark.parametrize("module", known().values(), ids=known())
def test_what_a_module_needs_follows_or_excludes_exists(module: Module) -> None:
    others = {*module.requires, *module.after, *module.conflicts}
    assert others <= set(known()) - {module.id}
