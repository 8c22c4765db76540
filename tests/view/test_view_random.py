"""Views of random games: they are JSON, every text has words, nothing hidden shows."""

from __future__ import annotations

from random import Random
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.core import history, registry
from companion.core.context import Context
from companion.core.events import ChanceDrawn
from companion.core.frozen import FrozenMap, decode, encode
from companion.core.history import Entry, Log, Record
from companion.core.model import Command, Event, Refusal, Setup
from companion.core.rules.event_cards.book import CardDrawn
from companion.i18n.languages import LANGUAGES
from companion.i18n.translator import Translator
from companion.view import (
    history_lines,
    present,
    ranking,
    rule_sheet,
    seat_names,
    statistics,
)
from companion.view.model import TableView
from companion.view.pages import (
    LineView,
    RankingView,
    SheetView,
    StatisticsView,
)
from tests.core.random_play import new_setup, random_command
from tests.view.scripted import texts

SETUPS: dict[str, dict[str, Any]] = {
    "dice": {"numbers": "dice"},
    "typed, all settings": {
        "numbers": "typed",
        "settings": FrozenMap(
            {"base.record_discards": True, "base.count_cards": False, "base.target": 6}
        ),
    },
    "two players": {"players": 2, "numbers": "typed", "variants": ("two_players",)},
    "cards": {"numbers": "cards", "settings": FrozenMap({"event_cards.show_left": True})},
    "cards with two dice": {
        "numbers": "cards",
        "settings": FrozenMap(
            {"event_cards.cities_and_knights": True, "event_cards.event_dice": "together"}
        ),
    },
    "two players, cards": {"players": 2, "numbers": "cards", "variants": ("two_players",)},
    "harbormaster and friendly robber": {
        "players": 4,
        "numbers": "dice",
        "variants": ("harbormaster", "friendly_robber"),
    },
}
AVOID = ("end_game", "skip_setup", "declare_route")
"""They end games early, or say the same all the time."""

KINDS: dict[str, Any] = {
    "table": TableView,
    "history": tuple[LineView, ...],
    "statistics": StatisticsView,
    "rules": SheetView,
    "ranking": RankingView,
}


def setup_of(name: str) -> Setup:
    more = dict(SETUPS[name])
    return new_setup(more.pop("players", 3), **more)


def play(setup: Setup, rng: Random, steps: int) -> list[Log]:
    """A random game with undo and redo, as the history was after every step."""
    rules, setup = registry.prepare(setup)
    log = history.start(rules, setup)
    logs = [log]
    for _ in range(steps):
        change = rng.random()
        if change < 0.1:
            walked = history.undo(log) if change < 0.06 else history.redo(log)
            log = walked if isinstance(walked, Log) else log
        else:
            ctx = Context(rules, log.state)
            wish = random_command(rng, ctx, corrections=change < 0.15, avoid=AVOID)
            if wish is None:
                break
            done = history.submit(log, wish)
            # Arguments that fit one by one may not fit together: then nothing has happened.
            log = done[0] if isinstance(done, tuple) else log
        logs.append(log)
    return logs


def views(log: Log, viewer: str | None = None) -> dict[str, Any]:
    return {
        "table": present(log.rules, log.state, log=log, viewer=viewer),
        "history": history_lines(log, viewer),
        "statistics": statistics(log),
        "rules": rule_sheet(log.rules, log.state),
        "ranking": ranking(log.rules, log.state),
    }


def speakers(log: Log) -> list[Translator]:
    """All languages with the names of this moment: a seat that joined may be undone again."""
    names = seat_names(Context(log.rules, log.state))
    return [Translator(code, names, strict=True) for code in LANGUAGES]


def say_everything(view: object, translators: list[Translator], said: set[object]) -> None:
    """Each text of a view in each language, once; what is missing raises."""
    for text in {*texts(view)} - said:
        said.add(text)
        for translator in translators:
            assert translator.show(text)


@pytest.mark.parametrize("name", SETUPS)
@settings(max_examples=5)
@given(seed=st.integers(0, 10_000))
def test_every_text_has_words_and_every_view_is_json(name: str, seed: int) -> None:
    logs = play(setup_of(name), Random(seed), 70)
    said: set[object] = set()
    for log in logs:
        table = present(log.rules, log.state, log=log)
        say_everything(table, speakers(log), said)
        assert decode(encode(table), TableView) == table
    for kind, view in views(logs[-1]).items():
        say_everything(view, speakers(logs[-1]), said)
        assert decode(encode(view), KINDS[kind]) == view


