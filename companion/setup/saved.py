"""A draft as plain data, to go on with it another day."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import msgspec

from companion.core.board.hexes import Edge, Hex, edge
from companion.core.board.options import Options
from companion.core.chance import parse_seed
from companion.core.model import Struct
from companion.setup.code import decode, encode
from companion.setup.code_record import FindPlan
from companion.setup.code_text import CodeRefused
from companion.setup.draft import Draft, Stand, Wanted
from companion.setup.drawn import Mode

FORMAT: Final = 1


class Saved(Struct, frozen=True):
    """What `saved` gives, field by field. seed: of the last roll, "" for none."""

    format: int
    scenario: str
    players: int
    code: str
    edition: str = ""
    mode: Mode = "variable"
    rules: bool = True
    by_letters: bool = False
    wishes: Options = Options()
    seed: str = ""
    exact: bool = True
    locked: tuple[Hex, ...] = ()
    kept: tuple[Edge, ...] = ()


def saved(draft: Draft) -> dict[str, Any]:
    """What brings the board of the moment back, with what is kept and wished; not its steps.

    Raises ValueError if there is no board yet.
    """
    stand, wanted = draft.stand, draft.wanted
    if stand is None:
        raise ValueError("there is no board to be saved: roll one first")
    code = encode(draft.plan, stand.board, players=draft.players)
    kept = Saved(
        FORMAT,
        draft.plan.scenario,
        draft.players,
        code,
        draft.plan.edition,
        wanted.mode,
        wanted.rules,
        wanted.by_letters,
        wanted.wishes,
        stand.seed,
        stand.exact,
        tuple(sorted(stand.locked)),
        tuple(sorted(stand.kept)),
    )
    data: dict[str, Any] = msgspec.to_builtins(kept)
    return data


def restored(data: Mapping[str, Any], find_plan: FindPlan) -> Draft | None:
    """The draft again; None if it cannot be read any more, as when its scenario has changed."""
    try:
        kept = msgspec.convert(data, Saved)
        shown = decode(kept.code, find_plan)
        if kept.format != FORMAT or shown.plan.scenario != kept.scenario:
            return None
        seed = parse_seed(kept.seed) if kept.seed else ""
        edges = frozenset(edge(*site) for site in kept.kept)
    except (msgspec.ValidationError, CodeRefused, ValueError):
        return None
    wanted = Wanted(kept.mode, kept.rules, kept.by_letters, kept.wishes)
    draft = Draft(shown.plan, shown.players, wanted)
    harbors = {harbor.edge for harbor in shown.board.harbors}
    locked = frozenset(kept.locked).intersection(shown.board.by_hex())
    draft.show(Stand(shown.board, seed, kept.exact, locked, edges & harbors))
    return draft
