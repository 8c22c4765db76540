"""Who sits at the table: names, colors, order, languages, leaving, joining, replacing."""

from __future__ import annotations

from collections.abc import Callable, Iterable

import msgspec

from companion.core.compose import player_counts
from companion.core.context import Context
from companion.core.events import FlowLeft, PromptAnswered
from companion.core.model import (
    COLORS,
    Action,
    Command,
    Event,
    Param,
    Refusal,
    Seat,
    SeatId,
)
from companion.core.module import ActionKind
from companion.core.names import LONGEST_NAME, name_key
from companion.core.rules.awards import AwardSlice, HolderReleased
from companion.core.rules.table.book import (
    LanguageChosen,
    PlayerReplaced,
    PointsReleased,
    SeatJoined,
    SeatLeft,
    SeatRecolored,
    SeatRenamed,
    SeatReturned,
    SeatsReordered,
    TableSlice,
)
from companion.i18n.languages import LANGUAGES
from companion.i18n.text import Ref, SeatRef, Text

Offer = Callable[[Context, SeatId | None], Action | Refusal | None]

WHOSE = Param("whose", "seat")
NAME = Param("name", "name", high=LONGEST_NAME)
PERSON = Param("person", "text", high=LONGEST_NAME, optional=True)
COLOR = Param("color", "choice", choices=COLORS, label=Text("param.seat_color"))
LANGUAGE = Param("language", "choice", choices=tuple(LANGUAGES), optional=True)


def among(ctx: Context, *, neutral: bool = True) -> Param:
    """The parameter `whose`, among those at the table now."""
    seats = tuple(s.id for s in ctx.seats()) if neutral else ctx.players()
    return Param("whose", "seat", choices=seats)


def _offer(*more: Param, neutral: bool = True) -> Offer:
    def offer(ctx: Context, seat: SeatId | None) -> Action:
        return Action("", seat, params=(among(ctx, neutral=neutral), *more), group="table")

    return offer


def name_taken(ctx: Context, seat: SeatId | None, name: str) -> Refusal | None:
    """A refusal when another seat goes by `name` already, whatever the letters' case."""
    for other in ctx.slice(TableSlice).seats:
        if other.id != seat and name_key(other.name) == name_key(name):
            taken = Text("refused.name_taken", {"name": name.strip(), "other": SeatRef(other.id)})
            return Refusal("name_taken", taken)
    return None


def color_taken(ctx: Context, seat: Text | Ref, color: str, but: SeatId = "") -> Refusal | None:
    """A refusal, naming both, when a seat (one that left, too) plays `color` already."""
    for other in ctx.slice(TableSlice).seats:
        if other.id != but and other.color == color:
            params = {"seat": seat, "color": Ref("color", color), "other": SeatRef(other.id)}
            return Refusal("color_taken", Text("refused.color_taken", params))
    return None


def _decide_rename(ctx: Context, command: Command) -> Iterable[Event] | Refusal:
    whose, name = command.args["whose"], command.args["name"]
    if not command.forced and (taken := name_taken(ctx, whose, name)):
        return taken
    return [SeatRenamed(whose, name.strip(), ctx.seat(whose).name)]


def _decide_recolor(ctx: Context, command: Command) -> Iterable[Event] | Refusal:
    whose, color = command.args["whose"], command.args["color"]
    return color_taken(ctx, SeatRef(whose), color, whose) or [SeatRecolored(whose, color)]


def _offer_reorder(ctx: Context, seat: SeatId | None) -> Action | None:
    players = ctx.players()
    order = Param("order", "seats", choices=players)
    return Action("", seat, params=(order,), group="table") if len(players) > 1 else None


def _decide_reorder(ctx: Context, command: Command) -> Iterable[Event] | Refusal:
    order = tuple(command.args["order"])
    if sorted(order) != sorted(ctx.players()):
        seats = tuple(map(SeatRef, ctx.players()))
        return Refusal("bad_order", Text("refused.bad_order", {"seats": seats}))
    return [SeatsReordered(order)]


def _decide_language(ctx: Context, command: Command) -> Iterable[Event]:
    return [LanguageChosen(command.args["whose"], command.args.get("language"))]


# -- leaving and coming ----------------------------------------------------------------------


def _offer_leave(ctx: Context, seat: SeatId | None) -> Action | Refusal:
    if len(ctx.players()) < 2:
        return _last_player()
    return Action("", seat, params=(among(ctx, neutral=False),), group="table")


def _last_player() -> Refusal:
    return Refusal("last_player", Text("refused.last_player"))


def _decide_leave(ctx: Context, command: Command) -> Iterable[Event] | Refusal:
    whose = command.args["whose"]
    if whose not in ctx.players():
        return Refusal("not_at_table", Text("refused.not_at_table", {"seat": SeatRef(whose)}))
    if len(ctx.players()) < 2:
        return _last_player()
    awards = ctx.slice(AwardSlice)
    pinned = [HolderReleased(a) for a, who in awards.holders.items() if who == whose]
    events: list[Event] = [SeatLeft(whose), *(e for e in pinned if e.award in awards.pins)]
    if whose in ctx.slice(TableSlice).pins:
        events.append(PointsReleased(whose))
    return [*events, *_without(ctx, whose)]


def _without(ctx: Context, seat: SeatId) -> list[Event]:
    """The agenda without `seat`: its flows are left (its turn passes on), its asks answered."""
    frames = ctx.state.frames
    own = next((i for i, frame in enumerate(frames) if frame.seat == seat), len(frames))
    left: list[Event] = [FlowLeft(frame.flow) for frame in reversed(frames[own:])]
    waiting = [
        PromptAnswered(p.id, seat)
        for p in ctx.state.prompts
        if p.kind == "ask" and p.depth <= own and seat in p.seats and seat not in p.answered
    ]
    return [*left, *waiting]


