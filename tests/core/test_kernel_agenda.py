"""The agenda: prompts, stages that other modules change, loops that are named."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import permutations
from typing import Any

import pytest

from companion.core import kernel
from companion.core.compose import CompositionRefused
from companion.core.context import Context, KernelFault
from companion.core.events import ActionForced, StageRun
from companion.core.model import Accepted, Action, Command, Event, Refusal
from companion.core.module import ActionKind, Module, Stage, StageEdit
from companion.core.rules.base.book import BaseSlice, Discarded, RobberMoved, TurnEnded
from companion.core.rules.base.turn import PLAY_PROMPT
from companion.i18n.text import Text
from tests.core.driver import Driver
from tests.core.random_play import new_setup

SIX = Module(id="six_seats", role="variant", players=(2, 6))


class Rang(Event, frozen=True, tag="bell.rang"):
    """A bell, so that a stage leaves a trace."""

    which: str


class Echoed(Event, frozen=True, tag="bell.echoed"):
    which: str


def bell(name: str, times: int = 1) -> Stage:
    def ring(ctx: Context, visit: int) -> Iterable[Event]:
        return [Rang(name)] if visit < times else []

    return Stage(name, ring)


def with_edits(*edits: StageEdit, stages: tuple[Stage, ...] = ()) -> Driver:
    module = Module(id="bell", role="scenario", events=(Rang,), stages=stages, edits=edits)
    return Driver(new_setup(3), extra=(module,))


def rung(game: Driver) -> list[str]:
    return [e.which for e in game.events if isinstance(e, Rang)]


# -- prompts -------------------------------------------------------------------------------------


def five_discard() -> tuple[Driver, str]:
    setup = new_setup(5, settings={"base.record_discards": True})
    game = Driver(setup, extra=(SIX,))
    game.begin_play()
    game.roll(3, 4)
    (prompt,) = (p for p in game.state.prompts if p.name == "seven.discard")
    return game, prompt.id


@pytest.mark.parametrize("order", [(1, 2, 3, 4, 5), (5, 3, 1, 2, 4)])
def test_five_discards_entered_at_once_all_count(order: tuple[int, ...]) -> None:
    game, prompt = five_discard()
    # All five were typed while the same question was on the screen.
    for n in order:
        game.do("discard", f"s{n}", prompt=prompt, held=7 + n)
    given = {e.seat: e.count for e in game.events if isinstance(e, Discarded)}
    assert given == {"s1": 4, "s2": 4, "s3": 5, "s4": 5, "s5": 6}
    assert game.open() == {"move_robber"}


def test_a_seat_answers_once_and_a_closed_question_is_stale() -> None:
    game, prompt = five_discard()
    game.do("discard", "s2", prompt=prompt)
    assert game.refused("discard", "s2", prompt=prompt) == "not_your_turn"
    for n in (1, 3, 4, 5):
        game.do("discard", f"s{n}", prompt=prompt)
    assert game.refused("discard", "s1", prompt=prompt) == "stale"


def test_a_command_for_a_question_that_means_something_else_by_now_is_stale() -> None:
    game = Driver()
    game.begin_play()
    (number,) = (p.id for p in game.state.prompts)
    game.roll(1, 1)
    answer = game.ask("end_turn", "s1", prompt=number)
    assert isinstance(answer, Refusal)
    assert (answer.code, answer.prompt) == ("stale", number)
    (play,) = (p.id for p in game.state.prompts if p.name == PLAY_PROMPT)
    assert game.refused("enter_faces", "s1", prompt=play, faces=[1, 1]) == "stale"
    game.do("build_road", "s1", prompt=play)
    game.do("build_road", "s1", prompt=play)


def test_a_tell_needs_no_tap_the_next_move_closes_it_and_a_correction_does_not() -> None:
    game = Driver()
    game.begin_play()
    game.roll(1, 1)
    assert "step.produce" in game.steps()
    game.do("enter_number", None, number=4)
    assert game.steps().count("step.produce") == 2
    game.do("build_road", "s1")
    assert "step.produce" not in game.steps()


def test_prompt_ids_are_of_their_command_s_ticket() -> None:
    game = Driver()
    command = Command("skip_setup", "s1")
    answer = kernel.decide(game.rules, game.state, command, ticket="17")
    assert isinstance(answer, Accepted)
    assert [p.id for p in answer.state.prompts] == ["17.0"]


# -- forced --------------------------------------------------------------------------------------


def test_a_forced_answer_answers_and_is_marked() -> None:
    game = Driver()
    game.begin_play()
    game.roll(3, 4)
    assert game.refused("move_robber", "s1", victim="s1") == "bad_argument"
    events = game.do("move_robber", "s1", victim="s1", forced=True)
    assert isinstance(events[0], ActionForced)
    assert RobberMoved("s1", "s1") in events
    assert game.state.forced == 1
    assert "end_turn" in game.open("s1")


def test_a_forced_move_of_another_seat_leaves_the_question_open() -> None:
    game = Driver()
    game.begin_play()
    game.roll(1, 1)
    game.do("build_road", "s2", forced=True)
    assert "end_turn" in game.open("s1")


@pytest.mark.parametrize(
    ("action", "seat", "args", "code"),
    [
        ("fly", "s1", {}, "unknown_action"),
        ("build_road", "s9", {}, "unknown_seat"),
        ("build_road", "s1", {"wings": 2}, "unknown_argument"),
        ("enter_faces", "s1", {}, "missing_argument"),
        ("enter_faces", "s1", {"faces": "66"}, "bad_argument_type"),
        ("build_road", None, {}, "missing_seat"),
    ],
)
def test_what_has_no_meaning_cannot_be_forced(
    action: str, seat: str | None, args: dict[str, Any], code: str
) -> None:
    game = Driver()
    game.begin_play()
    if action == "build_road":
        game.roll(1, 1)
    answer = game.ask(action, seat, forced=True, **args)
    assert isinstance(answer, Refusal)
    assert answer.code == code


def test_what_was_meant_for_an_answered_question_cannot_be_forced() -> None:
    game = Driver(new_setup(3, numbers="cards"))
    game.begin_play()
    asked = next(p.id for p in game.state.prompts if p.kind == "ask")
    game.do("draw_card", "s1", prompt=asked)
    drawn = game.state
    answer = game.ask("draw_card", "s1", prompt=asked, forced=True)
    assert isinstance(answer, Refusal)
    assert answer.code == "stale"
    assert game.state == drawn


# -- stages --------------------------------------------------------------------------------------

TURN = ("turn.begin", "turn.number", "turn.production", "turn.play", "turn.end")


@pytest.mark.parametrize(
    ("edits", "stages"),
    [
        (("before", "turn.play", ("x", "y")), (*TURN[:3], "x", "y", *TURN[3:])),
        (("after", "turn.end", ("x",)), (*TURN, "x")),
        (("replace", "turn.play", ("x",)), (*TURN[:3], "x", TURN[4])),
        (("drop", "turn.play", ()), (*TURN[:3], TURN[4])),
        (("repeat", "turn.number", ("turn.production",)), (*TURN[:3], *TURN[1:3], *TURN[3:])),
        (("repeat_before", "turn.number", ("turn.production",)), (*TURN[:2], *TURN[1:])),
        (("before", "turn.lunch", ("x",)), TURN),
        (("repeat", "turn.number", ("turn.lunch",)), TURN),
        (("repeat", "turn.play", ("turn.number",)), TURN),
    ],
)
def test_each_edit_of_a_flow(
    edits: tuple[str, str, tuple[str, ...]], stages: tuple[str, ...]
) -> None:
    op, anchor, inner = edits
    edit = StageEdit("turn", op, anchor, inner)  # type: ignore[arg-type]
    game = with_edits(edit, stages=(bell("x"), bell("y")))
    assert game.rules.flow_stages(game.ctx, "turn") == stages


EDITS = (
    StageEdit("turn", "repeat", "turn.number", ("turn.production",), times=3),
    StageEdit("turn", "before", "turn.production", ("x",)),
    StageEdit("turn", "after", "turn.number", ("y",)),
)


@pytest.mark.parametrize("edits", list(permutations(EDITS)))
def test_a_repeat_holds_what_others_insert_in_whatever_order(
    edits: tuple[StageEdit, ...],
) -> None:
    game = with_edits(*edits, stages=(bell("x"), bell("y")))
    once = ("turn.number", "y", "x", "turn.production")
    assert game.rules.flow_stages(game.ctx, "turn") == (TURN[0], *once * 3, *TURN[3:])


def test_a_dropped_stage_is_not_run_and_a_replaced_one_runs_instead() -> None:
    game = with_edits(
        StageEdit("turn", "replace", "turn.production", ("bell.production",)),
        StageEdit("turn", "drop", "turn.play"),
        stages=(bell("bell.production", times=2),),
    )
    game.begin_play()
    game.roll(3, 4)
    # No seven, no play: the turn is over at once and the next one begins.
    assert rung(game) == ["bell.production"] * 2
    assert TurnEnded("s1", 1) in game.events
    assert game.turn == "s2"


def test_a_stage_runs_again_until_it_has_nothing_to_say() -> None:
    game = with_edits(
        StageEdit("turn", "before", "turn.end", ("bell",)), stages=(bell("bell", times=4),)
    )
    game.begin_play()
    game.roll(1, 1)
    events = game.do("end_turn", "s1")
    at = TURN.index("turn.end")
    assert [e.visit for e in events if isinstance(e, StageRun) and e.index == at] == [0, 1, 2, 3]
    assert rung(game) == ["bell"] * 4


def test_an_edit_may_depend_on_the_state_in_which_the_flow_begins() -> None:
    game = with_edits(
        StageEdit(
            "turn",
            "before",
            "turn.end",
            ("bell",),
            when=lambda ctx: ctx.slice(BaseSlice).turn == 1,
        ),
        stages=(bell("bell"),),
    )
    game.begin_play()
    for _ in range(3):
        game.roll(1, 1)
        game.do("end_turn", game.turn)
    assert rung(game) == ["bell"]


@pytest.mark.parametrize("op", ["before", "after", "replace"])
def test_a_stage_that_nobody_declares_is_refused_before_the_game(op: Any) -> None:
    with pytest.raises(CompositionRefused) as fault:
        with_edits(StageEdit("turn", op, "turn.play", ("turn.plat",)))
    (problem,) = fault.value.problems
    assert (problem.code, problem.sides) == ("unknown_stage", ("bell",))
    assert problem.text.id == "compose.stage.did_you_mean"
    assert problem.text.params["near"] == "turn.play"


# -- loops and vetoes ----------------------------------------------------------------------------


def test_an_endless_loop_of_reactions_is_named() -> None:
    loop = Module(
        id="bell",
        role="scenario",
        events=(Rang, Echoed),
        reacts={
            TurnEnded: lambda ctx, e: [Rang("ding")],
            Rang: lambda ctx, e: [Echoed(e.which)],
            Echoed: lambda ctx, e: [Rang(e.which)],
        },
    )
    game = Driver(extra=(loop,))
    game.begin_play()
    game.roll(1, 1)
    with pytest.raises(KernelFault, match=r"2000 events.*Rang, Echoed"):
        game.ask("end_turn", "s1")


def test_an_endless_stage_is_named() -> None:
    game = with_edits(
        StageEdit("turn", "before", "turn.end", ("bell",)), stages=(bell("bell", times=9_999),)
    )
    game.begin_play()
    game.roll(1, 1)
    with pytest.raises(KernelFault, match="StageRun, Rang"):
        game.ask("end_turn", "s1")


def test_a_veto_takes_the_action_off_the_list_and_says_why() -> None:
    def no_roads(ctx: Context, command: Command) -> Text | None:
        return Text("no.roads") if command.action == "build_road" else None

    ring = ActionKind(
        "ring",
        "",
        (PLAY_PROMPT,),
        lambda ctx, seat: Action("", seat),
        lambda ctx, command: [Rang("by hand")],
    )
    module = Module(id="bell", role="scenario", events=(Rang,), actions=(ring,), vetoes=(no_roads,))
    game = Driver(extra=(module,))
    game.begin_play()
    game.roll(1, 1)
    assert "build_road" not in game.open("s1")
    answer = game.ask("build_road", "s1")
    assert isinstance(answer, Refusal)
    assert (answer.code, answer.text) == ("forbidden", Text("no.roads"))
    game.do("ring", "s1")
    game.do("build_road", "s1", forced=True)
