"""The set-up phase: each places in order, then in reverse order (BG-1)."""

from __future__ import annotations

from collections.abc import Iterable

from companion.core.context import Context
from companion.core.events import PromptClosed
from companion.core.model import Action, Command, Event, Param, Refusal, SeatId
from companion.core.module import ActionKind, Stage
from companion.core.rules.base.book import BaseSlice, SetupEnded, SetupSkipped
from companion.core.rules.base.facts import SHIPS_PLAYED, START_ROUNDS
from companion.core.rules.pieces import LINKS, place
from companion.i18n.text import Ref, Text

PROMPT = "setup.place"
TRAITS = Param("traits", "traits", optional=True)
"""What an action that places a piece takes for its spot."""


def _round(ctx: Context) -> int:
    """Which round of placing this is, 0 or 1."""
    frame = ctx.frame_of("setup")
    assert frame is not None
    return sum(1 for stage in frame.stages[: frame.index] if stage == "setup.place")


def _run(ctx: Context, visit: int) -> Iterable[Event]:
    if visit:
        return []
    number = _round(ctx)
    building = ctx.get(START_ROUNDS)[number]
    order = ctx.players()[::-1] if number % 2 else ctx.players()
    if ctx.slice(BaseSlice).start_placed:
        return _place_rest(ctx, building, order)
    last = number == len(ctx.get(START_ROUNDS)) - 1
    text = Text(
        "step.setup_last" if last else "step.setup",
        {"piece": Ref("piece", building), "n": number + 1},
    )
    return [ctx.ask(PROMPT, text, order, order="in_order", data={"building": building})]


def _place_rest(ctx: Context, building: str, seats: Iterable[SeatId]) -> list[Event]:
    events: list[Event] = []
    for seat in seats:
        events.append(place(ctx, building, seat, start=True, free=True, ahead=len(events)))
        events.append(place(ctx, "road", seat, start=True, free=True, ahead=len(events)))
    return events


def _end(ctx: Context, visit: int) -> Iterable[Event]:
    return [] if visit else [SetupEnded()]


def _offer_place(ctx: Context, seat: SeatId | None) -> Action | Refusal | None:
    prompt = ctx.prompt(PROMPT)
    if prompt is None:
        return None
    building = str(prompt.data["building"])
    links = ("road", "ship") if ctx.get(SHIPS_PLAYED) else ("road",)
    return Action(
        "",
        seat,
        params=(
            traits_param(ctx, building, "traits"),
            Param("link", "choice", choices=links, optional=True, default="road"),
            traits_param(ctx, "road", "link_traits"),
        ),
        group="build",
        primary=True,
        item=building,
    )


def traits_param(ctx: Context, kind: str, name: str = "traits") -> Param:
    """The parameter that ticks the traits of a spot for a piece of `kind`."""
    wanted = tuple(t.name for t in ctx.rules.traits.values() if kind in t.pieces)
    return Param(name, "traits", choices=wanted, optional=True)


def _decide_place(ctx: Context, command: Command) -> Iterable[Event] | Refusal:
    prompt = ctx.prompt(PROMPT)
    building = str(prompt.data["building"]) if prompt else "settlement"
    assert command.seat is not None
    link = str(command.args.get("link") or "road")
    return [
        place(ctx, building, command.seat, command.args.get("traits"), start=True, free=True),
        place(
            ctx, link, command.seat, command.args.get("link_traits"), start=True, free=True, ahead=1
        ),
    ]


def _decide_skip(ctx: Context, command: Command) -> Iterable[Event] | Refusal:
    prompt = ctx.prompt(PROMPT)
    if prompt is None:
        return Refusal("not_now", Text("refused.not_now", {"action": Ref("action", "skip_setup")}))
    left = [s for s in prompt.seats if s not in prompt.answered]
    return [
        SetupSkipped(),
        *_place_rest(ctx, str(prompt.data["building"]), left),
        PromptClosed(prompt.id, "settled"),
    ]


FLOW = ("setup.place", "setup.place", "setup.end")
STAGES = (
    Stage("setup.place", _run, "Each places a building and a road, in order or in reverse."),
    Stage("setup.end", _end, "The set-up is over and judged."),
)
ACTIONS = (
    ActionKind(
        "place_start",
        "Place a start building with its road (or ship).",
        (PROMPT,),
        _offer_place,
        _decide_place,
        rules=("BG-1", "SF-2"),
        answers=True,
        params=(
            TRAITS,
            Param("link", "choice", choices=LINKS, optional=True, default="road"),
            Param("link_traits", "traits", optional=True),
        ),
    ),
    ActionKind(
        "skip_setup",
        "All start pieces stand already: count them without traits.",
        (PROMPT,),
        lambda ctx, seat: Action("", seat, group="build"),
        _decide_skip,
        rules=("BG-1",),
    ),
)
