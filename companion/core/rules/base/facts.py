"""The queries of the base game: what other modules may ask for, or answer differently."""

from __future__ import annotations

from companion.core.board.routes import Link, longest_route
from companion.core.context import Context
from companion.core.model import Point, SeatId
from companion.core.module import Query
from companion.core.rules.base.book import CARDS, BaseSlice, book
from companion.core.rules.pieces import BUILDINGS, KIND, LINKS, PIECE_COUNT, pieces_of
from companion.i18n.text import Ref, Text


def _kinds(ctx: Context) -> tuple[str, ...]:
    ships = ("ship",) if ctx.get(SHIPS_PLAYED) else ()
    return ("road", *ships, "settlement", "city")


PIECE_LIMITS = {"road": 15, "settlement": 5, "city": 4, "ship": 15}


def _discard(ctx: Context, seat: SeatId, held: int) -> int:
    return held // 2 if held > ctx.get(HAND_LIMIT, seat=seat) else 0


def _left_neighbor(ctx: Context, seat: SeatId) -> SeatId:
    players = ctx.players()
    if seat not in players:
        raise LookupError(seat)
    return players[(players.index(seat) + 1) % len(players)]


def _production(ctx: Context, number: int) -> tuple[Text, ...]:
    if not 2 <= number <= 12:
        raise LookupError(number)
    if number == 7:
        return ()
    each = {kind: ctx.get(YIELD, kind=kind) for kind in BUILDINGS}
    return (Text("step.produce", {"number": number, **each}),)