def _gone(ctx: Context) -> tuple[SeatId, ...]:
    return tuple(s.id for s in ctx.slice(TableSlice).seats if not s.present)


def _full(ctx: Context) -> Refusal | None:
    """A refusal where these rules are for no more players than sit here."""
    (_low, high), who = player_counts(ctx.rules.modules)
    if len(ctx.players()) < high:
        return None
    text = Text("refused.too_many_players", {"module": Ref("module", who), "n": high})
    return Refusal("too_many_players", text)


def _offer_return(ctx: Context, seat: SeatId | None) -> Action | Refusal | None:
    gone = _gone(ctx)
    if not gone:
        return None
    whose = Param("whose", "seat", choices=gone)
    return _full(ctx) or Action("", seat, params=(whose,), group="table")


def _decide_return(ctx: Context, command: Command) -> Iterable[Event] | Refusal:
    whose = command.args["whose"]
    if whose not in _gone(ctx):
        return Refusal("sits_already", Text("refused.sits_already", {"seat": SeatRef(whose)}))
    return [SeatReturned(whose)]


def _free_colors(ctx: Context) -> tuple[str, ...]:
    taken = {s.color for s in ctx.slice(TableSlice).seats}
    return tuple(c for c in COLORS if c not in taken)


def _offer_join(ctx: Context, seat: SeatId | None) -> Action | Refusal:
    if (full := _full(ctx)) is not None:
        return full
    free = _free_colors(ctx)
    if not free:
        return Refusal("no_color_left", Text("refused.no_color_left"))
    color = msgspec.structs.replace(COLOR, choices=free, optional=True, default=free[0])
    after = Param("after", "seat", choices=ctx.players(), optional=True)
    return Action("", seat, params=(NAME, color, after, PERSON), group="table")


def _decide_join(ctx: Context, command: Command) -> Iterable[Event] | Refusal:
    name, free = command.args["name"].strip(), _free_colors(ctx)
    if not free:
        return Refusal("no_color_left", Text("refused.no_color_left"))
    color = command.args.get("color") or free[0]
    new = Text("table.newcomer", {"name": name})
    taken = color_taken(ctx, new, color)
    if taken is None and not command.forced:
        taken = name_taken(ctx, None, name)
    after = command.args.get("after") or ctx.players()[-1]
    person = command.args.get("person")
    return taken or [SeatJoined(_new_id(ctx), name, color, after, person)]


def _new_id(ctx: Context) -> SeatId:
    """An id that no seat of this game ever had."""
    ids = {s.id for s in ctx.slice(TableSlice).seats}
    number = len(ids) + 1
    while f"s{number}" in ids:
        number += 1
    return f"s{number}"


def _decide_replace(ctx: Context, command: Command) -> Iterable[Event] | Refusal:
    whose, name = command.args["whose"], command.args["name"]
    if not command.forced and (taken := name_taken(ctx, whose, name)):
        return taken
    person = command.args.get("person")
    return [PlayerReplaced(whose, name.strip(), ctx.seat(whose).name, person)]


def check(ctx: Context) -> list[str]:
    """What is wrong with the roster, if anything."""
    seats: tuple[Seat, ...] = ctx.slice(TableSlice).seats
    faults = []
    for what, values in (("id", [s.id for s in seats]), ("color", [s.color for s in seats])):
        twice = sorted({v for v in values if values.count(v) > 1})
        faults += [f"two seats have the {what} {value}" for value in twice]
    lost = {s.id for s in ctx.state.setup.seats} - {s.id for s in seats}
    faults += [f"the seat {seat} was taken off the roster" for seat in sorted(lost)]
    if not ctx.players():
        faults.append("no player is left at the table")
    return faults


def correction(
    name: str,
    doc: str,
    offer: Offer,
    decide: Callable[[Context, Command], Iterable[Event] | Refusal],
    *params: Param,
) -> ActionKind:
    """An action of the table's own, open whenever the game is."""
    return ActionKind(name, doc, ("*",), offer, decide, correction=True, params=params)


_ORDER = Param("order", "seats")
_AFTER = Param("after", "seat", optional=True)
_FREE = msgspec.structs.replace(COLOR, optional=True)

ACTIONS = (
    correction("rename_seat", "Call a seat by another name.", _offer(NAME), _decide_rename,
               WHOSE, NAME),
    correction("recolor_seat", "Give a seat another color that no other seat has.",
               _offer(COLOR), _decide_recolor, WHOSE, COLOR),
    correction("reorder_seats", "Say in which order the players take their turns.",
               _offer_reorder, _decide_reorder, _ORDER),
    correction("seat_language", "Choose the language a seat reads; none: the table's.",
               _offer(LANGUAGE, neutral=False), _decide_language, WHOSE, LANGUAGE),
    correction("seat_leaves", "A player leaves for good or for a while; the pieces stay, and "
               "the turn passes on.", _offer_leave, _decide_leave, WHOSE),
    correction("seat_returns", "A player who had left is back.", _offer_return, _decide_return,
               WHOSE),
    correction("seat_joins", "A player sits down late, without any pieces yet.", _offer_join,
               _decide_join, NAME, _FREE, _AFTER, PERSON),
    correction("replace_player", "Somebody else plays a seat on.",
               _offer(NAME, PERSON, neutral=False), _decide_replace, WHOSE, NAME, PERSON),
)  # fmt: skip
