"""Verifying a game: an honest one passes, and each kind of tampering is named."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

from companion.core import chance
from companion.core.events import ChanceDrawn, GameStarted
from companion.core.history import Entry, Log, Record
from companion.core.model import Event, Setup
from companion.core.rules.base.book import NumberProduced
from companion.core.rules.event_cards.book import CardDrawn
from companion.core.verify import Finding, verify_records
from companion.journal import Journal, JournalError
from companion.session import Done, Options, Session, SessionClosed, verify_file
from tests.session.playing import SEED, TABLES, Player, begun, do, inline, log_of, turns

Change = Callable[[Event], Event]
replace = msgspec.structs.replace


@pytest.fixture(scope="module")
def cards(tmp_path_factory: pytest.TempPathFactory) -> Log:
    """Some turns with event cards."""
    return _played(tmp_path_factory.mktemp("cards") / "j.sqlite3", TABLES[1], "draw_card")


@pytest.fixture(scope="module")
def dice(tmp_path_factory: pytest.TempPathFactory) -> Log:
    """Some turns with the app's dice."""
    return _played(tmp_path_factory.mktemp("dice") / "j.sqlite3", TABLES[0], "throw_dice")


def _played(path: Path, request: dict[str, Any], wanted: str) -> Log:
    rng = Random(5)
    with inline(path) as session:
        begun(session, request)
        do(session, "skip_setup", "s1")
        player = Player(session, rng)
        made = 0
        while made < 6:
            player.step()
            commands = [e.command for e in log_of(session).live()]
            made = sum(c is not None and c.action == wanted for c in commands)
        return log_of(session)


def faults(log: Log, records: tuple[Record, ...] | None = None, **more: Any) -> set[str]:
    return {f.code for f in found(log, records, **more) if f.level == "fault"}


def found(log: Log, records: tuple[Record, ...] | None = None, **more: Any) -> tuple[Finding, ...]:
    return verify_records(log.rules, log.records if records is None else records, **more)


def forged(log: Log, kind: type[Event], change: Change, which: int = -1) -> tuple[Record, ...]:
    """The records with one event of `kind` changed, wherever it lies in an ordinary entry."""
    places = [
        (r, i)
        for r, record in enumerate(log.records)
        if record.kind == "entry"
        for i, event in enumerate(record.entries[0].events)
        if isinstance(event, kind)
    ]
    at, i = places[which]
    (entry,) = log.records[at].entries
    events = (*entry.events[:i], change(entry.events[i]), *entry.events[i + 1 :])
    record = replace(log.records[at], entries=(replace(entry, events=events),))
    return (*log.records[:at], record, *log.records[at + 1 :])


def test_an_honest_game_passes(cards: Log, dice: Log) -> None:
    for log in (cards, dice):
        codes = {finding.code: finding for finding in found(log)}
        assert not faults(log)
        assert {"commitment", "folded", "chance", "invariants", "decided"} <= codes.keys()
        assert codes["folded"].text.params["records"] == len(log.records)
        assert codes["chance"].text.params["n"] != 0
        assert codes["not_sealed"].level == "warning"  # the tests chose the seed


def test_another_order_of_the_cards_is_found(cards: Log) -> None:
    def swapped(event: Event) -> Event:
        assert isinstance(event, ChanceDrawn)
        first, second, *rest = event.outcome
        return replace(event, outcome=(second, first, *rest))

    assert "draw_differs" in faults(cards, forged(cards, ChanceDrawn, swapped, 0))


def test_a_card_that_did_not_lie_on_top_is_found(cards: Log) -> None:
    def other(event: Event) -> Event:
        assert isinstance(event, CardDrawn)
        return replace(event, card=(event.card + 1) % 36)

    assert "audit" in faults(cards, forged(cards, CardDrawn, other), redecide=False)


def test_a_better_throw_is_found_with_or_without_its_number(dice: Log) -> None:
    def better(event: Event) -> Event:
        assert isinstance(event, ChanceDrawn)
        return replace(event, outcome=tuple(f % 6 + 1 for f in event.outcome))

    def other_number(event: Event) -> Event:
        assert isinstance(event, NumberProduced)
        return replace(event, number=event.number % 12 + 1)

    thrown = forged(dice, ChanceDrawn, better)
    assert {"draw_differs", "throw_unknown"} <= faults(dice, thrown, redecide=False)
    at = next(i for i, number in enumerate(_numbers(dice)) if number.source == "dice")
    assert "throw_unknown" in faults(
        dice, forged(dice, NumberProduced, other_number, at), redecide=False
    )


def _numbers(log: Log) -> list[NumberProduced]:
    return [
        event
        for record in log.records
        if record.kind == "entry"
        for event in record.entries[0].events
        if isinstance(event, NumberProduced)
    ]


def test_a_throw_that_was_left_out_is_found(dice: Log) -> None:
    def later(event: Event) -> Event:
        assert isinstance(event, ChanceDrawn)
        use = event.use + 3
        outcome = chance.dice(SEED, event.stream, use)
        return replace(event, use=use, outcome=outcome)

    assert "draw_skipped" in faults(dice, forged(dice, ChanceDrawn, later), redecide=False)


def test_another_seed_is_found_by_the_commitment(cards: Log) -> None:
    def reseeded(event: Event) -> Event:
        assert isinstance(event, GameStarted)
        return replace(event, setup=replace(event.setup, seed="f" * 32))

    shown = chance.commitment(SEED)
    assert not faults(cards, shown=shown)
    assert "commitment_fits" in {f.code for f in found(cards, shown=shown.upper())}
    other = forged(cards, GameStarted, reseeded)
    assert {"commitment_differs", "draw_differs"} <= faults(cards, other, shown=shown)
    assert faults(cards, shown="12 34") == {"commitment_unreadable"}


