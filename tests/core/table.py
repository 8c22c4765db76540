"""Putting a game into the position that a test speaks of: pieces, knights, the next card."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from companion.core.frozen import FrozenMap
from companion.core.model import Event, SeatId
from companion.core.rules.base.book import changed
from companion.core.rules.event_cards.deck import DECK
from companion.core.rules.pieces import Piece, PieceSlice
from tests.core.driver import Driver
from tests.core.random_play import new_setup


def game(
    *variants: str,
    players: int = 3,
    settings: Mapping[str, Any] | None = None,
    cleared: bool = True,
    **more: Any,
) -> Driver:
    """A game with `variants`, at the first turn's number.

    `cleared`: the start pieces are taken off, and the state is not that of its events any more.
    """
    numbers = "cards" if "event_cards" in variants else "dice"
    setup = new_setup(
        players, variants=variants, numbers=numbers, settings=FrozenMap(settings or {}), **more
    )
    driver = Driver(setup)
    driver.begin_play()
    if cleared:
        clear(driver)
    return driver


def _slice(driver: Driver, module: str, part: Any) -> None:
    slices = driver.state.slices.set(module, part)
    driver.state = replace(driver.state, slices=slices)


def clear(driver: Driver) -> None:
    """Take every piece of the players off the board."""
    part = driver.state.slices["pieces"]
    _slice(driver, "pieces", PieceSlice(FrozenMap(), part.next_id))


def put(
    driver: Driver, seat: SeatId, kind: str, count: int = 1, *, harbor: str | None = None
) -> None:
    """Put pieces of a seat on the board, at a harbor where one is named."""
    part = driver.state.slices["pieces"]
    pieces, number = dict(part.pieces), part.next_id
    traits: FrozenMap[str, Any] = FrozenMap({"harbor": harbor} if harbor else {})
    for _ in range(count):
        pieces[number] = Piece(number, kind, seat, traits)
        number += 1
    _slice(driver, "pieces", PieceSlice(FrozenMap(pieces), number))


def knights(driver: Driver, **seats: int) -> None:
    """Lay so many knight cards face up."""
    part = driver.state.slices["base"]
    for seat, count in seats.items():
        part = changed(part, seat, knights=count, bought=count, played=count)
    _slice(driver, "base", part)


def stack(driver: Driver, *wanted: str | int) -> None:
    """Put cards of these events (or numbers) on top of a fresh deck, the first on top."""
    left = list(range(len(DECK)))
    top: list[int] = []
    for wish in wanted:
        card = next(c for c in left if wish in (DECK[c].event, DECK[c].number))
        left.remove(card)
        top.append(card)
    part = driver.state.slices["event_cards"]
    fresh = replace(part, left=(*top, *left), drawn=(), deck_pass=max(1, part.deck_pass))
    _slice(driver, "event_cards", fresh)


def draw(driver: Driver, *wanted: str | int) -> tuple[Event, ...]:
    """Let the turn's player draw, the card wanted if one is named."""
    if wanted:
        stack(driver, *wanted)
    return driver.do("draw_card", driver.turn)


def told(driver: Driver, name: str) -> Mapping[str, Any]:
    """The parameters of the open text `name`."""
    found = [p.text for p in driver.state.prompts if p.text.id == name]
    assert found, f"{name} is not told: {driver.steps()}"
    return found[0].params


def seats(params: Mapping[str, Any], name: str = "seats") -> tuple[SeatId, ...]:
    """The seats that a text names."""
    refs: Sequence[Any] = params[name]
    return tuple(ref.id for ref in refs)


def happened(events: Sequence[Event], kind: type[Event]) -> list[Any]:
    """The events of a kind."""
    return [event for event in events if isinstance(event, kind)]


def next_turn(driver: Driver) -> None:
    """End the turn, the robber put anywhere first if it is to move."""
    if "move_robber" in driver.open():
        driver.do("move_robber", driver.turn)
    driver.do("end_turn", driver.turn)


def hidden_cards(driver: Driver, seat: SeatId, count: int) -> None:
    """Give a seat so many hidden development cards."""
    _slice(driver, "base", changed(driver.state.slices["base"], seat, bought=count))
