"""Files that were changed by hand, or by a newer program, with a chain that fits."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from companion.core.history import Plan
from companion.i18n.text import Text
from companion.i18n.translator import Translator
from companion.journal import ImportRefused
from companion.session import Session, Snapshot, verify_file
from companion.view import present
from tests.session.forging import GONE, SETUP, Path_, changed, exported, some_changes
from tests.session.playing import TABLES, begun, inline, log_of, no


@pytest.fixture(scope="module")
def document(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    return exported(tmp_path_factory.mktemp("export"))


def written(folder: Path, document: dict[str, Any]) -> Path:
    file = folder / "changed.json"
    file.write_text(json.dumps(document), "utf-8")
    return file


def opened(session: Session, file: Path) -> Snapshot:
    """The snapshot with the game of `file` on the table."""
    game = session.games.import_file(file).result().game_id
    assert session.open_game(game).result() is None
    assert session.snapshot.game == game
    return session.snapshot


def show(snapshot: Snapshot) -> None:
    """What a face does with a snapshot."""
    tr = Translator("cs")
    if snapshot.trouble is not None:
        assert tr.text(snapshot.trouble.text)
    if snapshot.log is not None:
        present(snapshot.log.rules, snapshot.log.state, log=snapshot.log)


@pytest.mark.parametrize(
    ("path", "value", "reason"),
    [
        ((*SETUP, "chance"), 2, "session.chance_unknown"),
        ((*SETUP, "seed"), "zz", "session.seed_malformed"),
        ((*SETUP, "modules"), [], "session.modules_missing"),
        ((*SETUP, "seats", 0, "id"), "zz", "session.seat_unknown"),
        (SETUP, 5, "session.setup_malformed"),
        (("game", "header", "records"), 7, "session.records_unknown"),
        (("entries", 1, "events", 1, "data", "piece", "seat"), "zz", "session.seat_unknown"),
    ],
)
def test_a_strange_game_is_told_and_kept(
    tmp_path: Path, document: dict[str, Any], path: Path_, value: Any, reason: str
) -> None:
    file = written(tmp_path, changed(document, path, value))
    with inline(tmp_path / "j.sqlite3") as session:
        trouble = opened(session, file).trouble
        assert trouble is not None
        assert trouble.code == "game_unreadable"
        detail = trouble.text.params["detail"]
        assert isinstance(detail, Text)
        assert detail.id == reason
        assert session.snapshot.log is None
    with inline(tmp_path / "j.sqlite3") as session:
        assert session.snapshot.trouble == trouble
        assert no(session.undo().result()).code == "no_game"
        begun(session, dict(TABLES[0]))
        assert session.snapshot.writable
    report = verify_file(file)  # which calls no file good that cannot be opened
    assert not report.good
    assert trouble.text in [finding.text for finding in report.findings]


def test_a_dropped_module_leaves_what_can_be_shown(
    tmp_path: Path, document: dict[str, Any]
) -> None:
    modules = document["entries"][0]["events"][0]["data"]["setup"]["modules"]
    for at in range(len(modules)):
        file = written(tmp_path, changed(document, (*SETUP, "modules", at), GONE))
        with inline(tmp_path / f"j{at}.sqlite3") as session:
            snapshot = opened(session, file)
            assert snapshot.trouble is not None, modules[at]
            show(snapshot)


@pytest.mark.parametrize("seed", range(3))
def test_no_change_of_one_value_ends_in_a_fault_of_the_program(
    tmp_path: Path, document: dict[str, Any], seed: int
) -> None:
    for n, (path, value, other) in enumerate(some_changes(document, 25, seed)):
        try:
            use(written(tmp_path, other), tmp_path / f"j{n}.sqlite3")
        except Exception as fault:
            raise AssertionError(f"{path} = {value!r}: {fault!r}") from fault


def use(file: Path, journal: Path) -> None:
    """Check a file, read it in, open it, start again, and look at it each time."""
    report = verify_file(file)
    for finding in report.findings:
        assert Translator("en").text(finding.text)
    try:
        with inline(journal) as session:
            show(opened(session, file))
            assert session.snapshot.trouble is None or not report.good
        with inline(journal) as session:
            show(session.snapshot)
            session.undo().result()
            show(session.snapshot)
    except ImportRefused:
        assert not report.good


def test_an_honest_game_opens_without_trouble(tmp_path: Path, document: dict[str, Any]) -> None:
    with inline(tmp_path / "j.sqlite3") as session:
        assert opened(session, written(tmp_path, document)).trouble is None
        assert len(log_of(session).records) == len(document["entries"])


def test_an_event_of_a_version_before_the_first_is_told(
    tmp_path: Path, document: dict[str, Any]
) -> None:
    path = ("entries", 2, "events", 0, "version")
    file = written(tmp_path, changed(document, path, -1))
    assert [f.code for f in verify_file(file).findings] == ["chain", "game_unreadable"]
    with inline(tmp_path / "j.sqlite3") as session:
        trouble = opened(session, file).trouble
        assert trouble is not None
        assert trouble.code == "entry_unreadable"
        assert len(log_of(session).records) == 2


DRAWN: Path_ = ("entries", 2, "events", 0, "data")
BEGUN: Path_ = ("entries", 0, "events")


@pytest.mark.parametrize(
    ("path", "value", "code"),
    [
        ((*DRAWN, "bounds"), [30_000_000], "draw_size"),
        ((*DRAWN, "bounds"), [], "draw_size"),
        ((*DRAWN, "outcome", 0), 10**12, "draw_differs"),
        ((*BEGUN, 1, "data", "flow"), "zz", "decided_differently"),
        ((*BEGUN, 1, "data", "stages", 0), "zz", "decided_differently"),
        ((*BEGUN, 2, "data", "index"), 7, "not_decidable"),
        ((*BEGUN, 3, "data", "prompt", "data"), {}, "not_decidable"),
    ],
)
def test_what_no_rule_wrote_is_found(
    tmp_path: Path, document: dict[str, Any], path: Path_, value: Any, code: str
) -> None:
    report = verify_file(written(tmp_path, changed(document, path, value)))
    found = {finding.code: finding for finding in report.findings if finding.level == "fault"}
    assert code in found
    assert Translator("en").text(found[code].text)


def test_more_than_any_game_draws_takes_no_memory(tmp_path: Path, document: dict[str, Any]) -> None:
    drawn = document["entries"][2]["events"][0]["data"]
    assert drawn["how"] == "shuffle"
    many = {**drawn, "bounds": [20_000], "outcome": list(range(20_000))}
    report = verify_file(written(tmp_path, changed(document, DRAWN, many)))
    assert "draw_unknown" in {finding.code for finding in report.findings}


def test_an_entry_without_its_input_is_refused_by_an_amendment(
    tmp_path: Path, document: dict[str, Any]
) -> None:
    path = ("entries", 2, "command", "command")
    file = written(tmp_path, changed(document, path, None))
    assert "decided_differently" in {finding.code for finding in verify_file(file).findings}
    with inline(tmp_path / "j.sqlite3") as session:
        opened(session, file)
        live = log_of(session).live()
        assert live[2].command is None
        skip = live[1].command
        assert skip is not None
        plan = session.plan_amendment(live[1].id, (skip,)).result()
        assert isinstance(plan, Plan)
        assert (live[2].id, "no_command") in [(e.id, r.code) for e, r in plan.refused]
        assert live[2].id not in [entry.id for entry in plan.entries]


@pytest.mark.parametrize(
    "forged",
    [{}, {"players": [{"name": 5}]}, {"players": [{"name": "Eve", "color": "red"}], "over": True}],
)
def test_a_summary_that_a_file_brings_is_not_believed(
    tmp_path: Path, document: dict[str, Any], forged: dict[str, Any]
) -> None:
    right = document["game"]["summary"]
    assert [player["name"] for player in right["players"]] == ["Anna", "Ben", "Cy"]
    file = written(tmp_path, changed(document, ("game", "summary"), forged))
    with inline(tmp_path / "j.sqlite3") as session:
        game = session.games.import_file(file).result().game_id
        assert session.games.get(game).result().summary == right


def test_a_game_that_cannot_be_read_has_no_summary(
    tmp_path: Path, document: dict[str, Any]
) -> None:
    file = written(tmp_path, changed(document, (*SETUP, "chance"), 2))
    with inline(tmp_path / "j.sqlite3") as session:
        game = session.games.import_file(file).result().game_id
        assert session.games.get(game).result().summary == {}
