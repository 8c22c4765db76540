"""What exported games are called, whatever their titles are."""

from __future__ import annotations

import re

from hypothesis import given
from hypothesis import strategies as st

from companion.journal import Game, GameStatus, file_name

SAFE = re.compile(r"islekeeper-2026-12-01(-[a-z0-9]+)+\.json")
"""Holds on FAT, exFAT and NTFS, and never leads out of its folder."""


def game(title: str, game_id: str = "p7x7jnz5jx") -> Game:
    return Game(
        id=game_id,
        title=title,
        status=GameStatus.ACTIVE,
        created_at="2026-12-01T19:30:00.000Z",
        updated_at="2026-12-01T21:30:00.000Z",
        app_version="0.1.0",
        entries=1,
        last_seq=1,
        summary={},
    )


@given(st.text())
def test_every_title_gives_a_name_that_any_drive_can_hold(title: str) -> None:
    name = file_name(game(title))
    assert SAFE.fullmatch(name)
    assert len(name) < 100


@given(st.text(), st.from_regex(r"[0-9A-Za-z_-]{1,64}", fullmatch=True))
def test_another_game_has_another_name(title: str, other: str) -> None:
    same = other == game(title).id
    assert (file_name(game(title)) == file_name(game(title, other))) is same


def test_a_rescued_part_does_not_take_the_place_of_its_game() -> None:
    assert file_name(game("Anna", "p7x7jnz5jx-14")) != file_name(game("Anna"))


def test_a_title_is_still_read_in_the_name() -> None:
    day, end = "islekeeper-2026-12-01", "p7x7jnz5jx.json"
    assert file_name(game("Žofie, Bořivoj")) == f"{day}-zofie-borivoj-{end}"
    assert file_name(game("../../etc/passwd")) == f"{day}-etc-passwd-{end}"
