"""What the table view shows, case by case."""

from __future__ import annotations

import pytest

from companion.core.chance import commitment
from companion.core.frozen import FrozenMap
from companion.core.model import COLORS, Seat
from companion.i18n.text import Ref, SeatRef, Text
from companion.view import present, seat_names
from companion.view.model import (
    ActionView,
    SeatView,
    TableView,
)
from tests.view.scripted import SEED, Table, evening


def view(table: Table, viewer: str | None = None) -> TableView:
    return present(table.log.rules, table.log.state, log=table.log, viewer=viewer)


def seat(table: Table, name: str) -> SeatView:
    return next(s for s in view(table).seats if s.id == name)


def actions(shown: TableView) -> dict[str, ActionView]:
    return {a.name: a for group in shown.actions for a in group.actions}


def started(**more: object) -> Table:
    table = Table(**{"numbers": "typed", **more})
    table.do("skip_setup", "s1")
    return table


def test_before_the_first_number_there_is_none_and_the_turn_says_so() -> None:
    shown = view(started())
    assert (shown.turn.seat, shown.turn.number, shown.turn.stage) == ("s1", 1, "turn.number")
    assert shown.number is None
    assert shown.numbers == ()
    assert [s.text for s in shown.steps] == [Text("step.number", {"seat": SeatRef("s1")})]
    assert shown.steps[0].seats == ("s1",)


def test_a_number_comes_with_its_faces_and_source() -> None:
    table = started()
    table.roll(2, 4)
    number = view(table).number
    assert number is not None
    assert (number.number, number.faces, number.source) == (6, (2, 4), "typed")
    assert number.event is None
    assert number.card is None


def test_a_number_names_the_entry_that_made_it() -> None:
    table = started()
    table.roll(2, 4)
    table.do("end_turn", "s1")
    table.roll(3, 5)
    table.do("build_road", "s2")
    number = view(table).number
    assert number is not None
    assert number.entry == "4"
    without = present(table.log.rules, table.log.state).number
    assert without is not None
    assert without.entry is None


def test_the_number_of_the_last_turn_is_gone_in_the_next() -> None:
    table = started()
    table.roll(2, 4)
    table.do("end_turn", "s1")
    assert view(table).number is None


def test_what_was_told_stays_dimmed_until_the_turn_is_over() -> None:
    table = started()
    table.roll(2, 4)
    told = view(table).steps[0]
    assert (told.kind, told.past, told.text.id) == ("tell", False, "step.produce")
    table.do("build_road", "s1")
    dimmed = view(table).steps[0]
    assert (dimmed.text, dimmed.past, dimmed.prompt) == (told.text, True, None)
    table.do("end_turn", "s1")
    assert not any(s.past for s in view(table).steps)


def test_without_a_history_nothing_past_is_shown_and_nothing_can_be_undone() -> None:
    table = started()
    table.roll(2, 4)
    table.do("build_road", "s1")
    shown = present(table.log.rules, table.log.state)
    assert not any(s.past for s in shown.steps)
    assert (shown.undo, shown.redo, shown.known) == (None, None, ())


def test_a_question_below_the_one_on_top_waits_unseen() -> None:
    table = started(settings=FrozenMap({"base.count_cards": False}))
    table.roll(2, 4)
    table.do("play_knight", "s1")
    shown = view(table)
    assert [p.name for p in shown.prompts] == ["robber.move"]
    assert [s.name for s in shown.steps if s.kind == "ask"] == ["robber.move"]
    assert shown.prompts[0].actions == ("move_robber", "settle")


def test_everybody_asked_at_once_is_waiting_until_they_answer() -> None:
    table = started(settings=FrozenMap({"base.record_discards": True}))
    table.roll(3, 4)
    table.do("discard", "s2", held=9)
    shown = view(table)
    assert shown.prompts[0].waiting == ("s1", "s3")
    assert shown.prompts[0].answered == ("s2",)
    assert [s.id for s in shown.seats if s.waiting] == ["s1", "s3"]


