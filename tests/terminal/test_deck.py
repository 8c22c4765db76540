"""The event deck alone: each pass is the deck of the rules, and undo puts a card back."""

from __future__ import annotations

import io
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.core.rules.event_cards.deck import BEFORE_YEAR_END, DECK, SIZE
from companion.i18n.translator import Translator
from companion.session.deck import DeckState, new_deck, read_deck
from companion.terminal.console import Console
from companion.terminal.deck import DeckFace
from tests.terminal.playing import Keys

SEEDS = st.integers(0, 2**128 - 1).map(lambda n: f"{n:032x}")


@given(SEEDS, st.integers(0, 4))
def test_a_pass_of_all_cards_is_the_whole_deck(seed: str, deck_pass: int) -> None:
    deck = DeckState(seed, SIZE)
    drawn = [deck.card(deck_pass * SIZE + n) for n in range(SIZE)]
    assert Counter(drawn) == Counter(DECK)


@given(SEEDS)
def test_before_the_year_ends_31_cards_come_and_none_twice_more(seed: str) -> None:
    deck = DeckState(seed, BEFORE_YEAR_END)
    drawn = Counter(deck.card(n) for n in range(BEFORE_YEAR_END))
    assert not drawn - Counter(DECK)
    assert (Counter(DECK) - drawn).total() == SIZE - BEFORE_YEAR_END


@given(SEEDS, st.lists(st.sampled_from("du"), max_size=80), st.sampled_from([31, 36]))
def test_what_is_left_and_what_was_drawn_make_a_deck(seed: str, deeds: str, size: int) -> None:
    deck = DeckState(seed, size)
    for deed in deeds:
        deck = deck.draw() if deed == "d" else deck.undo()
    left = deck.remaining()
    assert left.total() == SIZE - deck.place
    assert min(left.values()) >= 0
    assert read_deck(list(deck)) == deck
    assert 0 <= deck.drawn <= deck.seen


def test_undo_puts_the_card_back_where_it_lay() -> None:
    deck = new_deck(31).draw().draw()
    assert deck.undo().draw().card(1) == deck.card(1)
    assert deck.undo().seen == 2


@pytest.mark.parametrize(
    "kept",
    [None, {}, [], ["x", 31, 0, 0], ["0" * 32, 30, 0, 0], ["0" * 32, 31, 2, 1],
     ["0" * 32, 31, "", 1], ["0" * 32, 31, True, 1]],
)  # fmt: skip
def test_what_is_no_deck_is_not_played_with(kept: object) -> None:
    assert read_deck(kept) is None


@pytest.mark.parametrize("language", ["en", "cs"])
def test_a_whole_year_reads_well(language: str, tmp_path: Path) -> None:
    out = io.StringIO()
    console = Console(
        Keys([""] * 32 + ["u", "r", "n", "2", "z"]), out, Translator(language, strict=True)
    )
    with DeckFace(tmp_path / "deck.sqlite3", console) as face:
        face.run()
    shown = out.getvalue()
    assert "31" in shown
    # With the 31st card, and with each of the four looks at it after the undo.
    assert shown.count(Translator(language)("deck.year_ends")) == 5