TURN_SEAT: Query[SeatId | None] = Query(
    "turn_seat",
    "Whose turn it is; None before the first turn.",
    lambda ctx: ctx.slice(BaseSlice).seat,
)
TARGET: Query[int] = Query(
    "target",
    "Victory points a seat needs to win.",
    lambda ctx, seat: ctx.setting("base.target"),
    args=("seat",),
    merge="sum",
    rules=("BG-10", "CO-2"),
    sheet=True,
)
HAND_LIMIT: Query[int] = Query(
    "hand_limit",
    "Resource cards a seat may hold when a seven comes.",
    lambda ctx, seat: 7,
    args=("seat",),
    merge="sum",
    rules=("BG-3",),
)
ROBBER_HOME: Query[Ref | None] = Query(
    "robber_home",
    "Where the robber starts and is sent home to; None where there is no robber.",
    lambda ctx: Ref("place", "desert"),
    rules=("CO-1",),
    sheet=True,
)
VICTIMS: Query[tuple[SeatId, ...]] = Query(
    "victims",
    "Whom a seat may take a hidden card from after moving the robber to a hex of choice.",
    lambda ctx, seat: tuple(s for s in ctx.players() if s != seat),
    args=("seat",),
    merge="union",
    rules=("BG-3",),
)
ROBBER_GOALS: Query[tuple[str, ...]] = Query(
    "robber_goals",
    "Where a seat that moves the robber may put it: a hex of choice, or its home.",
    lambda ctx, seat: ("hex",),
    args=("seat",),
    merge="union",
    rules=("BG-3",),
)
OPEN_HEXES: Query[tuple[str, ...]] = Query(
    "open_hexes",
    "Which of some hexes, each with the seats that have a building beside it, a robber that "
    "stands at `robber_at` may be moved to.",
    lambda ctx, hexes, robber_at: tuple(spot for spot in hexes if spot != robber_at),
    args=("hexes", "robber_at"),
    merge="union",
    rules=("BG-3", "FR-1"),
    takes={"hexes": "places"},
)
DISCARD: Query[int] = Query(
    "discard",
    "Cards that a seat which holds so many returns when a seven comes: half, rounded down.",
    _discard,
    args=("seat", "held"),
    rules=("BG-3",),
    takes={"held": "count"},
)
LEFT_NEIGHBOR: Query[SeatId] = Query(
    "left_neighbor",
    "Who sits to the left of a player: the next one clockwise still at the table.",
    _left_neighbor,
    args=("seat",),
    rules=("EV-4",),
)
KNIGHTS: Query[int] = Query(
    "knights",
    "Knight cards a seat has face up.",
    lambda ctx, seat: book(ctx, seat).knights,
    args=("seat",),
    merge="sum",
    rules=("BG-7",),
)
ROUTE_LENGTH: Query[int] = Query(
    "route_length",
    "Length of a color's longest trade route: as the table declared it in ledger depth.",
    lambda ctx, seat: book(ctx, seat).route,
    args=("seat",),
    merge="sum",
    rules=("BG-6", "BG-13"),
)
ROUTE_OF: Query[int] = Query(
    "route_of",
    "How long a trade route these links of one color make: each two nodes, and road, ship, "
    "bridge or damaged_road. It passes nodes of `own` buildings, and ends at those of `foreign` "
    "ones.",
    lambda ctx, links, own, foreign: longest_route([Link(*one) for one in links], own, foreign),
    args=("links", "own", "foreign"),
    rules=("BG-6", "BG-13", "SF-4"),
    takes={"links": "links", "own": "names", "foreign": "names"},
)
LARGEST_ARMY_PLAYED: Query[bool] = Query(
    "largest_army_played",
    "Whether this game has a largest army.",
    lambda ctx: True,
    rules=("BG-7",),
    sheet=True,
)
TRADE_ROUTE_PLAYED: Query[bool] = Query(
    "trade_route_played",
    "Whether this game has a longest trade route.",
    lambda ctx: True,
    rules=("BG-6",),
    sheet=True,
)
SHIPS_PLAYED: Query[bool] = Query(
    "ships_played", "Whether ships may be built.", lambda ctx: False, rules=("SF-1",), sheet=True
)
BUILDABLE: Query[tuple[str, ...]] = Query(
    "buildable",
    "Which kinds of pieces a seat may build now, free ones included; its supply aside.",
    lambda ctx, seat: _kinds(ctx),
    args=("seat",),
    merge="union",
    rules=("BG-4", "EV-4"),
)
PIECE_KINDS: Query[tuple[str, ...]] = Query(
    "piece_kinds",
    "The kinds of pieces that this game keeps count of.",
    _kinds,
    merge="union",
    rules=("BG-4",),
)
YIELD: Query[int] = Query(
    "yield",
    "Resource cards one building of a kind takes from a hex whose number came up.",
    lambda ctx, kind: {"settlement": 1, "city": 2}.get(kind, 0),
    args=("kind",),
    takes=KIND,
    rules=("BG-2",),
)
PRODUCTION: Query[tuple[Text, ...]] = Query(
    "production",
    "What a number brings, as steps: a seven nothing.",
    _production,
    args=("number",),
    merge="union",
    rules=("BG-2", "BG-3"),
    takes={"number": "count"},
)
REPEATED: Query[tuple[Text, ...]] = Query(
    "repeated",
    "Why the number of a production (0 for the turn's first) is not one and must come up again.",
    lambda ctx, index: (),
    args=("index",),
    merge="union",
    rules=("TW-2", "TB-10"),
    takes={"index": "count"},
)
IGNORED: Query[tuple[Text, ...]] = Query(
    "ignored",
    "Why the number of a production (0 for the turn's first) brings nothing.",
    lambda ctx, index: (),
    args=("index",),
    merge="union",
    rules=("TW-7",),
    takes={"index": "count"},
)
PIECE_LIMIT: Query[int] = Query(
    "piece_limit",
    "How many pieces of a kind a seat owns.",
    lambda ctx, kind: PIECE_LIMITS.get(kind, 0),
    args=("kind",),
    takes=KIND,
    rules=("BG-4",),
)
PIECES_LEFT: Query[int] = Query(
    "pieces_left",
    "How many pieces of a kind lie in a seat's own supply.",
    lambda ctx, seat, kind: (
        ctx.get(PIECE_LIMIT, kind=kind) - ctx.get(PIECE_COUNT, seat=seat, kind=kind)
    ),
    args=("seat", "kind"),
    takes=KIND,
    rules=("BG-4",),
)
CARD_COUNT: Query[int] = Query(
    "card_count",
    "How many development cards of a kind the deck holds.",
    lambda ctx, card: CARDS.get(card, 0),
    args=("card",),
    rules=("BG-8",),
    takes={"card": tuple(CARDS)},
)
LONGEST_POSSIBLE: Query[int] = Query(
    "longest_possible",
    "The longest trade route that a color could build with all its pieces.",
    lambda ctx: sum(
        ctx.get(PIECE_LIMIT, kind=kind) for kind in ctx.get(PIECE_KINDS) if kind in LINKS
    ),
    merge="sum",
    rules=("BG-4", "BG-13"),
)
START_ROUNDS: Query[tuple[str, ...]] = Query(
    "start_rounds",
    "Which building each player places in each round of the set-up (second round reversed).",
    lambda ctx: ("settlement", "settlement"),
    rules=("BG-1",),
)
START_INCOME: Query[int] = Query(
    "start_income",
    "The round of the set-up (from 1) whose building brings a resource for each hex beside it.",
    lambda ctx: len(ctx.get(START_ROUNDS)),
    rules=("BG-1",),
)
HARBOR_BUILDINGS: Query[int] = Query(
    "harbor_buildings",
    "Settlements and cities of a seat that stand at a harbor (a city is one building).",
    lambda ctx, seat: sum(
        1 for p in pieces_of(ctx, seat, *BUILDINGS) if p.traits.get("harbor", "none") != "none"
    ),
    args=("seat",),
    merge="sum",
    rules=("EV-4",),
)
POINTS: Query[int] = Query(
    "points",
    "Victory points of a seat that everybody can see.",
    lambda ctx, seat: sum(p.vp for p in points_of(ctx, seat)),
    args=("seat",),
    merge="sum",
    rules=("BG-10",),
)
NEUTRALS: Query[tuple[SeatId, ...]] = Query(
    "neutrals",
    "The colors nobody plays.",
    lambda ctx: tuple(s.id for s in ctx.seats() if s.kind == "neutral"),
    rules=("TW-1",),
)