@pytest.mark.parametrize("name", SETUPS)
@settings(max_examples=4)
@given(seed=st.integers(0, 10_000))
def test_what_a_view_lists_is_what_the_rules_accept(name: str, seed: int) -> None:
    for log in play(setup_of(name), Random(seed), 40):
        table = present(log.rules, log.state, log=log)
        prompts = {p.id: p for p in table.prompts}
        listed = [a for group in table.actions for a in group.actions]
        for action in listed:
            assert action.correction or action.name in prompts[str(action.prompt)].actions
            assert action.seat is None or action.seat in {s.id for s in table.seats}
        assert table.primary is None or table.primary in listed
        assert [s.prompt for s in table.steps if s.kind == "ask"] == list(prompts)


# -- hidden values ------------------------------------------------------------------------------


def masked(shown: dict[str, Any]) -> dict[str, Any]:
    """Views as plain data without the commitment, which rightly differs with the seed."""
    data: dict[str, Any] = msgspec.to_builtins(shown)
    assert data["table"]["seal"].pop("commitment")
    assert data["ranking"]["seal"].pop("commitment")
    return data


@pytest.mark.parametrize("viewer", [None, "s1"])
@settings(max_examples=5)
@given(seed=st.integers(0, 10_000))
def test_games_that_differ_in_their_seed_look_the_same(viewer: str | None, seed: int) -> None:
    def game(secret: str) -> Log:
        setup = new_setup(3, numbers="typed", seed=secret)
        logs = play(setup, Random(seed), 60)
        return next(log for log in reversed(logs) if not log.state.over)

    one, other = game("0" * 32), game("f" * 32)
    assert one.state != other.state
    assert masked(views(one, viewer)) == masked(views(other, viewer))


def stirred(log: Log, rng: Random) -> Log:
    """The same game over another deck: what was not drawn lies in another order."""
    drawn = sum(isinstance(e, CardDrawn) for entry in log.live() for e in entry.events)

    def other(event: Event) -> Event:
        if not isinstance(event, ChanceDrawn) or not event.secret:
            return event
        rest = list(event.outcome[drawn:])
        rng.shuffle(rest)
        return msgspec.structs.replace(event, outcome=(*event.outcome[:drawn], *rest))

    def entry(old: Entry) -> Entry:
        return msgspec.structs.replace(old, events=tuple(map(other, old.events)))

    records: list[Record] = [
        msgspec.structs.replace(r, entries=tuple(map(entry, r.entries))) for r in log.records
    ]
    return history.load(log.rules, records)


@pytest.mark.parametrize("viewer", [None, "s1"])
@settings(max_examples=5)
@given(seed=st.integers(0, 10_000))
def test_games_that_differ_in_their_deck_look_the_same(viewer: str | None, seed: int) -> None:
    rng = Random(seed)
    rules, setup = registry.prepare(setup_of("cards"))
    log = history.start(rules, setup)
    for _ in range(60):
        wish = random_command(rng, Context(rules, log.state), avoid=("place_start", "end_game"))
        done = None if wish is None else history.submit(log, wish)
        if not isinstance(done, tuple) or done[0].state.over:
            break
        log = done[0]
    other = stirred(log, rng)
    cards = sum(isinstance(e, CardDrawn) for entry in log.live() for e in entry.events)
    assert cards == 0 or log.state != other.state
    assert masked(views(log, viewer)) == masked(views(other, viewer))


@pytest.mark.parametrize("name", SETUPS)
@settings(max_examples=4)
@given(seed=st.integers(0, 10_000))
def test_the_moves_of_every_turn_keep_their_order_and_closed_ones_are_refused(
    name: str, seed: int
) -> None:
    places: list[str] = []
    for log in play(setup_of(name), Random(seed), 40):
        table = present(log.rules, log.state, log=log)
        listed = [a for group in table.actions for a in group.actions]
        names = [move.name for move in table.moves]
        if names:
            order = [kind for kind in log.rules.actions if kind in names]
            assert names == order
            places = places or names
            assert set(names) == set(places)
        for move in table.moves:
            if move.closed is None:
                assert move in listed
                continue
            assert isinstance(history.submit(log, Command(move.name, move.seat)), Refusal)
