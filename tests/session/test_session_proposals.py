"""Readings of devices: shown, mended, confirmed once, gone with time; undo arms none again."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.core.frozen import FrozenMap
from companion.core.model import Command
from companion.session import Done, Proposal, Session
from companion.session.session import PROPOSAL_SECONDS
from tests.session.playing import FakeClock, begun, do, inline, log_of, no


@pytest.fixture
def clock() -> FakeClock:
    return FakeClock()


@pytest.fixture
def session(tmp_path: Path, clock: FakeClock) -> Iterator[Session]:
    with inline(tmp_path / "j.sqlite3", clock=clock) as opened:
        begun(opened, {"players": ["Anna", "Ben", "Cy"], "numbers": "device"})
        do(opened, "skip_setup", "s1")
        yield opened


def faces(*values: int, seat: str = "s1") -> Command:
    return Command("enter_faces", seat, FrozenMap({"faces": values, "device": True}))


def proposed(session: Session, *values: int) -> Proposal:
    found = session.propose(faces(*values), "dice:cam").result()
    assert isinstance(found, Proposal)
    return found


def waiting(session: Session) -> tuple[Proposal, ...]:
    return session.snapshot.proposals


def test_a_reading_is_entered_only_when_confirmed_and_once(session: Session) -> None:
    before = log_of(session)
    reading = proposed(session, 6, 1)
    assert waiting(session) == (reading,)
    assert log_of(session) is before
    assert reading.command.prompt == before.state.prompts[-1].id
    first = session.confirm(reading.id, "touch").result()
    assert isinstance(first, Done)
    assert waiting(session) == ()
    second = session.confirm(reading.id, "touch").result()
    assert isinstance(second, Done)
    assert second.repeated
    assert log_of(session).next_number == before.next_number + 1


def test_a_wrong_face_is_mended_before_it_counts(session: Session) -> None:
    reading = proposed(session, 6, 1)
    mended = session.correct(reading.id, {"faces": (5, 1)}).result()
    assert isinstance(mended, Proposal)
    done = session.confirm(reading.id).result()
    assert isinstance(done, Done)
    assert done.record.entries[0].command is not None
    assert done.record.entries[0].command.args["faces"] == (5, 1)
    assert no(session.correct(reading.id, {"faces": (5, 2)}).result()).code == "proposal_gone"  # type: ignore[arg-type]


def test_faces_that_are_none_are_refused_and_can_still_be_mended(session: Session) -> None:
    reading = proposed(session, 6, 1)
    session.correct(reading.id, {"faces": (7, 1)}).result()
    assert no(session.confirm(reading.id).result()).code == "bad_argument"
    session.correct(reading.id, {"faces": (6, 1)}).result()
    assert isinstance(session.confirm(reading.id).result(), Done)


def test_a_newer_reading_takes_the_place_of_the_older(session: Session) -> None:
    old = proposed(session, 6, 1)
    new = proposed(session, 6, 2)
    assert waiting(session) == (new,)
    assert no(session.confirm(old.id).result()).code == "proposal_gone"


def test_a_reading_expires(session: Session, clock: FakeClock) -> None:
    reading = proposed(session, 6, 1)
    clock.turn(PROPOSAL_SECONDS)
    assert no(session.confirm(reading.id).result()).code == "proposal_gone"
    session.discard("whatever").result()
    assert waiting(session) == ()


def test_a_reading_goes_with_its_prompt_and_undo_does_not_bring_it_back(session: Session) -> None:
    proposed(session, 6, 1)
    do(session, "enter_faces", "s1", faces=(2, 2))
    assert waiting(session) == ()
    session.undo().result()
    assert waiting(session) == ()
    reading = proposed(session, 3, 1)
    assert isinstance(session.confirm(reading.id).result(), Done)
    session.undo().result()
    assert waiting(session) == ()


def test_a_reading_that_nobody_asked_for_is_refused(session: Session) -> None:
    refused = session.propose(faces(1, 1, seat="s2"), "dice:cam").result()
    assert no(refused).code == "not_your_turn"  # type: ignore[arg-type]
    do(session, "enter_faces", "s1", faces=(2, 2))
    assert not isinstance(session.propose(faces(1, 1), "dice:cam").result(), Proposal)
    assert waiting(session) == ()


def test_a_discarded_reading_is_gone(session: Session) -> None:
    reading = proposed(session, 6, 1)
    session.discard(reading.id).result()
    assert no(session.confirm(reading.id).result()).code == "proposal_gone"
    session.close_game().result()
    assert no(session.propose(faces(1, 1), "x").result()).code == "no_game"  # type: ignore[arg-type]
