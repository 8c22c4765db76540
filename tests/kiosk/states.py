"""Situations at the table, each reached by real inputs on a real session, by name.

`STATES[name]()` is an `Evening`; close it. `python -m tests.kiosk.looks` draws screens in them.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from companion.core.frozen import freeze
from companion.core.model import Command
from companion.core.rules.base.book import BaseSlice
from companion.core.rules.event_cards.deck import EVENTS
from companion.core.rules.pieces import pieces_of
from companion.session import Done
from tests.kiosk import evenings
from tests.kiosk.evenings import Evening

LONG = (
    "Maxmilián Přemysl z Horních Počernic",
    "Žofie Nejezchlebová-Dlouhá",
    "Vendelína Hřebíčková ze Lhoty",
    "Bartholomew Featherstonehaugh",
)
COLORS = ("red", "blue", "white", "orange", "green", "brown")
FOUR = ("Anna", "Bořivoj", "Cecílie", "Dan")
LATE = ("Eva", "Filip")
DRAWS_AT_MOST = 200
"""Several passes of the deck: every event comes up in far fewer."""


def request(*names: str, **more: Any) -> dict[str, Any]:
    """A new game of these people in the usual colors."""
    players = [{"name": n, "color": c} for n, c in zip(names, COLORS, strict=False)]
    return {"players": players, **more}


def cards(*names: str) -> Evening:
    """A game with the event cards and all that goes with them, past its set-up."""
    variants = ["event_cards", "harbormaster", "friendly_robber"]
    table = Evening(request(*names, variants=variants))
    players = table.session.snapshot.context().players()
    for at, seat in enumerate((*players, *reversed(players))):
        table.do("place_start", seat, traits={"harbor": ("none", "ore", "generic")[at % 3]})
    return table


def settle_all(table: Evening) -> None:
    """Answer every question of this turn with "settled at the table"."""
    while True:
        context = table.session.snapshot.context()
        asks = [p for p in context.state.prompts if p.kind == "ask" and p.blocking and p.waiting()]
        asks = [p for p in asks if p.name not in ("turn.play", "turn.number")]
        if not asks or not _settled(table, asks[-1]):
            return


def _settled(table: Evening, prompt: Any) -> bool:
    command = Command("settle", prompt.waiting()[0], freeze({}), prompt=prompt.id)
    return isinstance(table.session.submit(command, "touch").result(), Done)


def event(name: str, names: tuple[str, ...] = FOUR) -> Evening:
    """The turn in which the event card called `name` has just been drawn."""
    table = cards(*names)
    for _ in range(DRAWS_AT_MOST):
        table.do("draw_card", table.on_turn)
        if table.session.snapshot.context().slice(BaseSlice).numbers[-1].event == name:
            return table
        settle_all(table)
        table.end()
    raise AssertionError(f"no card {name!r} in {DRAWS_AT_MOST} draws")


def placing() -> Evening:
    """In the middle of the set-up, event cards and traits to tick."""
    table = Evening(request(*FOUR, variants=["event_cards", "harbormaster"]))
    for seat in ("s1", "s2", "s3"):
        table.do("place_start", seat, traits={"harbor": "none"})
    return table


def to_draw() -> Evening:
    """A turn whose card lies face down."""
    return cards(*FOUR)


def known_card() -> Evening:
    """A card was drawn and taken back: it is known what comes next."""
    table = cards(*FOUR)
    table.do("draw_card", table.on_turn)
    table.undo()
    return table


def to_type() -> Evening:
    """Own dice are to be entered."""
    table = Evening(request(*FOUR, numbers="typed"))
    table.do("skip_setup", "s1")
    return table


def typed() -> Evening:
    """Own dice came up 8."""
    table = to_type()
    table.roll(3, 5)
    return table


def seven() -> Evening:
    """A seven: the robber moves."""
    table = to_type()
    table.roll(6, 1)
    return table


def discards() -> Evening:
    """A seven in a game that keeps what is discarded: several are asked at once."""
    record = {"base.record_discards": True}
    table = Evening(request(*FOUR, numbers="typed", settings=record))
    table.do("skip_setup", "s1")
    table.roll(6, 1)
    return table


def middle() -> Evening:
    """Cities, an army, a route, harbors, in the eleventh turn."""
    table = cards(*FOUR)
    for turn in range(10):
        seat = table.on_turn
        table.do("draw_card", seat)
        settle_all(table)
        if turn in (4, 9):
            table.do("build_settlement", seat, traits={"harbor": "generic"})
        if turn in (1, 5, 8):
            mine = pieces_of(table.session.snapshot.context(), seat, "settlement")
            table.do("build_city", seat, piece=mine[0].id)
        table.end()
    table.do("correct_count", track="knights", whose="s2", value=3)
    table.do("declare_route", "s3", whose="s3", length=6)
    table.do("draw_card", table.on_turn)
    settle_all(table)
    return table


def two() -> Evening:
    """Two players with the neutral colors, after a throw."""
    table = Evening(evenings.TWO)
    table.do("skip_setup", "s1")
    table.do("throw_dice", "s1")
    settle_all(table)
    return table


def two_numbers() -> Evening:
    """Two players' own dice, both numbers of the turn typed."""
    table = Evening(request("Anna", "Ben", variants=["two_players"], numbers="typed"))
    table.do("skip_setup", "s1")
    table.roll(3, 5)
    settle_all(table)
    table.roll(4, 2)
    return table


def event_dice() -> Evening:
    """Event cards beside Cities & Knights: red die and event die have been thrown."""
    settings = {"event_cards.cities_and_knights": True}
    table = Evening(request(*FOUR, variants=["event_cards"], settings=settings))
    table.do("skip_setup", "s1")
    table.do("throw_event_dice", "s1")
    return table


def crowded() -> Evening:
    """Two went home and two sat down in their place: as many rows as a table may have."""
    table = to_type()
    for gone, name, color in zip(("s3", "s4"), LATE, COLORS[4:], strict=True):
        table.do("seat_leaves", None, whose=gone)
        table.do("seat_joins", None, name=name, color=color)
    table.roll(4, 5)
    return table


def pinned() -> Evening:
    """The table's word against the rules: points and an award pinned, an entry insisted on."""
    table = middle()
    table.do("pin_points", None, whose="s1", vp=7, reason="counted on the board")
    table.do("set_holder", None, award="longest_trade_route", holder="s4")
    insisted = Command("play_knight", table.on_turn, freeze({}), forced=True)
    table.session.submit(insisted, "touch").result()
    return table


def victory() -> Evening:
    """Somebody may call the game won."""
    table = evenings.short()
    table.do("build_settlement", "s1")
    table.do("build_city", "s1")
    table.do("build_city", "s1")
    return table


def paused() -> Evening:
    """A break."""
    table = middle()
    table.do("pause")
    return table


STATES: dict[str, Callable[[], Evening]] = {
    "fresh": evenings.empty,
    "placing": placing,
    "to_draw": to_draw,
    "known_card": known_card,
    "to_type": to_type,
    "typed": typed,
    "seven": seven,
    "discards": discards,
    "middle": middle,
    "two": two,
    "two_numbers": two_numbers,
    "event_dice": event_dice,
    "crowded": crowded,
    "pinned": pinned,
    "victory": victory,
    "won": evenings.won,
    "paused": paused,
    "long_names": partial(event, "tournament", LONG),
    **{name: partial(event, name) for name in EVENTS},
}
