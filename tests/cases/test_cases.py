"""The written cases of the base game and three variants, each executed through the kernel."""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from collections.abc import Callable, Mapping
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from companion.core import registry
from companion.core.frozen import freeze
from companion.core.rules.base.bank import PAYOUT
from companion.core.rules.base.book import BaseSlice, Discarded, RobberMoved
from companion.core.rules.base.facts import (
    ROBBER_GOALS,
    ROBBER_HOME,
    ROUTE_LENGTH,
    ROUTE_OF,
    TARGET,
    VICTIMS,
)
from companion.core.rules.event_cards.book import YearEnded
from companion.core.rules.event_cards.deck import DECK
from companion.core.rules.event_cards.earthquake import SITE_OPEN
from companion.core.rules.event_cards.effects import EVENT_WINNERS
from companion.core.rules.event_cards.facts import CARD_SHOWN, DAMAGED_ROADS, DECK_LEFT
from companion.core.rules.friendly_robber import CLOSED_SEATS, HOME_VICTIMS
from companion.i18n.text import Ref
from tests.cases.loader import Case, cases
from tests.core import table
from tests.core.driver import Driver
from tests.core.random_play import new_setup

AREAS = (
    "event_cards", "event_deck", "harbormaster", "friendly_robber", "base_routes_army", "combos",
)  # fmt: skip
PRINTED = json.loads(
    (Path(__file__).parents[1] / "facts" / "event_cards.json").read_text(encoding="utf-8")
)
ALL = [case for area in AREAS for case in cases(area)]
NOW = [case for case in ALL if case.later is None]
GIVEN = {
    "variants", "players", "settings", "edition", "pieces", "harbors", "bought", "do", "draw",
    "draws", "look", "then", "start",
}  # fmt: skip


def played(given: Mapping[str, Any]) -> Driver:
    """The game of a case, up to what it asks about."""
    assert set(given) <= GIVEN
    if given.get("start"):
        g = Driver(new_setup(3))
    else:
        g = table.game(
            *given.get("variants", ()),
            players=given.get("players", 3),
            settings=given.get("settings"),
            edition=given.get("edition", "default"),
        )
    _lay(g, given)
    for action, seat, *args in given.get("do", ()):
        g.do(action, seat, **(freeze(args[0]) if args else {}))
    if "draw" in given:
        table.draw(g, *given["draw"])
    for _ in range(given.get("draws", 0)):
        if "draw_card" not in g.open():
            table.next_turn(g)
        g.do("draw_card", g.turn)
        if "move_robber" in g.open():
            g.do("move_robber", g.turn)
    if "look" in given:
        g.do("enter_number", g.turn, number=4)
        assert g.holder("harbormaster") == given["look"]
        _lay(g, {"harbors": given["then"]})
        g.do("end_turn", g.turn)
    return g


def _lay(g: Driver, given: Mapping[str, Any]) -> None:
    for key, harbor in (("pieces", None), ("harbors", "generic")):
        for seat, kinds in given.get(key, {}).items():
            for kind, count in kinds.items():
                table.put(g, seat, kind, count, harbor=harbor)
    for seat, count in given.get("bought", {}).items():
        table.hidden_cards(g, seat, count)


def _events_on() -> dict[str, dict[str, int]]:
    found: dict[str, Counter[str]] = defaultdict(Counter)
    for card in DECK:
        if card.event != "none":
            found[card.event][str(card.number)] += 1
    return {event: dict(numbers) for event, numbers in found.items()}


def _moved(g: Driver) -> dict[str, Any]:
    (event,) = table.happened(g.events, RobberMoved)
    return {"to": event.to, "victim": event.victim}


def _order(g: Driver) -> list[list[str]]:
    """Which of the seven's actions are open, one after the other."""
    seen = [sorted(g.open() & {"discard", "move_robber"})]
    for seat in g.ctx.players():
        g.do("discard", seat, held=9)
    return [*seen, sorted(g.open() & {"discard", "move_robber"})]


def _set_aside(g: Driver) -> list[int]:
    """The chance of any one card not to come in a pass, from the deck itself."""
    part = g.state.slices["event_cards"]
    share = Fraction(len(part.left), len(part.left) + len(part.drawn))
    return [share.numerator, share.denominator]


