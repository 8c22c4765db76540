"""The event deck: its composition, passes and year ends, secrets, amendments (EV-1 to EV-3)."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from companion.core import history, registry
from companion.core.compose import CompositionRefused
from companion.core.events import ChanceDrawn
from companion.core.foresight import foreseen
from companion.core.frozen import FrozenMap
from companion.core.kernel import evolve
from companion.core.model import Command, Event, Refusal
from companion.core.projection import project_event, project_state
from companion.core.rules import event_cards
from companion.core.rules.base.book import NumberProduced
from companion.core.rules.event_cards.audit import audit
from companion.core.rules.event_cards.book import CardDrawn, EventCardsSlice, YearEnded
from companion.core.rules.event_cards.deck import DECK, SIZE
from companion.core.rules.event_cards.facts import CARD_SHOWN, CARDS_LEFT, DECK_LEFT
from companion.core.verify import verify_records
from tests.core.random_play import new_setup, play
from tests.core.table import game, happened, next_turn
from tests.proof.deck_passes import LIMIT, Tally, count_passes, passes

FACTS = json.loads(
    (Path(__file__).parents[1] / "facts" / "event_cards.json").read_text(encoding="utf-8")
)


def test_the_deck_is_the_printed_one() -> None:
    """EV-1."""
    printed = {(kind["number"], kind["event"]): kind["count"] for kind in FACTS["deck"]}
    assert Counter((card.number, card.event) for card in DECK) == printed
    assert len(DECK) == FACTS["total"] == 36
    by_number = Counter(str(card.number) for card in DECK)
    assert by_number == FACTS["cards_per_number"]
    assert sum(card.event == "none" for card in DECK) == FACTS["no_event_cards"] == 16


def test_the_deck_has_the_distribution_of_two_dice() -> None:
    """EV-1."""
    dice = Counter(a + b for a in range(1, 7) for b in range(1, 7))
    assert Counter(card.number for card in DECK) == dice


def test_a_turn_begins_by_drawing_one_card() -> None:
    """EV-3: the card is shown, and its number is what came up."""
    g = game("event_cards")
    assert "draw_card" in g.open()
    assert "throw_dice" not in g.open()
    events = g.do("draw_card", g.turn)
    (card,) = happened(events, CardDrawn)
    (number,) = happened(events, NumberProduced)
    assert (number.number, number.source) == (card.number, "cards")
    shown = g.ctx.get(CARD_SHOWN)
    assert shown is not None
    assert (shown.number, shown.event, shown.deck_pass, shown.position) == (
        card.number, card.event, 1, 1,
    )  # fmt: skip
    assert g.ctx.get(DECK_LEFT) == 30
    assert g.ctx.get(CARDS_LEFT, number=card.number) == (
        FACTS["cards_per_number"][str(card.number)] - 1
    )


@pytest.mark.parametrize("length", [31, 36])
def test_a_pass_has_its_draws_and_then_the_year_ends(length: int) -> None:
    """EV-2, C16: no card twice in a pass; with 36 the pass is the whole deck."""
    for drawn in passes("00112233445566778899aabbccddeeff", 8, length):
        assert len(set(drawn)) == len(drawn) == length
        if length == SIZE:
            assert Counter(DECK[card] for card in drawn) == Counter(DECK)


def test_the_year_ends_and_the_same_player_draws_at_once() -> None:
    """EV-2: one command shuffles and draws; the year end is seen."""
    g = game("event_cards", cleared=False)
    for _ in range(31):
        assert not happened(g.do("draw_card", g.turn), YearEnded)
        next_turn(g)
    seat = g.turn
    assert g.ctx.get(DECK_LEFT) == 0
    events = g.do("draw_card", seat)
    kinds = [type(e) for e in events if isinstance(e, (YearEnded, ChanceDrawn, CardDrawn))]
    assert kinds == [YearEnded, ChanceDrawn, CardDrawn]
    (card,) = happened(events, CardDrawn)
    assert (card.deck_pass, card.position) == (2, 1)
    assert happened(events, NumberProduced)[0].seat == seat == g.turn
    assert project_event(happened(events, YearEnded)[0]) == {
        "kind": "event_cards.year_ended", "deck_pass": 1,
    }  # fmt: skip
    g.restart()


def test_2000_passes_are_even() -> None:
    """EV-2: every card as often in every place, and behind every other card."""
    tally = count_passes(0, 80, 25, 31)
    assert tally.passes == 2_000
    assert abs(tally.place_score()) < LIMIT
    assert abs(tally.follow_score()) < LIMIT


def _slip(rng: Random) -> list[int]:
    """The well-known wrong shuffle: exchange each place with any place."""
    order = list(range(SIZE))
    for place in range(SIZE):
        other = rng.randrange(SIZE)
        order[place], order[other] = order[other], order[place]
    return order


def test_the_scores_find_a_deck_that_is_shuffled_badly() -> None:
    rng = Random(1)
    wrong, hardly = Tally(31), Tally(31)
    for _ in range(2_000):
        wrong.add(tuple(_slip(rng)[:31]))
        cut = rng.randrange(SIZE)
        hardly.add((*range(cut, SIZE), *range(cut))[:31])
    assert wrong.place_score() > 2 * LIMIT
    assert hardly.follow_score() > 2 * LIMIT


def test_nobody_sees_the_order_of_the_deck() -> None:
    """EV-2: two games that differ only in what lies in the deck look the same."""
    g = game("event_cards")
    g.do("draw_card", g.turn)
    part = g.state.slices["event_cards"]
    other = replace(part, left=part.left[::-1])
    swapped = replace(g.state, slices=g.state.slices.set("event_cards", other))
    for viewer in (None, *g.ctx.players()):
        seen = project_state(g.rules, g.state, viewer)
        assert seen == project_state(g.rules, swapped, viewer)
        assert "left" not in seen["slices"]["event_cards"]
    (shuffle,) = happened(g.events, ChanceDrawn)
    assert "outcome" not in project_event(shuffle)


def test_a_card_taken_back_comes_up_again() -> None:
    g = game("event_cards")
    log = history.start(g.rules, g.setup)
    for command in (Command("skip_setup", "s1"), Command("draw_card", "s1")):
        answer = history.submit(log, command)
        assert not isinstance(answer, Refusal)
        log = answer[0]
    (card,) = [e for e in log.live()[-1].events if isinstance(e, CardDrawn)]
    back = history.undo(log)
    assert not isinstance(back, Refusal)
    assert [e for e in foreseen(back) if isinstance(e, CardDrawn)] == [card]
    again = history.submit(back, Command("draw_card", "s1"))
    assert not isinstance(again, Refusal)
    assert [e for e in again[1].events if isinstance(e, CardDrawn)] == [card]


def _log_of(turns: int) -> history.Log:
    """A history of turns that only draw, move the robber and end."""
    rules, setup = registry.prepare(new_setup(3, numbers="cards"))
    log = history.start(rules, setup)
    log = _with(log, Command("skip_setup", "s1"))
    for turn in range(turns):
        seat = f"s{turn % 3 + 1}"
        log = _with(log, Command("draw_card", seat))
        if any(p.name == "robber.move" for p in log.state.prompts):
            log = _with(log, Command("move_robber", seat))
        log = _with(log, Command("end_turn", seat))
    return log


def _with(log: history.Log, command: Command) -> history.Log:
    answer = history.submit(log, command)
    assert not isinstance(answer, Refusal), answer
    return answer[0]


def _draws(log: history.Log) -> list[Any]:
    return [e for entry in log.live() for e in entry.events if isinstance(e, CardDrawn)]


@pytest.mark.parametrize("at", [0, 7, 29, 30, 31, 32, 39])
def test_an_amendment_keeps_the_cards_that_were_played_behind_it(at: int) -> None:
    """A draw that becomes a number typed in: all later cards come again, year end included."""
    log = _log_of(40)
    cards = [e for e in log.live() if any(isinstance(x, CardDrawn) for x in e.events)]
    plan = history.plan_amendment(
        log, cards[at].id, [Command("enter_number", "s1", FrozenMap({"number": 5}))]
    )
    assert not isinstance(plan, Refusal), plan
    assert all(refusal.code in ("not_now", "stale") for _entry, refusal in plan.refused)
    amended = history.amend(log, plan)
    assert not isinstance(amended, Refusal)
    before, after = _draws(log), _draws(amended)
    assert [c.card for c in after] == [c.card for i, c in enumerate(before) if i != at]
    assert _found(amended, "fault") == []
    assert _found(amended, "warning", "audit") == []


def _found(log: history.Log, level: str, code: str = "") -> list[str]:
    """What verifying a history finds: the details of what is at this level."""
    return [
        f"{finding.code}: {finding.text.params.get('detail', '')}"
        for finding in verify_records(log.rules, log.records)
        if finding.level == level and code in ("", finding.code)
    ]


def test_a_card_put_in_between_takes_none_away_from_those_that_were_played() -> None:
    """The new draw shows what came next then; later numbers and events come again all the same."""
    log = _log_of(33)
    first = next(e for e in log.live() if any(isinstance(x, CardDrawn) for x in e.events))
    played = [DECK[c.card] for c in _draws(log)]
    rounds: list[Command] = []
    for seat, card in zip(("s1", "s2", "s3"), played, strict=False):
        robber = [Command("move_robber", seat)] if card.number == 7 else []
        rounds += [Command("draw_card", seat), *robber, Command("end_turn", seat)]
    plan = history.plan_amendment(log, first.id, rounds, "before")
    assert not isinstance(plan, Refusal)
    assert plan.refused == ()
    amended = history.amend(log, plan)
    assert not isinstance(amended, Refusal)
    assert [DECK[c.card] for c in _draws(amended)] == [*played[:3], *played]
    assert _found(amended, "fault") == []
    # The first pass has 34 draws now, three cards of which come up twice: kinds run out.
    twice = _found(amended, "warning", "audit")
    assert 0 < len(twice) <= 3
    assert all("a draw was put in before it" in doubt for doubt in twice)


def test_verifying_finds_a_card_that_did_not_lie_on_top() -> None:
    g = game("event_cards")
    state = g.state
    events = g.do("draw_card", g.turn)
    (shuffle,) = happened(events, ChanceDrawn)
    (card,) = happened(events, CardDrawn)
    part = evolve(g.rules, state, shuffle).slices["event_cards"]
    assert audit(part, card) is None
    assert event_cards.MODULE.audit is audit

    def said(wrong: CardDrawn) -> str:
        doubt = audit(part, wrong)
        assert doubt is not None
        assert doubt.fault
        return doubt.detail

    below = part.left[3]
    number, event = DECK[below]
    forged = replace(card, card=below, number=number, event=event)
    assert "on top" in said(forged)
    assert "the record says" in said(replace(card, number=card.number % 12 + 2))
    assert "draw 1 of pass 1" in said(replace(card, position=2))
    assert "no event card" in said(replace(card, card=99))
    assert "nothing was amended" in said(replace(forged, kept=True))


def _kept(seed: int = 3) -> tuple[EventCardsSlice, CardDrawn]:
    """A pass with three cards drawn, and one from below that an amendment keeps as the fourth."""
    order = tuple(Random(seed).sample(range(SIZE), SIZE))
    part = EventCardsSlice(left=order[3:], drawn=order[:3], deck_pass=1)
    card = part.left[5]
    return part, CardDrawn(card, *DECK[card], deck_pass=1, position=4, kept=True)


def test_a_kept_card_is_the_one_that_its_entry_had_drawn() -> None:
    part, card = _kept()
    before = replace(card, position=9, kept=False)
    assert audit(part, card, (before,)) is None
    twin = next(c for c in range(SIZE) if DECK[c] == DECK[card.card])
    assert audit(part, card, (replace(before, card=twin),)) is None, "they look the same"

    other = next(c for c in part.left if DECK[c] != DECK[card.card])
    number, event = DECK[other]
    for had, wrong in (
        ((), "had drawn no card"),
        ((replace(before, card=other, number=number, event=event),), f"had drawn card {other} "),
    ):
        doubt = audit(part, card, had)
        assert doubt is not None
        assert doubt.fault
        assert wrong in doubt.detail


@pytest.mark.parametrize("change", [{"position": 5}, {"position": 3}, {"deck_pass": 2}])
def test_a_kept_card_has_its_place_in_the_pass(change: dict[str, int]) -> None:
    part, card = _kept()
    doubt = audit(part, replace(card, **change), (card,))
    assert doubt is not None
    assert doubt.fault
    assert "it was draw 4 of pass 1" in doubt.detail


def test_a_card_that_lay_on_top_is_not_kept() -> None:
    part, _ = _kept()
    top = part.left[0]
    card = CardDrawn(top, *DECK[top], deck_pass=1, position=4, kept=True)
    doubt = audit(part, card, (card,))
    assert doubt is not None
    assert "it lay on top" in doubt.detail


def test_a_kept_card_comes_twice_only_when_its_kind_is_used_up() -> None:
    part, _ = _kept()
    for card in part.drawn:
        again = CardDrawn(card, *DECK[card], deck_pass=1, position=4, kept=True)
        alike = any(DECK[other] == DECK[card] for other in part.left)
        doubt = audit(part, again, (again,))
        assert doubt is not None
        assert doubt.fault is alike
        assert ("still lay in the deck" if alike else "comes up again") in doubt.detail


def test_verifying_finds_a_kept_card_that_was_forged_into_an_amendment() -> None:
    """The game decides the same again, since what is recorded is what an amendment repeats."""
    log = _log_of(6)
    draws = [e for e in log.live() if any(isinstance(x, CardDrawn) for x in e.events)]
    number = Command("enter_number", "s1", FrozenMap({"number": 5}))
    plan = history.plan_amendment(log, draws[0].id, [number])
    assert not isinstance(plan, Refusal)
    amended = history.amend(log, plan)
    assert not isinstance(amended, Refusal)
    assert _found(amended, "fault") == []
    record = amended.records[-1]
    # Another card without an event and of another number in place of the last draw.
    last = max(i for i, e in enumerate(record.entries) if any(map(_is_draw, e.events)))
    entry = record.entries[last]
    drawn = next(e for e in entry.events if isinstance(e, CardDrawn))
    seen = {card.card for card in _draws(amended)}
    other = next(c for c in range(SIZE) if c not in seen and DECK[c].number != drawn.number)
    forged = replace(drawn, card=other, number=DECK[other].number, event=DECK[other].event)
    events = tuple(forged if e is drawn else e for e in entry.events)
    entries = list(record.entries)
    entries[last] = replace(entry, events=events)
    records = (*amended.records[:-1], replace(record, entries=tuple(entries)))
    found = verify_records(amended.rules, records, redecide=False)
    assert [f.code for f in found if f.level == "fault"] == ["audit"]
    assert any("had drawn" in str(f.text.params.get("detail")) for f in found)


def _is_draw(event: Event) -> bool:
    return isinstance(event, CardDrawn)


def test_cards_and_dice_together_are_refused_with_both_sides_named() -> None:
    for numbers in ("dice", "typed", "device"):
        with pytest.raises(CompositionRefused) as refused:
            registry.prepare(new_setup(3, variants=("event_cards",), numbers=numbers))
        (problem,) = refused.value.problems
        assert (problem.code, set(problem.sides)) == ("conflict", {"event_cards", "dice"})
    rules, _ = registry.prepare(new_setup(3, numbers="cards"))
    assert "event_cards" in rules.by_id
    assert "dice" not in rules.by_id


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize(
    "settings",
    [
        {},
        {"event_cards.numbers_only": True, "event_cards.pass": 36},
        {"event_cards.cities_and_knights": True, "event_cards.zero_is_nobody": False},
        {
            "event_cards.cities_and_knights": True,
            "event_cards.event_dice": "together",
            "event_cards.repair_before": "everything",
        },
    ],
)
def test_random_games_replay(seed: int, settings: dict[str, Any]) -> None:
    setup = new_setup(
        3,
        numbers="cards",
        variants=("harbormaster", "friendly_robber"),
        settings=FrozenMap(settings),
    )
    played = play(setup, seed, avoid=("claim_victory",))
    assert any(isinstance(e, CardDrawn) for e in played.events)