def test_consequences_that_do_not_follow_are_found(dice: Log) -> None:
    def dropped(record: Record) -> Record:
        (entry,) = record.entries
        return replace(record, entries=(replace(entry, events=entry.events[:-1]),))

    last = max(i for i, r in enumerate(dice.records) if r.kind == "entry")
    records = (*dice.records[:last], dropped(dice.records[last]))
    assert "decided_differently" in faults(dice, records)
    assert "decided_differently" not in faults(dice, records, redecide=False)


def test_a_command_that_was_never_open_is_found(dice: Log) -> None:
    record = dice.records[-1]
    sneaked = Entry(
        len(dice.records),
        command=replace(_command(dice), action="end_turn", seat="s9", prompt=None),
        events=(NumberProduced(8, "table", "s1"),),
    )
    records = (*dice.records, Record(len(dice.records), "entry", (sneaked,), stamp=record.stamp))
    assert "not_accepted" in faults(dice, records)


def _command(log: Log) -> Any:
    return next(e.command for e in log.live() if e.command is not None)


def test_records_that_contradict_each_other_are_found(dice: Log) -> None:
    lost = (*dice.records[:2], *dice.records[3:])
    assert faults(dice, lost) == {"not_foldable"}
    n = len(dice.records)
    assert faults(dice, (*dice.records, Record(n, "undone", to=n + 5))) == {"not_foldable"}


def test_an_unknown_algorithm_is_named(dice: Log) -> None:
    def newer(event: Event) -> Event:
        assert isinstance(event, GameStarted)
        setup: Setup = replace(event.setup, chance=2)
        return replace(event, setup=setup)

    findings = found(dice, forged(dice, GameStarted, newer), shown="f" * 64)
    # Nothing is said of a seal that nobody here can work out.
    assert [finding.code for finding in findings] == ["algorithm"]


def test_a_seed_that_is_none_is_named(dice: Log) -> None:
    def none(event: Event) -> Event:
        assert isinstance(event, GameStarted)
        return replace(event, setup=replace(event.setup, seed="zz"))

    assert faults(dice, forged(dice, GameStarted, none)) == {"seed_malformed"}


def test_a_record_that_cannot_be_checked_ends_the_check_and_praises_nothing(
    dice: Log, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> object:
        raise KeyError("building")

    monkeypatch.setattr("companion.core.verify._Walk.folded", fail)
    findings = found(dice)
    assert findings[-1].code == "not_checkable"
    assert findings[-1].text.params == {"n": 0, "detail": "KeyError: 'building'"}
    assert {f.code for f in findings} == {"not_sealed", "commitment", "not_checkable"}


def test_physical_dice_are_listed_not_judged(tmp_path: Path) -> None:
    with inline(tmp_path / "j.sqlite3") as session:
        game = begun(session).game
        turns(session, 3)
        do(session, "throw_dice", "s1")
        report = session.games.verify(game).result()
        assert report.good
        physical = next(f for f in report.findings if f.code == "physical")
        assert physical.level == "warning"
        entries = [
            e.id for e in log_of(session).live() if e.command and e.command.action == "enter_faces"
        ]
        assert physical.text.params == {"n": 3, "numbers": 4, "entries": tuple(entries)}


def test_inputs_do_not_wait_while_a_game_is_checked(tmp_path: Path) -> None:
    with Session(Options(tmp_path / "j.sqlite3")) as session:
        answer = session.new_game(TABLES[0]).result()
        assert isinstance(answer, Done)
        report = session.games.verify(answer.game)
        do(session, "enter_number", number=4)
        assert report.result().good
        missing = session.games.verify("nowhere")
        with pytest.raises(JournalError, match="no game nowhere"):
            missing.result()
    with pytest.raises(SessionClosed):
        session.games.verify(answer.game).result()


def test_an_exported_file_is_checked_down_to_its_chain(tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    with inline(tmp_path / "j.sqlite3") as session:
        game = begun(session, {**TABLES[1]}).game
        player = Player(session, Random(3))
        for _ in range(60):
            player.step()
        shown = chance.commitment(SEED)
        session.games.export(game, file).result()
        here = session.games.verify(game).result()
    report = verify_file(file, shown=shown)
    assert report.good, report.findings
    assert report.findings[0].code == "chain"
    assert {f.code for f in here.findings} - {"commitment"} == {f.code for f in report.findings} - {
        "commitment_fits"
    }
    document = json.loads(file.read_text("utf-8"))
    document["entries"][5]["source"] = "somebody else"
    file.write_text(json.dumps(document), "utf-8")
    broken = verify_file(file)
    assert not broken.good
    assert [f.code for f in broken.findings] == ["import.chain"]
    file.write_text("{}", "utf-8")
    assert [f.code for f in verify_file(file).findings] == ["import.not_a_game"]


def test_a_file_of_unknown_rules_is_a_fault_not_a_crash(tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    with inline(tmp_path / "j.sqlite3") as session:
        game = begun(session).game
        session.games.export(game, file).result()
    with Journal.open(tmp_path / "j.sqlite3") as journal:
        (entry,) = journal.entries(game)
        rows = [msgspec.structs.replace(row, data=dict(row.data)) for row in entry.events]
        rows[0].data["setup"]["modules"].append({"id": "tomorrow", "version": 1})
        other = msgspec.structs.replace(entry, events=tuple(rows))
        journal.games.create("other", {"records": 1}, first=[other])
        journal.export_game("other", file)
    assert [f.code for f in verify_file(file).findings] == ["chain", "modules_unknown"]