def test_settling_comes_behind_every_move_and_says_whose_answers_it_takes() -> None:
    table = Table(numbers="typed")
    shown = view(table)
    assert [g.group for g in shown.actions] == ["build", "settle", "table"]
    assert actions(shown)["settle"].closes_for == ("s1", "s2", "s3")
    assert actions(shown)["skip_setup"].closes_for == ()
    table.do("place_start", "s1")
    assert actions(view(table))["settle"].closes_for == ("s2", "s3")
    table.do("place_start", "s2")
    assert actions(view(table))["settle"].closes_for == ()
    table.do("skip_setup", "s3")
    assert actions(view(table))["settle"].closes_for == ()


def test_points_have_reasons_that_add_up() -> None:
    table = evening()
    ada = seat(table, "s1")
    assert ada.vp == sum(p.vp for p in ada.points) == 5
    assert [p.reason.id for p in ada.points] == ["points.award", "points.settlement"]
    assert [a.name for a in ada.awards] == ["longest_trade_route"]
    assert ada.target == 8


def test_only_who_has_most_points_leads_and_nobody_with_none() -> None:
    assert [s.id for s in view(evening()).seats if s.leader] == ["s1"]
    assert not any(s.leader for s in view(Table(numbers="typed")).seats)


def test_pieces_in_play_and_in_the_supply() -> None:
    pieces = {p.kind: (p.placed, p.left) for p in seat(evening(), "s1").pieces}
    assert pieces == {"road": (3, 12), "settlement": (3, 2), "city": (0, 4)}


def test_a_seat_without_a_name_goes_by_its_color() -> None:
    assert seat(evening(), "s2").name == Ref("player", "blue")
    assert seat_names(evening().log.state.setup)["s2"] == Ref("player", "blue")


def test_actions_are_grouped_and_the_primary_one_is_among_them() -> None:
    table = started()
    table.roll(2, 4)
    shown = view(table)
    assert shown.primary == actions(shown)["end_turn"]
    groups = [g.group for g in shown.actions]
    assert groups == [g for g in ("build", "cards", "turn", "settle", "table") if g in groups]
    assert {a.group for g in shown.actions for a in g.actions} == set(groups)


def test_the_newest_question_has_the_primary_button() -> None:
    table = started(settings=FrozenMap({"base.target": 4}))
    table.roll(2, 4)
    table.do("build_settlement", "s1")
    table.do("build_city", "s1")
    shown = view(table)
    assert shown.primary is not None
    assert shown.primary.name == "claim_victory"
    assert actions(shown)["end_turn"].primary


def test_corrections_are_marked_and_bound_to_no_question() -> None:
    shown = actions(view(started()))
    assert shown["enter_number"].correction
    assert shown["enter_number"].prompt is None
    assert not shown["enter_faces"].correction


def test_a_seat_sees_its_own_actions_only() -> None:
    table = started()
    table.roll(2, 4)
    assert {a.seat for a in actions(view(table, "s2")).values() if not a.correction} == set()
    assert actions(view(table, "s1"))["build_road"].seat == "s1"


def test_a_piece_is_chosen_by_its_place_and_its_spot() -> None:
    table = Table(numbers="typed", variants=("two_players",), seats=_seats(2))
    table.do("place_start", "s1", traits={"coast": True, "desert": False})
    for name in ("s2", "s2", "s1"):
        table.do("place_start", name)
    table.roll(2, 4)
    table.roll(3, 5)
    (param,) = actions(view(table))["build_city"].params
    assert param.choices is not None
    english = table.translator()
    labels = [english.show(choice.label) for choice in param.choices]
    assert labels == ["Settlement: On the coast", "Settlement"]


def test_a_spot_is_asked_for_only_where_the_game_needs_it() -> None:
    base, two = started(), started(variants=("two_players",), seats=_seats(2))
    for table in (base, two):
        table.roll(2, 4)
    two.roll(3, 5)
    assert actions(view(base))["build_settlement"].params == ()
    (spot,) = actions(view(two))["build_settlement"].params
    assert [t.name for t in spot.traits] == ["coast", "desert"]


