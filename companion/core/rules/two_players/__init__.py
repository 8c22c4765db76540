"""Catan for two (TW): neutral colors, two productions a turn, trade tokens."""

from __future__ import annotations

from collections.abc import Iterable

from companion.core.context import Context
from companion.core.events import GameStarted
from companion.core.model import Event, Setup
from companion.core.module import Module
from companion.core.rules.pieces import PiecePlaced
from companion.core.rules.traits import COAST, DESERT
from companion.core.rules.two_players import neutral, productions, tokens
from companion.i18n.text import Text


def _placed(ctx: Context, event: PiecePlaced) -> Iterable[Event]:
    """What a player's new piece brings: tokens for its spot, then a neutral piece."""
    if ctx.correcting or ctx.seat(event.piece.seat).kind == "neutral":
        return []
    return [*tokens.for_site(ctx, event), *neutral.owed(ctx, event)]


def _fits(setup: Setup) -> Text | None:
    """No book says how two play Cities & Knights (CO-4)."""
    name = "event_cards.cities_and_knights"
    wanted = setup.settings.get(name, setup.scenario_settings.get(name, False))
    return None if wanted is False else Text("compose.two_with_knights", {"setting": name})


MODULE = Module(
    id="two_players",
    doc="Catan for two: neutral colors, two productions a turn, trade tokens.",
    role="variant",
    slice=tokens.TokenSlice,
    initial=tokens.initial,
    events=tokens.EVENTS,
    folds=tokens.FOLDS,
    actions=(*neutral.ACTIONS, *tokens.ACTIONS),
    reacts={
        GameStarted: neutral.first_settlements,
        PiecePlaced: _placed,
        tokens.KnightHandedIn: tokens.judge_strictly,
    },
    queries=(*tokens.QUERIES, neutral.NEUTRAL_KINDS),
    contributions=productions.CONTRIBUTIONS,
    flows={neutral.FLOW: ("neutral.build",)},
    stages=neutral.STAGES,
    edits=productions.EDITS,
    settings=productions.SETTINGS,
    traits=(COAST, DESERT),
    tracks=(tokens.TRACK,),
    prepare=neutral.prepare,
    players=(2, 2),
    fits=_fits,
    requires=("base",),
    after=("base", "dice", "event_cards"),
    checks=(tokens.check,),
)