def _told(g: Driver, wanted: list[Any]) -> list[Any]:
    params = table.told(g, wanted[0])
    shown = {k: params[k].id if isinstance(params[k], Ref) else params[k] for k in wanted[1]}
    return [wanted[0], shown]


def _route(g: Driver, wanted: list[Any]) -> list[Any]:
    links, own, foreign, _length = wanted
    asked = freeze({"links": links, "own": own, "foreign": foreign})
    return [links, own, foreign, g.ctx.get(ROUTE_OF, **asked)]


def _payout(g: Driver, wanted: list[Any]) -> list[Any]:
    bank, claims, _paid = wanted
    return [bank, claims, g.ctx.get(PAYOUT, bank=bank, claims=freeze(claims))]


def facts(g: Driver, wanted: Mapping[str, Any]) -> dict[str, Any]:
    """What `wanted` asks about, as it is in the game."""
    ctx = g.ctx

    def of(query: Any, key: str) -> dict[str, Any]:
        answers = {seat: ctx.get(query, seat=seat) for seat in wanted[key]}
        return {s: list(a) if isinstance(a, tuple) else a for s, a in answers.items()}

    def listed(query: Any, **args: str) -> list[Any]:
        return list(ctx.get(query, **args))

    def shown() -> list[int]:
        card = ctx.get(CARD_SHOWN)
        assert card is not None
        return [card.deck_pass, card.position]

    home = ctx.get(ROBBER_HOME)
    looks: dict[str, Callable[[], Any]] = {
        "route_length": lambda: of(ROUTE_LENGTH, "route_length"),
        "route": lambda: g.holder("longest_trade_route"),
        "harbormaster": lambda: g.holder("harbormaster"),
        "route_of": lambda: _route(g, wanted["route_of"]),
        "payout": lambda: _payout(g, wanted["payout"]),
        "damaged": lambda: of(DAMAGED_ROADS, "damaged"),
        "target": lambda: of(TARGET, "target"),
        "victims": lambda: of(VICTIMS, "victims"),
        "home_victims": lambda: of(HOME_VICTIMS, "home_victims"),
        "closed_seats": lambda: listed(CLOSED_SEATS),
        "goals": lambda: listed(ROBBER_GOALS, seat=g.turn),
        "site_open": lambda: [
            [links, ctx.get(SITE_OPEN, reached_by=tuple(links))]
            for links, _open in wanted["site_open"]
        ],
        "robber_home": lambda: home.id if home else None,
        "robber_moved": lambda: _moved(g),
        "winners": lambda: [
            wanted["winners"][0], listed(EVENT_WINNERS, event=wanted["winners"][0])
        ],
        "open": lambda: [a for a in wanted["open"] if a in g.open()],
        "closed": lambda: [a for a in wanted["closed"] if a not in g.open()],
        "order": lambda: _order(g),
        "discarded": lambda: [e.count for e in table.happened(g.events, Discarded)],
        "told": lambda: _told(g, wanted["told"]),
        "events_on": _events_on,
        "shown": shown,
        "year_ends": lambda: len(table.happened(g.events, YearEnded)),
        "draws_by_turn": lambda: ctx.slice(BaseSlice).turn,
        "deck_left": lambda: ctx.get(DECK_LEFT),
        "set_aside": lambda: _set_aside(g),
        "cards": lambda: len(DECK) + len(PRINTED["beside_the_numbers"]),
    }  # fmt: skip
    return {key: looks[key]() for key in wanted}


@pytest.mark.parametrize("case", NOW, ids=[c.id for c in NOW])
def test_case(case: Case) -> None:
    game = played(case.given)
    assert facts(game, case.expect) == dict(case.expect), case.situation


def test_cases_are_named_once() -> None:
    ids = [case.id for case in ALL]
    assert len(ids) == len(set(ids)) > 40


def test_a_case_for_later_waits_for_what_is_not_there_yet() -> None:
    """Whoever adds a module finds the cases that waited for it here."""
    due = {case.id: case.later for case in ALL if case.later in registry.known()}
    assert not due