def test_resources_and_seats_come_with_all_they_may_be() -> None:
    table = started(settings=FrozenMap({"base.count_cards": False}))
    shown = actions(view(table))
    resources = shown["play_monopoly"].params[0].choices
    assert resources is not None
    assert [c.value for c in resources] == ["brick", "lumber", "wool", "grain", "ore"]
    whose = shown["declare_route"].params[0].choices
    assert whose is not None
    assert [c.label for c in whose] == [SeatRef(s) for s in ("s1", "s2", "s3")]


def test_neutral_colors_come_last_and_have_no_points() -> None:
    table = Table(numbers="typed", variants=("two_players",), seats=_seats(2))
    shown = view(table).seats
    assert [s.kind for s in shown] == ["player", "player", "neutral", "neutral"]
    assert all((s.vp, s.target, s.points) == (None, None, ()) for s in shown[2:])
    assert {t.name for t in shown[2].tracks} == {"roads", "settlements", "route"}


def test_both_numbers_of_a_turn_are_kept() -> None:
    table = started(variants=("two_players",), seats=_seats(2))
    table.roll(2, 4)
    table.roll(3, 5)
    shown = view(table)
    assert [n.number for n in shown.numbers] == [6, 8]
    assert shown.number == shown.numbers[-1]


def test_the_seed_is_sealed_until_the_game_is_over() -> None:
    table = started()
    seal = view(table).seal
    assert (seal.commitment, seal.seed, seal.sealed) == (commitment(SEED), None, True)
    table.do("end_game", winner="s2")
    shown = view(table)
    assert (shown.over, shown.winner, shown.seal.seed) == (True, "s2", SEED)
    assert shown.primary is None
    table.do("play_on")
    assert view(table).seal.seed is None


def test_an_undone_throw_is_known_to_come_again() -> None:
    table = started(numbers="dice")
    table.do("throw_dice", "s1")
    number = view(table).number
    assert number is not None
    table.undo()
    (known,) = view(table).known
    assert known == Text(
        "view.known_throw", {"faces": " + ".join(str(face) for face in number.faces)}
    )
    table.do("throw_dice", "s1")
    again = view(table)
    assert again.number is not None
    assert again.number.faces == number.faces
    assert again.known == ()


def test_what_the_table_insisted_on_is_counted() -> None:
    table = started()
    table.do("end_turn", "s1", forced=True)
    assert view(table).forced == 1


def test_paused_is_what_the_clocks_say() -> None:
    table = started()
    assert not view(table).paused
    table.do("pause")
    assert view(table).paused
    table.do("resume")
    assert not view(table).paused


@pytest.mark.parametrize("count", [2, 3, 4])
def test_any_number_of_seats_keeps_its_order(count: int) -> None:
    more = {"variants": ("two_players",)} if count == 2 else {}
    table = started(seats=_seats(count), **more)
    shown = view(table).seats
    assert [s.id for s in shown if s.kind == "player"] == [f"s{i + 1}" for i in range(count)]
    assert [s.id for s in shown if s.on_turn] == ["s1"]


def _seats(count: int) -> tuple[Seat, ...]:
    return tuple(Seat(f"s{i + 1}", f"P{i + 1}", COLORS[i]) for i in range(count))


def test_of_pieces_that_nobody_can_tell_apart_one_stands_for_all() -> None:
    table = started(variants=("harbormaster",))
    for harbor in ("ore", "none", "none"):
        traits = {"harbor": harbor}
        table.do("add_piece", None, kind="settlement", whose="s1", traits=traits)
    table.do("enter_faces", "s1", faces=(3, 5))
    (param,) = actions(view(table))["build_city"].params
    assert param.choices is not None
    ids = [choice.label.id for choice in param.choices if isinstance(choice.label, Text)]
    assert ids == ["view.pieces", "view.piece_at"]


def test_a_repaired_road_is_not_said_to_be_damaged_any_more() -> None:
    """EV-4: the reminder goes with the damage."""
    table = started(numbers="cards")
    table.do("enter_card", "s1", number=6, event="earthquake")
    assert [step for step in view(table).steps if "damaged" in step.text.id]
    table.do("repair_road", "s1")
    assert not [step for step in view(table).steps if "damaged" in step.text.id]
