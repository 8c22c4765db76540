"""Actions as buttons and pickers: every parameter with its choices in words."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec

from companion.core import actions as core_actions
from companion.core.context import Context
from companion.core.frozen import convert, to_builtins
from companion.core.model import RESOURCES, Action, Param, Scalar, SeatId
from companion.core.module import Trait
from companion.core.projection import project_action
from companion.core.rules.base.bank import COST, PRICED
from companion.core.rules.base.facts import PIECE_LIMITS, TURN_SEAT
from companion.core.rules.pieces import Piece, PieceSlice
from companion.i18n.text import Ref, SeatRef, Text
from companion.view.model import (
    ActionGroup,
    ActionView,
    ChoiceView,
    ParamView,
    TraitView,
    Words,
)

GROUPS = ("number", "answer", "robber", "build", "cards", "trade", "turn")
"""Groups in the order they stand on a screen; unknown ones come after these, then `LAST`."""

LAST = ("settle", "table")
"""What is the table's, not a move, comes behind everything that is one."""

NAMED = frozenset({"award", "color", "edition", "event", "language", "track"})
"""Parameters whose choices are ids of things that have a name."""


def action_views(ctx: Context, viewer: SeatId | None) -> tuple[ActionView, ...]:
    """Everything open to `viewer` now (None: to anybody), corrections included."""
    found = core_actions.actions(ctx, viewer, corrections=True)
    return tuple(action_view(ctx, _projected(action, viewer)) for action in found)


def _projected(action: Action, viewer: SeatId | None) -> Action:
    """The action as `viewer` may see it: what a secret parameter offers is only the actor's."""
    if not any(param.secret for param in action.params):
        return action
    shown: Action = convert(project_action(action, viewer), Action)
    return shown


def grouped(views: Iterable[ActionView]) -> tuple[ActionGroup, ...]:
    """The actions by group, in the order of `GROUPS`."""
    found: dict[str, list[ActionView]] = {}
    for view in views:
        found.setdefault(view.group, []).append(view)
    order = [*GROUPS, *(g for g in found if g not in (*GROUPS, *LAST)), *LAST]
    return tuple(ActionGroup(g, Text(f"group.{g}"), tuple(found[g])) for g in order if g in found)


def primary(ctx: Context, views: Iterable[ActionView]) -> ActionView | None:
    """The one big button: the first that answers the newest question, if any is primary."""
    newest = {prompt.id: at for at, prompt in enumerate(ctx.state.prompts)}
    best: ActionView | None = None
    for view in views:
        if not view.primary or view.prompt is None:
            continue
        if best is None or newest[view.prompt] > newest[best.prompt or ""]:
            best = view
    return best


def action_view(ctx: Context, action: Action) -> ActionView:
    """One action as a button."""
    return ActionView(
        name=action.name,
        label=action.label or Text(f"action.{action.name}"),
        seat=action.seat,
        prompt=action.prompt,
        group=action.group,
        primary=action.primary,
        item=action.item,
        left=action.left,
        cost=_cost(ctx, action.item) if _paid(ctx, action) else (),
        correction=ctx.rules.actions[action.name].correction,
        closes_for=_closes_for(ctx, action),
        # A spot of which this game needs nothing ticked is no question.
        params=tuple(
            _param_view(ctx, p) for p in action.params if p.type != "traits" or p.choices != ()
        ),
    )


def _paid(ctx: Context, action: Action) -> bool:
    """Whether the cost of its item is the action's: not for what is played, or built free."""
    standing = ctx.rules.actions[action.name].standing
    return standing is not None and standing.item == action.item


def move_views(
    ctx: Context, viewer: SeatId | None, found: Iterable[ActionView]
) -> tuple[ActionView, ...]:
    """The moves of every turn of the seat on turn, always in the same order.

    Those among `found` as they are there, the others closed, with the reason.
    """
    seat = ctx.get(TURN_SEAT)
    if seat is None or viewer not in (None, seat):
        return ()
    closed = core_actions.closed(ctx, seat)
    moves = {move.kind.name: _closed(ctx, seat, move, viewer) for move in closed}
    moves |= {view.name: view for view in found if view.seat == seat}
    standing = (kind.name for kind in ctx.rules.actions.values() if kind.standing is not None)
    return tuple(moves[name] for name in standing if name in moves)


def _closed(
    ctx: Context, seat: SeatId, move: core_actions.Closed, viewer: SeatId | None
) -> ActionView:
    standing = move.kind.standing
    assert standing is not None
    # Without an offer nobody knows what may be chosen: only what it cannot do without is asked.
    needed = tuple(param for param in move.kind.params if not param.optional)
    offer = move.offer or Action("", seat, params=needed)
    offer = msgspec.structs.replace(
        offer, name=move.kind.name, prompt=None, group=standing.group, item=standing.item
    )
    view = action_view(ctx, _projected(offer, viewer))
    waits = move.offer is not None
    return msgspec.structs.replace(view, closed=move.why.text, waits=waits, primary=False)


