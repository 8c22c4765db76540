"""Catan for two with event cards and the other variants (TW-7, TW-8, C3, C17)."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from companion.core.compose import CompositionRefused
from companion.core.context import Context
from companion.core.events import PromptOpened, StageRun
from companion.core.model import Event
from companion.core.rules.base.book import BaseSlice, NumberRepeated, SevenCame
from companion.core.rules.base.facts import TARGET
from companion.core.rules.two_players.tokens import TokenSlice
from tests.core.driver import Driver
from tests.core.random_play import new_setup, play

OTHERS = ("harbormaster", "friendly_robber")


def with_cards(seed: int, **more: object) -> Driver:
    game = Driver(
        new_setup(2, seed=f"{seed:032x}", variants=("two_players",), numbers="cards", **more)
    )
    game.begin_play()
    return game


def numbers(game: Driver) -> list[int]:
    return [made.number for made in game.ctx.slice(BaseSlice).numbers]


def both_drawn(game: Driver) -> list[Event]:
    """Everything that happens until s1 may build."""
    before = len(game.events)
    while "end_turn" not in game.open("s1"):
        open_now = game.open("s1")
        game.do("move_robber" if "move_robber" in open_now else "draw_card", "s1")
    return game.events[before:]


def equal_pairs(seven: bool, **more: object) -> Iterator[tuple[Driver, list[Event]]]:
    """Games whose first turn draws one number twice, a seven or another."""
    for seed in range(200):
        game = with_cards(seed, **more)
        events = both_drawn(game)
        first, second = numbers(game)
        if first == second and (first == 7) == seven:
            yield game, events


def produced(events: list[Event]) -> int:
    return sum(isinstance(e, PromptOpened) and e.prompt.name == "production" for e in events)


def test_two_cards_are_drawn_one_after_the_other_and_never_drawn_again() -> None:
    for seed in range(30):
        game = with_cards(seed)
        events = both_drawn(game)
        assert len(numbers(game)) == 2
        assert not [e for e in events if isinstance(e, NumberRepeated)]


def test_equal_cards_both_count() -> None:
    for found, (_, events) in enumerate(equal_pairs(seven=False)):
        assert produced(events) == 2
        if found == 3:
            return
    pytest.fail("no pair of equal cards in 200 games")


def test_two_sevens_are_both_dealt_with() -> None:
    for _, events in equal_pairs(seven=True):
        assert sum(isinstance(e, SevenCame) for e in events) == 2
        return
    pytest.fail("no pair of sevens in 200 games")


@pytest.mark.parametrize(
    "more", [{"edition": "pl"}, {"settings": {"two_players.equal_cards": "second_ignored"}}]
)
def test_or_the_second_is_ignored_with_a_step_that_says_so(more: dict[str, object]) -> None:
    for game, events in equal_pairs(seven=False, **more):
        assert produced(events) == 1
        assert "step.equal_ignored" in game.steps()
        break
    else:
        pytest.fail("no pair of equal cards in 200 games")
    for _, events in equal_pairs(seven=True, **more):
        assert sum(isinstance(e, SevenCame) for e in events) == 1
        return
    pytest.fail("no pair of sevens in 200 games")


@pytest.mark.parametrize("edition", ["default", "cs", "pl"])
def test_each_event_comes_before_a_number_produces(edition: str) -> None:
    game = with_cards(1, edition=edition)
    stages = game.state.frames[-1].stages
    assert stages.count("event.card") == stages.count("turn.production") == 2
    runs = [stages[e.index] for e in both_drawn(game) if isinstance(e, StageRun) and not e.visit]
    kept = [s for s in runs if s in ("event.card", "turn.production")]
    both = ["event.card", "event.card", "turn.production", "turn.production"]
    each = ["event.card", "turn.production"] * 2
    assert kept == (both if edition == "cs" else each)


def test_the_target_grows_by_harbormaster_and_nothing_else() -> None:
    game = Driver(new_setup(2, variants=("two_players", *OTHERS)))
    assert [v.id for v in game.rules.modules if v.role == "variant"]
    game.begin_play()
    assert [game.ctx.get(TARGET, seat=s) for s in ("s1", "s2")] == [11, 11]


def test_three_cannot_play_it_with_any_other_variant() -> None:
    with pytest.raises(CompositionRefused) as fault:
        Driver(new_setup(3, variants=(*OTHERS, "two_players")))
    assert "players" in {p.code for p in fault.value.problems}


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("edition", ["default", "cs", "pl", "en2020"])
@pytest.mark.parametrize("source", ["cards", "dice"])
def test_random_games_with_all_variants(seed: int, edition: str, source: str) -> None:
    def watch(ctx: Context, events: tuple[Event, ...]) -> None:
        tokens = ctx.slice(TokenSlice).tokens
        assert sum(tokens.values()) <= 20
        assert set(tokens) == {"s1", "s2"}

    setup = new_setup(
        2, variants=("two_players", *OTHERS), edition=edition, numbers=source, seed=f"{seed:032x}"
    )
    game = play(setup, seed, steps=200, avoid=("claim_victory",), watch=watch)
    assert game.state.slices["base"].turn > 3
