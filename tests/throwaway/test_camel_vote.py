"""A vote at the turn's end survives restarts and follows CA-3 and CA-4."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from tests.core.driver import Driver
from tests.core.random_play import new_setup, play
from tests.throwaway import camel_vote
from tests.throwaway.camel_vote import MODULE, agreement, alone, deadlock


def at_vote(build: str | None = "build_settlement") -> Driver:
    game = Driver(new_setup(3), extra=(MODULE,))
    game.begin_play()
    game.roll(1, 1)
    if build:
        game.do(build, "s1")
    game.do("end_turn", "s1")
    return game


def vote(game: Driver, *counts: int) -> None:
    for seat, count in zip(("s1", "s2", "s3"), counts, strict=True):
        game.do("lay_votes", seat, count=count)


def test_a_vote_comes_only_when_the_player_founded_or_enlarged() -> None:
    for build in (None, "build_road"):
        assert at_vote(build).turn == "s2"
    for build in ("build_settlement", "build_city"):
        game = at_vote(build)
        assert (game.turn, game.open()) == ("s1", {"lay_votes"})


def test_each_votes_once_in_order_from_the_turn_s_player() -> None:
    game = at_vote()
    assert game.refused("lay_votes", "s2", count=1) == "not_your_turn"
    game.do("lay_votes", "s1", count=1)
    assert game.refused("lay_votes", "s1", count=5) == "not_your_turn"
    game.do("lay_votes", "s2", count=1)
    game.do("lay_votes", "s3", count=0)
    assert game.open() == {"agree", "no_agreement"}


def test_a_restart_in_the_middle_of_the_vote_goes_on_where_it_was() -> None:
    game = at_vote()
    game.do("lay_votes", "s1", count=1)
    game.restart()
    assert game.open("s2") == {"lay_votes"}
    assert game.open("s1") == game.open("s3") == set()
    game.do("lay_votes", "s2", count=3)
    game.restart()
    game.do("lay_votes", "s3", count=0)
    game.restart()
    assert game.open("s2") == {"place_camel"}
    game.do("place_camel", "s2")
    assert game.turn == "s2"
    assert game.state.slices["camel_vote"].camels == camel_vote.CAMELS - 1


def test_an_agreement_needs_more_than_half_of_the_votes() -> None:
    game = at_vote()
    vote(game, 2, 2, 1)
    assert game.refused("agree", "s1", who="s1") == "bad_argument"
    game.do("agree", "s1", who="s2+s3")
    game.do("place_camel", "s2")
    assert game.turn == "s2"


@pytest.mark.parametrize(
    ("counts", "decides"), [((1, 2, 1), "s2"), ((1, 2, 2), "s1"), ((2, 1, 2), "s1")]
)
def test_a_deadlock_goes_to_the_highest_bidder_or_the_turn_s_player(
    counts: tuple[int, ...], decides: str
) -> None:
    game = at_vote()
    vote(game, *counts)
    game.do("no_agreement", "s1")
    assert game.open(decides) == {"place_camel"}


def test_without_any_vote_the_turn_s_player_places() -> None:
    game = at_vote()
    vote(game, 0, 0, 0)
    assert game.open("s1") == {"place_camel"}


@pytest.mark.parametrize(
    ("votes", "winner"),
    [({"a": 3, "b": 1, "c": 1}, "a"), ({"a": 2, "b": 1, "c": 1}, None), ({"a": 0, "b": 0}, None)],
)
def test_alone_means_more_than_all_others_together(
    votes: Mapping[str, int], winner: str | None
) -> None:
    assert alone(votes) == winner


def test_only_voters_count_in_an_agreement() -> None:
    votes = {"a": 2, "b": 2, "c": 0}
    assert agreement(votes, ("a", "b"))
    assert not agreement(votes, ("a", "c"))
    assert not agreement({"a": 1, "b": 1, "c": 2}, ("a", "b"))
    assert deadlock({"a": 0, "b": 0}, "b") == "b"


@pytest.mark.parametrize("seed", range(4))
def test_random_games(seed: int) -> None:
    game = play(new_setup(3), seed, extra=(MODULE,), avoid=("claim_victory",))
    placed = [e for e in game.events if isinstance(e, camel_vote.CamelPlaced)]
    assert len(placed) > 2
