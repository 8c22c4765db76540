"""Actions are data: what is open to a seat now, and whether a command is one of them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import msgspec

from companion.core.context import Context
from companion.core.frozen import shown
from companion.core.insisting import NEVER_FORCED
from companion.core.model import (
    RESOURCES,
    Action,
    Command,
    Param,
    Prompt,
    Refusal,
    SeatId,
)
from companion.core.module import ActionKind
from companion.core.names import harmless, one_line
from companion.core.settings import did_you_mean
from companion.i18n.text import Ref, SeatRef, Text

TABLE = frozenset({"*", "?"})
"""Among an action's prompts: it is the table's, not a move (a correction, or settling an ask)."""

UNBOUNDED = 1_000_000
"""What no count reaches, where its parameter names no bound."""


@dataclass(frozen=True)
class Admitted:
    """The command may be decided; `prompt` is the one it answers (None for a correction)."""

    prompt: Prompt | None


def open_prompts(ctx: Context) -> tuple[Prompt, ...]:
    """The asks that may be answered now: those of the top flow, and those that block nothing."""
    if ctx.state.over:
        return ()
    depth = len(ctx.state.frames)
    return tuple(
        p for p in ctx.state.prompts if p.kind == "ask" and (p.depth >= depth or not p.blocking)
    )


def actions(ctx: Context, seat: SeatId | None = None, *, corrections: bool = True) -> list[Action]:
    """Everything open to `seat` now (None: to anybody), in the modules' order.

    What a command asks for is accepted exactly when it fits one of these (forced ones aside).
    Without `corrections` the table's own are left out: corrections, and settling an ask.
    """
    players = ctx.players() if seat is None else (seat,)
    found = [action for one in players for action in _answers(ctx, one, corrections)]
    if corrections:
        found.extend(_corrections(ctx, seat))
    return found


def _answers(ctx: Context, seat: SeatId, corrections: bool) -> list[Action]:
    found: list[Action] = []
    kinds = [k for k in ctx.rules.actions.values() if TABLE.isdisjoint(k.prompts)]
    if corrections:
        # Settling comes behind every real answer.
        kinds += [k for k in ctx.rules.actions.values() if "?" in k.prompts]
    for prompt in open_prompts(ctx):
        if prompt.seats and seat not in prompt.waiting():
            continue
        for kind in kinds:
            if answers(kind, prompt):
                offer = offered(ctx, kind, seat, prompt)
                if isinstance(offer, Action):
                    found.append(offer)
    return found


def answers(kind: ActionKind, prompt: Prompt) -> bool:
    """Whether `kind` may be taken through `prompt`."""
    return prompt.name in kind.prompts or "?" in kind.prompts


def _corrections(ctx: Context, seat: SeatId | None) -> list[Action]:
    found = []
    for kind in ctx.rules.actions.values():
        if "*" in kind.prompts:
            offer = offered(ctx, kind, seat, None)
            if isinstance(offer, Action):
                found.append(offer)
    return found


def offered(
    ctx: Context, kind: ActionKind, seat: SeatId | None, prompt: Prompt | None
) -> Action | Refusal | None:
    """`kind` as it is open to `seat` through `prompt`, or why it is not."""
    offer = kind.offer(ctx, seat)
    if isinstance(offer, Action):
        params = tuple(
            msgspec.structs.replace(p, secret=True) if p.name in kind.secrets else p
            for p in offer.params
        )
        offer = msgspec.structs.replace(
            offer, name=kind.name, seat=seat, prompt=prompt.id if prompt else None, params=params
        )
        probe = Command(kind.name, seat)
        for module in ctx.rules.modules:
            for veto in module.vetoes:
                text = veto(ctx, probe)
                if text is not None:
                    return Refusal("forbidden", text)
    return offer


@dataclass(frozen=True)
class Closed:
    """A standing move that cannot be made now, and why; `offer` where only the moment is wrong."""

    kind: ActionKind
    why: Refusal
    offer: Action | None = None


def closed(ctx: Context, seat: SeatId) -> list[Closed]:
    """The standing moves of this game that `seat` may not make now, each with why not.

    What the seat lacks is named before the moment: it is still lacking when the moment comes.
    """
    found = []
    for kind in ctx.rules.actions.values():
        offer = None if kind.standing is None else offered(ctx, kind, seat, None)
        if offer is None:
            continue
        prompt = _prompt_for(ctx, kind, Command(kind.name, seat))
        if isinstance(offer, Refusal):
            found.append(Closed(kind, offer))
        elif isinstance(prompt, Refusal):
            found.append(Closed(kind, prompt, offer))
    return found


def admit(ctx: Context, command: Command) -> Admitted | Refusal:
    """Whether `command` may be decided now, by the list of actions and nothing else."""
    kind = ctx.rules.actions.get(command.action)
    if kind is None:
        return Refusal(
            "unknown_action", did_you_mean("refused.action", command.action, ctx.rules.actions)
        )
    if command.seat is not None and command.seat not in {s.id for s in ctx.seats()}:
        known = tuple(s.id for s in ctx.seats())
        return Refusal("unknown_seat", did_you_mean("refused.seat", command.seat, known))
    prompt = _prompt_for(ctx, kind, command)
    if isinstance(prompt, Refusal):
        # A wrong argument is worth more to know than that it also comes at the wrong time.
        return prompt
    offer = offered(ctx, kind, command.seat, prompt)
    if offer is None:
        return Refusal("not_now", Text("refused.not_now", {"action": Ref("action", kind.name)}))
    if isinstance(offer, Refusal):
        return offer
    fault = check_args(ctx, offer, command)
    if fault is not None:
        return fault
    for module in ctx.rules.modules:
        for veto in module.vetoes:
            text = veto(ctx, command)
            if text is not None:
                return Refusal("forbidden", text)
    return Admitted(prompt)


def _prompt_for(ctx: Context, kind: ActionKind, command: Command) -> Prompt | Refusal | None:
    """The open prompt the command answers; None for a correction, which needs none."""
    asks = open_prompts(ctx)
    if command.prompt is not None:
        bound = next((p for p in asks if p.id == command.prompt), None)
        if bound is None:
            return Refusal("stale", Text("refused.stale"), command.prompt)
        if not answers(kind, bound) and "*" not in kind.prompts:
            return Refusal(
                "stale",
                Text("refused.other_question", {"action": Ref("action", kind.name)}),
                command.prompt,
            )
        asks = (bound,)
    fitting = [p for p in asks if answers(kind, p)]
    mine = [p for p in fitting if not p.seats or command.seat in p.waiting()]
    if mine:
        return mine[-1]
    if "*" in kind.prompts:
        return None
    if fitting and command.seat is None:
        return Refusal(
            "missing_seat", Text("refused.missing_seat", {"action": Ref("action", kind.name)})
        )
    if fitting:
        return Refusal(
            "not_your_turn",
            Text(
                "refused.not_your_turn",
                {"seats": tuple(SeatRef(s) for s in fitting[-1].waiting())},
            ),
        )
    if ctx.state.over:
        return Refusal("game_over", Text("refused.game_over"))
    # What the game waits for goes before what may be left open.
    last = next((p for p in reversed(asks) if p.blocking), asks[-1] if asks else None)
    asked = Text("refused.nothing_asked") if last is None else last.text
    return Refusal(
        "not_now", Text("refused.first", {"action": Ref("action", kind.name), "asked": asked})
    )


def answered_by(ctx: Context, command: Command) -> Prompt | None:
    """The open prompt that a forced command still answers, whatever else is wrong with it."""
    found = _prompt_for(ctx, ctx.rules.actions[command.action], command)
    return found if isinstance(found, Prompt) else None


def meaningless(ctx: Context, command: Command) -> Refusal | None:
    """Why a command means nothing whenever it comes, so that no table can insist on it.

    It is judged by what the action declares, not by what is offered now: names and types of
    the arguments, seats that exist, bounds that no moment moves.
    """
    kind = ctx.rules.actions[command.action]
    if command.seat is None and "*" not in kind.prompts:
        params = {"action": Ref("action", kind.name)}
        return Refusal("missing_seat", Text("refused.missing_seat", params))
    fault = check_args(ctx, Action(kind.name, command.seat, params=kind.params), command)
    if fault is None or fault.code in NEVER_FORCED:
        return fault
    return Refusal("impossible_argument", fault.text)


def check_args(ctx: Context, offer: Action, command: Command) -> Refusal | None:
    """What is wrong with the arguments, if anything: names, types, then values."""
    known = {p.name: p for p in offer.params}
    for name in command.args:
        if name not in known:
            return Refusal("unknown_argument", did_you_mean("refused.argument", name, known))
    for param in offer.params:
        value = command.args.get(param.name)
        if value is None:
            if param.optional:
                continue
            wanted: dict[str, Any] = {"param": param.name, "allowed": _possible(ctx, param)}
            return Refusal("missing_argument", Text("refused.missing_argument", wanted))
        fault = _check_value(ctx, param, value)
        if fault is not None:
            return fault
    return None


_TYPES: dict[str, tuple[type[Any], ...]] = {
    "seat": (str,),
    "resource": (str,),
    "choice": (str, int),
    "name": (str,),
    "text": (str,),
    "setting": (str,),
    "count": (int,),
    "number": (int,),
    "piece": (int,),
    "flag": (bool,),
    "faces": (tuple, list),
    "seats": (tuple, list),
    "list": (tuple, list),
    "traits": (dict,),
    "position": (dict,),
    "value": (str, int, bool),
}


def _check_value(ctx: Context, param: Param, value: Any) -> Refusal | None:
    types = _TYPES[param.type]
    mistaken_flag = isinstance(value, bool) and bool not in types
    if not isinstance(value, types) or mistaken_flag:
        return _bad(ctx, param, value, "bad_argument_type")
    if param.type == "traits":
        return check_traits(ctx, param, value)
    if _allowed(ctx, param, value):
        return None
    if isinstance(value, (str, int)) and (reason := param.closed.get(value)) is not None:
        return Refusal("forbidden", reason)
    return _bad(ctx, param, value, "bad_argument")


def _allowed(ctx: Context, param: Param, value: Any) -> bool:
    """Whether a value of the right type is one that `param` may take now."""
    if param.type in ("count", "number", "piece") and param.choices is None:
        low = -UNBOUNDED if param.low is None else param.low
        return bool(low <= value <= (UNBOUNDED if param.high is None else param.high))
    if param.type == "seat" and param.choices is None:
        return value in {s.id for s in ctx.rules.all_seats(ctx)}
    if param.type == "resource":
        return value in (param.choices or RESOURCES)
    if param.type in ("name", "text"):
        fits = bool(value.strip()) and len(value) <= (param.high or UNBOUNDED)
        return fits and one_line(value)
    if param.type == "faces":
        good = all(type(v) is int and 1 <= v <= (param.high or 6) for v in value)
        return good and len(value) == param.count
    if param.type == "seats":
        known = param.choices
        if known is None:
            known = tuple(s.id for s in ctx.rules.all_seats(ctx))
        return all(one in known for one in value)
    return param.choices is None or bool(value in param.choices)


def check_traits(ctx: Context, param: Param, value: Any) -> Refusal | None:
    """What is wrong with the ticked traits of a piece, if anything."""
    allowed = tuple(ctx.rules.traits) if param.choices is None else param.choices
    for name, ticked in value.items():
        trait = ctx.rules.traits.get(name)
        if trait is None or name not in allowed:
            return Refusal(
                "unknown_trait",
                did_you_mean("refused.trait", str(name), [str(a) for a in allowed]),
            )
        fine = {
            "flag": isinstance(ticked, bool),
            "choice": ticked in trait.choices,
            "set": isinstance(ticked, (list, tuple)) and set(ticked) <= set(trait.choices),
        }[trait.kind]
        if not fine:
            known = trait.choices or ("true", "false")
            return Refusal(
                "bad_trait",
                Text(
                    "refused.bad_trait", {"trait": name, "value": shown(ticked), "allowed": known}
                ),
            )
    return None


def _bad(ctx: Context, param: Param, value: Any, code: str) -> Refusal:
    words = param.type in ("name", "text") and isinstance(value, str)
    if words and not one_line(value):
        word: dict[str, Any] = {"param": param.name, "value": harmless(value)}
        return Refusal(code, Text("refused.control_characters", word))
    if words and param.high is not None:
        size: dict[str, Any] = {"param": param.name, "high": param.high}
        return Refusal(code, Text("refused.bad_length", size))
    said: dict[str, Any] = {"param": param.name, "allowed": _possible(ctx, param)}
    if isinstance(value, str) and code != "bad_argument_type":
        said["value"] = _seats(ctx, param).get(value, value)
    else:  # as a script has written it: a text in quotes is told from a number
        said["value"] = shown(value)
    return Refusal(code, Text("refused.bad_argument", said))


def _seats(ctx: Context, param: Param) -> dict[str, Ref]:
    """Everybody by id, where the parameter is a seat."""
    return {s.id: SeatRef(s.id) for s in ctx.rules.all_seats(ctx)} if param.type == "seat" else {}


def _possible(ctx: Context, param: Param) -> tuple[Ref | str, ...]:
    """What a parameter may be, in few words."""
    seats = _seats(ctx, param)
    if param.choices is not None:
        return tuple(seats.get(str(c), str(c)) for c in param.choices)
    if param.type == "seat":
        return tuple(seats.values())
    if param.type == "resource":
        return RESOURCES
    if param.type == "faces":
        return (f"{param.count} × 1–{param.high or 6}",)
    if param.type in ("count", "number") and param.low is not None:
        return (f"{param.low}–{param.high}",)
    return (param.type,)
