"""Development cards as far as everybody may see (BG-8, BG-12)."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from companion.core.context import Context
from companion.core.kernel import enter
from companion.core.model import Action, Command, Event, Param, Refusal, SeatId
from companion.core.module import ActionKind, Standing
from companion.core.rules.base.book import (
    CARDS,
    BaseSlice,
    CardPlayed,
    CardsBought,
    PointsRevealed,
    SeatBook,
    book,
)
from companion.core.rules.base.build import free_links, no_link
from companion.core.rules.base.facts import CARD_COUNT, is_turn_of
from companion.core.rules.base.turn import PLAY_PROMPT, TURN_PROMPTS
from companion.i18n.text import Ref, SeatRef, Text


def held(ctx: Context, seat: SeatId) -> int:
    """Hidden development cards a seat holds, those bought in this turn included."""
    b = book(ctx, seat)
    return max(0, b.bought - b.played - b.revealed)


def playable(ctx: Context, seat: SeatId) -> int:
    """Hidden cards of a seat that were not bought in this turn."""
    return max(0, held(ctx, seat) - book(ctx, seat).bought_now)


def left_in_deck(ctx: Context) -> int:
    """Development cards nobody has bought yet."""
    total = sum(ctx.get(CARD_COUNT, card=card) for card in CARDS)
    return total - sum(b.bought for b in ctx.slice(BaseSlice).books.values())


def all_played(ctx: Context, card: str) -> Refusal | None:
    """A refusal when no such card can be in a hand: all of them have been played (BG-8)."""
    s = ctx.slice(BaseSlice)
    played = s.shown.get(card, 0)
    if card == "knight":
        # Those of an entered position lie there without having been played in the app.
        played = max(played, sum(b.knights for b in s.books.values()))
    total = ctx.get(CARD_COUNT, card=card)
    if played < total:
        return None
    return Refusal(
        "no_card_left", Text("refused.all_cards_played", {"card": Ref("card", card), "n": total})
    )


def reach(of: Callable[[SeatBook], int], *cards: str) -> Callable[[Context, SeatId], int]:
    """The most that a count of a seat may be, so that all seats have no more than the cards."""

    def most(ctx: Context, seat: SeatId) -> int:
        books = ctx.slice(BaseSlice).books
        total = sum(ctx.get(CARD_COUNT, card=card) for card in cards)
        return max(0, total - sum(of(b) for other, b in books.items() if other != seat))

    return most


def _offer_buy(ctx: Context, seat: SeatId | None) -> Action | Refusal | None:
    if not is_turn_of(ctx, seat):
        return None
    if left_in_deck(ctx) <= 0:
        return Refusal("no_card_left", Text("refused.no_card_left"))
    return Action("", seat, group="cards", item="development_card", left=left_in_deck(ctx))


def _decide_buy(ctx: Context, command: Command) -> Iterable[Event]:
    assert command.seat is not None
    return [CardsBought(command.seat)]


def may_play(ctx: Context, seat: SeatId | None, card: str) -> Refusal | None:
    """Why `seat` may not play `card` now, if it may not (BG-8)."""
    if seat is None or not is_turn_of(ctx, seat):
        return Refusal("not_your_turn", Text("refused.own_turn_only"))
    if ctx.slice(BaseSlice).card_played:
        return Refusal("one_card_a_turn", Text("refused.one_card_a_turn"))
    if ctx.setting("base.count_cards") and not playable(ctx, seat):
        which = "refused.card_too_new" if held(ctx, seat) else "refused.no_card_held"
        return Refusal("no_card", Text(which, {"seat": SeatRef(seat)}))
    return None


def _offer_card(
    card: str, params: Callable[[], tuple[Param, ...]] = lambda: ()
) -> Callable[[Context, SeatId | None], Action | Refusal | None]:
    def offer(ctx: Context, seat: SeatId | None) -> Action | Refusal | None:
        if not is_turn_of(ctx, seat) or not ctx.get(CARD_COUNT, card=card):
            return None
        refused = may_play(ctx, seat, card) or all_played(ctx, card)
        return refused or Action("", seat, params=params(), group="cards", item=card)

    return offer


def _offer_roads(ctx: Context, seat: SeatId | None) -> Action | Refusal | None:
    """Road building, unless not even one road could be built with it (BG-12)."""
    offer = _offer_card("road_building")(ctx, seat)
    return no_link(ctx, seat) or offer if seat and isinstance(offer, Action) else offer


def _decide_knight(ctx: Context, command: Command) -> Iterable[Event]:
    assert command.seat is not None
    return [CardPlayed(command.seat, "knight"), enter(ctx, "robber", command.seat)]


def _decide_roads(ctx: Context, command: Command) -> Iterable[Event]:
    assert command.seat is not None
    return [CardPlayed(command.seat, "road_building"), free_links(ctx, command.seat, 2)]


def _decide_invention(ctx: Context, command: Command) -> Iterable[Event]:
    assert command.seat is not None
    chosen = tuple(r for k in ("first", "second") if (r := command.args.get(k)))
    text = Text("step.invention", {"seat": SeatRef(command.seat)})
    if len(chosen) == 2:
        named = tuple(Ref("resource", r) for r in chosen)
        text = Text("step.invention_named", {"seat": SeatRef(command.seat), "resources": named})
    return [CardPlayed(command.seat, "invention", chosen), ctx.tell("card", text)]


def _decide_monopoly(ctx: Context, command: Command) -> Iterable[Event]:
    assert command.seat is not None
    kind = command.args["resource"]
    text = Text("step.monopoly", {"seat": SeatRef(command.seat), "resource": Ref("resource", kind)})
    return [CardPlayed(command.seat, "monopoly", (kind,)), ctx.tell("card", text)]


def _offer_reveal(ctx: Context, seat: SeatId | None) -> Action | Refusal | None:
    if seat is None or not is_turn_of(ctx, seat):
        return None
    most = ctx.get(CARD_COUNT, card="victory_point") - sum(
        b.revealed for b in ctx.slice(BaseSlice).books.values()
    )
    if ctx.setting("base.count_cards"):
        most = min(most, held(ctx, seat))
    if most <= 0:
        return Refusal("no_card", Text("refused.no_card_held", {"seat": SeatRef(seat)}))
    count = Param("count", "count", low=1, high=most)
    return Action("", seat, params=(count,), group="cards", item="victory_point")


def _decide_reveal(ctx: Context, command: Command) -> Iterable[Event]:
    assert command.seat is not None
    return [PointsRevealed(command.seat, command.args["count"])]


def _two_resources() -> tuple[Param, ...]:
    return (Param("first", "resource", optional=True), Param("second", "resource", optional=True))


ACTIONS = (
    ActionKind(
        "buy_card",
        "Buy a development card.",
        (PLAY_PROMPT,),
        _offer_buy,
        _decide_buy,
        ("BG-4",),
        standing=Standing("cards", "development_card"),
    ),
    ActionKind(
        "play_knight",
        "Play a knight: move the robber, before or after the number.",
        TURN_PROMPTS,
        _offer_card("knight"),
        _decide_knight,
        ("BG-8", "BG-12"),
        standing=Standing("cards", "knight"),
    ),
    ActionKind(
        "play_road_building",
        "Play road building: two free roads (or ships).",
        TURN_PROMPTS,
        _offer_roads,
        _decide_roads,
        ("BG-12", "SF-5"),
        standing=Standing("cards", "road_building"),
    ),
    ActionKind(
        "play_invention",
        "Play invention: two resources of choice from the bank.",
        TURN_PROMPTS,
        _offer_card("invention", _two_resources),
        _decide_invention,
        ("BG-12",),
        params=_two_resources(),
        standing=Standing("cards", "invention"),
    ),
    ActionKind(
        "play_monopoly",
        "Play monopoly: everybody hands over all cards of one kind.",
        TURN_PROMPTS,
        _offer_card("monopoly", lambda: (Param("resource", "resource"),)),
        _decide_monopoly,
        ("BG-12",),
        params=(Param("resource", "resource"),),
        standing=Standing("cards", "monopoly"),
    ),
    ActionKind(
        "reveal_points",
        "Show victory point cards, any number, also those bought in this turn.",
        TURN_PROMPTS,
        _offer_reveal,
        _decide_reveal,
        ("BG-8", "BG-10"),
        params=(Param("count", "count", low=1, high=CARDS["victory_point"]),),
        standing=Standing("cards", "victory_point"),
    ),
)