def _cost(ctx: Context, item: str | None) -> tuple[tuple[str, int], ...]:
    if item is None or item not in ctx.get(PRICED):
        return ()
    return tuple(ctx.get(COST, kind=item).items())


def _closes_for(ctx: Context, action: Action) -> tuple[SeatId, ...]:
    """The seats that still owe an answer, where settling takes it from several at once."""
    if "?" not in ctx.rules.actions[action.name].prompts:
        return ()
    prompt = next((p for p in ctx.state.prompts if p.id == action.prompt), None)
    owing = () if prompt is None else tuple(s for s in prompt.seats if s not in prompt.answered)
    return owing if len(owing) > 1 else ()


def _param_view(ctx: Context, param: Param) -> ParamView:
    return ParamView(
        name=param.name,
        type=param.type,
        label=param.label or Text(f"param.{param.name}"),
        optional=param.optional,
        default=to_builtins(param.default),
        secret=param.secret,
        choices=_choices(ctx, param),
        traits=_traits(ctx, param) if param.type == "traits" else (),
        low=param.low,
        high=param.high,
        count=param.count,
    )


def _traits(ctx: Context, param: Param) -> tuple[TraitView, ...]:
    names = ctx.rules.traits if param.choices is None else param.choices
    return tuple(trait_view(ctx.rules.traits[str(name)]) for name in names)


def trait_view(trait: Trait) -> TraitView:
    """A trait as it is ticked."""
    choices = tuple(ChoiceView(c, Text(f"trait.{trait.name}.{c}")) for c in trait.choices)
    return TraitView(trait.name, Text(f"trait.{trait.name}"), trait.kind, choices)


def _choices(ctx: Context, param: Param) -> tuple[ChoiceView, ...] | None:
    """The values the parameter may take, in words; None where any of its type will do."""
    values = param.choices
    if param.type == "traits":
        return None
    if values is None and param.secret:
        return None
    if values is None and param.type in ("seat", "seats"):
        values = ctx.players()
    if values is None and param.type == "resource":
        values = RESOURCES
    if values is None:
        return None
    if param.type == "piece":
        return _pieces(ctx, values)
    return tuple(ChoiceView(v, _choice_label(ctx, param, v)) for v in values)


def _pieces(ctx: Context, values: Iterable[Scalar]) -> tuple[ChoiceView, ...]:
    """Pieces to choose from, seat by seat; where several seats have some, with their owner.

    Of pieces that nobody can tell apart the first stands for all.
    """
    known = ctx.slice(PieceSlice).pieces
    seats = [seat.id for seat in ctx.rules.all_seats(ctx)]
    found = [known[value] for value in values if isinstance(value, int) and value in known]
    found.sort(key=lambda piece: (seats.index(piece.seat), piece.kind))
    several = len({piece.seat for piece in found}) > 1
    alike: dict[tuple[Any, ...], list[Piece]] = {}
    for piece in found:
        alike.setdefault((piece.seat, piece.kind, _spot(ctx, piece), piece.site), []).append(piece)
    return tuple(
        ChoiceView(
            piece.id,
            Text("view.piece_of", {"seat": SeatRef(piece.seat), "what": label})
            if several
            else label,
        )
        for piece, *others in alike.values()
        for label in [_piece_label(ctx, piece, 1 + len(others))]
    )


def _choice_label(ctx: Context, param: Param, value: Scalar) -> Words:
    """A value in words. A piece's kind names itself, other ids have `choice.<param>.<id>`."""
    if value is None or isinstance(value, bool):
        return Text({None: "common.nothing", True: "common.yes", False: "common.no"}[value])
    if isinstance(value, int):
        return value
    labels: dict[str, Words] = {
        "seat": SeatRef(value),
        "seats": SeatRef(value),
        "resource": Ref("resource", value),
        "setting": Text(f"setting.{value}"),
    }
    if param.type in labels:
        return labels[param.type]
    if value in PIECE_LIMITS:
        return Ref("piece", value)
    if param.name in NAMED:
        return Ref(param.name, value)
    return Text(f"choice.{param.name}.{value}")


def _piece_label(ctx: Context, piece: Piece, count: int) -> Text:
    """What a piece is, how many are just like it, and what is ticked at its spot."""
    params: dict[str, Any] = {"piece": Ref("piece", piece.kind), "n": count}
    if spot := _spot(ctx, piece):
        params["spot"] = spot
    which = ("view.piece", "view.piece_at", "view.pieces", "view.pieces_at")
    return Text(which[("spot" in params) + 2 * (count > 1)], params)


def _spot(ctx: Context, piece: Piece) -> tuple[Text, ...]:
    said: list[Text] = []
    for name, value in piece.traits.items():
        trait = ctx.rules.traits[name]
        if trait.kind == "flag":
            said += [Text(f"trait.{name}")] if value else []
        elif trait.kind == "choice":
            said += [Text(f"trait.{name}.{value}")] if value != "none" else []
        else:
            said += [Text(f"trait.{name}.{one}") for one in value]
    return tuple(said)