def points_of(ctx: Context, seat: SeatId) -> tuple[Point, ...]:
    """All of a seat's public victory points with their reasons, in the modules' order."""
    found: list[Point] = []
    for module in ctx.rules.modules:
        if module.points is not None:
            found.extend(module.points(ctx, seat))
    return tuple(found)


def points(ctx: Context, seat: SeatId) -> list[Point]:
    """The base game's points: buildings and shown victory point cards (BG-10)."""
    found = []
    for kind, each in (("settlement", 1), ("city", 2)):
        count = len(pieces_of(ctx, seat, kind))
        if count:
            found.append(Point(Text(f"points.{kind}", {"n": count}), count * each))
    shown = book(ctx, seat).revealed
    if shown:
        found.append(Point(Text("points.victory_point", {"n": shown}), shown))
    return found


def is_turn_of(ctx: Context, seat: SeatId | None) -> bool:
    """Whether it is `seat`'s own turn."""
    return seat is not None and ctx.get(TURN_SEAT) == seat and ctx.frame_of("turn") is not None


QUERIES = (
    TURN_SEAT,
    TARGET,
    HAND_LIMIT,
    ROBBER_HOME,
    VICTIMS,
    ROBBER_GOALS,
    OPEN_HEXES,
    DISCARD,
    LEFT_NEIGHBOR,
    KNIGHTS,
    ROUTE_LENGTH,
    ROUTE_OF,
    LARGEST_ARMY_PLAYED,
    TRADE_ROUTE_PLAYED,
    SHIPS_PLAYED,
    BUILDABLE,
    PIECE_KINDS,
    YIELD,
    PRODUCTION,
    REPEATED,
    IGNORED,
    PIECE_LIMIT,
    PIECES_LEFT,
    LONGEST_POSSIBLE,
    CARD_COUNT,
    START_ROUNDS,
    START_INCOME,
    HARBOR_BUILDINGS,
    POINTS,
    NEUTRALS,
)
